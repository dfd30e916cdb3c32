"""Too much at once: slowed down, then refused, then closed; and lines that cannot be used."""

from __future__ import annotations

from tests.house.scene import ask, new_host, ok


def test_lines_beyond_the_budget_wait_their_turn_and_keep_their_order() -> None:
    host = new_host(flood_burst=3, flood_per_s=2, near_factor=1)
    client = host.program("ann")
    host.wait(10)
    lines = client.send_raw(b"".join(b"#%d ping\n" % number for number in range(8)))
    assert [line.split(" ")[0] for line in lines] == ["#0", "#1", "#2"]
    host.wait(1)
    assert [line.split(" ")[0] for line in client.take()] == ["#3", "#4"]
    later = client.send("#8 ping")
    assert later == []
    host.wait(10)
    assert [line.split(" ")[0] for line in client.take()] == ["#5", "#6", "#7", "#8"]
    assert ok(client, "ping").body["pong"] == ""


def test_when_too_many_wait_further_lines_are_refused_with_the_time_to_wait() -> None:
    """A person in a sentence, in whole seconds. When that does not help, the line is closed."""
    host = new_host(flood_burst=3, flood_per_s=2, near_factor=1, flood_waiting=4, flood_refusals=2)
    client = host.program("ann")
    host.wait(10)
    lines = client.send_raw(b"#9 ping\n" * 9)
    refusals = [line for line in lines if line.startswith("#9 no")]
    assert len(refusals) == 2
    assert '"code":"too_fast"' in refusals[0]
    assert '"retry_ms":2001' in refusals[0]
    assert not client.closed
    assert client.send("ping")[-1].startswith("! too_fast ")
    assert client.closed
    host.wait(100)
    assert client.take() == []
    assert [report.text for report in host.reports] == ["cut off: too many lines at once"]
    host = new_host(flood_burst=2, flood_per_s=2, near_factor=1, flood_waiting=1)
    client = host.person("ann")
    host.wait(10)
    assert client.send_raw(b"ping\n" * 4)[-1] == "Too fast: that line was ignored. Wait 1 s."


def test_a_near_line_may_send_many_times_more_than_a_far_one() -> None:
    host = new_host(flood_burst=2, flood_per_s=1, near_factor=10)
    near, far = host.connect(), host.connect(near=False, address="203.0.113.5")
    assert near.send_raw(b"ping\n" * 20).count("pong") == 20
    assert far.send_raw(b"ping\n" * 20).count("pong") == 2


def test_lines_that_wait_are_dropped_with_their_connection() -> None:
    """A line that quit while others waited is done with; so is one that was lost."""
    host = new_host(flood_burst=2, flood_per_s=1, near_factor=1)
    client, other = host.person("ann"), host.person("bob")
    host.wait(10)
    client.send_raw(b"ping\nping\nquit\nping\nping\n")
    other.send_raw(b"ping\nping\nsay hi\n")
    other.lose()
    host.wait(100)
    assert client.take() == ["Goodbye.", "If nc does not end now, press Ctrl-C."]
    assert not host.reports


def test_unusable_lines_are_refused_by_name_up_to_a_budget() -> None:
    """Then the line is closed. Others go on."""
    host = new_host(bad_lines=3)
    client = host.program("ann")
    codes = [
        client.send_raw(line)[0].split('"')[3]
        for line in (b"\xff\n", b"\x1b[2J\n", b"x" * 1100 + b"\n")
    ]
    assert codes == ["bad_encoding", "bad_character", "line_too_long"]
    ok(client, "ping")
    assert client.send_raw(b"\xff\n")[-1].startswith("! bad_lines ")
    assert client.closed
    host = new_host(bad_lines=1)
    client, other = host.program("ann"), host.program("bob")
    client.send_raw(b"\xff\n\xff\n\xff\n")
    assert client.closed
    assert ask(other, "ping").word == "ok"


def test_a_slow_reader_is_told_in_his_own_voice() -> None:
    host = new_host()
    ann, bob = host.person("ann"), host.program("bob")
    assert host.house.slow_notice(ann.conn) == (
        b"Disconnected: you were reading too slowly. Come back any time.\n"
        b"If nc does not end now, press Ctrl-C.\n"
    )
    assert host.house.slow_notice(bob.conn).startswith(b"! slow_reader {")
    bob.lose()
    assert host.house.slow_notice(bob.conn) == b""

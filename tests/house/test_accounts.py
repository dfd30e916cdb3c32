"""Accounts: a name with a password is nobody else's, and comes in from anywhere."""

from __future__ import annotations

from msgspec.structs import replace

from parlour.accounts.passwords import PASSWORD_MAX
from parlour.core.effects import JobDone
from parlour_kit.host import Client, Host
from tests.house.scene import ask, events, known, nameless, new_host, ok, refused

SECRET = "correct horse"


def registered(host: Host, name: str = "ann", secret: str = SECRET) -> Client:
    """A program whose name has an account."""
    client = host.program(name)
    ok(client, f"register {secret}")
    client.take()
    return client


def test_the_longest_password_of_the_longest_name_fits_on_a_line() -> None:
    """Both in the widest letters."""
    host = new_host()
    name, secret = "\U00020000" * 20, "\U0001f600" * PASSWORD_MAX
    registered(host, name, secret)
    assert ok(nameless(host), f"name {name} {secret}").body["name"] == name


# --- long away ------------------------------------------------------------------------


def test_a_guest_who_is_long_away_is_forgotten_and_nothing_of_him_is_kept() -> None:
    host = new_host(away_s=100)
    registered(host, "ann").lose()
    host.person("bob").lose()
    host.wait(100)
    assert [player.name for player in host.kept.load().players] == ["ann"]
    host.restart()
    assert host.house.people.find("bob") is None
    assert "bob" not in host.house.people.register.asleep


def test_no_number_of_a_stream_is_given_twice_though_the_last_events_are_not_kept() -> None:
    """The host knows how far it had come without them."""
    host = new_host()
    ann = registered(host)
    player = known(host, "ann")
    token = player.token
    ann.send("#1 new hunt")
    host.kept.commit([], [replace(player.saved(), seq=50)])
    host.restart()
    assert refused(nameless(host), f"resume {token} 3") == "unavailable"
    (first, *_) = events(nameless(host).send(f"resume {token}"))
    assert first[:2] == (51, "welcome")


# --- while a password is being looked at --------------------------------------------


def test_what_is_typed_behind_a_password_waits_until_it_is_looked_at() -> None:
    """It is said by somebody who is in, or by nobody."""
    host = new_host()
    registered(host)
    host.run_jobs = False
    line = nameless(host)
    assert line.send(f"#1 name ann {SECRET}", "#2 who", "#3 ping") == []
    (job,) = host.jobs
    host.tick([JobDone(job.key, job.work())])
    got = line.take()
    assert [line.split()[0] for line in got] == ["#1", "*", "#2", "#2", "#3"]


def test_no_more_passwords_wait_than_the_host_can_look_at_soon() -> None:
    """Those whose lines are lost meanwhile do not count for ever."""
    host = new_host(password_jobs=2)
    registered(host)
    host.run_jobs = False
    first, third = nameless(host), nameless(host)
    second = nameless(host, address="198.51.100.1", near=False)
    first.send(f"#1 name ann {SECRET}")
    second.send("#1 name ann something else")
    answer = ask(third, f"name ann {SECRET}")
    assert (answer.code, answer.body["retry_ms"]) == ("too_many", 3000)
    assert refused(host.program("bob"), f"register {SECRET}") == "too_many"
    first.lose()
    second.lose()
    assert refused(third, f"name ann {SECRET}") == "too_many"
    for job in host.jobs:
        host.tick([JobDone(job.key, job.work())])
    host.run_jobs = True
    host.jobs.clear()
    ok(third, f"name ann {SECRET}")


def test_a_password_that_is_changed_while_it_is_looked_at_does_not_count() -> None:
    """The new one was set to keep somebody out. One that cannot be looked at is nobody's
    fault: the store holds nonsense, say.
    """
    host = new_host()
    ann = registered(host)
    host.run_jobs = False
    thief = nameless(host)
    thief.send(f"#1 name ann {SECRET}")
    ann.send("#1 register another secret")
    look, change = host.jobs
    host.tick([JobDone(change.key, change.work())])
    host.tick([JobDone(look.key, look.work())])
    assert thief.take() == [
        '#1 no {"code":"bad_password","retry":false,"text":["The account of ann has just changed.'
        ' Try again."]}'
    ]
    assert not ann.closed
    host = new_host()
    registered(host).lose()
    player = known(host, "ann")
    player.password = "nonsense"
    assert refused(nameless(host), f"name ann {SECRET}") == "unavailable"
    assert len(host.reports) == 1


def test_wrong_tries_are_limited_for_each_address() -> None:
    """Then even the right password is not looked at; every right one gives its try back."""
    host = new_host(tries_per_address=3, tries_s=300)
    registered(host).lose()
    player = known(host, "ann")

    def far(last: int = 1) -> Client:
        return nameless(host, address=f"198.51.100.{last}", near=False)

    for number in range(6):
        back = far()
        ok(back, f"resume {player.code}" if number % 2 else f"name ann {SECRET}")
        back.lose()
    host.house.people.throttle.forget(player.number)
    for wrong in ("name ann wrong", "name ann wrong", "resume nobody", "name ann wrong"):
        assert refused(far(), wrong) == "bad_password"
    line = far()
    answer = ask(line, f"name ann {SECRET}")
    assert (answer.code, answer.body["retry_ms"]) == ("too_many", 100_000)
    assert answer.text == "Too many tries. Try again in 100 s."
    assert refused(line, "resume abcdef") == "bad_password", "nobody can guess a code"
    ok(far(2), f"name ann {SECRET}")
    host.wait(100)
    ok(far(), f"name ann {SECRET}")

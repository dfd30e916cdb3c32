"""What about accounts could not be stored has not happened, and can be done again."""

from __future__ import annotations

from parlour.api import Seat
from parlour.house.effects import Effects, Received, Thought
from parlour.testing.host import WALL, Client, Host
from tests.house.operating import NO_DISK, deliver, lose, mend
from tests.house.scene import GAMES, Party, new_host, ok, refused, why_not
from tests.house.shaky import Shaky

SECRET = "correct horse"
NOT_NOW = "Not now: The disk is full."


def program(host: Host, name: str = "") -> Client:
    """A program, with or without a name."""
    client = host.connect()
    client.send("HELLO 1 text", *([f"name {name}"] if name else []))
    client.take()
    return client


def thought(host: Host, client: Client, line: str) -> Thought:
    """A line with a password is sent, and the password is looked at; the house hears next."""
    host.run_jobs = False
    client.send(f"#9 {line}")
    job = host.jobs.pop()
    host.run_jobs = True
    return Thought(job.key, job.work())


def lost_answer(host: Host, client: Client, line: str) -> str:
    """The answer to a line whose outcome could not be stored."""
    lose(host, thought(host, client, line))
    (answer,) = [text for text in client.take() if text.startswith("#9 ")]
    assert answer.startswith(f'#9 no {{"code":"unavailable","retry":true,"text":["{NOT_NOW}')
    return answer


def test_a_guest_whose_account_could_not_be_stored_is_a_guest() -> None:
    """He registers when it can be."""
    host = new_host()
    ann = program(host, "ann")
    lost_answer(host, ann, f"register {SECRET}")
    player = host.house.people.find("ann")
    assert player is not None
    assert player.guest
    assert why_not(ann, f"register {SECRET}").startswith(NOT_NOW)
    mend(host)
    ann.take()
    ok(ann, f"register {SECRET}")
    host.restart()
    ok(program(host), f"name ann {SECRET}")


def test_a_password_that_could_not_be_changed_counts_as_before() -> None:
    """With the ways back of before."""
    host = new_host()
    ann = program(host, "ann")
    token = ok(ann, f"register {SECRET}").body["token"]
    player = host.house.people.find("ann")
    assert player is not None
    code = player.code
    lost_answer(host, ann, "register another secret")
    mend(host)
    assert (player.token, player.code) == (token, code)
    assert refused(program(host), "name ann another secret") == "bad_password"
    ann.lose()
    ok(program(host), f"resume {code}")
    ok(program(host), f"resume {token}")
    ok(program(host), f"name ann {SECRET}")


def test_who_could_not_be_put_on_the_line_is_away() -> None:
    """He takes his seat when it can be stored that he is back."""
    host = new_host()
    ann = program(host, "ann")
    ok(ann, f"register {SECRET}", "new hunt")
    Party("bob", host=host, start=False)
    ann.lose()
    back = program(host)
    lost_answer(host, back, f"name ann {SECRET}")
    player = host.house.people.find("ann")
    assert player is not None
    assert player.session is None
    mend(host)
    assert host.house.tables.rooms[1].table.chairs[Seat(1)].away
    ok(back, f"name ann {SECRET}", "look")
    assert not host.house.tables.rooms[1].table.chairs[Seat(1)].away


def test_who_is_gone_again_before_it_is_known_that_they_could_not_come_back_is_away() -> None:
    """Their connection was lost while the commit was under way that failed."""
    host = Shaky(GAMES)
    program(host, "ann").lose()
    player = host.house.people.find("ann")
    assert player is not None
    host.stuck = True
    back = program(host)
    back.send(f"resume {player.token}")
    back.lose()
    host.fail()
    assert player.session is None
    host.recover()
    ok(program(host), f"resume {player.token}")


def test_who_was_long_away_and_could_not_be_put_on_the_line_is_long_away() -> None:
    """His name stays his."""
    host = new_host(away_s=100)
    ann = program(host, "ann")
    token = ok(ann, f"register {SECRET}").body["token"]
    ann.lose()
    host.wait(100)
    back = program(host)
    lost_answer(host, back, f"name ann {SECRET}")
    assert list(host.house.people.register.asleep) == ["ann"]
    assert host.house.people.find("ann") is None
    lose(host, Received(back.conn, b"#8 resume %b\n" % token.encode()))
    assert list(host.house.people.register.asleep) == ["ann"]
    mend(host)
    ok(back, f"name ann {SECRET}")


def test_who_could_not_be_put_to_sleep_is_away_and_sleeps_later() -> None:
    """His way back counts until then."""
    host = new_host(away_s=100)
    ann = program(host, "ann")
    ok(ann, f"register {SECRET}")
    player = host.house.people.find("ann")
    assert player is not None
    ann.lose()
    host.now += 100
    lose(host)
    assert host.house.people.find("ann") is player
    assert host.house.people.register.asleep == {}
    mend(host)
    host.wait(99)
    assert host.house.people.find("ann") is player
    host.wait(1)
    assert list(host.house.people.register.asleep) == ["ann"]


def test_a_password_is_for_nobody_if_its_players_name_could_not_be_stored() -> None:
    """The name and the account were asked for in one breath."""
    host = new_host()
    ann = program(host)
    line = Received(ann.conn, f"#1 name ann\n#2 register {SECRET}\n".encode())
    lost = host.house.tick([line], host.now, WALL + host.now)
    instead = host.house.failed([lost], NO_DISK, host.now, WALL + host.now)
    deliver(host, instead)
    assert [text[:5] for text in ann.take()] == ["#1 no"]
    (job,) = instead.jobs
    mend(host)
    host.tick([Thought(job.key, job.work())])
    assert [text[:29] for text in ann.take()] == ['#2 no {"code":"not_logged_in"']
    assert host.house.people.register.password("ann") is None


def test_a_right_password_while_nothing_can_be_stored_is_no_wrong_try() -> None:
    """Neither one that was being looked at when it began."""
    host = new_host(tries_per_address=1)
    ok(program(host, "ann"), f"register {SECRET}")
    back = program(host)
    done = thought(host, back, f"name ann {SECRET}")
    deliver(host, host.house.failed([Effects()], NO_DISK, host.now, WALL + host.now))
    host.tick([done])
    (answer,) = back.take()
    assert answer.startswith(f'#9 no {{"code":"unavailable","retry":true,"text":["{NOT_NOW}')
    mend(host)
    ok(back, f"name ann {SECRET}")

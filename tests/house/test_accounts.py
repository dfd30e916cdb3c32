"""Accounts: a name with a password is nobody else's, and comes in from anywhere."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from parlour.house.effects import Thought
from parlour.house.people.passwords import PASSWORD_MAX
from parlour.testing.host import Client, Host
from tests.house.scene import Party, ask, events, names, new_host, ok, refused, why_not

SECRET = "correct horse"


def registered(host: Host, name: str = "ann", secret: str = SECRET) -> Client:
    """A program whose name has an account."""
    client = host.program(name)
    ok(client, f"register {secret}")
    client.take()
    return client


def program(host: Host, *, address: str = "127.0.0.1", near: bool = True) -> Client:
    """A program that has not said its name."""
    client = host.connect(address=address, near=near)
    client.send("HELLO 1")
    return client


# --- register -------------------------------------------------------------------------


def test_a_person_keeps_his_name_with_a_password_and_reads_how_he_comes_in() -> None:
    """The next day, for instance."""
    host = new_host()
    ann = host.person("Ann")
    assert ann.send(f"register {SECRET}") == [
        "Ann is yours now. To come in from anywhere: name Ann PASSWORD"
    ]
    assert ann.send("who") == ["Ann (account): in the lobby"]
    ann.lose()
    host.wait(100_000)
    lines = host.connect().send(f"name Ann {SECRET}")
    assert lines[-2].startswith("Hello Ann. Your way back if the line drops: resume ")


def test_a_program_learns_that_it_is_no_guest_any_more() -> None:
    """Its token and its code are what they were."""
    host = new_host()
    client = host.program("ann")
    player = host.house.people.find("ann")
    assert player is not None
    assert ok(client, f"register {SECRET}").body == {
        "name": "ann",
        "token": player.token,
        "code": player.code,
        "changed": False,
        "text": ["ann is yours now. To come in from anywhere: name ann PASSWORD"],
    }
    assert ok(client, "who").items[0]["guest"] is False
    host.person("bob")
    assert [row["guest"] for row in ok(client, "who").items] == [False, True]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "usage"),
        ("   ", "usage"),
        ("seven77", "usage"),
        ("eight888", None),
        ("  e i g h t  ", None),
        ("x" * PASSWORD_MAX, None),
        ("x" * (PASSWORD_MAX + 1), "usage"),
        ("\u00e4" * 8, None),
        ("maxim1l1an", "usage"),
    ],
)
def test_a_password_that_cannot_be_is_refused(typed: str, code: str | None) -> None:
    """Too short, too long, or the name of the player."""
    host = new_host()
    answer = ask(host.program("Maximilian"), f"register {typed}")
    assert (answer.code if answer.word == "no" else None) == code
    player = host.house.people.find("Maximilian")
    assert player is not None
    assert player.guest is (code is not None)


def test_the_longest_password_of_the_longest_name_fits_on_a_line() -> None:
    """Both in the widest letters."""
    host = new_host()
    name, secret = "\U00020000" * 20, "\U0001f600" * PASSWORD_MAX
    registered(host, name, secret)
    assert ok(program(host), f"name {name} {secret}").body["name"] == name


def test_registering_again_changes_the_password_and_the_ways_back() -> None:
    """Whoever had an old one has lost it; the line and the seat stay."""
    host = new_host()
    ann = registered(host)
    ok(ann, "new hunt")
    player = host.house.people.find("ann")
    assert player is not None
    token, code = player.token, player.code
    body = ok(ann, "register another secret").body
    assert body["changed"] is True
    assert body["token"] == player.token != token
    assert body["code"] == player.code != code
    assert body["text"] == [
        "The new password counts from now on.",
        f"Your way back if the line drops: resume {player.code}",
    ]
    assert refused(program(host), f"name ann {SECRET}") == "bad_password"
    assert refused(program(host), f"resume {token}") == "bad_password"
    assert refused(program(host), f"resume {code}") == "bad_password"
    assert ok(ann, "look").word == "ok"
    assert ok(program(host), "name ann another secret").body["token"] == body["token"]


def test_no_more_accounts_than_the_host_keeps() -> None:
    """Whoever has one can change its password."""
    host = new_host(accounts=2)
    first, second = registered(host, "ann"), registered(host, "bob")
    first.lose()
    host.wait(1000)
    assert refused(host.program("cy"), f"register {SECRET}") == "too_many"
    ok(second, "register another secret")


def test_a_slash_keeps_a_password_from_being_a_bare_word() -> None:
    """While a game asks for words."""
    host = new_host()
    party = Party("ann", "bob", host=host, programs=("ann",))
    assert refused(party["ann"], f"register {SECRET}") == "malformed_move"
    ok(party["ann"], f"/register {SECRET}")


# --- name NAME PASSWORD ---------------------------------------------------------------


def test_a_name_with_an_account_is_never_free() -> None:
    """Whether its player is here, away, or has not been seen for a month."""
    host = new_host()
    ann = registered(host)
    tell = "ann has an account. If it is yours: name ann PASSWORD - if not: name NAME"
    for _ in range(3):
        assert refused(program(host), "name Ann") == "name_taken"
        assert why_not(program(host), "name \u00c4nn") == tell
        assert host.connect().send("ann")[-1] == tell
        if not ann.closed:
            ann.lose()
        else:
            host.wait(3_000_000)
    host.restart()
    assert refused(program(host), "name ann") == "name_taken"


def test_a_password_typed_alone_does_not_become_a_name() -> None:
    """After a name that has an account was typed; everybody would read it."""
    host = new_host()
    registered(host)
    line = host.connect()
    line.send("ann")
    assert line.send("horsebattery") == [
        "If that was the password: name ann PASSWORD - if another name: name NAME"
    ]
    assert host.house.people.find("horsebattery") is None
    assert line.send("name horse")[0].startswith("Hello horse.")


def test_a_name_and_a_password_without_a_verb_are_answered_with_what_to_type() -> None:
    """They are no name of two words."""
    host = new_host()
    registered(host)
    assert (
        host.connect().send(f"Ann {SECRET}")[-1].endswith("name ann PASSWORD - if not: name NAME")
    )
    assert host.connect().send("cy smith")[-1].startswith("A name is one word")


def test_a_password_is_right_however_it_is_composed() -> None:
    """Another keyboard sends other code points; blanks at the ends are not seen."""
    host = new_host()
    secret = "\u00e4pfel und \u00f6l"
    registered(host, secret=secret)
    ok(program(host), f"name ann   {unicodedata.normalize('NFD', secret)}  ")
    assert refused(program(host), f"name ann {secret.upper()}") == "bad_password"


def test_a_name_without_an_account_has_no_password() -> None:
    """Nobody becomes a guest who thinks that he has a password."""
    host = new_host()
    host.person("bob")
    for name in ("bob", "cy"):
        answer = ask(program(host), f"name {name} {SECRET}")
        assert answer.code == "bad_password"
        assert answer.text == (f"{name} has no account here. To come in without one: name {name}")
    assert host.house.people.find("cy") is None
    assert refused(program(host), f"name seat1 {SECRET}") == "bad_name"
    assert refused(host.program("dan"), f"name ann {SECRET}") == "usage"


def test_the_second_line_takes_over_the_first_with_its_seat_and_prompt() -> None:
    """As with `resume` and no SEQ."""
    host = new_host()
    ann = registered(host)
    party = Party("bob", "cy", host=host, start=False)
    ok(ann, "join 1")
    party["bob"].send("start")
    new = program(host)
    lines = new.send(f"#1 name ann {SECRET}")
    assert lines[0].startswith('#1 ok {"name":"ann","guest":false,"token":"')
    assert names(lines) == ["welcome", "prompt"]
    assert events(lines)[0][2]["table"] == 1
    assert ann.take()[-1].startswith('! replaced {"text":["You came in on another line')
    assert ann.closed
    assert party["bob"].take() == [], "nobody else notices"
    ok(new, "/hide 3")


def test_who_lost_his_line_comes_back_to_his_seat_with_his_password() -> None:
    """A person at another computer."""
    host = new_host()
    registered(host).lose()
    ann, bob = host.connect(), host.person("bob")
    ann.send(f"name ann {SECRET}", "new hunt")
    bob.send("join 1", "ready")
    ann.send("start")
    ann.lose()
    bob.take()
    player = host.house.people.find("ann")
    assert player is not None
    back = host.connect()
    back.take()
    assert back.send(f"name ann {SECRET}") == [
        f"Hello ann. Your way back if the line drops: resume {player.code}",
        "You sit at table 1; to see it: /look",
        "You are back at table 1, seat 1.",
        "Hide a number from 1 to 20. (60 s)",
    ]
    assert bob.take() == ["ann is back."]


def test_with_an_account_one_comes_back_with_the_token_too() -> None:
    """Also after a month, and after a restart."""
    host = new_host()
    ann = registered(host)
    player = host.house.people.find("ann")
    assert player is not None
    token, code, seq = player.token, player.code, player.seq
    ann.lose()
    host.wait(3_000_000)
    host.restart()
    assert host.house.people.find("ann") is None, "a restart wakes nobody"
    assert refused(program(host), f"resume {token} {seq - 1}") == "unavailable"
    assert host.house.people.find("ann") is None, "a refusal wakes nobody"
    assert refused(program(host), f"resume {code}") == "bad_password"
    back = program(host)
    assert ok(back, f"resume {token} {seq}").body["guest"] is False
    woken = host.house.people.find("ann")
    assert woken is not None
    back.lose()
    host.restart()
    assert ok(program(host), f"resume {woken.code}").body["name"] == "ann"


# --- long away ------------------------------------------------------------------------


def test_an_account_whose_player_is_long_away_hears_nothing_and_is_not_listed() -> None:
    """Its stream goes on where it stood when he is back, with another code."""
    host = new_host(away_s=100)
    ann = registered(host)
    player = host.house.people.find("ann")
    assert player is not None
    ann.lose()
    host.wait(99)
    assert host.house.people.find("ann") is player
    host.wait(1)
    seq = player.seq
    party = Party("bob", "cy", host=host, start=False)
    assert party["bob"].send("who") == ["bob: at table 1", "cy: at table 1"]
    back = program(host)
    assert [number for number, _, _ in events(back.send(f"name ann {SECRET}"))] == [seq + 1]
    woken = host.house.people.find("ann")
    assert woken is not None
    assert woken.code not in ("", player.code)
    assert woken.token != player.token, "the host does not know any more what it was"
    assert refused(program(host), f"resume {player.code}") == "bad_password"


def test_a_way_back_that_was_given_up_stays_nobodys() -> None:
    """Though its account slept while it counted, and sleeps again."""
    host = new_host(away_s=100)
    ann = registered(host)
    player = host.house.people.find("ann")
    assert player is not None
    token = player.token
    ann.lose()
    host.wait(100)
    ann = program(host)
    ok(ann, f"resume {token}", f"register {SECRET}", "register another secret")
    ann.lose()
    host.wait(100)
    assert list(host.house.people.register.asleep) == ["ann"]
    assert refused(program(host), f"resume {token}") == "bad_password"


def test_a_guest_who_is_long_away_is_forgotten_and_nothing_of_him_is_kept() -> None:
    """In the store neither."""
    host = new_host(away_s=100)
    registered(host, "ann").lose()
    host.person("bob").lose()
    host.wait(100)
    assert [player.name for player in host.kept.load().players] == ["ann"]
    host.restart()
    assert host.house.people.find("bob") is None
    assert "bob" not in host.house.people.register.asleep


def test_who_sits_at_a_table_is_not_put_to_sleep() -> None:
    """His seat waits for him as long as the table does."""
    host = new_host(away_s=100)
    ann = registered(host)
    ok(ann, "new hunt")
    host.person("bob").send("join 1")
    ann.lose()
    host.wait(1000)
    assert host.house.people.find("ann") is not None


def test_accounts_and_guests_outlive_a_restart() -> None:
    """Both with what they have, and what they ignore."""
    host = new_host()
    ann = registered(host)
    bob = host.program("bob")
    ok(ann, "ignore bob")
    tokens = [ok(program(host), f"name ann {SECRET}").body["token"]]
    found = host.house.people.find("bob")
    assert found is not None
    tokens.append(found.token)
    bob.lose()
    host.restart()
    back = [ok(program(host), f"resume {token}").body for token in tokens]
    assert [(body["name"], body["guest"]) for body in back] == [("ann", False), ("bob", True)]
    assert ok(program(host), f"name ann {SECRET}").body["name"] == "ann"


def test_no_number_of_a_stream_is_given_twice_though_the_last_events_are_not_kept() -> None:
    """The host knows how far it had come without them."""
    host = new_host()
    ann = registered(host)
    player = host.house.people.find("ann")
    assert player is not None
    token = player.token
    ann.send("#1 new hunt")
    host.kept.commit([], [replace(player.saved(), seq=50)])
    host.restart()
    assert refused(program(host), f"resume {token} 3") == "unavailable"
    (first, *_) = events(program(host).send(f"resume {token}"))
    assert first[:2] == (51, "welcome")


# --- while a password is being looked at --------------------------------------------


def test_what_is_typed_behind_a_password_waits_until_it_is_looked_at() -> None:
    """It is said by somebody who is in, or by nobody."""
    host = new_host()
    registered(host)
    host.run_jobs = False
    line = program(host)
    assert line.send(f"#1 name ann {SECRET}", "#2 who", "#3 ping") == []
    (job,) = host.jobs
    host.tick([Thought(job.key, job.work())])
    got = line.take()
    assert [line.split()[0] for line in got] == ["#1", "*", "#2", "#2", "#3"]


def test_no_more_passwords_wait_than_the_host_can_look_at_soon() -> None:
    """Those whose lines are lost meanwhile do not count for ever."""
    host = new_host(password_jobs=2)
    registered(host)
    host.run_jobs = False
    first, second, third = (program(host) for _ in range(3))
    first.send(f"#1 name ann {SECRET}")
    second.send("#1 name ann something else")
    answer = ask(third, f"name ann {SECRET}")
    assert (answer.code, answer.body["retry_ms"]) == ("too_many", 3000)
    assert refused(host.program("bob"), f"register {SECRET}") == "too_many"
    first.lose()
    second.lose()
    assert refused(third, f"name ann {SECRET}") == "too_many"
    for job in host.jobs:
        host.tick([Thought(job.key, job.work())])
    host.run_jobs = True
    host.jobs.clear()
    ok(third, f"name ann {SECRET}")


def test_a_password_that_cannot_be_looked_at_is_nobodys_fault() -> None:
    """The store holds nonsense, say."""
    host = new_host()
    registered(host).lose()
    player = host.house.people.find("ann")
    assert player is not None
    player.password = "nonsense"
    assert refused(program(host), f"name ann {SECRET}") == "unavailable"
    assert len(host.reports) == 1


def test_a_password_that_is_changed_while_it_is_looked_at_does_not_count() -> None:
    """The new one was set to keep somebody out."""
    host = new_host()
    ann = registered(host)
    host.run_jobs = False
    thief = program(host)
    thief.send(f"#1 name ann {SECRET}")
    ann.send("#1 register another secret")
    look, change = host.jobs
    host.tick([Thought(change.key, change.work())])
    host.tick([Thought(look.key, look.work())])
    assert thief.take() == [
        '#1 no {"code":"bad_password","retry":false,"text":["The account of ann was changed'
        ' just now; try again."]}'
    ]
    assert not ann.closed


# --- wrong tries --------------------------------------------------------------------------


def test_five_wrong_passwords_or_codes_close_the_line() -> None:
    """The last answer is read, then why."""
    host = new_host()
    registered(host)
    line = program(host)
    for wrong in ("name ann wrong", "resume nobody", f"resume {'0' * 32}", "name ann x"):
        assert refused(line, wrong) == "bad_password"
    assert line.send("#9 name ann y") == [
        '#9 no {"code":"bad_password","retry":false,"text":["That is not the password of ann."]}',
        '! bad_lines {"text":["Too many wrong tries; the line is closed."]}',
    ]
    assert line.closed


def test_a_line_that_cannot_be_used_is_no_wrong_try() -> None:
    """Stray bytes of a telnet program do not cost anybody their tries."""
    host = new_host()
    registered(host)
    line = program(host)
    line.send_raw(b"\x07\n" * 10)
    for _ in range(4):
        assert refused(line, "name ann wrong") == "bad_password"
    assert not line.closed
    assert ok(line, f"name ann {SECRET}").body["name"] == "ann"


def test_wrong_tries_are_limited_for_each_address() -> None:
    """Then even the right password is not looked at; every right one gives its try back."""
    host = new_host(tries_per_address=3, tries_s=300)
    registered(host).lose()
    player = host.house.people.find("ann")
    assert player is not None
    for number in range(6):
        right = f"resume {player.code}" if number % 2 else f"name ann {SECRET}"
        back = program(host, address="198.51.100.1", near=False)
        ok(back, right)
        back.lose()
    host.house.people.throttle.forget(player.number)
    for wrong in ("name ann wrong", "resume nobody", "name ann wrong"):
        assert refused(program(host, address="198.51.100.1", near=False), wrong) == "bad_password"
    for line in (f"name ann {SECRET}", "resume abcdef"):
        answer = ask(program(host, address="198.51.100.1", near=False), line)
        assert (answer.code, answer.body["retry_ms"]) == ("too_many", 100_000)
        assert answer.text == "Too many tries; the next one in 100 s."
    ok(program(host, address="198.51.100.2", near=False), f"name ann {SECRET}")
    host.wait(100)
    ok(program(host, address="198.51.100.1", near=False), f"name ann {SECRET}")


def test_wrong_tries_are_limited_for_each_name() -> None:
    """From wherever they come; other names, and tokens, are not touched."""
    host = new_host(tries_per_name=3, tries_s=300)
    token = ok(registered(host), "register another secret").body["token"]
    registered(host, "bob")
    for number in range(3):
        assert refused(program(host, address=f"10.0.0.{number}"), "name ann x") == "bad_password"
    assert refused(program(host, address="10.0.0.9"), "name ann another secret") == "too_many"
    ok(program(host, address="10.0.0.9"), f"name bob {SECRET}")
    ok(program(host, address="10.0.0.9"), f"resume {token}")


def test_a_token_is_never_refused_for_wrong_tries() -> None:
    """Nobody guesses one; a program behind a busy router comes back."""
    host = new_host(tries_per_address=1)
    token = ok(registered(host), "register another secret").body["token"]
    assert refused(program(host), "resume nobody") == "bad_password"
    assert refused(program(host), "resume nobody") == "too_many"
    assert refused(program(host), f"resume {'0' * 32}") == "bad_password"
    ok(program(host), f"resume {token}")


def test_registering_is_limited_for_each_address() -> None:
    """Whoever is refused has set nothing."""
    host = new_host(registers_per_address=2, tries_s=100)
    ann = registered(host)
    ok(ann, "register another secret")
    assert refused(ann, "register a third secret") == "too_many"
    assert refused(host.program("bob"), f"register {SECRET}") == "too_many"
    ok(program(host), "name ann another secret")

"""Codes for people: long, used once, limited in all, and no use against a player who is there."""

from __future__ import annotations

import re

import pytest

from parlour.accounts.ways_back import (
    CODE_LETTERS,
    LETTERS,
    code_hash,
    new_code,
    token_hash,
)
from parlour.api import Seat
from parlour.commands.people import UNREAD_S
from parlour.core.effects import Lost
from parlour.core.limits import Limits
from parlour.core.persistence import SavedPlayer
from parlour.store.memory import MemoryStore
from parlour_kit.host import Host, entropy
from tests.house.scene import (
    GAMES,
    Party,
    ask,
    events,
    known,
    nameless,
    new_host,
    ok,
    refused,
    why_not,
)

SECRET = "correct horse"
CODE = re.compile(r"resume (\S+)$")


def shown(lines: list[str]) -> str:
    """The code that a person was shown."""
    (code,) = [match[1] for match in map(CODE.search, lines) if match]
    return code


def test_a_code_has_fifteen_letters_in_groups_none_of_which_looks_like_another() -> None:
    """74 bits: more than anybody tries, on this host or on a copy of what it keeps."""
    codes = {new_code(entropy(seed)) for seed in range(500)}
    assert len(codes) == 500
    assert all(re.fullmatch("[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}", code) for code in codes)
    assert set("".join(codes)) == {*LETTERS, "-"}
    assert not set("01ilo") & set(LETTERS)
    assert len(LETTERS) ** CODE_LETTERS > 2**74


# --- used once --------------------------------------------------------------------------


def test_a_code_is_used_once_and_a_new_one_is_shown() -> None:
    """Which works in turn; typed as somebody may have written it down."""
    host = new_host()
    Party("ann", "bob", host=host).clients["ann"].lose()
    codes = [known(host, "ann").code]
    for large, sign in ((False, "-"), (True, "-"), (False, "")):
        back = host.connect()
        code = codes[-1].replace("-", sign)
        codes.append(shown(back.send(f"resume {code.upper() if large else code}")))
        back.lose()
    assert len(set(codes)) == 4
    for code in codes[:-1]:
        assert refused(nameless(host), f"resume {code}") == "bad_password"


def test_a_code_counts_until_its_player_can_have_read_the_next_one() -> None:
    """The host is killed or the line dead before: nobody has lost their seat. A line that was
    sent together with a code says nothing about what has been read.
    """
    host = new_host()
    host.person("ann").lose()
    first = known(host, "ann").code
    back = host.connect()
    back.send(f"resume {first}")
    host.tick([Lost(back.conn, dead=True)])
    back = host.connect()
    second = shown(back.send(f"resume {first}", "ping 1"))
    host.restart()
    back = host.connect()
    third = shown(back.send(f"resume {first}"))
    assert refused(nameless(host), f"resume {second}") == "bad_password"
    host.wait(UNREAD_S)
    back.send("who")
    host.restart()
    assert refused(nameless(host), f"resume {first}") == "bad_password"
    assert ok(nameless(host), f"resume {third}").body["name"] == "ann"


def test_with_a_token_and_a_number_nothing_changes() -> None:
    """A program that is cut off comes back the same way however often."""
    host = new_host()
    host.program("ann").lose()
    ann = known(host, "ann")
    token, code = ann.token, ann.code
    for _ in range(3):
        body = ok(nameless(host), f"resume {token} {ann.seq}").body
        assert (body["token"], body["code"], body["text"]) == (token, code, [])
    ann.code = ""  # as after a start of the host
    assert ok(nameless(host), f"resume {token} {ann.seq}").body["code"] is None
    line = nameless(host)
    line.send(f"resume {token} {ann.seq}")
    assert line.send("quit")[-1] == '! bye {"text":["Goodbye."]}'
    assert ok(nameless(host), f"resume {token}").body["code"] == ann.code != ""


def test_a_token_outlasts_the_host_and_a_password_gets_another_one() -> None:
    """The other devices of an account keep theirs, however often the host is started again."""
    host: Host = new_host()
    ok(host.program("ann"), f"register {SECRET}")
    token, seq = known(host, "ann").token, known(host, "ann").seq
    for start in range(5):
        host = Host(GAMES, store=host.kept, seed=start)
        assert ok(nameless(host), f"resume {token} {seq}").body["token"] == token
    host = Host(GAMES, store=host.kept, seed=5)
    other = ok(nameless(host), f"name ann {SECRET}").body["token"]
    assert other != token
    assert len(host.kept.load().players[0].tokens) == 2
    for each in (token, other):
        assert ok(nameless(host), f"resume {each}").body["token"] == each


def test_a_code_that_the_host_does_not_know_is_null_in_every_answer() -> None:
    """Also when somebody who came with a token registers: their code still counts. A player with
    a seat who says goodbye is shown none.
    """
    host = new_host()
    Party("ann", "bob", host=host, programs=("ann",))["ann"].lose()
    ann = known(host, "ann")
    token, code = ann.token, ann.code
    ann.code = ""  # as after a start of the host
    line = nameless(host)
    assert ok(line, f"resume {token} {ann.seq}").body["code"] is None
    assert line.send("/quit")[-1] == '! bye {"text":["Goodbye. Your seat is kept."]}'
    line.lose()
    line = nameless(host)
    assert ok(line, f"resume {token} {ann.seq}").body["code"] is None
    assert ok(line, "/register open sesame").body["code"] is None
    line.lose()
    assert ok(nameless(host), f"resume {code}").body["name"] == "ann"


def test_an_account_has_few_tokens_and_the_latest_count() -> None:
    """Each start of the host forgets what they were; who comes with the password gets another."""
    host = new_host()
    ann = host.program("ann")
    ok(ann, f"register {SECRET}")
    tokens = [known(host, "ann").token]
    for _ in range(5):
        known(host, "ann").token = ""
        tokens.append(ok(nameless(host), f"name ann {SECRET}").body["token"])
    assert len(set(tokens)) == 6
    for old in tokens[:2]:
        assert refused(nameless(host), f"resume {old}") == "bad_password"
    for token in tokens[2:]:
        assert ok(nameless(host), f"resume {token}").body["token"] == token


# --- not against who is there -----------------------------------------------------------


def test_a_code_is_refused_while_the_owners_line_answers() -> None:
    """The owner reads of it, and keeps the line; the code still counts. A guest has no password
    that could be typed behind it.
    """
    host = new_host()
    party = Party("ann", "bob", host=host)
    code = known(host, "ann").code
    thief, other = nameless(host), nameless(host)
    assert thief.send(f"#1 resume {code}", "#2 ping") == []
    host.wait(0.25)
    first, second = thief.take()
    assert first.startswith('#1 no {"code":"unavailable"')
    assert "Your other connection still answers. Close it first, then type this again." in first
    assert second.startswith("#2 ok")
    assert party["ann"].take() == [
        "Somebody has typed your way-back code on another connection. It was not",
        "  accepted, because this one still answers. If it was you, close this one",
        "  first.",
    ]
    assert other.send(f"#1 resume {code} {SECRET}") == []
    host.wait(1)
    assert '"unavailable"' in other.take()[-1]
    assert not party["ann"].closed
    party["ann"].lose()
    assert ok(thief, f"resume {code}").body["name"] == "ann"


def test_a_code_brings_back_a_player_whose_line_is_dead() -> None:
    """Its computer confirms nothing any more: after three seconds that is sure. Who asks and is
    gone before that changes nothing.
    """
    host = new_host()
    party = Party("ann", "bob", host=host)
    host.silent[party["ann"].conn] = 1000.0
    back, gone = host.connect(), nameless(host)
    back.take()
    gone.send(f"#1 resume {known(host, 'ann').code}")
    gone.lose()
    host.wait(5)
    assert not party["ann"].closed
    assert not host.reports
    assert back.send(f"resume {known(host, 'ann').code}") == []
    host.wait(2.9)
    assert back.take() == []
    host.wait(0.2)
    assert back.take()[1].startswith("If you are disconnected, type: resume ")
    assert party["ann"].closed
    assert known(host, "ann").seat == Seat(1)


def test_a_line_that_is_lost_while_it_is_asked_is_dead_at_once() -> None:
    host = new_host()
    ann = host.person("ann")
    back, third = host.connect(), nameless(host)
    code = known(host, "ann").code
    back.send(f"resume {code}")
    third.send(f"#1 resume {code}")
    ann.lose()
    host.wait(0.25)
    assert back.take()[0].startswith("Hello ann.")
    host.wait(5)
    (late,) = [line for line in third.take() if line.startswith("#1")]
    assert late.startswith('#1 no {"code":"unavailable"'), "now that one answers"
    assert known(host, "ann").session is host.house.people.sessions[back.conn]


def test_who_types_a_right_code_in_vain_bothers_its_player_only_so_often() -> None:
    host = new_host(tries_per_address=3)
    host.person("ann")
    code = known(host, "ann").code
    for _ in range(3):
        thief = nameless(host, address="198.51.100.1", near=False)
        thief.send(f"#1 resume {code}")
        host.wait(1)
        assert '"unavailable"' in thief.take()[-1]
    assert refused(nameless(host, address="198.51.100.1", near=False), f"resume {code}") == (
        "too_many"
    )


def test_with_the_password_a_code_takes_the_line_over() -> None:
    host = new_host()
    ann = host.program("ann")
    ok(ann, f"register {SECRET}")
    code = known(host, "ann").code
    assert refused(nameless(host), f"resume {code} {SECRET}x") == "bad_password"
    assert ok(nameless(host), f"resume {code} {SECRET}").body["name"] == "ann"
    assert ann.closed
    late = nameless(host)
    late.send(f"#1 resume {code}")
    host.wait(1)
    assert "Close it first, or use your password" in late.take()[-1]


# --- never a password -------------------------------------------------------------------


@pytest.mark.parametrize("way", ["code", "token"])
def test_no_way_back_is_enough_to_change_a_password(way: str) -> None:
    """The old one has to be typed first, once on a line."""
    host = new_host()
    ok(host.program("ann"), f"register {SECRET}")
    ann = known(host, "ann")
    host.clients[next(iter(host.clients))].lose()
    back = nameless(host)
    ok(back, f"resume {getattr(ann, way)}")
    assert why_not(back, "register") == (
        "To change your password, first type the one you have now: register PASSWORD"
    )
    assert refused(back, "register another secret") == "bad_password"
    assert ann.password is not None
    assert ok(back, f"register {SECRET}").text == (
        "That is your password. Now the new one: register PASSWORD"
    )
    assert ok(back, "register another secret").body["changed"] is True
    assert refused(nameless(host), f"name ann {SECRET}") == "bad_password"
    ok(nameless(host), "name ann another secret", "register yet another secret")


def test_passwords_that_are_tried_with_register_count_as_tries() -> None:
    host = new_host(tries_per_address=2, tries_per_name=2)
    ok(host.program("ann"), f"register {SECRET}")
    code = known(host, "ann").code
    host.clients[next(iter(host.clients))].lose()
    back = nameless(host, address="198.51.100.1", near=False)
    ok(back, f"resume {code}")
    codes = [ask(back, f"register guess number {number}").code for number in range(5)]
    assert codes == [*["bad_password"] * 2, *["too_many"] * 3]


def test_wrong_codes_keep_nobody_out_and_nobody_can_guess_one() -> None:
    """A thousand years of guessing as fast as the host answers, with every account in use."""
    host = new_host()
    home = nameless(host, address="192.0.2.1", near=False)
    ok(home, "name ann")
    home.lose()
    code = known(host, "ann").code
    for _ in range(300):
        line = nameless(host, address="192.0.2.1", near=False)
        assert refused(line, "resume abcde") == "bad_password"
        line.lose()
    host.wait(60)
    assert ok(nameless(host, address="192.0.2.1", near=False), f"resume {code}").word == "ok"
    guesses = 10_000 * 1_000 * 366 * 24 * 3600
    assert guesses * Limits().accounts / len(LETTERS) ** CODE_LETTERS < 1e-3


# --- wrong passwords do not lock the owner out -------------------------------------------


def test_wrong_passwords_of_others_do_not_keep_the_owner_out() -> None:
    """Forty from two addresses, again and again for hours; also after the owner mistyped.
    Fifty through the tunnel by which everybody comes, and whoever tries goes on.
    """
    host = new_host()
    home = nameless(host, address="192.0.2.1", near=False)
    ok(home, "name ann", f"register {SECRET}")
    home.lose()
    for _ in range(6):
        for number in range(40):
            line = nameless(host, address=f"198.51.100.{number % 2}", near=False)
            line.send(f"#1 name ann guess number {number}")
            line.lose()
        host.wait(3600)
        assert refused(nameless(host, address="192.0.2.1", near=False), "name ann oh dear no") == (
            "bad_password"
        )
        back = nameless(host, address="192.0.2.1", near=False)
        assert ok(back, f"name ann {SECRET}").body["guest"] is False
        back.lose()
    host = new_host()
    home = nameless(host)
    ok(home, "name ann", f"register {SECRET}")
    home.lose()
    mallory = [nameless(host) for _ in range(10)]
    codes = [ask(line, f"name ann guess number {n}").code for n in range(5) for line in mallory]
    assert codes.count("bad_password") <= 21
    host.wait(60)
    for line in mallory:
        if not line.closed:
            ask(line, "name ann guess")
    assert ok(nameless(host), f"name ann {SECRET}").body["guest"] is False


def test_a_token_brings_the_owner_in_however_many_passwords_were_tried() -> None:
    """From any address, also after a start of the host."""
    host = new_host(tries_per_address=1, tries_per_name=1)
    ok(host.program("ann"), f"register {SECRET}")
    token = known(host, "ann").token
    host.restart()
    for number in range(10):
        line = nameless(host, address=f"198.51.100.{number}", near=False)
        line.send("#1 name ann wrong one")
    assert ok(nameless(host, address="192.0.2.1", near=False), f"resume {token}").word == "ok"


# --- passwords --------------------------------------------------------------------------


def test_an_account_survives_another_cost_of_passwords() -> None:
    """Its password is checked as it was set; the next one is set at the new cost."""
    host = new_host(password_cost=2)
    ok(host.program("ann"), f"register {SECRET}")
    host.limits = Limits(bot_pause_ms=0, password_cost=3)
    host.restart()
    assert refused(nameless(host), "name ann wrong one") == "bad_password"
    line = nameless(host)
    assert events(line.send(f"#1 name ann {SECRET}"))[0][1] == "welcome"
    assert str(host.kept.load().players[0].password).startswith("scrypt$2$8$3$")
    ok(line, "register another secret")
    assert str(host.kept.load().players[0].password).startswith("scrypt$3$8$3$")
    ok(nameless(host), "name ann another secret")


def test_a_code_that_is_replaced_while_the_line_is_asked_brings_nobody_in() -> None:
    host = new_host()
    ann = host.program("ann")
    ok(ann, f"register {SECRET}")
    host.silent[ann.conn] = 1000.0
    thief = nameless(host)
    thief.send(f"#1 resume {known(host, 'ann').code}")
    ok(ann, "register another secret")
    host.wait(4)
    (answer,) = [line for line in thief.take() if line.startswith("#1")]
    assert answer.startswith('#1 no {"code":"bad_password"')
    assert known(host, "ann").session is host.house.people.sessions[ann.conn]


def test_names_that_look_alike() -> None:
    """One that looks like one that is taken is refused, and what it looks like is said. Python
    and the table of look-alikes grow: two names that look alike today stay two.
    """
    twin = "\u0441\u043e\u0441\u043e"
    store = MemoryStore()
    for number, name in enumerate(("coco", twin), 1):
        ways = (token_hash(f"{number:032x}"),), (code_hash(f"code-{number}"),)
        store.commit((), [SavedPlayer(number, name, name, *ways, 0)])
    host = Host(GAMES, store=store)
    for number, name in enumerate(("coco", twin), 1):
        line = nameless(host)
        assert ok(line, f"resume {number:032x}").body["name"] == name
        assert known(host, name).name == name
    assert refused(nameless(host), "name Coco") == "name_taken"
    assert refused(nameless(host), f"name {twin}") == "name_taken"
    host = new_host()
    host.person("coco")
    twin = "\u0441\u043e\u0441\u043e"
    assert why_not(nameless(host), f"name {twin}") == (
        f"{twin} looks like coco, which is taken. Choose another name, such as {twin}2."
    )


def test_a_code_typed_at_the_question_for_a_name_is_no_name_but_the_way_back() -> None:
    """As a name, everybody could read it. Who has a name reads how to come in under another."""
    host = new_host()
    party = Party("ann", "bob", host=host)
    code = known(host, "ann").code
    party["ann"].lose()
    line = host.connect()
    line.send("HELLO 1 text")
    assert why_not(line, f"name {code}") == "That is a code. To come back with it: resume CODE"
    line = host.connect()
    assert line.send(code.upper())[1].startswith("If you are disconnected, type: resume ")
    assert known(host, "ann").session is not None
    assert host.connect().send("aaaaa-bbbbb-ccccc")[-1] == (
        "No one matches that code. To start fresh: name NAME"
    )
    host = new_host()
    ann = host.person("ann")
    for typed in ("name bob", "resume aaaaa-bbbbb-ccccc"):
        assert ann.send(typed) == [
            "You are ann already. To come in under another name, type quit and connect",
            "  again.",
        ]


def test_whoever_is_disconnected_reads_how_to_come_back_to_a_seat() -> None:
    """Whatever for, unless they have no seat."""
    host = new_host(flood_burst=5, flood_per_s=5, flood_waiting=5, flood_refusals=5, near_factor=1)
    party = Party("ann", "bob", host=host, programs=("bob",))
    back = f"Your seat is kept; come back with: resume {known(host, 'ann').code}"
    flood = b"ping\n" * 100
    slow = host.house.slow_notice(party["bob"].conn).decode()
    assert f"come back with: resume {known(host, 'bob').code}" in slow
    said = "\n".join(party["ann"].send_raw(flood)).replace("\n  ", " ").splitlines()
    assert said[-2:] == [
        f"Disconnected: far too many lines at once. {back}",
        "If nc does not end now, press Ctrl-C.",
    ]
    host.wait(1000)
    assert host.person("cy").send_raw(flood)[-2:] == [
        "Disconnected: far too many lines at once.",
        "If nc does not end now, press Ctrl-C.",
    ]

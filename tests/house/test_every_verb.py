"""Every verb in every state: what is granted, and with which code the rest is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from parlour.catalogue import BY_VERB, COMMANDS, FEATURES
from parlour_kit.host import Client
from tests.house.scene import Party, Words, ask, new_host, ok

CODES = {
    "no_name": "not_logged_in",
    "no_table": "not_at_table",
    "no_such": "no_such_table",
    "begun": "already_started",
    "no_game": "not_started",
    "unavail": "unavailable",
    "illegal": "illegal_move",
    "bad_pass": "bad_password",
    "fault": "game_fault",
}
"""Short words of the table below."""

EXPECTED = """
line            nameless  lobby     watching  open      playing   paused    frozen    over
help            ok        ok        ok        ok        ok        ok        ok        ok
name other      ok        usage     usage     usage     usage     usage     usage     usage
name other x    bad_pass  usage     usage     usage     usage     usage     usage     usage
register x      no_name   usage     usage     usage     usage     usage     usage     usage
resume abcdef   bad_pass  usage     usage     usage     usage     usage     usage     usage
rename zed      no_name   unavail   unavail   unavail   unavail   unavail   unavail   unavail
games           ok        ok        ok        ok        ok        ok        ok        ok
rules hunt      ok        ok        ok        ok        ok        ok        ok        ok
tables          ok        ok        ok        ok        ok        ok        ok        ok
who             ok        ok        ok        ok        ok        ok        ok        ok
new hunt        no_name   ok        ok        ok        begun     begun     begun     ok
seek hunt       no_name   ok        ok        ok        begun     begun     begun     ok
play hunt       no_name   ok        ok        ok        begun     begun     begun     ok
join 2          no_name   no_such   no_such   ok        begun     begun     begun     ok
watch 2         no_name   no_such   no_such   ok        ok        ok        ok        ok
leave           no_name   no_table  ok        ok        ok        ok        ok        ok
bot             no_name   no_table  no_table  ok        begun     begun     begun     ok
kick bob        no_name   no_table  no_table  ok        begun     begun     begun     ok
options         no_name   no_table  ok        ok        ok        ok        ok        ok
options top=9   no_name   no_table  not_host  ok        begun     begun     begun     ok
invite          no_name   no_table  ok        ok        ok        ok        ok        ok
invite ann      no_name   no_table  no_table  ok        ok        ok        ok        ok
phone           no_name   unavail   unavail   unavail   unavail   unavail   unavail   unavail
nudge ann       no_name   no_table  no_table  no_game   usage     usage     usage     no_game
ready           no_name   no_table  no_table  ok        begun     begun     begun     ok
start           no_name   no_table  no_table  ok        begun     begun     begun     ok
chapter         no_name   no_table  unavail   unavail   unavail   unavail   unavail   unavail
look            no_name   no_table  ok        ok        ok        ok        ok        ok
scores          no_name   no_table  ok        ok        ok        ok        ok        ok
say hi          no_name   no_table  ok        ok        ok        ok        ok        ok
tell ann hi     no_name   ok        ok        ok        ok        ok        ok        ok
ignore ann      no_name   ok        ok        ok        ok        ok        ok        ok
propose abort   no_name   no_table  no_table  no_game   ok        ok        ok        no_game
propose pause   no_name   no_table  no_table  no_game   ok        unavail   unavail   no_game
propose resume  no_name   no_table  no_table  no_game   unavail   ok        unavail   no_game
accept          no_name   no_table  no_table  usage     usage     usage     usage     usage
decline         no_name   no_table  no_table  usage     usage     usage     usage     usage
continue 1      no_name   not_host  not_host  unavail   unavail   unavail   ok        unavail
end 1           no_name   not_host  not_host  unavail   unavail   unavail   ok        unavail
rematch         no_name   no_table  no_table  no_game   begun     begun     begun     ok
why ant         no_name   ok        illegal   ok        ok        ok        ok        ok
set width 60    ok        ok        ok        ok        ok        ok        ok        ok
commands        ok        ok        ok        ok        ok        ok        ok        ok
ping            ok        ok        ok        ok        ok        ok        ok        ok
about           ok        ok        ok        ok        ok        ok        ok        ok
clear           ok        ok        ok        ok        ok        ok        ok        ok
hi              ok        ok        ok        ok        ok        ok        ok        ok
more            ok        ok        ok        ok        ok        ok        ok        ok
quit            ok        ok        ok        ok        ok        ok        ok        ok
hide 3          no_table  no_table  no_table  no_game   illegal   unavail   fault     no_game
try bob 2       no_table  no_table  no_table  no_game   ok        unavail   fault     no_game
count bob       no_table  no_table  ok        no_game   ok        ok        ok        ok
note x          no_table  no_table  no_table  no_game   ok        unavail   fault     no_game
"""
HEAD, *OF_THE_HOST = EXPECTED.strip().splitlines()
OF_FEATURES: Final = Path(__file__).parents[1] / "features" / "verbs"
"""The lines of features: a file each, as above."""
ROWS: Final = [
    *OF_THE_HOST,
    *(
        row
        for feature in FEATURES
        if any(command.where != "operator" for command in feature.commands)
        for row in (OF_FEATURES / f"{feature.name}.txt").read_text().splitlines()
    ),
]
STATES = HEAD.split()[1:]


def party(*, start: bool = True) -> Party:
    """Eve, who will ask, with Bob; Ann and Cy at a second table."""
    host = new_host(lexicons={"en": Words()})
    table = Party("eve", "bob", host=host, programs=("eve",), game="brittle", start=start)
    Party("ann", "cy", host=host, start=False)
    return table


def outside(*, start: bool) -> Client:
    """A program without a name; Ann and Bob are at the only table."""
    host = new_host(lexicons={"en": Words()})
    Party("ann", "bob", host=host, start=start)
    client = host.connect()
    client.send("HELLO 1 text")
    return client


def playing() -> Party:
    """Past the bare words, and past the time in which one comes too late; Eve is to try."""
    table = party()
    table.hide(1, 2)
    table.host.wait(3)
    return table


def nameless() -> Client:
    return outside(start=True)


def lobby() -> Client:
    client = outside(start=False)
    ok(client, "name eve")
    return client


def watching() -> Client:
    """At a table whose players hide their numbers."""
    client = outside(start=True)
    ok(client, "name eve", "watch 1")
    return client


def open_() -> Client:
    return party(start=False)["eve"]


def paused() -> Client:
    table = playing()
    ok(table["eve"], "propose pause")
    table["bob"].send("accept")
    return table["eve"]


def frozen() -> Client:
    table = playing()
    assert ask(table["eve"], "snap apply").code == "game_fault"
    return table["eve"]


def over() -> Client:
    table = playing()
    ok(table["eve"], "try bob 2")
    return table["eve"]


MAKE: dict[str, Callable[[], Client]] = {
    "nameless": nameless,
    "lobby": lobby,
    "watching": watching,
    "open": open_,
    "playing": lambda: playing()["eve"],
    "paused": paused,
    "frozen": frozen,
    "over": over,
}


def cells() -> list[tuple[str, str, str]]:
    """Line, state, code or ok."""
    found: list[tuple[str, str, str]] = []
    for row in ROWS:
        line, words = row[:15].strip(), row[15:].split()
        for state, word in zip(STATES, words, strict=True):
            found.append((line, state, CODES.get(word, word)))
    return found


def failures(client: Client) -> int:
    """How often the log says that something failed. A wrong code is no failure of the host."""
    return sum("address" not in report.fields for report in client.host.reports)


@pytest.mark.sweep
@pytest.mark.parametrize("state", STATES)
def test_every_verb_is_granted_or_refused_as_the_table_says(state: str) -> None:
    """With exactly one answer, and never because the host itself failed. What is refused, and what
    is declared to write nothing, writes nothing, so the next line may find the same table.
    """
    client = MAKE[state]()
    for line, where, code in cells():
        if where != state:
            continue
        reports, kept = failures(client), kept_by(client)
        answer = ask(client, line)
        assert (answer.code or "ok") == code, line
        assert failures(client) == reports, line
        if answer.code or only_reads(line):
            assert kept_by(client) == kept, line
        else:
            client = MAKE[state]()


READING: Final = {
    "tables",
    "who",
    "look",
    "scores",
    "history",
    "replay",
    "chapter",
    "seals",
    "more",
    "why",
}


def kept_by(client: Client) -> int:
    """How much the host has stored so far."""
    return len(client.host.entries) + len(client.host.writes)


def only_reads(line: str) -> bool:
    """Is *line* one that writes nothing?"""
    verb, *words = line.split()
    command = BY_VERB.get(verb)
    if command is None or verb == "quit":  # who quits is away then, and that is stored
        return False
    return command.stateless or verb in READING or (verb == "options" and not words)


def test_every_verb_stands_in_the_table() -> None:
    of_players = {command.verb for command in COMMANDS if command.where != "operator"}
    lines = [line for line, _, _ in cells()]
    missing = {
        verb for verb in of_players if not any(f"{x} ".startswith(f"{verb} ") for x in lines)
    }
    assert not missing, f"add a line for each of {missing}"


@pytest.mark.sweep
def test_while_bare_words_are_asked_for_every_line_is_one_unless_it_has_a_slash_or_an_id() -> None:
    """Then it is what it is in any other phase of the game; what cannot be undone needs the
    slash.
    """
    eve = party()["eve"]
    for line, state, code in cells():
        verb = line.split()[0]
        if state == "playing" and verb not in {"hide", "try", "note"}:
            assert '"malformed_move"' in eve.send(line)[0], line
            found = ask(eve, f"/{line}").code
            expected = "illegal_move" if verb == "why" else None if code == "ok" else code
            assert found == expected, line
            eve = eve if found else party()["eve"]
            command = BY_VERB.get(line) or BY_VERB.get(verb)
            fateful = command is not None and command.fateful
            found = ask(eve, line).code
            unknown = command is None and "malformed_move"
            assert found == ("ambiguous" if fateful else unknown or expected), line
            eve = eve if found else party()["eve"]


def person(state: str) -> Client:
    """Eve at netcat, in one of the states."""
    host = new_host(lexicons={"en": Words()})
    if state == "lobby":
        return host.person("eve")
    start = state != "open"
    watchers = ("eve",) if state == "watching" else ()
    players = ("ann", "bob") if watchers else ("eve", "bob")
    table = Party(*players, host=host, game="brittle", watchers=watchers, start=start)
    if state in {"paused", "over"}:
        table.hide(1, 2)
        host.wait(3)
        table["eve"].send("try bob 2" if state == "over" else "propose pause")
        table["bob"].send("accept" if state == "paused" else "ping")
    return table["eve"]


@pytest.mark.sweep
@pytest.mark.parametrize("state", ["lobby", "watching", "open", "playing", "paused", "over"])
def test_every_line_of_a_person_is_answered_and_again_if_it_is_typed_twice(state: str) -> None:
    client = person(state)
    for line, where, _ in cells():
        if where == STATES[0]:
            kept = kept_by(client)
            assert client.send(line), line
            assert client.closed or client.send(line), line
            if client.closed or kept_by(client) != kept:
                client = person(state)

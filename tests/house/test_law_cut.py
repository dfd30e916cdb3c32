"""Law: who is cut off anywhere and comes back has read in the end what he would have read."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

from tests.house.cutting import HUNTING, PLAYERS, Cutter, Played, Script, guessing, probing
from tests.house.scene import names
from tests.sizes import sized

GAMES: Final = ("probe", "password")
VOICES: Final = {
    "person": "",
    "program": "HELLO 1 text",
    "scenes": "HELLO 1 text scene",
}
MOST: Final = 12
"""More events than any tick of these games tells one player."""


@cache
def script(game: str) -> Script:
    match game:
        case "probe":
            return probing(8)
        case "password":
            return guessing(2)
        case _:
            return HUNTING


@cache
def whole(game: str, voice: str) -> Played:
    """What everybody reads who is never cut off."""
    return Cutter(game, script(game), VOICES[voice]).whole()


def plain(pieces: list[bytes]) -> list[bytes]:
    """Events without their numbers, and without that somebody's line was lost.

    Without the time left too: a restart may give some of it back.
    """
    found = (re.sub(rb"^\* [0-9]+ ", b"* ", piece) for piece in pieces)
    timeless = (re.sub(rb'"due_ms":[0-9]+|\([0-9]+ s\)', b"", piece) for piece in found)
    return [piece for piece in timeless if not _of_a_line(piece)]


def _of_a_line(piece: bytes) -> bool:
    if piece.startswith(b"* seat "):
        return b'"change":"away"' in piece or b'"change":"back"' in piece
    return piece.endswith((b" is kept.\n", b" is back.\n"))


def nth(victim: str, voice: str) -> int:
    """The number of the player in that voice, from 0 to 8."""
    return PLAYERS.index(victim) + len(PLAYERS) * [*VOICES].index(voice)


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("game", ["hunt", *GAMES])
def test_the_games_tell_enough_to_be_cut(game: str, voice: str) -> None:
    """No tick tells more than is cut into, and the whole is read by all."""
    played = whole(game, voice)
    assert min(len(pieces) for pieces in played.told.values()) > 40
    assert played.most <= MOST


@pytest.mark.sweep
@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("victim", PLAYERS)
def test_cut_after_each_event_and_in_each_line_the_rest_comes_to_the_byte(
    victim: str, voice: str
) -> None:
    """After every event of every tick of a whole game; and the story is the same in the end.

    In `./dev test` each player in each voice is cut off after other events; together after all.
    """
    wanted = plain(whole("hunt", voice).told[victim])
    for kept in sized(range(nth(victim, voice), MOST + 1, 9), range(MOST + 1)):
        played = Cutter("hunt", script("hunt"), VOICES[voice]).cut(victim, kept)
        assert plain(played.told[victim]) == wanted, kept
        assert played.cuts > 15


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "victim", "voice"),
    [
        (game, victim, voice)
        for number, game in enumerate(GAMES)
        for place, victim in enumerate(PLAYERS)
        for turn, voice in enumerate(VOICES, number)
        if sized(turn % len(VOICES) == place, True)
    ],
)
def test_the_same_holds_for_real_games(game: str, victim: str, voice: str) -> None:
    """Their secrets and what was asked come again to whom they had come.

    Each player in each voice is cut off after other events. In `./dev test` each is in one.
    """
    wanted = plain(whole(game, voice).told[victim])
    first = nth(victim, voice)
    for kept in sized([first], range(first % 6, MOST, 6)):
        played = Cutter(game, script(game), VOICES[voice]).cut(victim, kept, sized(3, 1))
        assert plain(played.told[victim]) == wanted, kept
        assert played.cuts > sized(10, 30)


@pytest.mark.sweep
@pytest.mark.parametrize("voice", VOICES)
def test_the_same_holds_if_the_host_was_killed_in_between(voice: str) -> None:
    """After every line of the game, with every seat cut off at every event: in each voice after
    others.
    """
    wanted = whole("hunt", voice)
    first = [*VOICES].index(voice)
    for kept in sized([2 * first], range(first % 2, MOST, 2)):
        played = Cutter("hunt", script("hunt"), VOICES[voice]).kill(kept)
        for name in PLAYERS:
            assert plain(played.told[name]) == plain(wanted.told[name]), (name, kept)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "voice"),
    sized(
        [("probe", "scenes"), ("password", "person"), ("password", "program")],
        [(game, voice) for game in GAMES for voice in VOICES],
    ),
)
def test_a_real_game_outlives_its_host_many_times(game: str, voice: str) -> None:
    wanted = whole(game, voice)
    for kept in sized(([*VOICES].index(voice),), range(0, MOST, 6)):
        played = Cutter(game, script(game), VOICES[voice]).kill(kept, every=9)
        for name in PLAYERS:
            assert plain(played.told[name]) == plain(wanted.told[name]), (name, kept)


# --- what is not told -----------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.parametrize("killed", [False, True])
def test_without_a_number_nothing_of_the_past_comes(killed: bool) -> None:
    """G-4: the position, their own secrets, their question, and whom a clock waits for. No event
    of the game comes.
    """
    cutter = Cutter("probe", script("probe"), "")
    checked = 0
    for index, _ in enumerate(cutter.steps()):
        if index < 4 or index % sized(9, 3):
            continue
        if killed:
            cutter.host.restart()
        for name in PLAYERS:
            player = cutter.host.house.people.register.by_key[name]
            client = cutter.host.connect()
            client.send("HELLO 1 text view", f"#1 resume {player.token}")
            told = names(client.data.decode().splitlines())
            # The others may come back while he reads.
            assert set(told) <= {"welcome", "seat", "view", "prompt", "notice"}, told
            cutter.clients[name] = client
            checked += 1
    assert checked > sized(20, 60)


def test_what_was_asked_leaves_no_trace_in_what_a_player_reads_when_he_comes_back() -> None:
    """R-P-13, O-P-10: two games that differ in nothing but wrong guesses read the same."""
    read: list[list[str]] = []
    for letters in ("QX", "XQ", "QQ"):
        cutter = Cutter("probe", (), "")
        host, clients = cutter.host, cutter.clients
        clients["ann"].send("new probe turn_seconds=0")
        for name in ("bob", "cy"):
            clients[name].send("join 1")
        clients["ann"].send("start")
        for name in PLAYERS:
            clients[name].send("/hide banana")
        for letter in letters:
            table = host.house.tables.rooms[1].table
            assert table.match is not None
            asker = table.name(next(iter(table.match.prompts)))
            other = next(name for name in PLAYERS if name != asker)
            clients[asker].send(f"/ask {other} {letter}")
        read.append([])
        for name in PLAYERS:
            player = host.house.people.register.by_key[name]
            read[-1] += host.connect().send(f"resume {player.token}", "look", "scores")
    assert read[0] == read[1] == read[2]
    assert len(read[0]) > 20

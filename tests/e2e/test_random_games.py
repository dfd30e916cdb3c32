"""Random players that know only the protocol play whole games over TCP."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.e2e import random_player
from tests.e2e.random_player import LINE_MAX, Broken, Player, life
from tests.e2e.thousand import play
from tests.sizes import sized

SEATS = {"probe": range(2, 7), "boggle": range(1, 21), "password": range(2, 5)}
GAMES = sized(4, 9)
SEED = 2
"""Of which no game is long, and each is played.

The law tests play thousands in one process; these show that sockets make no difference.
"""


def test_random_games_end_without_a_protocol_error_and_replay_as_they_were_played() -> None:
    """Any options, seats, bots and watchers: see `random_player` for what is checked.

    `python -m tests.e2e.thousand` does the same with 1,000 games.
    """
    figures = play(GAMES, at_once=20, seed=SEED)
    games = [
        (played.started["game"], [seat["bot"] for seat in played.started["seats"]])
        for played in figures.games
    ]
    assert len(games) == GAMES
    assert {game for game, _ in games} == SEATS.keys()
    assert all(len(bots) in SEATS[game] for game, bots in games)
    people = sum(bots.count(None) for _, bots in games)
    assert people < sum(len(bots) for _, bots in games), "no bot has played"
    assert figures.counts["replays"] > people, "nobody has looked on"


def test_random_french_games_replay_as_they_were_played() -> None:
    """Probe with the French list, its rules, and words that must be said."""
    figures = play(2, at_once=5, seed=3, game="probe", options=("edition=fr", "racks=1"))
    assert {played.started["options"]["edition"] for played in figures.games} == {"fr"}
    assert {played.started["options"]["lexicon"] for played in figures.games} >= {"fr"}
    assert {True, False} == {played.started["options"]["fr_recite"] for played in figures.games}


@pytest.mark.parametrize("seed", range(4))
def test_a_player_alone_starts_the_game(seed: int) -> None:
    """With nobody else there `ready` begins no game, and they would wait for ever."""
    player = Player("ann", Random(seed), partial(life, arrived=lambda _: None))
    text = ',"text":[]' if "text" in player.wishes else ""
    for line in (
        '#- ok {"server":"parlour"%s}\n',
        '#1 ok {"name":"ann"%s}\n',
        '#2 + {"game":"hunt","seats":[1,1],"bots":[],"options":[]%s}\n',
        '#2 ok {"count":1%s}\n',
        '#3 ok {"table":1%s}\n',
    ):
        player.feed((line % text).encode())
    assert player.request == "start"


def test_the_random_player_is_short_and_knows_nothing_of_parlour() -> None:
    """What they show holds for any client that is written from the protocol page."""
    source = Path(random_player.__file__).read_text("utf-8")
    assert len(source.splitlines()) <= 160
    assert "parlour" not in source
    assert not any(game in source for game in SEATS)


@pytest.mark.parametrize(
    "wrong",
    [
        b'* 2 welcome {"text":[]}\n',
        b'* 1 welcome {"name":"ann"}\n',
        b'* 1 welcome {"text":[]\n',
        b"* 1 welcome []\n",
        b'* 1 fault {"table":1,"text":[]}\n',
        b'* 1 notice {"kind":"waiting","text":[]}\n',
        b'* - notice {"kind":"stopping","text":[]}\n',
        b'? 1 welcome {"text":[]}\n',
        b'#2 ok {"text":[]}\n',
        b'#1 maybe {"text":[]}\n',
        b'#1 ok {"text":[]}\n#1 ok {"text":[]}\n',
        b'#1 no {"code":"internal","text":[]}\n',
        b'#1 no {"code":"stale","text":[]}\n',
        b'! internal {"text":[]}\n',
        b"Hello ann.\n",
        b'* 1 welcome {"text":["%b"]}\n' % (b"x" * LINE_MAX),
        b'* 1 welcome {"text":["\xe9"]}\n',
        b"",
    ],
)
def test_the_random_player_notices_what_the_protocol_forbids(wrong: bytes) -> None:
    """Numbers, objects, texts, ids, codes, lengths, encodings, and a line that just ends."""
    player = Player("ann", Random(3), partial(life, arrived=lambda _: None))
    assert "text" in player.wishes
    player.feed(b'Parlour on den.\n#- ok {"server":"parlour","text":[]}\n')
    assert player.out.endswith(b"#1 name ann\n")
    with pytest.raises((Broken, ValueError)):
        player.feed(wrong)


def test_a_host_may_wait_for_its_disk() -> None:
    """Two notices say so. They have no number, and nothing else changes."""
    player = Player("ann", Random(3), partial(life, arrived=lambda _: None))
    player.feed(b'#- ok {"server":"parlour","text":[]}\n')
    player.feed(b'* - notice {"kind":"waiting","text":[]}\n')
    player.feed(b'* - notice {"kind":"storing","text":[]}\n* 1 welcome {"text":[]}\n')
    assert player.counts["notices of a slow disk"] == 2

"""Law: whatever holds for those who begin a game holds for those who come later."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

import pytest

from parlour.api import AnyGame
from parlour.engine import record as r
from parlour_kit.host import Host
from tests.games.brittle import BRITTLE
from tests.games.open_hunt import OPEN_HUNT
from tests.house.crowd import Crowd
from tests.house.cutting import JOINING, PLAYERS, Cutter, Played
from tests.house.scene import Words, new_host
from tests.house.test_law_cut import MOST, VOICES, nth, plain
from tests.house.test_law_replay import compare_all, house_of, listening
from tests.house.test_law_restart import check_house, check_streams, restart
from tests.house.test_law_store import play_twice
from tests.sizes import sized

GAMES: Final[Mapping[str, AnyGame]] = {"hunt": OPEN_HUNT, "brittle": BRITTLE}
LEXICONS: Final = {"en": Words()}


class Comers(Crowd):
    """A crowd that likes to sit down where something is going on."""

    def line_of(self, name: str) -> str:
        player = self.host.house.people.find(name)
        idle = player is not None and player.room is None
        if idle and self.host.house.tables.rooms and self.rng.random() < 0.6:
            return f"join {self.rng.choice([*self.host.house.tables.rooms])}"
        return super().line_of(name)


def came(host: Host) -> int:
    """How many sat down at games that were being played."""
    bodies = (body for room in host.house.tables.rooms.values() for body in room.record)
    return sum(isinstance(r.decode(body), r.Joined) for body in bodies)


@pytest.mark.sweep
def test_what_newcomers_heard_is_heard_again() -> None:
    """From where each sat down until he left or the game was over, in both voices."""
    compared = late = 0
    for seed in sized(range(310, 313), range(310, 322)):
        host = listening(seed, GAMES)
        for _ in Comers(seed, host).play(250):
            pass
        compared += compare_all(host)
        records = {finished.record for finished in host.archive.recent(100)}
        late += sum(heard.late and heard.record in records for heard in house_of(host).heard)
    assert compared > sized(5, 30)
    assert late > sized(0, 5)


@pytest.mark.sweep
def test_after_a_restart_everything_is_there_again() -> None:
    """The newcomers' seats, streams and prompts, too."""
    late = 0
    for seed in sized(range(331, 332), range(330, 334)):
        hosts = [new_host(GAMES, LEXICONS, seed=seed, proposal_s=30) for _ in range(2)]
        unhurt, killed = (Comers(seed, host) for host in hosts)
        for crowd in (unhurt, killed):
            for _ in crowd.play(150):
                pass
        restart(killed.host)
        check_house(unhurt.host, killed.host)
        assert check_streams(unhurt.host, killed.host, Random(seed)) > 50
        assert not killed.host.reports
        late += came(killed.host)
    assert late > sized(0, 2)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized(range(340, 341), range(340, 344)))
def test_who_had_to_wait_for_the_store_sits_where_they_would(seed: int) -> None:
    assert play_twice(seed, Comers, GAMES) > 10


@cache
def whole(voice: str) -> Played:
    """What everybody reads who is never cut off."""
    return Cutter("open", JOINING, VOICES[voice]).whole()


@pytest.mark.sweep
@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("victim", PLAYERS)
def test_who_is_cut_off_anywhere_reads_the_same_in_the_end(victim: str, voice: str) -> None:
    """Also within what they are told when they sit down. In each voice after other events."""
    wanted = plain(whole(voice).told[victim])
    assert whole(voice).most <= MOST
    first = nth(victim, voice)
    for kept in sized(range(first, MOST + 1, 9), range(first % 2, MOST + 1, 2)):
        played = Cutter("open", JOINING, VOICES[voice]).cut(victim, kept)
        assert plain(played.told[victim]) == wanted, kept
        assert played.cuts > 5


@pytest.mark.sweep
@pytest.mark.parametrize("voice", VOICES)
def test_the_same_holds_if_the_host_was_killed_in_between(voice: str) -> None:
    first = [*VOICES].index(voice)
    for kept in sized([2 * first], range(0, MOST, 3)):
        played = Cutter("open", JOINING, VOICES[voice]).kill(kept)
        for name in PLAYERS:
            assert plain(played.told[name]) == plain(whole(voice).told[name]), (name, kept)

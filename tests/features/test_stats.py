"""Stats: highlights of a game, places of an evening, and the sum of one's own games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from parlour.api import Reader, Seat
from parlour.features.history.commands import HISTORY_ROWS, MINE_ROWS
from parlour.features.stats.commands import STATS_GAMES
from parlour.features.stats.state import GAMES, SHELF, Evening, Evenings
from parlour.store.memory import MemoryStore
from parlour.tables.happened import Removed
from parlour_kit.host import Host
from tests.features.test_history import finished
from tests.games.hunt.game import HUNT
from tests.games.hunt.text_ui import HuntTextUI
from tests.house.scene import Party, heard, new_host, ok


def test_an_evening_keeps_its_last_games() -> None:
    """With all of them an endless evening would be an endless row."""
    evenings = Evenings()
    rows = [evenings.add(1, {"ann": place + 1}) for place in range(GAMES + 5)]
    row = rows[-1]
    assert row.places("ann") == list(range(6, GAMES + 6))
    assert row.places("bob") == []


def test_a_row_of_wins_ends_with_another_place() -> None:
    games = [{"ann": place, "bob": 3 - place} for place in (1, 2, 1, 1)]
    evening = Evening(1, tuple(games))
    assert (evening.streak("ann"), evening.streak("bob"), evening.streak("cy")) == (2, 0, 0)


def test_a_removed_player_is_in_no_evening() -> None:
    """The others keep their places."""
    evenings = Evenings()
    evenings.put(Evening(1, ({"Ann": 1, "bob": 2},)))
    evenings.put(Evening(2, ({"bob": 1},)))
    writes = evenings.forget(Removed(7, "ann", "player-7"))
    assert writes == [SHELF.kept(Evening(1, ({"player-7": 1, "bob": 2},)))]
    assert evenings.forget(Removed(7, "ann", "player-7")) == []
    assert evenings.drop(1)
    assert not evenings.drop(1)


class Proud(HuntTextUI):
    def highlights(self, view: Any, reader: Reader) -> Sequence[str]:
        """Say who the reader is."""
        return (f"You are {reader.name(Seat(view.me))}.",)


class Mute(HuntTextUI):
    def highlights(self, view: Any, reader: Reader) -> Sequence[str]:
        """A game that fails over it."""
        raise LookupError(view)


@pytest.mark.parametrize(("text_ui", "told"), [(Proud(), True), (Mute(), False)])
def test_the_game_says_what_is_worth_telling(text_ui: HuntTextUI, *, told: bool) -> None:
    """Each player reads their own. A game that fails over it has ended all the same."""
    host = new_host({"hunt": replace(HUNT, text_ui=text_ui)})
    party = Party("ann", "bob", host=host, watchers=("wat",))
    party.hide(3, 4)
    lines = party["ann"].send("try bob 4")
    assert "Game over: ann wins. ann 1, bob 0." in lines
    assert ("You are ann." in lines) is told
    assert ("You are bob." in heard(party["bob"])) is told
    assert not any("You are" in line for line in heard(party["wat"]))
    errors = [report.text for report in host.reports if report.level == "error"]
    assert errors == ([] if told else ["a game has no highlights: LookupError in Mute.highlights"])


def test_stats_count_what_was_played_under_a_name_by_its_player() -> None:
    """Not games that were called off, nor those of somebody who had the name before. Games alone
    are games, and nobody wins them.
    """
    store = MemoryStore()
    host = Host({"hunt": HUNT}, store=store)
    pro, zoe = host.program("pro"), host.person("zoe")
    number = host.house.people.register.by_key["pro"].number
    names, mine = {Seat(1): "pro", Seat(2): "bob"}, {"pro": number}
    games = [
        finished(1, names=names, players=mine),
        finished(2, names=names, players=mine, scores={Seat(1): 7, Seat(2): 9}, winners=(2,)),
        finished(3, names=names, players=mine, reason="aborted", winners=()),
        finished(4, names=names, players={"pro": number + 7}),
        finished(5, names={Seat(1): "pro"}, players=mine, scores={Seat(1): 4}),
        finished(6, names=names, players=mine, game="gone", scores={}),
        finished(7, names=names, players=mine),
        finished(8, names=names, players=mine),
    ]
    store.commit([], games)
    rows = ok(pro, "stats").items
    assert [{key: row[key] for key in row if key != "text"} for row in rows] == [
        {"game": "gone", "games": 1, "company": 1, "won": 1, "streak": 1, "best": 0},
        {"game": "hunt", "games": 5, "company": 4, "won": 3, "streak": 2, "best": 7},
    ]
    assert rows[1]["text"] == [
        "Hunt: 5 games, best score 7. Won: 3 of 4. You have won 2 in a row."
    ]
    assert zoe.send("stats") == ["You have finished no game here yet."]
    store.commit(
        [], [finished(9, names={Seat(1): "zoe"}, players={"zoe": 2}, scores={Seat(1): 4})]
    )
    assert zoe.send("stats") == ["Hunt: 1 game, best score 4."]
    assert len(games) < STATS_GAMES


def test_a_person_reads_their_own_games_first() -> None:
    """With half of the screen for others, if others have played so much. A program gets the newest
    first, as ever.
    """
    store = MemoryStore()
    host = Host({"hunt": HUNT}, store=store)
    pro, zoe = host.program("pro"), host.person("zoe")
    number = host.house.people.register.by_key["zoe"].number
    names = {Seat(1): "zoe", Seat(2): "bob"}
    mine = [finished(n, names=names, players={"zoe": number}) for n in range(1, 25)]
    store.commit([], mine)
    assert [line.split(":")[0] for line in zoe.send("history")] == [
        f"g{n}" for n in range(24, 4, -1)
    ]
    store.commit([], [finished(n, players={}) for n in range(31, 34)])
    few = zoe.send("history")
    assert (few[0], few[HISTORY_ROWS - 2], len(few)) == ("Yours:", "Others:", HISTORY_ROWS + 2)
    store.commit([], [finished(n, players={}) for n in range(41, 71)])
    many = zoe.send("history")
    assert (many[0], many[MINE_ROWS + 1], len(many)) == ("Yours:", "Others:", HISTORY_ROWS + 2)
    assert many[1].startswith("g24: hunt")
    assert many[-1].startswith("g61: hunt")
    assert [row["record"] for row in ok(pro, "history").items][:2] == ["g70", "g69"]

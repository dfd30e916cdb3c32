"""A table and its one transition: seats, the host, readiness, proposals, and what cannot be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parlour.api import OptionValue, Seat
from parlour.engine import record as r
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.folding import fold
from parlour.engine.opening import before_game, open_table, open_without_game
from parlour.engine.table import Chair, RecordFault, Suspension, Table
from tests.games.brittle import BRITTLE, Snap
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Hide
from tests.games.quiet import QUIET
from tests.house.scene import Words

ANN, BOB, CY = Seat(1), Seat(2), Seat(3)
GAMES = {"hunt": HUNT, "brittle": BRITTLE}
OPTIONS: dict[str, OptionValue] = {
    "rated": True,
    "top": 9,
    "seconds": 60,
    "answers": "warm",
    "cheers": True,
    "first": "lowest",
    "watch": True,
    "broken": "nothing",
}


def opened(game: str = "hunt") -> r.Opened:
    return r.Opened(
        table=1,
        game=game,
        version="1",
        options=OPTIONS,
        lexicon=None,
        lexicon_hash=None,
    )


def started(game: str = "hunt", **changes: Any) -> r.Started:
    """A game of ann, bob and a bot begins."""
    usual = r.Started(
        record="g1",
        table=1,
        game=game,
        version="1",
        options=OPTIONS,
        names={ANN: "ann", BOB: "bob", CY: "plodder-1"},
        bots={CY: "plodder"},
        away=[],
        host=ANN,
        lexicon=None,
        lexicon_hash=None,
        seed="00",
        wall_s=0,
    )
    return msgspec.structs.replace(usual, **changes)


def after(*entries: r.Entry, game: str = "hunt") -> Table:
    """The table after these entries."""
    table = open_table(opened(game), GAMES, {})
    for entry in entries:
        table, _ = fold(table, entry)
    return table


def sat(*names: str) -> list[r.Entry]:
    """These people sit down, the last one being a bot if its name says so."""
    return [
        r.Sat(seat=Seat(at), name=name, bot="plodder" if "-" in name else None)
        for at, name in enumerate(names, 1)
    ]


SEATED = sat("ann", "bob", "plodder-1")
PLAYING = [*SEATED, started()]
PAUSED = [
    *PLAYING,
    r.Proposed(at=5000, seat=ANN, what="pause"),
    r.Answered(at=6000, seat=BOB, number=1, accepts=True),
]
OVER = [*PLAYING, r.Ended(at=0, reason="aborted")]
ABORT = r.Proposed(at=10, seat=ANN, what="abort")
AWAY = r.Presence(at=0, seat=BOB, away=True)


def news(table: Table, entry: r.Entry) -> tuple[h.Happening, ...]:
    return fold(table, entry)[1]


def stood(seat: Seat, why: str = "left") -> r.Stood:
    return r.Stood(at=1000, seat=seat, why="kicked" if why == "kicked" else "left")


# --- entries one by one --------------------------------------------------------------------


def continued(at: int = 0, version: str = "2", code: str = "") -> r.Continued:
    return r.Continued(at=at, version=version, code=code, lexicon=None, lexicon_hash=None)


def changed(seat: Seat, name: str, change: Any) -> h.SeatChanged:
    """Something has happened at a seat."""
    return h.SeatChanged(seat, name, None, change)


CODED = [*SEATED, started(code="a")]


@pytest.mark.parametrize(
    ("entries", "entry", "happened"),
    [
        (
            [*sat("ann", "bob", "cy"), AWAY],
            stood(ANN),
            (changed(ANN, "ann", "left"), changed(CY, "cy", "host")),
        ),
        (SEATED, stood(BOB, "kicked"), (changed(BOB, "bob", "kicked"),)),
        ([*SEATED, stood(BOB)], stood(ANN), (changed(ANN, "ann", "left"),)),
        (SEATED, r.Optioned(options={**OPTIONS, "top": 5}), (h.OptionsChanged({"top": 5}),)),
        (
            PLAYING,
            r.Said(at=0, name="ann", to="table", what="hi"),
            (h.Talked("ann", "table", "hi"),),
        ),
        ([*PLAYING, ABORT], r.Restarted(at=20), ()),
        ([*PLAYING, r.Faulted(at=70)], continued(70), (h.GoneOn("2"),)),
        (SEATED, continued(), (h.GoneOn("2"),)),
        (OVER, continued(), (h.GoneOn("2"),)),
        (PLAYING, continued(version="1"), (h.GoneOn("1"),)),
        (CODED, continued(version="1", code="b"), (h.GoneOn("1", recoded=True),)),
        (CODED, continued(version="1", code="a"), (h.GoneOn("1"),)),
        (CODED, continued(version="2", code="b"), (h.GoneOn("2"),)),
        (
            [*PLAYING, ABORT],
            r.Answered(at=10, seat=BOB, number=1, accepts=False),
            (h.ProposalChanged("declined", 1, "abort", "bob"),),
        ),
        ([*PLAYING, ABORT], r.Lapsed(number=1), (h.ProposalChanged("lapsed", 1, "abort", "ann"),)),
    ],
)
def test_what_an_entry_leads_to(
    entries: list[r.Entry], entry: r.Entry, happened: tuple[h.Happening, ...]
) -> None:
    """One who has lost their line becomes host only if nobody else is there. Only what differs is
    told, also of code: not if the version is another one too, or if a code is not known.
    """
    assert news(after(*entries), entry) == happened


def test_a_table_that_goes_on_has_the_version_and_the_code_that_are_known() -> None:
    for version, code, known in (("1", "b", "b"), ("2", "b", "b"), ("1", "", "a")):
        table = after(*CODED, continued(version=version, code=code))
        assert (table.version, table.code) == (version, known)


@pytest.mark.parametrize(
    ("state", "entries"),
    [
        ("open", SEATED),
        ("playing", PLAYING),
        ("over", OVER),
        ("playing", [*OVER, started(record="g2")]),
        ("paused", PAUSED),
        ("frozen", [*PAUSED, r.Faulted(at=6000)]),
        ("paused", [*PAUSED, r.Faulted(at=6000), continued(6000)]),
        ("playing", [*PLAYING, ABORT]),
        ("over", [*PLAYING, ABORT, stood(BOB)]),
        ("over", [*PLAYING, ABORT, AWAY]),
        ("playing", [*PLAYING, stood(BOB)]),
        ("over", [*PLAYING, stood(BOB), stood(ANN)]),
        (
            "over",
            [
                *PLAYING,
                ABORT,
                r.Restarted(at=20),
                r.Answered(at=30, seat=BOB, number=1, accepts=True),
            ],
        ),
    ],
)
def test_the_state_of_a_table(state: str, entries: list[r.Entry]) -> None:
    """A proposal waits for those who are present; bots have no say, and do not play among
    themselves.
    """
    assert after(*entries).state == state


def test_who_sits_there_is_ready_away_or_the_host() -> None:
    """The first person is the host, and a bot never is; bots are ready from the start. Nobody is
    ready for options that they have not read, or for another game. After a start all are away.
    """
    table = after(r.Sat(seat=BOB, name="plodder-1", bot="plodder"))
    assert (table.host, table.host_name) == (None, None)
    assert table.chairs[BOB] == Chair("plodder-1", "plodder", ready=True)
    table, _ = fold(table, r.Sat(seat=ANN, name="ann", bot=None))
    assert (table.host, table.host_name) == (ANN, "ann")
    assert list(table.chairs) == [ANN, BOB], "chairs stand in the order of their seats"
    ready = [*SEATED, r.Readied(seat=ANN, ready=True)]
    for entry in (r.Optioned(options={**OPTIONS, "top": 5}), started()):
        table = after(*ready, entry)
        assert not table.chairs[ANN].ready
    table = after(*PLAYING, r.Restarted(at=20))
    assert [chair.away for chair in table.chairs.values()] == [True, True, False]
    table = after(*PLAYING, stood(BOB))
    assert (table.name(BOB), table.name(Seat(4))) == ("bob", "seat 4")


def test_a_clock_stops_when_a_pause_is_agreed_on_or_the_game_fails() -> None:
    """Not at the last move before; and it goes on from there."""
    assert after(*PAUSED).last_match.now == 6000
    table = after(*PLAYING, r.Faulted(at=70), continued(70))
    assert table.last_match.now == 70
    table, _ = fold(table, r.Moved(at=80, seat=ANN, move=r.encode_move(Hide(3))))
    assert table.last_match.state.numbers == {ANN: 3}
    assert fold(after(*PLAYING), r.Closed(why="empty"))[0].closed
    with pytest.raises(RecordFault, match="no game has begun"):
        _ = after().last_match


# --- a game ---------------------------------------------------------------------------


def test_a_fault_freezes_the_table_at_that_time_and_a_frozen_game_is_not_asked() -> None:
    """Anyone who leaves just leaves; an agreement still ends the game."""
    table = after(*sat("ann", "bob"), started("brittle", bots={}), game="brittle")
    raw = r.encode_move(Snap("left"))
    table, _ = fold(table, r.Moved(at=10, seat=ANN, move=raw))
    with pytest.raises(GameFault):
        fold(table, stood(BOB))
    frozen, happened = fold(table, r.Faulted(at=70))
    assert happened == (h.GameFailed(),)
    assert (frozen.state, frozen.playing) == ("frozen", True)
    assert frozen.match is not None
    assert frozen.match.now == 70
    left, happened = fold(frozen, stood(BOB))
    assert happened == (h.SeatChanged(BOB, "bob", None, "left"),)
    ended, _ = fold(left, r.Proposed(at=70, seat=ANN, what="abort"))
    assert ended.state == "over"


def test_a_table_just_before_its_game_can_be_made_from_the_start_alone() -> None:
    entry = started(away=[BOB])
    table = before_game(entry, GAMES, {})
    assert table.chairs == {
        ANN: Chair("ann"),
        BOB: Chair("bob", away=True),
        CY: Chair("plodder-1", "plodder"),
    }
    live, _ = fold(after(*SEATED, r.Presence(at=0, seat=BOB, away=True)), entry)
    assert fold(table, entry)[0] == live


# --- consent --------------------------------------------------------------------------


def test_a_pause_is_no_move_and_none_can_be_made() -> None:
    """Resuming takes consent as well."""
    table = after(*PAUSED)
    with pytest.raises(RecordFault, match="no game is running"):
        fold(table, r.Moved(at=6000, seat=ANN, move=r.encode_move(Hide(3))))
    table, _ = fold(table, r.Proposed(at=6000, seat=BOB, what="resume"))
    table, happened = fold(table, r.Answered(at=6000, seat=ANN, number=2, accepts=True))
    assert happened[-1] == h.PauseChanged(paused=False)
    assert table.state == "playing"


def test_what_a_table_belongs_to_stops_it_whatever_its_players_want() -> None:
    """What they proposed about a pause is off. A game that they have paused just stays so."""
    table = after(*PLAYING, r.Proposed(at=0, seat=ANN, what="pause"))
    table, happened = fold(table, r.Halted(at=5000, halted=True))
    assert [type(each) for each in happened] == [h.ProposalChanged, h.PauseChanged]
    assert (table.state, table.proposals, table.last_match.now) == ("paused", {}, 5000)
    assert fold(table, r.Halted(at=6000, halted=True)) == (table, ())
    table, happened = fold(table, r.Halted(at=5000, halted=False))
    assert happened == (h.PauseChanged(paused=False, owned=True),)
    assert table.state == "playing"
    over, _ = fold(table, r.Ended(at=6000, reason="aborted"))
    for none in (over, after(*PLAYING[:3])):
        with pytest.raises(RecordFault, match="no game is in progress"):
            fold(none, r.Halted(at=6000, halted=True))


def test_two_proposals_settled_at_once_are_carried_out_in_order() -> None:
    """An abort leaves nothing to pause; a second pause changes nothing."""
    table = after(
        *PLAYING,
        r.Proposed(at=0, seat=ANN, what="abort"),
        r.Proposed(at=0, seat=ANN, what="pause"),
    )
    table, happened = fold(table, stood(BOB))
    assert [each.what for each in happened if isinstance(each, h.ProposalChanged)] == ["abort"]
    assert (table.state, table.paused) == ("over", False)
    table = after(
        *PLAYING,
        r.Proposed(at=0, seat=ANN, what="pause"),
        r.Proposed(at=0, seat=ANN, what="pause"),
    )
    table, happened = fold(table, stood(BOB))
    assert sum(isinstance(each, h.PauseChanged) for each in happened) == 1


def test_a_proposal_after_the_end_comes_to_nothing() -> None:
    """It is agreed on, and there is no game. One about a player who has left is off."""
    remove = r.Proposed(at=0, seat=ANN, what="remove", target=BOB, seconds=60)
    assert not after(*PLAYING, remove, stood(BOB)).proposals
    table = after(*sat("ann"))
    _, happened = fold(table, r.Proposed(at=0, seat=ANN, what="abort"))
    assert [type(each) for each in happened] == [h.ProposalChanged, h.ProposalChanged]


@pytest.mark.parametrize(
    ("entries", "entry"),
    [
        (SEATED, r.Sat(seat=ANN, name="dee", bot=None)),
        (SEATED, r.Sat(seat=Seat(5), name="dee", bot=None)),
        (SEATED, r.Sat(seat=Seat(0), name="dee", bot=None)),
        (SEATED, r.Joined(at=0, seat=Seat(4), name="dee", bot=None)),
        (PLAYING, r.Joined(at=0, seat=Seat(4), name="dee", bot=None)),
        (OVER, r.Joined(at=0, seat=Seat(4), name="dee", bot=None)),
        (OVER, r.Joined(at=0, seat=BOB, name="plodder-9", bot="plodder", takes_over=True)),
        (
            [*PLAYING, r.Joined(at=0, seat=BOB, name="plo", bot="plodder", takes_over=True)],
            r.Joined(at=0, seat=BOB, name="dee", bot=None, takes_over=True),
        ),
        (SEATED, stood(Seat(4))),
        (SEATED, r.Readied(seat=Seat(4), ready=True)),
        (PLAYING, r.Optioned(options=OPTIONS)),
        (PLAYING, started()),
        (SEATED, started(bots={CY: "genius"})),
        (SEATED, started(options={**OPTIONS, "first": "zoe"})),
        (SEATED, r.TimeUp(at=0)),
        (SEATED, r.Faulted(at=0)),
        (SEATED, r.Ended(at=0, reason="aborted")),
        (OVER, r.Faulted(at=0)),
        (OVER, r.Ended(at=0, reason="aborted")),
        (OVER, r.Called(at=0, left_s=10)),
        ([*PLAYING, r.Faulted(at=0)], r.TimeUp(at=0)),
        (PLAYING, r.Answered(at=0, seat=BOB, number=1, accepts=True)),
        (PLAYING, r.Lapsed(number=1)),
    ],
)
def test_an_entry_out_of_place_is_a_fault_of_the_record(
    entries: list[r.Entry], entry: r.Entry
) -> None:
    table = after(*entries)
    with pytest.raises(RecordFault):
        fold(table, entry)


# --- without its game ------------------------------------------------------------------------


def without_game(*entries: r.Entry) -> Table:
    """The table after these entries, if nobody may be asked."""
    table = open_without_game([opened(), *entries], None)
    for entry in entries:
        table, _ = fold(table, entry)
    return table


SUSPENDED = r.Suspended(at=70, why="the game hunt is not here")


def test_who_sits_at_a_table_is_known_without_its_game() -> None:
    """Also of those who came or were replaced while a game was on; of the game only its time."""
    entries = [
        *PLAYING,
        r.Called(at=10, left_s=10),
        r.TimeUp(at=20),
        stood(BOB),
        r.Joined(at=40, seat=BOB, name="dee", bot=None),
        r.Joined(at=50, seat=ANN, name="plodder-2", bot="plodder", takes_over=True),
    ]
    table = without_game(*entries)
    chairs = {seat: (chair.name, chair.bot) for seat, chair in table.chairs.items()}
    assert chairs == {
        ANN: ("plodder-2", "plodder"),
        BOB: ("dee", None),
        CY: ("plodder-1", "plodder"),
    }
    assert table.host == BOB
    assert (table.game.id, table.game.title, table.size) == ("hunt", "hunt", 3)
    assert dict(table.names) == {ANN: "plodder-2", BOB: "dee", CY: "plodder-1"}
    match = table.last_match
    assert (match.now, match.state, dict(match.prompts), match.bots) == (50, None, {}, {})


def test_nothing_is_told_of_what_was_before_a_table_was_suspended() -> None:
    """The game said a part of it; what is after that it could not have said."""
    table = without_game(*PLAYING)
    away = r.Presence(at=5, seat=BOB, away=True)
    assert fold(table, away)[1] == ()
    table, told = fold(table, SUSPENDED)
    assert told == ()
    assert (table.state, table.stopped) == ("held", True)
    assert fold(table, away)[1] == (h.SeatChanged(BOB, "bob", None, "away"),)


@pytest.mark.parametrize("absent", [True, False])
def test_a_suspended_table_is_the_same_with_its_game_and_without(absent: bool) -> None:
    """No entry asks the game anything, and all tell the same."""
    table = without_game(*PLAYING) if absent else after(*PLAYING)
    entries: list[r.Entry] = [
        SUSPENDED,
        r.Restarted(at=70),
        r.Presence(at=70, seat=ANN, away=False),
        r.Said(at=70, name="ann", to="table", what="well?"),
        stood(BOB),
        r.Proposed(at=70, seat=ANN, what="abort"),
    ]
    told: list[h.Happening] = []
    for entry in entries:
        table, happened = fold(table, entry)
        told += happened
    assert told == [
        h.SeatChanged(ANN, "ann", None, "back"),
        h.Talked("ann", "table", "well?"),
        h.SeatChanged(BOB, "bob", None, "left"),
        h.ProposalChanged("proposed", 1, "abort", "ann", by=ANN),
        h.ProposalChanged("agreed", 1, "abort", "ann"),
        h.GameOver("aborted", {}, ()),
    ]
    assert table.suspended == Suspension("the game hunt is not here", (BOB,))
    again = r.Suspended(at=70, why="another reason")
    assert fold(table, again)[0].suspended == Suspension("another reason", (BOB,))
    gone_on, happened = fold(table, continued(70))
    assert (gone_on.state, len(happened)) == ("over", 0 if absent else 1)


def test_the_game_hears_of_who_left_when_it_goes_on() -> None:
    """In the order in which they did; if only bots are left it is over."""
    table, _ = fold(after(*PLAYING), SUSPENDED)
    with pytest.raises(RecordFault, match="no game is running"):
        fold(table, r.TimeUp(at=80))
    table, _ = fold(table, stood(BOB))
    assert fold(table, continued(90))[0].last_match.state.out == {BOB}
    table, _ = fold(table, stood(ANN))
    over, happened = fold(table, continued(90))
    assert over.last_match.ended == "deserted"
    assert [news.reason for news in happened if isinstance(news, h.GameOver)] == ["deserted"]


def test_that_a_game_is_over_can_stand_in_the_record() -> None:
    """Only its rules could say; with its rules nobody believes the record."""
    over = msgspec.structs.replace(SUSPENDED, over=True)
    assert not fold(without_game(*PLAYING), over)[0].playing
    assert fold(after(*PLAYING), over)[0].playing
    assert fold(without_game(*SEATED), over)[0].state == "held"
    options = r.Optioned(options={**OPTIONS, "top": 9})
    assert fold(without_game(*PLAYING), options)[0].options["top"] == 9


def test_a_game_whose_option_names_a_list_that_is_not_here_cannot_begin() -> None:
    """Its record can be followed only where the list is."""
    options = {**OPTIONS, "deck": "family"}
    entry = started("quiet", options=options, lists={"deck": "7" * 64})
    with pytest.raises(RecordFault, match="deck=family: this host has no such list or deck"):
        fold(before_game(entry, {"quiet": QUIET}, {}), entry)
    table, _ = fold(before_game(entry, {"quiet": QUIET}, {"family": Words()}), entry)
    assert table.lists == table.last_match.lists == {"deck": table.lexicons["family"]}

"""A table and its one transition: seats, the host, readiness, proposals, and what cannot be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

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
    """The first entry of a record."""
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


def news(table: Table, entry: r.Entry) -> tuple[h.Happening, ...]:
    """What one more entry leads to."""
    return fold(table, entry)[1]


def stood(seat: Seat, why: str = "left") -> r.Stood:
    """Somebody gets up."""
    return r.Stood(at=1000, seat=seat, why="kicked" if why == "kicked" else "left")


# --- seats and the host --------------------------------------------------------------


def test_the_first_person_is_the_host_and_a_bot_never_is() -> None:
    """Bots are ready from the start."""
    table = after(r.Sat(seat=BOB, name="plodder-1", bot="plodder"))
    assert (table.host, table.host_name) == (None, None)
    assert table.chairs[BOB] == Chair("plodder-1", "plodder", ready=True)
    table, _ = fold(table, r.Sat(seat=ANN, name="ann", bot=None))
    assert (table.host, table.host_name) == (ANN, "ann")
    assert list(table.chairs) == [ANN, BOB], "chairs stand in the order of their seats"


def test_the_host_hands_over_to_the_first_person_who_is_present() -> None:
    """One who has lost their line only if nobody else is there."""
    table = after(*sat("ann", "bob", "cy"), r.Presence(at=0, seat=BOB, away=True))
    table, happened = fold(table, stood(ANN))
    assert happened[-1] == h.SeatChanged(CY, "cy", None, "host")
    table, happened = fold(table, stood(CY))
    assert table.host == BOB
    table, _ = fold(table, stood(BOB))
    assert (table.host, dict(table.chairs)) == (None, {})


def test_who_is_no_host_leaves_without_handing_over() -> None:
    """And a host who leaves only bots hands over to nobody."""
    table, happened = fold(after(*SEATED), stood(BOB, "kicked"))
    assert happened == (h.SeatChanged(BOB, "bob", None, "kicked"),)
    table, happened = fold(table, stood(ANN))
    assert happened == (h.SeatChanged(ANN, "ann", None, "left"),)
    assert table.host is None


def test_changed_options_make_everybody_but_bots_unready() -> None:
    """Nobody is ready for what they have not read; only what differs is told."""
    table = after(*SEATED, r.Readied(seat=ANN, ready=True))
    table, happened = fold(table, r.Optioned(options={**OPTIONS, "top": 5}))
    assert happened == (h.OptionsChanged({"top": 5}),)
    assert [chair.ready for chair in table.chairs.values()] == [False, False, True]


def test_a_name_is_known_as_long_as_its_game_is() -> None:
    """Also when its player has left."""
    table = after(*PLAYING, stood(BOB))
    assert table.name(BOB) == "bob"
    assert table.name(Seat(4)) == "seat 4"


# --- a game ---------------------------------------------------------------------------


def test_a_table_is_open_then_playing_then_over_and_can_begin_again() -> None:
    """Everybody's readiness is used up when a game begins."""
    table = after(*SEATED, r.Readied(seat=ANN, ready=True))
    assert (table.state, table.playing) == ("open", False)
    table, happened = fold(table, started())
    assert happened[0] == h.Begun()
    assert (table.state, table.playing) == ("playing", True)
    assert not table.chairs[ANN].ready
    table, _ = fold(table, r.Ended(at=9, reason="aborted"))
    assert (table.state, table.playing) == ("over", False)
    table, _ = fold(table, started(record="g2"))
    assert (table.state, table.record) == ("playing", "g2")


def test_when_the_last_person_leaves_a_game_it_is_deserted() -> None:
    """Bots do not play among themselves."""
    table = after(*PLAYING, stood(BOB))
    assert table.state == "playing"
    table, happened = fold(table, stood(ANN))
    assert [each.reason for each in happened if isinstance(each, h.GameOver)] == ["deserted"]


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


def test_after_a_restart_everybody_but_the_bots_is_away_and_nothing_is_agreed() -> None:
    """Nobody is told; what is proposed still waits for those whom it waited for."""
    table = after(*PLAYING, r.Proposed(at=10, seat=ANN, what="abort"))
    new, happened = fold(table, r.Restarted(at=20))
    assert happened == ()
    assert [chair.away for chair in new.chairs.values()] == [True, True, False]
    assert (new.state, new.proposals) == ("playing", table.proposals)
    assert new.match is table.match
    agreed, _ = fold(new, r.Answered(at=30, seat=BOB, number=1, accepts=True))
    assert agreed.state == "over"


def continued(at: int) -> r.Continued:
    """The table goes on."""
    return r.Continued(at=at, version="2", lexicon=None, lexicon_hash=None)


def test_a_frozen_table_that_is_continued_goes_on_from_there() -> None:
    """Its clock stopped; if the game was paused, it still is."""
    table, happened = fold(after(*PLAYING, r.Faulted(at=70)), continued(70))
    assert happened == (h.GoneOn("2"),)
    assert (table.state, table.last_match.now) == ("playing", 70)
    table, _ = fold(table, r.Moved(at=80, seat=ANN, move=r.encode_move(Hide(3))))
    assert table.last_match.state.numbers == {ANN: 3}
    assert after(*PAUSED, r.Faulted(at=6000), continued(6000)).state == "paused"


@pytest.mark.parametrize("entries", [SEATED, PLAYING, [*PLAYING, r.Ended(at=0, reason="aborted")]])
def test_a_table_that_was_held_is_continued_as_it_was(entries: list[r.Entry]) -> None:
    """With or without a game; all hear it."""
    table = after(*entries)
    new, happened = fold(table, continued(0))
    assert new == replace(table, version="2")
    assert happened == (h.GoneOn("2"),)


def test_a_table_that_is_continued_tells_when_only_its_code_is_another() -> None:
    """Not if the version is another one too, nor if one of the codes is not known."""
    start = replace(PLAYING[-1], code="a")
    table = after(*PLAYING[:-1], start)
    assert (table.version, table.code) == ("1", "a")
    for version, code, recoded in (("1", "b", True), ("1", "a", False), ("2", "b", False)):
        entry = r.Continued(at=0, version=version, code=code, lexicon=None, lexicon_hash=None)
        new, happened = fold(table, entry)
        assert happened == (h.GoneOn(version, recoded),)
        assert (new.version, new.code) == (version, code)
    entry = r.Continued(at=0, version="1", lexicon=None, lexicon_hash=None)
    new, happened = fold(table, entry)
    assert (happened, new.code) == ((h.GoneOn("1"),), "a")


def test_talk_changes_nothing_and_a_closed_table_is_closed() -> None:
    """Both are only told."""
    table = after(*PLAYING)
    same, happened = fold(table, r.Said(at=0, name="ann", to="table", what="hi"))
    assert same is table
    assert happened == (h.Talked("ann", "table", "hi"),)
    assert fold(table, r.Closed(why="empty"))[0].closed


def test_a_table_just_before_its_game_can_be_made_from_the_start_alone() -> None:
    """That is where a replay begins."""
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


def test_a_proposal_waits_for_every_person_who_is_present() -> None:
    """Bots have no say, and who made it has agreed."""
    table = after(*PLAYING, r.Proposed(at=0, seat=ANN, what="pause"))
    assert table.proposals[1].waiting == {BOB}
    assert table.state == "playing"
    table, happened = fold(table, r.Answered(at=10, seat=BOB, number=1, accepts=True))
    assert happened[-1] == h.PauseChanged(paused=True)
    assert (table.state, dict(table.proposals)) == ("paused", {})


def test_the_clock_stops_when_the_pause_is_agreed_on() -> None:
    """Not at the last move before."""
    table = after(*PAUSED)
    assert table.match is not None
    assert table.match.now == 6000


def test_a_pause_is_no_move_and_none_can_be_made() -> None:
    """Resuming takes consent as well."""
    table = after(*PAUSED)
    with pytest.raises(RecordFault, match="no game is running"):
        fold(table, r.Moved(at=6000, seat=ANN, move=r.encode_move(Hide(3))))
    table, _ = fold(table, r.Proposed(at=6000, seat=BOB, what="resume"))
    table, happened = fold(table, r.Answered(at=6000, seat=ANN, number=2, accepts=True))
    assert happened[-1] == h.PauseChanged(paused=False)
    assert table.state == "playing"


def test_who_declines_ends_the_proposal() -> None:
    """For all."""
    table = after(*PLAYING, r.Proposed(at=0, seat=ANN, what="abort"))
    table, happened = fold(table, r.Answered(at=0, seat=BOB, number=1, accepts=False))
    assert happened == (h.ProposalChanged("declined", 1, "abort", "bob"),)
    assert not table.proposals


def test_a_proposal_lapses() -> None:
    """Its maker is named."""
    table = after(*PLAYING, r.Proposed(at=0, seat=ANN, what="abort"))
    assert news(table, r.Lapsed(number=1)) == (h.ProposalChanged("lapsed", 1, "abort", "ann"),)


@pytest.mark.parametrize("entry", [stood(BOB), r.Presence(at=0, seat=BOB, away=True)])
def test_a_proposal_does_not_wait_for_who_has_gone(entry: r.Entry) -> None:
    """If they were the last one, it is agreed on."""
    table = after(*PLAYING, r.Proposed(at=0, seat=ANN, what="abort"))
    table, _ = fold(table, entry)
    assert table.state == "over"


def test_who_comes_back_finds_the_proposals_as_they_are() -> None:
    """Their coming back settles nothing."""
    away = r.Presence(at=0, seat=BOB, away=True)
    table = after(
        *sat("ann", "bob", "cy"), started(names={ANN: "ann", BOB: "bob", CY: "cy"}, bots={})
    )
    table, _ = fold(table, away)
    table, _ = fold(table, r.Proposed(at=0, seat=ANN, what="abort"))
    back = r.Presence(at=0, seat=BOB, away=False)
    table, happened = fold(table, back)
    assert happened == (h.SeatChanged(BOB, "bob", None, "back"),)
    assert table.proposals[1].waiting == {CY}


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
    """It is agreed on, and there is no game."""
    table = after(*sat("ann"))
    _, happened = fold(table, r.Proposed(at=0, seat=ANN, what="abort"))
    assert [type(each) for each in happened] == [h.ProposalChanged, h.ProposalChanged]


# --- what cannot be -------------------------------------------------------------------

OVER = [*PLAYING, r.Ended(at=0, reason="aborted")]


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
    """The table is as it was."""
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


def test_at_a_suspended_table_no_time_passes() -> None:
    """Its record could not say so."""
    table, _ = fold(after(*PLAYING), SUSPENDED)
    with pytest.raises(RecordFault, match="no game is running"):
        fold(table, r.TimeUp(at=80))


def test_the_game_hears_of_who_left_when_it_goes_on() -> None:
    """In the order in which they did; if only bots are left it is over."""
    table, _ = fold(after(*PLAYING), SUSPENDED)
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


def test_a_record_of_a_game_that_is_not_here_cannot_be_opened() -> None:
    """It is named."""
    with pytest.raises(RecordFault, match="there is no game chess here"):
        open_table(opened("chess"), GAMES, {})
    with pytest.raises(RecordFault, match="there is no game chess here"):
        before_game(started("chess"), GAMES, {})


def test_before_the_first_game_there_is_no_last_one() -> None:
    """Anyone who asks has made a mistake."""
    with pytest.raises(RecordFault, match="no game has begun"):
        _ = after().last_match
    assert after(*OVER).last_match.ended == "aborted"


def test_a_game_whose_option_names_a_list_that_is_not_here_cannot_begin() -> None:
    """Its record can be followed only where the list is."""
    options = {**OPTIONS, "deck": "family"}
    entry = started("quiet", options=options, lists={"deck": "7" * 64})
    with pytest.raises(RecordFault, match="deck=family: this host has no such list or deck"):
        fold(before_game(entry, {"quiet": QUIET}, {}), entry)
    table, _ = fold(before_game(entry, {"quiet": QUIET}, {"family": Words()}), entry)
    assert table.lists == table.last_match.lists == {"deck": table.lexicons["family"]}


def test_a_table_names_its_word_list() -> None:
    """None if its game needs none, or the host does not have it."""
    table = after()
    assert table.lexicon is None
    assert msgspec.structs.replace(table, options={**OPTIONS, "lexicon": "en"}).lexicon is None

"""A forger makes all hashes again: what the replay still finds, and what only seals find."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from parlour.api import OptionValue, Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.records import FileFault, Verification, export, verify
from parlour_probe.heard import Asked, Ended
from tests.records.forging import entries_of, move_of, with_entries, with_entry, with_move
from tests.records.games import GAMES, LEXICONS, played, seed_of, told
from tests.sizes import sized

CHANGE = msgspec.structs.replace
ALL = range(1, 101)
MANY = sized(ALL[::5], ALL)


def report_of(finished: Finished) -> Verification:
    return verify(export(finished), GAMES, LEXICONS)


def fault_of(finished: Finished) -> FileFault:
    report = report_of(finished)
    assert report.verdict == "bad"
    assert report.fault is not None
    return report.fault


def moves_of(finished: Finished, kind: str) -> list[int]:
    """The numbers of the entries with that kind of move."""
    return [n for n, e in enumerate(entries_of(finished)) if move_of(e).get("type") == kind]


# --- the result ---------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.parametrize("number", sized(range(1, 3), range(1, 5)))
def test_another_result_is_found(number: int) -> None:
    """G-7, R-P-45: scores, winners and the reason follow from the moves."""
    finished = played(number)
    seat = Seat(2)
    scores = dict(finished.scores) | {seat: finished.scores[seat] + 5}
    fault = fault_of(replace(finished, scores=scores))
    assert (fault.line, fault.what) == (1, "header field scores")
    assert f"seat 2 {finished.scores[seat]}" in fault.why
    winners = (Seat(1), Seat(2), Seat(3)) if finished.reason == "finished" else (seat,)
    fault = fault_of(replace(finished, winners=winners))
    assert (fault.line, fault.what) == (1, "header field winners")
    fault = fault_of(replace(finished, reason="deserted"))
    assert fault == FileFault(
        1, "header field reason", f"played again it comes to: {finished.reason}"
    )


def test_a_result_without_winners_is_worded() -> None:
    """Nobody wins a game that was ended from outside."""
    finished = next(played(n) for n in ALL if played(n).reason == "aborted")
    assert fault_of(replace(finished, winners=(Seat(1),))).why == "played again it comes to: none"


# --- moves --------------------------------------------------------------------------


@pytest.mark.sweep
def test_a_question_that_was_hit_and_is_made_a_miss_is_found() -> None:
    """R-P-16, R-P-19: the card would not have been shown, and the turn would have ended."""
    found = 0
    for number in sized(ALL[::50], ALL[::20]):
        finished = played(number)
        events = told(finished)
        rows = {
            seat: row
            for _, event in events
            if isinstance(event, Ended)
            for seat, row in zip(event.seats, event.rows, strict=True)
        }
        for at, event in events:
            if isinstance(event, Asked) and event.hit and rows:
                miss = next(card for card in "QJX" if card not in rows[event.target])
                fault = fault_of(with_move(finished, at, card=miss))
                assert fault.line > at + 2 or fault.line == 1
                found += 1
    assert found > 10


@pytest.mark.sweep
def test_a_question_that_is_changed_is_found_unless_the_game_could_have_gone_so() -> None:
    """A miss that becomes another miss is another game, as good as this one: the page says so."""
    rng = Random(1)
    bad = good = 0
    for number in sized(ALL[::6], ALL[::3]):
        finished = played(number)
        questions = moves_of(finished, "ask")
        if not questions:
            continue
        at = rng.choice(questions)
        report = report_of(with_move(finished, at, card=rng.choice("ETAOINSR.")))
        if report.fault is not None:
            assert report.fault.line > at + 1 or report.fault.line == 1
        bad += report.verdict == "bad"
        good += report.verdict == "good"
    assert bad > sized(5, 10)
    assert good > 0


@pytest.mark.sweep
@pytest.mark.parametrize("number", sized(range(1, 2), range(1, 4)))
def test_a_move_of_somebody_else_is_found(number: int) -> None:
    """Whose turn it is follows from the seed and the moves (R-P-19, O-P-1)."""
    finished = played(number)
    for at in sized(moves_of(finished, "ask")[::3], moves_of(finished, "ask")):
        fault = fault_of(with_entry(finished, at, lambda e: CHANGE(e, seat=Seat(e.seat % 3 + 1))))
        assert (fault.line, fault.what) == (at + 2, f"entry {at} (moved)")
        assert fault.why.startswith("the rules refuse it: ")


def test_a_move_that_is_left_out_doubled_or_exchanged_is_found() -> None:
    """A rack that is missing, a card that is shown twice."""
    finished = played(1)
    entries = entries_of(finished)
    hide, show = moves_of(finished, "hide")[0], moves_of(finished, "show")[0]
    for forged in (
        entries[:hide] + entries[hide + 1 :],
        [*entries[: show + 1], *entries[show:]],
        [*entries[: show - 1], entries[show], entries[show - 1], *entries[show + 1 :]],
    ):
        assert report_of(with_entries(finished, forged)).verdict == "bad"


def test_a_game_that_is_cut_short_or_goes_on_after_its_end_is_found() -> None:
    """Its last entry is the one that ended it."""
    finished = played(1)
    entries = entries_of(finished)
    fault = fault_of(with_entries(finished, entries[:-1]))
    assert fault == FileFault(len(entries) + 1, "end", "the game is not over, played again")
    fault = fault_of(with_entries(finished, [*entries, entries[-1]]))
    assert (fault.line, fault.why) == (len(entries) + 2, "the game was over before it")


def test_a_game_ended_in_another_way_has_another_result() -> None:
    """An end from outside that no host wrote where the game was won."""
    finished = played(1)
    entries: list[r.Entry] = [*entries_of(finished)[:-1], r.Ended(at=10**9, reason="aborted")]
    fault = fault_of(with_entries(finished, entries))
    assert fault == FileFault(1, "header field reason", "played again it comes to: aborted")


# --- luck and what is hidden --------------------------------------------------------


@pytest.mark.sweep
def test_another_seed_is_found_by_the_replay_or_by_its_commitment() -> None:
    """G-5, R-P-4: another seed deals other cards; a game short enough may not show it."""
    bad = 0
    for number in MANY:
        finished = played(number)
        forged = with_entry(finished, 0, lambda start: CHANGE(start, seed=seed_of(0).hex()))
        report = report_of(forged)
        bad += report.verdict == "bad"
        if report.verdict == "good":
            true = report_of(finished)
            assert report.commitment != true.commitment
            assert all(report.seals[seat] != made for seat, made in true.seals.items())
    assert bad > 0.8 * len(MANY)


@pytest.mark.sweep
def test_another_rack_is_found_by_the_replay_or_by_its_commitment() -> None:
    """R-P-9, R-P-16: a card exchanged behind somebody's back; only their commitment changes."""
    bad = good = 0
    for number in MANY:
        finished = played(number)
        laid = moves_of(finished, "hide")
        if not laid:
            continue  # the referee laid all racks
        at = laid[0]
        entry = entries_of(finished)[at]
        assert isinstance(entry, r.Moved)
        cards = move_of(entry)["cards"]
        letter = next(place for place, card in enumerate(cards) if card != ".")
        other = "Z" if cards[letter] != "Z" else "K"
        forged = with_move(finished, at, cards=cards[:letter] + other + cards[letter + 1 :])
        report = report_of(with_options(forged, word_check="off"))
        true = report_of(with_options(finished, word_check="off"))
        bad += report.verdict == "bad"
        if report.verdict == true.verdict == "good":
            good += 1
            assert report.commitment == true.commitment
            differing = {seat for seat in true.seals if report.seals[seat] != true.seals[seat]}
            assert differing == {entry.seat}
    assert bad >= 0.5 * len(MANY)
    assert good > 0


def with_options(finished: Finished, **options: OptionValue) -> Finished:
    """The same moves at a table with other terms."""
    return with_entry(finished, 0, lambda start: CHANGE(start, options=start.options | options))


# --- the start ----------------------------------------------------------------------


STARTS: dict[str, tuple[Callable[[Any], r.Started], str]] = {
    "option": (
        lambda s: CHANGE(s, options=s.options | {"turn_seconds": 10**6}),
        "the option turn_seconds cannot have this value",
    ),
    "option type": (
        lambda s: CHANGE(s, options=s.options | {"min_word_length": True}),
        "the option min_word_length cannot have this value",
    ),
    "option switch": (
        lambda s: CHANGE(s, options=s.options | {"neighbour_skip": 1}),
        "the option neighbour_skip cannot have this value",
    ),
    "few": (lambda s: CHANGE(s, names={Seat(1): "ann"}), "these seats cannot be taken"),
    "far": (lambda s: CHANGE(s, names=s.names | {Seat(9): "xo"}), "these seats cannot be taken"),
    "bot": (
        lambda s: CHANGE(s, bots={Seat(1): "genius"}),
        "it cannot stand here: there is no bot genius here",
    ),
    "nobody": (
        lambda s: CHANGE(
            s, options=s.options | {"first_player": "zoe"}, seat_options=["first_player"]
        ),
        "it cannot stand here: first_player=zoe: nobody sits there.",
    ),
    "unnamed": (
        lambda s: CHANGE(s, options=s.options | {"first_player": "ann"}),
        "other options than these name a player or a seat",
    ),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_start_that_no_host_allows_is_found(name: str) -> None:
    """Seats, bots, and the values of the game's options."""
    change, why = STARTS[name]
    assert fault_of(with_entry(played(1), 0, change)) == FileFault(2, "entry 0 (started)", why)


@pytest.mark.sweep
def test_an_option_that_changes_a_ruling_is_found() -> None:
    """R-P-42 to R-P-44 and the rest: under other terms the same moves are worth something else."""
    bad = 0
    for number in MANY:
        forged = with_options(played(number), activity_deck="none")
        bad += report_of(forged).verdict == "bad"
    assert bad > 0.5 * len(MANY)


def first(finished: Finished, kind: type[Any]) -> int:
    """The number of the first entry of that kind, the start left out."""
    return next(n for n, entry in enumerate(entries_of(finished)) if isinstance(entry, kind))


def test_a_clock_that_is_bent_is_found() -> None:
    """G-6: time does not run backwards; a deadline is met or missed, and called in time."""
    finished = next(
        played(n)
        for n in ALL
        if any(isinstance(e, r.TimeUp) for e in entries_of(played(n)))
        and any(isinstance(e, r.Called) for e in entries_of(played(n)))
    )
    up, called = first(finished, r.TimeUp), first(finished, r.Called)
    early = with_entry(finished, up, lambda e: CHANGE(e, at=e.at - 1))
    assert fault_of(early) == FileFault(up + 2, f"entry {up} (time_up)", "time was not up yet")
    bends: tuple[Callable[[Any], r.Called], ...] = (
        lambda e: CHANGE(e, left_s=e.left_s + 1),
        lambda e: CHANGE(e, at=e.at - 1),
    )
    for bend in bends:
        fault = fault_of(with_entry(finished, called, bend))
        assert fault == FileFault(
            called + 2, f"entry {called} (called)", "that is no time to call"
        )
    move = moves_of(finished, "hide")[1]
    back = with_entry(finished, move, lambda e: CHANGE(e, at=0))
    assert fault_of(back).why.startswith("it is at 0 ms, and ")


def test_entries_that_have_no_place_in_a_game_are_found() -> None:
    """Whatever they are: the fault is told, and nothing breaks."""
    finished = played(1)
    entries = entries_of(finished)
    opened = r.Opened(
        table=1,
        game="probe",
        version="1",
        options={},
        lexicon=None,
        lexicon_hash=None,
    )
    for strange, why in (
        (entries[0], "it cannot stand here: a game is already in progress"),
        (opened, "it cannot be followed (KeyError)"),
        (r.Stood(at=500, seat=Seat(7), why="left"), "it cannot stand here: nobody sits at seat 7"),
        (r.Answered(at=500, seat=Seat(1), number=4, accepts=True), "it cannot stand here: "),
        (
            r.Moved(at=500, seat=Seat(1), move=msgspec.Raw(b'{"type":"jump"}')),
            "the game's program fails over it: ",
        ),
    ):
        fault = fault_of(with_entries(finished, [entries[0], strange, *entries[1:]]))
        assert fault.line == 3
        assert fault.why.startswith(why), fault

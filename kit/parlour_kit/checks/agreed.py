"""Checks of what some players have among themselves: channels, and moves that are taken back."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any, Final

from parlour.api import Refused, Seat, Step, Viewer
from parlour_kit.checks.finding import Fault
from parlour_kit.checks.trial import Trial, who
from parlour_kit.hidden import is_a
from parlour_kit.impressions import Impression, told_of
from parlour_kit.inquiry import Inquiry
from parlour_kit.playing import Act, Moment, a_step
from parlour_kit.values import difference, frozen

LATER_MS: Final = 10**9
"""How long it takes until all have agreed: every number as large as the time then is a time."""


def channels(trial: Trial) -> str:
    """Ask who hears whom. `blindness` looks whether that tells anybody what is hidden."""
    if not trial.game.channels:
        return "it has no channels"
    return trial.each_moment(_hearers)


def _hearers(trial: Trial, moment: Moment, rng: Random) -> None:
    most = trial.game.seats[-1]
    for verb in trial.game.channels:
        for seat in moment.seats:
            found: Any = trial.game.views.channel(moment.state, seat, verb.name)
            call = f"Views.channel(state, {seat}, {verb.name!r})"
            if not isinstance(found, Collection) or isinstance(found, (str, bytes)):
                raise Fault(
                    f"{call} returns {found!r}, and not a collection of seats.",
                    "return the seats that hear it as a set or a tuple. Empty: the seat may not "
                    "use the channel now.",
                )
            every: list[Any] = [*found]
            wrong = [each for each in every if type(each) is not int or not 1 <= each <= most]
            if wrong:
                raise Fault(
                    f"{call} returns {wrong[0]!r}, which is no seat of this game.",
                    f"return seats, which are the numbers 1 to {most}: not names, and not teams.",
                )
            if found and seat not in found:
                raise Fault(
                    f"{call} leaves out {who(seat, moment)}, who says it: others hear it, and "
                    "the speaker does not read their own words.",
                    "return the speaker's own seat too. Return nothing if they may not use the "
                    "channel now.",
                )


def takeback(trial: Trial) -> str:
    """Take moves back. The position must be the one before, and nobody may learn from it."""
    if not trial.game.takeback:
        return "moves cannot be taken back"
    return trial.each_moment(_taken_back)


def _taken_back(trial: Trial, moment: Moment, rng: Random) -> None:
    game, seat, earlier = trial.game, moment.seat, moment.before
    if moment.kind != "move" or seat is None or game.rules.is_over(moment.state):
        return
    ask = Inquiry.at(moment, game, rng)
    now = moment.now + LATER_MS
    back = _back(ask, moment.state, seat, earlier, now)
    if not _is_same(frozen(earlier), frozen(back.state), now):
        raise Fault(
            f"{who(seat, moment)} took the last move back, and the position is not the one "
            f"before it. It differs in {difference(earlier, back.state)}.",
            "let Rules.taken_back return *earlier* as it is. Set only its deadlines again.",
            pair=(repr(frozen(earlier)), repr(frozen(back.state))),
        )
    deadline = game.rules.deadline(back.state)
    if deadline is not None and deadline <= now:
        raise Fault(
            f"{who(seat, moment)} took the last move back, and the deadline is the one of then: "
            "it is over at once.",
            "in Rules.taken_back, set the deadlines in *earlier* again, such as "
            "replace(earlier, due=ctx.now + 60_000).",
        )
    move = Act("move", seat, moment.move)
    for viewer in ask.viewers:
        pairs = [(move, ask.twin(earlier, viewer))]
        if viewer != seat:
            variants = game.views.variants(moment.before, seat, moment.move, rng)
            pairs += [(move.instead(each), earlier) for each in variants]
        told = _told(ask, move, earlier, viewer, now)
        for other, state in pairs:
            heard = _told(ask, other, state, viewer, now)
            if heard is not None and told is not None and heard[0] == told[0]:
                what = "what is heard of a move that is taken back"
                ask.known.same(what, viewer, told[1], heard[1])


def _told(
    ask: Inquiry, move: Act, earlier: Any, viewer: Viewer, now: int
) -> tuple[Any, Any] | None:
    """Return what *viewer* gets of a move, and of its being taken back. None: it is refused."""
    outcome = ask.attempt(move, earlier, salt=0)
    if outcome.step is None or move.seat is None:
        return None
    seen = Impression(ask, outcome, viewer)
    back = _back(ask, outcome.step.state, move.seat, earlier, now)
    return (seen.view, seen.revealed, seen.told), told_of(ask, back.events, viewer)


def _back(ask: Inquiry, state: Any, seat: Seat, earlier: Any, now: int) -> Step[Any, Any]:
    try:
        return a_step(
            "taken_back", ask.game.rules.taken_back(state, seat, earlier, ask.moment.then(now))
        )
    except Refused as refused:
        raise Fault(
            f"Rules.taken_back refuses: {str(refused).rstrip('.')}. All have agreed, so nobody "
            "can be refused.",
            "return the step back to *earlier*. If moves must not be taken back in this game, "
            "leave Game.takeback out.",
        ) from refused


def _is_same(one: Any, two: Any, now: int) -> bool:
    """Are both the same, but for times that were set again?"""
    if one == two:
        return True
    if is_a(one, tuple) and is_a(two, tuple):
        rows = zip(one, two, strict=False)
        return len(one) == len(two) and all(_is_same(mine, other, now) for mine, other in rows)
    return is_a(two, int) and two >= now and (one is None or is_a(one, int))

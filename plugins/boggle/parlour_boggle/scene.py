"""The position as a scene: the board, the reader's own list, the scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from parlour import Block, Reader, Scene, Score, Scores, Seat, Style, Text, Trace, Words, joined
from parlour_boggle.catalogue import _
from parlour_boggle.grids import board, line_of, lists
from parlour_boggle.moves import PATH, WORD
from parlour_boggle.state import Phase, Verdict
from parlour_boggle.views import View
from parlour_boggle.wording import CUBE_LINE, NOTES, held, ranked

OTHERS_MOST: Final = 5_000
"""Bytes of a scene for the lists of others; with more than that, the scene could be too long."""
RUN_BYTES: Final = 30
"""Of each piece, beside its text."""
RUN_MOST: Final = 2_000
"""Letters of a piece at most (`Run.text`)."""
IN_ROUND: Final = (Phase.FINDING, Phase.CLOSING)


def scene(view: View, reader: Reader) -> Scene:
    """Draw the board, then what belongs to a round or to the time after it."""
    grid = board(view.rows, view.cube, _trace(view))
    cube = () if view.cube is None else (Text.of(CUBE_LINE),)
    rest = _in_round(view, reader) if view.phase in IN_ROUND else _after(view, reader)
    return Scene(
        (Text(), grid, Text(), *cube, *rest),
        title=_title(view),
        status=_status(view, reader),
        waits=_late(view) if view.phase == Phase.PAUSE else (),
    )


def _status(view: View, reader: Reader) -> str:
    """Say what comes next, if that is not the end of the round."""
    if view.phase == Phase.CLOSING:
        return _("Time is up. The lists will be read out in a moment.")
    if view.phase == Phase.PAUSE:
        names = [_("you") if reader.is_me(s) else reader.name(s) for s in _late(view)]
        return _("Waiting for {names}.", names=joined(names, ", "))
    return ""


def _late(view: View) -> tuple[Seat, ...]:
    """Return the players who have not said that they are ready."""
    return tuple([s for s in view.seats if s not in view.pressed and s not in view.gone])


def _trace(view: View) -> Trace | None:
    """Let the reader trace words to enter them or, after the round, to ask for their path."""
    if view.phase not in IN_ROUND:
        return Trace(PATH.name)
    finding = view.phase == Phase.FINDING and view.own is not None
    return Trace(WORD.name, view.shortest) if finding else None


def _title(view: View) -> str:
    if not view.terms.target:
        return _("Round {round}.", round=view.round)
    text = _("Round {round} of a match to {target} points.")
    return text.filled(round=view.round, target=view.terms.target)


def _in_round(view: View, reader: Reader) -> Iterator[Block]:
    """Show the reader's own list, and the scores of earlier rounds."""
    if view.phase == Phase.CLOSING:
        yield Text.of(_status(view, reader), "strong", plain_only=True)
    if view.own is not None:
        yield from _own(view)
    elif view.me is not None:
        yield Text.of(_("You join in round {round}.", round=view.round + 1))
    if view.round > 1:
        yield _scores(view, reader)
    if view.pressed:
        yield Words(_("Done:"), tuple(map(reader.name, view.pressed)))


def _own(view: View) -> Iterator[Words | Text]:
    """Show the reader's own list. With `verdicts=immediate`, a paragraph for each verdict."""
    groups = view.own or ()
    number = sum(len(g.words) for g in groups if g.verdict != Verdict.LATE)
    if not groups:
        yield Text.of(_("Your list (0): no words yet"))
    head: str = _("Your list ({number}):", number=number)
    for group in groups:
        noted = group.verdict is Verdict.NOTED
        name = "" if noted else NOTES[group.verdict]
        style: Style = "mine" if noted else ""
        yield Words(joined((head, name)), group.words, style=style, by_length=True)
        head = " "


def _after(view: View, reader: Reader) -> Iterator[Block]:
    """Show what the reader's list scored, the scores, and the words that nobody found."""
    if view.own is not None:
        yield Text.of(_("Your list:") if view.own else _("You had no words."))
        yield from lists(view.own)
    yield from _others(view, reader)
    yield _scores(view, reader)
    if view.held is not None:
        if view.missed:
            yield Text.of(_("Nobody found:"))
            yield from lists(view.missed)
        yield Text.of(held(*view.held))
    if view.phase == Phase.PAUSE:
        yield Text.of(_status(view, reader), plain_only=True)
    yield Text.of(_("To see where a word is: path WORD"), "dim")


def _others(view: View, reader: Reader) -> Iterator[Text]:
    """Show a line for each other list, on screens with room. Everybody has read them once."""
    theirs = [each for each in view.lists if each.seat != view.me]
    lines = [line_of(reader.name(each.seat), each) for each in theirs]
    sizes = [len(run.text) for line in lines for run in line.runs]
    if sum(sizes) + RUN_BYTES * len(sizes) <= OTHERS_MOST and max(sizes, default=0) <= RUN_MOST:
        yield from lines


def _scores(view: View, reader: Reader) -> Scores:
    rows = [Score((s,), reader.name(s), total) for total, s in ranked(view.seats, view.totals)]
    return Scores(tuple(rows), _("Scores"))

"""How people type moves and read what a view already shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour import MoveFault, Notation, Prompt, Reader, Refused, wrapped
from parlour_boggle import reading, wording
from parlour_boggle.drawing import board, lists
from parlour_boggle.heard import BoggleHeard, Path
from parlour_boggle.layout import way
from parlour_boggle.moves import Move
from parlour_boggle.state import Phase, Verdict
from parlour_boggle.views import View
from parlour_boggle.wording import by_verdict, cube_line, how_to_play, missed, standing

_IN_ROUND = (Phase.FINDING, Phase.CLOSING)


class BoggleNotation(Notation[Move, View, BoggleHeard]):
    """Words as people type them; the board and the lists as they read them."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move, or raise Refused."""
        return reading.parse(verb, rest, view)

    def show(self, view: View, reader: Reader) -> Sequence[str]:
        """The position: the board, one's own list, the standing."""
        lines = [*wrapped(_title(view), reader), "", *board(view.rows, view.cube), ""]
        lines += cube_line(view.cube, reader)
        if view.phase in _IN_ROUND:
            lines += _in_round(view, reader)
        else:
            lines += _after(view, reader)
        return lines

    def say(self, heard: BoggleHeard, reader: Reader) -> Sequence[str]:
        """What happened."""
        return wording.say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """What the reader may do now."""
        if prompt.bare is None:
            return wrapped(f"Round {view.round + 1} begins when all are ready: next", reader)
        return how_to_play(reader, clocked=prompt.due is not None)

    def answer(self, verb: str, rest: str, view: View, reader: Reader) -> BoggleHeard:
        """Where a word stands on the board; in a round that would judge it before time."""
        if view.phase in _IN_ROUND:
            raise Refused(MoveFault.ILLEGAL, "Paths are shown when the round is over.")
        word = reading.parse_path(rest)
        return Path(word, way(view.rows, view.cube, word), view.rows)


def _title(view: View) -> str:
    if not view.terms.target:
        return f"Round {view.round}."
    return f"Round {view.round} of a match to {view.terms.target} points."


def _in_round(view: View, reader: Reader) -> Iterator[str]:
    """One's own list, and the standing if there is one."""
    if view.phase == Phase.CLOSING:
        yield from wrapped("Time is up; the lists will be read out at once.", reader)
    if view.own is not None:
        words = sum(len(g.words) for g in view.own if g.verdict != Verdict.LATE)
        listed = by_verdict(view.own, plain=Verdict.NOTED)
        yield from wrapped(f"Your list ({words}): {listed or 'no words yet'}", reader)
    elif view.me is not None:
        yield f"You play from round {view.round + 1} on."
    if view.round > 1:
        yield from wrapped(f"Standing: {standing(view.seats, view.totals, reader)}", reader)
    if view.pressed:
        yield from wrapped(f"Had enough: {', '.join(map(reader.name, view.pressed))}", reader)


def _after(view: View, reader: Reader) -> Iterator[str]:
    """What one's own list was worth, the standing, and what nobody found."""
    if view.own is not None:
        yield "Your list:" if view.own else "You had no words."
        yield from lists(view.own, reader)
    yield from wrapped(f"Points: {standing(view.seats, view.totals, reader)}.", reader)
    if view.held is not None:
        yield from missed(view.missed, *view.held, reader)
    if view.phase == Phase.PAUSE:
        seats = (s for s in view.seats if s not in view.pressed and s not in view.gone)
        yield from wrapped(f"Waiting for {', '.join(map(reader.name, seats))}.", reader)
    yield "Where a word stands: path WORD"

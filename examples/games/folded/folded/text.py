"""What people read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from folded.state import LONGEST, Event, Paper, Passed, Unfolded, Write, Wrote
from folded.views import View
from parlour import (
    Block,
    Catalogue,
    Prompt,
    Reader,
    Run,
    Scene,
    Text,
    TextUI,
    Words,
    enumerated,
    wrapped,
)

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""


class FoldedText(TextUI[Write, View, Event]):
    """The line above, and at the end the stories."""

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the line above and who still writes; at the end, the stories."""
        if view.papers:
            return Scene(_stories(view.papers, reader), "Folded paper", status="The stories")
        blocks: list[Block] = []
        if view.above:
            blocks += [Text.of("The line above:", "dim"), Text.of(view.above, "strong")]
        if view.mine:
            blocks += [Text.of("Your line:", "dim"), Text.of(view.mine, "mine")]
        if view.waits:
            blocks.append(Words("Writing:", tuple(map(reader.name, view.waits))))
        title = f"Folded paper. Line {view.round} of {view.rounds}."
        return Scene(tuple(blocks), title, waits=view.waits, status=f"Line {view.round}")

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        """Say who has written, and read out the stories at the end."""
        match heard:
            case Wrote(seat, _line):
                me = reader.is_me(seat)
                return ["Your line is written." if me else f"{reader.name(seat)} has written."]
            case Passed(number):
                return [f"The papers go round. Line {number}."]
            case Unfolded(papers):
                told: list[str] = []
                for number, paper in enumerate(filter(None, papers), 1):
                    told += ["", _heading(number, paper, reader)]
                    told += [line for each in paper for line in wrapped(each.text, reader)]
                return told

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the line above, and ask for the next one."""
        above = (
            _("The line above: {line}", line=view.above)
            if view.above
            else _("Your paper is blank.")
        )
        ask = _("Write what comes next, at most {n} characters.", n=LONGEST)
        first = _("Write the first line, at most {n} characters.", n=LONGEST)
        return [*wrapped(above, reader), ask if view.above else first]


def _stories(papers: Sequence[Paper], reader: Reader) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for number, paper in enumerate(filter(None, papers), 1):
        blocks += [Text(), Text.of(_heading(number, paper, reader), "strong")]
        blocks.append(Text(tuple(Run(f"{line.text} ") for line in paper)))
    return tuple(blocks)


def _heading(number: int, paper: Paper, reader: Reader) -> str:
    """Name those who wrote a story, in the order in which they began to."""
    writers = dict.fromkeys(line.seat for line in paper)
    return f"Story {number}, by {enumerated([reader.name(seat) for seat in writers])}:"

"""How people type moves and read what a view already shows."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import MoveFault, Prompt, Reader, Refused, Scene, TextUI, wrapped
from parlour_boggle import reading, wording
from parlour_boggle.heard import BoggleHeard, Path
from parlour_boggle.layout import way
from parlour_boggle.moves import Move
from parlour_boggle.scene import IN_ROUND, scene
from parlour_boggle.views import View
from parlour_boggle.wording import how_to_play


class BoggleTextUI(TextUI[Move, View, BoggleHeard]):
    """Words as people type them; the board and the lists as they read them."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move, or raise Refused."""
        return reading.parse(verb, rest, view)

    def draw(self, view: View, reader: Reader) -> Scene:
        """The position: the board, one's own list, the standing."""
        return scene(view, reader)

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
        if view.phase in IN_ROUND:
            raise Refused(MoveFault.ILLEGAL, "Paths are shown when the round is over.")
        word = reading.parse_path(rest)
        return Path(word, way(view.rows, view.cube, word), view.rows)

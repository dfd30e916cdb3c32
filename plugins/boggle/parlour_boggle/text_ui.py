"""Text for people: moves as they type them, positions and prompts as they read them."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import MoveFault, Prompt, Reader, Refused, Scene, TextUI, wrapped
from parlour_boggle import reading, wording
from parlour_boggle.catalogue import _
from parlour_boggle.heard import BoggleHeard, Path
from parlour_boggle.layout import way
from parlour_boggle.moves import Move
from parlour_boggle.scene import IN_ROUND, scene
from parlour_boggle.views import View
from parlour_boggle.wording import how_to_play


class BoggleTextUI(TextUI[Move, View, BoggleHeard]):
    """Text for people: words, the board and the lists."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move. Raises Refused."""
        return reading.parse(verb, rest, view)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the board, the reader's own list and the scores."""
        return scene(view, reader)

    def say(self, heard: BoggleHeard, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        return wording.say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Say what the reader may do now."""
        if prompt.bare is None:
            text = _("Ready for round {round}? <<Type: next>>", round=view.round + 1)
            return wrapped(text, reader)
        return how_to_play(reader, clocked=prompt.due is not None)

    def is_answer(self, text: str, view: View, reader: Reader) -> bool:
        """Check whether the line *text* is several words, or one that the board can spell."""
        first, *others = reading.words(text) or [""]
        spelled = len(first) >= view.shortest and way(view.rows, view.cube, first)
        return bool(others or spelled)

    def answer(self, verb: str, rest: str, view: View, reader: Reader) -> BoggleHeard:
        """Return where a word is on the board. During a round that would judge it too early."""
        if view.phase in IN_ROUND:
            text = _("You can look up paths when the round is over.")
            raise Refused(MoveFault.ILLEGAL, text)
        word = reading.parse_path(rest)
        return Path(word, way(view.rows, view.cube, word), view.rows)

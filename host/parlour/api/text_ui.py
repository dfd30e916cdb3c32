"""How people type moves, and how a view reads as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from parlour.api.arguments import forms_of, read_move
from parlour.api.prompts import Prompt
from parlour.api.reader import Reader, wrapped
from parlour.api.views import Heard
from parlour.language import _
from parlour.rendering import plain
from parlour.scene import Scene

if TYPE_CHECKING:
    from parlour.scene import Block

M = TypeVar("M")
V = TypeVar("V")
H = TypeVar("H", bound=Heard)


def lines_for(reader: Reader, *parts: Block | str) -> Sequence[str]:
    """Return the lines of drawings and sentences for *reader*: for `TextUI.ask` and `TextUI.say`.

    Blocks beside each other in *parts* are one drawing, and each text is wrapped. An empty text
    is no line. Raises SceneFault if a block cannot be drawn.
    """
    lines: list[str] = []
    for drawn, some in groupby(parts, lambda part: not isinstance(part, str)):
        if drawn:
            blocks = tuple(part for part in some if not isinstance(part, str))
            lines += plain(Scene(blocks), reader.width, reader.lang)
        else:
            for text in some:
                lines += wrapped(text, reader) if isinstance(text, str) and text else ()
    return lines


class TextUI(ABC, Generic[M, V, H]):
    """Scenes and text, made only from what a view or a heard event already shows.

    Lines are plain and at most `reader.width` columns wide. Names come from the
    reader. States, events and views know only seats.
    """

    def parse(self, verb: str, rest: str, view: V, reader: Reader) -> M:
        """Read the move *verb* with its arguments *rest*, or raise Refused (MALFORMED, AMBIGUOUS).

        *verb* is one of the game's verbs in lower case. The parser does not decide whether the
        rules allow the move.

        By default the words are read as `reader.prompt` offers them. The move is the struct whose
        tag is *verb*, and its fields are the arguments in their order: a `SeatArg` is a `Seat`, an
        `IntArg` a number, a `ChoiceArg` the choice as it is offered, a `SomeArg` a tuple of such
        choices, a `TextArg` the text. A field of another type, such as an enum or a number for a
        `ChoiceArg`, gets what `msgspec` makes of the word.
        """
        return cast("M", read_move(verb, rest, reader))

    @abstractmethod
    def draw(self, view: V, reader: Reader) -> Scene:
        """Draw the position as a scene (`look`). The host turns it into lines of any width."""

    def sentence(self, heard: H, reader: Reader) -> str:
        """Tell the reader what happened, in a text of any length. Empty: nothing is said.

        A game with small drawings between its sentences has `say` instead.
        """
        raise NotImplementedError(f"{type(self).__name__} has neither sentence() nor say()")

    def say(self, heard: H, reader: Reader) -> Sequence[str]:
        """Tell the reader what happened, in lines. By default they are `sentence`, wrapped."""
        text = self.sentence(heard, reader)
        return wrapped(text, reader) if text else ()

    def ask(self, prompt: Prompt, view: V, reader: Reader) -> Sequence[str]:
        """Tell the reader what they may do now. The host adds the time left to the last line.

        By default it is the position, as `draw` draws it, if the game waits for them, and the
        usages of what is open, with what they offer.
        """
        forms = forms_of(prompt, reader.names)
        if not prompt.urgent:
            return [_("You can<<: {forms}| act now.>>", forms=forms)]
        asked = _("Your turn<<: {forms}|.>>", forms=forms)
        if reader.taps:  # they see it as a picture
            return [asked]
        return [*plain(self.draw(view, reader), reader.width, reader.lang), asked]

    def highlights(self, view: V, reader: Reader) -> Sequence[str]:
        """Say what the reader might tell others about the game that is over, in a sentence or two.

        The host asks once for each player, when the game was played to its end. It adds their
        places at this table. By default there is nothing to tell.
        """
        return ()

    def is_answer(self, text: str, view: V, reader: Reader) -> bool:
        """Check whether the line *text*, which also names a command, can be an answer now.

        The host asks this while `Prompt.bare` asks for free text, and for a moment after that. If
        so, the game gets the line, and the command needs a slash. By default every line can be
        an answer.
        """
        return True

    def answer(self, verb: str, rest: str, view: V, reader: Reader) -> H:
        """Answer a question of the game: *verb* with its arguments *rest*.

        *verb* is one of `Game.questions`. Make the answer from the reader's view alone. The host
        sends it only to the reader. It changes nothing and is not recorded, so watchers
        can ask too, and so can everybody after the game is over. Raises Refused.
        """
        raise NotImplementedError(f"{type(self).__name__} declares {verb}, and does not answer it")

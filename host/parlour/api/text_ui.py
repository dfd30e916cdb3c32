"""How people type moves, and how a view reads as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from parlour.api.arguments import forms_of, read_move
from parlour.api.prompts import Prompt
from parlour.api.seats import MoveFault, Refused, Seat, Viewer
from parlour.api.views import Heard
from parlour.language import ENGLISH, _
from parlour.structs import Struct

if TYPE_CHECKING:
    from parlour.scene import Scene

M = TypeVar("M")
V = TypeVar("V")
H = TypeVar("H", bound=Heard)


class Reader(Struct, frozen=True):
    """The reader of a text: who they are, the names at the table, the columns, the language.

    `bare`: they typed the move that is read now without its verb (`Prompt.bare`). `taps`: they see
    the position as a picture and tap what is offered, so a text for them has no drawing and does
    not say what to type. `width` is at least 40.

    `prompt` and `moves` are for `TextUI.parse`: what the reader may do now, and the type of the
    moves (`Game.move_type`).
    """

    viewer: Viewer
    names: Mapping[Seat, str]
    width: int = 79
    lang: str = ENGLISH
    bare: bool = False
    taps: bool = False
    prompt: Prompt | None = None
    moves: Any = None

    def is_me(self, seat: Seat) -> bool:
        """Check whether the reader holds *seat*."""
        return seat == self.viewer

    def name(self, seat: Seat) -> str:
        """Return the name of the player at *seat*."""
        return self.names.get(seat) or f"seat {seat}"

    def seat(self, word: str, among: Collection[Seat] | None = None) -> Seat:
        """Return the seat of the player that *word* names: `bob`, `b`, `seat2` or `2`.

        *among*: the seats that may be meant; without it, all. Raises Refused (MALFORMED,
        AMBIGUOUS).
        """
        wanted = word.casefold()
        seats = tuple(self.names) if among is None else tuple(among)
        names = {self.name(seat).casefold(): seat for seat in seats}
        if wanted in names:
            return names[wanted]
        for seat in seats:
            if wanted.removeprefix("seat") == str(seat):
                return seat
        found = [seat for name, seat in names.items() if wanted and name.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            either = self.name(found[0])
            for seat in found[1:]:
                either = _("{others} or {last}", others=either, last=self.name(seat))
            text = _(
                "{word} could be {either}. <<Type more of the name.>>", word=word, either=either
            )
            raise Refused(MoveFault.AMBIGUOUS, text)
        close = get_close_matches(wanted, names, n=1)
        near = self.name(names[close[0]]) if close else None
        known = ", ".join(map(self.name, seats))
        text = _("No player is called {word}. The players are {known}.", word=word, known=known)
        raise Refused(MoveFault.MALFORMED, text, near=near)


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

    @abstractmethod
    def say(self, heard: H, reader: Reader) -> Sequence[str]:
        """Tell the reader what happened, in a sentence or a small drawing. It may be empty."""

    def ask(self, prompt: Prompt, view: V, reader: Reader) -> Sequence[str]:
        """Tell the reader what they may do now. The host adds the time left to the last line.

        By default it is the usages of what is open, with what they offer.
        """
        forms = forms_of(prompt, reader.names)
        if prompt.urgent:
            return [_("Your turn<<: {forms}|.>>", forms=forms)]
        return [_("You can<<: {forms}| act now.>>", forms=forms)]

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

"""Who reads a text of a game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from parlour.api.prompts import Prompt
from parlour.api.seats import MoveFault, Refused, Seat, Viewer
from parlour.language import ENGLISH, _, translated
from parlour.structs import Struct
from parlour.texts import INDENT, TIED, wrap


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


def wrapped(text: str, reader: Reader, indent: str = INDENT) -> Sequence[str]:
    """Wrap *text* to the reader's width, with *indent* before the later lines.

    A sentence of a catalogue is translated before. Nothing is left of one that only says what to
    type, for a reader who taps.
    """
    if reader.lang != ENGLISH or reader.taps:
        text = translated(text, reader.lang, reader.taps)
        if not text and reader.taps:
            return ()
    if len(text) <= reader.width and text.isascii():
        return [text.replace(TIED, " ")]  # as nearly always
    return wrap(text, reader.width, indent)

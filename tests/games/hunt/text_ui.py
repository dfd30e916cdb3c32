"""Hunt: text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Catalogue, MoveFault, Prompt, Reader, Refused, Scene, Seat, Text, TextUI
from tests.games.hunt.state import (
    MOODS,
    Cheer,
    Cheered,
    Counted,
    Event,
    Hid,
    Hide,
    Move,
    Note,
    Noted,
    Passed,
    Tried,
    Try,
)
from tests.games.hunt.views import View

_: Final = Catalogue()


class HuntTextUI(TextUI[Move, View, Event]):
    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        if verb == "note":
            return Note(rest)
        if verb == "cheer":
            if rest.lower() not in MOODS:
                raise Refused(MoveFault.MALFORMED, "Cheer loudly or softly.", near="softly")
            return Cheer(rest.lower())
        who, _, digits = rest.rpartition(" ") if verb == "try" else ("", "", rest)
        if not digits.isdecimal() or len(digits) > 3:
            raise Refused(MoveFault.MALFORMED, f"Say a number from 1 to {view.top}.")
        return Try(self._player(who, reader), int(digits)) if verb == "try" else Hide(int(digits))

    def _player(self, word: str, reader: Reader) -> Seat:
        found = [seat for seat, name in reader.names.items() if name.startswith(word)]
        if not found:
            raise Refused(MoveFault.MALFORMED, "Nobody of that name plays.")
        if len(found) > 1:
            raise Refused(MoveFault.AMBIGUOUS, "That could be more than one player.")
        return found[0]

    def draw(self, view: View, reader: Reader) -> Scene:
        """A line for each player whose number is hidden."""
        lines = [f"Numbers from 1 to {view.top}."]
        if view.mine is not None:
            lines.append(f"Yours is {view.mine}.")
        for seat in view.hidden:
            left = view.top - len(view.ruled_out[seat])
            lines.append(f"{reader.name(seat)}: {left} possible{' <-' * (seat == view.turn)}")
        if view.note is not None:
            lines.append(f"You noted: {view.note}")
        return Scene(tuple(map(Text.of, lines)), turn=view.turn)

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        match heard:
            case Hid():
                if reader.is_me(heard.seat):
                    return [f"You have hidden {heard.number}."]
                return [f"{reader.name(heard.seat)} has hidden a number."]
            case Tried():
                asker, target = reader.name(heard.asker), reader.name(heard.target)
                who = "You try" if reader.is_me(heard.asker) else f"{asker} tries"
                whom = "you" if reader.is_me(heard.target) else target
                return [f"{who} {heard.number} on {whom}: {heard.answer}."]
            case Passed():
                if reader.is_me(heard.seat):
                    return []
                return [f"{reader.name(heard.seat)} is to try."]
            case Noted():
                return ["Noted."]
            case Cheered():
                return [f"{reader.name(heard.seat)} cheers {heard.mood}."]
            case Counted():
                return [f"{reader.name(heard.seat)}: {heard.possible} possible."]

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        if prompt.bare:
            return [f"Hide a number from 1 to {view.top}."]
        if not prompt.urgent:
            return ["You may note something down."]
        return [_("Your turn<<: try PLAYER NUMBER|.>>")]

    def answer(self, verb: str, rest: str, view: View, reader: Reader) -> Event:
        """How many numbers are left for a player."""
        seat = self._player(rest, reader)
        return Counted(seat, view.top - len(view.ruled_out[seat]))

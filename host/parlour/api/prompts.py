"""What a seat may do now: verbs, their arguments, and the prompt that offers them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from parlour.api.seats import Seat
from parlour.structs import Struct


class Verb(Struct, frozen=True):
    """A word that begins a move. `usage` shows it with its arguments in capitals.

    `help` is what `help VERB` shows below them, in plain ASCII: each line is a paragraph, except
    those that begin with a space, which stay as they are.

    `label` is for a button: a word or two. Without one it is the name with a capital. `weight`
    says how the move is offered: `main`; `side`, an aside such as to take a word back; or `final`,
    which ends something and cannot be taken back.
    """

    name: str
    usage: str
    about: str
    help: str = ""
    label: str = ""
    weight: Literal["main", "side", "final"] = "main"


class _Arg(Struct, frozen=True, kw_only=True):
    """What every argument has.

    * `label`: what a form calls it. Without one it is the name with a capital.
    * `secret`: others in the room must not read it on the screen of its player.
    """

    label: str = ""
    secret: bool = False


class SeatArg(_Arg, frozen=True):
    """A player, typed as a name. Programs pick one of `choices`."""

    name: str
    choices: tuple[Seat, ...]


class ChoiceArg(_Arg, frozen=True):
    """One of `choices`. The parser accepts exactly these now."""

    name: str
    choices: tuple[str, ...]


class IntArg(_Arg, frozen=True):
    """A whole number from `min` to `max`. A form shows `default` at first, if there is one."""

    name: str
    min: int
    max: int
    default: int | None = None


class _Text(_Arg, frozen=True, kw_only=True):
    """What helps to type a text. The host does not check any of it.

    * `default`: what a form shows at first.
    * `known`: what is worth offering, which is not all that may be typed. The game accepts each
      of these now.
    * `letters`: only letters make sense, no digits, marks or spaces.
    * `least`, `most`: how many characters make sense.
    """

    default: str = ""
    known: tuple[str, ...] = ()
    letters: bool = False
    least: int | None = None
    most: int | None = None


class TextArg(_Text, frozen=True):
    """Free text. The game accepts each of `examples` (at least one) now."""

    name: str
    examples: tuple[str, ...]


class SomeArg(TextArg, frozen=True):
    """From `min` to `max` of `choices`, typed with spaces between them, in any order.

    Each choice counts once; one that is listed twice may be taken twice. A move has one such
    argument at most, and no free text beside it. Make one with `some`.
    """

    choices: tuple[str, ...]
    min: int
    max: int


_SHOWN_SETS: Final = 4
"""Examples of a `SomeArg`, for programs that know only free text."""


def some(
    name: str, choices: Sequence[str], least: int, most: int | None = None, *, label: str = ""
) -> SomeArg:
    """Return an argument for *least* to *most* of *choices*; without *most*, exactly *least*.

    Raises ValueError unless there are that many choices, and *least* is 1 or more.
    """
    top = least if most is None else most
    if not 1 <= least <= top <= len(choices):
        raise ValueError(f"{least} to {top} of {len(choices)} choices cannot be taken")
    firsts = range(min(_SHOWN_SETS, len(choices) - least + 1))
    sets = tuple([" ".join(choices[at : at + least]) for at in firsts])
    return SomeArg(name, sets, tuple(choices), least, top, label=label)


Arg: TypeAlias = SeatArg | ChoiceArg | IntArg | TextArg


class MoveSpec(Struct, frozen=True):
    """An open move, with everything a program needs to make it.

    A prompt may offer a verb several times, with other arguments each: that is how one argument
    depends on another.
    """

    verb: Verb
    args: tuple[Arg, ...] = ()


class Prompt(Struct, frozen=True):
    """The moves one seat may make now.

    * `bare`: the verb of a line that is typed without one, or None.
    * `due`: the table time at which the chance ends, or None.
    * `urgent`: the game waits for this seat. A prompt that only *allows* something is not
      urgent, and the host does not keep repeating it to people.
    * `enter`: the whole line that an empty one of a person stands for, such as `show 5`, or None.
      The host says so behind the question. It must be a move that is open now.

    A prompt tells no more than the seat's view does.
    """

    moves: tuple[MoveSpec, ...]
    bare: str | None = None
    due: int | None = None
    urgent: bool = True
    enter: str | None = None

    @property
    def asks_words(self) -> bool:
        """Whether a line without a slash is free text now, so it can be nearly anything."""
        if self.bare is None:
            return False
        own = [spec for spec in self.moves if spec.verb.name == self.bare]
        return not own or any(type(arg) is TextArg for spec in own for arg in spec.args)

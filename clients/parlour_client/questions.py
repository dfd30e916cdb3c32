"""What the host asks of a seat, as typed values: the prompts of chapter 7 of docs/protocol.md."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from parlour_client.lines import Body


class Arg(msgspec.Struct, frozen=True):
    """An argument of a move."""

    name: str
    type: str
    """`seat`, `choice`, `int`, `text`, or what a newer host knows."""
    choices: tuple[str, ...] = ()
    """Of a `seat` (names) or a `choice`: all that is accepted now."""
    min: int = 0
    max: int = 0
    examples: tuple[str, ...] = ()
    """Of a `text`: each is accepted now."""


class Move(msgspec.Struct, frozen=True):
    """A move that is open."""

    verb: str
    usage: str
    about: str
    args: tuple[Arg, ...] = ()


class Prompt(msgspec.Struct, frozen=True):
    """What a seat may do now."""

    table: int
    prompt: int
    """Its number."""
    urgent: bool
    """The game waits for this seat."""
    moves: tuple[Move, ...]
    due_ms: int | None = None
    """Time that was left when it was sent."""
    bare: str | None = None
    """The verb that a line without a slash stands for."""

    def move(self, verb: str) -> Move | None:
        """The open move of that verb, if it is open."""
        return next((move for move in self.moves if move.verb == verb), None)


_MISSING: Final = "a prompt without what every prompt has"
_LEFT_OUT: Final = "; the verb may be left out"


def read_prompt(body: Body) -> Prompt:
    """The prompt in the object of a `prompt` event. Raises ValueError."""
    try:
        prompt = msgspec.convert(body, Prompt)
    except msgspec.ValidationError as error:
        raise ValueError(f"{_MISSING}: {error}") from error
    if prompt.bare is None:
        return prompt
    moves = tuple([_bare(move) if move.verb == prompt.bare else move for move in prompt.moves])
    return replace(prompt, moves=moves)


def _bare(move: Move) -> Move:
    """*move*, which is shown without its verb: nobody need be told that it may be left out."""
    return replace(move, about=move.about.removesuffix(_LEFT_OUT))

"""What a Parlour host says to a program, line by line. No input or output here.

Chapter 4 of docs/protocol.md describes the lines, chapter 6 the prompts. Bodies are plain
dictionaries: a host may add keys and events, and a client ignores those it does not know.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from parlour.rendering import plain
from parlour.scene import Block, Scene, SceneFault, checked
from parlour.scene_limits import WIDTH_LEAST
from parlour_client.language import _

LINE_MAX: Final = 64 * 1024
"""The longest line in bytes. A host of version 1 keeps to 16 KiB."""

Body: TypeAlias = dict[str, Any]
T = TypeVar("T")

_BLOCK: Final[Any] = Block
"""A union, which is not a `type`."""

_TYPED: Final = re.compile(
    r"(?:#(?P<id>[A-Za-z0-9_-]{1,16}) (?P<word>\+|ok|no)"
    r"|\* (?P<seq>[0-9]{1,15}|-) (?P<name>[a-z0-9_.]+)"
    r"|! (?P<code>[a-z_]+)) (?P<body>\{.*)\Z",
    re.DOTALL,
)
_decode: Final = msgspec.json.Decoder(Body).decode


class TooLong(ValueError):
    """The host sent a line that no Parlour host sends."""


class Item(msgspec.Struct, frozen=True):
    """One item of a longer answer."""

    id: str
    body: Body


class Ok(msgspec.Struct, frozen=True):
    """The end of the answer to request `id`: done."""

    id: str
    body: Body


class No(msgspec.Struct, frozen=True):
    """The end of the answer to request `id`: refused, and nothing has changed."""

    id: str
    body: Body

    @property
    def text(self) -> str:
        """Why, in one line."""
        return _sentence(self.body)


class Heard(msgspec.Struct, frozen=True):
    """An event: number `seq` of this player (0 if it has none), its name, its object."""

    seq: int
    name: str
    body: Body

    @property
    def text(self) -> list[str]:
        """The lines that a person reads instead. A welcome addresses them by name."""
        lines = text_of(self.body)
        if self.name != "welcome" or "name" not in self.body:
            return lines
        return [_("Hello {name}.", name=self.body["name"]), *lines]

    @property
    def waits(self) -> bool | None:
        """True if the host now waits for its disk, false if it continues; else None."""
        if self.name != "notice":
            return None
        return {"waiting": True, "storing": False}.get(str(self.body.get("kind")))


class Bye(msgspec.Struct, frozen=True):
    """The host disconnects us, and says why."""

    code: str
    body: Body

    @property
    def text(self) -> str:
        """Why, in one line."""
        return _sentence(self.body)


class Greeting(msgspec.Struct, frozen=True):
    """A line for people, or from something that is not a Parlour host."""

    text: str


Said: TypeAlias = Item | Ok | No | Heard | Bye | Greeting


def _sentence(body: Body) -> str:
    """Return the lines for people as one; the host indents those that continue another."""
    return " ".join(line.strip() for line in text_of(body))


def text_of(body: Body) -> list[str]:
    """The lines for people in *body*; none if it has none."""
    try:
        return msgspec.convert(body.get("text", []), list[str])
    except msgspec.ValidationError:
        return []


def read_line(line: bytes) -> Said:
    """Return what *line*, without its end, says. A line that is not typed is a `Greeting`."""
    text = line.decode("utf-8", "replace")
    found = _TYPED.match(text)
    if found is None:
        return Greeting(text)
    try:
        body = _decode(found["body"])
    except (msgspec.DecodeError, RecursionError):
        return Greeting(text)
    if found["name"] is not None:
        seq = 0 if found["seq"] == "-" else int(found["seq"])
        return Heard(seq, found["name"], body)
    if found["code"] is not None:
        return Bye(found["code"], body)
    match found["word"]:
        case "+":
            return Item(found["id"], body)
        case "ok":
            return Ok(found["id"], body)
        case _:
            return No(found["id"], body)


class Splitter:
    """Splits bytes into lines, no matter how the bytes are cut into pieces."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines that *data* completes, without their ends.

        Raises TooLong for a line longer than LINE_MAX, even before its end has come.
        """
        *lines, self._rest = (self._rest + data).split(b"\n")
        if max(map(len, (*lines, self._rest))) > LINE_MAX:
            raise TooLong
        return [line.removesuffix(b"\r") for line in lines]


class Arg(msgspec.Struct, frozen=True):
    """An argument of a move."""

    name: str
    type: str
    """`seat`, `choice`, `int`, `text`, or a type of a newer host."""
    choices: tuple[str, ...] = ()
    """For a `seat` (names) or a `choice`: everything that is accepted now. For a `text`: what is
    worth offering; more is accepted."""
    min: int = 0
    max: int = 0
    examples: tuple[str, ...] = ()
    """For a `text`: some words that are accepted now."""
    of: tuple[str, ...] = ()
    """For a `text` made of these words, from `min` to `max` of them."""
    default: str | int | None = None
    """For an `int` or a `text`: the likeliest value, or none."""
    secret: bool = False
    """Others in the room must not read it on the screen."""
    label: str = ""
    """What a form calls it; empty: its name."""
    letters: bool = False
    """For a `text`: only letters make sense."""
    least: int | None = None
    most: int | None = None
    """For a `text`: how many characters make sense."""


class Move(msgspec.Struct, frozen=True):
    """An open move."""

    verb: str
    usage: str
    about: str
    args: tuple[Arg, ...] = ()
    label: str = ""
    """What a button says; empty: the verb."""
    weight: str = "main"
    """`main`, `side` (an aside), `final` (cannot be taken back), or one of a newer host."""


class Prompt(msgspec.Struct, frozen=True):
    """What a seat may do now."""

    table: int
    prompt: int
    """Its number."""
    urgent: bool
    """The game waits for this seat."""
    moves: tuple[Move, ...]
    due_ms: int | None = None
    """The time left when it was sent."""
    bank_ms: int | None = None
    """The time left after that in the player's bank."""
    bare: str | None = None
    """The verb that a line without a slash stands for."""
    says: str = ""
    """The question in one line, without what to type."""
    enter: str = ""
    """The line that Enter alone stands for; empty: none."""

    def move(self, verb: str) -> Move | None:
        """The open move with that verb; None if there is none."""
        return next((move for move in self.moves if move.verb == verb), None)


_MISSING: Final = "a prompt without what every prompt has"
_LEFT_OUT: Final = "; the verb may be left out"


def read_prompt(body: Body) -> Prompt:
    """Return the prompt in the object of a `prompt` event. Raises ValueError."""
    try:
        prompt = msgspec.convert(body, Prompt)
    except msgspec.ValidationError as error:
        raise ValueError(f"{_MISSING}: {error}") from error
    if prompt.bare is None:
        return prompt
    moves = tuple([_bare(move) if move.verb == prompt.bare else move for move in prompt.moves])
    return replace(prompt, moves=moves)


def _bare(move: Move) -> Move:
    """Return *move* without its verb, which players need not type."""
    return replace(move, about=move.about.removesuffix(_LEFT_OUT))


# --- the bodies of what it says ------------------------------------------------------------


def read(body: Any, form: type[T]) -> T | None:
    """*body* as *form*; None if the host uses a form that we don't know."""
    try:
        return msgspec.convert(body, form)
    except msgspec.ValidationError:
        return None


def read_scene(body: Any) -> Scene | None:
    """*body* as a scene, without blocks that only a newer host knows; None if it isn't one."""
    given = read(body, dict[str, Any])
    if given is None:
        return None
    scene = read({**given, "blocks": []}, Scene)
    if scene is None:
        return None
    try:
        scene = checked(replace(scene, blocks=read_all(given.get("blocks"), _BLOCK)))
        plain(scene, WIDTH_LEAST)
    except SceneFault:
        return None
    return scene


def read_all(bodies: Any, form: type[T]) -> tuple[T, ...]:
    """Those of *bodies* that can be read as *form*."""
    found = [read(body, form) for body in read(bodies, list[Any]) or []]
    return tuple([each for each in found if each is not None])

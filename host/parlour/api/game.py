"""A game as the host knows it: the record that ties its parts together, and its bots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

import msgspec

from parlour.api.lists import Lexicon
from parlour.api.options import Declared, Option, OptionsField, OptionValue, as_declared
from parlour.api.prompts import Prompt, Verb
from parlour.api.reader import Reader
from parlour.api.rules import Rules, Scoring
from parlour.api.seats import Seat
from parlour.api.text_ui import TextUI
from parlour.api.views import Heard, Views
from parlour.language import Catalogue

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
H = TypeVar("H", bound=Heard)
B = TypeVar("B")


@dataclass(frozen=True)
class Thought(Generic[M]):
    """A bot's decision: a move, and how long the bot takes to make it.

    With `after_ms`, the host makes the move that many ms after the thought, if its prompt is
    still open by then. The bot does not think again, whatever happens meanwhile. So set it only
    for a move that depends on nothing but the prompt and what the bot's own seat has done. The
    delay must not depend on anything that those who hear of the move may not know. 0: at once.
    """

    move: M
    after_ms: int = 0


@dataclass(frozen=True)
class Imagined:
    """Positions that look the same to a bot's seat, and the rules to play them on."""

    game: AnyGame
    twin: Callable[[Random], Any] = field(repr=False)
    """Returns such a position (`Views.resample`). The bot never gets the position itself."""
    now: int
    """The time of the game in ms."""
    lists: Mapping[str, Lexicon]
    """As in `Context`."""


@dataclass(frozen=True)
class BotContext:
    """Resources for a bot in addition to its view: its own luck and the table's word list.

    `imagined` is for a bot that searches (`Bot.searches`), and None for all others.
    """

    rng: Random
    lexicon: Lexicon | None
    imagined: Imagined | None = None


class Bot(ABC, Generic[M, V, H, B]):
    """A player that is a program. It knows what its seat knows, and no more.

    Its memory is a value folded from what it heard, so the host can rebuild it with the
    table. The host calls `think` on a worker thread, for an open prompt. It must be
    a pure function and quick (50 ms at most).
    """

    kind: str
    """The word that adds this bot: `bot sharp`."""
    about: str
    """One line about the bot, for people."""
    also: ClassVar[tuple[str, ...]] = ()
    """Other words that add this bot, such as the `kind` it had in an earlier version. The records
    of that version name it so."""
    searches: ClassVar[bool] = False
    """The bot plays positions on that look the same to its seat. Then `Views.resample` must make
    them from nothing that the seat does not know."""

    @abstractmethod
    def begin(self, seat: Seat, view: V) -> B:
        """Return the memory at the start of a game."""

    @abstractmethod
    def hear(self, memory: B, heard: H) -> B:
        """Return the memory after *heard*. The host calls it on its main thread: keep it quick."""

    @abstractmethod
    def think(self, memory: B, view: V, prompt: Prompt, ctx: BotContext) -> Thought[M] | None:
        """Return a move for *prompt*, or None to let it pass (never for an urgent prompt)."""


@dataclass(frozen=True)
class Topic:
    """A noun of the rules that `help` explains, such as `rack` or `challenge`.

    `names` are the words for it in lower case; `help` lists the first. `text` is plain
    ASCII: each line is a paragraph, except those that begin with a space, which stay as they are.
    """

    names: tuple[str, ...]
    text: str


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, E, V, H]):
    """A game, as the host knows it. Leaving out a part is a TypeError at import."""

    id: str
    """The game's id, in lower-case letters. It begins the names of the game's events."""
    title: str = ""
    """What people call the game. Empty: the id with a capital."""
    version: str = "1"
    """The version of these rules. A table resumes only under its own version or one of `older`."""
    seats: range
    """The allowed numbers of players, for example `range(3, 7)` for three to six."""
    verbs: tuple[Verb, ...]
    """The verbs of all moves, including those that are not open now."""
    if TYPE_CHECKING:
        options: OptionsField = OptionsField()
    else:
        options: tuple[Option, ...] = ()
    """The options of a table: a tuple of them, or a class of `Options`, and then a game finds
    their values as attributes. To read, it is always a tuple."""
    rules_text: str
    """The rules for players, in plain ASCII paragraphs, with empty lines between sections."""
    rules: Rules[S, M, E]
    views: Views[S, E, V, H]
    scoring: Scoring[S]
    text_ui: TextUI[M, V, H]
    move_type: Any = None
    """The type of moves, as `msgspec` reads it back from a record: a tagged union of
    `msgspec.Struct`s. None: what the class of the rules says, `Rules[State, Move, Event]`."""
    lexicon: str | None = None
    """The word list of a table that chooses no other. None: the game needs no list."""
    own_words: str = ""
    """The language of the words that the game itself brings, such as `en`. A table then keeps its
    word list, whatever language its players read. Empty: it brings no words of a language."""
    bots: tuple[Bot[M, V, H, Any], ...] = field(default=())
    """The bots of the game, the first for people who do not choose. A host gives a game for
    several players that brings none a `parlour.SearchBot`."""
    questions: tuple[Verb, ...] = ()
    """Verbs that are not moves. `TextUI.answer` answers them."""
    channels: tuple[Verb, ...] = ()
    """Verbs that begin talk to some of the players (`Views.channel`), such as a team."""
    daily: tuple[str, ...] | None = None
    """The options (`seconds=60`) of the game of the day, which one player plays alone: its luck is
    the same for everybody on that day. None: the game has no such game."""
    takeback: bool = False
    """Moves can be taken back if everybody agrees (`Rules.taken_back`)."""
    aim: str = ""
    """What to do and what scores, whatever the options, in two lines of at most 79 characters.
    People read it when their first game of this kind begins. Empty: they read nothing."""
    topics: tuple[Topic, ...] = ()
    """The nouns of the rules that `help` explains."""
    option_groups: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )
    """Headings for `options`, and the names of the options below each; all others are listed
    below the title of the game."""
    rated_apart: tuple[str, ...] = ()
    """Options that make another game of it, as a larger board does. Games in which they differ are
    rated apart."""
    rated_apart_for: tuple[int, ...] = ()
    """Numbers of players that make another game of it, because other rules apply. The ladder is
    named by it, such as `probe players=2`."""
    wants: tuple[Literal["ratings", "earlier"], ...] = ()
    """What `Setup` has beside seats and options. It then becomes part of the record."""
    prepare: Callable[[Lexicon], object] | None = None
    """Slow work to do once with a word list before it is used. The host calls this on a
    worker thread when a table with that list opens. The game must also play without it, and
    while it runs. If it raises, the host only logs the error. The host ignores its result."""
    calls: tuple[int, ...] = (10,)
    """The times at which the host warns players, in seconds before a deadline."""
    older: tuple[str, ...] = ()
    """Earlier versions that these rules still play exactly as they were (`Setup.version`)."""
    forgets: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Events that players must remember. Each key is the name of an event. When that event has
    come, the listed events are past, and a player who comes back is not shown them again. The
    name `prompt` means the questions that the game asks. A table with `notes=on` forgets
    nothing."""
    catalogue: Catalogue | None = None
    """The translations of the game's texts, which it calls `_`. None: it has none."""
    code: str = field(default="", compare=False, repr=False)
    """A fingerprint of the code and the data. The host sets it when it loads the game."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.id.capitalize())
        object.__setattr__(self, "options", as_declared(self.options))
        if self.move_type is None:
            object.__setattr__(self, "move_type", moves_of(type(self.rules)))

    @cached_property
    def verb_names(self) -> frozenset[str]:
        """The words of `verbs`. The host asks for them with each line of each player."""
        return frozenset([verb.name for verb in self.verbs])

    def chosen(self, values: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
        """Return checked *values*, of the host's options too, as `Setup` has them."""
        if isinstance(self.options, Declared):
            own = {option.name for option in self.options}
            return self.options.kind({name: values[name] for name in own & values.keys()})
        return MappingProxyType(dict(values))

    def reading(self, reader: Reader, prompt: Prompt | None) -> Reader:
        """Return *reader* as `TextUI.parse` gets it; *prompt* is what they may do now."""
        return msgspec.structs.replace(reader, prompt=prompt, moves=self.move_type)

    def forgotten(self) -> dict[str, tuple[str, ...]]:
        """Return `forgets` with the full event names that programs read."""
        return {
            f"{self.id}.{name}": tuple(
                [each if each == "prompt" else f"{self.id}.{each}" for each in gone]
            )
            for name, gone in self.forgets.items()
        }

    def bot_named(self, word: str) -> Bot[M, V, H, Any] | None:
        """Return the bot that *word* adds, or None."""
        return next((bot for bot in self.bots if word in (bot.kind, *bot.also)), None)

    def plays_as(self, version: str) -> str:
        """Return the version of the rules for a game that began under *version*."""
        return version if version in self.older else self.version


def moves_of(rules: type) -> Any:
    """Return the type of moves that the class *rules* names, or None."""
    for each in rules.__mro__:
        for base in getattr(each, "__orig_bases__", ()):
            if get_origin(base) is Rules:
                return get_args(base)[1]
    return None


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game of any types."""

"""The types that a game is made of. Types only: nothing here does anything.

A game is one frozen `Game` record with four small parts:

* `Rules`     what may happen (state, event -> state);
* `Views`     who may know what: the only door through which anything leaves;
* `Scoring`   what it is worth;
* `TextUI`  how people type moves and read what a view already shows.

The host treats state, move, event, view and heard event as opaque values. They
must be immutable and compare by value: the host proves after every entry of a
record that the state rebuilt from the record equals the live one.

Times are whole milliseconds of *table time*: 0 when the game starts, standing
still while the table is paused or the host is down.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from random import Random
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NewType,
    TypeAlias,
    TypeVar,
)

import msgspec

if TYPE_CHECKING:
    from parlour.scene import Scene

Seat = NewType("Seat", int)
"""A place at a table, counted from 1 as players read it."""


class Spectator(Enum):
    """The viewer who holds no seat: he may know what is public and nothing else."""

    SPECTATOR = "watcher"


SPECTATOR: Final = Spectator.SPECTATOR

Viewer: TypeAlias = Seat | Spectator
"""Whoever looks or listens: a seat, or the spectator."""

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
H = TypeVar("H", bound="Heard")
B = TypeVar("B")


# --- refusals -----------------------------------------------------------------------


class MoveFault(StrEnum):
    """Why a game refuses a move. Each is also a code of the line protocol."""

    MALFORMED = "malformed_move"
    """The words cannot be read as this move."""
    ILLEGAL = "illegal_move"
    """Well formed, and the rules do not allow it now."""
    AMBIGUOUS = "ambiguous"
    """It could mean more than one thing."""
    NOT_YOUR_TURN = "not_your_turn"
    """A move for somebody else to make at this moment."""


class Refused(Exception):
    """A player asked for what the rules do not allow. Nothing has changed (G-2).

    `text` is one line: what was wrong and what would be right. It must be worded
    from what the mover already sees, and be the same whatever is hidden.
    `near` may name a word close to what was typed.
    """

    def __init__(self, fault: MoveFault, text: str, *, near: str | None = None) -> None:
        super().__init__(text)
        self.fault = fault
        self.text = text
        self.near = near


# --- word lists ---------------------------------------------------------------------


class Lexicon(ABC):
    """A word list of the host. Words are lower-case letters a to z.

    The record of a table names the list and its hash, so that a ruling can be
    repeated later.
    """

    name: str
    """What a table option calls it, for example `en`."""
    hash: str
    """SHA-256 of its words, bands and printed forms, hexadecimal."""

    @abstractmethod
    def __contains__(self, word: object) -> bool:
        """Is *word*, written in lower case, in the list?"""

    @abstractmethod
    def __len__(self) -> int:
        """How many words."""

    @abstractmethod
    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        """The words of *length* letters in alphabetical order.

        With *band*, only words of that difficulty band or an easier one.
        """

    @abstractmethod
    def band(self, word: str) -> int | None:
        """How common *word* is, 10 (most common) to 95; None if it is not listed.

        Words of an operator's own list are in band 0 unless the list says more.
        """

    @abstractmethod
    def never_deal(self, word: str) -> bool:
        """True if *word* counts when played, but the host itself must not offer it."""

    def printed(self, word: str) -> tuple[str, ...]:
        """How *word* is written for people: with accents, and in every way if there are several.

        `ete` is printed `été`, and `cote` is `cote`, `coté`, `côte` or `côté`. They
        are in lower case and in the order of their code points; a word that is not listed, or
        whose list knows no accents, is printed as it is.
        """
        return (word,)

    @abstractmethod
    def why(self, word: str) -> str:
        """One line for a person: which list decided about *word*, and how."""


# --- what the host hands to the rules -----------------------------------------------


_NO_LISTS: Final[Mapping[str, Lexicon]] = MappingProxyType({})


class Context:
    """Time and chance of one step.

    `now` is table time in ms. `rng` is the table's own generator: a fresh one for
    each entry of the record, derived from the table's seed and the entry's number,
    so a refused move uses up no luck and a rebuilt game has the same luck (G-5).
    `lexicon` is the table's word list, or None if the game asked for none.
    `lists` are the word lists that the table's `ListOption`s name, by option; an option that
    is set to one of the game's own words is not among them.
    `lag` is how long a signal takes from the host to the mover and back, in ms, as the
    host measured it; 0 if it did not, and wherever nobody moves. A game may be fair with
    it to slow lines; it is part of the record, so that a ruling can be repeated.
    """

    __slots__ = ("_number", "_rng", "_seed", "lag", "lexicon", "lists", "now")

    def __init__(
        self,
        *,
        now: int,
        seed: bytes,
        number: int,
        lexicon: Lexicon | None = None,
        lag: int = 0,
        lists: Mapping[str, Lexicon] = _NO_LISTS,
    ):
        self.now = now
        self.lexicon = lexicon
        self.lists = lists
        self.lag = lag
        self._seed = seed
        self._number = number
        self._rng: Random | None = None

    @property
    def rng(self) -> Random:
        """The generator of this step; made when first asked for."""
        if self._rng is None:
            digest = hashlib.sha256(self._seed + self._number.to_bytes(8, "big")).digest()
            self._rng = Random(int.from_bytes(digest, "big"))
        return self._rng


OptionValue: TypeAlias = str | int | bool


@dataclass(frozen=True)
class Setup:
    """What a game starts from.

    `seats` are the taken seats in ascending order. `options` holds a checked value
    for every option the game declares; a `SeatOption` naming a player or a seat
    arrives as that seat's number, one of its words as that word.

    `version` is the version of the rules to play by: the game's own or, of a game that began
    before an upgrade, one of `Game.older`. Empty, as in tests: the game's own.
    """

    seats: tuple[Seat, ...]
    options: Mapping[str, OptionValue]
    version: str = ""


class Step(msgspec.Struct, Generic[S, E], frozen=True):
    """What one entry led to: the new state, and what happened, in order.

    `sealed` is what a seat has hidden in this step, by seat, as a value that encodes to
    JSON. The host publishes a salted commitment to it, so that whoever checks the game
    later knows that nobody has changed it since. Everybody learns at once *that* the seat
    has hidden something: seal only what all know to have happened, as late as they do.
    """

    state: S
    events: tuple[E, ...] = ()
    sealed: Mapping[Seat, Any] = msgspec.field(default_factory=dict[Seat, Any])

    def __repr__(self) -> str:
        """Nothing of what is sealed."""
        return f"Step(state={self.state!r}, events={self.events!r})"


# --- options of a table -------------------------------------------------------------


@dataclass(frozen=True)
class ChoiceOption:
    """One of a few words."""

    name: str
    about: str
    default: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class NumberOption:
    """A whole number from `min` to `max`, both allowed."""

    name: str
    about: str
    default: int
    min: int
    max: int


@dataclass(frozen=True)
class SwitchOption:
    """`on` or `off`."""

    name: str
    about: str
    default: bool


@dataclass(frozen=True)
class SeatOption:
    """One of `words`, `seat1`, `seat2` …, or the name of somebody at the table.

    Whether the name sits there is checked at the start of the game.
    """

    name: str
    about: str
    default: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class ListOption:
    """One of the game's own `words`, or the name of one of the host's word lists.

    The rules get the list that is named in `Context.lists`. A list that is called like one of
    the words cannot be chosen.
    """

    name: str
    about: str
    default: str
    words: tuple[str, ...]


Option: TypeAlias = ChoiceOption | NumberOption | SwitchOption | SeatOption | ListOption


# --- prompts: what a seat may do now ------------------------------------------------


class Verb(msgspec.Struct, frozen=True):
    """A word that begins a move. `usage` shows it with its arguments in capitals."""

    name: str
    usage: str
    about: str


class SeatArg(msgspec.Struct, frozen=True):
    """A player: his name or, for a program, one of `choices`."""

    name: str
    choices: tuple[Seat, ...]


class ChoiceArg(msgspec.Struct, frozen=True):
    """One of `choices`, which is everything the parser accepts now."""

    name: str
    choices: tuple[str, ...]


class IntArg(msgspec.Struct, frozen=True):
    """A whole number from `min` to `max`."""

    name: str
    min: int
    max: int


class TextArg(msgspec.Struct, frozen=True):
    """Free text; each of `examples` (one at least) is accepted now."""

    name: str
    examples: tuple[str, ...]


Arg: TypeAlias = SeatArg | ChoiceArg | IntArg | TextArg


class MoveSpec(msgspec.Struct, frozen=True):
    """A move that is open, with everything a program needs to make one."""

    verb: Verb
    args: tuple[Arg, ...] = ()


class Prompt(msgspec.Struct, frozen=True):
    """What one seat may do now.

    `bare` names the verb that lines without a slash stand for. `due` is the table
    time at which the chance ends, or None. `urgent` says that the game waits for
    this seat; a prompt that only *allows* something is not urgent and is not
    printed again and again for a person.
    A prompt tells no more than the seat's view does.
    """

    moves: tuple[MoveSpec, ...]
    bare: str | None = None
    due: int | None = None
    urgent: bool = True


# --- the four parts -----------------------------------------------------------------


class Rules(ABC, Generic[S, M, E]):
    """What may happen. Pure: the same arguments always give the same result."""

    @abstractmethod
    def start(self, setup: Setup, ctx: Context) -> Step[S, E]:
        """The first state. Raises Refused if these seats or options cannot be played."""

    @abstractmethod
    def prompts(self, state: S) -> Mapping[Seat, Prompt]:
        """Who may act now, with what. Empty when the game is over."""

    @abstractmethod
    def deadline(self, state: S) -> int | None:
        """The table time at which `time_up` is due, or None."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, ctx: Context) -> Step[S, E]:
        """Make *move*, or raise Refused: then nothing has changed."""

    @abstractmethod
    def time_up(self, state: S, ctx: Context) -> Step[S, E]:
        """The deadline has passed; decide what the silence means."""

    @abstractmethod
    def left(self, state: S, seat: Seat, ctx: Context) -> Step[S, E]:
        """The player of *seat* is gone for good; the game goes on, or ends, without him."""

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Has the game ended?"""

    def free(self, state: S) -> tuple[Seat, ...]:
        """The seats where somebody may sit down now, in the order in which they are offered.

        Asked while the game goes on. Everybody may learn it, also those who are not at the
        table. Who sits down sees at once what the seat sees, and hears what it hears: never
        offer a seat that knows what a newcomer must not.
        """
        return ()

    def joined(self, state: S, seat: Seat, ctx: Context) -> Step[S, E]:
        """A player has sat down at *seat*, one of those that are `free`; `left` may come again."""
        raise NotImplementedError(f"{type(self).__name__} offers seats, and has no joined()")


class Heard:
    """An event as one viewer may know it: the base of a game's frozen dataclasses.

    `name` is the second half of the event's name on the wire (`probe.asked`). The
    fields are the event's `data`: numbers, words, lists, None, and seats as numbers.
    """

    name: ClassVar[str]

    @property
    def addressees(self) -> Collection[Seat] | None:
        """The seats for whom it is worded in a way of their own ("you").

        All others who hear the same value read the same sentence, which is then made
        once for all of them. None: everybody's sentence is made for him.
        """
        return None


class Views(ABC, Generic[S, E, V, H]):
    """Who may know what. There is no default: nobody sees anything this class does not show."""

    @abstractmethod
    def look(self, state: S, viewer: Viewer) -> V:
        """The position as *viewer* may know it: plain values, sent to programs as they are."""

    @abstractmethod
    def hear(self, event: E, viewer: Viewer) -> H | None:
        """What *viewer* learns of *event*; None: nothing, not even that it happened."""

    @abstractmethod
    def may_look_up(self, state: S, viewer: Viewer, word: str) -> bool:
        """May *viewer* ask the word list about *word* at this moment of the game?"""

    def may_talk(self, state: S, viewer: Viewer) -> bool:
        """May the seat *viewer* talk at this moment, and be talked to in private?

        While it may not, the host refuses what its player says and what he is told, and lets
        him hear no talk of other tables. It is asked for seats only: watchers are never
        heard by those who play. Whoever tells him something notices, so the answer must
        follow from what everybody may know, and be the same for every twin of `resample`.
        """
        return True

    @abstractmethod
    def resample(self, state: S, viewer: Viewer, rng: Random) -> S:
        """A state that *viewer* cannot tell from *state*, differing wherever something is hidden.

        Used by tests only: two games that look alike must stay alike to the byte.
        """

    def variants(self, move: Any, rng: Random) -> Sequence[Any]:
        """Other moves that only the mover can tell from *move*, with the same public part.

        Used by tests only. Three or four are enough. Empty: nothing about *move* is secret.
        """
        return ()

    def reveals(self, event: E, viewer: Viewer) -> Any:
        """What the rules let *viewer* learn from *event*, if `look` does not keep it.

        Used by tests only, with any value that compares: two positions in which this differs
        are rightly told apart. None: `look` shows all that *event* tells.
        """
        return None


class Scoring(ABC, Generic[S]):
    """What the position is worth. Scores are whole numbers, and public (G-7)."""

    @abstractmethod
    def scores(self, state: S) -> Mapping[Seat, int]:
        """Points by seat, as everybody may know them now."""

    @abstractmethod
    def winners(self, state: S) -> frozenset[Seat]:
        """Who has won; asked when the game is over. Equal winners share."""


class Reader(msgspec.Struct, frozen=True):
    """For whom text is made: a viewer, the names at the table, and his line width."""

    viewer: Viewer
    names: Mapping[Seat, str]
    width: int = 79

    def is_me(self, seat: Seat) -> bool:
        """Does the reader hold *seat*?"""
        return seat == self.viewer

    def name(self, seat: Seat) -> str:
        """The name of the player at *seat*."""
        return self.names.get(seat) or f"seat {seat}"


class TextUI(ABC, Generic[M, V, H]):
    """Scenes and text, made only of what a view or a heard event already shows.

    Lines are plain and at most `reader.width` columns wide. Names come from the
    reader; states, events and views know seats only.
    """

    @abstractmethod
    def parse(self, verb: str, rest: str, view: V, reader: Reader) -> M:
        """Read the move *verb* with what stands after it, or raise Refused (MALFORMED, AMBIGUOUS).

        *verb* is one of the game's verbs in lower case. Whether the rules allow the
        move is not decided here.
        """

    @abstractmethod
    def draw(self, view: V, reader: Reader) -> Scene:
        """The position as a scene (`look`). The host makes lines of it for every width."""

    @abstractmethod
    def say(self, heard: H, reader: Reader) -> Sequence[str]:
        """What happened, in a sentence or a small drawing; may be empty."""

    @abstractmethod
    def ask(self, prompt: Prompt, view: V, reader: Reader) -> Sequence[str]:
        """What the reader may do now. The host adds the time left to the last line."""

    def answer(self, verb: str, rest: str, view: V, reader: Reader) -> H:
        """The answer to a question of the game: *verb*, with what stands after it.

        *verb* is one of `Game.questions`. The answer is made of the reader's view alone,
        is told to nobody else and changes nothing, so it stands in no record and can be
        asked for by watchers, and when the game is over. Raises Refused.
        """
        raise NotImplementedError(f"{type(self).__name__} declares {verb}, and does not answer it")


# --- bots ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Thought(Generic[M]):
    """What a bot decided: a move, and how long it takes over it.

    With `after_ms` the move is made so many ms after the thought, if its prompt is still open
    then: whatever else happens meanwhile, the bot does not think again. So give it only to a
    move that depends on the prompt and on what its own seat has done, and let its length
    depend on nothing that those who will hear of the move may not know. 0: at once.
    """

    move: M
    after_ms: int = 0


@dataclass(frozen=True)
class BotContext:
    """What a bot may use besides its view: its own luck and the table's word list."""

    rng: Random
    lexicon: Lexicon | None


class Bot(ABC, Generic[M, V, H, B]):
    """A player that is a program. It knows what its seat knows, and no more.

    Its memory is a value folded from what it heard, so that it is rebuilt with the
    table. `think` is called on a worker thread, for a prompt that is open; it must be
    a pure function and quick (50 ms at most).
    """

    kind: str
    """The word that asks for it: `bot sharp`."""
    about: str
    """One line for people."""

    @abstractmethod
    def begin(self, seat: Seat, view: V) -> B:
        """The memory at the start of a game."""

    @abstractmethod
    def hear(self, memory: B, heard: H) -> B:
        """The memory after *heard*. Called on the host's thread: keep it small."""

    @abstractmethod
    def think(self, memory: B, view: V, prompt: Prompt, ctx: BotContext) -> Thought[M] | None:
        """A move for *prompt*, or None to let it pass (never for an urgent prompt)."""


# --- the record that ties them together ---------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, E, V, H]):
    """Everything the host knows of a game. Leaving out a part is a TypeError at import."""

    id: str
    """Lower-case letters; begins the names of its events."""
    title: str
    version: str
    """The version of these rules: a table is not resumed under another one but `older`."""
    seats: range
    """How many may play, for example `range(3, 7)` for three to six."""
    verbs: tuple[Verb, ...]
    """Every verb of every move, also those that are not open now."""
    options: tuple[Option, ...]
    rules_text: str
    """The rules for players, in plain ASCII paragraphs; blank lines between sections."""
    rules: Rules[S, M, E]
    views: Views[S, E, V, H]
    scoring: Scoring[S]
    text_ui: TextUI[M, V, H]
    move_type: Any
    """The type of moves, as `msgspec` reads it back from a record: a tagged union of
    `msgspec.Struct`s."""
    lexicon: str | None = None
    """The word list a table uses unless it chooses another; None: the game needs none."""
    bots: tuple[Bot[M, V, H, Any], ...] = field(default=())
    questions: tuple[Verb, ...] = ()
    """Verbs that are no moves: `TextUI.answer` says what they bring."""
    prepare: Callable[[Lexicon], object] | None = None
    """What is worth doing once with a word list before it is used, if it takes long: called
    on a worker thread when a table with that list opens. The game must play without it too,
    and at the same time; if it raises, the host only logs it. What it returns is not used."""
    calls: tuple[int, ...] = (10,)
    """How many seconds before a deadline the host calls the time."""
    older: tuple[str, ...] = ()
    """Earlier versions that these rules still play as they were (`Setup.version`)."""
    forgets: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """What players must keep in mind and may not look up: for the name of an event those events
    whose sentences leave a client's log when it comes; `prompt` stands for the questions that
    the game asks. At a table whose option `notes` is on nothing is forgotten."""
    code: str = field(default="", compare=False, repr=False)
    """A fingerprint of the code and the data. The host sets it when it loads the game."""

    def forgotten(self) -> dict[str, tuple[str, ...]]:
        """`forgets`, with the names that the events have for programs."""
        return {
            f"{self.id}.{name}": tuple(
                [each if each == "prompt" else f"{self.id}.{each}" for each in gone]
            )
            for name, gone in self.forgets.items()
        }

    def plays_as(self, version: str) -> str:
        """The version by which a game is played that began under *version*."""
        return version if version in self.older else self.version


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game whose types nobody needs to know any more."""

Ending: TypeAlias = Literal["finished", "aborted", "deserted"]
"""Why a game ended: played out, called off, or nobody is left."""

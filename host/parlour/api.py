"""The types a game is made of. They hold data and declare methods, and do nothing themselves.

A game is one frozen `Game` record with four small parts:

* `Rules`     what may happen (state, event -> state);
* `Views`     which viewer may know what. Nothing leaves the game except through this class;
* `Scoring`   the points and the winners;
* `TextUI`    how people type moves, and how a view reads as text.

The host treats states, moves, events, views and heard events as opaque values. They
must be immutable and compare by value: after every entry of a record, the host checks
that the state rebuilt from the record equals the live one.

Times are whole milliseconds of *table time*. It is 0 when the game starts, and does not
advance while the table is paused or the host is down.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
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

from parlour.language import ENGLISH, Catalogue, _

if TYPE_CHECKING:
    from parlour.scene import Scene

CONTRACT: Final = "1.1"
"""The version of what a plugin and the host may expect of each other. The first number changes if
plugins must, the second if something was added. A plugin that needs a newer host than the first
one says so in a variable `parlour_contract` of its module, such as `"1.1"`."""

Seat = NewType("Seat", int)
"""A place at a table, counted from 1 as players read it."""


class Spectator(Enum):
    """The viewer without a seat, who may know only what is public."""

    SPECTATOR = "watcher"


SPECTATOR: Final = Spectator.SPECTATOR
MOST_SEATS: Final = 50
"""The most seats. A list of 50 seats with the longest names takes 5 of the 16 KiB of a line."""

Viewer: TypeAlias = Seat | Spectator
"""A seat or the spectator."""

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")
H = TypeVar("H", bound="Heard")
B = TypeVar("B")


# --- refusals -----------------------------------------------------------------------


class MoveFault(StrEnum):
    """Reasons for refusing a move. Each is also a code of the line protocol."""

    MALFORMED = "malformed_move"
    """The words do not form this move."""
    ILLEGAL = "illegal_move"
    """The move is well formed, but the rules do not allow it now."""
    AMBIGUOUS = "ambiguous"
    """The words could mean more than one move."""
    NOT_YOUR_TURN = "not_your_turn"
    """This move belongs to another player at this moment."""


class Refused(Exception):
    """The rules do not allow what a player asked for. Nothing has changed (G-2).

    `text` is one line: what was wrong and what would be right. Word it from what the
    player already sees, and make it the same whatever is hidden.
    `near` may name a word close to the one that was typed.
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
    """The list's name in table options, for example `en`."""
    hash: str
    """SHA-256 of the words, bands and printed forms, in hexadecimal."""
    earlier: Sequence[Lexicon] = ()
    """Earlier editions of the list, with which old games are continued and replayed."""

    @abstractmethod
    def __contains__(self, word: object) -> bool:
        """Check whether the lower-case *word* is in the list."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of words."""

    @abstractmethod
    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        """Return the words of *length* letters in alphabetical order.

        With *band*, return only words of that difficulty band or an easier one.
        """

    @abstractmethod
    def band(self, word: str) -> int | None:
        """Return how common *word* is, 10 (most common) to 95, or None if it is not listed.

        Words of an operator's own list are in band 0 unless the list says more.
        """

    @abstractmethod
    def never_deal(self, word: str) -> bool:
        """Check whether *word* counts when played, but must not be offered by the host itself."""

    def printed(self, word: str) -> tuple[str, ...]:
        """Return how people write *word*, with accents. There may be several ways.

        `ete` is printed `été`, and `cote` is `cote`, `coté`, `côte` or `côté`. The forms
        are in lower case and in the order of their code points. A word that is not listed, or
        whose list has no accents, is printed as it is.
        """
        return (word,)

    def dictionary_form(self, word: str) -> bool:
        """Check whether *word* is listed as a noun, an adjective, an adverb or an infinitive.

        Plurals and feminines count. Other forms of verbs don't, nor do pronouns and other
        small words. A list that does not tell them apart says yes for each of its words.
        """
        return word in self

    @abstractmethod
    def why(self, word: str) -> str:
        """Explain in one line which list decided about *word*, and how."""


class Deck(Lexicon):
    """A deck of cards of the host: how many there are of each card.

    It comes with the word lists, so that a record names and hashes it in the same way. As a word
    list it is empty.
    """

    def __init__(self, name: str, cards: Mapping[str, int], digest: str) -> None:
        """Make the deck of *cards*, the number of each by its code; *digest* is their hash."""
        self.name = name
        self.cards = cards
        self.hash = digest

    def __contains__(self, word: object) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        """Return no words."""
        return ()

    def band(self, word: str) -> int | None:
        """Return None, because no word is listed."""
        return None

    def never_deal(self, word: str) -> bool:
        """Return False, because there is nothing to deal."""
        return False

    def why(self, word: str) -> str:
        """Say that this is no word list."""
        return f"{self.name} is a deck of cards."


# --- what the host hands to the rules -----------------------------------------------


_NO_LISTS: Final[Mapping[str, Lexicon]] = MappingProxyType({})


class Context:
    """Time and chance for one step.

    * `now`: table time in ms.
    * `rng`: a random generator for this step only. Each entry of the record gets a fresh one,
      derived from the table's seed and the entry's number. So a refused move uses up no
      luck, and a rebuilt game has the same luck (G-5).
    * `lexicon`: the table's word list, or None if the game asked for none.
    * `lists`: the word lists that the table's `ListOption`s name, and the decks that its
      `DeckOption`s name, by option. An option set to one of the game's own words is not included.
    * `lag`: the mover's measured round-trip time in ms; 0 if the host has not measured it, and
      in steps that no player caused. A game may use it to be fair to slow connections.
      It is part of the record, so that a ruling can be repeated.
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
        """The random generator of this step, made on first use."""
        if self._rng is None:
            digest = hashlib.sha256(self._seed + self._number.to_bytes(8, "big")).digest()
            self._rng = Random(int.from_bytes(digest, "big"))
        return self._rng


OptionValue: TypeAlias = str | int | bool


class Result(msgspec.Struct, frozen=True):
    """The result of an earlier game at the table, by the seats that its players have now.

    Players who have no seat now are left out.
    """

    scores: dict[Seat, int]
    winners: tuple[Seat, ...]


@dataclass(frozen=True)
class Setup:
    """The seats, options and rules version a game starts from.

    `seats` are the taken seats in ascending order. `options` holds a checked value
    for every option the game declares. A `SeatOption` that names a player or a seat
    arrives as that seat's number, and one of its words as that word.

    `version` is the version of the rules to play by. It is the game's own, or one of
    `Game.older` for a game that began before an upgrade. If it is empty, as in tests, play
    by the game's own.

    `ratings` and `earlier` are empty unless `Game.wants` asks for them. Ratings are in points, by
    seat, of those who have one. `earlier` are the results of the games that were played to their
    end at this table, the oldest first. The names of players are not here: a game knows
    seats, and the host matches people to them.
    """

    seats: tuple[Seat, ...]
    options: Mapping[str, OptionValue]
    version: str = ""
    ratings: Mapping[Seat, int] = field(default_factory=dict[Seat, int])
    earlier: tuple[Result, ...] = ()


class Step(msgspec.Struct, Generic[S, E], frozen=True):
    """The result of one entry: the new state, and the events in order.

    `sealed` maps a seat to what it has hidden in this step, as a value that encodes to
    JSON. The host publishes a salted commitment to it. Anyone who checks the game later then
    knows that the value has not changed since. Everybody learns at once *that* the seat
    has hidden something. So seal only what everybody knows has happened, and no earlier
    than they know it.
    """

    state: S
    events: tuple[E, ...] = ()
    sealed: Mapping[Seat, Any] = msgspec.field(default_factory=dict[Seat, Any])

    def __repr__(self) -> str:
        """Leave out what is sealed."""
        return f"Step(state={self.state!r}, events={self.events!r})"


# --- options of a table -------------------------------------------------------------


@dataclass(frozen=True)
class ChoiceOption:
    """An option with a few allowed words.

    `brings` has, by choice, other defaults for other options of the table, the host's `lexicon`
    among them. A rule sheet in French brings `lexicon=fr`, if nobody names another list.
    """

    name: str
    about: str
    default: str
    choices: tuple[str, ...]
    brings: Mapping[str, Mapping[str, OptionValue]] = field(
        default_factory=dict[str, Mapping[str, OptionValue]], hash=False, kw_only=True
    )


@dataclass(frozen=True)
class NumberOption:
    """An option with a whole number from `min` to `max`, both allowed."""

    name: str
    about: str
    default: int
    min: int
    max: int


@dataclass(frozen=True)
class SwitchOption:
    """An option that is `on` or `off`."""

    name: str
    about: str
    default: bool


@dataclass(frozen=True)
class SeatOption:
    """An option set to one of `words`, `seat1`, `seat2` …, or the name of a player at the table.

    The host checks at the start of the game whether a player of that name has a seat.
    """

    name: str
    about: str
    default: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class TextOption:
    """An option set to a word of its own, without spaces: at most `longest` printable characters.

    If `letters` names some, the word has no others. Everybody can read it in the list of tables.
    """

    name: str
    about: str
    default: str
    longest: int = 20
    letters: str = ""


@dataclass(frozen=True)
class ListOption:
    """An option set to one of the game's own `words`, or to the name of a word list of the host.

    The rules find the named list in `Context.lists`. A list cannot be chosen if its name is
    one of the words.
    """

    name: str
    about: str
    default: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class DeckOption(ChoiceOption):
    """An option set to one of the game's own `choices`, or to the name of a deck of the host.

    A deck can be chosen if all its cards are among `cards`. The rules find it, a `Deck`, in
    `Context.lists`. A deck cannot be chosen if its name is one of the choices.
    """

    cards: frozenset[str] = frozenset()


Option: TypeAlias = (
    ChoiceOption | NumberOption | SwitchOption | SeatOption | TextOption | ListOption
)


# --- prompts: what a seat may do now ------------------------------------------------


class Verb(msgspec.Struct, frozen=True):
    """A word that begins a move. `usage` shows it with its arguments in capitals.

    `help` is what `help VERB` shows below them, in plain ASCII: each line is a paragraph, except
    those that begin with a space, which stay as they are.
    """

    name: str
    usage: str
    about: str
    help: str = ""


class SeatArg(msgspec.Struct, frozen=True):
    """A player, typed as a name. Programs pick one of `choices`."""

    name: str
    choices: tuple[Seat, ...]


class ChoiceArg(msgspec.Struct, frozen=True):
    """One of `choices`. The parser accepts exactly these now."""

    name: str
    choices: tuple[str, ...]


class IntArg(msgspec.Struct, frozen=True):
    """A whole number from `min` to `max`."""

    name: str
    min: int
    max: int


class TextArg(msgspec.Struct, frozen=True):
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


def some(name: str, choices: Sequence[str], least: int, most: int | None = None) -> SomeArg:
    """Return an argument for *least* to *most* of *choices*; without *most*, exactly *least*.

    Raises ValueError unless there are that many choices, and *least* is 1 or more.
    """
    top = least if most is None else most
    if not 1 <= least <= top <= len(choices):
        raise ValueError(f"{least} to {top} of {len(choices)} choices cannot be taken")
    firsts = range(min(_SHOWN_SETS, len(choices) - least + 1))
    sets = tuple([" ".join(choices[at : at + least]) for at in firsts])
    return SomeArg(name, sets, tuple(choices), least, top)


Arg: TypeAlias = SeatArg | ChoiceArg | IntArg | TextArg


class MoveSpec(msgspec.Struct, frozen=True):
    """An open move, with everything a program needs to make it.

    A prompt may offer a verb several times, with other arguments each: that is how one argument
    depends on another.
    """

    verb: Verb
    args: tuple[Arg, ...] = ()


class Prompt(msgspec.Struct, frozen=True):
    """The moves one seat may make now.

    * `bare`: the verb of a line that is typed without one, or None.
    * `due`: the table time at which the chance ends, or None.
    * `urgent`: the game waits for this seat. A prompt that only *allows* something is not
      urgent, and the host does not keep repeating it to people.

    A prompt tells no more than the seat's view does.
    """

    moves: tuple[MoveSpec, ...]
    bare: str | None = None
    due: int | None = None
    urgent: bool = True


# --- the four parts -----------------------------------------------------------------


class Rules(ABC, Generic[S, M, E]):
    """The rules. Every method is pure: the same arguments always give the same result."""

    @abstractmethod
    def start(self, setup: Setup, ctx: Context) -> Step[S, E]:
        """Return the first state. Raises Refused if these seats or options cannot be played."""

    @abstractmethod
    def prompts(self, state: S) -> Mapping[Seat, Prompt]:
        """Return the open prompts by seat. They are empty when the game is over."""

    @abstractmethod
    def deadline(self, state: S) -> int | None:
        """Return the table time at which `time_up` is due, or None."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M, ctx: Context) -> Step[S, E]:
        """Make *move*, or raise Refused, in which case nothing has changed."""

    @abstractmethod
    def time_up(self, state: S, ctx: Context) -> Step[S, E]:
        """Decide what happens now that the deadline has passed."""

    @abstractmethod
    def left(self, state: S, seat: Seat, ctx: Context) -> Step[S, E]:
        """Continue or end the game without the player of *seat*, who has left for good."""

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Check whether the game has ended."""

    def free(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that a newcomer may take now, in the order of offering them.

        The host asks while the game is running. Everybody may learn the answer, even people who
        are not at the table. A newcomer at once sees what the seat sees and hears what it hears,
        so never offer a seat that knows what a newcomer must not know.
        """
        return ()

    def taken_back(self, state: S, seat: Seat, earlier: S, ctx: Context) -> Step[S, E]:
        """Return to *earlier*, the position before the last move of *seat*. All have agreed.

        Times in *earlier* are of then: set its deadlines again. Say in an event what has happened.
        What players have learned since then they still know.
        """
        return Step(earlier)

    def joined(self, state: S, seat: Seat, ctx: Context) -> Step[S, E]:
        """Seat a newcomer at *seat*, one of the `free` ones. They may leave again (`left`)."""
        raise NotImplementedError(f"{type(self).__name__} offers seats, and has no joined()")


class Heard:
    """An event as one viewer may know it. A game's own events are frozen dataclasses based on it.

    `name` is the second half of the event's name on the wire (`probe.asked`). The
    fields are the event's `data`: numbers, words, lists, None, and seats as numbers.
    """

    name: ClassVar[str]

    @property
    def addressees(self) -> Collection[Seat] | None:
        """The seats that read their own wording of this event ("you").

        All other viewers who hear the same value read the same sentence, so the host makes it
        only once. None: the host makes a sentence for each viewer.
        """
        return None


class Views(ABC, Generic[S, E, V, H]):
    """Which viewer may know what. There is no default: viewers see only what this class shows."""

    @abstractmethod
    def look(self, state: S, viewer: Viewer) -> V:
        """Return the position as *viewer* may know it: plain values, which programs read as is."""

    @abstractmethod
    def hear(self, event: E, viewer: Viewer) -> H | None:
        """Return what *viewer* learns of *event*. None: not even that it happened."""

    @abstractmethod
    def may_look_up(self, state: S, viewer: Viewer, word: str) -> bool:
        """Check whether *viewer* may ask the word list about *word* at this moment of the game."""

    def may_talk(self, state: S, viewer: Viewer) -> bool:
        """Check whether the seat *viewer* may talk at this moment, and receive private messages.

        While it may not, the host refuses what its player says and what others say to them, and
        lets them hear no talk from other tables. The host asks about seats only: players
        never hear watchers. Anyone who sends such a private message notices the refusal. So the
        answer must follow from public facts, and be the same for every twin of `resample`.
        """
        return True

    def may_tell(self, state: S, viewer: Viewer) -> bool:
        """Check whether the seat *viewer* may send and receive private messages at this moment.

        By default they may while they may talk. A game in which everything must be said at the
        table closes private messages alone. While it does, the seat hears no talk from other
        tables either. The answer must follow from public facts, like that of `may_talk`.
        """
        return self.may_talk(state, viewer)

    def channel(self, state: S, seat: Seat, name: str) -> Collection[Seat]:
        """Return the seats that hear what *seat* says in the channel *name* (`Game.channels`) now.

        *seat* is among them. Empty: the seat may not use the channel now. Only they learn that
        something is said, and *seat* learns whether they may use it. So the answer must follow
        from what *seat* knows. `may_talk` does not matter here.
        """
        return ()

    @abstractmethod
    def resample(self, state: S, viewer: Viewer, rng: Random) -> S:
        """Return a twin: it looks the same to *viewer*, and differs wherever something is hidden.

        Only tests use it: two games that look alike must stay alike to the byte.
        """

    def variants(self, move: Any, rng: Random) -> Sequence[Any]:
        """Return other moves with the same public part, which only the mover can tell from *move*.

        Only tests use it. Three or four are enough. Empty: nothing about *move* is secret.
        """
        return ()

    def reveals(self, event: E, viewer: Viewer) -> Any:
        """Return what the rules let *viewer* learn from *event*, if `look` does not keep it.

        Only tests use it, with any value that compares. Two positions for which it differs
        may rightly be told apart. None: `look` shows everything that *event* reveals.
        """
        return None


class Scoring(ABC, Generic[S]):
    """Points and winners. Scores are whole numbers, and public (G-7)."""

    lower_wins: ClassVar[bool] = False
    """Fewer points are better, as in Hearts or golf. Ratings and parties then rank so."""

    @abstractmethod
    def scores(self, state: S) -> Mapping[Seat, int]:
        """Return the points by seat, as everybody may know them now."""

    @abstractmethod
    def winners(self, state: S) -> frozenset[Seat]:
        """Return the winners. The host asks when the game is over. Equal winners share."""

    def sides(self, state: S) -> Sequence[Sequence[Seat]]:
        """Return who played together, for the ratings. The host asks when the game is over.

        By default everybody plays alone. A game with teams returns the teams. Seats that played
        for nothing can be left out.
        """
        return tuple((seat,) for seat in self.scores(state))


class Reader(msgspec.Struct, frozen=True):
    """The reader of a text: who they are, the names at the table, the columns, the language."""

    viewer: Viewer
    names: Mapping[Seat, str]
    width: int = 79
    lang: str = ENGLISH

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
            text = _("{word} could be {either}. Type more of the name.", word=word, either=either)
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

    @abstractmethod
    def parse(self, verb: str, rest: str, view: V, reader: Reader) -> M:
        """Read the move *verb* with its arguments *rest*, or raise Refused (MALFORMED, AMBIGUOUS).

        *verb* is one of the game's verbs in lower case. The parser does not decide whether the
        rules allow the move.
        """

    @abstractmethod
    def draw(self, view: V, reader: Reader) -> Scene:
        """Draw the position as a scene (`look`). The host turns it into lines of any width."""

    @abstractmethod
    def say(self, heard: H, reader: Reader) -> Sequence[str]:
        """Tell the reader what happened, in a sentence or a small drawing. It may be empty."""

    @abstractmethod
    def ask(self, prompt: Prompt, view: V, reader: Reader) -> Sequence[str]:
        """Tell the reader what they may do now. The host adds the time left to the last line."""

    def answer(self, verb: str, rest: str, view: V, reader: Reader) -> H:
        """Answer a question of the game: *verb* with its arguments *rest*.

        *verb* is one of `Game.questions`. Make the answer from the reader's view alone. The host
        sends it only to the reader. It changes nothing and is not recorded, so watchers
        can ask too, and so can everybody after the game is over. Raises Refused.
        """
        raise NotImplementedError(f"{type(self).__name__} declares {verb}, and does not answer it")


# --- bots ---------------------------------------------------------------------------


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


# --- words of the rules ---------------------------------------------------------------


@dataclass(frozen=True)
class Topic:
    """A noun of the rules that `help` explains, such as `rack` or `challenge`.

    `names` are the words for it in lower case; `help` lists the first. `text` is plain
    ASCII: each line is a paragraph, except those that begin with a space, which stay as they are.
    """

    names: tuple[str, ...]
    text: str


# --- the record that ties them together ---------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, E, V, H]):
    """A game, as the host knows it. Leaving out a part is a TypeError at import."""

    id: str
    """The game's id, in lower-case letters. It begins the names of the game's events."""
    title: str
    version: str
    """The version of these rules. A table resumes only under its own version or one of `older`."""
    seats: range
    """The allowed numbers of players, for example `range(3, 7)` for three to six."""
    verbs: tuple[Verb, ...]
    """The verbs of all moves, including those that are not open now."""
    options: tuple[Option, ...]
    rules_text: str
    """The rules for players, in plain ASCII paragraphs, with empty lines between sections."""
    rules: Rules[S, M, E]
    views: Views[S, E, V, H]
    scoring: Scoring[S]
    text_ui: TextUI[M, V, H]
    move_type: Any
    """The type of moves, as `msgspec` reads it back from a record: a tagged union of
    `msgspec.Struct`s."""
    lexicon: str | None = None
    """The word list of a table that chooses no other. None: the game needs no list."""
    bots: tuple[Bot[M, V, H, Any], ...] = field(default=())
    """The bots of the game, the first for people who do not choose. A host gives a game for
    several players that brings none a `parlour.SearchBot`."""
    questions: tuple[Verb, ...] = ()
    """Verbs that are not moves. `TextUI.answer` answers them."""
    channels: tuple[Verb, ...] = ()
    """Verbs that begin talk to some of the players (`Views.channel`), such as a team."""
    takeback: bool = False
    """Moves can be taken back if everybody agrees (`Rules.taken_back`)."""
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
    """Events and sentences that players must remember and may not look up. Each key is the name of
    an event. When that event arrives, a client removes the sentences of the listed events from its
    log. The name `prompt` means the questions that the game asks. A table with `notes=on`
    forgets nothing."""
    catalogue: Catalogue | None = None
    """The translations of the game's texts, which it calls `_`. None: it has none."""
    code: str = field(default="", compare=False, repr=False)
    """A fingerprint of the code and the data. The host sets it when it loads the game."""

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


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game of any types."""

Ending: TypeAlias = Literal["finished", "aborted", "deserted"]
"""The reason for a game's end: it was played out, it was called off, or no player was left."""

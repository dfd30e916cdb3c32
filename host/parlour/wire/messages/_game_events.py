"""Events of a game: how it begins, what you may do now, what happens, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from parlour.api import OptionValue, Outcome, Seat
from parlour.language import ENGLISH, Form, _, joined, translated
from parlour.rendering import for_reader
from parlour.scene import Style
from parlour.wire.messages._base import (
    Event,
    Points,
    SeatInfo,
    how_it_ended,
    join_names,
    minutes,
    result_told,
    silent,
    time_left,
)

OPEN_BOARD_TOLD: Final = _(
    "Open board: everybody can see past deals or rounds with all hands<<: chapter|.>>"
)
"""What everybody reads at a table with that option."""


class StartedEvent(Event, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A game begins. Sent to all at the table."""

    event: ClassVar[str] = "started"
    table: int
    """The number of the table."""
    game: str
    """The game."""
    title: str
    """Its name, for people."""
    version: str
    """The version of its rules."""
    record: str
    """What `replay` will take."""
    seats: tuple[SeatInfo, ...]
    """Who sits where."""
    options: Mapping[str, OptionValue]
    """The value of each option."""
    lexicon: str | None
    """The word list that decides, or null."""
    lexicon_hash: str | None
    """The SHA-256 of that list, or null."""
    lists: Mapping[str, str] = {}
    """The SHA-256 of each word list that another option names, by that option; left out if none
    does."""
    forgets: Mapping[str, tuple[str, ...]] = {}
    """As in the answer to `games`; left out if it is nothing."""
    commitment: str
    """A salted SHA-256 of this game's luck, as 64 hexadecimal digits. The record opens it when the
    game is over."""

    def retold(self, form: Form) -> Sequence[str]:
        """Return who plays what. People read the seal when they ask for it."""
        begins = _(
            "{title} begins: {names}.",
            title=self.title,
            names=join_names([seat.called() for seat in self.seats]),
        )
        return (begins,)

    def lines(self, form: Form) -> Sequence[str]:
        """Return that, and whether past deals can be seen."""
        told = self.retold(form)
        return (*told, OPEN_BOARD_TOLD) if self.options.get("open_board") is True else told


class SealedEvent(Event, frozen=True, kw_only=True, gc=False):
    """What a seat has just hidden is fixed from now on: the record opens it when the game is over.
    Sent to all at the table, in games where seats hide something.
    """

    event: ClassVar[str] = "sealed"
    table: int
    """The number of the table."""
    seat: int
    """Who has hidden something."""
    commitment: str
    """A SHA-256 of it with a salt of 128 bits, as 64 hexadecimal digits. Nobody can test a guess
    against it."""

    lines = silent


class ArgInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One argument of an open move."""

    name: str
    """What the argument is called in `usage`."""
    type: Literal["seat", "choice", "int", "text"]
    """`seat`: a player, one of `choices`. `choice`: one of `choices`. `int`: a whole number from
    `min` to `max`. `text`: text; each of `examples` is accepted now. With `of` it is from `min` to
    `max` of these words, with spaces between them."""
    label: str = ""
    """What a form calls it. Left out if that is the name with a capital."""
    choices: tuple[str, ...] | None = None
    """Of a `seat` or a `choice`: all words that are accepted now. Of a `text`: some that are worth
    offering and are accepted now, besides whatever else may be typed."""
    min: int | None = None
    """Of an `int`: the least number. Of a `text` with `of`: the fewest words."""
    max: int | None = None
    """Of an `int`: the largest number. Of a `text` with `of`: the most words."""
    examples: tuple[str, ...] | None = None
    """Of a `text`: one word or more that are accepted now."""
    of: tuple[str, ...] | None = None
    """Of a `text` that is made of these words: each counts once, or as often as it is here."""
    default: str | int | None = None
    """Of an `int` or a `text`: what a form shows at first."""
    secret: bool = False
    """Others in the room must not read it on the screen."""
    letters: bool = False
    """Of a `text`: only letters make sense."""
    least: int | None = None
    """Of a `text`: the fewest characters that make sense."""
    most: int | None = None
    """Of a `text`: the most characters that make sense."""


class MoveInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """An open move."""

    verb: str
    """The word the move begins with."""
    usage: str
    """How it is typed."""
    about: str
    """What it does, in one line."""
    args: tuple[ArgInfo, ...]
    """Its arguments, in the order in which you type them."""
    label: str = ""
    """What a button says. Left out if that is the verb with a capital."""
    weight: Literal["main", "side", "final"] = "main"
    """`main`, which is left out; `side`: an aside, such as to take a word back; `final`: it ends
    something and cannot be taken back."""


SAYS_MAX: Final = 1_000
"""The most characters of a question in one line. A longer one is a text, and is only in `text`."""


class PromptEvent(Event, frozen=True, kw_only=True, gc=False):
    """Your seat may act. A new prompt replaces the one before. Sent to you alone.

    A person does not read one that only allows something (`urgent` false). The `text` of a program
    has its question if it asks for a bare word or a clock runs.
    """

    event: ClassVar[str] = "prompt"
    unsent: ClassVar[tuple[str, ...]] = ("say",)
    table: int
    """The number of the table."""
    prompt: int
    """The number of this prompt. Each seat has a count of its own, from 1 in each game."""
    urgent: bool
    """The game waits for this seat. If false, the seat may act but need not."""
    due_ms: int | None
    """Milliseconds left when this was sent, or null."""
    bank_ms: int | None = None
    """Milliseconds in your bank then, which are used after `due_ms`. Left out without a bank."""
    moves: Callable[[str], tuple[msgspec.Raw, ...]]
    """The moves that are open."""
    bare: str | None
    """The verb of a line that is typed without one, or null."""
    says: Callable[[str], str] | None = None
    """The question in one line, without the time left, what to type and drawings. Left out if
    there is none, or if it has over 1,000 characters."""
    say: Callable[[Form], Sequence[str]]
    """The question, without the time left."""
    enter: str | None = None
    """The line that a person's empty line stands for. Left out if it stands for none."""

    def body(self, lang: str) -> Any:
        says = "" if self.says is None else self.says(lang)
        return {
            "table": self.table,
            "prompt": self.prompt,
            "urgent": self.urgent,
            "due_ms": self.due_ms,
            **({} if self.bank_ms is None else {"bank_ms": self.bank_ms}),
            "moves": self.moves(lang),
            "bare": self.bare,
            **({"says": says} if 0 < len(says) <= SAYS_MAX else {}),
            **({} if self.enter is None else {"enter": translated(self.enter, lang)}),
        }

    def tone(self) -> Style:
        return "strong" if self.urgent else ""

    @property
    def rings(self) -> bool:
        return self.urgent

    def lines(self, form: Form) -> Sequence[str]:
        """Return what the player may do now and how much time is left, if the game waits."""
        return self.for_person(form) if self.urgent else ()

    def told(self, form: Form) -> Sequence[str]:
        """Return the question also if the game does not wait, so that a program can show it.

        Where a move is merely possible all the time, as a word guess in Probe, nothing is asked.
        """
        asks = self.urgent or self.bare is not None or self.due_ms is not None
        return self.timed(form) if asks else ()

    def for_person(self, form: Form) -> list[str]:
        """Return the question with what Enter stands for, and the time left."""
        if self.enter is None:
            return self.timed(form)
        return self.timed(form, translated(_("Enter: {line}", line=self.enter), form.lang))

    def timed(self, form: Form, more: str = "") -> list[str]:
        """Return the question, and behind it *more* and the time left, or below if it does not
        fit.
        """
        said = self.say(form)
        lines = list(for_reader(said, form) if form.taps else said)
        left = self._left(form)
        if not lines or not (more or left):
            return lines
        left = f"({', '.join(filter(None, (more, left)))})"
        last = translated(lines[-1], form.lang)
        if len(last) + 1 + len(left) > form.width:
            return [*lines, left]
        return [*lines[:-1], f"{last} {left}"]

    def _left(self, form: Form) -> str:
        if self.due_ms is None:
            return ""
        left: str = translated(time_left(self.due_ms), form.lang)
        if self.bank_ms is None:
            return left
        bank = _("{left}, bank {minutes}", left=left, minutes=minutes(self.bank_ms))
        return bank.read(form.lang)

    def retold(self, form: Form) -> Sequence[str]:
        """Return the question alone: the time is over."""
        return self.say(form) if self.urgent else ()


class Unprompt(Event, frozen=True, kw_only=True, gc=False):
    """Your prompt is over, and no other replaces it. Sent to you alone."""

    event: ClassVar[str] = "unprompt"
    table: int
    """The number of the table."""
    prompt: int
    """The number of the prompt that is over."""

    lines = silent


class ClockEvent(Event, frozen=True, kw_only=True, gc=False):
    """The time is called, usually ten seconds before it is up. Sent to all at the table."""

    event: ClassVar[str] = "clock"
    table: int
    """The number of the table."""
    left_ms: int
    """Milliseconds left."""

    def tone(self) -> Style:
        return "hot"

    def lines(self, form: Form) -> Sequence[str]:
        return (_("{time} left.", time=time_left(self.left_ms)),)

    retold = silent


class ScoresEvent(Event, frozen=True, kw_only=True, gc=False):
    """The scores have changed, or are final. Sent to all at the table. Its `text` is empty,
    because the game's own sentences have said so.
    """

    event: ClassVar[str] = "scores"
    table: int
    """The number of the table."""
    scores: tuple[Points, ...]
    """The scores, by seat."""
    final: bool
    """The game is over."""

    lines = silent


class OverEvent(Event, frozen=True, kw_only=True, gc=False):
    """The game has ended. Sent to all at the table."""

    event: ClassVar[str] = "over"
    unsent: ClassVar[tuple[str, ...]] = ("party", "lower", "plays", "names")
    sparse: ClassVar[tuple[str, ...]] = ("outcome",)
    table: int
    """The number of the table."""
    reason: str
    """`finished`: played to its end. `aborted`: called off by the players, by `end` or by the
    operator. `deserted`: nobody is left."""
    scores: tuple[Points, ...]
    """The final scores, by seat. May be empty if the game has an `outcome`."""
    winners: tuple[int, ...]
    """The seats that won; empty unless `finished`."""
    outcome: Outcome | None = None
    """How it ended, if points do not say it. Left out otherwise."""
    record: str
    """What `replay` takes."""
    names: Mapping[Seat, str] = {}
    """The names of all who have played, by seat."""
    party: int | None = None
    lower: bool = False
    """Fewer points are better."""
    plays: bool = False
    """The reader has a seat."""

    def tone(self) -> Style:
        return "strong"

    def lines(self, form: Form) -> Sequence[str]:
        if self.party is not None:
            then = _(
                "<<How the party goes: party show {party} - See it again: replay {record}>>",
                party=self.party,
                record=self.record,
            )
        elif self.plays:
            then = _(
                "<<Again: rematch - Leave: leave - See it again: replay {record}>>",
                record=self.record,
            )
        else:
            then = _("<<See it again: replay {record}>>", record=self.record)
        return (*self.retold(form), then)

    def retold(self, form: Form) -> Sequence[str]:
        how = how_it_ended(
            self.reason, self.scores, self.winners, self.outcome, self.names, lower=self.lower
        )
        if self.reason == "finished":
            first = _("Game over: {how}.", how=how) if how else _("Game over.")
        else:
            first = _("The game was {how}.", how=how)
        told = result_told(self.scores, self.outcome, self.names, lower=self.lower)
        return (joined((first, *told)),)


class ViewEvent(Event, frozen=True, kw_only=True, gc=False):
    """The position after a change, for programs with the capability `view`."""

    event: ClassVar[str] = "view"
    table: int
    """The number of the table."""
    view: Any
    """The game's own object, as in the answer to `look`."""

    lines = silent


Sighting: TypeAlias = tuple[int, int | None, msgspec.Raw]
"""What a scene shows: the table, the time at which the deadline is reached, and the position."""


class SceneEvent(Event, frozen=True, kw_only=True, gc=False):
    """The position after a change as a scene, for programs with the capability `scene`.

    It comes after all else that one thing leads to, so after the prompt that goes with it. One
    that is equal to the one before on the connection is left out, unless the deadline changed.
    """

    event: ClassVar[str] = "scene"
    unsent: ClassVar[tuple[str, ...]] = ("ends", "draw")
    table: int
    """The number of the table."""
    scene: msgspec.Raw
    """The position, for you."""
    left_ms: int | None = None
    """Milliseconds left for what the game waits for, as in the answer to `look`. Left out without
    a clock."""
    bank_ms: int | None = None
    """Milliseconds in the bank of the player in turn, which are used after `left_ms`. Left out
    without a bank."""
    ends: int | None
    draw: Callable[[str], msgspec.Raw]
    """The same in another language."""

    lines = silent

    def body(self, lang: str) -> Any:
        times = {"left_ms": self.left_ms, "bank_ms": self.bank_ms}
        return {
            "table": self.table,
            "scene": self.scene if lang == ENGLISH else self.draw(lang),
            **{name: left for name, left in times.items() if left is not None},
        }

    @property
    def sighting(self) -> Sighting:
        """Return what it shows. The time is that of its end: what is left says no more."""
        return self.table, self.ends, self.scene


class Paused(Event, frozen=True, kw_only=True, gc=False):
    """The clock of the table stops, or runs again. While it stops the host takes no move, and
    deadlines keep the time they had left. Sent to all at the table.
    """

    event: ClassVar[str] = "paused"
    unsent: ClassVar[tuple[str, ...]] = ("owned",)
    table: int
    """The number of the table."""
    paused: bool
    """True: the clock stops. False: it runs again."""
    owned: bool = False

    def lines(self, form: Form) -> Sequence[str]:
        if self.paused and self.owned:
            return (_("The game is paused and the clock is stopped."),)
        if self.paused:
            return (
                _("The game is paused and the clock is stopped. <<To continue: propose resume>>"),
            )
        return (_("The game continues."),)


class FaultEvent(Event, frozen=True, kw_only=True, gc=False):
    """The game's program has failed. The table stays as it was before: the host takes no move, and
    the clock stops. Sent to all at the table.
    """

    event: ClassVar[str] = "fault"
    table: int
    """The number of the table."""

    def lines(self, form: Form) -> Sequence[str]:
        return (
            _(
                "Table {table} is frozen: the game has failed. It is not your fault.",
                table=self.table,
            ),
            _("Nothing is lost. <<To end the game: propose abort - To go: leave>>"),
        )


class GameEvent(Event, frozen=True, kw_only=True, gc=False):
    """Something happened in the game, as you may know it. Others may be told less, more, or
    nothing.
    """

    unsent: ClassVar[tuple[str, ...]] = (
        "name",
        "say",
    )
    name: str
    table: int
    """The number of the table."""
    data: msgspec.Raw
    """The game's own object, as this viewer may know it."""
    say: Callable[[Form], Sequence[str]]

    def named(self) -> str:
        return self.name

    def body(self, lang: str) -> Any:
        return {"table": self.table, "data": self.data}

    def lines(self, form: Form) -> Sequence[str]:
        return self.say(form)


class KeptEvent(Event, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """An event that was stored and read again, with fixed text and data."""

    name: str
    data: msgspec.Raw
    said: tuple[str, ...]
    """What a person reads."""
    text: tuple[str, ...] | None = None
    """What a program reads, or None if that is the same."""

    def named(self) -> str:
        return self.name

    def body(self, lang: str) -> Any:
        return self.data

    def lines(self, form: Form) -> Sequence[str]:
        return self.said

    def told(self, form: Form) -> Sequence[str]:
        return self.said if self.text is None else self.text

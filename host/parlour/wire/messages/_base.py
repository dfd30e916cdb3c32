"""The base of all messages, and the parts that several use."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal

import msgspec

from parlour.api import Nobody, OptionValue, Outcome, Ranks, Seat, Together
from parlour.language import ENGLISH, Form, _, joined
from parlour.rendering import Span
from parlour.scene import Style

State = Literal["open", "playing", "paused", "over", "frozen", "held", "adjourned"]
"""The state of a table. `held`: it waits for a decision, because it cannot continue as it was.
`adjourned`: it waits for its players."""


Sight = Literal["", "view", "scene"]
"""The form in which a program receives positions: none, the game's object, or a scene."""

_KINDS = frozenset({"Event", "Answer"})
"""The kinds of messages. These classes are not messages themselves."""


def silent(self: Message, form: Form) -> Sequence[str]:
    """Return no lines: the message is for programs only, and a person has read it elsewhere."""
    return ()


class Message(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something the host says."""

    unsent: ClassVar[tuple[str, ...]] = ()
    """Fields that only `lines` uses. A program finds their content in `text`."""
    sparse: ClassVar[tuple[str, ...]] = ()
    """Fields that a program does not read while they are null."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "lines" not in vars(cls) and cls.__name__ not in _KINDS:
            raise TypeError(f"{cls.__name__} has no lines: what does a person read?")

    @abstractmethod
    def lines(self, form: Form) -> Sequence[str]:
        """Return what a person reads, line by line, in the form of its reader. It may be empty.

        Every message defines this itself, if only with `lines = silent`.
        """

    def told(self, form: Form) -> Sequence[str]:
        """Return the `text` that a program reads."""
        return self.lines(form)

    def spans(self, form: Form) -> Sequence[Sequence[Span]] | None:
        """Return the same lines with styles for colours, or None if they have no styles."""
        return None

    def tone(self) -> Style:
        """Return the style of lines that have none of their own, for readers with colours."""
        return ""

    def body(self, lang: str) -> Any:
        """Return what a program reads: the fields, without those that only `lines` uses.

        Sentences among them are translated when they are encoded.
        """
        if not (self.unsent or self.sparse):
            return self
        fields = {
            name: getattr(self, name) for name in self.__struct_fields__ if name not in self.unsent
        }
        for name in self.sparse:
            if fields[name] is None:
                del fields[name]
        return fields


class Event(Message, frozen=True, kw_only=True, gc=False):
    """A message that does not answer a request. Programs read it as `* seq name {…}`."""

    event: ClassVar[str] = ""

    def named(self) -> str:
        return self.event

    @property
    def rings(self) -> bool:
        """Whether something waits for its reader, so that their terminal may ring."""
        return False

    def retold(self, form: Form) -> Sequence[str]:
        """Return what a person reads of it in a replay: nothing that counted only then."""
        return self.lines(form)


class Answer(Message, frozen=True, kw_only=True, gc=False):
    """A part of the answer to a request: an item, or the final one."""


# --- parts of events -----------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A taken seat and its player."""

    seat: int
    """The seat."""
    name: str
    """Who sits there."""
    bot: str | None = None
    """The kind of bot; null for a person."""
    ready: bool = False
    """They have typed `ready`."""
    away: bool = False
    """They are not connected, and the seat is kept."""

    def called(self) -> str:
        """Return the name for people, a bot's with its level: `Ada (easy)`."""
        return _("{name} ({bot})", name=self.name, bot=self.bot) if self.bot else self.name


class Points(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of a score."""

    seat: int
    """The seat."""
    name: str
    """Who sits there."""
    points: int
    """The score."""


def how_it_ended(
    reason: str,
    scores: Sequence[Points],
    winners: Sequence[int],
    outcome: Outcome | None,
    names: Mapping[Seat, str],
    *,
    lower: bool,
) -> str:
    """Return `ann wins`, `everybody wins`, `called off`, or nothing if nobody won.

    Several winners are a team, or have equal points: their points say which. *names* are those of
    all who have played, by seat. *lower*: fewer points are better.
    """
    if reason != "finished":
        return _("called off")
    if isinstance(outcome, Together):
        return "" if outcome.won is None else _WON_OR_LOST[outcome.won]
    if isinstance(outcome, Nobody):
        return _("nobody wins")
    if isinstance(outcome, Ranks):
        won = [names[seat] for seat in outcome.places[0]]
    else:
        won = [row.name for row in _ranked(scores, lower=lower) if row.seat in winners]
    if len(won) == 1:
        return _("{name} wins", name=won[0])
    return _("{names} win", names=join_names(won)) if won else ""


_WON_OR_LOST: Final[Mapping[bool, str]] = {True: _("everybody wins"), False: _("everybody loses")}


def result_told(
    scores: Sequence[Points],
    outcome: Outcome | None,
    names: Mapping[Seat, str],
    *,
    lower: bool,
) -> list[str]:
    """Return what has come out of a game, in sentences: points, `Together: 18 of 25.`, places.

    *names* are those of all who have played, by seat.
    """
    told = list[str]()
    points = {row.seat: row.points for row in scores}
    if isinstance(outcome, Together):
        told.append(_("Together: {points} of {of}.", points=outcome.points, of=outcome.of))
        if set(points.values()) <= {outcome.points}:
            points = {}
    elif isinstance(outcome, Ranks):
        told.append(_("Places: {places}.", places=_placed(outcome, names, points)))
        points = {}
    if outcome is not None and outcome.text:
        told.append(outcome.text)
    if points:
        told.append(_("{scores}.", scores=ranking(scores, lower=lower)))
    return told


def _placed(outcome: Ranks, names: Mapping[Seat, str], points: Mapping[int, int]) -> str:
    """Return `1 ann, 2 bob and cy`, with the points of each if there are any."""
    rows = list[str]()
    for number, place in enumerate(outcome.places, 1):
        who = [
            f"{names[seat]} ({points[seat]})" if seat in points else names[seat] for seat in place
        ]
        rows.append(_("{place} {names}", place=number, names=join_names(who)))
    return joined(rows, ", ")


def ranking(scores: Sequence[Points], *, lower: bool) -> str:
    """Return `ann 12, bob 7`, the best first. *lower*: fewer points are better."""
    return ", ".join(f"{row.name} {row.points}" for row in _ranked(scores, lower=lower))


def _ranked(scores: Sequence[Points], *, lower: bool) -> list[Points]:
    return sorted(scores, key=lambda row: row.points if lower else -row.points)


def minutes(left_ms: int) -> str:
    """Return a time such as `9:45`."""
    seconds = (left_ms + 999) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


HOUR_MS: Final = 3_600_000


def time_left(left_ms: int) -> str:
    """Return a time such as `45 s`, `5 h 2 min` or `2 days 3 h`."""
    if left_ms <= HOUR_MS:
        return f"{(left_ms + 999) // 1000} s"
    hours, minutes_ = divmod(-(-left_ms // 60_000), 60)
    days, hours = divmod(hours, 24)
    if not days:
        return f"{hours} h {minutes_} min" if minutes_ else f"{hours} h"
    told: str = _.count("1 day", "{n} days", days)
    return joined((told, f"{hours} h")) if hours else told


def join_names(names: Sequence[str]) -> str:
    """Return `ann`, `ann and bob`, `ann, bob and cy`."""
    if len(names) < 2:
        return names[0] if names else ""
    return _("{names} and {last}", names=joined(names[:-1], ", "), last=names[-1])


def how_many(low: int, high: int) -> str:
    """Return `3 to 6 players`, `2 players`, `1 player`."""
    if low == high:
        return _.count("1 player", "{n} players", low)
    return _("{low} to {high} players", low=low, high=high)


STATES: Final[Mapping[State, str]] = {
    "open": _("open"),
    "playing": _("playing"),
    "paused": _("paused"),
    "over": _("over"),
    "frozen": _("frozen"),
    "held": _("held"),
    "adjourned": _("adjourned"),
}
"""The state of a table as people read it."""


def option_text(options: Mapping[str, OptionValue]) -> str:
    """Return `a=1 b=on`, as people type them."""
    return " ".join(f"{name}={show_value(value)}" for name, value in options.items())


def show_value(value: OptionValue) -> str:
    """Return a value of an option as people type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


_LANGUAGES: Final[Mapping[object, str]] = {ENGLISH: _("English"), "fr": _("French")}
"""The languages of word lists that have a name here, by the name of the list."""


def language_name(lang: str) -> str:
    """Return the name of the language *lang*, or its code if it has none here."""
    return _LANGUAGES.get(lang, lang)


def with_language(title: str, words: object, usual: str = ENGLISH) -> str:
    """Return *title*, a game's, with the language of the word list *words*.

    Readers of English need none for English words. *usual*: the language of the reader, if there
    is only one.
    """
    if words not in _LANGUAGES or words == usual == ENGLISH:
        return title
    return _("{title} in {language}", title=title, language=_LANGUAGES[words])


def number_of_games(count: int) -> str:
    return _.count("1 game", "{n} games", count)

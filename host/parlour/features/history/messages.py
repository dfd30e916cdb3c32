"""What people read of finished games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from parlour.api import Outcome, Ranks, Seat
from parlour.language import Form, _, joined
from parlour.wire.messages import (
    Answer,
    Points,
    how_it_ended,
    join_names,
    ranking,
    result_told,
)


class Replayed(Answer, frozen=True, kw_only=True, gc=False):
    """The end of a replay."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    count: int
    """How many events came."""
    total: int
    """How many events there are."""
    what: str = ""

    def lines(self, form: Form) -> Sequence[str]:
        return (self.what,) if self.what else ()


class HistoryRow(Answer, frozen=True, kw_only=True, gc=False):
    """A finished game."""

    unsent: ClassVar[tuple[str, ...]] = ("when", "lower", "head", "pointless")
    sparse: ClassVar[tuple[str, ...]] = ("outcome",)
    record: str
    """What `replay` takes."""
    game: str
    """The game."""
    version: str
    """The version of the rules it was played by."""
    ended_s: int
    """When it ended, in seconds since 1970 (UTC)."""
    reason: str
    """How it ended, as in the event `over`."""
    scores: tuple[Points, ...]
    """Who played, by seat, with their points: 0 in a game that has none."""
    winners: tuple[int, ...]
    """The seats that won."""
    outcome: Outcome | None = None
    """How it ended, as in the event `over`. Left out if points say it."""
    lexicon: str | None
    """The word list it was played with, or null."""
    lexicon_hash: str | None
    """The SHA-256 of that list, or null."""
    lists: Mapping[str, str] = {}
    """The SHA-256 of other lists it was played with, by the option that named them; left out if
    there are none."""
    when: str
    lower: bool
    """Fewer points are better."""
    pointless: bool
    """It has no points, so a person reads the names alone."""
    head: str
    """What a person reads above the row, if anything."""

    def body(self, lang: str) -> Any:
        """Return all that is sent, without an empty `lists`."""
        fields: dict[str, Any] = super().body(lang)
        return fields if self.lists else {n: v for n, v in fields.items() if n != "lists"}

    def lines(self, form: Form) -> Sequence[str]:
        names = {Seat(row.seat): row.name for row in self.scores}
        how = how_it_ended(
            self.reason, self.scores, self.winners, self.outcome, names, lower=self.lower
        )
        scores = ranking(self.scores, lower=self.lower)
        if self.outcome is not None or self.pointless:
            told = result_told((), self.outcome, names, lower=self.lower)
            if not isinstance(self.outcome, Ranks):
                told.append(join_names([row.name for row in self.scores]))
            scores = joined(told)
        result = _("{how}. {scores}", how=how, scores=scores) if how else scores
        text = _(
            "{record}: {game}, {when}: {result}",
            record=self.record,
            game=self.game,
            when=self.when,
            result=result,
        )
        return (self.head, text) if self.head else (text,)


class ReplayRow(Answer, frozen=True, kw_only=True, gc=False):
    """One event of a finished game, as the seat you chose heard it."""

    unsent: ClassVar[tuple[str, ...]] = ("said",)
    at_ms: int
    """Table time: milliseconds since the start, without pauses."""
    event: str
    """The name of the event."""
    data: msgspec.Raw
    """What the event held, without its `text`."""
    said: Callable[[Form], Sequence[str]]

    def lines(self, form: Form) -> Sequence[str]:
        return self.said(form)


class ChapterRow(Answer, frozen=True, kw_only=True, gc=False):
    """One event of an ended chapter."""

    unsent: ClassVar[tuple[str, ...]] = ("name", "said")
    at_ms: int
    """Table time: milliseconds since the start of the game, without pauses."""
    seat: int | None
    """Who heard it so; null for what watchers heard too."""
    event: str
    """The name of the event."""
    data: msgspec.Raw
    """What the event held, without its `text`."""
    name: str
    """The name of that player, if only they heard it so."""
    said: Callable[[Form], Sequence[str]]

    def lines(self, form: Form) -> Sequence[str]:
        """Return what was read, with the name of the player who read it."""
        said = self.said(form)
        return [f"{self.name}: {said[0]}", *said[1:]] if self.name and said else said


class ChapterShown(Answer, frozen=True, kw_only=True, gc=False):
    """The end of a chapter, or of what was shown of it."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    table: int
    """The number of the table."""
    chapter: int
    """The number of the chapter, from 1."""
    count: int
    """How many events came."""
    total: int
    """How many events there are."""
    what: str = ""

    def lines(self, form: Form) -> Sequence[str]:
        return (self.what,) if self.what else ()


class SealRow(Answer, frozen=True, kw_only=True, gc=False):
    """A commitment of a game: to its seed, or to what a seat has hidden."""

    seat: int | None
    """Whose set-up; null for the seed of the game's luck."""
    name: str | None
    """The player's name in that game; null for the seed."""
    commitment: str
    """A salted SHA-256, as 64 hexadecimal digits."""

    def lines(self, form: Form) -> Sequence[str]:
        return (
            _(
                "{name}: {commitment}",
                name=self.name or _("the shuffle"),
                commitment=self.commitment,
            ),
        )

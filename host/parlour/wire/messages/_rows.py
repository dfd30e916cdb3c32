"""Rows of lists: an answer has one for each thing it lists, before the final answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

import msgspec

from parlour.api import OptionValue
from parlour.language import Form, _
from parlour.wire.messages._base import (
    STATES,
    Answer,
    State,
    how_many,
    join_names,
    option_text,
    show_value,
    with_language,
)
from parlour.wire.verbs import usage_in


class BotInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A kind of bot."""

    kind: str
    """What `bot` takes."""
    about: str
    """How it plays, in one line."""


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """An option that a table of this game has."""

    name: str
    """As in `new GAME NAME=VALUE`."""
    type: Literal["choice", "int", "switch", "seat", "text"]
    """`switch` is `on` or `off`. `seat` is one of `choices`, or the name of a player at the
    table. `text` is a word of your own."""
    default: str | int
    """Its value unless you choose another."""
    choices: tuple[str, ...] | None = None
    """All values that it can have; of a `seat` those that name no player."""
    min: int | None = None
    """Of an `int`: the least value."""
    max: int | None = None
    """Of an `int`: the largest value. Of a `text`: the most characters."""
    about: str
    """What it means, in one line."""


class GameRow(Answer, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A game that you can play here."""

    game: str
    """What `new` and `rules` take."""
    title: str
    """Its name, for people."""
    seats: tuple[int, int]
    """The fewest and the most players."""
    version: str
    """The version of its rules."""
    bots: tuple[BotInfo, ...]
    """The kinds of bots it has."""
    options: tuple[OptionInfo, ...] | None = None
    """The options of its tables. Left out after `games brief`."""
    forgets: Mapping[str, tuple[str, ...]] = {}
    """What players must keep in mind. For the name of an event: the events that are past when it
    comes, `prompt` among them. The host does not tell them again to a player who comes back, and a
    client makes no list of them. What it has shown may stay where the player can scroll back to
    it. At a table with `notes=on` nothing is past. Left out if it is nothing."""
    channels: tuple[str, ...] = ()
    """The verbs of talk to some of its players, such as `team`. Left out if it has none."""

    def lines(self, form: Form) -> Sequence[str]:
        low, high = self.seats
        bots = (
            _("; bots: {kinds}", kinds=", ".join(bot.kind for bot in self.bots))
            if self.bots
            else ""
        )
        channels = (
            _("; talk among some: {verbs}", verbs=", ".join(self.channels))
            if self.channels
            else ""
        )
        text = _(
            "{title}, {players}{bots}{channels}. <<To play: {game}>>",
            title=self.title,
            players=how_many(low, high),
            bots=bots,
            channels=channels,
            game=self.game,
        )
        return (_("{game:<10} {text}", game=self.game, text=text),)


class TableRow(Answer, frozen=True, kw_only=True, gc=False):
    """A table in the lobby's list."""

    unsent: ClassVar[tuple[str, ...]] = ("changed", "away", "joinable", "title", "sought", "kept")
    table: int
    """Its number. A number is never used again."""
    game: str
    """The game."""
    title: str
    state: State
    """`open`: no game yet. `playing`. `paused`. `over`: the last game has ended. `frozen`: the
    game's program failed. `held`: its game or its word list is not the one it began with.
    `adjourned`: the game continues when its players are back."""
    host: str | None
    """The name of the table's host, or null."""
    seats: tuple[str | None, ...]
    """For each seat a name, or null if it is free."""
    present: int
    """How many of these people are connected. Bots do not count."""
    watchers: int
    """How many watch."""
    options: Mapping[str, OptionValue]
    """The value of each option."""
    changed: Mapping[str, OptionValue]
    away: tuple[str, ...] = ()
    """The people who sit there and are not connected."""
    joinable: bool = False
    """The game is in progress and offers a seat."""
    sought: int = 0
    """So many more players start the first game by themselves."""
    kept: Literal["", "turn", "seat"] = ""
    """A game over days keeps the reader's seat, and may wait for them."""

    def lines(self, form: Form) -> Sequence[str]:
        """Return one line, and one for the options that differ from the defaults."""
        taken = [name for name in self.seats if name is not None]
        free = len(self.seats) - len(taken)
        here = [name for name in taken if name not in self.away]
        who = join_names(here if self.present else taken) if taken else _("nobody")
        if self.away and not self.present:
            who = _("{who}, disconnected", who=who)
        elif self.away:
            who = _("{who}, {away} away", who=who, away=len(self.away))
        if self.kept == "turn":
            what = _("your turn: join {table}", table=self.table)
        elif self.kept:
            what = _("keeps your seat: join {table}", table=self.table)
        elif self.state == "held":
            what = _("continue {table} or end {table}", table=self.table)
        elif self.state == "adjourned":
            what = _("for its players: join {table}", table=self.table)
        elif self.sought:
            what = _(
                "starts with {sought} more: join {table}", sought=self.sought, table=self.table
            )
        elif self.state in {"open", "over"} and free:
            what = _.count(
                "1 free: join {table}", "{n} free: join {table}", free, table=self.table
            )
        elif self.joinable:
            what = _("join {table}, watch {table}", table=self.table)
        else:
            what = _("watch {table}", table=self.table)
        rows: list[str] = [
            _(
                "Table {table}: {title}, {state}: {who} <<({what})>>",
                table=self.table,
                title=with_language(self.title, self.options.get("lexicon"), form.lang),
                state=STATES[self.state],
                who=who,
                what=what,
            )
        ]
        if self.changed:
            rows.append(f"  {option_text(self.changed)}")
        return rows


class PlayerRow(Answer, frozen=True, kw_only=True, gc=False):
    """A player on this host."""

    name: str
    """The player's name."""
    guest: bool
    """False with an account."""
    away: bool
    """They are not connected, and their seat or name is kept."""
    table: int | None
    """Where they sit, or null."""
    watching: tuple[int, ...]
    """The tables they watch."""
    bot: str | None = None
    """A program plays there, and calls itself that. Left out for everybody else."""

    sparse: ClassVar[tuple[str, ...]] = ("bot",)

    def lines(self, form: Form) -> Sequence[str]:
        where = _("at table {table}", table=self.table) if self.table else _("in the lobby")
        if self.watching:
            numbers = ", ".join(str(number) for number in self.watching)
            where = _("{where}, watching {numbers}", where=where, numbers=numbers)
        who = self.name if self.guest else _("{name} (account)", name=self.name)
        if self.bot is not None:
            who = _("{who}, the program {bot}", who=who, bot=self.bot)
        return (
            _(
                "{who}: {where}{what}",
                who=who,
                where=where,
                what=_(", disconnected") if self.away else "",
            ),
        )


class OptionRow(Answer, frozen=True, kw_only=True, gc=False):
    """An option of the table."""

    option: str
    """Its name."""
    value: OptionValue
    """Its value now."""
    default: OptionValue
    """Its value in a new table."""
    allowed: str
    """The values it can have, in words."""
    about: str
    """What it means, in one line."""

    def lines(self, form: Form) -> Sequence[str]:
        star = (
            ""
            if self.value == self.default
            else _(" (default {default})", default=show_value(self.default))
        )
        return (
            _(
                "{option}={value}{star}: {about} [{allowed}]",
                option=self.option,
                value=show_value(self.value),
                star=star,
                about=self.about,
                allowed=self.allowed,
            ),
        )


class CommandRow(Answer, frozen=True, kw_only=True, gc=False):
    """A command, or a word of the game at your table."""

    verb: str
    """The word it begins with; for some commands of the operator two words."""
    usage: str
    """How it is typed: arguments in capitals, in brackets if you can leave them out."""
    about: str
    """What it does, in one line."""
    where: Literal["anywhere", "lobby", "table", "seat", "game", "operator"]
    """Where it works: `anywhere`; `lobby`, with a name; `table`, where you sit or watch; `seat`,
    where you sit; `game`, a move or a question of the game at your table; `operator`, on the
    operator's socket."""
    also: tuple[str, ...] = ()
    """Other words that people type for it."""

    def lines(self, form: Form) -> Sequence[str]:
        usage = usage_in(self.usage, form.lang, _)
        return (_("{usage:<32} {about}", usage=usage, about=self.about),)


class TextRow(Answer, frozen=True, kw_only=True, gc=False):
    """A paragraph to read. It has no field but `text`."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    what: tuple[str, ...]

    def lines(self, form: Form) -> Sequence[str]:
        return self.what

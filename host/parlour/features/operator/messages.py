"""Answers to the operator. They contain nothing that a game hides, and no talk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from parlour.api import OptionValue
from parlour.language import Form
from parlour.wire.messages import Answer, SeatInfo, State, option_text, show_value
from parlour.wire.text import how_long, in_columns, when

HASH_DIGITS: Final = 16
"""The digits of a word list's hash to show, enough to recognise it."""


class HostStatus(Answer, frozen=True, kw_only=True, gc=False):
    """The state of the host."""

    name: str
    """The host's name."""
    version: str
    """The version of Parlour."""
    up_s: int
    """For how many seconds it has been running."""
    tables: Mapping[str, int]
    """The number of tables in each state."""
    here: int
    """Connected players."""
    away: int
    """Disconnected players whose seat or name is kept."""
    accounts: int
    """All accounts, including those of players who are neither connected nor away."""
    games: Mapping[str, str]
    """The version of each game."""
    lexicons: Mapping[str, str]
    """The hash of each word list."""
    reports: int
    """Reports of players that are not marked as done."""
    trouble: Mapping[str, int]
    """What an owner may want to act on, by kind, since the host started: wrong passwords,
    connections that were cut off or refused. The log has the addresses."""
    hold: str | None
    """The reason why the host cannot store anything now, or null."""
    deaths: str | None = None
    """How many processes of this host have died since it started and why the last one did, or
    null. Nobody was disconnected."""
    word: bool = False
    """Guests must give a word to come in."""
    stops_s: int | None
    """The time when it stops because of `drain`, in seconds since 1970, or null."""
    figures: Mapping[str, float]
    """The server's measurements. Names of times end in `_ms`."""

    def lines(self, form: Form) -> Sequence[str]:
        lines = [f"{self.name}, Parlour {self.version}, up {how_long(self.up_s)}"]
        if self.hold is not None:
            lines.append(f"NOTHING CAN BE STORED: {self.hold}")
        if self.deaths is not None:
            lines.append(self.deaths)
        if self.stops_s is not None:
            lines.append(f"It stops at {when(self.stops_s)} (drain).")
        players = {"here": self.here, "away": self.away, "with accounts": self.accounts}
        games = ", ".join(f"{game} {version}" for game, version in self.games.items())
        lists = ", ".join(f"{name} {hash_[:HASH_DIGITS]}" for name, hash_ in self.lexicons.items())
        lines += (
            f"Players: {_listing(players)}",
            f"Tables: {_listing(self.tables)}",
            f"Games: {games or 'none'}",
            f"Word lists: {lists or 'none'}",
        )
        if self.word:
            lines.append("Guests need a word to come in: parlour join-word shows it.")
        if self.reports:
            lines.append(f"Reports: {self.reports} open")
        if self.trouble:
            lines.append(f"Trouble, with addresses in the log: {_listing(self.trouble)}")
        lines.append("")
        rows = [(name, _figure(name, value)) for name, value in self.figures.items()]
        return [*lines, *in_columns(("FIGURE", "VALUE"), rows, form.width)]


def _listing(counts: Mapping[str, int]) -> str:
    """Return `2 playing, 1 open`, or `none` if there is nothing to count."""
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "none"


def _figure(name: str, value: float) -> str:
    return f"{value:.2f}" if name.endswith("_ms") else f"{value:.0f}"


class TableShown(Answer, frozen=True, kw_only=True, gc=False):
    """One table: nothing that its game hides, and nothing that was said there."""

    table: int
    """Its number."""
    game: str
    """The game."""
    version: str
    """The version of the rules in use there."""
    lexicon: str | None
    """The word list that decides, or null."""
    lexicon_hash: str | None
    """The SHA-256 of that list, or null."""
    lists: Mapping[str, str | None]
    """The SHA-256 of the word lists that options name, by option. Null: not used yet."""
    state: State
    """What the table is doing, as in `tables`."""
    why: str | None
    """The reason why a held table is held, or null."""
    host: str | None
    """The name of the table's host, or null."""
    seats: tuple[SeatInfo, ...]
    """The seats that are taken."""
    watchers: int
    """How many watch."""
    options: Mapping[str, OptionValue]
    """The value of each option."""
    record: str | None
    """The name of the game in progress, or of the last one."""
    entries: int
    """The number of entries in its journal. While a game is in progress, this counts only those
    from before it, because its moves may be hidden."""
    left_ms: int | None
    """Until the current deadline."""

    def lines(self, form: Form) -> Sequence[str]:
        lines = [f"Table {self.table}: {self.game}, version {self.version}, {self.state}"]
        if self.why is not None:
            lines.append(f"Held: {self.why}.")
        if self.lexicon is not None:
            lines.append(_list(f"Word list: {self.lexicon}", self.lexicon_hash))
        for option, hash_ in self.lists.items():
            name = show_value(self.options[option])
            lines.append(_list(f"Word list of {option}: {name}", hash_))
        game = f"game {self.record}, " if self.record is not None else ""
        left = "" if self.left_ms is None else f", {self.left_ms // 1000} s left on the clock"
        before = " before it" if game and self.state not in {"open", "over"} else ""
        lines += (
            f"Options: {option_text(self.options) or 'none'}",
            f"Record: {game}{self.entries} entries{before}{left}",
            f"Watchers: {self.watchers}",
        )
        if not self.seats:
            return lines
        rows = [(str(seat.seat), seat.name, self._notes(seat)) for seat in self.seats]
        return [*lines, "", *in_columns(("SEAT", "PLAYER", "NOTES"), rows, form.width)]

    def _notes(self, seat: SeatInfo) -> str:
        notes = {
            "host": seat.name == self.host,
            f"bot {seat.bot}": seat.bot is not None,
            "ready": seat.ready and seat.bot is None,
            "disconnected": seat.away,
        }
        return ", ".join(note for note, holds in notes.items() if holds)


def _list(name: str, hash_: str | None) -> str:
    return f"{name} {(hash_ or '')[:HASH_DIGITS]}".rstrip()

"""Verify a finished game: replay it from its seed and its moves, and compare.

docs/record-format.md says what that proves, and what only the commitments shown during the game
can prove.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from parlour.api import AnyGame, Lexicon, OptionValue, Refused, Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.folding import fold
from parlour.engine.match import Match
from parlour.engine.opening import before_game
from parlour.engine.options import (
    OptionFault,
    completed,
    list_names,
    own_options,
    read_value,
    seat_options,
)
from parlour.engine.outcomes import result_of
from parlour.engine.ruling import rules_of
from parlour.engine.table import RecordFault, Table
from parlour.records._format import started_of
from parlour.records._read import Damaged, FileFault, UnknownForm, read
from parlour.wire.encoding import encode
from parlour.wire.messages import Points, how_it_ended, join_names, result_told, show_value
from parlour.wire.text import clean, wrap

WIDTH: Final = 79
_CLEAN: Final = "Nothing speaks against the file."
_FORGED: Final = "Only with that code can anybody tell whether it is forged."

Verdict: TypeAlias = Literal["good", "bad", "unknown"]
"""`unknown`: something needed for a replay is missing here, which says nothing against the
file."""
Absent: TypeAlias = Literal["game", "list"]


@dataclass(frozen=True, kw_only=True)
class Verification:
    """The result of `verify`. `fault` is set if it is bad, `missing` if it is unknown."""

    verdict: Verdict
    fault: FileFault | None = None
    missing: str | None = None
    """The missing part, in one line."""
    absent: Absent | None = None
    """The kind of thing to install or configure in order to check it."""
    recoded: bool = False
    """True if it was played with other code of the same version than is here, as far as we
    know."""
    finished: Finished | None = None
    """The game, or None if the file could not be read."""
    title: str = ""
    moves: int = 0
    commitment: str = ""
    seals: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict[Seat, tuple[str, ...]])
    """For a good record: the commitments that the host must have shown during the game."""

    def lines(self) -> list[str]:
        """Return the report for people: harmless on any screen, at most 79 columns wide."""
        return [piece for line in self._lines() for piece in wrap(clean(line), WIDTH)]

    def _lines(self) -> Iterator[str]:
        if self.fault is not None:
            yield "This record is NOT good: no host has written it like this."
            yield f"The first fault: {self.fault}"
        elif self.finished is None or self.missing is not None:
            yield "This record cannot be checked here."
            yield f"{self.missing} {_FORGED if self.recoded else _CLEAN}"
        else:
            yield from self._good(self.finished)

    def _good(self, game: Finished) -> Iterator[str]:
        names = join_names([game.names[seat] for seat in sorted(game.names)])
        yield "This record is good."
        yield f"Game {game.record}: {self.title}, version {game.version}, with {names}."
        yield f"Result ({game.reason}): {_result(game)}"
        yield (
            f"Checked: hashes of {len(game.entries)} entries, {self.moves} moves played again "
            "from the seed, every ruling, the result."
        )
        if self.recoded:
            yield "The code of the game has changed since; it comes to the same."
        if game.lexicon is not None:
            yield f"Word list: {game.lexicon}, the same that ruled then."
        for option in sorted(game.lists):
            yield f"Word list of {option}: {game.options[option]}, the same as then."
        yield "During the game the host must have told you this (it tells it again: seals):"
        yield "  its luck"
        yield f"    {self.commitment}"
        for seat, made in sorted(self.seals.items()):
            yield f"  what {game.names[seat]} hid at seat {seat}"
            yield from (f"    {commitment}" for commitment in made)


def _result(game: Finished) -> str:
    """Return how *game* ended, in sentences."""
    scores = tuple(
        Points(seat=seat, name=game.names[seat], points=game.scores[seat])
        for seat in sorted(game.scores)
    )
    if game.outcome is not None:
        how = how_it_ended(
            game.reason, scores, game.winners, game.outcome, game.names, lower=False
        )
        told = result_told(scores, game.outcome, game.names, lower=False)
        return " ".join([f"{how}."] * bool(how) + told)
    points = ", ".join(f"{row.name} {row.points}" for row in scores)
    winners = join_names([game.names[seat] for seat in game.winners])
    return f"{points}. Won by: {winners or 'nobody'}."


def verify(
    data: bytes, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> Verification:
    """Check whether *data* is an exported game, unchanged, and can have happened like that.

    This replays every entry, with the rules in *games* and the words in *lexicons*. If the replay
    differs, and the game was not played with the code that is here, nobody can tell whether the
    record is forged or the code has changed: `unknown`.
    """
    try:
        finished = read(data)
    except UnknownForm as unknown:
        return Verification(verdict="unknown", missing=unknown.text)
    except Damaged as damaged:
        return Verification(verdict="bad", fault=damaged.fault)
    started = started_of(finished)
    lexicons = rules_of(games, (started,)).lexicons(lexicons)
    missing, absent = _missing(started, games, lexicons) or (_other_rules(finished, started), None)
    if missing is not None:
        return Verification(verdict="unknown", missing=missing, absent=absent, finished=finished)
    recoded = games[started.game].code != started.code
    try:
        match = _played_again(finished, started, before_game(started, games, lexicons))
        _check_result(finished, match)
    except Damaged as damaged:
        if not recoded:
            return Verification(verdict="bad", fault=damaged.fault, finished=finished)
        missing = _with_other_code(started, damaged.fault)
        return Verification(verdict="unknown", missing=missing, recoded=True, finished=finished)
    return Verification(
        verdict="good",
        recoded=recoded and started.code != "",
        finished=finished,
        title=match.game.title,
        moves=sum(isinstance(r.decode(body), r.Moved) for body in finished.entries),
        commitment=match.commitment,
        seals=match.seals,
    )


def _with_other_code(started: r.Started, fault: FileFault) -> str:
    """Say that a record does not replay, for a game whose code has changed."""
    which = f"other code of version {started.version}" if started.code else "code we do not know"
    return (
        f"It was played with {which} of {started.game}, and does not go like this with the code "
        f"that is here. The first difference: {fault}."
    )


def _missing(
    started: r.Started, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> tuple[str, Absent | None] | None:
    """Return what this host lacks of the rules of this game, or None if it has everything."""
    game = games.get(started.game)
    if game is None:
        return f"There is no game {started.game} here.", "game"
    if game.plays_as(started.version) != started.version:
        return (
            f"It was played under version {started.version} of {started.game}, "
            f"and here is version {game.version}."
        ), None
    for name, right in rules_of(games, (started,)).used:
        lexicon = lexicons.get(name)
        if right is None:
            continue  # a list that the entry does not name: see `_start_fault`
        if lexicon is None:
            return f"There is no word list {name} here.", "list"
        if lexicon.hash != right:
            text = f"The word list {name} here is another one (its hash is {lexicon.hash})."
            return text, "list"
    return None


def _other_rules(finished: Finished, started: r.Started) -> str | None:
    """Say so if the game continued under other rules than those under which it began."""
    began = started.version, started.lexicon, started.lexicon_hash, started.lists
    for number, body in enumerate(finished.entries):
        entry = r.decode(body)
        if not isinstance(entry, r.Continued):
            continue
        if (entry.version, entry.lexicon, entry.lexicon_hash, entry.lists) != began:
            return (
                f"From entry {number} on it was continued under version {entry.version} or "
                "another word list: no host has both rules at once."
            )
    return None


# --- the replay ----------------------------------------------------------------------


def _played_again(finished: Finished, started: r.Started, table: Table) -> Match:
    """Return the match at the end of the record. Raises Damaged at the first wrong entry."""
    for number, body in enumerate(finished.entries):
        entry = r.decode(body)
        fault = _start_fault(started, table) if number == 0 else _fault(table, entry)
        if fault is None:
            try:
                table, _ = fold(table, entry)
            except Refused as refused:
                fault = f"the rules refuse it: {refused.text}"
            except GameFault as broken:
                fault = f"the game's program fails over it: {broken}"
            except RecordFault as misplaced:
                fault = f"it cannot stand here: {misplaced}"
            except Exception as error:  # noqa: BLE001 - a forged entry may hold anything
                fault = f"it cannot be followed ({type(error).__name__})"
        if fault is not None:
            raise Damaged(number + 2, f"entry {number} ({_kind(entry)})", fault)
    match = table.last_match
    if match.ended is None:
        raise Damaged(len(finished.entries) + 2, "end", "the game is not over, played again")
    return match


def _kind(entry: r.Entry) -> str:
    return str(type(entry).__struct_config__.tag)


def _start_fault(started: r.Started, table: Table) -> str | None:
    """Return why a host could not have started the game so, beyond the rules' own checks."""
    game = table.game
    if len(started.names) not in game.seats or not all(
        1 <= seat < game.seats.stop for seat in started.names
    ):
        return "these seats cannot be taken"
    values = completed(game.options, started.options)
    for option in own_options(game, table.lexicons):
        value = values[option.name]
        try:
            allowed = _same(read_value(option, show_value(value)), value)
        except OptionFault:
            allowed = False
        if not allowed:
            return f"the option {option.name} cannot have this value"
    if list_names(game.options, values).keys() != started.lists.keys():
        return "its word lists are not those that its options name"
    if seat_options(game.options, values) != started.seat_options:
        return "other options than these name a player or a seat"
    return None


def _same(one: OptionValue, other: OptionValue) -> bool:
    """Check whether they are the same value of an option. True is not 1 here."""
    return type(one) is type(other) and one == other


def _fault(table: Table, entry: r.Entry) -> str | None:
    """Return why *entry* cannot follow, for reasons that the host checks and not the rules."""
    match = table.last_match
    if match.ended is not None:
        return "the game was over before it"
    at: Any = getattr(entry, "at", match.now)
    if at < match.now:
        return f"it is at {at} ms, and {match.now} ms have passed before it"
    if isinstance(entry, r.TimeUp) and (match.due is None or at < match.due):
        return "time was not up yet"
    if isinstance(entry, r.Called) and not _may_be_called(match, entry):
        return "that is no time to call"
    return None


def _may_be_called(match: Match, entry: r.Called) -> bool:
    due = match.turn_ends
    return (
        due is not None and entry.left_s in match.calls and entry.at >= due - entry.left_s * 1000
    )


def _check_result(finished: Finished, match: Match) -> None:
    """Check that the header has the result of the replay."""
    if finished.reason != match.ended:
        raise _other_result("reason", str(match.ended))
    if dict(finished.scores) != dict(match.scores):
        points = (f"seat {seat} {match.scores[seat]}" for seat in sorted(match.scores))
        raise _other_result("scores", ", ".join(points))
    if finished.winners not in (match.winners, _with_leavers(match)):
        raise _other_result("winners", join_names([f"seat {s}" for s in match.winners]) or "none")
    if finished.outcome != match.outcome:
        raise _other_result("outcome", bytes(encode(match.outcome)).decode())


def _with_leavers(match: Match) -> tuple[Seat, ...]:
    """Return who has won as hosts up to 0.7 counted: by default also players who had left."""
    if match.ended != "finished" or not match.gone:
        return match.winners
    return result_of(match.game.scoring, match.state, match.seats)[1]


def _other_result(name: str, found: str) -> Damaged:
    return Damaged(1, f"header field {name}", f"played again it comes to: {found}")

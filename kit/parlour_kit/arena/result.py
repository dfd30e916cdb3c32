"""The result of an arena: counted game by game, with nothing kept that grows with what was played
but a few numbers for each deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any, Final

import msgspec

from parlour.api import Ranks, Seat, Together
from parlour.search import by_place
from parlour.texts import count as counted
from parlour_kit.arena.plan import Lineup
from parlour_kit.arena.statistics import Share, elo, paired
from parlour_kit.arena.table import Account, GamePlayed

COLUMNS: Final = (
    "game",
    "deal",
    "turn",
    "seat",
    "player",
    "role",
    "won",
    "points",
    "decisions",
    "refused",
    "late",
    "substituted",
    "died",
    "moves",
    "table_ms",
    "reason",
)
"""The columns of `games.csv`: a row for each seat of each game."""
WORDS_MOST: Final = 200
"""Characters of what a program wrote that are shown."""
MOST_ROLES: Final = 6
"""Kinds of first questions that are roles. More of them are chance."""


class SeatResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody did at a seat of one game."""

    seat: int
    player: str
    role: str
    """The move that the seat was asked for first."""
    won: float
    """The share of the win: 1 alone, a half of it for each of two, and so on."""
    points: int | None
    decisions: int
    refused: int = 0
    why_refused: str = ""
    """Why the first line was refused."""
    late: int = 0
    substituted: int = 0
    died: str = ""


class GameResult(msgspec.Struct, frozen=True):
    """One game."""

    game: int
    deal: int
    turn: int
    reason: str
    moves: int
    table_ms: int
    urgent: int
    forced: int
    ways: int
    free: int
    sides: tuple[tuple[int, ...], ...]
    seats: tuple[SeatResult, ...]
    nobody: bool
    """Nobody has won."""
    drawn: bool
    """All have won, and not together."""
    together: bool
    """All have won or lost together."""
    reached: bool = False
    """All have reached a part of the points together, and nobody is called a winner."""

    def rows(self) -> Iterator[list[object]]:
        """Yield the rows of the game for `games.csv`."""
        for one in self.seats:
            yield [
                self.game,
                self.deal,
                self.turn,
                one.seat,
                one.player,
                one.role,
                f"{one.won:.4f}",
                "" if one.points is None else one.points,
                one.decisions,
                one.refused,
                one.late,
                one.substituted,
                one.died,
                self.moves,
                self.table_ms,
                self.reason,
            ]


class Times(msgspec.Struct):
    """How long a player thought. This is never the same twice, so it is in no other result."""

    decisions: int = 0
    total_s: float = 0.0
    longest_s: float = 0.0
    last_words: str = ""
    """The last line that a program wrote to its standard error before it died, for the first."""

    def add(self, account: Account) -> None:
        """Count what was done at a seat."""
        if account.died and account.said:
            last = account.said.decode("utf-8", "replace").rstrip().rpartition("\n")[2]
            self.last_words = self.last_words or plain_line(last)
        self.decisions += account.decisions
        self.total_s += account.thinking_s
        self.longest_s = max(self.longest_s, account.longest_s)


def game_result(
    outcome: GamePlayed, players: Sequence[str], lineup: Lineup, game: int, deal: int, turn: int
) -> GameResult:
    """Return the result of a game.

    Whoever's program has died has lost, whatever happened after that. What they would have won is
    shared by the others.
    """
    won = _shares(outcome, lineup)
    together = _is_together(outcome, lineup)
    seats = tuple(
        SeatResult(
            seat=seat,
            player=players[lineup[seat - 1]],
            role=outcome.first.get(Seat(seat), ""),
            won=won[seat],
            points=_points(outcome, Seat(seat)),
            decisions=account.decisions,
            refused=account.refused,
            why_refused=plain_line(account.why_refused),
            late=account.late,
            substituted=account.substituted,
            died=account.died,
        )
        for seat, account in sorted(outcome.accounts.items())
    )
    return GameResult(
        game=game,
        deal=deal,
        turn=turn,
        reason=outcome.reason,
        moves=outcome.moves,
        table_ms=outcome.table_ms,
        urgent=outcome.urgent,
        forced=outcome.forced,
        ways=outcome.ways,
        free=outcome.free,
        sides=tuple(tuple(map(int, side)) for side in outcome.sides),
        seats=seats,
        nobody=not outcome.winners,
        drawn=len(outcome.winners) == len(lineup) and not together,
        together=together,
        reached=isinstance(outcome.ending, Together) and outcome.ending.won is None,
    )


def _points(outcome: GamePlayed, seat: Seat) -> int | None:
    """Return the points of *seat*, which may be those of all together."""
    reached = outcome.ending.points if isinstance(outcome.ending, Together) else None
    return outcome.scores.get(seat, reached)


def _is_together(outcome: GamePlayed, lineup: Lineup) -> bool:
    if isinstance(outcome.ending, Together):
        return True
    return len(lineup) > 1 and [len(side) for side in outcome.sides] == [len(lineup)]


def _shares(outcome: GamePlayed, lineup: Lineup) -> dict[int, float]:
    """Return the share of the win of each seat.

    If the game calls nobody a winner, all have the part of the points that they have reached
    together. Places count as shares, so that two players have 1 and 0, and three 2/3, 1/3 and 0.
    """
    winners, ending = set(outcome.winners), outcome.ending
    if isinstance(ending, Together) and ending.won is None:
        return dict.fromkeys(outcome.accounts, ending.points / ending.of)
    if _is_together(outcome, lineup):
        return {seat: float(seat in winners) for seat in outcome.accounts}
    dead = {lineup[seat - 1] for seat, one in outcome.accounts.items() if one.died}
    others = [seat for seat in outcome.accounts if lineup[seat - 1] not in dead]
    heirs = [seat for seat in others if seat in winners] or others
    if dead and winners and heirs:
        winners = set(heirs)
    if isinstance(ending, Ranks) and not dead:
        return {seat: by_place(ending, seat) * 2 / len(lineup) for seat in outcome.accounts}
    return {seat: (seat in winners) / len(winners or [0]) for seat in outcome.accounts}


@dataclass
class Tally:
    """Shares of the win, by deal, and what they are compared with."""

    expected: float = 0.0
    """What chance would have given, added up."""
    games: int = 0
    shares: list[float] = field(default_factory=list[float])
    """For each deal: the share of the win in its games, on average."""
    points: list[float] = field(default_factory=list[float])
    _open: list[float] = field(default_factory=list[float])

    def add(self, won: float, expected: float) -> None:
        """Count a game of the deal that goes on."""
        self._open.append(won)
        self.expected += expected
        self.games += 1

    def deal_over(self) -> None:
        """Close the deal."""
        if self._open:
            self.shares.append(fmean(self._open))
            self._open.clear()

    def share(self) -> Share:
        """Return the share of the win."""
        each = round(self.games / len(self.shares)) if self.shares else 1
        found = paired(self.shares, each)
        return msgspec.structs.replace(found, count=self.games)


@dataclass
class PlayerTally(Tally):
    """What a player did in all games."""

    refused: Counter[int] = field(default_factory=Counter[int])
    """Refused lines, by seat."""
    why_refused: str = ""
    """Why the first one was."""
    late: int = 0
    substituted: int = 0
    died: int = 0
    """Games in which a program of theirs died."""
    why: str = ""
    """The first reason."""


class Result:
    """The result of an arena, while it goes on and at its end."""

    def __init__(self, head: Mapping[str, Any], players: Sequence[str], seats: int) -> None:
        """*head* is what was played: it is part of the result as it is."""
        self.head = dict(head)
        self.players = {name: PlayerTally() for name in players}
        self.seats = {seat: Tally() for seat in range(1, seats + 1)}
        self.roles: dict[str, Tally] = {}
        self.sides: dict[int, Tally] = {}
        self.by_role: dict[tuple[str, str], Tally] = {}
        self.by_seat: dict[tuple[str, int], Tally] = {}
        self.times = {name: Times() for name in players}
        self.moves: list[int] = []
        self.table_ms: list[int] = []
        self.margins: list[float] = []
        self.games = self.nobody = self.drawn = self.aborted = 0
        self.urgent = self.forced = self.ways = self.free = 0
        self.together = self.reached = False

    # --- counting ---------------------------------------------------------------------

    def add_deal(self, games: Sequence[GameResult]) -> None:
        """Count the games of a deal."""
        for game in games:
            self._add(game)
        every = self.players, self.seats, self.roles, self.sides, self.by_role, self.by_seat
        for tallies in every:
            for tally in tallies.values():
                tally.deal_over()

    def _add(self, game: GameResult) -> None:
        self.games += 1
        self.nobody += game.nobody
        self.drawn += game.drawn
        self.aborted += game.reason != "finished"
        self.together = game.together
        self.reached |= game.reached
        self.moves.append(game.moves)
        self.table_ms.append(game.table_ms)
        self.urgent += game.urgent
        self.forced += game.forced
        self.ways += game.ways
        self.free += game.free
        self.margins += _margin(game)
        chance = 1.0 if game.together else 1 / len(game.seats)
        for name, tally in self.players.items():
            own = [one for one in game.seats if one.player == name]
            if not own:
                continue
            won = max(each.won for each in own) if game.together else sum(o.won for o in own)
            tally.add(won, min(1.0, chance * len(own)))
            tally.points += [float(one.points) for one in own if one.points is not None]
            tally.died += any(one.died for one in own)
            tally.why = tally.why or next((one.died for one in own if one.died), "")
        for one in game.seats:
            player = self.players[one.player]
            player.refused[one.seat] += one.refused
            player.why_refused = player.why_refused or one.why_refused
            player.late += one.late
            player.substituted += one.substituted
            self.seats[one.seat].add(one.won, chance)
            self.by_seat.setdefault((one.player, one.seat), Tally()).add(one.won, chance)
            self.roles.setdefault(one.role, Tally()).add(one.won, chance)
            self.by_role.setdefault((one.player, one.role), Tally()).add(one.won, chance)
        self._add_sides(game)

    def _add_sides(self, game: GameResult) -> None:
        """Count sides that their size tells apart, such as a traitor and all others."""
        sizes = [len(side) for side in game.sides]
        if game.together or not 1 < len(sizes) == len(set(sizes)):
            return
        won = {one.seat: one.won for one in game.seats}
        for side in game.sides:
            share = sum(won.get(seat, 0.0) for seat in side)
            self.sides.setdefault(len(side), Tally()).add(share, 1 / len(sizes))

    # --- telling ----------------------------------------------------------------------

    @property
    def has_roles(self) -> bool:
        """Whether seats are asked for different things first, as in a game with roles."""
        return 1 < len(self.roles) <= MOST_ROLES

    def as_json(self) -> dict[str, Any]:
        """Return everything but times, for programs. The same seed gives the same."""
        shown: dict[str, Any] = dict(self.head)
        shown["games"] = self.games
        shown["players"] = {
            name: {
                **_shown(tally),
                "points": _mean(tally.points),
                "refused": sum(tally.refused.values()),
                "refused_by_seat": {str(seat): n for seat, n in sorted(tally.refused.items())},
                "why_refused": tally.why_refused,
                "late": tally.late,
                "substituted": tally.substituted,
                "died": tally.died,
                "why": tally.why,
                "seats": {
                    str(seat): _shown(one)
                    for (who, seat), one in sorted(self.by_seat.items())
                    if who == name
                },
                "roles": {
                    role: _shown(one)
                    for (who, role), one in sorted(self.by_role.items())
                    if who == name and self.has_roles
                },
            }
            for name, tally in self.players.items()
        }
        shown["seats"] = {str(seat): _shown(tally) for seat, tally in self.seats.items()}
        if self.has_roles:
            shown["roles"] = {role: _shown(tally) for role, tally in sorted(self.roles.items())}
        if self.sides:
            shown["sides"] = {str(size): _shown(one) for size, one in sorted(self.sides.items())}
        shown["game"] = {
            "moves": _spread(self.moves),
            "table_s": _spread([ms / 1000 for ms in self.table_ms]),
            "decisions": round(self.urgent / max(1, self.games), 2),
            "forced": round(self.forced / max(1, self.urgent), 4),
            "branching": round(self.ways / max(1, self.urgent), 2),
            "free_text": round(self.free / max(1, self.urgent), 4),
            "margin": _spread(self.margins),
            "nobody_won": self.nobody,
            "drawn": self.drawn,
            "stopped": self.aborted,
        }
        return shown

    def times_as_json(self) -> dict[str, Any]:
        """Return how long the players thought, which is never the same twice."""
        return {name: msgspec.to_builtins(times) for name, times in self.times.items()}

    def time_lines(self) -> Iterator[str]:
        """Yield how long the players thought."""
        for name, times in self.times.items():
            if times.total_s:
                each = 1000 * times.total_s / max(1, times.decisions)
                yield (
                    f"{name} thought {times.total_s:.0f} s: {each:.0f} ms for a decision, at most"
                    f" {1000 * times.longest_s:.0f} ms."
                )
            if times.last_words:
                yield f"{name} wrote before it died: {times.last_words}"

    def lines(self) -> Iterator[str]:
        """Yield the tables for people, in at most 79 columns. The same seed gives the same."""
        yield from self._players()
        if self.has_roles:
            yield ""
            yield from self._table("ROLE", sorted(self.roles.items()), self.by_role)
        if self.sides:
            yield ""
            sides = [(counted(size, "seat"), one) for size, one in sorted(self.sides.items())]
            yield from self._table("SIDE", sides, {})
        if len(self.seats) > 1 and not self.together:
            yield ""
            yield from self._table("SEAT", self.seats.items(), self.by_seat)
        yield ""
        yield from self._about()

    def _players(self) -> Iterator[str]:
        two = len(self.players) == 2 and not self.together
        rated = f"{'ELO':>19}" if two else ""
        won = "REACHED" if self.reached else "WON"
        yield f"{'PLAYER':16}{won:>8}{'95 % SURE':>14}{'CHANCE':>8}{'POINTS':>9}{rated}"
        for name, tally in self.players.items():
            share = tally.share()
            points = _mean(tally.points)
            yield (
                f"{name[:15]:16}{_percent(share)}{_between(share)}{_chance(tally)}"
                f"{'' if points is None else format(points, '.1f'):>9}"
                f"{_elo(share) if two else ''}"
            ).rstrip()
        if self.together and len(self.players) > 1:
            yield "All win or lose together here, so this compares nobody."
        elif self.nobody == self.games and len(self.players) > 1:
            yield "Nobody has won a game, so this compares nobody."
        for name, tally in self.players.items():
            if told := _troubles(tally):
                yield f"{name}: {told}"

    def _table(self, title: str, rows: Any, split: Mapping[Any, Tally]) -> Iterator[str]:
        """Yield a table of *rows*, with the share of each player in *split* where that fits."""
        names = [*self.players] if split and 1 < len(self.players) <= 3 else []
        wide = 15 if len(names) < 3 else 11
        heads = "".join(f"{name[: wide - 2]:>{wide}}" for name in names)
        yield f"{title:16}{'WON':>8}{'95 % SURE':>14}{'CHANCE':>8}{heads}"
        for key, tally in rows:
            share = tally.share()
            own = [split.get((name, key)) for name in names]
            cells = "".join(
                f"{'' if one is None else format(100 * one.share().mean, '.1f') + ' %':>{wide}}"
                for one in own
            )
            yield (f"{key!s:16}{_percent(share)}{_between(share)}{_chance(tally)}{cells}").rstrip()

    def _about(self) -> Iterator[str]:
        about = self.as_json()["game"]
        moves, table_s, margin = about["moves"], about["table_s"], about["margin"]
        yield (
            f"Moves in a game: {moves['median']:g} (from {moves['least']:g} to "
            f"{moves['most']:g}), in {table_s['median']:g} s of table time."
        )
        forced = f"{100 * about['forced']:.0f} % of them with one move only"
        yield f"Decisions in a game: {about['decisions']:.1f}, {forced}."
        free = about["free_text"]
        note = f" {100 * free:.0f} % ask for a free text." if free else ""
        yield f"Moves to choose from: {about['branching']:.1f} on average.{note}"
        if margin["most"] is not None and not self.together:
            yield (
                f"The best side leads by {margin['median']:g} points (from {margin['least']:g} "
                f"to {margin['most']:g})."
            )
        if not self.reached:
            yield self._won_by_nobody()
        if self.aborted:
            yield f"Stopped because they did not end: {counted(self.aborted, 'game')}."

    def _won_by_nobody(self) -> str:
        share = 100 * self.nobody / max(1, self.games)
        drawn = "" if self.together else f" Drawn: {counted(self.drawn, 'game')}."
        return f"Nobody has won {counted(self.nobody, 'game')} ({share:.1f} %).{drawn}"


def _margin(game: GameResult) -> list[float]:
    """Return by how many points the best side leads the next one, or nothing if none has any."""
    points = {one.seat: one.points for one in game.seats if one.points is not None}
    sides = [[points[seat] for seat in side if seat in points] for side in game.sides]
    means = sorted((fmean(side) for side in sides if side), reverse=True)
    return [round(abs(means[0] - means[1]), 2)] if len(means) > 1 else []


def _shown(tally: Tally) -> dict[str, Any]:
    share = tally.share()
    return {
        "won": round(share.mean, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
        "chance": round(tally.expected / max(1, tally.games), 4),
        "games": share.count,
    }


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 2) if values else None


def _spread(values: Sequence[float]) -> dict[str, float | None]:
    if not values:
        return {"least": None, "median": None, "mean": None, "most": None}
    return {
        "least": min(values),
        "median": median(values),
        "mean": round(fmean(values), 2),
        "most": max(values),
    }


def _percent(share: Share) -> str:
    return f"{100 * share.mean:.1f} %".rjust(8)


def _between(share: Share) -> str:
    return f"{100 * share.low:.1f}-{100 * share.high:.1f}".rjust(14)


def _chance(tally: Tally) -> str:
    return f"{100 * tally.expected / max(1, tally.games):.1f} %".rjust(8)


def _elo(share: Share) -> str:
    if not 0 < share.mean < 1:
        bound = f"over {elo(share.low):+.0f}" if share.mean else f"under {elo(share.high):+.0f}"
        return bound.rjust(19)
    low, mean, high = (format(elo(each), "+.0f") for each in (share.low, share.mean, share.high))
    return f"{mean} ({low}..{high})".rjust(19)


def plain_line(text: str) -> str:
    """Return *text* without what a terminal would obey, cut to a line."""
    return "".join(char if char.isprintable() else "?" for char in text)[:WORDS_MOST]


def _troubles(tally: PlayerTally) -> str:
    told: list[str] = []
    refused = sum(tally.refused.values())
    if refused:
        seats = ", ".join(f"{n} at seat {s}" for s, n in sorted(tally.refused.items()) if n)
        why = tally.why_refused.rstrip(".")
        told.append(f"{counted(refused, 'line')} refused ({seats}; the first one: {why})")
    if tally.late:
        told.append(f"{counted(tally.late, 'time')} out of time")
    if tally.substituted:
        told.append(f"{counted(tally.substituted, 'move')} made at random in its name")
    if tally.died:
        told.append(f"{counted(tally.died, 'game')} lost because it died ({tally.why})")
    return "; ".join(told)

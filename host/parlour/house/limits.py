"""Every limit of the house, each with its reason. All of them can be set in the config."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Seconds end in `_s`, milliseconds in `_ms`; 0 means no limit where it says so."""

    connections: int = 10_000
    """Open lines in all; more than any family, club or school has, fewer than would
    use up a small machine."""
    connections_per_address: int = 20
    """From one far address: a class behind one router fits, a flood does not. 0: no
    limit. Near addresses (loopback, private networks) are not counted."""
    login_s: int = 180
    """How long a line may stay nameless: time to read the greeting and think of a
    name."""
    idle_s: int = 7_200
    """How long a line away from any table may say nothing. 0: for ever."""
    away_s: int = 900
    """How long a player who dropped and sits nowhere keeps his name and his way back."""
    bad_lines: int = 20
    """Unusable lines (bad encoding, control characters, too long) before the line is
    closed: a person mistypes a few, a wrong program sends nothing else."""
    flood_burst: int = 40
    """Lines a far connection may send at once; a pasted list of words fits."""
    flood_per_s: int = 10
    """Lines a second a far connection may go on sending; faster than anyone types."""
    near_factor: int = 50
    """Loopback and private networks get this many times the flood limits: bots and
    tests run there."""
    flood_waiting: int = 200
    """Lines that wait their turn (slowed down) before further ones are refused."""
    flood_refusals: int = 100
    """Lines refused as too fast before the line is closed."""
    tables: int = 1_000
    """Open tables in all."""
    watchers: int = 200
    """Watchers of one table."""
    watching: int = 10
    """Tables one player may watch at the same time."""
    empty_table_s: int = 60
    """A table nobody sits at goes away after this time."""
    deserted_table_s: int = 1_800
    """A table whose players have all dropped goes away after this time."""
    proposal_s: int = 60
    """How long a proposal waits for its answers."""
    backlog_events: int = 400
    """Events kept for each player who may come back and ask for what he missed."""
    finished_games: int = 1_000
    """Finished games kept for `history` and `replay`; the oldest goes first. 0: all."""
    bot_pause_ms: int = 1_200
    """How long a bot waits before it moves, so that people can read. Always the same
    pause, so that it tells nothing."""
    ignored: int = 100
    """Names one player may ignore."""
    accounts: int = 10_000
    """Accounts in all: more than any club has. Each takes half a kilobyte of memory while
    its player is away."""
    tries_s: int = 3_600
    """After this time all tries (below) are back; each one comes back after its share of
    it, so that whoever mistyped waits for minutes, not for an hour."""
    tries_per_address: int = 20
    """Wrong passwords and codes from one address: a household may mistype now and then,
    a program that guesses gets nowhere. Fewer than for a name: from one address nobody
    can lock another player out."""
    tries_per_name: int = 40
    """Wrong passwords for one name, from wherever they come."""
    tries_kept: int = 10_000
    """Addresses, and names, of which wrong tries are remembered: a megabyte or two."""
    registers_per_address: int = 60
    """Passwords set from one address within `tries_s`: a class of thirty behind one router
    can register, and nobody fills all accounts in an afternoon."""
    password_jobs: int = 20
    """Passwords that wait to be looked at, each for a twentieth of a second: nobody waits
    longer than it takes to read the answer."""
    outgoing_bytes: int = 262_144
    """Bytes that may come to wait for a reader who does not read, beside the answer he
    is in the middle of; then the line is closed. Some 1,500 lines: a reader this far
    behind is gone or stuck."""


@dataclass(frozen=True, kw_only=True)
class LineLimits:
    """What the shell does about slow and silent lines; seconds end in `_s`."""

    keepalive_idle_s: int = 60
    """Silence after which the network asks a line whether it still lives; home routers
    forget silent lines after a few minutes. 0: never ask."""
    keepalive_interval_s: int = 15
    """Time between further questions."""
    keepalive_count: int = 4
    """Questions without an answer before the line is given up: with the times above a
    player whose computer vanished is noticed after two minutes."""
    closing_s: int = 5
    """How long a closed line may take to read its last lines: time for a poor mobile
    network, not for somebody who wants to hold the line."""
    stopping_s: int = 3
    """How long the host waits for all readers when it stops: service managers kill
    after ten."""

    @property
    def give_up_s(self) -> int:
        """How long a line may leave the network's questions unanswered, in all."""
        return self.keepalive_idle_s + self.keepalive_interval_s * self.keepalive_count


TALK_KEPT = 5_000
"""Entries of one game after which talk is no longer put on its record (moves always are):
nobody reads a replay that long, and a record must not grow without end."""

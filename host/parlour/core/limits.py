"""Every limit of the house, each with its reason.

An owner sets those of `Limits` itself in the config: how many guests, how long they may be away,
how much the machine can do. The others protect the host, and are the same everywhere. Until 0.2.0
the config had a key for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class FixedLimits:
    """Limits that no host has needed to change. Seconds end in `_s`, milliseconds in `_ms`."""

    nameless: int = 5_000
    """Connections that have not given a name yet, in all. Half of `connections`, so nobody keeps
    others out just by connecting. One address may have half of what others leave. Beyond that,
    the connection from there that has waited longest makes room."""
    nameless_per_address: int = 40
    """Connections without a name from one far address: a class of thirty that arrives at the same
    moment. A further one takes the place of the one that has waited longest."""
    operators: int = 32
    """Connections to the operator's socket: some shells, and programs that watch the host. They
    get in even if the host is full."""
    bad_lines: int = 20
    """Unusable lines (bad encoding, control characters, too long) before the connection is closed.
    A person mistypes a few; a wrong program sends nothing else."""
    flood_answer_bytes: int = 2_048
    """This many bytes of an answer cost as much of the flood limits as one more line, because long
    lists are work for the host."""
    flood_waiting: int = 200
    """Lines that wait for their turn before further ones are refused."""
    flood_refusals: int = 100
    """Lines refused as too fast before the connection is closed."""
    bursts_per_address: int = 60
    """Whole bursts that connections from one address may use up, one connection after the other: a
    class of thirty with two connections each. Near addresses get `near_factor` times as many.
    Further connections start without a burst, and the host reads from them no faster than
    `flood_per_s`, so nobody gets another burst by reconnecting."""
    bursts_s: int = 60
    """Seconds until all these bursts are back; they come back one by one. After a connection was
    closed for flooding, its address gets no burst for this time."""
    watching: int = 10
    """Tables one player may watch at the same time."""
    deserted_table_s: int = 1_800
    """A table without a game that can be adjourned is closed when all its players have been
    disconnected for this time."""
    adjourned_per_player: int = 5
    """Adjourned games of one player. If one of its players has as many, no other game of theirs is
    adjourned. 0: no game is."""
    proposal_s: int = 60
    """How long a proposal waits for its answers."""
    backlog_events: int = 400
    """Events kept for each player who may come back and ask for what they missed."""
    lobby_news_ms: int = 500
    """The shortest time between two digests of lobby news. Twice a second is as often as anyone
    can follow a changing list of tables."""
    lobby_news_tables: int = 20
    """Tables named in one digest, a screenful. Of the others, the digest gives only the number."""
    bot_beat_ms: int = 100
    """A bot's decision takes effect this long after the bot was asked, or at the next multiple if
    it thinks longer, so its speed gives nothing away. Twice what a bot may take. If `bot_pause_ms`
    is shorter, the beat is that pause, and at least 5 ms."""
    bot_wait_s: int = 30
    """A thought that has not ended by then is stopped too. A bot that waits uses no processor
    time."""
    bot_threads: int = 4
    """Bots that think at the same time. They share one processor: more threads make all of them
    slower, and fewer let one slow bot delay the others."""
    bot_threads_per_game: int = 2
    """How many of these threads one game may use, including those that were given up. A thread
    cannot be ended, so a game whose bots never answer uses up its own share only."""
    ignored: int = 100
    """Names one player may ignore."""
    tries_s: int = 3_600
    """After this time all tries (below) are back. They come back one by one, so someone who
    mistyped waits for minutes, not for an hour."""
    tries_per_address: int = 20
    """Wrong passwords for one name from one address. People may mistype now and then; a program
    that guesses gets nowhere. Fewer than for a name, so nobody can lock another player out from
    one address. For all names together an address has ten times as many, a near one
    `near_factor` times that."""
    tries_per_name: int = 40
    """Wrong passwords for one name, from all addresses together. Tries from an address where the
    player came in before do not count: those have `tries_per_address` of their own, so nobody
    elsewhere can lock a player out."""
    tries_kept: int = 10_000
    """Addresses, and names, whose wrong tries are remembered for `tries_s`: a megabyte or two.
    When there is no room, all further ones share the tries of one."""
    password_jobs: int = 40
    """Passwords that wait to be checked, each for a third of a second: a class that logs in at
    once. Half of them may be from one address."""
    talk_burst: int = 20_000
    """Bytes one player may say at once: a long letter. Talk is recorded for those who come back.
    What near players say counts a `near_factor`-th."""
    talk_per_s: int = 50
    """Bytes per second a player may keep saying: faster than anyone types all day."""
    table_talk_burst: int = 100_000
    """The same for all talk at one table, and separately for that of its watchers: what eight
    people say in an evening."""
    table_talk_per_s: int = 200
    """And per second: eight people who never stop."""
    hails_burst: int = 12
    """People whom one player may invite or nudge at once: two full tables."""
    hails_s: int = 10
    """Seconds until they may call on one more."""
    friends: int = 50
    """Friends of one player, and players who wait for their answer: more than a club has regulars.
    An arrival costs the host at most as many lines."""
    reports_per_player: int = 3
    """Reports of one player that the operator has not marked as done. Somebody who is bothered
    needs one or two, and more would hide those of others."""
    reports_per_address: int = 20
    """Reports from one address within `tries_s`, because a guest may come in under many names.
    Near addresses get no more."""
    reports: int = 500
    """Reports that are kept. The oldest that is done makes room for a new one. If none is done,
    further ones are refused."""
    outgoing_bytes: int = 262_144
    """Bytes that may wait for a reader who does not read, besides the answer in progress. Then the
    connection is closed. This is some 1,500 lines: a reader this far behind is gone or stuck."""


@dataclass(frozen=True, kw_only=True)
class Limits(FixedLimits):
    """Limits on players and games. Seconds end in `_s`, milliseconds in `_ms`. 0 means no limit
    only where it says so."""

    connections: int = 10_000
    """Open connections in all. More than any family, club or school needs, and fewer than would
    fill a small machine. One address may have half of what others leave."""
    connections_per_address: int = 60
    """Open connections from one far address: a class of thirty behind one router, with two
    connections each. 0: no limit. Near addresses (loopback, private networks) are not counted."""
    names_per_address: int = 100
    """Guest names from one address, connected or away: a class of thirty that comes in three
    times. Near addresses get `near_factor` times as many. Guests who are away and have no seat
    make room for further ones."""
    login_s: int = 180
    """How long a connection may stay without a name: time to read the greeting and think of
    one."""
    idle_s: int = 7_200
    """How long a connection away from any table may be silent. 0: for ever."""
    away_s: int = 900
    """How long a disconnected player without a seat keeps their name and their way back."""
    flood_burst: int = 40
    """Lines a far connection may send at once. A pasted list of words fits."""
    flood_per_s: int = 10
    """Lines per second a far connection may keep sending. Faster than anyone types."""
    near_factor: int = 50
    """Loopback and private networks get this many times the flood limits. Bots and tests run
    there."""
    tables: int = 1_000
    """Open tables in all."""
    tables_per_player: int = 20
    """Open tables that one player has opened, no matter who sits there now. A teacher who opens
    one for each group of a class needs ten. Near players get no more."""
    tables_per_address: int = 40
    """Open tables that were opened from one address: one for each of a class of thirty. Near
    addresses may have half of all that others leave."""
    watchers: int = 200
    """Watchers of one table."""
    adjourn_after_s: int = 30
    """A game is adjourned when all its players have been disconnected for this time. Programs are
    back by then. For people nothing is lost: the game continues when they come, and meanwhile no
    clock plays for nobody."""
    adjourned_s: int = 259_200
    """An adjourned game is ended when its players are not back by then. Three days: you can
    stop on Friday and continue on Monday. So long its guests keep their names, too."""
    days_away_s: int = 2_592_000
    """A game over days is ended when none of its players has been connected for so long. A month:
    longer than most holidays. A restart of the host begins it again."""
    party_pause_s: int = 20
    """Seconds between two rounds of a party: time to read the result and the standings, and to say
    goodbye."""
    finished_games: int = 1_000
    """Finished games kept for `history` and `replay`. The oldest is deleted first. 0: keep all."""
    bot_pause_ms: int = 1_200
    """How long a bot waits before it moves, so that people can read. The pause is always the same,
    so it gives nothing away."""
    bot_thought_s: int = 5
    """A bot that uses more processor time than this for one thought is stopped, and its table
    freezes. A hundred times what a bot may take. Time in which the machine did something else does
    not count, where the system can tell (Linux)."""
    slow_call_ms: int = 100
    """A call into a game that takes longer is logged, because everyone waits meanwhile."""
    replay_s: int = 60
    """A replay that is not ready by then is given up. The longest game takes a second or two."""
    prepare_s: int = 300
    """The same for a game that prepares a word list, which may take long on a small machine."""
    accounts: int = 10_000
    """Accounts in all: more than any club has. Each takes half a kilobyte of memory while its
    player is away."""
    registers_per_address: int = 60
    """Passwords set from one address within `tries_s`. A class of thirty behind one router can
    register, and nobody fills all accounts in an afternoon."""
    password_cost: int = 15
    """The binary logarithm of scrypt's N (r=8, p=3). 15 takes 32 MiB and a third of a second for
    each password, one at a time, as OWASP recommends. One less halves both, for a very small
    computer. A new value counts for passwords that are set from then on."""
    data_bytes: int = 900_000_000
    """At this many stored bytes the host takes no more talk, and games continue. Half of it is a
    hundred thousand games, and a full disk would stop them all. 0: no limit."""


@dataclass(frozen=True, kw_only=True)
class LineLimits:
    """Limits on slow and silent connections, the same on every host. Seconds end in `_s`."""

    keepalive_idle_s: int = 60
    """Silence after which the network checks whether a connection is alive. Home routers forget
    silent connections after a few minutes. 0: never check."""
    keepalive_interval_s: int = 15
    """Time between further checks."""
    keepalive_count: int = 4
    """Checks without an answer before the connection is given up. With the times above, the host
    notices after two minutes that a player's computer has vanished."""
    closing_s: int = 5
    """How long a closed connection may take to read its last lines: time for a poor mobile
    network, but not for someone who wants to hold the connection."""
    stopping_s: int = 3
    """How long the host waits for all readers when it stops. Service managers kill it after ten
    seconds."""

    @property
    def give_up_s(self) -> int:
        """How long a connection may leave the network's checks unanswered, in all."""
        return self.keepalive_idle_s + self.keepalive_interval_s * self.keepalive_count


TALK_KEPT = 5_000
"""Entries of one game after which its record takes moves but no more talk: nobody reads a replay
that long, and a record must not grow without end."""

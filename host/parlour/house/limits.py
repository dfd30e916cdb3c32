"""Every limit of the house, each with its reason. All of them can be set in the config."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Seconds end in `_s`, milliseconds in `_ms`; 0 means no limit where it says so."""

    connections: int = 10_000
    """Open lines in all; more than any family, club or school has, fewer than would
    use up a small machine."""
    connections_per_address: int = 60
    """From one far address: a class of thirty behind one router fits, each with a second
    connection; a flood does not. 0: no limit. Near addresses (loopback, private networks) are
    not counted."""
    nameless: int = 5_000
    """Connections that have not given a name yet, in all: half of those there may be, so that
    nobody keeps others out by connecting only."""
    nameless_per_address: int = 40
    """Of these, from one far address: a class of thirty that comes in at the same moment."""
    names_per_address: int = 100
    """Guests who are here or away and came in from one address, near ones `near_factor` times
    as many: a class of thirty in which everybody comes in three times, and four thousand
    guests in a test."""
    operators: int = 32
    """Connections to the operator's socket: some shells, and programs that watch the host. They
    are the owner's own, and come in even if the host is full."""
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
    flood_answer_bytes: int = 2_048
    """So many bytes of an answer cost as much of these as one more line: long lists are work,
    and who only asks for them must not get more of the host than who plays."""
    near_factor: int = 50
    """Loopback and private networks get this many times the flood limits: bots and
    tests run there."""
    flood_waiting: int = 200
    """Lines that wait their turn (slowed down) before further ones are refused."""
    flood_refusals: int = 100
    """Lines refused as too fast before the line is closed."""
    bursts_per_address: int = 60
    """Whole bursts that the connections of one address may use up, one connection after the
    other, near ones `near_factor` times as many: a class of thirty with two connections each.
    Further connections begin without a burst and are held: the host reads from them no faster
    than `flood_per_s`, so nobody gets another burst by reconnecting."""
    bursts_s: int = 60
    """Seconds until all these bursts are back; they come back one by one. After a connection was
    closed for flooding, its address gets no burst for this time."""
    tables: int = 1_000
    """Open tables in all."""
    tables_per_player: int = 20
    """Open tables that one player has opened, whoever sits there now: a teacher who opens one
    for each group of a class needs ten. The same for near players: nobody needs them all."""
    tables_per_address: int = 40
    """Open tables that were opened from one address, near ones `near_factor` times as many: one
    for each of a class of thirty."""
    watchers: int = 200
    """Watchers of one table."""
    watching: int = 10
    """Tables one player may watch at the same time."""
    empty_table_s: int = 60
    """A table where a game was played goes away when nobody has sat there for this time; one
    where none has begun goes at once."""
    deserted_table_s: int = 1_800
    """A table whose players have all dropped goes away after this time."""
    proposal_s: int = 60
    """How long a proposal waits for its answers."""
    backlog_events: int = 400
    """Events kept for each player who may come back and ask for what he missed."""
    finished_games: int = 1_000
    """Finished games kept for `history` and `replay`; the oldest goes first. 0: all."""
    lobby_news_ms: int = 500
    """How long after a digest of lobby news the next one is sent at the earliest: twice a
    second is as often as anybody can follow a list of tables that changes."""
    lobby_news_tables: int = 20
    """Tables told of in one such digest, a screenful; of the others only how many they are."""
    bot_pause_ms: int = 1_200
    """How long a bot waits before it moves, so that people can read. Always the same
    pause, so that it tells nothing."""
    bot_beat_ms: int = 100
    """What a bot decides happens so long after it was asked, or at the next multiple if it
    thinks longer, so that its time tells nothing either: twice what a bot may take. With a
    shorter `bot_pause_ms` it is that pause, and 5 ms at least."""
    bot_thought_s: int = 5
    """A thought that takes more processor time is given up, and its table stands still: a
    hundred times what a bot may take. Time in which the machine did something else does not
    count, where the system can tell (Linux)."""
    bot_wait_s: int = 30
    """A thought that has not ended by then is given up too: bots that wait use no processor."""
    bot_threads: int = 4
    """Bots that think at the same time. They share one processor; more of them only make all
    slower, fewer let a slow one hold up the others."""
    bot_threads_per_game: int = 2
    """How many of them may be of one game, those given up included: a thread cannot be ended,
    so a game whose bots never answer uses up its share, and no other's."""
    slow_call_ms: int = 100
    """A call of a game's program that takes longer is logged: everybody waits meanwhile."""
    replay_s: int = 60
    """A replay that is not made by then is given up: the longest game takes a second or two."""
    prepare_s: int = 300
    """The same for a game that prepares a word list, which may take long on a small machine."""
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
    """Wrong passwords for one name, from wherever they come. Not counted are tries from an
    address where the player came in before: those have `tries_per_address` of their own, so
    that nobody elsewhere can lock a player out."""
    wrong_codes: int = 1_000
    """Wrong codes from everywhere together within `tries_s`. There are 23 thousand million million
    million codes: at this pace nobody finds one of ten thousand in use. Fifty addresses are needed
    to use it up, and even then players come back from where they came in before."""
    tries_kept: int = 10_000
    """Addresses, and names, of which wrong tries are remembered, for `tries_s`: a megabyte or
    two. When there is no room, all further ones share the tries of one."""
    registers_per_address: int = 60
    """Passwords set from one address within `tries_s`: a class of thirty behind one router
    can register, and nobody fills all accounts in an afternoon."""
    password_jobs: int = 20
    """Passwords that wait to be looked at, each for a third of a second: most of a class that
    logs in at once, and nobody waits longer than seven seconds."""
    password_cost: int = 15
    """The binary logarithm of scrypt's N (r=8, p=3): 15 takes 32 MiB and a third of a second for
    each password, one at a time, as OWASP recommends. One less halves both, for a very small
    computer; accounts change to a new value when they log in."""
    talk_burst: int = 20_000
    """Bytes that one player may say at once: a long letter. Talk is put on record, for those who
    come back. What near players say counts a `near_factor`-th."""
    talk_per_s: int = 50
    """Bytes a second that a player may go on saying: faster than anybody types all day."""
    table_talk_burst: int = 100_000
    """The same for all talk at one table, and by itself for that of its watchers: what eight
    people say in an evening."""
    table_talk_per_s: int = 200
    """And a second: eight people who never stop."""
    data_bytes: int = 900_000_000
    """When so much is kept, no more talk is taken, and games go on: half of it is a hundred
    thousand games, and a full disk would stop them all. 0: no limit."""
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

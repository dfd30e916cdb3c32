"""Connections and players. A session is a connection, and a player is a name.

Both hold state, and do nothing themselves. What a connection must not lose is its `Card`; what
waits to be read on it is its `Intake`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from parlour.api import Seat
from parlour.core.backlog import Log
from parlour.core.cards import NOTHING, Noted, Unseen
from parlour.core.effects import ConnId
from parlour.core.intake import ANSWER, CLOSED, Intake
from parlour.core.persistence import SavedPlayer
from parlour.core.timers import Timer
from parlour.engine.table import Table
from parlour.language import FORM, WIDTH, Form
from parlour.wire.encoding import HEIGHT, EncodedEvent
from parlour.wire.flood import Bucket
from parlour.wire.lines import Decoder
from parlour.wire.messages import SceneEvent, Sight, Sighting, StartedEvent

TEXT: Final = "text"
VIEW: Final = "view"
SCENE: Final = "scene"
LOBBY: Final = "lobby"
NATURAL: Final = "natural"
TAPS: Final = "taps"
CAPABILITIES: Final = (TEXT, VIEW, SCENE, LOBBY, NATURAL, TAPS)
"""The capabilities that a program may ask for in its HELLO."""


class Shown(Protocol):
    """A long answer in progress (`accounts.streaming`)."""

    request: str
    """The id of its request, or `-`."""

    def stop(self) -> None:
        """Send the final answer now."""


class Place:
    """The table where somebody sits or watches. `tables.rooms.Room` adds the rest."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    @abstractmethod
    def shown(self) -> int:
        """Up to which entry its watchers have been told, if they hear later than its players."""


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class Card:
    """Who is at a connection, and how they read.

    This is what the connection needs if another process is to go on with it: small values, most of
    them set once. All else of a `Session` can be made again, or may be lost.
    """

    address: str
    near: bool
    operator: bool = False
    """The operator's commands work here."""
    sealed: bool = False
    key: str = ""
    """As in `effects.Connected`. No such connection outlives its process."""
    admitted: bool = False
    """They gave the word of the evening here, or came in."""
    player: Player | None = None

    fresh: bool = True
    """No line has been read yet. A program says HELLO now or never."""
    greeted: bool = False
    """The greeting was sent."""
    program: bool = False
    bot: str | None = None
    """What plays here, as it called itself in its HELLO (`bot=`). None: it did not say."""
    natural: bool = True
    """People type its lines, so we read them kindly. A program's only if it asks for it."""
    text: bool = False
    sight: Sight = ""
    """The form in which it receives the position after each change."""
    lobby: bool = True
    """Follow the lobby while at no table. Programs do so only if they ask for it."""
    form: Form = field(default_factory=lambda: FORM)
    bell: bool = False
    """It rings when the game asks its person, who has been silent for a moment."""
    height: int = HEIGHT
    """Lines of a page of a long text; 0: it comes in one piece."""

    follows: tuple[str, ...] = ()
    """What features tell its player because they asked for it here, by names of their own."""
    asked: str | None = None
    """The name of an account that was given here. Its password may come next."""
    unseen: Unseen | None = None
    """The password that the next line is, while it is hidden (`commands.passwords`)."""
    leaving: int | None = None
    """The table that its person was asked whether to leave."""
    enter: str | None = None
    """What an empty line stands for after a refusal that offered it. It may be a secret move."""
    unheard: bool = False
    """They were told that the players do not hear what watchers say."""
    proved: bool = False
    """The player typed or set their password here, so they may change it here, too."""
    spent_at: float | None = None
    """When they resumed with their code. It counts until we know that they have read the new
    one; None from then on, or if they came in another way."""
    bad: Bucket | None = None
    """Unusable lines that may still come, or None if there were none yet."""
    wrong: Bucket | None = None
    """The same for wrong passwords, tokens and codes."""

    @property
    def text_form(self) -> Form | None:
        """Return the form of the `text` a program gets, or None for no text."""
        return self.form if self.text else None

    @property
    def chosen(self) -> Form:
        """Return how its person has chosen to read, whatever the width of their terminal."""
        return self.form._replace(width=WIDTH)


@dataclass(slots=True, eq=False, repr=False, kw_only=True)
class Session(Card):
    """A connection: its card, its lines on their way in, and its bytes on their way out."""

    conn: ConnId
    decoder: Decoder = field(default_factory=Decoder)
    bucket: Bucket
    """Lines that it may still send now."""
    intake: Intake = field(init=False)
    """Its lines, and whether the next one may be read."""
    out: list[bytes] = field(default_factory=list[bytes])
    """Bytes that leave with this tick."""
    alarms: dict[str, Timer] = field(default_factory=dict[str, Timer])
    """Timers of this connection, by what is due (`Output.alarm`)."""
    heard_at: float
    """When it last sent anything."""
    fed: int = 0
    """The bytes that came from it in all. This and the next four count only if connections
    outlive the process (`Output.outlives`)."""
    acked: int = 0
    """The mark up to which its input is dealt with."""
    noted: Noted = field(default_factory=lambda: NOTHING)
    """The card that was given to the server last."""
    tailed: int = -1
    """The mark to which the unfinished line on its card belongs."""
    owed: int = 0
    """The mark of the line whose answer takes a while."""
    lag_ms: int = 0
    """The round-trip time in ms, if we know it."""
    nameless: bool = False
    """It counts as a connection without a name (`quotas.Nameless`)."""
    goodbye: bool = False
    """They have said it (`quit`)."""
    asks: str | None = None
    """The first line of a web browser's request, whose other lines are still to come."""
    late_replies: int = 0
    """Requests so far whose answer took a while (`commands.dispatch`)."""
    showing: Shown | None = None
    """A long answer in progress."""
    seen: Sighting | None = None
    """What the last scene that it was sent shows, unless it may have put it away."""
    unread: list[str] = field(default_factory=list[str])
    """Lines that the player missed and has not read yet (`commands.paging`), no more than the
    player's log held."""
    pages: list[str] = field(default_factory=list[str])
    """The rest of the long text that was asked for last (`commands.paging`)."""
    further: str = ""
    """The line that asks for what follows that text, or nothing."""

    def __post_init__(self) -> None:
        self.intake = Intake(self.heard_at)

    @property
    def closing(self) -> bool:
        """Whether we have closed it, so that nothing happens here any more."""
        return bool(self.intake.hurdles & CLOSED)

    @property
    def rests(self) -> bool:
        """Whether all of its whole lines are answered."""
        return not (self.intake.lines or self.intake.hurdles & ANSWER)

    def end(self) -> None:
        """Release everything, because nothing happens on this connection any more."""
        self.intake.close()
        self.unread.clear()
        self.pages.clear()
        for timer in self.alarms.values():
            timer.cancel()
        self.alarms.clear()

    def has_seen(self, lines: Sequence[EncodedEvent]) -> bool:
        """Check whether the scene at the end of *lines* is the one that it was sent last.

        The first one of a game is always new.
        """
        if self.seen is None or not lines or _sighting(lines[-1]) != self.seen:
            return False
        return not any(isinstance(line.event, StartedEvent) for line in lines)

    def note_seen(self, lines: Sequence[EncodedEvent]) -> None:
        """Note the scene at the end of *lines*, which it is sent."""
        self.seen = _sighting(lines[-1]) or self.seen


def _sighting(line: EncodedEvent) -> Sighting | None:
    """Return what the scene *line* shows, or None if it is none."""
    return line.event.sighting if isinstance(line.event, SceneEvent) else None


def card_of(
    session: Session, used: int, tail: bytes, within: tuple[int, int, bytes] | None
) -> Noted:
    """Return what another process needs to go on with *session*.

    *used*: quarters of its flood budget. *tail*: its unfinished line, which is dealt with, and
    *within*: the telnet command there (`Telnet.within`).
    """
    player, decoder, showing = session.player, session.decoder, session.showing
    bad, wrong, telnet = session.bad, session.wrong, decoder.telnet
    return Noted(
        player=0 if player is None else player.number,
        fresh=session.fresh,
        greeted=session.greeted,
        program=session.program,
        bot=session.bot,
        natural=session.natural,
        text=session.text,
        sight=session.sight,
        lobby=session.lobby,
        form=session.form,
        bell=session.bell,
        height=session.height,
        follows=session.follows,
        asked=session.asked,
        admitted=session.admitted,
        unseen=session.unseen,
        leaving=session.leaving,
        enter=session.enter,
        unheard=session.unheard,
        proved=session.proved,
        spent_at=session.spent_at,
        bad=None if bad is None else bad.due,
        wrong=None if wrong is None else wrong.due,
        used=used,
        asks=session.asks,
        returns=decoder.returns,
        telnet=None if telnet is None else telnet.told,
        token="" if player is None else player.token,
        code="" if player is None else player.code,
        watching=() if player is None else _watched(player),
        showing=None if showing is None else showing.request,
        pages=bool(session.pages or session.unread),
        further=session.further,
        tail=tail,
        within=within,
    )


def _watched(player: Player) -> tuple[tuple[int, int], ...]:
    return tuple((number, place.shown) for number, place in player.watching.items())


def rendered(session: Session | None, lines: Sequence[EncodedEvent], first: int) -> bytes:
    """Return *lines* as bytes for this connection, numbered from *first*.

    Nothing if there is no connection. Raises whatever a game raises over its text or data.
    """
    if session is None or session.intake.hurdles & CLOSED:
        return b""
    if session.program:
        form = session.form if session.text else None
        if len(lines) == 1:
            return lines[0].program(first, form)
        return b"".join([line.program(seq, form) for seq, line in enumerate(lines, first)])
    if len(lines) == 1:
        return lines[0].person(session.form)
    return unnumbered(session, *lines)


def unnumbered(session: Session, *lines: EncodedEvent) -> bytes:
    """Return *lines*, which are in nobody's stream, as bytes for this connection."""
    if session.program:
        return b"".join([line.program(None, session.text_form) for line in lines])
    return b"".join([line.person(session.form) for line in lines])


@dataclass(slots=True, eq=False, repr=False)
class Player:
    """A name on this host, connected or not. `seq` counts the events of their stream."""

    number: int
    name: str
    key: str
    token: str = ""
    code: str = ""
    """The token and code we showed last, or empty if that was before the host started. We
    never store them."""
    tokens: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    """Their stored hashes (`persistence.SavedPlayer`)."""
    password: str | None = None
    """The stored form of an account's password, or None for a guest."""
    session: Session | None = None
    seq: int = 0
    resumed: int = 0
    """The highest SEQ they resumed from. They had read that far, and nobody sees again
    what they have read (R-P-13, G-4)."""
    unread_from: int | None = None
    """The length of the stream when they disconnected. None: they have not, or we do not know
    it."""
    buckets: dict[str, Bucket] = field(default_factory=dict[str, Bucket])
    """How much they may still say, call on others and propose now (`quotas`)."""
    form: Form = field(default_factory=lambda: FORM)
    """How its person has chosen to read. They read so again when they come back."""
    place: str = ""
    """The address a guest connected from (`quotas`), or empty if no longer known."""
    log: Log = field(default_factory=Log)
    room: Place | None = None
    seat: Seat | None = None
    watching: dict[int, Place] = field(default_factory=dict[int, "Place"])
    ignored: frozenset[str] = frozenset()
    """Nearly all players share the same empty one."""
    aims: frozenset[str] = frozenset()
    """The games whose aim they have read since the host started."""
    away_timer: Timer | None = None
    """The timer that frees the name, or puts the account to sleep."""

    def stay(self) -> None:
        """Cancel the plan to forget the player."""
        if self.away_timer is not None:
            self.away_timer.cancel()
            self.away_timer = None

    @classmethod
    def of(cls, kept: SavedPlayer) -> Player:
        """Return the player from their stored form, disconnected and at no table."""
        player = cls(kept.number, kept.name, kept.key)
        player.tokens, player.codes = kept.tokens, kept.codes
        player.password = kept.password
        player.seq = kept.seq
        player.ignored = frozenset(kept.ignored)
        player.resumed = kept.resumed
        return player

    @property
    def guest(self) -> bool:
        """Whether the name is theirs only while they stay."""
        return self.password is None

    def saved(self) -> SavedPlayer:
        return SavedPlayer(
            number=self.number,
            name=self.name,
            key=self.key,
            tokens=self.tokens,
            codes=self.codes,
            seq=self.seq,
            password=self.password,
            ignored=tuple(sorted(self.ignored)),
            resumed=self.resumed,
        )

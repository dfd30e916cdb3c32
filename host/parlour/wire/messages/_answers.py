"""Final answers to a request, and the last line of a connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from parlour.api import OptionValue
from parlour.language import Form, _, translated
from parlour.rendering import Span
from parlour.scene import Style
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages._base import (
    Answer,
    Message,
    Points,
    State,
    language_name,
    show_value,
    silent,
)
from parlour.wire.messages._state import TableState


class Done(Answer, frozen=True, kw_only=True, gc=False):
    """Done. There is nothing more to say."""

    lines = silent


class Count(Answer, frozen=True, kw_only=True, gc=False):
    """The end of a list.

    `none` is what a person reads in place of an empty list, `also` below any other.
    """

    unsent: ClassVar[tuple[str, ...]] = ("none", "also")
    count: int
    """How many items came."""
    none: str = ""
    also: str = ""

    def lines(self, form: Form) -> Sequence[str]:
        what = self.also if self.count else self.none
        return (what,) if what else ()


class Page(Answer, frozen=True, kw_only=True, gc=False):
    """The end of one page of a list that is too long for one answer.

    `more` is the line that asks for the next page; empty after the last one, and for people, who
    type `more`.
    """

    unsent: ClassVar[tuple[str, ...]] = ("more",)
    count: int
    """How many items came on this page."""
    page: int
    """The number of this page, from 1."""
    pages: int
    """How many pages there are."""
    total: int
    """How many items all pages have."""
    more: str

    def lines(self, form: Form) -> Sequence[str]:
        here = _(
            "Page {page} of {pages}, {total} in all.",
            page=self.page,
            pages=self.pages,
            total=self.total,
        )
        return (_("{here} <<More: {more}>>", here=here, more=self.more) if self.more else here,)


class HelloAnswer(Answer, frozen=True, kw_only=True, gc=False):
    """From now on the host speaks the typed protocol on this connection."""

    server: str
    """Always `parlour`."""
    version: str
    """The version of the host's program, for people."""
    protocol: int
    """The version of the protocol: 1."""
    capabilities: tuple[str, ...]
    """The capabilities you asked for; all are granted."""
    key_of: str | None = None
    """The account to which the ssh key belongs with which you came: `name` brings you in without a
    password. Left out if there is none."""

    bot: str | None = None
    """What you said that you are. Left out if you did not."""

    sparse: ClassVar[tuple[str, ...]] = ("key_of", "bot")
    lines = silent


def greeting(first: str, code: str) -> Sequence[str]:
    """Return *first* and the code to resume, on a line of its own.

    Netcat cannot say how wide its window is, and in a narrow one the code must not be cut in two.
    """
    return first, _("<<If you are disconnected, type: resume {code}>>", code=code)


class Named(Answer, frozen=True, kw_only=True, gc=False):
    """You have a name, or have it again.

    `token` and `code` are in this answer and in no event, because events are stored and these
    must not be. `code` is None if the host knows only the hash of the one it showed before.
    """

    unsent: ClassVar[tuple[str, ...]] = ("greet",)
    name: str
    """Your name as others see it."""
    guest: bool
    """False with an account."""
    token: str
    """What `resume` takes, for programs. Keep it secret."""
    code: str | None
    """What `resume` takes, for people. Null after a restart of the host, which keeps only a hash:
    the code you were shown before still works."""
    seq: int
    """The number of your newest event; 0 for a new guest. If you come back, the events that follow
    are counted already: once you have read this number, you know everything."""
    greet: bool

    def lines(self, form: Form) -> Sequence[str]:
        if not self.greet or self.code is None:
            return ()
        return greeting(_("Hello {name}.", name=self.name), self.code)


class Registered(Answer, frozen=True, kw_only=True, gc=False):
    """The name is kept with a password."""

    name: str
    """Your name."""
    token: str
    """What `resume` takes, for programs; new if `changed`."""
    code: str | None
    """What `resume` takes, for people; null as in `Named`, but never if `changed`."""
    changed: bool
    """The name had a password before, and the old token and code are void."""

    def lines(self, form: Form) -> Sequence[str]:
        if self.changed and self.code is not None:
            return greeting(_("Your new password is set."), self.code)
        return (
            _(
                "{name} is yours now. <<To log in from anywhere: name {name} PASSWORD>>",
                name=self.name,
            ),
        )


class JoinAnswer(Answer, frozen=True, kw_only=True, gc=False):
    """You are at the table, on a seat or watching."""

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    sparse: ClassVar[tuple[str, ...]] = ("word", "at")
    table: int
    """The number of the table."""
    seat: int | None
    """Your seat; null if you watch."""
    at: TableState | None = None
    """The table once your request is done. An older host leaves it out."""
    word: str | None = None
    """The word with which others join the private table that you opened. Left out otherwise."""
    what: tuple[str, ...]

    def lines(self, form: Form) -> Sequence[str]:
        return self.what


class Invitation(Answer, frozen=True, kw_only=True, gc=False):
    """How others come to the table where you sit."""

    unsent: ClassVar[tuple[str, ...]] = ("say",)
    sparse: ClassVar[tuple[str, ...]] = ("word", "qr")
    table: int
    """The number of the table."""
    word: str | None = None
    """The word with which others join a private table. Left out if it is public."""
    links: tuple[str, ...] = ()
    """Where a browser opens the table, the best first; empty if this host has no page."""
    qr: str | None = None
    """The first link as a QR code: an SVG element. Left out without a link, or if it leads here
    from this computer only."""
    say: Callable[[Form], Sequence[str]]

    def lines(self, form: Form) -> Sequence[str]:
        return self.say(form)


class WayBack(Answer, frozen=True, kw_only=True, gc=False):
    """How you go on where you are, on another device."""

    unsent: ClassVar[tuple[str, ...]] = ("say",)
    sparse: ClassVar[tuple[str, ...]] = ("qr",)
    links: tuple[str, ...]
    """Where a browser goes on as you, the best first. Keep them secret: they hold your token."""
    qr: str | None = None
    """The first link as a QR code: an SVG element. Left out if it leads here from this computer
    only."""
    say: Callable[[Form], Sequence[str]]

    def lines(self, form: Form) -> Sequence[str]:
        return self.say(form)


class Looked(Answer, frozen=True, kw_only=True, gc=False):
    """The position as you may know it."""

    unsent: ClassVar[tuple[str, ...]] = ("say", "scenic", "paint")
    table: int
    """The number of the table."""
    state: State
    """What the table is doing, as in `tables`."""
    view: msgspec.Raw | None = None
    """The game's own object for you; null before the first game and at a held table. Left out if
    you asked for `scene`."""
    scene: msgspec.Raw | None = None
    """The position as a scene; null before the first game. Only with the capability `scene`."""
    left_ms: int | None
    """Milliseconds left for what the game waits for, or null."""
    bank_ms: int | None = None
    """Milliseconds in the bank of the player in turn, which are used after `left_ms`. Left out
    without a bank."""
    at: TableState | None = None
    """The table. An older host leaves it out."""
    scenic: bool
    """The reader asked for scenes in place of views."""
    say: Callable[[Form], Sequence[str]]
    paint: Callable[[Form], Sequence[Sequence[Span]]] | None = None

    def spans(self, form: Form) -> Sequence[Sequence[Span]] | None:
        return None if self.paint is None else self.paint(form)

    def body(self, lang: str) -> Any:
        """Return all except the lines, and the position in the one form the reader asked for."""
        sight = {"scene": self.scene} if self.scenic else {"view": self.view}
        bank = {} if self.bank_ms is None else {"bank_ms": self.bank_ms}
        left = {"left_ms": self.left_ms, **bank}
        at = {} if self.at is None else {"at": self.at}
        return {"table": self.table, "state": self.state, **sight, **left, **at}

    def lines(self, form: Form) -> Sequence[str]:
        return self.say(form)


class GameAnswer(Answer, frozen=True, kw_only=True, gc=False):
    """What a game answers to one of its questions, made of what you may see."""

    unsent: ClassVar[tuple[str, ...]] = ("say",)
    table: int
    """The table where you asked."""
    name: str
    """The name of the answer, made like that of an event: `boggle.path`."""
    data: msgspec.Raw
    """The game's own object."""
    say: Callable[[Form], Sequence[str]]

    def lines(self, form: Form) -> Sequence[str]:
        return self.say(form)


class ScoresAnswer(Answer, frozen=True, kw_only=True, gc=False):
    """The scores of the game, or of the last one."""

    unsent: ClassVar[tuple[str, ...]] = ("pointless",)
    table: int
    """The number of the table."""
    scores: tuple[Points, ...]
    """The scores, by seat; empty before the first game, and in a game without points."""
    final: bool
    """The game is over."""
    pointless: bool = False
    """A game has begun, and it has no points."""

    def lines(self, form: Form) -> Sequence[str]:
        if self.pointless:
            return (_("This game counts no points."),)
        if not self.scores:
            return (_("No game has been played at this table yet."),)
        ranked = sorted(self.scores, key=lambda row: -row.points)
        scores = ", ".join(f"{row.name} {row.points}" for row in ranked)
        return (_("{scores} (final)", scores=scores) if self.final else scores,)


class Pong(Answer, frozen=True, kw_only=True, gc=False):
    """Everything you sent before the ping has been dealt with."""

    pong: str
    """The token, up to 64 characters of it."""

    def lines(self, form: Form) -> Sequence[str]:
        return (f"pong {self.pong}".rstrip(),)


class ProposalAnswer(Answer, frozen=True, kw_only=True, gc=False):
    """Your proposal has a number."""

    number: int
    """What `accept` and `decline` take."""

    lines = silent


class Setting(Answer, frozen=True, kw_only=True, gc=False):
    """A setting of this connection."""

    key: str
    """What you have set."""
    value: OptionValue
    """Its value now."""

    def lines(self, form: Form) -> Sequence[str]:
        if self.key == "lang":
            return (_("Language: {language}.", language=language_name(str(self.value))),)
        return (_("{key} is {value}.", key=self.key, value=show_value(self.value)),)


class No(Answer, frozen=True, kw_only=True, gc=False):
    """Refused. Nothing has changed.

    The fields with a default are there only where they help.
    """

    unsent: ClassVar[tuple[str, ...]] = ("what",)
    sparse: ClassVar[tuple[str, ...]] = ("retry_ms", "prompt", "usage", "near", "seat", "word")
    code: Code
    """Why; one of the codes below."""
    what: str
    retry: bool
    """The same request may succeed later if you do nothing else first."""
    retry_ms: int | None = None
    """When to try again, in milliseconds; left out if the host does not know."""
    prompt: int | None = None
    """The number of the prompt that is open now, for a move that quotes another; left out
    otherwise."""
    usage: str | None = None
    """How the verb is typed; left out if it does not help."""
    near: str | None = None
    """A word close to what you typed, or a free name close to one that is taken; left out if there
    is none."""
    seat: bool | None = None
    """Of `name_taken`: its player is disconnected, and a seat waits for them. Left out
    otherwise."""
    word: bool | None = None
    """The host asks for a word to come in, and you gave none or a wrong one. Send it with a name:
    `name NAME WORD`. Left out otherwise."""

    def tone(self) -> Style:
        return "bad"

    def lines(self, form: Form) -> Sequence[str]:
        """Return what was wrong and what would be right.

        Even a reader who taps gets a refusal that only says what to type: they typed something.
        """
        if form.taps and not translated(self.what, form.lang, True):
            return (translated(self.what, form.lang),)
        return (self.what,)


class Farewell(Message, frozen=True, kw_only=True, gc=False):
    """The host closes this connection after this line."""

    unsent: ClassVar[tuple[str, ...]] = (
        "code",
        "what",
    )
    code: Goodbye
    what: str

    def lines(self, form: Form) -> Sequence[str]:
        return (self.what,)


class Acted(Answer, frozen=True, kw_only=True, gc=False):
    """The host has done what the operator asked for."""

    done: str
    """What was done, in a sentence; the same as in the audit trail."""

    def lines(self, form: Form) -> Sequence[str]:
        return (self.done,)

"""What the commands share: declarations, requests and replies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import takewhile
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

import msgspec
from msgspec.structs import force_setattr, replace

from parlour.accounts.people import People
from parlour.accounts.streaming import Show
from parlour.api import Seat
from parlour.api.arguments import whole_number
from parlour.commands.naming import check_outside
from parlour.core.effects import AnswerKey, ConnId, JobDone
from parlour.core.gate import Gate
from parlour.core.output import Output
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.core.states import States
from parlour.language import ENGLISH, _
from parlour.tables.drain import Drain
from parlour.tables.rooms import Room
from parlour.tables.tables import Tables
from parlour.web import Site
from parlour.wire.codes import Code
from parlour.wire.messages import Answer, Count, Done, Page, TextRow
from parlour.wire.request import Request
from parlour.wire.verbs import known_words, meant

S = TypeVar("S")
T = TypeVar("T")


class Reply(msgspec.Struct, frozen=True):
    """The whole answer to a request: items of a list, and the final word."""

    final: Answer
    items: Sequence[Answer] = ()
    read: Answer | None = None
    """What a person reads in place of all of them."""
    further: str | None = ""
    """The line that asks for what follows, which `more` does for a person. None: the answer is
    one screen of a longer one."""


DONE = Reply(Done())


def says(*what: str) -> Reply:
    """Return an answer that is nothing but text."""
    return Reply(TextRow(what=what))


LIST: Final = (Count, Page)
"""How a list ends that may be too long for one answer."""


def paged(
    call: Call, found: Sequence[T], size: int, none: str, row: Callable[[T], Answer], of: str = ""
) -> Reply:
    """Return the page they asked for of a list: nobody makes the host write it all at once.

    A page has *size* items, each made by *row*. A person reads *none* if the list is empty. *of*:
    the word before the number of the page, which says what is listed. Raises CommandError.
    """
    words = call.words[1:] if of else call.words
    verb = f"{call.request.verb} {of}".rstrip()
    pages = max(1, -(-len(found) // size))
    if len(words) > 1:
        raise call.too_many_words()
    page = whole_number(words[0]) if words else 1
    if page is None:
        text = _(
            "{word} isn't the number of a page. <<To see the first: {verb}>>",
            word=words[0][:20],
            verb=verb,
        )
        raise CommandError(Code.USAGE, text)
    if not 1 <= page <= pages:
        many = _("only one page") if pages == 1 else _("{pages} pages", pages=pages)
        text = _(
            "There is no page {page}: this list has {many}. <<To see the first: {verb}>>",
            page=page,
            many=many,
            verb=verb,
        )
        raise CommandError(Code.USAGE, text)
    items = [row(each) for each in found[(page - 1) * size : page * size]]
    if pages == 1:
        return Reply(Count(count=len(items), none=none), items)
    further = f"{verb} {page + 1}" if page < pages else ""
    more = further if call.session.program else ""
    end = Page(count=len(items), page=page, pages=pages, total=len(found), more=more)
    return Reply(end, items, further=further)


class Context:
    """Everything that commands need beside tables and people.

    Set `read_on` before the first line arrives: it handles the waiting lines of a connection.
    """

    read_on: Callable[[Session], None]

    def __init__(
        self,
        tables: Tables,
        drain: Drain,
        commands: Mapping[str, Command],
        states: States,
        *,
        name: str,
        version: str,
        gate: Gate,
        site: Site | None = None,
        deaths: str | None = None,
    ) -> None:
        self.out = tables.out
        self.gate = gate
        self.people = tables.people
        self.tables = tables
        self.drain = drain
        self._states = states
        self._commands = commands
        self._players = {v: row for v, row in commands.items() if row.where != OPERATOR}
        self.families = {first for first, *more in map(str.split, commands) if more}
        """The first words of commands that have two."""
        self._also = {word: verb for verb, row in commands.items() for word in row.also}
        self.name = name
        self.version = version
        self.site = site
        self.deaths = deaths
        """How many processes of this host have died, and why, for the operator."""
        """Where the page for browsers is, if this host has one."""
        games = [game.catalogue for game in tables.games.values() if game.catalogue is not None]
        self.languages = tuple(
            sorted({ENGLISH, *(lang for each in (_, *games) for lang in each.languages())})
        )
        """The languages that somebody here has translated texts into, and English."""
        self.words = {lang: self._words(lang) for lang in self.languages}
        """What people who read a language type for commands, without accents, by language."""
        self.pending_replies: dict[ConnId, PendingReply] = {}
        """Requests whose answer takes a while, by connection."""
        self.password_jobs: dict[AnswerKey, str] = {}
        """Passwords that we are checking, or that wait for it, and the places they come from."""
        self.figures: Mapping[str, float] = {}
        """The shell's last figures about itself, for the operator."""

    def state(self, kind: type[S]) -> S:
        """Return what the feature keeps in memory whose state is of that type."""
        return self._states[kind]

    def commands(self, session: Session) -> Mapping[str, Command]:
        """Return the commands of that connection, by verb, in the order of lists."""
        return self._commands if session.operator else self._players

    def _words(self, lang: str) -> Mapping[str, str]:
        """Other words for commands: those of *lang* come first, those of other languages last."""
        return {**known_words(_, lang), **self._also, **known_words(_, lang, others=False)}

    def dear_verbs(self) -> Set[str]:
        """Return the verbs that are known to be much work.

        A word of a game may look the same: it only loses its turn to others, never its time of
        arrival.
        """
        rows = self._commands.items()
        dear = {verb for verb, row in rows if row.long or row.dear}
        return dear | {verb.partition(" ")[0] for verb, row in rows if row.dear}

    def spelled(self, session: Session, request: Request) -> Request:
        """Return *request*, whose verb is one of `families`, with its whole verb of two words."""
        word, _, rest = request.rest.partition(" ")
        verb = f"{request.verb} {word.lower()}"
        if verb not in self.commands(session):
            return request
        return replace(request, verb=verb, rest=rest.lstrip(" "))


class Call(msgspec.Struct, frozen=True):
    """A request on its way to its verb. `player` is None before a name is given."""

    context: Context
    session: Session
    request: Request
    player: Player | None
    sits: tuple[Room, Seat] | None
    """Where the player sits, before the request has done anything."""

    @property
    def out(self) -> Output:
        return self.context.out

    @property
    def people(self) -> People:
        return self.context.people

    @property
    def tables(self) -> Tables:
        return self.context.tables

    def state(self, kind: type[S]) -> S:
        """Return what the feature keeps in memory whose state is of that type."""
        return self.context.state(kind)

    @property
    def me(self) -> Player:
        """The player. Only for commands that need a name."""
        assert self.player is not None, "dispatch refuses others"
        return self.player

    @property
    def usage(self) -> str:
        return self.commands[self.request.verb].usage

    @property
    def commands(self) -> Mapping[str, Command]:
        return self.context.commands(self.session)

    @property
    def words(self) -> list[str]:
        """The arguments, split at spaces."""
        return self.request.rest.split()

    def in_english(self, request: Request | None = None) -> Request | None:
        """Return *request*, or this one, if its first words are other words for a command."""
        context = self.context
        found = meant(request or self.request, context.words[self.session.form.lang])
        if found is None or found.verb not in context.families:
            return found
        return context.spelled(self.session, found)

    def command_named(self, word: str) -> Command | None:
        """Return the command that *word* is, or is another word for."""
        found = self.in_english(Request(None, None, False, word, "", word))
        return self.commands.get(word) or self.commands.get(found.verb if found else "")

    def too_many_words(self) -> CommandError:
        text = _("Too many words<<: {usage}|.>>", usage=self.usage)
        return CommandError(Code.USAGE, text)


class Later(msgspec.Struct, frozen=True):
    """An answer that takes a while: *work* runs on another thread, the rest here.

    `finish` makes the reply from what *work* returned, at once or bit by bit. Both may raise
    CommandError. `failed` is what the asker reads if *work* raised anything else.
    """

    work: Callable[[], Any] | None
    finish: Callable[[Any], Reply | Show]
    failed: str
    password: bool = False
    """Whether the work counts towards `limits.password_jobs`."""
    begin: Callable[[AnswerKey, Callable[[JobDone], None]], None] | None = None
    """Called here in place of *work*. Sooner or later it hands over a result."""


class PendingReply(msgspec.Struct, frozen=True):
    """A request whose answer is on its way."""

    number: int
    call: Call
    later: Later


ANY: Final = 1_000_000
"""Any number of words."""
_ANY_WORDS: Final = re.compile(r"\.\.\.|\b(?:TEXT|PASSWORD|TOKEN|TOPIC|WHY)\b")
"""Arguments of any number of words, as a usage names them."""


Handler: TypeAlias = Callable[[Call], Reply | Later]
Where: TypeAlias = Literal["anywhere", "lobby", "table", "seat", "operator"]
"""Where a command can be used: before a name is given; with a name; at a table, watching
or seated; seated only; on the operator's socket only, where no name is needed."""
OPERATOR: Final = "operator"
Topic: TypeAlias = Literal[
    "start", "around", "table", "game", "party", "talk", "consent", "past", "line", "operator"
]
"""The group of a command in `help`."""
Moment: TypeAlias = Literal[
    "nameless", "lobby", "watching", "open", "turn", "waiting", "over", "stopped"
]
"""The situation of somebody who asks for help: no name yet; at no table; watching; at a table
before the game, in their turn, in somebody else's turn, after the game, or while it is stopped."""
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
"""The topics in the order in which lists show them."""


class Command(msgspec.Struct, frozen=True):
    """The declaration of a command. Dispatch, `help`, `commands` and the docs are made from it."""

    usage: str
    """How it is typed. It begins with the verb: one word or two, in small letters."""
    about: str
    run: Handler
    where: Where
    topic: Topic
    answers: tuple[type[Answer], ...] = ()
    """The types of its final answer, unless it is refused. Left out for `Done`, and for a list."""
    item: type[Answer] | None = None
    """The type of each item of a list, before the final answer. A list is `long`."""
    stateless: bool = False
    """Whether it neither reads nor changes anything that is stored. If so, we answer it even while
    the house waits for its store."""
    long: bool = False
    """Whether its answer may be long. It is dear then, too."""
    dear: bool = False
    """Whether it is known to be much work. If so, cheaper lines of others come first."""
    fateful: bool = False
    """Whether it does too much to be run by what may be a word of a game."""
    also: tuple[str, ...] = ()
    """Other words that people may type for it. A game may still use them as verbs."""
    in_play: bool = True
    """Whether it is of use during a game."""
    outside: bool = False
    """Whether it shows anything that others choose outside the player's game, such as names. If
    so, it is refused while that game lets nobody talk to them."""
    by_itself: bool = False
    """Whether a client sends it without being told to: it answers no question of the host."""
    yields: bool = False
    """Whether a game may have a verb of the same name, which then wins at its tables."""
    verb: str = ""
    """Left out if it follows from `usage`."""
    most: int = 0
    """The most words after the verb. Left out if it follows from `usage`."""

    def __post_init__(self) -> None:
        if not self.verb:
            words = takewhile(lambda word: word.isalpha() and word.islower(), self.usage.split())
            force_setattr(self, "verb", " ".join(words))
        if self.item is not None:
            force_setattr(self, "long", True)
        if not self.answers:
            paged = LIST if "[PAGE]" in self.usage else (Count,)
            force_setattr(self, "answers", (Done,) if self.item is None else paged)
        if not self.most:
            arguments = self.usage.removeprefix(self.verb)
            most = ANY if _ANY_WORDS.search(arguments) else len(arguments.split())
            force_setattr(self, "most", most)

    @property
    def takes_text(self) -> bool:
        """Whether its arguments may be free text, in which each character counts."""
        return _ANY_WORDS.search(self.usage) is not None

    def answer(self, call: Call) -> Reply | Later:
        """Run the command. Raises CommandError."""
        if self.outside and call.player is not None:
            check_outside(call.player)
        return self.run(call)

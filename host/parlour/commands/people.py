"""Come back as the player you were; commands about who is here, and about words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from parlour.accounts import accounts
from parlour.accounts.accounts import free_name
from parlour.accounts.ways_back import TOKENS_KEPT, code_hash, new_token, token_hash
from parlour.api import SPECTATOR, Seat, Viewer
from parlour.commands import paging
from parlour.commands.admission import check_still_listed
from parlour.commands.beginning import begin_if_ready, is_free
from parlour.commands.call import Call, Command, Context, Reply, says
from parlour.commands.naming import ask_game, check_not_held
from parlour.commands.questions import rooms_of
from parlour.core.backlog import Source
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.core.sessions import VIEW, Player, Session, rendered
from parlour.engine import record as r
from parlour.engine.calls import GameFault, guarded
from parlour.engine.folding import fold
from parlour.engine.match import Match
from parlour.engine.table import Table
from parlour.hookvalues import SignIn
from parlour.language import FORM, _, form_of
from parlour.tables import adjournment, lobby, over_days, presence, silent, suspension
from parlour.tables.announce import EventFilter
from parlour.tables.forgetting import remembered
from parlour.tables.happened import CameIn, SigningIn
from parlour.tables.resync import show_again, tell_open_proposals
from parlour.tables.rooms import Room, reaches, seat_of
from parlour.tables.summary import tell_state
from parlour.wire.codes import Code, Goodbye
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Named, Sight, TextRow, Welcome
from parlour.wire.names import NAME_MAX, PROGRAM, is_program
from parlour.wire.text import clean


def attach(context: Context, session: Session, player: Player) -> None:
    """Give the connection to the player, and close their older one."""
    old = player.session
    if old is not None:
        old.player = None
        context.out.close(
            old, Goodbye.REPLACED, _("Disconnected: you came in on another connection.")
        )
    session.player = player
    if session.chosen != FORM and not session.program:
        player.form = session.chosen
    session.proved, session.admitted = False, True
    player.session = session
    context.people.throttle.came_in(session, player)
    context.people.nameless.remove(session)
    player.stay()
    context.people.watch_idle(session)
    accounts.be_here(context.people, player)
    context.tables.news.follow(player)


def check_kind(context: Context, session: Session, name: str) -> None:
    """Raise CommandError if a program that says that it is one wants a person's name."""
    if session.bot is None or is_program(name):
        return
    other = f"{name[: NAME_MAX - len(PROGRAM)]}{PROGRAM}"
    if context.people.register.named(context.people.register.key(other)) is not None:
        other = free_name(context.people, other) or other
    text = _(
        "The name of a program ends in {end}. Choose another name, such as {other}.",
        end=PROGRAM,
        other=other,
    )
    raise CommandError(Code.BAD_NAME, text, near=other)


# --- coming back --------------------------------------------------------------------


REASON_MOST: Final = 200
"""The most characters of a plugin's reason."""


def check_sign_in(call: Call, name: str, way: Literal["guest", "password", "key", "code"]) -> None:
    """Raise CommandError if the gate lets nobody in under that name."""
    session = call.session
    why = call.context.gate.sign_in(SignIn(name, way, session.address, session.near))
    if why is not None:
        raise CommandError(Code.UNAVAILABLE, reason(why), retry=False)


def reason(why: str) -> str:
    return clean(why).strip()[:REASON_MOST] or _("This host does not allow that.")


UNREAD_S: Final = 5.0
"""How long a used code counts even if further lines come: they may have been sent together with
the code, before its answer could be read. A commit that takes longer stops the house (`SLOW_S` of
the server), so by then the answer has left."""


def come_back(
    call: Call,
    player: Player,
    seq: int | None,
    *,
    spent: str = "",
    way: Literal["password", "key", "code"] = "code",
) -> Reply:
    """Let somebody come back as *player*, who has read events up to *seq*. Raises CommandError.

    *spent*: the code they came with, as a hash. They get a new one.
    """
    context, session = call.context, call.session
    check_kind(context, session, player.name)
    check_sign_in(call, player.name, way)
    check_still_listed(context, player)
    context.tables.happened.tell(SigningIn(player.key))
    width = session.form.width
    if session.chosen == FORM and not session.program:
        session.form = form_of(*player.form._replace(width=width))
    read = player.seq if seq is None else seq
    if seq is not None and seq < player.resumed:
        text = _(
            "You have already read up to event {resumed}. Come back from there.",
            resumed=player.resumed,
        )
        raise CommandError(Code.UNAVAILABLE, text, retry=False)
    data = _heard_since(context, session, player, read)
    arrives = player.number not in context.people.register.by_number
    if arrives:
        accounts.wake(context.people, player)
    _renew_ways(context, player, spent, code=bool(spent) or (seq is None and not player.code))
    back = player.session is None
    resumed = player.resumed
    unread = _unread(context, session, player) if seq is None and back else []
    player.resumed = player.resumed if seq is None else seq
    player.unread_from = None
    attach(context, session, player)
    session.spent_at = context.out.now if spent else None
    if player.resumed != resumed:
        context.out.write_down(player.saved())
    waiting = adjournment.of(context.tables, player) if back and player.room is None else {}
    adjourned = [room for room in waiting.values() if room.table.state == "adjourned"]
    waits = adjourned[-1] if adjourned else None
    if waits is not None and not is_free(context, waits, player):
        waits = None
    if seq is None:
        at = waits if waits is not None else player.room
        table = at.table.number if at is not None else None
        tables = len(context.tables.living) if reaches(player) else 0
        context.out.tell(player, Welcome(name=player.name, tables=tables, table=table))
    context.out.write(session, data)
    paging.show(context, session, player, unread)
    sits = seat_of(player)
    if sits is not None:
        tell_state(context.out, player, sits[0])
        _back_at_table(context, player, *sits, back=back)
        if seq is None:
            tell_open_proposals(context.out, player, *sits)
    elif waits is not None:
        adjournment.come_back(context.tables, player, waits)
        if waits.table.suspended is not None:  # when it goes on, all have been told
            tell_state(context.out, player, waits)
    if seq is None:
        over_days.greet(context.tables, player)
    if back:
        context.tables.happened.tell(CameIn(player, arrives, greet=seq is None))
    return Reply(named(player, greet=seq is None or bool(spent)))


def _heard_since(context: Context, session: Session, player: Player, read: int) -> bytes:
    """Return the events after number *read*, as they are sent. Raises CommandError."""
    try:
        told = _missed(context, session, player, read)
        return b"".join([guarded(rendered, session, [line], seq) for seq, line in told])
    except GameFault as fault:
        text = _(
            "The host can't show what you missed: a game's program failed. Come back without SEQ."
        )
        about = {"connection": session.conn}
        context.out.report(
            Report("error", f"what a player missed cannot be made again: {fault}", fault, about)
        )
        raise CommandError(Code.GAME_FAULT, text) from None


def named(player: Player, *, greet: bool) -> Named:
    """Return who *player* is, and how they come back. *greet*: people read it too."""
    return Named(
        name=player.name,
        guest=player.guest,
        token=player.token,
        code=player.code or None,
        seq=player.seq,
        greet=greet,
    )


def _renew_ways(context: Context, player: Player, spent: str, *, code: bool) -> None:
    """Make a new code if *code*, and a new token if nobody knows the old one any more.

    The *spent* code works until `retire`: if the host is killed now, they never read the new one.
    """
    if not code and player.token:
        return
    tokens, codes = player.tokens, player.codes
    if code:
        player.code = context.people.new_code()
        codes = (*filter(None, [spent]), code_hash(player.code))
    if not player.token:
        player.token = new_token(context.people.entropy)
        tokens = (*tokens, token_hash(player.token))[-TOKENS_KEPT:]
    _change_ways(context, player, tokens, codes)


def retire(context: Context, session: Session) -> None:
    """Cancel the code they came with: by now they have read the new one."""
    player = session.player
    assert player is not None, "only a connection with a player has spent a code"
    _change_ways(context, player, player.tokens, player.codes[-1:])
    session.spent_at = None


def _change_ways(
    context: Context, player: Player, tokens: tuple[str, ...], codes: tuple[str, ...]
) -> None:
    context.people.register.give_ways_back(player, tokens, codes)
    context.out.write_down(player.saved())


def _unread(context: Context, session: Session, player: Player) -> list[str] | None:
    """Return the lines that a person missed, or None if we cannot show all of them."""
    if session.program or player.unread_from is None:
        return []
    try:
        told = _missed(context, session, player, player.unread_from)
        return guarded(paging.rendered, session, [line for _seq, line in told])
    except (CommandError, GameFault):
        return None  # they come back all the same


def _back_at_table(
    context: Context, player: Player, room: Room, seat: Seat, *, back: bool
) -> None:
    if back:
        presence.be_back(room, seat)
        silent.is_here(room, seat)
        lobby.watch_deserted(context.tables, room)
        lobby.listed(context.tables, room)
    show_again(context.out, player, room, seat)
    if back:
        begin_if_ready(context, room)


def _missed(
    context: Context, session: Session, player: Player, seq: int
) -> list[tuple[int, EncodedEvent]]:
    """Make the events of the player's stream after *seq* again, from the records, but for what
    their game wants forgotten. Return each with its number.

    Positions among them have the form that *session* asked for.
    """
    count = player.seq - seq
    if count < 0:
        text = _("You have been sent {seq} events, not {seq2}.", seq=player.seq, seq2=seq)
        raise CommandError(Code.USAGE, text)
    items = player.log.since(count)
    if items is None:
        raise _too_late()
    wanted: dict[int, set[int]] = {}
    for source in items:
        if isinstance(source, Source):
            wanted.setdefault(source.table, set()).add(source.entry)
    again: dict[tuple[int, int], tuple[EventFilter, Viewer]] = {}
    for number, entries in wanted.items():
        room = context.tables.rooms.get(number)
        if room is None:
            raise _too_late()
        if room.table.absent and room.table.state == "adjourned":
            suspension.recall_game(context.tables, room)
        for entry, viewer, announcer in _entries(room, player.name, entries):
            again[number, entry] = announcer, viewer
    lines: list[EncodedEvent] = []
    for found in items:
        if isinstance(found, EncodedEvent):
            lines.append(found)
        else:
            announcer, viewer = again[found.table, found.entry]
            sight: Sight = (session.sight or VIEW) if found.views else ""
            made = guarded(announcer.lines, viewer, sight)
            if len(made) != found.count:
                made = guarded(announcer.aloud().lines, viewer, sight)
            if len(made) != found.count:  # the game is another one by now, or absent
                raise _too_late()
            lines.extend(made)
    numbered = [*enumerate(lines[len(lines) - count :], seq + 1)]
    return remembered(numbered, context.tables.rooms)


def _too_late() -> CommandError:
    """Return the refusal if too much has happened since, or its table is gone."""
    text = _("You missed more than is kept. <<Come back without SEQ, then type: look>>")
    return CommandError(Code.UNAVAILABLE, text, retry=False)


def _entries(room: Room, name: str, wanted: set[int]) -> Iterator[tuple[int, Viewer, EventFilter]]:
    """Replay the record of *room*. Yield the *wanted* entries, and who *name* was then."""
    first, table = next(base for base in reversed(room.bases) if base[0] <= min(wanted))
    for index in range(first, max(wanted) + 1):
        before = table
        table, happened = fold(table, r.decode(room.record[index]))
        if index in wanted:
            viewer = _seat_of(before, name) or _seat_of(table, name) or SPECTATOR
            yield index, viewer, EventFilter(table, happened)


def _seat_of(table: Table, name: str) -> Seat | None:
    for seat, chair in table.chairs.items():
        if chair.name == name and chair.bot is None:
            return seat
    return None


# --- the word list ------------------------------------------------------------------


def _why(call: Call) -> Reply:
    player, words = call.me, call.words
    if not words:
        raise CommandError(Code.USAGE, _("<<Ask about one word: why WORD>>"))
    word = words[0]
    rooms = rooms_of(player)
    for room, viewer in rooms:
        table = room.table
        if table.playing and table.match is not None:
            check_not_held(room)
            text = _("The game's program failed. Ask again when the game is over.")
            may = partial(_may_look_up, table.match, viewer, word.lower())
            late = viewer is SPECTATOR and room.behind is not None
            if late or not ask_game(room, text, table.via.guarded, may):
                text = _("Not now: during the game you can't ask the word list about this word.")
                raise CommandError(Code.ILLEGAL_MOVE, text)
    lexicon = rooms[0][0].table.lexicon if rooms else None
    if lexicon is None:
        lexicon = call.tables.lexicons.get("en") or next(iter(call.tables.lexicons.values()), None)
    if lexicon is None:
        raise CommandError(Code.UNAVAILABLE, _("This host has no word list."))
    return says(*filter(None, (lexicon.why(word), lexicon.meaning(word.lower()))))


def _may_look_up(match: Match, viewer: Viewer, word: str) -> bool:
    return bool(match.game.views.may_look_up(match.state, viewer, word))


COMMANDS: Final = (
    Command(
        "why WORD",
        _("what the word list says about a word, and what it means"),
        _why,
        where="lobby",
        topic="past",
        also=("define",),
        answers=(TextRow,),
    ),
)

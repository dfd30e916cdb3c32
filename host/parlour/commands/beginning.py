"""Commands before the game: fill seats, choose options, begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from parlour.api import AnyGame, OptionValue, Refused, TextOption
from parlour.commands.call import DONE, Call, Command, Context, Reply
from parlour.commands.help import option_lines
from parlour.commands.looking import missing
from parlour.commands.naming import (
    bot_kind,
    check_host,
    check_kept,
    find_chair,
    here,
    how_to_begin,
    seated,
)
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.options import (
    PLAYERS,
    PRIVATE,
    allowed,
    no_such_seat,
    options_of,
    read_changes,
    read_options,
)
from parlour.language import _
from parlour.tables import late_join, lobby, start, warmup
from parlour.tables.bot_names import next_bot
from parlour.tables.happened import Seating, Talking
from parlour.tables.rooms import Room
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Count, Done, Notice, OptionRow, TextRow, how_many, show_value


def _not_playing(room: Room) -> None:
    if room.table.playing:
        raise CommandError(Code.ALREADY_STARTED, _("The game has begun. Wait until it is over."))


def _bot(call: Call) -> Reply:
    room, me = seated(call.me)
    table, words = room.table, call.words
    free = late_join.offered(call.tables, room)
    if not free:
        _not_playing(room)
    if table.playing:
        check_host(room, me)
    kind = bot_kind(table.game, words)
    if not free:
        raise CommandError(Code.TABLE_FULL, _("Table {number} is full.", number=table.number))
    seat = free[0]
    name = next_bot(call.people, table)
    if table.playing:
        late_join.let_bot(call.tables, room, seat, name, kind)
        return DONE
    room.add(r.Sat(seat=seat, name=name, bot=kind))
    call.tables.listener.listed(room)
    begin_if_ready(call.context, room)
    return DONE


def _kick(call: Call) -> Reply:
    room, me = seated(call.me)
    check_host(room, me)
    table = room.table
    seat = find_chair(table, call.request.rest.strip())
    chair = table.chairs[seat]
    if seat == me:
        raise CommandError(Code.USAGE, _("That is your own seat. <<To leave it: leave>>"))
    if table.playing and chair.bot is None and not chair.away:
        text = _(
            "{name} is playing. During a game you can remove only bots and absent players.",
            name=chair.name,
        )
        raise CommandError(Code.ALREADY_STARTED, text)
    if chair.bot is None:
        check_kept(table, seat)
    player = room.seated.get(seat)
    if player is not None:
        lobby.stand(call.tables, player, room, seat, why="kicked")
    else:
        room.stand(seat, "kicked")
        call.tables.listener.listed(room)
    begin_if_ready(call.context, room)
    return DONE


def read(context: Context, game: AnyGame, words: list[str]) -> dict[str, OptionValue]:
    """Return all options of *game* with the values that *words* give. Raises OptionFault."""
    return read_options(options_of(game, context.tables.lexicons), words, f"help {game.id}")


def check_texts(call: Call, game: AnyGame, options: Mapping[str, OptionValue]) -> None:
    """Raise CommandError if somebody who may not talk makes up a word that everybody can read."""
    texts = (option for option in game.options if isinstance(option, TextOption))
    if any(options.get(text.name, text.default) != text.default for text in texts):
        call.tables.happened.tell(Talking(call.me, call.session))


def check_seats(game: AnyGame, options: Mapping[str, OptionValue]) -> None:
    """Raise CommandError if the game cannot start with so many players, or has no such seat."""
    high = game.seats.stop - 1
    if (named := no_such_seat(game.options, options, game.seats)) is not None:
        text = _(
            "{named} is not allowed: the seats of {title} are 1 to {high}.",
            named=named,
            title=game.title,
            high=high,
        )
        raise CommandError(Code.BAD_OPTION, text)
    wanted = options.get(PLAYERS, 0)
    if wanted and wanted not in game.seats:
        low = game.seats.start
        text = _(
            "{players}={wanted} is not allowed: {title} needs {number}.",
            players=PLAYERS,
            wanted=wanted,
            title=game.title,
            number=how_many(low, high),
        )
        raise CommandError(Code.BAD_OPTION, text)


def _options(call: Call) -> Reply:
    room, viewer = here(call.me)
    table, words = room.table, call.words
    known = options_of(table.game, call.tables.lexicons)
    asked = [option for option in known if option.name in map(str.lower, words)]
    if words and len(asked) < len(words):
        check_host(room, viewer)
        _not_playing(room)
        _change_options(call, room, words)
        return DONE
    rows = [
        OptionRow(
            option=option.name,
            value=table.options[option.name],
            default=option.default,
            allowed=allowed(option),
            about=option.about,
        )
        for option in (asked or known)
    ]
    count = Count(count=len(rows))
    if asked:
        return Reply(count, rows)
    lines = option_lines(table.game, known, table.options, call.session.form)
    what = (
        _(
            "Options of table {number}, {title}. A star marks a changed option.",
            number=table.number,
            title=table.game.title,
        ),
        *lines,
        _("<<To explain one: options NAME - To change it (host): options NAME=VALUE>>"),
    )
    return Reply(count, rows, TextRow(what=what))


def _change_options(call: Call, room: Room, words: list[str]) -> None:
    context, table = call.context, room.table
    given = read_changes(options_of(table.game, context.tables.lexicons), words)
    check_texts(call, table.game, given)
    if given.get(PRIVATE, bool(table.word)) != bool(table.word):
        text = _(
            "Whether a table is private is decided when it is opened<<: new {game} {option}|.>>",
            game=table.game.id,
            option=f"{PRIVATE}={show_value(given[PRIVATE])}",
        )
        raise CommandError(Code.BAD_OPTION, text)
    check_seats(table.game, given)
    room.add(
        r.Optioned(options={name: given.get(name, value) for name, value in table.options.items()})
    )
    warmup.prepare(context.tables, room.table)
    begin_if_ready(context, room)


# --- beginning ----------------------------------------------------------------------


def _ready(call: Call) -> Reply:
    room, seat = seated(call.me)
    _not_playing(room)
    start.check_begins(room)
    word = call.request.rest.strip().lower()
    if word not in {"", "on", "off"}:
        raise CommandError(Code.USAGE, _("<<Say: ready - or: ready off>>"))
    ready = word != "off"
    same = room.table.chairs[seat].ready == ready
    if not same:
        room.add(r.Readied(seat=seat, ready=ready))
    begin_if_ready(call.context, room)
    table = room.table
    if ready and not table.playing and len(table.chairs) == 1 and 1 in table.game.seats:
        return _read(_("You are alone here. <<To start: start>>"))
    if same and not table.playing:
        return _read(_("You are ready already.") if ready else _("You are not ready."))
    return DONE


def _rematch(call: Call) -> Reply:
    room, seat = seated(call.me)
    if room.table.match is None:
        raise CommandError(Code.NOT_STARTED, how_to_begin(room.table, seat))
    return _ready(call)


def _read(text: str) -> Reply:
    """Answer done, with a sentence for people."""
    return Reply(DONE.final, read=TextRow(what=(text,)))


def begin_if_ready(context: Context, room: Room) -> None:
    """Begin if all who sit here are ready and enough, or if they are as many as were sought.

    Nobody who waits for others has to play alone. A game for one begins with `start`, by an option
    that asks for it, or after a game that they played alone too.
    """
    table = room.table
    if table.closed or table.state not in {"open", "over"} or not table.present:
        return
    chairs = table.chairs.values()
    sought = table.match is None and len(chairs) == table.options.get(PLAYERS)
    alone = len(chairs) == 1 and (table.match is None or len(table.match.seats) > 1)
    enough = len(chairs) in table.game.seats and not alone
    if not sought and not (enough and all(chair.ready or chair.away for chair in chairs)):
        return
    why = next(iter(missing(table)), "")
    try:
        if not why:
            _begin(context, room)
    except (CommandError, Refused) as no:
        why = no.text
    if why:  # what they typed has been done, so this is no refusal, and everyone must know
        what = _("The game cannot begin. {text}", text=why)
        room.shout(EncodedEvent(Notice(kind="cannot_begin", table=table.number, what=what)))


def _start(call: Call) -> Reply:
    room, seat = seated(call.me)
    check_host(room, seat)
    _not_playing(room)
    _begin(call.context, room)
    return DONE


def _begin(context: Context, room: Room) -> None:
    """Begin the game. Raises CommandError or the game's Refused."""
    check_free(context, room, room.seated.values())
    start.begin(context.tables, context.drain, room)


def check_free(context: Context, room: Room, players: Iterable[Player]) -> None:
    """Raise CommandError if a feature keeps one of *players* from playing at *room*."""
    context.tables.happened.tell(Seating(room, tuple(players)))


def is_free(context: Context, room: Room, player: Player) -> bool:
    """Check whether no feature keeps *player* from playing at *room*."""
    try:
        check_free(context, room, [player])
    except CommandError:
        return False
    return True


_seat = partial(Command, where="seat")
_table = partial(_seat, topic="table")
_begins = partial(_seat, in_play=False, dear=True)
COMMANDS: Final = (
    _table("bot [KIND]", _("let a bot take a free seat"), _bot, also=("bots",), in_play=False),
    _table("kick PLAYER", _("free a seat (host of the table)"), _kick),
    Command(
        "options [OPTION=VALUE ...]",
        _("show or change them; options NAME explains one"),
        _options,
        where="table",
        topic="table",
        answers=(Done, Count),
        item=OptionRow,
        also=("settings",),
    ),
    _table("ready [on|off]", _("say that you are ready to start"), _ready, in_play=False),
    _begins(
        "start",
        _("start the game (host of the table)"),
        _start,
        topic="table",
        fateful=True,
        also=("begin", "go"),
    ),
    _begins(
        "rematch",
        _("play again, same table (or just Enter)"),
        _rematch,
        topic="consent",
        also=("again",),
    ),
)

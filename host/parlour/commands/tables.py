"""Commands to find a table, and to open one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import Final

from parlour.accounts import quotas
from parlour.accounts.throttle import place_of
from parlour.api import AnyGame, OptionValue, Seat
from parlour.commands.about import find_game
from parlour.commands.around import NAMES_SHOWN
from parlour.commands.beginning import begin_if_ready, check_seats, check_texts, read
from parlour.commands.call import ANY, Call, Command, Context, Reply
from parlour.commands.invitations import new_word, way_in
from parlour.commands.joining import TABLES_SEARCHED, be_free, joined, sit
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine import record as r
from parlour.engine.options import (
    LEXICON,
    OPEN_BOARD,
    PLAYERS,
    PRIVATE,
    hashes,
    named_lists,
    of_language,
    options_of,
    read_changes,
)
from parlour.engine.table import Table, free_seats
from parlour.language import _
from parlour.language import joined as together
from parlour.tables import lobby
from parlour.tables.rooms import Room, seat_of
from parlour.wire.codes import Code
from parlour.wire.messages import (
    OPEN_BOARD_TOLD,
    JoinAnswer,
    how_many,
    join_names,
    language_name,
)

SEEKERS_LEAST: Final = 2
"""The fewest players with whom a sought game starts, even if one could play alone."""


# --- sitting down, watching, leaving ------------------------------------------------


def _new(call: Call) -> Reply:
    words = call.words
    game = find_game(call, *words[:1])
    given, own = _in_own_words(call, game, words[1:])
    room = _open(call, game, given)
    table = room.table
    low, high = game.seats.start, game.seats.stop - 1
    what = [
        _(
            "Table {number}: {title}, {players}. You sit at seat 1.",
            number=table.number,
            title=game.title,
            players=how_many(low, high),
        ),
        _("<<Options: options - Fill seats: bot - Begin: start>>"),
        *own,
        *_told(table),
    ]
    if table.word:
        what.append(
            _(
                "Private. <<To invite somebody: invite NAME - Or tell them: {way_in}>>",
                way_in=way_in(table),
            )
        )
    return joined(call.me, room, *what, word=table.word or None)


def _in_own_words(call: Call, game: AnyGame, words: list[str]) -> tuple[list[str], list[str]]:
    """Return *words* with the option that gives the table words of the player's language.

    With it, return the line that says so. A word list that they name, or a choice that brings one,
    counts instead. Raises OptionFault.
    """
    lang, options = call.session.form.lang, options_of(game, call.tables.lexicons)
    given = read_changes(options, words, f"help {game.id}")
    if LEXICON in given:
        return words, []
    if game.own_words not in ("", lang):
        text = _(
            "{title} has words in {language} only.",
            title=game.title,
            language=language_name(game.own_words),
        )
        return words, [text]
    found = of_language(options, lang, given)
    if found is None:
        return words, []
    added = f"{found[0]}={found[1]}"
    usual = {each.name: each.default for each in options}
    back = dict.fromkeys((found[0], LEXICON))
    text = _(
        "With {option}, for your language. <<To change it: options {usual}>>",
        option=added,
        usual=" ".join(f"{name}={usual[name]}" for name in back),
    )
    return [*words, added], [text]


def _told(table: Table) -> list[str]:
    """Return what the game says of the options of a table that was just opened."""
    options = table.game.options
    found = [option.told.get(table.options[option.name]) for option in options]
    own = [OPEN_BOARD_TOLD] if table.options.get(OPEN_BOARD) else []
    return [*(text for text in found if text), *own]


def _suits(
    call: Call, game: AnyGame, typed: list[str], given: list[str]
) -> Mapping[str, OptionValue]:
    """Return what a table must have for a player who *typed* options: these, and words of the list
    that a table of their own would have with those *given*.
    """
    said = read_changes(options_of(game, call.tables.lexicons), typed, f"help {game.id}")
    if LEXICON in said or game.lexicon is None:
        return said
    return {**said, LEXICON: read(call.context, game, given)[LEXICON]}


def _open(call: Call, game: AnyGame, given: list[str]) -> Room:
    """Open a table where the player sits down. Raises CommandError."""
    context, player = call.context, call.me
    context.drain.check()
    options = read(context, game, given)
    check_seats(game, options)
    check_texts(call, game, options)
    quotas.check_table(
        context.tables.opened, context.out.limits, len(context.tables.rooms), call.session, player
    )
    be_free(context, player)
    word = new_word(context.people.entropy) if options[PRIVATE] else ""
    room = open_table(context, game, options, word=word)
    opened = context.tables.opened
    opened.add(room.table.number, player.number, place_of(call.session))
    sit(context, player, room, Seat(1))
    return room


def open_table(
    context: Context,
    game: AnyGame,
    options: Mapping[str, OptionValue],
    *,
    word: str = "",
    party: int = 0,
) -> Room:
    """Open a table where nobody sits yet."""
    tables = context.tables
    lexicon = tables.lexicons.get(str(options.get(LEXICON)))
    tables.last_table += 1
    opened = r.Opened(
        table=tables.last_table,
        game=game.id,
        version=game.version,
        options=dict(options),
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(named_lists(game.options, options, tables.lexicons)),
        word=word,
        party=party,
    )
    return lobby.open_room(tables, opened)


def _seek(call: Call) -> Reply:
    context, words = call.context, call.words
    game = find_game(call, *words[:1])
    typed = words[1:]
    given, own = _in_own_words(call, game, typed)
    said = _suits(call, game, typed, given)
    wanted = said.get(PLAYERS, max(SEEKERS_LEAST, game.seats.start))
    if int(wanted) < SEEKERS_LEAST or game.seats.stop <= SEEKERS_LEAST:
        text = _(
            "A seek finds other players. <<To play {title} alone: new {id} - Then: start>>",
            title=game.title,
            id=game.id,
        )
        if 1 not in game.seats:
            text = _(
                "Say with how many players it starts<<: seek {id} {players}={start}|.>>",
                id=game.id,
                players=PLAYERS,
                start=game.seats.start,
            )
        raise CommandError(Code.BAD_OPTION, text, usage=call.usage)
    room = None if said.get(PRIVATE) else _waiting_table(context, game, said)
    if room is not None and room is not call.me.room:
        return _join_waiting(call, room, seeks=True)
    if room is not None:
        seat = Seat(call.me.seat or 1)
        _be_ready(call.context, room, seat)
        return _stay(call.me, room, seat)
    given = [word for word in given if not word.lower().startswith(f"{PLAYERS}=")]
    room = _open(call, game, [*given, f"{PLAYERS}={wanted}"])
    table = room.table
    what = _(
        "Table {number}: {title}. {next_step}",
        number=table.number,
        title=game.title,
        next_step=_next_step(table, Seat(1)),
    )
    others = _("<<Others come with: {way_in} - To stop seeking: leave>>", way_in=way_in(table))
    return joined(call.me, room, what, others, _company(call, room), *own)


def _company(call: Call, room: Room) -> str:
    """Tell a player who seeks others at *room* who is connected besides them."""
    everybody = call.people.register.here
    names = [who.name for who in islice(everybody.values(), NAMES_SHOWN) if who is not call.me]
    if not names:
        bot = room.table.game.bots
        alone: str = _("Nobody else is here now.")
        return together((alone, _("<<To play with a bot: bot>>"))) if bot else alone
    if more := len(everybody) - 1 - len(names):
        names.append(_.count("1 more", "{n} more", more))
    here = _("Also here: {names}.", names=join_names(names))
    return together((here, _("<<To ask one: invite {name}>>", name=names[0])))


def _play(call: Call) -> Reply:
    words = call.words
    game = find_game(call, *words[:1])
    if len(words) > 1:
        text = _(
            "{usage} takes only a game. <<To choose options: new {id} OPTION=VALUE>>",
            usage=call.usage,
            id=game.id,
        )
        raise CommandError(Code.USAGE, text)
    sits = seat_of(call.me)
    if sits is not None and sits[0].table.game.id == game.id and not sits[0].table.playing:
        return _stay(call.me, *sits)
    given, own = _in_own_words(call, game, [])
    room = _waiting_table(call.context, game, _suits(call, game, [], given))
    if room is None:
        room = _open(call, game, given)
        table, number = room.table, room.table.number
        text = _(
            "No table of {title} was waiting for players, so you opened table {number}.",
            title=game.title,
            number=number,
        )
        friends = _("<<Friends can join with: join {number}>>", number=number)
        return joined(
            call.me, room, text, _next_step(table, Seat(1)), friends, *own, *_told(table)
        )
    return _join_waiting(call, room)


def _stay(player: Player, room: Room, seat: Seat) -> Reply:
    """Answer a player who sits where they want to be."""
    table = room.table
    text = _(
        "You are at table {number}, {title}, seat {seat}.",
        number=table.number,
        title=table.game.title,
        seat=seat,
    )
    return joined(player, room, text, _next_step(table, seat))


def _be_ready(context: Context, room: Room, seat: Seat) -> None:
    """Note that the player at *seat* seeks others: so two who seek meet and begin."""
    table = room.table
    if table.match is None and not table.sought and not table.chairs[seat].ready:
        room.add(r.Readied(seat=seat, ready=True))
        begin_if_ready(context, room)


def _join_waiting(call: Call, room: Room, *, seeks: bool = False) -> Reply:
    """Sit down where somebody waits for players. Who *seeks* them is ready."""
    be_free(call.context, call.me)
    table = room.table
    others = [chair.name for chair in table.chairs.values()]
    seat = free_seats(table)[0]
    text = _(
        "You joined table {number}: {title}, with {others}.",
        number=table.number,
        title=table.game.title,
        others=join_names(others),
    )
    sit(call.context, call.me, room, seat)
    if seeks:
        _be_ready(call.context, room, seat)
    what = (text,) if room.table.playing else (text, _next_step(room.table, seat))
    return joined(call.me, room, *what)


def _waiting_table(
    context: Context, game: AnyGame, said: Mapping[str, OptionValue]
) -> Room | None:
    """The newest table of *game* where somebody waits for players; None if there is none.

    Its options are those that *said* names. The others do not matter to the player.
    """
    for room in islice(reversed(context.tables.living.values()), TABLES_SEARCHED):
        table = room.table
        if table.state != "open" or table.game.id != game.id or not table.present:
            continue
        if said.items() <= table.options.items() and free_seats(table):
            return room
    return None


def _next_step(table: Table, seat: Seat) -> str:
    """What the player at *seat* can type before the game."""
    if table.sought:
        more = _.count("1 more player has", "{n} more players have", table.sought)
        return _("It starts by itself when {more} come.", more=more)
    missing = table.game.seats.start - len(table.chairs)
    if table.chairs[seat].ready and missing <= 0:
        return _("It starts when the others are ready.")
    if missing > 0:
        more = _.count("1 more player", "{n} more players", missing)
        if table.acting_host == seat:
            return _(
                "You need {more}. <<To add a bot: bot - When all are there: start>>", more=more
            )
        return _("You need {more}. <<To add a bot: bot - When you are ready: ready>>", more=more)
    if table.acting_host == seat:
        return _("<<To start: start - To add a bot first: bot - Options: options>>")
    return _("<<When you are ready: ready - Options: options>>")


_opens = partial(
    Command,
    where="lobby",
    topic="table",
    outside=True,
    answers=(JoinAnswer,),
    in_play=False,
    dear=True,
)
COMMANDS: Final = (
    _opens(
        "play GAME",
        _("join a table that waits for players, or open one"),
        _play,
        yields=True,
        most=ANY,
    ),
    _opens(
        "new GAME [OPTION=VALUE ...]",
        _("open a table and sit down"),
        _new,
        also=("open", "create"),
    ),
    _opens(
        "seek GAME [players=N] [OPTION=VALUE ...]",
        _("find players for a game that starts by itself"),
        _seek,
    ),
)

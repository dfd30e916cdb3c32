"""Commands about this host and the connection: help, games, rules, set, ping, quit and others."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from functools import partial
from typing import Final, assert_never

import msgspec

from parlour.accounts import accounts
from parlour.api import (
    AnyGame,
    ChoiceOption,
    Lexicon,
    NumberOption,
    Seat,
    SeatOption,
    SwitchOption,
    TextOption,
)
from parlour.api.arguments import whole_number
from parlour.commands import help, questions  # noqa: A004 - it is called so
from parlour.commands.admission import asked_first, asks
from parlour.commands.arrival import other_languages
from parlour.commands.beginning import begin_if_ready
from parlour.commands.call import ANY, DONE, Call, Command, Context, Reply, says
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.engine.options import TableOption, on_or_off, options_of
from parlour.language import ENGLISH, UNWRAPPED, _, form_of, translated
from parlour.tables import lobby
from parlour.tables.happened import Expecting
from parlour.tables.rooms import Room
from parlour.texts import wrap
from parlour.wire.codes import Code, Goodbye
from parlour.wire.encoding import HEIGHT, MAX_HEIGHT, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH
from parlour.wire.messages import (
    BotInfo,
    CommandRow,
    Count,
    GameRow,
    OptionInfo,
    Pong,
    Setting,
    TextRow,
    join_names,
    show_value,
)
from parlour.wire.text import near

_GOODBYE: Final = _("Goodbye.")


def _commands(call: Call) -> Reply:
    own: Mapping[str, tuple[str, ...]] = (
        _.verbs(call.session.form.lang) if call.session.natural else {}
    )
    rows = [
        CommandRow(
            verb=row.verb,
            usage=row.usage,
            about=row.about,
            where=row.where,
            also=(*row.also, *own.get(row.verb, ())),
        )
        for row in call.commands.values()
    ]
    rows += [
        CommandRow(verb=verb.name, usage=verb.usage, about=verb.about, where="game")
        for verb in questions.words_here(call.player)
    ]
    return Reply(Count(count=len(rows)), rows)


BRIEF: Final = "brief"
"""What a program adds to get the games without their options. No game is called so."""


def _games(call: Call) -> Reply:
    words, games = [word.lower() for word in call.words], [*call.tables.games.values()]
    if words and words != [BRIEF]:
        games = [find_game(call, words[0])]
    rows = [game_row(game, call.tables.lexicons) for game in games]
    if words == [BRIEF]:
        rows = [msgspec.structs.replace(row, options=None) for row in rows]
    return Reply(Count(count=len(rows), none=_("No games are installed here.")), rows)


def game_row(game: AnyGame, lexicons: Mapping[str, Lexicon]) -> GameRow:
    return GameRow(
        game=game.id,
        title=game.title,
        seats=(game.seats.start, game.seats.stop - 1),
        version=game.version,
        bots=tuple(BotInfo(kind=bot.kind, about=bot.about) for bot in game.bots),
        options=tuple(option_row(option) for option in options_of(game, lexicons)),
        forgets=game.forgotten(),
        channels=tuple(verb.name for verb in game.channels),
    )


def option_row(option: TableOption) -> OptionInfo:
    said = partial(OptionInfo, name=option.name, about=option.about)
    match option:
        case ChoiceOption():
            return said(type="choice", default=option.default, choices=option.choices)
        case NumberOption():
            return said(type="int", default=option.default, min=option.min, max=option.max)
        case SwitchOption():
            return said(type="switch", default=show_value(option.default), choices=("on", "off"))
        case SeatOption():
            return said(type="seat", default=option.default, choices=option.words)
        case TextOption():
            return said(type="text", default=option.default, max=option.longest)
        case _:
            assert_never(option)


def find_game(call: Call, word: str = "") -> AnyGame:
    """Return the game that *word* names. Raises CommandError."""
    games = call.tables.games
    if not word:
        text = _("Which game? {games}", games=", ".join(games) or _("None is installed."))
        raise CommandError(Code.USAGE, text)
    game = games.get(word.lower())
    if game is None:
        close = near(word.lower(), list(games))
        hint = (
            _(". Did you mean {close}?", close=close)
            if close
            else _(". The games are: {games}", games=", ".join(games))
        )
        text = _("There is no game {word} here{hint}", word=word[:20], hint=hint)
        raise CommandError(Code.NO_SUCH_GAME, text, near=close)
    return game


_OF: Final = frozenset({"of", "for", "the"})
"""Words that people put before the name of a game."""


def _rules(call: Call) -> Reply:
    words = [word for word in call.words if word.lower() not in _OF]
    word = words[0] if words else _own_game(call.player)
    if len(words) > 1:
        raise call.too_many_words()
    nouns = {name for game in call.tables.games.values() for t in game.topics for name in t.names}
    if word.lower() not in call.tables.games and word.lower().removesuffix("s") in nouns:
        other = _("{word} isn't a game. <<For that word of the rules: help {word}>>", word=word)
        raise CommandError(Code.NO_SUCH_GAME, other)
    game = find_game(call, word)
    rows: list[TextRow] = []
    form = call.session.form
    text: str = translated(game.rules_text, form.lang)
    most = max(map(len, text.split("\n")))
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        if most > form.width or form.width == UNWRAPPED:
            lines = _filled(lines, most, form.width)
        rows.append(TextRow(what=(*lines, "")))
    return Reply(Count(count=len(rows)), rows)


_COLUMNS: Final = re.compile(r"( *\S.*?)(  +)(\S.*)")
"""A row of two columns: a word to type, a gap and what it does."""


def _filled(lines: list[str], most: int, width: int) -> list[str]:
    """Fill *lines*, which were filled to *most* columns, to *width*.

    An indented line is a row of a list, with those below it that are indented more. Any other line
    end stays before a word that would have fitted.
    """
    whole: list[str] = []
    room = nothing = most + 1  # no word is so long
    for line in lines:
        indent = _indent(line)
        if (indent and whole and 0 < _indent(whole[-1]) < indent) or (
            not indent and len(line.split(" ", 1)[0]) >= room
        ):
            whole[-1] += f" {line.lstrip()}"
        else:
            whole.append(line)
        room = nothing if indent else most - len(line)
    return [piece for line in whole for piece in _row(line, width)]


def _row(line: str, width: int) -> list[str]:
    """Fill a line to *width*. The second of two columns stays one, below the first if need be."""
    if not (indent := _indent(line)):
        return textwrap.wrap(line, width)
    if width == UNWRAPPED and (pair := _COLUMNS.fullmatch(line)) and "  " not in pair[3]:
        return [f"{pair[1]}: {pair[3]}"]  # nobody knows how wide a gap is there
    if len(line) <= width:
        return [line]
    if (row := _COLUMNS.fullmatch(line)) is None:
        return wrap(line, width, " " * (indent + 2))
    first, gap, second = row.groups()
    column = len(first + gap)
    if column <= width // 2:
        head, *below = wrap(second, width - column, "")
        return [first + gap + head, *(" " * column + piece for piece in below)]
    return [first, *(" " * (indent + 2) + piece for piece in wrap(second, width - indent - 2, ""))]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _own_game(player: Player | None) -> str:
    return "" if player is None or player.room is None else player.room.table.game.id


def _ping(call: Call) -> Reply:
    return Reply(Pong(pong=call.request.rest.strip()[:64]))


def _set(call: Call) -> Reply:
    reply = _changed(call)
    if call.player is not None and not call.session.program:
        call.me.form = call.session.chosen
    return reply


def _changed(call: Call) -> Reply:
    session, words = call.session, [word.lower() for word in call.words]
    if len(words) > 1 and (switch := on_or_off(words[-1])) is not None:
        words[-1] = show_value(switch)
    match words:
        case [("colour" | "color" | "accents") as word, ("on" | "off") as value]:
            on, key = value == "on", "accents" if word == "accents" else "colour"
            form = session.form
            changed = form._replace(accents=on) if key == "accents" else form._replace(colour=on)
            session.form = form_of(*changed)
            return Reply(Setting(key=key, value=on))
        case ["bell", ("on" | "off") as value]:
            session.bell = value == "on"
            return Reply(Setting(key="bell", value=session.bell))
        case ["width", word]:
            width = _number(call, word, MIN_WIDTH, MAX_WIDTH, "set width 79, or 0")
            session.form = form_of(*session.form._replace(width=width or UNWRAPPED))
            return Reply(Setting(key="width", value=width))
        case ["height", word]:
            session.height = _number(call, word, MIN_HEIGHT, MAX_HEIGHT, "set height 24, or 0")
            return Reply(Setting(key="height", value=session.height))
        case ["lang", word] if word in call.context.languages:
            session.form, session.seen = form_of(*session.form._replace(lang=word)), None
            return _language_set(call, Setting(key="lang", value=word))
        case ["lang", _]:
            known = ", ".join(call.context.languages)
            text = _(
                "This host speaks {known}. <<To choose one: set lang {languages}>>",
                known=known,
                languages=call.context.languages[-1],
            )
            raise CommandError(Code.USAGE, text)
        case _:
            text = _(
                "<<To change how you read: set width 79, set height 24, set colour on, "
                "set bell on, set accents off, set lang fr>>"
            )
            raise CommandError(Code.USAGE, text)


def _language_set(call: Call, done: Setting) -> Reply:
    """Say that a language was chosen; and before a name is given, ask for it again, in there."""
    what = [*done.lines(call.session.form)]
    if call.session.form.lang != ENGLISH:
        what += (
            _("Tables that you open have words of this language, where a game has them."),
            _("<<If \N{LATIN SMALL LETTER E WITH ACUTE} looks wrong: set accents off>>"),
        )
    if call.player is None and not call.session.operator:
        what.append(asked_first(call.context, call.session))
    return Reply(done, read=TextRow(what=tuple(what)))


def _number(call: Call, word: str, low: int, high: int, right: str) -> int:
    """Return the number that *word* spells, which may be 0. Raises CommandError."""
    number = whole_number(word)
    if number is None or not (number == 0 or low <= number <= high):
        text = _(
            "That must be a number from {low} to {high}: {right}", low=low, high=high, right=right
        )
        raise CommandError(Code.USAGE, text)
    return number


def _about(call: Call) -> Reply:
    context = call.context
    games = join_names([game.title for game in call.tables.games.values()]) or _("no games")
    what = (
        _(
            "Parlour {version} on {name}, with {games}.",
            version=context.version,
            name=context.name,
            games=games,
        ),
        _("<<To see what you can type: help - To see who is here: who>>"),
    )
    return says(*what)


def _clear(call: Call) -> Reply:
    return says(*("",) * (call.session.height or HEIGHT))


def _hi(call: Call) -> Reply:
    player = call.player
    if player is None:
        what = _("Hello! What is your name? Type it and press Enter.")
        if asks(call.context, call.session):
            what = _("Hello! What is the word of this evening? Type it and press Enter.")
        return says(what, *other_languages(call.context, call.session.form))
    if player.room is not None:
        what = _("Hello {name}. <<To talk to your table: say hello>>", name=player.name)
    else:
        what = _(
            "Hello {name}. <<To see the games: games - To see what you can type: help>>",
            name=player.name,
        )
    return says(what)


def _quit(call: Call) -> Reply:
    if call.sits is not None and call.out.waiting is None:
        _give_up_unbegun(call, *call.sits)
    if call.player is not None and not is_waited_for(call.context, call.player):
        accounts.say_goodbye(call.people, call.player)
    call.session.goodbye = True
    call.out.close(call.session, Goodbye.BYE, _GOODBYE)
    return DONE


def _give_up_unbegun(call: Call, room: Room, seat: Seat) -> None:
    """Free the seat of a player who goes before any game has begun: nothing waits for them."""
    if room.table.match is None and room.owner is None:
        lobby.stand(call.tables, call.me, room, seat)
        begin_if_ready(call.context, room)


def is_waited_for(context: Context, player: Player) -> bool:
    """Return whether a seat, an adjourned game or a feature waits for the player."""
    if player.room is not None or player.key in context.tables.adjourned:
        return True
    expecting = Expecting(player, set())
    context.tables.happened.tell(expecting)
    return bool(expecting.by)


def way_back(context: Context, session: Session) -> str:
    """Return how the player of *session* comes back to their seat; nothing if none is kept."""
    player = session.player
    if player is None or not is_waited_for(context, player):
        return ""
    if not player.code:  # they came back with a token after a restart
        return _("Your seat is kept.")
    return _("Your seat is kept<<; come back with: resume {code}|.>>", code=player.code)


_ever = partial(Command, where="anywhere", stateless=True)
_around = partial(_ever, topic="around")
_line = partial(_ever, topic="line")
_words = partial(_line, yields=True, answers=(TextRow,))
COMMANDS: Final = (
    _ever(
        "help [TOPIC]",
        _("what you can type; more about one word"),
        help.answer,
        topic="start",
        long=True,
        answers=(TextRow,),
        also=("?", "h", "menu", "man"),
    ),
    _around(
        "games [brief|GAME]", _("the games on this host"), _games, item=GameRow, by_itself=True
    ),
    _around(
        "rules [GAME]",
        _("the rules of a game"),
        _rules,
        item=TextRow,
        also=("rule",),
        most=ANY,
        dear=True,
    ),
    _line(
        "set KEY VALUE",
        _("how you read: width N, height N, colour on, bell on, accents off, lang fr"),
        _set,
        answers=(Setting,),
    ),
    _line(
        "commands",
        _("all commands with their arguments"),
        _commands,
        item=CommandRow,
        by_itself=True,
    ),
    _words("about", _("what this host is, and its version"), _about, also=("version",)),
    _words("clear", _("make room on the screen"), _clear, also=("cls",)),
    _words("hi [TEXT]", _("learn what to do next"), _hi, also=("hello", "hey")),
    _line(
        "ping [TOKEN]",
        _("get an answer when everything before it is done"),
        _ping,
        in_play=False,
        answers=(Pong,),
        by_itself=True,
    ),
    _line(
        "quit",
        _("disconnect; your seat in a game is kept"),
        _quit,
        fateful=True,
        also=("exit", "bye", "goodbye", "logout", "q"),
    ),
)

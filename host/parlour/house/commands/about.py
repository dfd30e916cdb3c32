"""Verbs about the line and this host: help, commands, games, rules, ping, set, quit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, assert_never

from parlour.api import (
    AnyGame,
    ChoiceOption,
    NumberOption,
    SeatOption,
    SwitchOption,
)
from parlour.engine.options import TableOption, options_of
from parlour.house.commands import play, questions
from parlour.house.commands.call import DONE, OPERATOR, Call, Command, Reply, whole_number
from parlour.house.refusals import CommandError
from parlour.house.sessions import Player
from parlour.house.tables.rooms import seat_of
from parlour.wire.codes import Code, Goodbye
from parlour.wire.encoding import MAX_WIDTH, MIN_WIDTH
from parlour.wire.messages import (
    CommandRow,
    Count,
    GameRow,
    Pong,
    Setting,
    TextRow,
    show_value,
)
from parlour.wire.text import near

_FIRST_HELP: Final = (
    "Type a line and press Enter. To begin:",
    "  name NAME      say who you are (or just type your name)",
    "  games          what can be played",
    "  tables         who is playing; join N to sit down, watch N to look on",
    "  new GAME       open a table; bot fills a seat; start begins",
    "  help WORD      more about one word; commands lists all of them",
)
_AT_TABLE: Final = "At the table:"
_SLASHED: Final = "At the table, now with a slash (/look): a line without one is a move."
_TABLE_HELP: Final = (
    "  look           the position        scores      the score",
    "  say TEXT       talk                leave       get up",
    "  rules GAME     the rules           options     this table's options",
)


def _help(call: Call) -> Reply:
    topic = call.request.rest.strip().lower().removeprefix("/")
    player = call.player
    if topic:
        return Reply(_topic(call, topic))
    lines = list(_FIRST_HELP)
    if call.session.operator:
        rows = (row for row in call.commands.values() if row.where == OPERATOR)
        lines += ["Operator:", *(f"  {row.usage:<28} {row.about}" for row in rows)]
    sits = seat_of(player)
    if sits is not None:
        room, seat = sits
        game = room.table.game
        bare = play.bare_verb(room, seat)
        lines = [_SLASHED if bare else _AT_TABLE, *_TABLE_HELP, f"In {game.title}:"]
        words = (*game.verbs, *game.questions)
        lines += [f"  {verb.usage:<28} {verb.about}" for verb in words]
        lines.append("More: help WORD, commands")
    return Reply(TextRow(what=tuple(lines)))


def _topic(call: Call, topic: str) -> TextRow:
    command = call.commands.get(topic)
    if command is not None:
        return TextRow(what=(f"{command.usage}: {command.about}.",))
    for game in call.tables.games.values():
        if topic == game.id:
            lines = [f"{game.title}: rules {game.id} - to play: new {game.id} [OPTION=VALUE ...]"]
            lines += [
                f"  {option.name}={show_value(option.default)}: {option.about}"
                for option in options_of(game, list(call.tables.lexicons))
            ]
            return TextRow(what=tuple(lines))
        for verb in (*game.verbs, *game.questions):
            if verb.name == topic:
                return TextRow(what=(f"{verb.usage}: {verb.about} ({game.title}).",))
    words = [*call.commands, *call.tables.games]
    for game in call.tables.games.values():
        words += [verb.name for verb in (*game.verbs, *game.questions)]
    close = near(topic, words)
    hint = f". Did you mean {close}?" if close else "; see: commands"
    raise CommandError(Code.USAGE, f"There is no help about {topic[:20]}{hint}", near=close)


def _commands(call: Call) -> Reply:
    rows = [
        CommandRow(verb=row.verb, usage=row.usage, about=row.about, where=row.where)
        for row in call.commands.values()
    ]
    rows += [
        CommandRow(verb=verb.name, usage=verb.usage, about=verb.about, where="game")
        for verb in questions.words_here(call.player)
    ]
    return Reply(Count(count=len(rows)), rows)


def _games(call: Call) -> Reply:
    rows = [game_row(game, list(call.tables.lexicons)) for game in call.tables.games.values()]
    return Reply(Count(count=len(rows), none="No games are installed here."), rows)


def game_row(game: AnyGame, lexicons: list[str]) -> GameRow:
    """What `games` tells of a game."""
    return GameRow(
        game=game.id,
        title=game.title,
        seats=(game.seats.start, game.seats.stop - 1),
        version=game.version,
        bots=tuple({"kind": bot.kind, "about": bot.about} for bot in game.bots),
        options=tuple(option_row(option) for option in options_of(game, lexicons)),
        forgets=game.forgotten(),
    )


def option_row(option: TableOption) -> Mapping[str, Any]:
    """An option as programs read it."""
    row: dict[str, Any] = {"name": option.name}
    match option:
        case ChoiceOption():
            row |= {"type": "choice", "default": option.default, "choices": option.choices}
        case NumberOption():
            row |= {"type": "int", "default": option.default}
            row |= {"min": option.min, "max": option.max}
        case SwitchOption():
            row |= {"type": "switch", "default": show_value(option.default)}
            row |= {"choices": ("on", "off")}
        case SeatOption():
            row |= {"type": "seat", "default": option.default, "choices": option.words}
        case _:
            assert_never(option)
    row["about"] = option.about
    return row


def find_game(call: Call, word: str, usage: str) -> AnyGame:
    """The game that *word* names. Raises CommandError."""
    games = call.tables.games
    if not word:
        raise CommandError(
            Code.USAGE, f"Which game? {', '.join(games) or 'none is here'}", usage=usage
        )
    game = games.get(word.lower())
    if game is None:
        close = near(word.lower(), list(games))
        hint = f". Did you mean {close}?" if close else f"; there are: {', '.join(games)}"
        raise CommandError(
            Code.NO_SUCH_GAME, f"There is no game {word[:20]} here{hint}", near=close
        )
    return game


def _rules(call: Call) -> Reply:
    words = call.words
    word = words[0] if words else _own_game(call.player)
    game = find_game(call, word, "rules GAME")
    rows: list[TextRow] = []
    for paragraph in game.rules_text.strip("\n").split("\n\n"):
        lines = tuple(paragraph.split("\n"))
        rows.append(TextRow(what=(*lines, "")))
    return Reply(Count(count=len(rows)), rows)


def _own_game(player: Player | None) -> str:
    return "" if player is None or player.room is None else player.room.table.game.id


def _ping(call: Call) -> Reply:
    return Reply(Pong(pong=call.request.rest.strip()[:64]))


def _set(call: Call) -> Reply:
    words = call.words
    usage = "set width N"
    if [word.lower() for word in words] in (["colour", "on"], ["colour", "off"]):
        call.session.colour = words[1].lower() == "on"
        return Reply(Setting(key="colour", value=call.session.colour))
    if len(words) != 2 or words[0].lower() != "width":
        text = "To change how you read: set width 79, or set colour on"
        raise CommandError(Code.USAGE, text, usage=usage)
    width = whole_number(words[1])
    if width is None or not MIN_WIDTH <= width <= MAX_WIDTH:
        text = f"The width is a number from {MIN_WIDTH} to {MAX_WIDTH}: set width 79"
        raise CommandError(Code.USAGE, text, usage=usage)
    call.session.width = width
    return Reply(Setting(key="width", value=width))


def _quit(call: Call) -> Reply:
    call.out.close(call.session, Goodbye.BYE, _bye(call.player))
    return DONE


def _bye(player: Player | None) -> str:
    if player is not None and player.room is not None:
        if not player.code:  # they came with a token, after the host had started again
            return "Goodbye. Your seat is kept."
        return f"Goodbye. Your seat is kept; come back with: resume {player.code}"
    return "Goodbye."


COMMANDS: Final = (
    Command(
        "help",
        "help [TOPIC]",
        "what can be typed; more about one word",
        "anywhere",
        "start",
        _help,
        stateless=True,
        long=True,
        answers=(TextRow,),
    ),
    Command(
        "games",
        "games",
        "the games that can be played here",
        "anywhere",
        "around",
        _games,
        stateless=True,
        long=True,
        answers=(Count,),
        item=GameRow,
    ),
    Command(
        "rules",
        "rules GAME",
        "the rules of a game",
        "anywhere",
        "around",
        _rules,
        stateless=True,
        long=True,
        answers=(Count,),
        item=TextRow,
    ),
    Command(
        "set",
        "set KEY VALUE",
        "settings of your line: width N, colour on",
        "anywhere",
        "line",
        _set,
        stateless=True,
        answers=(Setting,),
    ),
    Command(
        "commands",
        "commands",
        "every verb, with its usage",
        "anywhere",
        "line",
        _commands,
        stateless=True,
        long=True,
        answers=(Count,),
        item=CommandRow,
    ),
    Command(
        "ping",
        "ping [TOKEN]",
        "answered when all before it is done",
        "anywhere",
        "line",
        _ping,
        stateless=True,
        answers=(Pong,),
    ),
    Command(
        "quit", "quit", "say goodbye", "anywhere", "line", _quit, stateless=True, fateful=True
    ),
)

"""The parts of the screen beside the log: title, lobby, table, seats, question, help, status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from parlour.rendering import Span
from parlour.scene import Grid, Scene, Scores
from parlour.wire.text import clean, columns, wrap
from parlour_client.complete import known
from parlour_client.log import Kind
from parlour_client.model import Chair, Model, Offered, Place, Player, Table
from parlour_client.pending import Ended, Offline, Online
from parlour_client.screen.rows import Row, cut, ends, shortened, text, width_of, wrapped
from parlour_client.screen.scenes import Line, Looks, draw
from parlour_client.settings import Settings, shown
from parlour_client.source import Progress, State
from parlour_client.suggestions import invitation

HURRY_S: Final = 10
"""From here on, the countdown is highlighted."""
KEYS_SHOWN: Final = (
    ("help", "help"),
    ("older", "log"),
    ("find", "find"),
    ("pane", "room"),
    ("mask", "mask"),
    ("alerts", "alerts"),
    ("suspend", "shell"),
)
"""Keys that the bottom line shows as far as they fit, the most useful first."""
_NAMES_ROWS: Final = 2
_CALLED_OFF: Final = "The game was called off. This is the last position."
STATES: Final = {
    "open": "not begun",
    "playing": "playing",
    "paused": "paused",
    "over": "game over",
    "frozen": "stopped",
    "held": "held",
    "adjourned": "adjourned",
}
"""The states of a table, in words for people."""


def heading(left: str, right: str, width: int) -> Row:
    """A top line."""
    return ends(text(f" {left}", "title"), text(f"{right} ", "title"), width, "class:title")


def title(model: Model, where: str, width: int, key: str = "") -> Row:
    """The top line: what is shown, and the *key* that shows another table if there is one."""
    other = "" if model.next_table is None else f"{key}: table {model.next_table}"
    model = model.view
    table = model.table
    if table is None:
        return heading(f"{where} - {'replay' if model.past else 'lobby'}", other, width)
    if not known(table):
        return heading(f"{where} - table {table.number}", other, width)
    left = f"{model.title} - table {table.number} - {STATES.get(table.state, table.state)}"
    if model.past:
        return heading(left, "replay", width)
    watch = "" if table.seat is not None else "you watch"
    return heading(left, " - ".join(filter(None, (watch, other))), width)


def turn(model: Model) -> int | None:
    """The seat whose turn it is; None if it is nobody's, or unknown."""
    table = model.table
    if table is None or table.scene is None or table.state != "playing":
        return None
    return table.scene.turn


def position(table: Table, width: int, height: int, *, boxes: bool, word: str) -> list[Line]:
    """The position as a scene; before a game, the table in the words of the host."""
    if table.scene is None:
        return [[Span(clean(piece))] for line in table.look for piece in wrap(line, width)]
    called_off = table.state == "over" and table.scene.turn is not None
    looks = Looks(boxes, table.seat, word)
    drawn = draw(table.scene, width, height - called_off, looks)
    return [[Span(_CALLED_OFF, "strong")], *drawn] if called_off else drawn


def mark(chair: Chair, table: Table, turn: int | None) -> str:
    """What to know about a seat, in a word."""
    if chair.gone:
        return "left"
    if chair.away:
        return "disconnected"
    if table.state == "over" and chair.seat in table.winners:
        return "winner"
    if table.state in ("open", "over") and chair.ready and chair.bot is None:
        return "ready"
    return "turn" if turn == chair.seat else ""


def _shows_points(scene: Scene | None) -> bool:
    """Does the position itself say who has how many points?"""
    return scene is not None and any(
        isinstance(block, Scores)
        or (isinstance(block, Grid) and any(row.score for row in block.rows))
        for block in scene.blocks
    )


def _chair(chair: Chair, table: Table, turn: int | None) -> str:
    """`ann (you) 55 <- turn`, without the points if the position shows them."""
    words = [chair.name or "free"]
    if chair.seat == table.seat:
        words.append("(you)")
    if chair.points is not None and not _shows_points(table.scene):
        words.append(str(chair.points))
    what = mark(chair, table, turn)
    return " ".join([*words, f"<- {what}"] if what else words)


def _style(chair: Chair, table: Table, turn: int | None) -> str:
    if chair.name is None or chair.gone:
        return "dim"
    if chair.seat == turn:
        return "strong"
    return "mine" if chair.seat == table.seat else ""


def seats(table: Table, turn: int | None, width: int) -> list[Row]:
    """The players with points, and whose turn it is, one after another on a line."""
    rows: list[Row] = [[]]
    free = 0
    for chair in table.chairs:
        if chair.name is None:
            free += 1
            continue
        piece = text(_chair(chair, table, turn), _style(chair, table, turn))
        if rows[-1] and width_of(rows[-1]) + 3 + width_of(piece) > width:
            rows.append([])
        rows[-1] += [*(text(" | ", "dim") if rows[-1] else []), *piece]
    if free and table.state in ("open", "over"):
        rows[-1] += text(f" | {free} free" if rows[-1] else f"{free} free", "dim")
    if len(rows) > _NAMES_ROWS:
        rows = rows[:_NAMES_ROWS]
        rows[-1] = ends(rows[-1], text(" ..."), width)
    return rows if rows[0] else []


def seat_list(table: Table, turn: int | None, width: int, height: int) -> list[Row]:
    """The same, one to a line, where there is room."""
    taken = [chair for chair in table.chairs if chair.name is not None]
    if len(taken) > height:
        return seats(table, turn, width)
    rows: list[Row] = []
    for chair in taken:
        words = _chair(chair, table, turn)
        number = f"{chair.seat:>3} "
        rows.append(text(number, "dim") + text(cut(words, width - 4), _style(chair, table, turn)))
    return rows


def aside(words: str, width: int) -> list[Row]:
    """A line about another table; a question is highlighted."""
    if not words:
        return []
    return wrapped(words, width, "urgent" if words.startswith("=> ") else "talk", 1)


def clock(seconds: int) -> str:
    """`0:42`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def countdown(left_s: int, bank_s: int | None) -> str:
    """The time that is left, or what is left in the bank while that is used."""
    return clock(left_s) if bank_s is None else f"bank {clock(bank_s)}"


def question(
    model: Model, turn: int | None, now_ms: int, width: int, most: int, *, cut: bool = False
) -> list[Row]:
    """The question, with the time left; if *cut*, that was the time when we were disconnected."""
    urgent = model.asked is not None and model.asked.prompt.urgent and not model.past
    told = model.asked is not None or model.table is None or known(model.table)
    at = "" if model.table is None or model.glance is None else f"Table {model.table.number}: "
    words = ("=> " if urgent else "   ") + (at + invitation(model, turn) if told else "")
    left, bank = model.left_s(now_ms), model.bank_s(now_ms)
    right: Row = []
    if left is not None:
        halted = cut or model.left_ms is not None
        hurry = (left if bank is None else bank) <= HURRY_S and not halted
        mark = " ? " if cut else " paused" if halted else " !" if hurry else "  "
        right = text(f" {countdown(left, bank)}{mark}", "hot" if hurry else "")
    rows = wrapped(words, width - width_of(right), "urgent" if urgent else "question", most)
    rows[0] = ends(rows[0], right, width)
    return rows


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bottom line says."""

    where: str
    """The host."""
    name: str
    """Our name."""
    line: State | None
    """None: no ping has come back yet."""
    since_ms: int
    """Since when the connection has been in this state."""
    masked: bool
    asking: bool = False
    """A question is open before there is a connection."""
    alerts: bool = True
    """The bell rings when it is the player's turn."""
    keys: Sequence[str] = ()
    """Each key with what it does, the most useful first."""


def status(bar: Bar, now_ms: int, width: int) -> Row:
    """The bottom line: the host, the connection, the keys."""
    line = bar.line
    alarm = isinstance(line, Offline | Ended)
    match line:
        case None if not bar.asking:
            how = f"{bar.where}: connecting"
        case None | Online(lag_ms=None):
            how = bar.where
        case Online():
            how = f"{bar.where} {line.lag_ms} ms"
        case Offline():
            left_ms = bar.since_ms + round(1000 * line.again_in_s) - now_ms
            how = (
                f"OFFLINE, retry in {-(-left_ms // 1000)} s"
                if left_ms > 0
                else "OFFLINE, connecting"
            )
        case Ended():
            how = "CLOSED, press Enter"
        case Progress():
            how = line.text
    name = "" if isinstance(line, Progress) else bar.name
    left = f" {how}" + (f" | {name}" if name else "") + (" | MASKED" if bar.masked else "")
    left += "" if bar.alerts else " | SILENT"
    right = ""
    for key in bar.keys:
        if columns(left) + len(right) + len(key) + 3 <= width:
            right += f"  {key}"
    right += " "
    style = "alarm" if alarm else "status"
    return ends(text(left, style), text(right, style), width, f"class:{style}")


_NUMBER: Final = 4
_GAME: Final = 14
_STATE: Final = 12


def lobby(model: Model, width: int) -> list[Row]:
    """The lobby, a line for each table and game."""
    rows = [text("Tables", "strong")]
    rows += [_place(place, model, width) for place in model.places.values()]
    if not model.places:
        rows.append(text("  none yet", "dim"))
    rows.append(text("Games", "strong"))
    rows += [_game(game, width) for game in model.games.values()]
    rows.append(text("Players", "strong"))
    names = ", ".join(_player(player, model) for player in model.players)
    rows += wrapped(f"  {names}", width, most=3) if names else []
    return rows


def _place(place: Place, model: Model, width: int) -> Row:
    """`  3 Boggle     open       ann, bob (2 free)        join 3`."""
    offered = model.games.get(place.game)
    game = offered.title if offered is not None else place.game
    who = [name for name in place.seats if name is not None]
    people = ", ".join(who) or "nobody"
    if place.joinable:
        people += f" ({place.free} free)"
    state = STATES.get(place.state, place.state)
    line = f"{place.table:>{_NUMBER}} {_in(game, _GAME)}{state:<{_STATE}}{people}"
    verb = "join" if place.joinable else "watch"
    return _offering(line, f"{verb} {place.table}", width)


def _game(game: Offered, width: int) -> Row:
    least, most = game.seats
    players = f"{least} players" if least == most else f"{least} to {most} players"
    bots = ", ".join(bot.kind for bot in game.bots)
    line = f"     {_in(game.title, _GAME)}{players}" + (f"; bots: {bots}" if bots else "")
    return _offering(line, f"new {game.game}", width)


def _in(words: str, width: int) -> str:
    """*words* in a column of that width, with a gap after them."""
    short = shortened(words, width - 1)
    return short + " " * (width - columns(short))


def _offering(line: str, typed: str, width: int) -> Row:
    """What there is, and what to type for it."""
    right = text(f"  {typed} ", "good")
    return ends(text(shortened(line, width - width_of(right))), right, width)


def offered(row: Row) -> str:
    """What *row* of the lobby suggests typing; empty if nothing."""
    style, words = row[-1] if row else ("", "")
    return words.strip() if style == "class:good" else ""


def _player(player: Player, model: Model) -> str:
    name = f"{player.name} (you)" if player.name == model.name else player.name
    if player.away:
        return f"{name} (disconnected)"
    return name if player.table is None else f"{name} (table {player.table})"


_PLAYING: Final = (
    "Type a line, then Enter. ? lists what you can type now. A",
    "line with a slash, such as /look, goes to the host, even",
    "while the game asks for words.",
)
_LOOKING_BACK: Final = (
    "This is a replay. While the line below is empty:",
    "Space            stop, or go on",
    "Right  Left      one step on, or back, and stop",
    "Up  Down         twice as fast, half as fast",
    "Escape           back to your table",
)
_COLUMN: Final = 17


def help_page(model: Model, settings: Settings) -> tuple[str, ...]:
    """Everything to know about the keys now."""

    def line(does: str, *actions: str) -> str:
        keys = "  ".join(shown(settings.key(action)) for action in actions)
        return f"{keys:<{_COLUMN}}{does}"

    typed = () if model.past else ("Up  Down         lines you typed; Ctrl-R searches them",)
    return (
        *(_LOOKING_BACK if model.past else _PLAYING),
        "Tab  Shift-Tab   complete a word; again: the next one",
        *typed,
        line("scroll the log; End: the newest", "older", "newer"),
        line("find in the log what you typed", "find"),
        line("this page; hide what you type", "help", "mask"),
        line("more room for one part; next table", "pane", "table"),
        line("bell when it is your turn: off, on", "alerts"),
        line("back to the shell; fg returns", "suspend"),
        "Ctrl-C           empty the line; twice: leave",
    )


_NEWS: Final = frozenset({Kind.EVENT, Kind.TALK, Kind.HOST})


def meanwhile(model: Model, line: State, seen: int, now_ms: int) -> str:
    """One line about a table, of whose log *seen* entries were known; empty if all is quiet.

    It begins like a question if the player is wanted there.
    """
    if isinstance(line, Ended):
        return f"=> The host closed the connection: {line.why}"
    if isinstance(line, Offline):
        return "   You are disconnected from the host. The client reconnects by itself."
    asked = model.asked
    if asked is not None and (asked.prompt.urgent or asked.prompt.bare is not None):
        left_s = model.left_s(now_ms)
        time = "" if left_s is None else f" ({countdown(left_s, model.bank_s(now_ms))})"
        return f"=> It is your turn at table {asked.prompt.table}{time}. To return: Escape"
    news = [each for each in model.log.entries if each.number > seen and each.kind in _NEWS]
    if not news:
        return ""
    where = "in the lobby" if model.table is None else f"at table {model.table.number}"
    return f"   Meanwhile {where}: {news[-1].lines[-1].strip()}"

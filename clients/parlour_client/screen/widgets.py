"""The parts of the screen beside the log: title, lobby, table, seats, question, help, status."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from parlour.language import ENGLISH
from parlour.scene import Grid, Scene, Scores
from parlour.wire.text import clean, columns, wrap
from parlour_client.complete import known
from parlour_client.language import _, said
from parlour_client.log import Kind
from parlour_client.model import Chair, Model, Table
from parlour_client.pending import Ended, Offline, Online
from parlour_client.screen.rows import Row, cut, ends, shortened, text, width_of, wrapped
from parlour_client.screen.scenes import Looks, draw
from parlour_client.screen.tiles import Line, Span
from parlour_client.settings import Settings, shown
from parlour_client.source import Progress, State
from parlour_client.suggestions import invitation

HURRY_S: Final = 10
"""From here on, the countdown is highlighted."""
DAY_S: Final = 86_400
"""From here on, a clock shows whole hours."""
_NARROW: Final = 60
"""A narrower screen has no line to spare for the title of a scene."""
_ABOUT_LEAST: Final = 8
"""Columns of that title, if there is not room for all of it."""
_BAR: Final = 12
_BAR_LEAST: Final = 4
"""Columns of the bar of the time."""
_KEYS_SHOWN: Final = (
    ("help", _("help")),
    ("older", _("log")),
    ("find", _("find")),
    ("pane", _("room")),
    ("mask", _("mask")),
    ("alerts", _("alerts")),
    ("suspend", _("shell")),
)
_OF_THE_SHELL: Final = frozenset({"suspend"})
"""Keys that a player has only if the client runs in their shell."""
_NAMES_ROWS: Final = 2
_CALLED_OFF: Final = _("The game was called off. This is the last position.")
STATES: Final = {
    "open": _("not begun"),
    "playing": _("playing"),
    "paused": _("paused"),
    "over": _("game over"),
    "frozen": _("stopped"),
    "held": _("held"),
    "adjourned": _("adjourned"),
}
"""The states of a table, in words for people."""


def heading(name: str, facts: Sequence[str], right: Row, width: int) -> Row:
    """A top line: a name, what else there is to say, and *right* at its end."""
    rest = "".join(f"  {fact}" for fact in facts if fact)
    left = text(f" {name}", "title-name") + text(rest, "title")
    return ends(left, [*right, *text(" ", "title")], width, "class:title")


def title(model: Model, where: str, width: int, clock: Row, key: str = "") -> tuple[Row, bool]:
    """The top line, with the *clock* and the *key* that shows another table; and whether it has
    the title of the scene, for which there may be no room.
    """
    lang, other = model.lang, ""
    if model.next_table is not None:
        other = said(_("{key}: table {table}", key=key, table=model.next_table), lang)
    past, table = model.past, model.view.table
    if table is None:
        name = said(_("replay") if past else _("lobby"), lang)
        return heading(name.capitalize(), [where], text(other, "title"), width), False
    at = said(_("table {table}", table=table.number), lang)
    if not known(table):
        return heading(where, [at], text(other, "title"), width), False
    state = "" if table.state == "playing" else said(STATES.get(table.state, table.state), lang)
    watch = "" if past or table.seat is not None else said(_("you watch"), lang)
    again = said(_("replay"), lang) if past else ""
    scene = "" if table.scene is None else table.scene.title.removesuffix(".")
    game = model.view.title
    right = "  ".join(filter(None, (again, watch, other)))
    room = width - columns(f" {game}  {at}  {state}  {right}  ") - width_of(clock)
    least = _ABOUT_LEAST if width < _NARROW else columns(scene)
    fits = room >= min(least, columns(scene))
    about = shortened(scene, room) if fits and scene != game else ""
    gap = "  " if right and clock else ""
    return heading(game, [at, about, state], text(right + gap, "title") + clock, width), fits


def turn(model: Model) -> int | None:
    """The seat whose turn it is; None if it is nobody's, or unknown."""
    table = model.table
    if table is None or table.scene is None or table.state != "playing":
        return None
    return table.scene.turn


def position(table: Table, width: int, height: int, looks: Looks) -> list[Line]:
    """The position as a scene; before a game, the table in the words of the host."""
    if table.scene is None:
        return [[Span(clean(piece))] for line in table.look for piece in wrap(line, width)]
    over = table.state == "over"
    head: list[Line] = []
    if over and table.scene.turn is not None:
        head = [[Span(said(_CALLED_OFF, looks.lang), "strong")]]
    elif over and looks.tiles:
        head = _banner(table, looks.lang)
    return [*head, *draw(table.scene, width, height - len(head), looks)]


def _banner(table: Table, lang: str) -> list[Line]:
    """Who has won, or what all have reached together, in gold unless they have lost."""
    if table.together is not None:
        points, of, won = table.together
        texts = {
            True: _("Everybody wins: {points} of {of}!"),
            False: _("Everybody loses: {points} of {of}"),
            None: _("Together: {points} of {of}"),
        }
        told = texts[won].filled(points=points, of=of)
        return [[Span(f"   {said(told, lang)}   ", "strong" if won is False else "tile-new")]]
    if table.nobody:
        return [[Span(f"   {said(_('Nobody wins'), lang)}   ", "strong")]]
    names = [c.name for c in table.chairs if c.seat in table.winners and c.name is not None]
    if not names:
        return []
    text = _("You win!")
    if len(table.winners) > 1 or table.seat not in table.winners:
        *first, last = names
        both = _("{names} and {last}", names=", ".join(first), last=last) if first else last
        text = _.count("{names} wins!", "{names} win!", len(names), names=both)
    return [[Span(f"   {said(text, lang)}   ", "tile-new")]]


def mark(chair: Chair, table: Table, turn: int | None) -> str:
    """What to know about a seat, in a word."""
    if chair.gone:
        return _("left")
    if chair.away:
        return _("disconnected")
    if table.state == "over" and chair.seat in table.winners:
        return _("winner")
    if table.state in ("open", "over") and chair.ready and chair.bot is None:
        return _("ready")
    return _("turn") if turn == chair.seat else ""


def _shows_points(scene: Scene | None) -> bool:
    """Does the position itself say who has how many points?"""
    return scene is not None and any(
        isinstance(block, Scores)
        or (isinstance(block, Grid) and any(row.score for row in block.rows))
        for block in scene.blocks
    )


def _chair(chair: Chair, table: Table, turn: int | None, lang: str) -> str:
    """`ann (you) 55 <- turn`, without the points if the position shows them."""
    words = [chair.name or said(_("free"), lang)]
    if chair.seat == table.seat:
        words.append(said(_("(you)"), lang))
    if chair.points is not None and not _shows_points(table.scene):
        words.append(str(chair.points))
    what = said(mark(chair, table, turn), lang)
    return " ".join([*words, f"<- {what}"] if what else words)


def _style(chair: Chair, table: Table, turn: int | None) -> str:
    if chair.name is None or chair.gone:
        return "dim"
    if chair.seat == turn:
        return "strong"
    return "mine" if chair.seat == table.seat else ""


def all_told(table: Table) -> bool:
    """Does the position itself have a row for each player, and is there no more to say of them?"""
    blocks = () if table.scene is None else table.scene.blocks
    told = {row.seat for block in blocks if isinstance(block, Grid) for row in block.rows}
    told |= {
        seat
        for block in blocks
        if isinstance(block, Scores)
        for row in block.rows
        for seat in row.seats
    }
    return all(
        chair.seat in told and not (chair.gone or chair.away)
        for chair in table.chairs
        if chair.name is not None
    )


def seats(table: Table, turn: int | None, width: int, lang: str = ENGLISH) -> list[Row]:
    """The players with points, and whose turn it is, one after another on a line."""
    rows: list[Row] = [[]]
    free = 0
    for chair in table.chairs:
        if chair.name is None:
            free += 1
            continue
        piece = text(_chair(chair, table, turn, lang), _style(chair, table, turn))
        if rows[-1] and width_of(rows[-1]) + 3 + width_of(piece) > width:
            rows.append([])
        rows[-1] += [*(text(" | ", "dim") if rows[-1] else []), *piece]
    if free and table.state in ("open", "over"):
        gap = " | " if rows[-1] else ""
        rows[-1] += text(gap + said(_.count("1 free", "{n} free", free), lang), "dim")
    if len(rows) > _NAMES_ROWS:
        rows = rows[:_NAMES_ROWS]
        rows[-1] = ends(rows[-1], text(" ..."), width)
    return rows if rows[0] else []


def seat_list(
    table: Table, turn: int | None, width: int, height: int, lang: str = ENGLISH
) -> list[Row]:
    """The same, one to a line, where there is room."""
    taken = [chair for chair in table.chairs if chair.name is not None]
    if len(taken) > height:
        return seats(table, turn, width, lang)
    rows: list[Row] = []
    for chair in taken:
        words = _chair(chair, table, turn, lang)
        number = f"{chair.seat:>3} "
        rows.append(text(number, "dim") + text(cut(words, width - 4), _style(chair, table, turn)))
    return rows


def aside(words: str, width: int) -> list[Row]:
    """A line about another table; a question is highlighted."""
    if not words:
        return []
    return wrapped(words, width, "urgent" if words.startswith("=> ") else "talk", 1)


def clock(seconds: int) -> str:
    """`0:42`, or `71 h` in a game over days."""
    if seconds >= DAY_S:
        return f"{seconds // 3600} h"
    return f"{seconds // 60}:{seconds % 60:02}"


def countdown(left_s: int, bank_s: int | None, lang: str) -> str:
    """The time that is left, or what is left in the bank while that is used."""
    if bank_s is None:
        return clock(left_s)
    return said(_("bank {time}", time=clock(bank_s)), lang)


def time_left(model: Model, now_ms: int, *, cut: bool = False) -> Row:
    """The clock; if *cut*, it shows the time when we were disconnected."""
    left, bank = model.left_s(now_ms), model.bank_s(now_ms)
    if left is None:
        return []
    halted = cut or model.left_ms is not None
    hurry = (left if bank is None else bank) <= HURRY_S and not halted
    mark = " ?" if cut else said(_(" paused"), model.lang) if halted else " !" if hurry else ""
    shown = f"{countdown(left, bank, model.lang)}{mark}"
    return text(shown, "title-hot" if hurry else "title-clock")


def time_bar(left: int | None, span: int, room: int) -> Row:
    """How much of the *span* of the time is *left*, if there is *room* for a bar."""
    most = min(_BAR, room - 2)
    if left is None or not span or most < _BAR_LEAST:
        return []
    full = min(most, -(-most * left // span))
    line = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"
    return text(" " + line * full, "accent") + text(line * (most - full) + " ", "rule")


def question(
    model: Model, turn: int | None, width: int, most: int, *, boxes: bool, status: bool
) -> list[Row]:
    """The question. With *status*, it says in the words of the game whom that waits for."""
    urgent = model.asked is not None and model.asked.prompt.urgent and not model.past
    told = model.asked is not None or model.table is None or known(model.table)
    asked = invitation(model, turn, status=status) if told else ""
    if told and model.table is not None and model.glance is not None:
        text_at = _("Table {table}: {question}", table=model.table.number, question=asked)
        asked = said(text_at, model.lang)
    mark = "   " if not urgent else " \N{BLACK RIGHT-POINTING SMALL TRIANGLE} " if boxes else "=> "
    style = "urgent" if urgent else "question"
    rows = wrapped(f"   {asked}", width, style, most, "   ")
    rows[0] = [*text(mark, "accent"), *text(rows[0][0][1][len(mark) :], style)]
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
    lang: str = ENGLISH
    alerts: bool = True
    """The bell rings when it is the player's turn."""
    keys: Sequence[str] = ()
    """Each key with what it does, the most useful first."""


def status(bar: Bar, now_ms: int, width: int) -> Row:
    """The bottom line: the host, the connection, the keys."""
    line = bar.line
    alarm = isinstance(line, Offline | Ended)
    how: str
    match line:
        case None if not bar.asking:
            how = _("{where}: connecting", where=bar.where)
        case None | Online(lag_ms=None):
            how = bar.where
        case Online():
            how = f"{bar.where} {line.lag_ms} ms"
            if line.exposed:
                how = _("{how}, not encrypted", how=how)
        case Offline():
            left_ms = bar.since_ms + round(1000 * line.again_in_s) - now_ms
            how = _("OFFLINE, connecting")
            if left_ms > 0:
                how = _("OFFLINE, retry in {seconds} s", seconds=-(-left_ms // 1000))
        case Ended():
            how = _("CLOSED, press Enter")
        case Progress():
            how = line.text
    name = "" if isinstance(line, Progress) else bar.name
    more = said(_("  MASKED"), bar.lang) if bar.masked else ""
    more += "" if bar.alerts else said(_("  SILENT"), bar.lang)
    how = f" {said(how, bar.lang)}"
    left = how + (f"  {name}" if name else "") + more
    right = ""
    for key in bar.keys:
        shorter = said(key, bar.lang)
        if columns(left) + columns(right) + columns(shorter) + 3 <= width:
            right += f"  {shorter}"
    right += " "
    style = "alarm" if alarm else "status"
    named = "alarm" if alarm else "status-name"
    words = text(how, style) + text(left[len(how) : len(left) - len(more)], named)
    return ends(words + text(more, style), text(right, style), width, f"class:{style}")


_PLAYING: Final = _(
    "Type a line, then Enter. ? lists what you can type now. A line with a slash, such as "
    "/look, goes to the host, even while the game asks for words."
)
_LOOKING_BACK: Final = (
    (("space",), _("stop, or go on")),
    (("right", "left"), _("one step on, or back, and stop")),
    (("up", "down"), _("twice as fast, half as fast")),
    (("escape",), _("back to your table")),
)
_SETS: Final = _("/theme, /alerts, /mouse: colours, bell, mouse")
_COLUMN: Final = 17
_HELP_COLUMNS: Final = 58
"""Columns of the page, which fit beside nothing else on any screen."""


def keys_shown(*, hosted: bool) -> list[tuple[str, str]]:
    """Keys that the bottom line shows as far as they fit, the most useful first."""
    return [each for each in _KEYS_SHOWN if not (hosted and each[0] in _OF_THE_SHELL)]


def help_page(model: Model, settings: Settings, *, hosted: bool = False) -> tuple[str, ...]:
    """Everything to know about the keys now; the client is *hosted* as in `run`."""

    def line(does: str, *keys: str) -> str:
        names = "  ".join(said(shown(key), model.lang) for key in keys)
        return f"{names:<{_COLUMN}}{said(does, model.lang)}"

    def named(does: str, *actions: str) -> str:
        return line(does, *map(settings.key, actions))

    if model.past:
        first = [said(_("This is a replay. While the line below is empty:"), model.lang)]
        first += [line(does, *keys) for keys, does in _LOOKING_BACK]
    else:
        first = wrap(said(_PLAYING, model.lang), _HELP_COLUMNS, "")
    own = () if model.past else (said(_SETS, model.lang),)
    typed = () if model.past else (line(_("lines you typed; Ctrl-R searches them"), "up", "down"),)
    shell = () if hosted else (named(_("back to the shell; fg returns"), "suspend"),)
    return (
        *first,
        line(_("complete a word; again: the next one"), "tab", "s-tab"),
        *typed,
        named(_("scroll the log; End: the newest"), "older", "newer"),
        named(_("find in the log what you typed"), "find"),
        named(_("this page; hide what you type"), "help", "mask"),
        named(_("more room for one part; next table"), "pane", "table"),
        named(_("bell when it is your turn: off, on"), "alerts"),
        *shell,
        *own,
        line(_("empty the line; twice: leave"), "c-c"),
    )


_NEWS: Final = frozenset({Kind.EVENT, Kind.TALK, Kind.HOST})


def meanwhile(model: Model, line: State, seen: int, now_ms: int) -> str:
    """One line about a table, of whose log *seen* entries were known; empty if all is quiet.

    It begins like a question if the player is wanted there.
    """
    lang = model.lang
    if isinstance(line, Ended):
        return "=> " + said(_("The host closed the connection: {why}", why=line.why), lang)
    if isinstance(line, Offline):
        text = _("You are disconnected from the host. The client reconnects by itself.")
        return "   " + said(text, lang)
    asked = model.asked
    if asked is not None and (asked.prompt.urgent or asked.prompt.bare is not None):
        left_s = model.left_s(now_ms)
        time = ""
        if left_s is not None:
            time = f" ({countdown(left_s, model.bank_s(now_ms), lang)})"
        text = _("It is your turn at table {table}{time}. To return: Escape")
        table = asked.prompt.table
        return "=> " + said(text.filled(table=table, time=time), lang)
    news = [each for each in model.log.entries if each.number > seen and each.kind in _NEWS]
    if not news:
        return ""
    newest = news[-1].lines[-1].strip()
    what = _("Meanwhile in the lobby: {news}", news=newest)
    if model.table is not None:
        at = _("Meanwhile at table {table}: {news}")
        what = at.filled(table=model.table.number, news=newest)
    return "   " + said(what, lang)

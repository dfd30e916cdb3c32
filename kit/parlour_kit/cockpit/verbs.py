"""The commands of the cockpit. A line that is none of them is a move of the seat that is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from parlour.api import Seat
from parlour.language import translated
from parlour_kit import position
from parlour_kit.cockpit import moves
from parlour_kit.cockpit.lines import act_told, both
from parlour_kit.cockpit.seen import AnyViewer, Raw
from parlour_kit.cockpit.session import Cockpit, Denied
from parlour_kit.editing import value_of
from parlour_kit.language import _
from parlour_kit.position import Edit, Join, Leave, PositionFault

LISTED: Final = 400
"""The most acts of a list."""
NO_MOVE: Final = _("No bot wants to move now.")
JUMP_MOST: Final = 6
"""Digits of a number of acts, or of seconds."""


class Reply(NamedTuple):
    """What the author reads about a line. `ok`: it was carried out. Otherwise nothing changed."""

    lines: Sequence[str]
    ok: bool = True
    page: bool = False
    """The lines are a list or a page to read, not a sentence about what happened."""


@dataclass(frozen=True)
class Command:
    """A command, by its verb."""

    verb: str
    usage: str
    about: str
    run: Callable[[Cockpit, str], Reply]


def do(cockpit: Cockpit, line: str) -> Reply:
    """Carry out *line*: a command, or a move of the seat that is asked. Never raises."""
    try:
        return _done(cockpit, line.strip())
    except Denied as denied:
        return Reply([_said(cockpit, str(denied.args[0]))], ok=False)
    except PositionFault as fault:
        return Reply([str(fault)], ok=False)


def _said(cockpit: Cockpit, text: str) -> str:
    return str(translated(text, cockpit.lang))


def _done(cockpit: Cockpit, line: str) -> Reply:
    if not line:
        return _entered(cockpit)
    first, _space, rest = line.removeprefix("/").partition(" ")
    command = COMMANDS.get(first.lower())
    if command is not None and (line.startswith("/") or not _is_move(cockpit, line, first)):
        return command.run(cockpit, rest.strip())
    cockpit.type(cockpit.acting, line)
    return _after_act(cockpit)


def _is_move(cockpit: Cockpit, line: str, first: str) -> bool:
    """Is a line that begins like a command a move of the game?"""
    if first.lower() in cockpit.game.verb_names:
        return True
    try:
        moment, seat = cockpit.node.now, cockpit.acting
        return moves.is_word(cockpit.game, moment, seat, line, cockpit.lang)
    except Exception:  # noqa: BLE001 - the viewers read about it
        return False


def _entered(cockpit: Cockpit) -> Reply:
    """An empty line: what it stands for now, or else nothing."""
    prompt = cockpit.prompts.get(cockpit.acting)
    if prompt is None or prompt.enter is None:
        return Reply([])
    cockpit.type(cockpit.acting, f"/{prompt.enter}")
    return _after_act(cockpit)


def _after_act(cockpit: Cockpit, told: Sequence[str] = ()) -> Reply:
    """Let bots move if they do so by themselves."""
    lines = list(told)
    if cockpit.bots_go and cockpit.bots and not cockpit.by_and_by:
        number = cockpit.bots_move()
        if number:
            text = _.count("A bot has moved.", "Bots have made {n} moves.", number)
            lines.append(_said(cockpit, text))
    return Reply(lines)


# --- words of a line -------------------------------------------------------------------------


def _seat(cockpit: Cockpit, word: str) -> Seat:
    """Return the seat that *word* names: `bob`, `2` or `seat2`. Raises Denied."""
    small = word.lower()
    for seat, name in cockpit.names.items():
        if small in (name, str(seat), f"seat{seat}"):
            return seat
    names = ", ".join(cockpit.called(seat) for seat in cockpit.node.now.seats)
    raise Denied(_("There is no seat {word}. Seats: {names}", word=word[:20], names=names))


def viewer_named(cockpit: Cockpit, word: str) -> AnyViewer:
    """Return the viewer that *word* names. Raises Denied."""
    small = word.lower()
    for viewer in cockpit.viewers:
        if small == cockpit.called(viewer):
            return viewer
    if any(sign.isdecimal() for sign in word):
        seat = _seat(cockpit, word)
        if seat in cockpit.node.now.seats:
            return seat
    names = ", ".join(map(cockpit.called, cockpit.viewers))
    raise Denied(_("There is no viewer {word}. Viewers: {names}", word=word[:20], names=names))


def _number(word: str, usage: str) -> int:
    if not word.isdecimal() or len(word) > JUMP_MOST:
        raise Denied(_("A number is needed: {usage}", usage=usage))
    return int(word)


# --- looking ----------------------------------------------------------------------------------


def _see(cockpit: Cockpit, rest: str) -> Reply:
    words = rest.split()
    if not 0 < len(words) <= 2:
        names = " ".join(map(cockpit.called, cockpit.viewers))
        raise Denied(_("Name one viewer or two, such as: see {names}", names=names))
    found = [viewer_named(cockpit, word) for word in words]
    cockpit.left = found[0]
    if len(found) == 2:
        cockpit.right = found[1]
    return Reply([])


def _json(cockpit: Cockpit, rest: str) -> Reply:
    cockpit.machine = not cockpit.machine
    return Reply([])


def _lang(cockpit: Cockpit, rest: str) -> Reply:
    if not rest.isalpha() or len(rest) != 2:
        raise Denied(_("Name a language by its two letters, such as: lang fr"))
    cockpit.lang = rest.lower()
    return Reply([])


def _acts(cockpit: Cockpit, rest: str) -> Reply:
    return Reply(list(acts_listed(cockpit)), page=True)


def acts_listed(cockpit: Cockpit) -> Iterator[str]:
    """Yield the acts of the line that is shown. `>` is where we are; `+` has other ways on."""
    path = cockpit.node.tip.path[:LISTED]
    for number, node in enumerate(path):
        here = ">" if node is cockpit.node else " "
        more = " +" if len(node.children) > 1 else ""
        what = _said(cockpit, _("the start")) if node.act is None else act_told(cockpit, node)
        broken = f"  ({node.fault})" if node.moment is None else ""
        yield f"{here}{number:>4}  {what}{more}{broken}"


def _lines(cockpit: Cockpit, rest: str) -> Reply:
    found: list[str] = []
    tip = cockpit.node.tip
    for number, end in enumerate(cockpit.root.ends[:LISTED], 1):
        here = ">" if end is tip else " "
        acts = _.count("1 act", "{n} acts", end.depth)
        last = _said(cockpit, _("the start")) if end.act is None else act_told(cockpit, end)
        found.append(f"{here}{number:>4}  {_said(cockpit, acts)}: {last}")
    return Reply(found, page=True)


def _line(cockpit: Cockpit, rest: str) -> Reply:
    ends = cockpit.root.ends
    number = _number(rest, "line NUMBER")
    if not 0 < number <= len(ends):
        raise Denied(_("There are {n} lines. To see them: lines", n=len(ends)))
    cockpit.show(ends[number - 1])
    return Reply([])


# --- in time ----------------------------------------------------------------------------------


def _go_to(cockpit: Cockpit, number: int) -> Reply:
    path = cockpit.node.tip.path
    if not 0 <= number < len(path):
        most = len(path) - 1
        raise Denied(_("This line has the positions 0 to {most}.", most=most))
    cockpit.show(path[number])
    # Going back must not forget the way forward.
    path[-1].lead_here()
    return Reply([])


def _back(cockpit: Cockpit, rest: str) -> Reply:
    steps = _number(rest, "back [STEPS]") if rest else 1
    if cockpit.node.parent is None:
        raise Denied(_("This is the start."))
    return _go_to(cockpit, max(0, cockpit.node.depth - steps))


def _forward(cockpit: Cockpit, rest: str) -> Reply:
    steps = _number(rest, "forward [STEPS]") if rest else 1
    tip = cockpit.node.tip
    if tip is cockpit.node:
        raise Denied(_("This is the end of the line."))
    return _go_to(cockpit, min(tip.depth, cockpit.node.depth + steps))


def _go(cockpit: Cockpit, rest: str) -> Reply:
    if rest in ("end", ""):
        return _go_to(cockpit, cockpit.node.tip.depth)
    return _go_to(cockpit, _number(rest, "go NUMBER"))


def _wait(cockpit: Cockpit, rest: str) -> Reply:
    if rest:
        ran_out = cockpit.pass_time(1000 * _number(rest, "wait [SECONDS]"))
        return _after_act(cockpit) if ran_out else Reply([])
    cockpit.wait()
    return _after_act(cockpit)


def _clock(cockpit: Cockpit, rest: str) -> Reply:
    cockpit.running = {"run": True, "stop": False}.get(rest.lower(), not cockpit.running)
    text = _("The clock runs.") if cockpit.running else _("The clock is stopped.")
    return Reply([_said(cockpit, text)])


# --- acts -------------------------------------------------------------------------------------


def _as(cockpit: Cockpit, rest: str) -> Reply:
    word, _space, line = rest.partition(" ")
    if not word:
        raise Denied(_("Name a seat, and a move if you like: as bob MOVE"))
    seat = _seat(cockpit, word)
    if line.strip():
        cockpit.type(seat, line)
        return _after_act(cockpit)
    if seat not in cockpit.node.now.seats:
        raise Denied(_("Nobody sits at seat {seat}.", seat=seat))
    cockpit.acting = seat
    return Reply([])


def _leave(cockpit: Cockpit, rest: str) -> Reply:
    seat = _seat(cockpit, rest) if rest else cockpit.acting
    if seat not in cockpit.node.now.seats or cockpit.over:
        raise Denied(_("Only somebody who plays can leave."))
    cockpit.act(Leave(seat))
    return _after_act(cockpit)


def _join(cockpit: Cockpit, rest: str) -> Reply:
    try:
        free = list(cockpit.game.rules.free(cockpit.node.now.state))
    except Exception:  # noqa: BLE001 - a game that cannot say so offers none
        free = []
    if not free or cockpit.over:
        raise Denied(_("The game offers no seat to a newcomer now."))
    cockpit.act(Join(_seat(cockpit, rest) if rest else free[0]))
    return _after_act(cockpit)


def _bot(cockpit: Cockpit, rest: str) -> Reply:
    word, _space, kind = rest.partition(" ")
    if not word:
        raise Denied(_("Name a seat, and a bot: bot bob random"))
    seat, kind = _seat(cockpit, word), kind.strip()
    if kind.lower() == "off":
        cockpit.bots.pop(seat, None)
        return Reply([])
    usual = cockpit.game.bots[0].kind if cockpit.game.bots else "random"
    cockpit.bots[seat] = cockpit.bot_named(kind or usual)
    return _after_act(cockpit)


def _think(cockpit: Cockpit, rest: str) -> Reply:
    if rest.lower() in ("on", "off"):
        cockpit.bots_go = rest.lower() == "on"
        return _after_act(cockpit)
    if not cockpit.bots:
        raise Denied(_("No seat has a bot. To give it one: bot bob random"))
    most = _number(rest, "think [MOVES]") if rest else 1
    if not cockpit.thinkers or not (cockpit.by_and_by or cockpit.bots_move(most)):
        raise Denied(NO_MOVE)
    cockpit.due = most if cockpit.by_and_by else 0
    return Reply([])


def _twin(cockpit: Cockpit, rest: str) -> Reply:
    """Compare the position with another one, which should look the same to a viewer."""
    if rest.lower() == "off":
        cockpit.twin = cockpit.pin = cockpit.pinned_at = None
        return Reply([])
    viewer = viewer_named(cockpit, rest) if rest else cockpit.left
    if isinstance(viewer, Raw):
        raise Denied(_("A twin looks the same to a seat or to the watcher: twin ann"))
    if cockpit.compare_twin(viewer):
        text = _(
            "On the right is another position that must look the same to {viewer}: each mark is "
            "a leak. Moves are made in both. To end it: twin off"
        )
    else:
        text = _("The game hides nothing from {viewer} here, or resample changes nothing.")
    return Reply([_said(cockpit, text.filled(viewer=cockpit.called(viewer)))])


def _set(cockpit: Cockpit, rest: str) -> Reply:
    name, _space, value = rest.partition(" ")
    if not value.strip():
        raise Denied(_("Name a field of the state, and a value: set turn 2"))
    cockpit.act(Edit(name, value_of(value.strip())))
    return Reply([])


# --- files ------------------------------------------------------------------------------------


def _file(rest: str, usage: str) -> Path:
    if not rest:
        raise Denied(_("Name a file: {usage}", usage=usage))
    return Path(rest).expanduser()


def _save(cockpit: Cockpit, rest: str) -> Reply:
    path = _file(rest, "save FILE")
    position.write(path, cockpit.position())
    return Reply([_said(cockpit, _("The position is in {path}.", path=path))])


def _load(cockpit: Cockpit, rest: str) -> Reply:
    cockpit.load(position.read(_file(rest, "load FILE")))
    return Reply([line for line in (cockpit.about, cockpit.trouble) if line])


def _begin(cockpit: Cockpit, rest: str) -> Reply:
    seed = cockpit.origin.seed
    if rest:
        seed = _number(rest, "begin [SEED]")
    cockpit.load(msgspec.structs.replace(cockpit.origin, seed=seed))
    return Reply([])


def _look(cockpit: Cockpit, rest: str) -> Reply:
    return Reply(both(cockpit), page=True)


def _help(cockpit: Cockpit, rest: str) -> Reply:
    return Reply(help_page(cockpit), page=True)


def help_page(cockpit: Cockpit) -> list[str]:
    """Return what can be typed."""
    wide = max(len(command.usage) for command in COMMANDS.values())
    head = _(
        "Type a move for the seat before the prompt, or a command. A line with a slash is always "
        "a command, also while the game asks for words."
    )
    rows = [f"  {each.usage:{wide}}  {_said(cockpit, each.about)}" for each in COMMANDS.values()]
    return [_said(cockpit, head), "", *rows]


def _quit(cockpit: Cockpit, rest: str) -> Reply:
    return Reply([])  # whoever runs the cockpit ends it


QUIT: Final = frozenset({"quit", "exit"})

_ALL: Final = (
    Command(
        "as", "as SEAT [MOVE]", _("make a move as that seat, or type for it from now on"), _as
    ),
    Command("see", "see VIEWER [VIEWER]", _("show a seat, watcher or raw, or two of them"), _see),
    Command("look", "look", _("both viewers as lines of text"), _look),
    Command("back", "back [STEPS]", _("a step back"), _back),
    Command("forward", "forward [STEPS]", _("a step forward"), _forward),
    Command("go", "go NUMBER|end", _("to a position of this line"), _go),
    Command("acts", "acts", _("list what has happened in this line"), _acts),
    Command("lines", "lines", _("list the lines that you have tried"), _lines),
    Command("line", "line NUMBER", _("turn to the end of another line"), _line),
    Command("wait", "wait [SECONDS]", _("let the clock run out, or some time pass"), _wait),
    Command("clock", "clock run|stop", _("let the clock run, or stop it"), _clock),
    Command("leave", "leave [SEAT]", _("a player leaves for good"), _leave),
    Command("join", "join [SEAT]", _("a newcomer takes a seat that the game offers"), _join),
    Command("bot", "bot SEAT [KIND|off]", _("give a seat to a bot, or take it back"), _bot),
    Command(
        "think", "think [MOVES|on|off]", _("let bots move: now, or always by themselves"), _think
    ),
    Command(
        "twin", "twin [VIEWER|off]", _("look for a leak: a position that must look alike"), _twin
    ),
    Command("set", "set FIELD VALUE", _("change a field of the state: set turn 2"), _set),
    Command("json", "json", _("show what programs read, or the picture again"), _json),
    Command("lang", "lang LANGUAGE", _("read the game in that language: lang fr"), _lang),
    Command("save", "save FILE", _("keep the position in a file"), _save),
    Command("load", "load FILE", _("show a position from a file"), _load),
    Command(
        "begin", "begin [SEED]", _("begin again, with other luck if you name a number"), _begin
    ),
    Command("help", "help", _("show this page"), _help),
    Command("quit", "quit", _("leave"), _quit),
)
COMMANDS: Final = {command.verb: command for command in _ALL}

"""The cockpit as lines of text: for a pipe, a test, or a screen reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from parlour.api import Seat
from parlour.language import translated
from parlour.rendering import plain
from parlour.scene import Scene, SceneFault
from parlour.texts import wrap
from parlour_kit import position
from parlour_kit.cockpit.marks import (
    SIGN,
    Compared,
    different_events,
    different_fields,
    marked,
    narrowed,
)
from parlour_kit.cockpit.seen import RAW, AnyViewer, Said, Seen, seen
from parlour_kit.cockpit.session import Cockpit
from parlour_kit.cockpit.tree import Node
from parlour_kit.editing import Field
from parlour_kit.language import _
from parlour_kit.position import Join, Leave, Twin

WIDTH: Final = 79
_INDENT: Final = "  "


def where(cockpit: Cockpit) -> str:
    """Return the position in a line: its number, and the time."""
    node = cockpit.node
    what = _("the start") if node.act is None else act_told(cockpit, node)
    parts: list[str] = [_("{n} of {most}: {what}", n=node.depth, most=node.tip.depth, what=what)]
    clock = time_told(cockpit)
    if clock:
        parts.append(clock)
    if cockpit.over:
        parts.append(_("the game is over"))
    return ", ".join(str(translated(part, cockpit.lang)) for part in parts)


def act_told(cockpit: Cockpit, node: Node) -> str:
    """Return the act that led to *node*, with names in place of seats."""
    act, names = node.act, cockpit.names
    match act:
        case position.Move():
            line = act.line
            if line is None:
                line = msgspec.json.encode(act.move).decode()
            return f"{names[Seat(act.seat)]}: {line}"
        case Leave():
            return _in_language(cockpit, _("{name} leaves", name=names[Seat(act.seat)]))
        case Join():
            return _in_language(cockpit, _("{name} sits down", name=names[Seat(act.seat)]))
        case Twin():
            viewer = cockpit.called(position.viewer_of(act.viewer))
            return _in_language(
                cockpit, _("another position that looks the same to {viewer}", viewer=viewer)
            )
        case position.Wait():
            return _in_language(cockpit, _("the clock runs out"))
        case _:
            return "" if act is None else position.told(act)


def _in_language(cockpit: Cockpit, text: str) -> str:
    return str(translated(text, cockpit.lang))


def time_told(cockpit: Cockpit) -> str:
    """Return what the clock says; nothing without one."""
    due = cockpit.deadline
    if due is None:
        return ""
    left = max(0, -(-(due - cockpit.now) // 1000))
    shown = f"{left // 60}:{left % 60:02}"
    text = _("{time} left") if cockpit.running else _("{time} left, clock stopped")
    return str(translated(text.filled(time=shown), cockpit.lang))


def both(cockpit: Cockpit) -> list[str]:
    """Return both viewers, one after the other."""
    return [where(cockpit), *_pane(cockpit, right=False), *_pane(cockpit, right=True)]


def changed(cockpit: Cockpit) -> list[str]:
    """Return what the last act has told both viewers, and what they are asked."""
    lines = [where(cockpit)]
    for right in (False, True):
        _node, viewer, mine = cockpit.pane(right)
        name = cockpit.called(viewer)
        for mark, line in read(cockpit, right):
            lines += wrap(f"{SIGN * mark}{name} < {line}", WIDTH, _INDENT)
        lines += _asked(cockpit, name, mine)
        lines += [f"{name}: {fault}" for fault in mine.faults]
    return lines


def _asked(cockpit: Cockpit, name: str, mine: Seen) -> Iterator[str]:
    if mine.prompt is None:
        return
    for line in question(mine):
        yield from wrap(f"{name} ? {line}", WIDTH, _INDENT)


def question(mine: Seen) -> Sequence[str]:
    """Return what a seat is asked, or the moves that it may make if the game says nothing."""
    if mine.prompt is None or mine.asked:
        return mine.asked
    return [", ".join(dict.fromkeys(spec.verb.usage for spec in mine.prompt.moves))]


def read(cockpit: Cockpit, right: bool) -> list[tuple[bool, str]]:
    """Return the sentences that a pane's viewer reads of the last act, each with its mark.

    A mark says that the other viewer hears something else, or nothing.
    """
    mine, other = _said(cockpit, right), _said(cockpit, not right)
    marks = different_events(mine, other) if _compares(cockpit) else []
    found: list[tuple[bool, str]] = []
    for at, said in enumerate(mine):
        lines = [f"{said.name} {said.text}"] if cockpit.machine else list(said.lines)
        found += [(bool(marks) and marks[at], line) for line in lines]
    return found


def _said(cockpit: Cockpit, right: bool) -> Sequence[Said]:
    """Return what the viewer of a pane has heard last. In a twin that is the same as before."""
    node, viewer, mine = cockpit.pane(right)
    if isinstance(node.act, Twin) and node.parent is not None and node.parent.moment is not None:
        return seen(cockpit.game, node.parent, viewer, cockpit.lang).said
    return mine.said


def _compares(cockpit: Cockpit) -> bool:
    """Are two viewers compared of which neither is the state?"""
    names = {cockpit.called(cockpit.left), cockpit.called(cockpit.right)}
    return "raw" not in names and cockpit.pane(False)[2] is not cockpit.pane(True)[2]


def told_before(cockpit: Cockpit, right: bool, most: int) -> list[str]:
    """Return the last sentences that a pane's viewer has read before the last act."""
    node, viewer, _mine = cockpit.pane(right)
    found: list[str] = []
    at: Node | None = node.parent
    if at is not None and isinstance(node.act, Twin):  # `_said` has what was heard there
        at = at.parent
    while at is not None and len(found) < most:
        if at.moment is not None:
            mine = seen(cockpit.game, at, viewer, cockpit.lang)
            found[:0] = [line for said in mine.said for line in said.lines]
        at = at.parent
    return found[-most:] if most else []


def listed(cockpit: Cockpit, right: bool) -> list[tuple[bool, Field]]:
    """Return the fields of a pane, marked ones first, each with its mark."""
    mine, other = cockpit.pane(right)[2], cockpit.pane(not right)[2]
    marks = different_fields(mine.fields, other.fields) if _compares(cockpit) else frozenset[str]()
    found = [(field.name in marks, field) for field in mine.fields]
    return sorted(found, key=lambda each: not each[0])


def leaks_told(cockpit: Cockpit) -> str:
    """Return how much of a view differs in a twin; nothing without one. A picture may lack it."""
    node, viewer, mine = cockpit.pane(right=False)
    other_node, other_viewer, other = cockpit.pane(right=True)
    if cockpit.machine or viewer != other_viewer or node is other_node or viewer is RAW:
        return ""
    number = len(different_fields(mine.fields, other.fields))
    text = _.count("1 field differs (type json)", "{n} fields differ (type json)", number)
    return str(translated(text, cockpit.lang)) if number else ""


def shows_fields(cockpit: Cockpit, viewer: AnyViewer, mine: Seen) -> bool:
    """Is a view shown as fields, not as a picture?"""
    return cockpit.machine or cockpit.called(viewer) == "raw" or mine.scene is None


def picture(cockpit: Cockpit, right: bool, scene: Scene, *, boxes: bool = False) -> Scene:
    """Return the *scene* of a pane with marks at what the other one does not show."""
    _node, viewer, other = cockpit.pane(not right)
    mine = Compared(scene, cockpit.called(cockpit.pane(right)[1]))
    if other.scene is None or not _compares(cockpit):
        return scene
    return marked(mine, Compared(other.scene, cockpit.called(viewer)), boxes=boxes)


def _pane(cockpit: Cockpit, right: bool) -> Iterator[str]:
    _node, viewer, mine = cockpit.pane(right)
    name = cockpit.called(viewer)
    told = leaks_told(cockpit) if right else ""
    yield f"== {name}  {told}" if told else f"== {name}"
    if shows_fields(cockpit, viewer, mine):
        for mark, field in listed(cockpit, right):
            yield from wrap(f"{SIGN * mark}{field.name} = {field.text}", WIDTH, _INDENT)
    elif mine.scene is not None:
        scene = picture(cockpit, right, mine.scene)
        try:
            drawn = plain(scene, WIDTH, cockpit.lang)
        except SceneFault:  # a sign takes a column, and some boards have none to spare
            drawn = plain(narrowed(scene), WIDTH, cockpit.lang)
        yield from map(str, drawn)
    for mark, line in read(cockpit, right):
        yield from wrap(f"{SIGN * mark}{name} < {line}", WIDTH, _INDENT)
    yield from _asked(cockpit, name, mine)
    for fault in mine.faults:
        yield from wrap(f"{name}: {fault}", WIDTH, _INDENT)


def prompt_of(cockpit: Cockpit) -> str:
    """Return what stands before a line: the seat for which it is a move."""
    return f"{cockpit.called(cockpit.acting)}> "

"""Run a cockpit line by line: `parlour try --plain`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from parlour.language import translated
from parlour_kit.cockpit import lines
from parlour_kit.cockpit.code import Code, CodeFault
from parlour_kit.cockpit.session import Cockpit, Denied
from parlour_kit.cockpit.verbs import QUIT, do
from parlour_kit.language import _
from parlour_kit.position import PositionFault

_LOUD = frozenset({"see", "json", "lang", "look", "load", "begin", "twin"})
"""Commands after which both viewers are shown in full."""


def take_changes(cockpit: Cockpit, code: Code) -> str:
    """Take changed code; return what to say about it.

    If it cannot be used, the last good one stays, and `Cockpit.trouble` says why.
    """
    try:
        code.reload()
        cockpit.reload(code.game, code.lexicons)
    except (CodeFault, PositionFault) as fault:
        cockpit.trouble = str(fault)
        return cockpit.trouble
    return str(translated(_("The changed code is loaded."), cockpit.lang))


def by_lines(
    cockpit: Cockpit,
    typed: Iterable[str],
    *,
    code: Code | None = None,
    now_ms: Callable[[], int] = int,
    fresh: Callable[[], bool] = bool,
) -> Iterator[str]:
    """Yield what an author reads who types the lines *typed*, until they end or leave.

    *code* is loaded again when *fresh* says that it has changed. While the clock runs, *now_ms*
    says how much time has passed.
    """
    yield from [line for line in (cockpit.about, cockpit.trouble) if line]
    yield from lines.both(cockpit)
    yield lines.prompt_of(cockpit)
    at = now_ms()
    for line in typed:
        before, at = at, now_ms()
        if code is not None and fresh():
            yield take_changes(cockpit, code)
        if cockpit.running:
            try:
                cockpit.pass_time(at - before)
            except Denied as denied:
                yield str(translated(str(denied.args[0]), cockpit.lang))
        words = line.strip().removeprefix("/").split()
        if words and words[0].lower() in QUIT:
            return
        here = cockpit.node
        reply = do(cockpit, line)
        yield from reply.lines if reply.ok else [f"! {each}" for each in reply.lines]
        if reply.ok and not reply.page:
            if words and words[0].lower() in _LOUD:
                yield from lines.both(cockpit)
            elif cockpit.node is not here:
                back = here.depth > cockpit.node.depth or cockpit.node.parent is not here
                yield from lines.both(cockpit) if back else lines.changed(cockpit)
        yield lines.prompt_of(cockpit)

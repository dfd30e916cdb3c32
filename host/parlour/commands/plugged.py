"""Commands that plugins add. The plugin gets what the player may know, and answers in lines."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from parlour.api import SPECTATOR, Viewer
from parlour.commands import play
from parlour.commands.call import ANY, Call, Command, Reply, says
from parlour.commands.naming import ask_game, at_table, seat_at
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.engine.calls import Calls, GameFault
from parlour.hookvalues import Asked, PluginCommand, TableSeen
from parlour.language import _
from parlour.tables.rooms import Room, seat_of
from parlour.wire.codes import Code
from parlour.wire.messages import TextRow
from parlour.wire.text import clean

LINES_MOST: Final = 40
"""The most lines of an answer that somebody reads: two screens."""
LINE_MOST: Final = 400


def command_of(one: PluginCommand) -> Command:
    """Return the host's command that runs *one*. A game may have a verb of the same name."""
    return Command(
        one.usage,
        one.about,
        partial(_run, one),
        one.where,
        "around",
        verb=one.verb,
        answers=(TextRow,),
        yields=True,
        most=ANY,  # the plugin reads the rest of the line, and says itself what is wrong with it
    )


def _run(one: PluginCommand, call: Call) -> Reply:
    """Ask the plugin. Raises CommandError, or the plugin's Refused."""
    player = call.me
    at: tuple[Room, Viewer] | None = seat_of(player)
    if one.where == "seat":
        at = seat_at(player)
    elif one.where == "table":
        at = at_table(player)
    asked = Asked(
        name=player.name,
        rest=clean(call.request.rest).strip(),
        width=call.session.form.width,
        table=None if at is None else _seen(*at),
    )
    via = Calls(0, one.verb, call.tables.watch)
    try:
        found = via.refusable(one.run, asked)
        lines = via.guarded(_lines, found)
    except GameFault as fault:
        about = {"command": one.verb}
        call.out.report(Report("error", f"a command of a plugin failed: {fault}", fault, about))
        text = _("The program of {verb} failed. It is not your fault.", verb=one.verb)
        raise CommandError(Code.UNAVAILABLE, text) from None
    return says(*lines)


def _lines(found: Any) -> tuple[str, ...]:
    if isinstance(found, str):
        raise TypeError("a list of lines is wanted")
    return tuple(clean(line)[:LINE_MOST] for line in found[:LINES_MOST])


def _seen(room: Room, viewer: Viewer) -> TableSeen:
    """Return the table as its player or watcher may know it."""
    table = room.seen_by(viewer)
    view = prompt = None
    if table.match is not None and table.suspended is None:
        viewer = viewer if viewer is SPECTATOR else room.eyes(viewer)
        text = _("The game's program failed. It can't be shown.")
        view = ask_game(room, text, room.view, viewer)
        prompt = None if viewer is SPECTATOR else play.open_prompt(room, viewer)
    return TableSeen(
        number=table.number,
        game=table.game,
        options=table.options,
        names=table.names,
        viewer=viewer,
        view=view,
        prompt=prompt,
        lexicon=table.lexicon,
    )

"""Show a player again the position and their open prompt."""

from __future__ import annotations

from parlour.api import Seat
from parlour.engine.calls import GameFault
from parlour.house.outbound import Outbound
from parlour.house.sessions import Player
from parlour.house.tables.position import position_event, prompt_event
from parlour.house.tables.rooms import Room
from parlour.wire.messages import Fault


def show_again(out: Outbound, player: Player, room: Room, seat: Seat) -> None:
    """Show the player of *seat* the current position. If the plugin fails, the table freezes."""
    table, via = room.table, room.table.via
    if table.match is None:
        return
    if table.frozen:
        out.tell(player, Fault(table=table.number))
        return
    try:
        if player.session is not None and player.session.sight:
            eyes, sight = room.eyes(seat), player.session.sight
            event = via.guarded(position_event, table, eyes, room.view(eyes), sight, room.scenes)
            via.guarded(out.tell, player, event)
        opened = table.match.prompts.get(seat)
        if opened is not None:
            prompt = via.guarded(prompt_event, table, seat, opened.number, opened.prompt, room.at)
            via.guarded(out.tell, player, prompt)
    except GameFault as fault:
        room.freeze(fault)

"""What goes on at the table while a replay is shown over it."""

from __future__ import annotations

from typing import Final

from parlour_client.link import Ended, Offline
from parlour_client.log import Kind
from parlour_client.screen.panes import clock
from parlour_client.session import Session

_NEWS: Final = frozenset({Kind.EVENT, Kind.TALK, Kind.HOST})


def meanwhile(session: Session, seen: int, now_ms: int) -> str:
    """One line about *session*, of whose log *seen* entries were known; empty if all is quiet.

    It begins like a question if the player is wanted there.
    """
    model, line = session.model, session.line
    if isinstance(line, Ended):
        return f"=> The line to the host is closed: {line.why}"
    if isinstance(line, Offline):
        return "   Meanwhile the line to the host is cut; it comes back by itself."
    asked = model.asked
    if asked is not None and (asked.prompt.urgent or asked.prompt.bare is not None):
        left_s = model.left_s(now_ms)
        time = "" if left_s is None else f" ({clock(left_s)})"
        return f"=> You are asked at table {asked.prompt.table}{time}. Escape: back to it"
    news = [each for each in model.log.entries if each.number > seen and each.kind in _NEWS]
    if not news:
        return ""
    where = "in the lobby" if model.table is None else f"at table {model.table.number}"
    return f"   Meanwhile {where}: {news[-1].lines[-1].strip()}"

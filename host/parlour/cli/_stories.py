"""Replay a record and give the client its events as a host would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from parlour.api import SPECTATOR, AnyGame, Lexicon, Viewer
from parlour.core.persistence import Finished
from parlour.engine.calls import guarded
from parlour.engine.table import Table
from parlour.language import FORM
from parlour.rendering import plain
from parlour.tables.archive import eyes_of, played_again, viewer_of
from parlour.tables.position import Scenes
from parlour.wire.encoding import body, fitted
from parlour.wire.messages import Event
from parlour_client.protocol import Body, Heard
from parlour_client.story import Moment, Telling


@dataclass(frozen=True)
class Stories:
    """A finished game. A call returns it as one seat heard it."""

    finished: Finished
    games: Mapping[str, AnyGame]
    lexicons: Mapping[str, Lexicon]

    def __call__(self, who: str) -> Telling | None:
        """See `parlour_client.story.Story`. Raises RecordFault, GameFault."""
        viewer = viewer_of(self.finished, who, "")
        if viewer is None:
            return None
        name = self.finished.names.get(viewer, "") if isinstance(viewer, int) else ""
        moments: list[Moment] = []
        for at, table, announcer in played_again(self.finished, self.games, self.lexicons):
            eyes = eyes_of(viewer, table)
            heard = tuple(_heard(line.event) for line in announcer.lines(eyes, "scene"))
            if not moments and eyes != SPECTATOR:
                heard = (_seated(table, eyes, name), *heard)
            moments.append(Moment(at, heard, partial(_look, table, eyes)))
        return Telling(name, tuple(moments))


def _heard(event: Event) -> Heard:
    """Return *event* as somebody hears it in a replay."""
    text = fitted(event.retold(FORM), FORM)
    return Heard(0, event.named(), _decode(body(event, None)) | {"text": text})


def _seated(table: Table, seat: Viewer, name: str) -> Heard:
    """Return the event that seats the viewer: a screen needs it, and the record has none."""
    body: Body = {"table": table.number, "seat": seat, "name": name, "change": "sat", "text": []}
    return Heard(0, "seat", body)


def _look(table: Table, viewer: Viewer) -> Body:
    scenes = Scenes()
    data, scene = scenes.of(table, viewer, scenes.look(table.last_match, viewer))
    text = guarded(plain, scene, FORM.width)
    shown = _decode(bytes(data))
    return {"table": table.number, "state": table.state, "scene": shown, "text": text}


def _decode(data: bytes) -> Any:
    return msgspec.json.decode(data)

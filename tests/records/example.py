"""The game that docs/record-format.md shows: three sticks, two players, two moves.

`python -m tests.records.example` writes it as it must be there.
"""

from __future__ import annotations

import hashlib
import sys

from parlour.api import Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.records import export
from tests.docs.sticks import Take

ANN, PRO = Seat(1), Seat(2)

STARTED = r.Started(
    record="g1",
    table=1,
    game="sticks",
    version="1",
    options={"sticks": 3, "seconds": 30, "watch": True},
    names={ANN: "ann", PRO: "pro"},
    bots={},
    away=[],
    host=ANN,
    lexicon=None,
    lexicon_hash=None,
    seed=hashlib.sha256(b"an example").hexdigest(),
    wall_s=1_790_000_000,
)

ENTRIES: tuple[r.Entry, ...] = (
    STARTED,
    r.Moved(at=4210, seat=ANN, move=r.encode_move(Take(2))),
    r.Moved(at=9875, seat=PRO, move=r.encode_move(Take(1))),
)

EXAMPLE = Finished(
    number=1,
    record=STARTED.record,
    game=STARTED.game,
    version=STARTED.version,
    ended_s=1_790_000_009,
    reason="finished",
    names=STARTED.names,
    scores={ANN: 0, PRO: 1},
    winners=(PRO,),
    options=STARTED.options,
    lexicon=None,
    lexicon_hash=None,
    entries=tuple(map(r.encode, ENTRIES)),
)

if __name__ == "__main__":
    sys.stdout.buffer.write(export(EXAMPLE))

"""What a player was sent, as far back as it is kept."""

from __future__ import annotations

from parlour.core.backlog import MAX_COUNT, Log, Source, source_of
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Unprompt

HIGHEST = 100_000_000
"""A number that no table of any host will reach."""
LINES = [EncodedEvent(Unprompt(table=1, prompt=number)) for number in range(10)]


def test_a_stretch_of_a_table_is_kept_as_its_name() -> None:
    """Table, entry, how many events, and whether a view was among them."""
    log = Log()
    log.table(source_of(HIGHEST, 16_000_000), MAX_COUNT << 1 | 1)
    log.table(source_of(1, 2), 3 << 1)
    assert log.since(MAX_COUNT + 3) == [
        Source(HIGHEST, 16_000_000, MAX_COUNT, views=True),
        Source(1, 2, 3, views=False),
    ]


def test_what_was_missed_is_found_from_the_end() -> None:
    """The first item may hold more than was missed. A log that is cleared reaches back to
    nothing.
    """
    log = Log()
    log.note(LINES[0])
    log.table(source_of(1, 1), 3 << 1)
    log.note(LINES[1])
    assert log.since(0) == []
    assert log.since(1) == [LINES[1]]
    assert log.since(2) == [Source(1, 1, 3, views=False), LINES[1]]
    assert log.since(5) == [LINES[0], Source(1, 1, 3, views=False), LINES[1]]
    assert log.since(6) is None
    log = Log()
    log.note(LINES[0])
    log.table(source_of(1, 1), 3 << 1)
    log.clear()
    assert log.since(1) is None
    log.note(LINES[1])
    assert log.since(1) == [LINES[1]]
    assert log.since(2) is None


def test_only_the_last_items_are_kept() -> None:
    """With them the lines that no record holds."""
    log = Log()
    for line in LINES:
        log.note(line)
        log.table(source_of(1, 1), 1 << 1)
    log.trim(100)
    assert len(log.refs) == 20
    log.trim(3)
    assert len(log.refs) == 3
    source = Source(1, 1, 1, views=False)
    assert log.since(3) == [source, LINES[-1], source]
    assert log.since(4) is None

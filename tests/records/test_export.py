"""A finished game becomes a file and comes back; its form is the one that is documented."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from msgspec.structs import replace

from parlour.engine import record as r
from parlour.engine import seals
from parlour.engine.table import RecordFault
from parlour.records import Damaged, adopt, export, origin, read
from tests.records.example import EXAMPLE
from tests.records.forging import bodies_of, chained
from tests.records.games import played, seed_of


@pytest.mark.parametrize("number", range(1, 6))
def test_what_was_exported_is_read_again(number: int) -> None:
    """The same game, and the same bytes when it is exported once more."""
    finished = played(number)
    data = export(finished)
    assert read(data) == finished
    assert export(read(data)) == data


def test_what_describes_a_finished_game_shows_no_entry_of_it() -> None:
    """They hold everybody's cards, and a description may get into a log."""
    assert repr(EXAMPLE) == "Finished(record='g1', game='sticks', reason='finished')"


def test_the_lines_are_a_header_then_the_entries_as_they_were_stored_then_their_number() -> None:
    """Entries are counted from 0, and stand in the file byte for byte. Every line ends with
    the hash of everything up to it, as a shell can check it.
    """
    finished = played(1)
    lines = export(finished).splitlines()
    header, *rest, end = (msgspec.json.decode(line) for line in lines)
    assert header["parlour_record"] == 1
    assert header["record"] == finished.record
    assert header["scores"] == {str(seat): points for seat, points in finished.scores.items()}
    assert header["commitment"] == seals.of_seed(seed_of(1))
    assert [line["n"] for line in rest] == list(range(len(finished.entries)))
    for line, entry in zip(lines[1:-1], finished.entries, strict=True):
        assert b'"entry":' + entry + b',"sha256":"' in line
    assert end["entries"] == len(finished.entries)
    previous = b""
    for line in lines:
        body, sign, made = line.rpartition(b',"sha256":"')
        assert sign
        previous = hashlib.sha256(previous + body).hexdigest().encode()
        assert made == previous + b'"}'


def test_a_file_has_the_earliest_form_that_its_entries_need() -> None:
    """So a Parlour before the entry `halted` reads all files without it."""
    *entries, last = played(1).entries
    halt = r.encode(r.Halted(at=9, halted=True))
    halted = replace(played(1), entries=(*entries, halt, last))
    file = export(halted)
    assert file.startswith(b'{"parlour_record":2,')
    assert export(read(file)) == file
    first, *others = bodies_of(file)
    with pytest.raises(Damaged):
        read(chained([first.replace(b'record":2', b'record":1'), *others]))


def test_the_order_of_maps_in_an_archive_does_not_change_the_file() -> None:
    finished = played(2)
    other = replace(
        finished,
        options=dict(sorted(finished.options.items(), reverse=True)),
        names=dict(sorted(finished.names.items(), reverse=True)),
        scores=dict(sorted(finished.scores.items(), reverse=True)),
    )
    assert export(other) == export(finished)


def test_an_imported_game_has_a_number_of_its_own_and_knows_where_it_came_from() -> None:
    """Exported again it is the file that it came from."""
    finished = played(3)
    here = adopt(read(export(finished)), 77)
    assert (here.number, here.record, origin(here)) == (77, "g77", "g3")
    assert here.entries == finished.entries
    assert export(here) == export(finished)


@pytest.mark.parametrize(
    "entries",
    [
        (),
        (b"{}",),
        (r.encode(r.Lapsed(number=1)),),
        (b"\xff",),
        (played(1).entries[0].replace(seed_of(1).hex().encode(), b"no seed"),),
    ],
    ids=["nothing", "no entry", "another entry", "no text", "no seed"],
)
def test_what_does_not_begin_with_a_start_cannot_be_exported(entries: tuple[bytes, ...]) -> None:
    with pytest.raises(RecordFault, match="does not begin with the start of a game"):
        export(replace(played(1), entries=entries))

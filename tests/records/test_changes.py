"""A file in which anything was changed is refused, and the line is named."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from parlour.records import Damaged, FileFault, UnknownForm, export, read, verify
from tests.records.forging import bodies_of, chained
from tests.records.games import GAMES, LEXICONS, played
from tests.sizes import sized

FILES = sized(20, 100)


@cache
def file_of(number: int) -> bytes:
    """The file of one of the games, counted from 0."""
    return export(played(number + 1))


def fault_of(data: bytes) -> FileFault:
    report = verify(data, GAMES, LEXICONS)
    assert report.verdict == "bad"
    assert report.fault is not None
    assert "NOT good" in report.lines()[0]
    return report.fault


def place(data: bytes, at: int) -> tuple[int, str]:
    """The line of byte *at*, and what a fault there must name, without the entry's kind."""
    line, last = data.count(b"\n", 0, at) + 1, data.count(b"\n")
    return line, "header" if line == 1 else "end" if line == last else f"entry {line - 2}"


def some_byte(data: bytes, rng: Random) -> int:
    """A byte of a file: of any line with the same chance, so that short ones come up too."""
    lines = data.splitlines(keepends=True)
    line = rng.randrange(len(lines))
    return sum(map(len, lines[:line])) + rng.randrange(len(lines[line]))


@pytest.mark.sweep
def test_each_changed_byte_is_found_and_its_line_named() -> None:
    """Any byte of any line of many games, changed into any other byte."""
    rng = Random(4)
    lines: set[str] = set()
    for count in range(sized(200, 1_000)):
        data = file_of(count % FILES)
        at = some_byte(data, rng)
        changed = data[:at] + bytes([data[at] ^ rng.randrange(1, 256)]) + data[at + 1 :]
        line, what = place(data, at)
        fault = fault_of(changed)
        assert (fault.line, what in fault.what) == (line, True), (at, fault)
        lines.add(what.split()[0])
    assert lines == {"header", "entry", "end"}


@pytest.mark.sweep
def test_bytes_that_were_added_or_taken_away_are_found() -> None:
    """One byte more or less; the line is named as well."""
    rng = Random(5)
    for count in range(sized(100, 300)):
        data = file_of(count % FILES)
        at = some_byte(data, rng)
        line, _ = place(data, at)
        missing = data[:at] + data[at + 1 :]
        assert fault_of(missing).line == line
        byte = bytes([rng.randrange(256)])
        if byte == data[at : at + 1]:
            continue  # the same file, or one that differs further on
        added = data[:at] + byte + data[at:]
        assert fault_of(added).line == line


def test_a_line_that_is_missing_doubled_or_moved_is_found() -> None:
    """The first line that does not follow is named."""
    lines = file_of(0).splitlines(keepends=True)
    last = len(lines)
    for at in range(1, last):
        assert fault_of(b"".join(lines[:at] + lines[at + 1 :])).line == at + 1
        assert fault_of(b"".join([*lines[: at + 1], *lines[at:]])).line == at + 2
    swapped = [*lines[:5], lines[6], lines[5], *lines[7:]]
    assert fault_of(b"".join(swapped)).line == 6
    assert fault_of(file_of(0) + b"\n") == FileFault(
        last + 1, "end", "something follows the line that ends the file"
    )
    assert fault_of(file_of(0)[:-1]) == FileFault(last, "end", "the line is not ended")
    assert fault_of(b"".join(lines[:-1])) == FileFault(
        last, "end", "the file breaks off before its last line"
    )


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    """*data* with the one place that reads *old* changed."""
    assert data.count(old) == 1, old
    return data.replace(old, new)


CHANGED = "it is not what its hash was made of"


def test_what_was_changed_is_named_as_far_as_it_can_be_told() -> None:
    """The field of the header, the entry and its kind, or the hash."""
    data = file_of(0)
    lines = data.splitlines()
    assert fault_of(
        changed(data, b'"sha256":"' + lines[3][-66:-2], b'"sha256":"' + b"0" * 64)
    ) == (FileFault(4, "hash of entry 2 (moved)", "it is not the hash of the lines up to here"))
    assert fault_of(data.replace(b'"game":"probe"', b'"game":"prone"', 1)) == FileFault(
        1, "header field game", CHANGED
    )
    assert fault_of(changed(data, b'"scores":{"1":-', b'"scores":{"1":-x')).what == "header"
    assert fault_of(changed(data, b'"reason":"', b'"season":"')).what == "header field season"
    assert fault_of(changed(data, b'"reason":"finished"', b'"reason":7')).what == (
        "header field reason"
    )
    assert fault_of(changed(data, b'"said","at":2159', b'"said","at":2158')) == FileFault(
        5, "entry 3 (said)", CHANGED
    )
    assert fault_of(changed(data, b'{"n":3,', b'{"n":3;')).what == "entry 3"
    assert fault_of(changed(data, b'{"entries":', b'{"entrees":')).what == "end"
    assert fault_of(lines[0][:40]) == FileFault(1, "header", "it does not end with its hash")


@pytest.mark.parametrize("data", [b"", b"\n", b"GIF89a", b"\x00" * 500, b"[" * 100_000])
def test_what_is_no_exported_game_at_all_is_said_to_be_none(data: bytes) -> None:
    why = "this is no exported game, or its beginning is damaged"
    assert fault_of(data) == FileFault(1, "header", why)


def test_a_later_form_is_not_called_damaged() -> None:
    """Its first line begins and ends like ours; the lines behind may be of any kind."""
    bodies = bodies_of(file_of(0))
    later = chained(
        [changed(bodies[0], b'"parlour_record":1', b'"parlour_record":4'), *bodies[1:]]
    )
    with pytest.raises(
        UnknownForm, match=r"The file has form 4; this Parlour reads forms 1 to 3\."
    ):
        read(later.splitlines(keepends=True)[0] + b"something new\n")
    report = verify(later, GAMES, LEXICONS)
    assert (report.verdict, report.fault) == ("unknown", None)
    assert report.lines() == [
        "This record cannot be checked here.",
        "The file has form 4; this Parlour reads forms 1 to 3. Nothing speaks against",
        "  the file.",
    ]


def nested(body: bytes) -> bytes:
    """An entry's line in which a move is nested deeper than anybody can read."""
    return body.replace(b'"move":{', b'"move":' + b"[" * 200_000 + b"{", 1)


BY_HAND = {
    "header blanks": (0, b'{"parlour_record":1', b'{ "parlour_record":1', "header"),
    "header twice": (0, b'"game":', b'"game":"x","game":', "header"),
    "header order": (
        0,
        b'"names":{"1":"ann","2":"bob"',
        b'"names":{"2":"bob","1":"ann"',
        "header",
    ),
    "header unknown": (0, b'"game":', b'"aim":1,"game":', "header field aim"),
    "header text": (0, b'"game":"probe"', b'"game":"pr\xffbe"', "header"),
    "no version": (0, b'{"parlour_record":1', b'{"parlour_record":"x"', "header"),
    "bad name": (0, b'"record":"g1"', b'"record":"../1"', "header field record"),
    "bad result": (0, b'"winners":[3]', b'"winners":3', "header field winners"),
    "other game": (0, b'"game":"probe"', b'"game":"prone"', "header field game"),
    "other luck": (0, b'"commitment":"e', b'"commitment":"f', "header field commitment"),
    "entry blanks": (3, b'"at":', b'"at": ', "entry 2 (moved)"),
    "entry twice": (3, b'"at":', b'"at":1,"at":', "entry 2 (moved)"),
    "entry unknown": (3, b'"at":', b'"aim":1,"at":', "entry 2 (moved)"),
    "entry number": (3, b'{"n":2', b'{"n":3', "entry 2 (moved)"),
    "entry kind": (3, b'"moved"', b'"muved"', "entry 2 (muved)"),
    "entry no kind": (3, b'"moved"', b'"m ved"', "entry 2"),
    "entry type": (3, b'"seat":1', b'"seat":"x"', "entry 2 (moved)"),
    "entry text": (4, b"a quote", b"a qu\xffte", "entry 3 (said)"),
    "no start": (1, b'"kind":"started"', b'"kind":"lapsed","number":1', "entry 0 (lapsed)"),
    "no seed": (1, b'"seed":"3', b'"seed":"x', "entry 0 (started)"),
    "end number": (-1, b'{"entries":2', b'{"entries":1', "end"),
    "end blanks": (-1, b'{"entries":', b'{"entries": ', "end"),
    "end text": (-1, b'{"entries":', b'{"entries":"x', "end"),
}
"""Line, what is changed into what, and what the fault names, the hashes being made again."""


@pytest.mark.parametrize("name", BY_HAND)
def test_a_file_written_by_hand_is_refused_although_its_hashes_fit(name: str) -> None:
    """There is one way to write a game: what could be read in two ways is not read."""
    at, old, new, what = BY_HAND[name]
    bodies = bodies_of(file_of(0))
    bodies[at] = changed(bodies[at], old, new)
    fault = fault_of(chained(bodies))
    assert (fault.line, fault.what) == (range(1, len(bodies) + 1)[at], what), fault
    assert len(fault.why) < 200


def test_a_start_that_is_another_entry_and_one_that_is_missing_are_refused() -> None:
    """A record begins with `started`."""
    bodies = bodies_of(file_of(0))
    for entries in ([], [bodies[2].replace(b'"n":1', b'"n":0', 1)]):
        data = chained([bodies[0], *entries, b'{"entries":%d' % len(entries)])
        fault = fault_of(data)
        assert (fault.line, fault.what) == (2, "entry 0")


def test_an_entry_nested_without_end_is_refused() -> None:
    bodies = bodies_of(file_of(0))
    bodies[3] = nested(bodies[3])
    with pytest.raises(Damaged, match="line 4, entry 2"):
        read(chained(bodies))

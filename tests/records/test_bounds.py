"""Whatever a file holds that was made elsewhere: one clear line, or no harm to anybody."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.api import AnyGame, Seat
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.lexicons import load_english
from parlour.records import Damaged, UnknownForm, adopt, export, read, verify
from parlour.records._bounds import LATEST_S, LONGEST_LIST, LONGEST_MS, LONGEST_TEXT, LONGEST_WORD
from parlour.store.memory import EphemeralStore
from parlour_kit.host import Host
from tests.docs.sticks import STICKS
from tests.records.example import ANN, ENTRIES, EXAMPLE, PRO
from tests.records.forging import bodies_of, chained, with_entries
from tests.records.games import played

GAMES: dict[str, AnyGame] = {"sticks": STICKS}
TALK = (
    r.Presence(at=1, seat=PRO, away=True),
    r.Presence(at=2, seat=PRO, away=False),
    r.Said(at=3, name="ann", to="table", what="good luck"),
    r.Proposed(at=4, seat=ANN, what="remove", target=PRO, seconds=60),
    r.Answered(at=5, seat=PRO, number=1, accepts=False),
    r.Readied(seat=ANN, ready=True),
    r.Sat(seat=Seat(3), name="cy", bot=None),
    r.Suspended(at=6, why="the game hunt is not here"),
    r.Adjourned(at=7, wall_s=1_790_000_000),
    r.Continued(at=8, version="1", lexicon=None, lexicon_hash=None),
)
LONG = with_entries(EXAMPLE, (ENTRIES[0], *TALK, *ENTRIES[1:]))
"""A game with much around it."""

BIG = st.sampled_from([2**62, -(2**62), 2**63, -1, 0, 10**30, 10**400, LATEST_S + 1, 1e300])
NASTY = st.sampled_from(
    ["\x9b31m", "\u202egnp", "a\nb", "", "x" * 5_000, "e" + "\u0301" * 50, "\x1b]0;x\x07", "all"]
)
DEEP = st.sampled_from([json for n in (30, 990, 2_000) for json in ("[" * n + "]" * n,)])
HOSTILE = st.one_of(
    BIG,
    NASTY,
    DEEP.map(lambda text: msgspec.Raw(text.encode())),
    st.sampled_from([None, True, [], {}, ["ann"] * 3_000, {"1": "\u202e"}, {"99": "zoe"}]),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=3),
)


def places_in(value: Any) -> list[list[Any]]:
    """The path of everything in a JSON value."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        pairs = list(value.items())  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list):
        pairs = list(enumerate(value))  # pyright: ignore[reportUnknownArgumentType]
    return [[key, *rest] for key, below in pairs for rest in ([], *places_in(below))]


def mutated(data: st.DataObject, body: bytes) -> bytes:
    """A line with one value changed, taken out or added."""
    value = msgspec.json.decode(body + b"}")
    *way, last = data.draw(st.sampled_from(places_in(value)))
    holder = value
    for key in way:
        holder = holder[key]
    if data.draw(st.integers(0, 9)) == 0:
        del holder[last]
    else:
        holder[last] = data.draw(HOSTILE)
    return msgspec.json.encode(value)[:-1]


def harmless(line: str) -> bool:
    """Nothing that a terminal obeys."""
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in line)


def look_at(finished: Finished) -> None:
    """Import the game, and look at it in each way that there is."""
    store = EphemeralStore()
    store.commit((), (adopt(finished, 7),))
    host = Host(GAMES, {}, store=store)
    guest, program, operator = host.person("zoe"), host.program("ben"), host.operator()
    for line in ("history", "replay g7", "replay g7 1 9x", "replay g7 watcher"):
        said = [*guest.send(line), *program.send(f"#1 {line}")]
        assert said
        assert all(map(harmless, said)), line
        assert not any("failed" in each or "internal" in each for each in said), said
    assert guest.send("history")[0].startswith("g7"), "the list is there"
    assert operator.send("player remove cy")
    kept = store.archive.get("g7")
    assert kept is not None
    named = b'"cy"' in export(finished)
    assert (read(export(kept)) != finished) or not named, "cy is gone, and it is a record still"


@given(st.data(), st.sampled_from([LONG, played(1)]))
def test_a_changed_record_is_refused_in_one_line_or_harmless(
    data: st.DataObject, finished: Finished
) -> None:
    """Also where the forger makes all hashes again, and header and start agree."""
    bodies = bodies_of(export(finished))
    at = data.draw(st.integers(0, len(bodies) - 1))
    bodies[at] = mutated(data, bodies[at])
    if at == 1:  # the header says the same
        header: dict[str, Any] = {}
        start: dict[str, Any] = {}
        with suppress(RecursionError):  # too deep for a forger who would make them agree, too
            header, start = (msgspec.json.decode(body + b"}") for body in bodies[:2])
        entry: dict[str, Any] = start["entry"] if isinstance(start.get("entry"), dict) else {}
        header |= {name: entry[name] for name in header.keys() & entry.keys()}
        if header:
            bodies[0] = msgspec.json.encode(header)[:-1]
    forged = chained(bodies)
    report = verify(forged, GAMES, {"en": load_english()})
    lines = report.lines()
    assert all(harmless(line) and len(line) <= 79 for line in lines)
    assert len(lines) < 40
    if report.finished is not None:
        look_at(read(forged))
        return
    with pytest.raises((Damaged, UnknownForm)) as refused:
        read(forged)
    assert harmless(str(refused.value))
    assert len(str(refused.value)) < 400


def test_the_records_themselves_are_good() -> None:
    """So that what is found above is what was changed."""
    for finished in (EXAMPLE, LONG, played(1)):
        assert read(export(finished)) == finished
    look_at(LONG)


def why(finished: Finished) -> str:
    with pytest.raises(Damaged) as refused:
        read(export(finished))
    return str(refused.value)


CHANGE = msgspec.structs.replace


NOBODY = "nobody has played at such a seat"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"ended_s": 2**62},
            f"line 1, header field ended_s: its number must be 0 to {LATEST_S}",
        ),
        ({"ended_s": -1}, f"line 1, header field ended_s: its number must be 0 to {LATEST_S}"),
        (
            {"reason": "\x9b31m"},
            "line 1, header field reason: its text has a character that no screen should get",
        ),
        (
            {"reason": "lost"},
            "line 1, header field reason: a game ends as finished, aborted, deserted",
        ),
        ({"names": {}, "scores": {}}, "line 1, header field names: nobody has played"),
        ({"winners": (Seat(3),)}, f"line 1, header field winners: {NOBODY}"),
        ({"scores": {Seat(1): 0, Seat(3): 0}}, f"line 1, header field scores: {NOBODY}"),
    ],
)
def test_a_header_is_bounded(changes: dict[str, Any], reason: str) -> None:
    assert why(CHANGE(EXAMPLE, **changes)) == reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "a b/../c"}, "game: a game is called by 2 to 16 letters a to z"),
        ({"version": "9" * 80}, f"version: its text has more than {LONGEST_WORD} characters"),
        ({"lexicon": "\U0001d400" * 80}, f"lexicon: its text has more than {LONGEST_WORD} char"),
        ({"options": {"x" * 80: 1}}, f"options: its text has more than {LONGEST_WORD} characters"),
    ],
)
def test_no_name_of_a_thing_fills_a_screen(changes: dict[str, Any], reason: str) -> None:
    """Lists of games show the header, also where its game is not installed."""
    forged = with_entries(EXAMPLE, (CHANGE(ENTRIES[0], **changes), *ENTRIES[1:]))
    assert reason in why(CHANGE(forged, **changes))


SAID = r.Said(at=3, name="ann", to="table", what="good luck")


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (CHANGE(SAID, at=2**60), f"at: its number must be 0 to {LONGEST_MS}"),
        (CHANGE(SAID, what="\u202e"), "what: its text has a character that no screen should get"),
        (
            CHANGE(SAID, what="x" * 2_001),
            f"what: its text has more than {LONGEST_TEXT} characters",
        ),
        (CHANGE(SAID, name="ann\u202e"), "name: its text has a character that no screen should"),
        (CHANGE(SAID, name="The operator"), "name: that is no player's name"),
        (
            CHANGE(SAID, seats=[Seat(1)] * 1_001),
            f"seats: it has more than {LONGEST_LIST} items",
        ),
        (r.Sat(seat=Seat(51), name="cy", bot=None), "seat: seats are numbered 1 to 50"),
    ],
)
def test_an_entry_is_bounded(entry: r.Entry, reason: str) -> None:
    said = why(with_entries(EXAMPLE, (ENTRIES[0], entry, *ENTRIES[1:])))
    assert said.startswith("line 3, entry 1")
    assert reason in said


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (b'"\\u009b31m"', "its text has a character that no screen should get"),
        (b'["\\u202e"]', "its text has a character that no screen should get"),
        (b'{"x":"%b"}' % (b"x" * 2_001), f"its text has more than {LONGEST_TEXT} characters"),
        (b"9007199254740992", "its number must be -9007199254740991 to 9007199254740991"),
        (b"[" * 21 + b"]" * 21, "it has more than 20 levels"),
        (b"[1.5,null,%b]" % b",".join([b"1"] * 1_000), "it has more than 1000 items"),
    ],
)
def test_a_move_is_bounded_though_only_its_game_knows_it(move: bytes, reason: str) -> None:
    forged = r.Moved(at=4_210, seat=ANN, move=msgspec.Raw(move))
    said = why(with_entries(EXAMPLE, (ENTRIES[0], forged)))
    assert said == f"line 3, entry 1 (moved): move: {reason}"


def test_a_record_has_not_more_people_than_a_host_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.records._bounds.MOST_NAMES", 2)
    assert "names: there are 3, and at most 2 are allowed" in why(LONG)
    monkeypatch.setattr("parlour.records._bounds.MOST_ENTRIES", 2)
    assert "entries: there are 3, and at most 2 are allowed" in why(EXAMPLE)


@pytest.mark.parametrize("version", [0, 10**300, -5])
def test_a_form_that_nobody_writes_is_no_later_form(version: int) -> None:
    header, *rest = bodies_of(export(EXAMPLE))
    forged = header.replace(b'"parlour_record":1', b'"parlour_record":%d' % version, 1)
    with pytest.raises(Damaged):
        read(chained([forged, *rest]))

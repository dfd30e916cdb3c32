"""Results that are not points, as files: written, read again, verified, and forged."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.api import AnyGame, Nobody, Outcome, Ranks, Seat, Together
from parlour.core.persistence import Finished
from parlour.records import Damaged, export, read, verify
from tests.games.hunt.game import HUNT
from tests.games.raft import RAFT
from tests.house.scene import new_host
from tests.records.forging import bodies_of, chained

GAMES: dict[str, AnyGame] = {"raft": RAFT, "hunt": HUNT}
A, B = Seat(1), Seat(2)


@cache
def played(end: str) -> Finished:
    """A game that ann and bob have played: ann rows 3, bob 9."""
    host = new_host(GAMES)
    ann, bob = host.connect(), host.connect()
    ann.send("ann")
    bob.send("bob")
    ann.send(f"new raft end={end}")
    bob.send("join 1")
    ann.send("start")
    ann.send("3")
    bob.send("9")
    finished = host.archive.get("g1")
    assert finished is not None
    return finished


ENDS: list[tuple[str, Outcome, str]] = [
    ("together", Together(12, 18), "Result (finished): Together: 12 of 18."),
    (
        "shore",
        Together(12, 18, won=True),
        "Result (finished): everybody wins. Together: 12 of 18.",
    ),
    (
        "nobody",
        Nobody("The raft has sunk."),
        "Result (finished): nobody wins. The raft has sunk.",
    ),
    ("ranks", Ranks(((B,), (A,))), "Result (finished): bob wins. Places: 1 bob, 2 ann."),
    (
        "scored_ranks",
        Ranks(((B,), (A,))),
        "Result (finished): bob wins. Places: 1 bob (9), 2 ann (3).",
    ),
]


@pytest.mark.parametrize(("end", "outcome", "line"), ENDS, ids=[end for end, *_ in ENDS])
def test_a_file_has_the_outcome_and_it_is_played_again(
    end: str, outcome: Outcome, line: str
) -> None:
    """In form 3, which hosts before cannot read. The report says it as players read it."""
    finished = played(end)
    assert finished.outcome == outcome
    file = export(finished)
    assert file.startswith(b'{"parlour_record":3,')
    assert read(file).outcome == outcome
    report = verify(file, GAMES, {})
    assert report.verdict == "good"
    assert line in report.lines()


def test_a_game_that_ends_by_points_is_written_as_ever() -> None:
    """Older programs read it."""
    file = export(played("points"))
    assert file.startswith(b'{"parlour_record":1,')
    assert b"outcome" not in file
    assert "Result (finished): ann 3, bob 9. Won by: bob." in verify(file, GAMES, {}).lines()


@pytest.mark.parametrize(
    ("end", "old", "new"),
    [
        ("together", b'"points":12', b'"points":13'),
        ("shore", b'"won":true', b'"won":false'),
        ("nobody", b"has sunk", b"has won!"),
        ("ranks", b"[[2],[1]]", b"[[1],[2]]"),
    ],
)
def test_another_outcome_is_found_out(end: str, old: bytes, new: bytes) -> None:
    """Only a replay shows it: the hashes were made again."""
    first, *others = bodies_of(export(played(end)))
    report = verify(chained([first.replace(old, new), *others]), GAMES, {})
    assert report.verdict == "bad"
    assert report.fault is not None
    assert report.fault.what == "header field outcome"


@pytest.mark.parametrize(
    ("end", "old", "new"),
    [
        ("together", b'"of":18', b'"of":0'),
        ("together", b'"points":12', b'"points":-1'),
        ("ranks", b"[[2],[1]]", b"[[2],[3]]"),
        ("ranks", b"[[2],[1]]", b"[[2],[2]]"),
        ("nobody", b"has sunk.", b"has " + b"s" * 300),
        ("nobody", b"has sunk.", b"has\\u202esunk."),
        ("nobody", b'"kind":"nobody"', b'"kind":"somebody"'),
        ("points", b'"winners":[2]', b'"winners":[2],"outcome":null'),
    ],
)
def test_an_outcome_that_no_host_writes_is_refused(end: str, old: bytes, new: bytes) -> None:
    """Such a file can be imported without its game, and lists show it."""
    first, *others = bodies_of(export(played(end)))
    assert old in first
    with pytest.raises(Damaged):
        read(chained([first.replace(old, new), *others]))

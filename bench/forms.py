"""`python -m bench.forms`: what it costs Password to judge a clue.

What people say to a word (the file of associations that the tests have) is judged for that
word, and for others of the deck; so are inflections of the password itself. Measured are

ready         from the code being there to the first clue judged (processor time)
us a clue     processor time, mean over all clues; the least of all passes
times plain   the same as a multiple of what looking for one word in the other takes
slowest       the clue that takes longest, the best of some tries
MB            what Python allocated for the table (tracemalloc); and at most, while it was read

It exits with 0 if it ran, whatever the figures are.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import judge, prepare
from parlour_password.lemmas import table

SAID = Path(__file__).resolve().parent.parent / "tests/plugins/password/associations.txt"
PASSES = 3
EVERY = 10
TRIES = 20

MOST_US, MOST_MS, MOST_MB = 500.0, 60.0, 8.0
"""The goals: for a clue, until ready, and for the table."""

Pair = tuple[str, str]


def main() -> int:
    """Run it."""
    ready_ms = timed(lambda: judge("mouse", "mice")) * 1000
    pairs = list(questions())
    ours = each(judge, pairs)
    slow = max(pairs, key=lambda pair: timed(lambda: judge(*pair)))
    slowest = min(timed(lambda: judge(*slow)) for _ in range(TRIES)) * 1e6
    now, most = memory()
    print(f"{len(pairs):,} clues, Python {sys.version.split()[0]}\n")
    print(f"times plain    {ours / each(plain, pairs):.0f}")
    print(f"slowest        {slowest:.0f} us: {slow[1]} for {slow[0]}")
    print(goal("us a clue", ours, MOST_US))
    print(goal("ms until ready", ready_ms, MOST_MS))
    print(goal("MB for the table", now, MOST_MB), f"({most:.1f} while it is read)")
    return 0


def questions() -> Iterator[Pair]:
    """Passwords and clues, most of them unrelated, as in a game."""
    said = [
        (word, clue)
        for word, _, clues in (line.partition(":") for line in SAID.read_text().splitlines())
        for clue in clues.split()
        if not word.startswith("#")
    ]
    yield from said
    deck = [word for difficulty in DIFFICULTIES for word in words(difficulty)]
    for at, word in enumerate(deck[::EVERY]):
        yield from ((word, clue) for _, clue in said[at % EVERY :: EVERY])
        yield from ((word, word + ending) for ending in ("s", "ing", "ness"))


def plain(word: str, clue: str) -> bool:
    """The least that any judge would do."""
    return word in clue or clue in word


def each(ask: Callable[[str, str], object], pairs: Sequence[Pair]) -> float:
    """Microseconds a pair: the least of some passes."""

    def once() -> None:
        for word, clue in pairs:
            ask(word, clue)

    return min(timed(once) for _ in range(PASSES)) / len(pairs) * 1e6


def timed(act: Callable[[], object]) -> float:
    """Seconds of processor time."""
    start = time.process_time()
    act()
    return time.process_time() - start


def memory() -> tuple[float, float]:
    """MB of the table, and at most while it is read."""
    table.cache_clear()
    tracemalloc.start()
    prepare()
    now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return now / 1e6, most / 1e6


def goal(about: str, here: float, most: float) -> str:
    """A line about a goal."""
    return f"{about:<20}{here:>8.2f}, at most {most:g}: {'met' if here <= most else 'NOT MET'}"


if __name__ == "__main__":
    sys.exit(main())

"""An automaton holds exactly its words, in as few nodes as can be."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from parlour_boggle.automaton import ADDRESS, ALPHABET, WINDOW, Automaton, build, place

FEW = st.lists(st.text("abc", min_size=1, max_size=6))
"""Words of few letters, so that many begin and end alike."""
ANY = st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12))


@given(FEW | ANY)
@example([])
def test_it_has_the_words_it_was_built_of_and_no_others(words: list[str]) -> None:
    assert list(build(words).words()) == sorted(set(words))


def test_a_word_may_go_on_and_may_share_its_end() -> None:
    words = ["star", "stars", "scar", "scars", "car", "cars"]
    automaton = build(words)
    assert list(automaton.words()) == sorted(words)
    # At the root, after s, and on the one way through all endings: -ar, -r, nothing or -s.
    assert nodes(automaton) == 6


def nodes(automaton: Automaton) -> int:
    """How many different nodes can be reached."""
    seen: set[int] = set()
    waiting = [automaton.root]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += (
                automaton.steps[(node >> ADDRESS) + letter]
                for letter in range(ALPHABET)
                if node >> letter & 1
            )
    return len(seen)


@given(FEW)
def test_no_two_nodes_mean_the_same(words: list[str]) -> None:
    """As many nodes as there are different sets of endings."""
    beginnings = {word[:end] for word in words for end in range(len(word) + 1)} | {""}
    endings = {
        frozenset(word.removeprefix(start) for word in words if word.startswith(start))
        for start in beginnings
    }
    assert nodes(build(words)) == len(endings)


@given(st.lists(st.integers(0, (1 << 27) - 1) | st.integers(0, 26).map(lambda bit: 1 << bit)))
@example([(1 << 26) | 1] * 3 * WINDOW)
@example([0])
def test_rows_share_room_and_no_place(rows: list[int]) -> None:
    addresses = place(rows)
    used = [
        address + bit
        for address, row in zip(addresses, rows, strict=True)
        for bit in range(row.bit_length())
        if row >> bit & 1
    ]
    assert len(used) == len(set(used))
    assert all(address >= 0 for address in addresses)


def test_rows_of_one_place_fill_the_gaps() -> None:
    """Nine rows in ten of a word list have few places: hardly any room is lost."""
    rows = [0b100000001] * 500 + [0b1] * 4000
    addresses = place(rows)
    top = max(address + row.bit_length() for address, row in zip(addresses, rows, strict=True))
    assert top <= 5000 + 2 * 9

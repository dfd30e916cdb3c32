"""A belief that knows a few words, for tests that want to see what it makes of them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour_password.bots.belief import Belief, Row, pack, unpack


def small_mind(
    rows: Mapping[str, Mapping[str, int]], others: Mapping[str, Mapping[str, int]]
) -> Belief:
    """Knows the words of *rows*, which are answers too, and those of *others*, which are not.

    Each word has the answers that it brings to mind, with their levels.
    """
    numbers = {word: number for number, word in enumerate(rows)}
    made: list[Row] = []
    for brought in (*rows.values(), *others.values()):
        pairs = sorted((numbers[word], level) for word, level in brought.items())
        made.append(Row(tuple(number for number, _ in pairs), bytes(level for _, level in pairs)))
    table = unpack(pack((*rows, *others), len(rows), made))
    return Belief(lambda: table)


ROYAL = small_mind(
    {
        "king": {"queen": 20, "castle": 16, "crown": 15, "chess": 9},
        "queen": {"king": 20, "crown": 12, "chess": 9},
        "castle": {"king": 14, "tower": 15, "moat": 14},
        "crown": {"king": 17, "queen": 15, "tooth": 6},
        "chess": {"king": 10, "queen": 11, "castle": 8},
        "tower": {"castle": 17, "church": 15},
        "moat": {"castle": 21},
        "church": {"tower": 12},
        "tooth": {"crown": 9},
    },
    {"arthur": {"king": 18, "castle": 8}},
)
"""Nine words that can be answers, and a name."""

"""What a drawing for the terminal client is given, and what must hold for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from hypothesis import strategies as st

from parlour.wire.text import columns
from parlour_client.drawings import STYLES

Lines: TypeAlias = list[list[tuple[str, str]]]
Draw: TypeAlias = Callable[[Mapping[str, Any], Mapping[int, str], int], Lines]

WIDTHS = (40, 60, 80, 100)
MANY = dict(enumerate(("zo\u00eb", "\u5c71\u7530\u82b1\u5b50", "x" * 20), 2))
"""Names that are hard to fit in: with an accent, two columns a letter, as long as can be."""

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text("aZ?.\n\u5c71", max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(("giver", "owner", "cards", "words", "")), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def as_heard(view: object) -> dict[str, Any]:
    """*view* as a program hears it."""
    heard: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    return heard


def read(lines: Lines) -> list[str]:
    """The words alone."""
    return ["".join(text for _, text in line).rstrip() for line in lines]


def styles(lines: Lines, words: str) -> set[str]:
    """The styles of the pieces with *words* in them."""
    return {style for line in lines for style, text in line if words in text}


def check_fits(draw: Draw, view: Mapping[str, Any]) -> None:
    """No line is too wide, whatever players are called, and all styles are the client's."""
    before = msgspec.json.encode(view)
    for names in ({1: "ann", 2: "bob", 3: "cy", 4: "dee"}, MANY):
        for width in WIDTHS:
            lines = draw(view, names, width)
            assert lines
            assert max(map(columns, read(lines))) <= width
            assert {style for line in lines for style, _ in line} <= set(STYLES)
    assert msgspec.json.encode(view) == before, "a drawing leaves the view as it is"


def spoilt(view: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """*view* as another version could tell it: some keys missing, others with anything."""
    keys = st.sampled_from(sorted(view))
    changed = st.dictionaries(keys, _JSON, max_size=4)
    return st.builds(
        _without, changed.map(lambda some: {**view, **some}), st.sets(keys, max_size=3)
    )


def _without(view: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in gone}

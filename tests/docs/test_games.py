"""The pages of the games tell every option as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from parlour.api import (
    AnyGame,
    ChoiceOption,
    DeckOption,
    ListOption,
    NumberOption,
    Option,
    SeatOption,
    SwitchOption,
    TextOption,
)
from parlour_boggle import BOGGLE
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.docs.pages import ROOT

ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| ([^|]+) \|", re.MULTILINE)
"""A row of the table of options: name, default, what else it can be."""


def _row(option: Option) -> Sequence[str]:
    """What the row of *option* begins with."""
    match option:
        case DeckOption(default=default, choices=choices):
            others = ", ".join(f"`{choice}`" for choice in choices if choice != default)
            return option.name, default, f"{others}, any deck on the host"
        case ChoiceOption(default=default, choices=choices):
            others = ", ".join(f"`{choice}`" for choice in choices if choice != default)
            return option.name, default, others or "-"
        case NumberOption():
            return option.name, str(option.default), f"{option.min} to {option.max}"
        case SwitchOption(default=default):
            return option.name, *(("on", "`off`") if default else ("off", "`on`"))
        case TextOption():
            return option.name, option.default, f"a word of at most {option.longest} characters"
        case SeatOption():
            return option.name, option.default, "a seat (`seat2`) or a name"
        case ListOption(default=default, words=words):
            others = ", ".join(f"`{word}`" for word in words if word != default)
            return option.name, default, f"{others}, any list on the host"


@pytest.mark.parametrize("game", [BOGGLE, PASSWORD, PROBE], ids=lambda game: game.id)
def test_the_table_of_options_is_that_of_the_game(game: AnyGame) -> None:
    """Each option in its order with its default and all other values; then the word list."""
    text = (ROOT / "docs" / "games" / f"{game.id}.md").read_text("utf-8")
    *rows, last = ROW.findall(text)
    assert rows == [_row(option) for option in game.options]
    assert last == ("lexicon", game.lexicon, "any list on the host")

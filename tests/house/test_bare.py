"""A game learns whether the verb of a move was typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from parlour import MoveFault, Reader, Refused
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Move
from tests.games.hunt.text_ui import HuntTextUI
from tests.games.hunt.views import View
from tests.house.scene import new_host


class _Telling(HuntTextUI):
    """Says how it was asked."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Refuse every move."""
        raise Refused(MoveFault.MALFORMED, f"{verb}: {rest}, bare: {reader.bare}")


_TELLING: Final = replace(HUNT, id="telling", text_ui=_Telling())


def test_a_bare_line_is_told_from_one_with_its_verb() -> None:
    """Contract: `Reader.bare`."""
    host = new_host({"telling": _TELLING})
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("new telling")
    bob.send("join 1")
    ann.send("start")
    assert ann.send("3") == ["hide: 3, bare: True"]
    assert ann.send("/hide 3") == ["hide: 3, bare: False"]

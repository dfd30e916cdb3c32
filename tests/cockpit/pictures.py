"""What the cockpit looks like: for the pictures of its page."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from parlour.api import AnyGame
from parlour_probe import PROBE
from parlour_probe.views import ProbeViews
from tests.clients.gallery import game_of
from tests.clients.glass import Glass
from tests.cockpit.watching import cockpit, really, watched


@dataclass(frozen=True)
class Shot:
    """A moment before the screen."""

    about: str
    """What it shows, for people who cannot see it."""
    game: Callable[[], AnyGame]
    seats: int
    script: Callable[[Glass], Coroutine[Any, Any, None]]

    def written(self, columns: int, rows: int) -> str:
        """What the cockpit has written to a terminal of that size by then."""
        return watched(
            cockpit(self.game(), self.seats, seed=7), columns, rows, self.script
        ).paper.written


class LeakyViews(ProbeViews):
    """Views with a mistake: everybody sees which hidden cards of a word are blank."""

    def look(self, state: Any, viewer: Any) -> Any:
        """See `Views`."""
        view = super().look(state, viewer)
        racks = [
            msgspec.structs.replace(rack, cards=tuple(_blanks(rack.cards, own.cards)))
            if rack.owner != viewer
            else rack
            for rack, own in zip(view.racks, state.racks, strict=True)
        ]
        return msgspec.structs.replace(view, racks=tuple(racks))


def _blanks(shown: Any, cards: str) -> list[str]:
    return ["." if card == "." else face for face, card in zip(shown, cards, strict=True)]


async def _hidden(glass: Glass) -> None:
    await glass.type("hide .TEAPOT", "hide COFFEE..", "hide MILK.")


async def _asked(glass: Glass) -> None:
    await _hidden(glass)
    await glass.type("ask bob e", "show 6")
    await glass.press("as")


async def _leak(glass: Glass) -> None:
    await _hidden(glass)
    await glass.type("see cy", "twin")


async def _trick(glass: Glass) -> None:
    await glass.type("3", "4", "3", "2", "bot bob", "bot cy", "bot dee")
    await glass.press("Tab", "Tab", "Enter")
    await glass.type("think 2")
    await really(glass, "act 7 of 7")


SHOTS: Final = {
    "try": Shot(
        "A game of Probe in parlour try. Ann is on the left, Bob on the right. Their own"
        " cards, which the other does not see, have marks",
        lambda: PROBE,
        3,
        _asked,
    ),
    "try-leak": Shot(
        "The same game with a mistake. Cy is on both sides, on the right in a twin that must look"
        " the same. Three cards of the others have marks: blanks that Cy must not see",
        lambda: replace(PROBE, views=LeakyViews()),
        3,
        _leak,
    ),
    "try-large": Shot(
        "A game of Spades in parlour try on a large screen. Ann's hand and Bob's hand have marks",
        lambda: game_of("spades"),
        4,
        _trick,
    ),
}

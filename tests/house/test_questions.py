"""Questions of a game: answered from what the asker may see, and nothing happens by them."""

from __future__ import annotations

from tests.house.scene import Party


def hunting(game: str = "hunt", *, start: bool = True) -> Party:
    """Ann is to try; she has hidden 3, bob 4, cy 5; wat watches. Cy and wat are people."""
    party = Party(
        "ann", "bob", "cy", programs=("ann", "bob"), watchers=("wat",), game=game, start=start
    )
    if start:
        party.hide(3, 4, 5)
    return party

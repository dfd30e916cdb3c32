"""A move by somebody who knows no rules."""

from __future__ import annotations

from random import Random
from typing import Any


def any_move(prompt: dict[str, Any], rng: Random) -> str:
    """Return one of the moves that *prompt*, the object of that event, offers: `/ask ann e`."""
    move = rng.choice(prompt["moves"])
    words = [f"/{move['verb']}"]
    for arg in move["args"]:
        known = arg.get("choices", arg.get("examples"))
        if known is None:
            known = range(arg["min"], arg["max"] + 1)
        words.append(str(rng.choice(known)))
    return " ".join(words)

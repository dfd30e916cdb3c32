"""Moves of somebody who knows no rules: made of a prompt, or held against one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

from parlour_client import random_move, read_prompt

Object: TypeAlias = dict[str, Any]


def any_move(prompt: Object, rng: Random) -> str:
    """Return one of the moves that *prompt*, the object of that event, offers: `/ask ann e`."""
    return f"/{' '.join(random_move(read_prompt(prompt), rng))}"


def is_offered(prompt: Object, verb: str, rest: str) -> bool:
    """Is the move *verb* with the words of *rest* one of those that *prompt* offers?"""
    words = rest.split()
    return any(move["verb"] == verb and _fits(move["args"], words) for move in prompt["moves"])


def _fits(args: Sequence[Object], words: Sequence[str]) -> bool:
    if not args:
        return not words
    arg, *others = args
    least, most = (arg["min"], arg["max"]) if "of" in arg else (1, 1)
    if arg["type"] == "text" and "of" not in arg and not others:
        return bool(words)
    return any(
        all(_is(arg, word) for word in words[:number]) and _fits(others, words[number:])
        for number in range(least, min(most, len(words)) + 1)
    )


def _is(arg: Object, word: str) -> bool:
    if arg["type"] == "int":
        return word.isdecimal() and arg["min"] <= int(word) <= arg["max"]
    known = arg.get("of", arg.get("choices") if arg["type"] != "text" else None)
    return known is None or word.lower() in (each.lower() for each in known)

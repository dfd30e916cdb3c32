"""Whether a line answers a prompt with something that the prompt offers."""

from __future__ import annotations

from collections.abc import Sequence

from parlour_kit.conformance.fitting import Object


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

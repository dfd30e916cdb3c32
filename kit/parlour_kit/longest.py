"""Texts at their longest, as people may type them: words, free text, and the names of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from parlour.api import Lexicon, Prompt, Seat, TextArg
from parlour.candidates import Line, words
from parlour.wire.names import NAME_MAX

TEXTS: Final = (500, 200, 80, 40)
"""Letters of free texts to try, the longest first. A line of a person has 1,024 bytes."""
LONG_NAMES: Final = 0.25
"""The share of positions in which players have names as long as the host allows."""
WORDS: Final = range(24, 7, -1)
"""Letters of listed words to try."""


def long_lines(
    prompt: Prompt, names: Mapping[Seat, str], lexicon: Lexicon | None, rng: Random
) -> Iterator[Line]:
    """Yield lines of one move of *prompt*, with a shorter text each time.

    The first one that the game does not refuse is at the end of what it allows. There is none for
    a move without free text.
    """
    spec = rng.choice(prompt.moves)
    places = [at for at, arg in enumerate(spec.args) if type(arg) is TextArg]
    if not places:
        return
    at = rng.choice(places)
    for text in _texts(lexicon, rng):
        given = list(words(spec, names, rng))
        given[at] = text
        yield spec.verb.name, " ".join(given)


def _texts(lexicon: Lexicon | None, rng: Random) -> Iterator[str]:
    """Yield listed words and other texts. Half of the time only words."""
    if lexicon is None or rng.random() < 0.5:
        letter = rng.choice("aez")
        yield from (letter * length for length in TEXTS)
    if lexicon is not None:
        listed = (lexicon.words(length) for length in WORDS)
        yield from (rng.choice(found) for found in listed if found)


def lengthened(names: Mapping[Seat, str]) -> Mapping[Seat, str]:
    """Return names that begin like *names* and are as long as the host allows."""
    return {seat: name.ljust(NAME_MAX, "e") for seat, name in names.items()}

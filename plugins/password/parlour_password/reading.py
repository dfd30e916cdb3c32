"""From what a person types to a move. Nothing is judged here, and nothing is known of the word."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final, get_args

from parlour import MoveFault, Refused
from parlour_password.catalogue import _
from parlour_password.moves import CLUE, GUESS, INSIST, PASS, Clue, Guess, Insist, Move

_YOURS: Final = {
    CLUE.name: _("your clue"),
    INSIST.name: _("your clue"),
    GUESS.name: _("your guess"),
}
_WORDED: Final[Mapping[str, type[Clue | Insist | Guess]]] = {
    CLUE.name: Clue,
    INSIST.name: Insist,
    GUESS.name: Guess,
}
_PLAIN: Final[Mapping[str, Move]] = {
    kind.__struct_config__.tag: kind() for kind in get_args(Move) if not kind.__struct_fields__
}
"""The moves without words. A move is recorded under the name of its verb."""
_LATE: Final = frozenset(product((CLUE.name, GUESS.name), _PLAIN)) - {(GUESS.name, PASS.name)}
"""Pairs: the verb of a line without a slash, and what may be meant for a question that is over.

A guess of `pass` costs what passing does, and may be right.
"""
_MEANT: Final = frozenset({(CLUE.name, CLUE.name), (CLUE.name, INSIST.name), (GUESS.name,) * 2})
"""Pairs: the verb of a line without a slash, and a verb that such a line may begin with.

Clues and guesses are single words, so in a longer line the first word is meant as a verb.
"""


def parse(verb: str, rest: str, *, bare: bool, lang: str = "en") -> Move:
    """Return the move *verb* with the words after it. Raises Refused (MALFORMED).

    *bare*: the verb was not typed, so a word that is a command could be meant as one, also in the
    words of the language *lang*.
    """
    plain = _PLAIN.get(verb)
    if plain is not None:
        return plain
    words = rest.split(maxsplit=1)
    if len(words) > 1 and (verb, words[0].lower()) in _MEANT:
        verb, rest = words[0].lower(), words[1]
    elif bare and (verb, _verb(rest.strip().lower(), lang)) in _LATE:
        raise _meant_as_command(verb, rest.strip().lower(), lang)
    text = rest.strip()
    if not text:
        raise Refused(
            MoveFault.MALFORMED,
            _("<<Type one word, like this: /{verb} ox|Give one word.>>", verb=verb),
        )
    return _WORDED[verb](text)


def is_plain(text: str) -> bool:
    """Check whether *text* is one word of letters, and more than one letter."""
    word = text.strip()
    return len(word) > 1 and word.isalpha()


def _verb(word: str, lang: str) -> str:
    """Return the verb that *word* stands for in the language *lang*, or *word* itself."""
    return next((verb for verb, own in _.verbs(lang).items() if word in own), word)


def _meant_as_command(verb: str, word: str, lang: str) -> Refused:
    """*word* alone is hardly meant as clue or guess: a `next` may come when the clue is due."""
    text = _("{word} is also a command. <<Type /{word}, or if it is {yours}: {verb} {word}>>")
    own, *_others = _.verbs(lang).get(verb, (verb,))
    return Refused(MoveFault.MALFORMED, text.filled(word=word, yours=_YOURS[verb], verb=own))

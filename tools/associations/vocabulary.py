"""Which words the bots of Password know: words to guess, and words to hear as clues."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from parlour.lexicons import WordList
from parlour_password.forms import bases, entry
from tools.associations.meanings import Meanings
from tools.wordnet import skeleton

SHORTEST: Final = 3
LONGEST: Final = 13
"""Letters of a word to guess."""

RANKS: Final[Mapping[int, int]] = {10: 60_000, 20: 60_000, 35: 45_000, 40: 25_000, 50: 22_000}
"""The bands of words to guess, and how rare a word of that band may be: its place among all
words of the newspapers by how often they have it."""
CLUE_RANK: Final = 45_000
CLUE_BAND: Final = 40
"""Other words to hear as clues, most of them names: so common."""
UNSEEN: Final = 1_000_000
"""The place of a word that the newspapers do not have."""
UNFIT: Final = Path(__file__).with_name("unfit.txt")
"""Words that the bots know when they hear them, and never say."""
_GRAMMAR: Final = """
    about above across after again all along another any anything around away back before behind
    below best better beyond both can certain could could down each either else enough even every
    everyone everything except few former further get half have here his however
    including inside last later latter least less like many may maybe might mine more most much
    must near need neither never next none nothing now off once one only other others otherwise
    out outside over own people per plus quite rather same several shall she should since some
    someone something soon still such than that the their then there these thing this those though
    through thus today together too toward under until upon various very via well what when where
    whether which while who whole whose why will with within without would yet you your
    """
GRAMMAR: Final = frozenset(_GRAMMAR.split())
"""Words that hold sentences together. Nobody plays for them."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Two tuples of words, each with the commonest first; no word is in both."""

    answers: tuple[str, ...]
    """Words to guess, which are clues too."""
    others: tuple[str, ...]
    """Words that are clues only."""

    @property
    def words(self) -> tuple[str, ...]:
        """All words, by number."""
        return self.answers + self.others


def read_unfit() -> frozenset[str]:
    """The words of the file `UNFIT`, which the bots never say."""
    lines = UNFIT.read_text(encoding="ascii").splitlines()
    return frozenset(word for line in lines for word in line.partition("#")[0].split())


def choose(
    deck: Collection[str],
    lexicon: WordList,
    ranks: Mapping[str, int],
    meanings: Meanings,
    unfit: Collection[str],
) -> Vocabulary:
    """Choose the words. All of the *deck* are to be guessed, and none that are *unfit*.

    *ranks* has a word's place by how often it is used, from 0 on. No word that the lexicon
    never deals is chosen, unless it is of the deck.
    """

    def rank(word: str) -> tuple[int, str]:
        return ranks.get(word, UNSEEN), word

    common = (
        word
        for length in range(SHORTEST, LONGEST + 1)
        for word in lexicon.words(length, band=max(RANKS))
        if rank(word)[0] < RANKS[lexicon.band(word) or 0]
    )
    answers = {word for word in common if _is_answer(word)}
    answers = {*deck, *_one_spelling(sorted(answers, key=rank), deck)}.difference(unfit)
    names = {word.lower() for meaning in meanings.all.values() for word in _names(meaning.words)}
    easy = {
        word
        for length in range(SHORTEST, LONGEST + 1)
        for word in lexicon.words(length, band=CLUE_BAND)
    }
    others = {word for word in names | easy if rank(word)[0] < CLUE_RANK} - answers
    others = {word for word in others if answers.isdisjoint(bases(word))}
    barred = {word for word in answers | others if lexicon.never_deal(word)} - {*deck}
    return Vocabulary(
        tuple(sorted(answers - barred, key=rank)), tuple(sorted(others - barred, key=rank))
    )


def _is_answer(word: str) -> bool:
    """Is *word* of a kind that is played for: no adverb, no inflected form?"""
    kinds = set(entry(word).kinds)
    if not kinds or word in GRAMMAR:
        return False
    return kinds != {"r"} and not (word.endswith("ly") and "n" not in kinds) and not bases(word)


def _one_spelling(words: Iterable[str], deck: Collection[str]) -> Iterator[str]:
    """*words* without other spellings of words of the *deck*, or of words before them."""
    known = {_spelling(word) for word in deck}
    for word in words:
        if _spelling(word) not in known:
            known.add(_spelling(word))
            yield word


def _spelling(word: str) -> str:
    """The same for spellings of one word, if they are linked or the word itself."""
    twins = [link for link in entry(word).links if skeleton(link) == skeleton(word)]
    return min([word, *twins], key=lambda twin: (len(twin), twin))


def _names(words: Iterable[str]) -> Iterator[str]:
    """Those of *words* that are names of one word in letters a to z."""
    return (
        word
        for word in words
        if word[:1].isupper() and word.isalpha() and word.isascii() and len(word) >= SHORTEST
    )

"""The word lists and decks of cards that the host has for its games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence


class Lexicon(ABC):
    """A word list of the host. Words are lower-case letters a to z.

    The record of a table names the list and its hash, so that a ruling can be
    repeated later.
    """

    name: str
    """The list's name in table options, for example `en`."""
    hash: str
    """SHA-256 of the words, bands and printed forms, in hexadecimal."""
    earlier: Sequence[Lexicon] = ()
    """Earlier editions of the list, with which old games are continued and replayed."""

    @abstractmethod
    def __contains__(self, word: object) -> bool:
        """Check whether the lower-case *word* is in the list."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of words."""

    @abstractmethod
    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        """Return the words of *length* letters in alphabetical order.

        With *band*, return only words of that difficulty band or an easier one.
        """

    @abstractmethod
    def band(self, word: str) -> int | None:
        """Return how common *word* is, 10 (most common) to 95, or None if it is not listed.

        Words of an operator's own list are in band 0 unless the list says more.
        """

    @abstractmethod
    def never_deal(self, word: str) -> bool:
        """Check whether *word* counts when played, but must not be offered by the host itself."""

    def printed(self, word: str) -> tuple[str, ...]:
        """Return how people write *word*, with accents. There may be several ways.

        `ete` is printed `été`, and `cote` is `cote`, `coté`, `côte` or `côté`. The forms
        are in lower case and in the order of their code points. A word that is not listed, or
        whose list has no accents, is printed as it is.
        """
        return (word,)

    def dictionary_form(self, word: str) -> bool:
        """Check whether *word* is listed as a noun, an adjective, an adverb or an infinitive.

        Plurals and feminines count. Other forms of verbs don't, nor do pronouns and other
        small words. A list that does not tell them apart says yes for each of its words.
        """
        return word in self

    def meaning(self, word: str) -> str:
        """Return a sentence that says what the lower-case *word* means, or nothing."""
        return ""

    @abstractmethod
    def why(self, word: str) -> str:
        """Explain in one line which list decided about *word*, and how."""


class Deck(Lexicon):
    """A deck of cards of the host: how many there are of each card.

    It comes with the word lists, so that a record names and hashes it in the same way. As a word
    list it is empty.
    """

    def __init__(self, name: str, cards: Mapping[str, int], digest: str) -> None:
        """Make the deck of *cards*, the number of each by its code; *digest* is their hash."""
        self.name = name
        self.cards = cards
        self.hash = digest

    def __contains__(self, word: object) -> bool:
        return False

    def __len__(self) -> int:
        return 0

    def words(self, length: int, *, band: int | None = None) -> Sequence[str]:
        """Return no words."""
        return ()

    def band(self, word: str) -> int | None:
        """Return None, because no word is listed."""
        return None

    def never_deal(self, word: str) -> bool:
        """Return False, because there is nothing to deal."""
        return False

    def why(self, word: str) -> str:
        """Say that this is no word list."""
        return f"{self.name} is a deck of cards."

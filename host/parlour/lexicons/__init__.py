"""Word lists: the English and French ones that come with Parlour, and an operator's own.

A list of 250,000 strings would take 28 MB and 60 ms to load. So we keep the words of one length
as one run of bytes, sorted and without separators. A binary search finds a word
in a few microseconds, and we make strings only for the lengths that a game asks for.

    _words.py      what a word is; words of one length as a run of bytes; the hash
    _spelling.py   how a word is printed, with its accents
    _list.py       a list, as the host and the games use it
    _data.py       the format of the data files
    _builtin.py    the lists that come with Parlour
    _operator.py   the operator's lists
    _edited.py     a list of Parlour, with the words that a house adds and drops
    _decks.py      the operator's decks of cards
    _host.py       all lists and decks of a host

`tools/build_lexicon.py` makes the data files. docs/word-lists.md describes how.
"""

from __future__ import annotations

from parlour.lexicons._builtin import BUILTIN, LazyWordList, load_builtin, load_english
from parlour.lexicons._data import hash_in, unpack
from parlour.lexicons._decks import load_deck
from parlour.lexicons._host import Lexicons
from parlour.lexicons._list import WordList
from parlour.lexicons._operator import MAX_BYTES, load_file
from parlour.lexicons._words import (
    MAX_BAND,
    NEVER,
    LengthRow,
    LexiconError,
    digest_of,
    fold,
    is_word,
    rows_of,
)

__all__ = [
    "BUILTIN",
    "MAX_BAND",
    "MAX_BYTES",
    "NEVER",
    "LazyWordList",
    "LengthRow",
    "LexiconError",
    "Lexicons",
    "WordList",
    "digest_of",
    "fold",
    "hash_in",
    "is_word",
    "load_builtin",
    "load_deck",
    "load_english",
    "load_file",
    "rows_of",
    "unpack",
]

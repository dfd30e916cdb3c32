"""Word lists: the English and French ones that come with Parlour, and an operator's own.

A list of 250,000 strings would take 28 MB and 60 ms to load. So the words of one length are
kept as one run of bytes, in order and with nothing between them: a word is found by halving,
which takes a few microseconds, and strings are made only for the lengths that a game asks for.

    _words.py      what a word is; words of one length as a run of bytes; the hash
    _spelling.py   how a word is printed, accents and all
    _list.py       a list: what the host and the games ask
    _data.py       the form of the data files
    _builtin.py    the lists that come with Parlour
    _operator.py   the operator's lists, and all lists of a host

The data files are made by `tools/build_lexicon.py`; docs/word-lists.md tells how.
"""

from __future__ import annotations

from parlour.lexicons._builtin import (
    BUILTIN,
    ENGLISH,
    FRENCH,
    Waiting,
    load_builtin,
    load_english,
)
from parlour.lexicons._data import hash_in, pack, unpack
from parlour.lexicons._list import WordList
from parlour.lexicons._operator import MAX_BYTES, Lexicons, load_file
from parlour.lexicons._words import (
    MAX_BAND,
    NEVER,
    LexiconError,
    Row,
    digest_of,
    fold,
    is_word,
    rows_of,
)

__all__ = [
    "BUILTIN",
    "ENGLISH",
    "FRENCH",
    "MAX_BAND",
    "MAX_BYTES",
    "NEVER",
    "LexiconError",
    "Lexicons",
    "Row",
    "Waiting",
    "WordList",
    "digest_of",
    "fold",
    "hash_in",
    "is_word",
    "load_builtin",
    "load_english",
    "load_file",
    "pack",
    "rows_of",
    "unpack",
]

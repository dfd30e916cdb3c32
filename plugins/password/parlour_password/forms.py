"""Parts and forms of the password: forbidden clues (R-W-18, O-W-4) and near responses (R-W-22).

All words are folded (`parlour_password.clues.fold`): letters a to z, and spaces between the words
of a clue of several words. The table says what a word is a form of, and which words are derived
from which.

`tools/build_forms.py` makes the table from WordNet and from families we keep by hand. We read it
when we first need it, in a few milliseconds. It is a list of lines in alphabetical order, one for
each word:

    WORD KINDS BASES LINKS

KINDS are the letters n, v, a, r (noun, verb, adjective, adverb) of what the word itself is;
none if it is an inflected form only. BASES are the words of which it is an irregular form, and
with NOT before them words of which it only looks like a form (`number` of `numb`). LINKS are the
words one derivation away, with SPELLED before those that are spellings of the same word. Words
have commas between. A link is in the line of the longer of its two words, or of the later one if
they are equally long.
"""

from __future__ import annotations

import gzip
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from itertools import product
from typing import Final

import msgspec

DATA: Final = resources.files("parlour_password").joinpath("data", "forms.gz")
"""Where the table is."""
SPELLINGS: Final = resources.files("parlour_password").joinpath("data", "spellings.txt")
"""Spellings that the table and VarCon lack, and all that the first version of the rules knew."""
VARCON: Final = resources.files("parlour_password").joinpath("data", "varcon.gz")
"""The spellings that VarCon has, a line for each word: `tools/build_spellings.py` makes it."""

ENDINGS: Final = (
    ("n", "s", ""),
    ("n", "ses", "s"),
    ("n", "xes", "x"),
    ("n", "zes", "z"),
    ("n", "ches", "ch"),
    ("n", "shes", "sh"),
    ("n", "oes", "o"),
    ("n", "men", "man"),
    ("n", "ies", "y"),
    ("v", "s", ""),
    ("v", "ies", "y"),
    ("v", "es", "e"),
    ("v", "es", ""),
    ("v", "ed", "e"),
    ("v", "ed", ""),
    ("v", "ing", "e"),
    ("v", "ing", ""),
    ("a", "er", "e"),
    ("a", "er", ""),
    ("a", "ier", "y"),
    ("a", "est", "e"),
    ("a", "est", ""),
    ("a", "iest", "y"),
)
"""Regular inflections: kind of the base, ending, and the ending of the base.
They are the rules of WordNet's own programs (its page morphy), and `oes`."""

NOT: Final = "-"
SPELLED: Final = "="
"""Marks before words of the table."""

_VOWELS: Final = ("ed", "er", "est", "ing")
"""Endings before which a base may double its last letter; not `es`, which follows a hiss."""
_LEAST: Final = 3
"""Letters of the shortest base before those, but for `ing` (`going`): `bed` is not of `be`."""
_DOUBLES: Final = re.compile(r"[^aeiou]*(qu)?[aeiou][^aeiouwxy]")
"""One syllable, one vowel letter, one consonant after it. So `staring` is of `stare`, not of
`star`. The table has the forms with the doubled letter as irregular ones."""


class Entry(msgspec.Struct, frozen=True):
    """A line of the table."""

    kinds: str = ""
    bases: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()
    """The links that are spellings of the same word."""
    strangers: tuple[str, ...] = ()
    """Of these it is no inflected form, though it looks like one."""


NO_ENTRY: Final = Entry()
"""Of a word that is not in the table."""


@lru_cache(maxsize=1)
def table() -> Sequence[bytes]:
    """The lines of the table, read once. Two threads that ask first both read them.

    Bytes: as strings they would take 1.6 MB more.
    """
    return gzip.decompress(DATA.read_bytes()).split(b"\n")


def entry(word: str) -> Entry:
    """The line of *word*, or NO_ENTRY."""
    lines = table()
    start = f"{word} ".encode()
    at = bisect_left(lines, start)
    if at == len(lines) or not lines[at].startswith(start):
        return NO_ENTRY
    _, kinds, bases, links = lines[at].decode("ascii").split(" ")
    return Entry(
        kinds,
        tuple(base for base in _split(bases) if base[0] != NOT),
        tuple(link.removeprefix(SPELLED) for link in _split(links)),
        tuple(link[1:] for link in _split(links) if link[0] == SPELLED),
        tuple(base[1:] for base in _split(bases) if base[0] == NOT),
    )


def is_base(word: str) -> bool:
    """Is *word* a word of its own, not just an inflected form (or unknown)?"""
    return entry(word).kinds != ""


def bases(word: str) -> frozenset[str]:
    """The words of which *word* is an inflected form; without *word*."""
    line = entry(word)
    found = {*line.bases, *_regular(word)}
    return frozenset(found.difference(line.strangers, [word]))


def is_known(word: str) -> bool:
    """Is *word* in the table, or a form of what is?"""
    return is_base(word) or bool(bases(word))


def linked(one: str, other: str) -> bool:
    """Is one of two words derived from the other, or both in a family kept by hand?"""
    first, second = _in_order(one, other)
    return first in entry(second).links


def are_spellings(one: str, other: str, *, first: bool = False) -> bool:
    """Are two words spellings of one: `color`, `colour` (O-W-14)?

    *first*: by the first version of the rules, which did not know VarCon.
    """
    shorter, longer = _in_order(one, other)
    return (
        shorter in entry(longer).spelled
        or other in _by_hand().get(one, ())
        or (not first and other in _varcon().get(one, ()))
    )


@lru_cache(maxsize=1)
def _by_hand() -> Mapping[str, frozenset[str]]:
    """The spellings that are kept by hand, each word with those of its line."""
    return _spellings(SPELLINGS.read_text("ascii"))


@lru_cache(maxsize=1)
def _varcon() -> Mapping[str, frozenset[str]]:
    """The spellings of VarCon, in the same way."""
    return _spellings(gzip.decompress(VARCON.read_bytes()).decode("ascii"))


def _spellings(text: str) -> Mapping[str, frozenset[str]]:
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    found: dict[str, frozenset[str]] = {}
    for words in lines:
        for word in words:
            found[word] = found.get(word, frozenset()) | (frozenset(words) - {word})
    return found


def _in_order(one: str, other: str) -> list[str]:
    """The word whose line has no link between the two, then the one whose line may have it."""
    return sorted((one, other), key=lambda word: (len(word), word))


def doubles(base: str) -> bool:
    """Does *base* double its last letter before a vowel: `star`, `starring`?

    Told by its letters alone, and of words of one syllable only.
    """
    return bool(_DOUBLES.fullmatch(base))


def _regular(word: str) -> Iterator[str]:
    for kind, ending, instead in ENDINGS:
        if not word.endswith(ending) or (ending == "s" and word.endswith("ss")):
            continue
        base = word[: -len(ending)] + instead
        if kind in entry(base).kinds and _takes(base, ending, instead):
            yield base


def _takes(base: str, ending: str, instead: str) -> bool:
    """May *base* have *ending*, as far as letters tell?"""
    if ending not in _VOWELS:
        return True
    long_enough = ending == "ing" or len(base) >= _LEAST
    return long_enough and (instead != "" or not doubles(base))


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split(",")) if words else ()


RUN: Final = 3
"""Letters of the shortest run of a word that counts as a part of it (O-W-4)."""

PREFIXES: Final = frozenset({"dis", "im", "in", "mis", "non", "out", "over", "pre", "re", "un"})
"""What may stand before a word in a longer one besides another word."""

SUFFIXES: Final = ("es", "ed", "er", "ers", "est", "ing", "ings")
"""The endings that an unknown word may have, besides s."""


def are_forms(one: str, other: str, *, first: bool = False) -> bool:
    """Are two different words forms of one word? *first* is as in `are_spellings`.

    They are if they are inflected forms of one word, or of two words that the table links. Of
    words that it does not know, one must be a regular inflection of the other.
    """
    ones, others = _readings(one), _readings(other)
    return (
        not ones.isdisjoint(others)
        or any(
            linked(*pair) or are_spellings(*pair, first=first) for pair in product(ones, others)
        )
        or (not (is_known(one) and is_known(other)) and _is_inflected(one, other))
    )


def stems(word: str) -> Set[str]:
    """The words of which *word* is an inflected form, or is seen to be derived.

    It is seen if *word* begins with the other, which may lose an e or turn y into i: `rainy`
    is derived from `rain` and `happily` from `happy`; but not `song` from `sing`.
    """
    derived = {
        base
        for reading in _readings(word)
        for base in entry(reading).links
        if reading.startswith((base, _before_a_vowel(base)))
    }
    return derived | bases(word)


def parts(word: str) -> Set[str]:
    """The words of which *word* is put together, with their own stems: `dog`, `house`.

    It must be two words to the last letter, or a prefix and a word.
    """
    found: set[str] = set()
    for at in range(1, len(word) - RUN + 1):
        before, behind = word[:at], word[at:]
        if before in PREFIXES and is_known(behind):
            found |= {behind, *stems(behind)}
        elif at >= RUN and is_known(before) and is_known(behind):
            found |= {before, behind, *stems(before), *stems(behind)}
    return found


def _readings(word: str) -> Set[str]:
    """*word* itself, and what it is an inflected form of."""
    return bases(word) | {word}


def _before_a_vowel(word: str) -> str:
    """*word* as it is before most endings: without an e, and with i for y, at its end."""
    if word.endswith("e"):
        return word[:-1]
    return f"{word[:-1]}i" if word.endswith("y") else word


def _is_inflected(one: str, other: str) -> bool:
    """Is the longer of two words a regular inflection of the shorter, as far as letters tell?"""
    shorter, longer = sorted((one, other), key=len)
    return longer in _inflected(shorter)


def _inflected(word: str) -> Iterator[str]:
    yield f"{word}s"
    if doubles(word):
        word += word[-1]
    for ending in SUFFIXES:
        yield word + ending
        yield _before_a_vowel(word) + ending


class Kin(StrEnum):
    """What a clue must not be to the password. A refusal gives the first that is true."""

    SAME = "same"
    """The password itself."""
    FORM = "form"
    """Another form of the same word."""
    WHOLE = "whole"
    """It contains the whole password."""
    PART = "part"
    """A run of three letters or more of the password, or a form of such a run."""
    NEAR = "near"
    """No word, and spelt or spoken nearly like the password (`is_near`). `judge` leaves it out,
    because it needs the word list."""


def judge(password: str, clue: str, *, first: bool = False) -> Kin | None:
    """Return what forbids *clue* for *password*, or None. *first* is as in `are_spellings`.

    Rulings on O-W-4:

    * A run of three letters or more is a part wherever it is and whatever it means: you can't
      give `car` for `scarf`. For a password of one or two letters, a clue that contains
      it contains the whole of it: you can't give `box` for `ox`.
    * `A clue whose base word is such a run`: a word that is only an inflected form counts as its
      base: you can't give `cars` for `scarf`, or `eaten` for `sweater`. A form that is also a
      word of its own (`eating`, `doggy`, `farmer`) counts as its base only if that is a part of
      the password in the ordinary sense: you can't give `doggy` for `doghouse`, but you can give
      `eating` for `sweater`.
    * `Contains the whole password` is about the clue as it is written: you can't give `woman` for
      `man`, but you can give `women`.
    * Two words with one between them are derived too, if only their endings differ (`chemist`,
      `chemical`). Other spellings of a word are forms of it (`colour`).
    * In a clue of several words (O-W-3), all this is true of each word, and of all of them
      written as one.
    """
    words = {clue.replace(" ", ""), *clue.split()}
    found = {_judge_word(password, word, first=first) for word in words}
    return next((kin for kin in Kin if kin in found), None)


def is_form(password: str, answer: str, *, first: bool = False) -> bool:
    """Return whether the response *answer* is a form of *password*, but not the password itself.

    Parts do not count (O-W-13): `monk` is simply wrong for `monkey`. *first* is as in
    `are_spellings`.
    """
    return answer != password and are_forms(password, answer, first=first)


def prepare() -> None:
    """Read the table, which takes some milliseconds; else the first question does.

    May be called on any thread, and more than once.
    """
    table()
    _varcon()


def _judge_word(password: str, word: str, *, first: bool) -> Kin | None:
    if word == password:
        return Kin.SAME
    if are_forms(password, word, first=first):
        return Kin.FORM
    if password in word:
        return Kin.WHOLE
    return Kin.PART if _is_part(password, word) else None


def _is_part(password: str, clue: str) -> bool:
    """Is *clue*, or its base word, a run of *password*?"""
    same = {clue} if is_base(clue) else {clue, *bases(clue)}
    if any(_is_run(word, password) for word in same):
        return True
    runs = {stem for stem in stems(clue) if _is_run(stem, password)}
    return bool(runs) and not runs.isdisjoint(parts(password))


def _is_run(word: str, password: str) -> bool:
    return len(word) >= RUN and word in password

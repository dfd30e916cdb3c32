"""Words derived from one stem by common endings, told apart by what they mean.

Endings alone find `corner` derived from `corn`. So two words that share a stem are linked only if
WordNet explains one by the other (`sugary`: containing sugar), or if the newspapers use them
alike: if the vectors of GloVe, from which the table of associations is made too, are near.
Endings that hardly ever deceive (`-ness`) need neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from operator import mul
from typing import Final

from tools.associations.meanings import Meanings
from tools.wordnet import Pair, ordered

_SAFE: Final = """
    ability ably ally edly edness fully fulness hood ibility ically ingly ingness less lessly
    lessness like ly ness wise
"""
SAFE: Final = frozenset(_SAFE.split())
"""Endings that mean the same behind nearly every word of four letters or more."""
TRUSTED: Final = frozenset({"able", "less", "like", "ness"})
"""Endings that are taken behind words of three letters too."""
FREE: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(("able", "ible"), ("a", "vn")),
    **dict.fromkeys(("less", "like"), ("a", "n")),
    "ness": ("n", "a"),
    **dict.fromkeys(("ative", "ive"), ("an", "v")),
    **dict.fromkeys(("al", "ial", "ic", "ical", "some", "ual", "ulent"), ("a", "n")),
    "ous": ("a", "nv"),
    **dict.fromkeys(("ish", "istic"), ("a", "na")),
    **dict.fromkeys(("ify", "ise", "ize"), ("v", "na")),
    **dict.fromkeys(("isation", "iser", "ization", "izer"), ("n", "na")),
    **dict.fromkeys(("dom", "ism", "ist"), ("n", "na")),
    **dict.fromkeys(("ess", "ette", "let"), ("n", "n")),
    **dict.fromkeys(("ification", "ation", "ment", "or"), ("n", "v")),
    **dict.fromkeys(("ward", "wards"), ("ar", "n")),
    "age": ("n", "nv"),
    "ed": ("a", "nv"),
    "en": ("va", "na"),
    "er": ("n", "nva"),
    "ery": ("n", "nva"),
    "ful": ("an", "nv"),
    "arian": ("na", "n"),
    "ian": ("na", "n"),
    "ry": ("n", "nv"),
    "ie": ("n", "na"),
    "ity": ("n", "a"),
    "y": ("a", "nv"),
}
"""Endings with which people make words, with the kinds of these words and of what they are made.
A word so rare that GloVe lacks it means what its ending says."""
_OTHER: Final = """
    an ance ancy ant ar ary ate ational ator atory ee eer ence ency ent ential erly esque eur ia
    iac iance ience ier ile ing ion ional ious ite ition itive itor itory ling ory oid ship sion
    ssion ssive ster th tion tive ty ual uous ure y
"""
ENDINGS: Final = tuple(sorted({*SAFE, *FREE, *_OTHER.split()}, key=len, reverse=True))
EXTENDING: Final = SAFE | {"able", "ible"}
"""Endings behind a derived word that lead no further away from what it is derived from."""
_SWAPS: Final = """
    able-ability able-ation able-ion ably-ability acy-ate ance-ant ancy-ance ancy-ant ate-ator
    ation-ative ation-ator ation-atory ence-ent ency-ence ency-ent ential-ence etic-esis
    iasm-iast iasm-iastic ible-ibility ic-icism ic-icity ic-ics ic-ism ic-ist ic-ize ic-ise
    ician-ics icist-ics ification-ify ifier-ify ile-ility ion-ious ion-ive ion-or ion-ory
    ious-iety ism-ist ism-istic ist-istic ive-ivity ization-izer ize-ization ize-izer
    ographer-ographic ographer-ography ographic-ography ological-ologist ological-ology
    ologist-ology ometric-ometry onomic-onomist onomic-onomy onomist-onomy osis-otic
    osity-ous ular-ule ysis-ytic
"""
SWAPS: Final = frozenset(
    pair
    for one, _, other in (swap.partition("-") for swap in _SWAPS.split())
    for pair in ((one, other), (other, one))
)
"""Endings of which one often has the place of the other, behind SWAPPED letters or more."""
SWAPPED: Final = 5
FAR: Final = 0.2
"""Below this, two words with such endings mean something else."""
ENDS: Final = ("", "ce", "cy", "se", "sis", "st", "sy", "t", "te", "tic", "tical", "yst", "ze")
"""What else may differ at the ends of two words: `hypocrite`, `hypocrisy`; `analysis`, `analyse`.
The end of a base, and the whole of it, are among these."""

DIRECT_LETTERS: Final = 4
"""Letters of the shortest word to which we add an ending."""
STEM_LETTERS: Final = (4, 5, 6)
"""Letters of the shortest stem that two words with different endings have in common."""
LONG_BASE: Final = 6
LONG_ENDING: Final = 3
"""A word of so many letters with an ending of so many is hardly ever there by chance."""
SHORT: Final = 0.65
DIRECT: Final = {True: 0.25, False: 0.5}
"""How near two vectors are at least (the cosine) if one word is the other with an ending: if that
other is shorter than DIRECT_LETTERS, and else by whether the ending is a free one."""
EXPLAINED: Final = {True: 0.0, False: 0.45}
"""The same, if WordNet explains one of the two by the other."""
SIBLINGS: Final = (0.3, 0.7, 0.4)
"""How near they are at least with a stem of so many letters: if one explains the other, and if
not."""
COMMON: Final = 7
"""Letters at the beginning that are enough for these."""
COUSINS: Final = 0.35
"""How near two words are at least that have another one between them."""
STRANGERS: Final = 0.2
"""Below this, a word is not taken for an inflected form if it is another word besides."""
MEANT: Final = (0.3, 0.2)
"""How near a word and what a dictionary says it is made of are at least: if the base has fewer
than LONG_BASE letters and the ending fewer than LONG_ENDING, and else."""
CLOSE: Final = 0.5
"""How near two words are at least if the one between them may be made of either."""
COUNTRIES: Final = (("is", "iz"), ("iz", "is"), ("our", "or"), ("or", "our"), ("ll", "l"))
"""How the spellings of Britain and America differ, as far as it matters here."""
AGAINST: Final = -0.05
"""Below this, not even a safe ending is one."""
NO_AGENT: Final = 0.75
"""How near a word with `or` is at least to what is no verb: `factor` is not of `fact`."""
LONGEST_BASE: Final = 6
"""From so many letters on, a base that is explained is there by no chance."""
EXPLAINED_LONG: Final = 0.2
LARGEST: Final = 300
"""Words that share a stem; more of them share a few letters only."""

_QUOTED: Final = re.compile('"[^"]*"')
_LETTERS: Final = re.compile("[a-z]+")


class Likeness:
    """How alike two words are by their vectors, and whether one explains the other."""

    def __init__(
        self,
        vector: Callable[[str], Sequence[float] | None],
        meanings: Meanings,
        irregular: Mapping[str, Collection[str]],
    ) -> None:
        """Use the *vector* of a word, of length 1; None for a word without one that says much."""
        self._vector = cache(vector)
        self._meanings = meanings
        self._irregular = irregular
        self._glosses: dict[str, frozenset[str]] = {}

    def knows(self, word: str) -> bool:
        """Is there a vector of *word* that says much?"""
        return self._vector(word) is not None

    def cosine(self, one: str, other: str) -> float | None:
        """From -1 to 1; None if there is no vector of one of them."""
        first, second = self._vector(one), self._vector(other)
        return None if first is None or second is None else sum(map(mul, first, second))

    def explains(self, one: str, other: str) -> bool:
        """Does an explanation of one of two words have the other in it?"""
        return one in self._gloss(other) or other in self._gloss(one)

    def _gloss(self, word: str) -> frozenset[str]:
        """The words in the explanations of all meanings of *word*, also without endings."""
        if word not in self._glosses:
            found: set[str] = set()
            for senses in self._meanings.of.get(word, ()):
                for key in senses:
                    text = _QUOTED.sub("", self._meanings.all[key].gloss.lower())
                    found.update(_LETTERS.findall(text))
            self._glosses[word] = frozenset(
                base for each in found for base in _bases(each, self._irregular)
            )
        return self._glosses[word]


def _bases(word: str, irregular: Mapping[str, Collection[str]]) -> Iterator[str]:
    """*word*, and what it may be an inflected form of."""
    yield word
    yield from irregular.get(word, ())
    for ending in ("s", "es", "ed", "d", "ing"):
        if word.endswith(ending):
            yield word.removesuffix(ending)
    if word.endswith("ing"):
        yield f"{word.removesuffix('ing')}e"
    if word.endswith("ies"):
        yield f"{word.removesuffix('ies')}y"


def direct(base: str, word: str) -> str | None:
    """The ending with which *word* is made of *base*; None if it is not."""
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and stem in _before(base, ending):
            return ending
    return None


def kind_of(word: str, words: Collection[str]) -> str:
    """The kind of a word that WordNet lacks, told by its ending; none of what only compares.

    `crumbier` is no word of its own, if *words* has `crumby`.
    """
    if f"{word.removesuffix('ier').removesuffix('iest')}y" in words:
        return ""
    ending = next((each for each in ENDINGS if word.endswith(each)), "")
    return "r" if ending.endswith("ly") else FREE.get(ending, "n")[0][0]


def _before(base: str, ending: str) -> Iterable[str]:
    """How *base* may look before *ending*."""
    yield base
    if base.endswith("y") and len(base) > 2:
        yield f"{base[:-1]}i"
        if ending == "y":
            yield f"{base}e"
    if ending[0] in "aeiouy":
        yield f"{base}{base[-1]}"
        if base[-1] == "e" or (base[-1] == "y" and ending != "en"):
            yield base[:-1]
    elif base.endswith("le") and ending == "ly":
        yield base[:-2]
    if base.endswith("ic") and ending == "ly":
        yield f"{base}al"


def stems(word: str) -> set[str]:
    """What is left of *word* without one ending or two."""
    found = {_bare(word.removesuffix(end)) for end in ENDS if word.endswith(end)}
    for ending in ENDINGS:
        if word.endswith(ending):
            rest = word.removesuffix(ending)
            found.add(_bare(rest))
            found.update(_bare(rest.removesuffix(more)) for more in ENDINGS if rest.endswith(more))
    return {stem for stem in found if len(stem) >= DIRECT_LETTERS - 1}


def _bare(stem: str) -> str:
    """*stem* without the letters that change before endings: `happ` and `happi` are `hap`."""
    bare = stem[:-1] if stem[-1:] in {"e", "i", "y"} else stem
    return bare[:-1] if bare[-2:-1] == bare[-1:] else bare


def by_meaning(
    words: Mapping[str, str], others: Collection[str], likeness: Likeness
) -> Iterator[Pair]:
    """Pairs of *words*, given with their kinds, that are derived from one stem and mean the like.

    *others* are words that WordNet lacks. Nothing is known of them but their letters and perhaps
    their vectors, so they are taken only as words of *words* with an ending.
    """
    groups: dict[str, list[str]] = {}
    for word in sorted({*words, *others}):
        for stem in stems(word):
            groups.setdefault(stem, []).append(word)
    seen: set[Pair] = set()
    for stem, group in groups.items():
        if len(group) > LARGEST:
            continue
        for pair in (ordered(*two) for two in combinations(group, 2)):
            shorter, longer = pair
            if pair in seen:
                continue
            ending = direct(shorter, longer)
            if shorter in others and (longer in others or len(shorter) < LONG_BASE):
                continue
            if ending is not None:
                seen.add(pair)
                kinds = FREE.get(ending, ("", ""))
                free = _has_kind(words, longer, kinds[0]) and _has_kind(words, shorter, kinds[1])
                if _is_derived(pair, ending, likeness, free=free):
                    yield pair
            elif longer not in others and _are_siblings(pair, len(stem), likeness):
                seen.add(pair)
                yield pair


def _has_kind(words: Mapping[str, str], word: str, kinds: str) -> bool:
    """Is *word* of one of *kinds*, as far as is known?"""
    return bool(kinds) and not (word in words and set(kinds).isdisjoint(words[word]))


def _is_derived(pair: Pair, ending: str, likeness: Likeness, *, free: bool) -> bool:
    """Is the second word, which is the first with *ending*, derived from it?"""
    base, word = pair
    near = likeness.cosine(base, word)
    if len(base) < DIRECT_LETTERS:
        if ending in TRUSTED and free:
            return near is None or near >= FAR
        return near is not None and near >= SHORT
    if ending in SAFE or (free and len(base) >= LONG_BASE and len(ending) >= LONG_ENDING):
        return near is None or near >= AGAINST
    if near is None:
        return free and (len(base) >= LONG_BASE or not likeness.knows(word))
    if ending == "or" and not free:
        return near >= NO_AGENT
    if likeness.explains(base, word):
        long = len(base) >= LONGEST_BASE
        return near >= min(EXPLAINED[free], EXPLAINED_LONG if long else 1.0)
    return near >= DIRECT[free]


def is_meant(pair: Pair, likeness: Likeness) -> bool:
    """Is the second word, which a dictionary has as made of the first, still heard as that?

    `flower`, who flows, is in the dictionary, but everybody thinks of roses.
    """
    base, word = pair
    near = likeness.cosine(base, word)
    ending = direct(base, word) or ""
    if near is None or ending in SAFE:
        return True
    long = len(base) >= LONG_BASE or len(ending) >= LONG_ENDING
    return near >= MEANT[long] or (near >= STRANGERS and likeness.explains(*pair))


def are_near(one: str, other: str, likeness: Likeness) -> bool:
    """Are two words used much alike?"""
    near = likeness.cosine(one, other)
    return near is not None and near >= CLOSE


def _are_siblings(pair: Pair, stem: int, likeness: Likeness) -> bool:
    """Do two words with endings of their own behind a *stem* of so many letters mean the like?"""
    near = likeness.cosine(*pair)
    if near is None:
        return False
    ways = zip(STEM_LETTERS, SIBLINGS, strict=True)
    explained, *others = (stem >= letters and near >= least for letters, least in ways)
    return any(others) or (explained and likeness.explains(*pair))


def by_swap(words: Collection[str], likeness: Likeness) -> Iterator[Pair]:
    """Pairs of *words* with one ending in the place of another: `hypnotist`, `hypnotic`."""
    for word in words:
        for ending, instead in SWAPS:
            other = word.removesuffix(ending) + instead
            if (
                word.endswith(ending)
                and len(word) - len(ending) >= SWAPPED
                and other in words
                and ((near := likeness.cosine(word, other)) is None or near >= FAR)
            ):
                yield ordered(word, other)


def are_alike(one: str, other: str, likeness: Likeness) -> bool:
    """May two words with one between them be forms of one another, as far as is known?"""
    near = likeness.cosine(one, other)
    return (
        near is None
        or near >= (FAR if one[:COMMON] == other[:COMMON] else COUSINS)
        or likeness.explains(one, other)
    )


def extended(pairs: Collection[Pair], words: Collection[str]) -> Iterator[Pair]:
    """Each of *pairs* with an ending that hardly changes the meaning: `nerve`, `nervously`."""
    for pair in pairs:
        for base, word in (pair, pair[::-1]):
            same = DIRECT_LETTERS - (len(base) == DIRECT_LETTERS)
            for ending in EXTENDING:
                for stem in _before(word, ending):
                    longer = stem + ending
                    if (
                        longer in words
                        and longer not in {base, word}
                        and base[:same] == longer[:same]
                        and (ending in SAFE or ordered(word, longer) in pairs)
                    ):
                        yield ordered(base, longer)


def respelled(pairs: Collection[Pair], words: Collection[str]) -> Iterator[Pair]:
    """Each of *pairs* in the other country's spelling, if *words* has it."""
    for pair in pairs:
        for here, there in COUNTRIES:
            other = tuple(word.replace(here, there) for word in pair)
            if other != pair and all(word in words for word in other):
                yield ordered(*other)


def are_strangers(word: str, base: str, likeness: Likeness) -> bool:
    """Is *word*, which looks like an inflected form of *base*, another word altogether?

    `number` is not a form of `numb`, whatever its ending says.
    """
    near = likeness.cosine(word, base)
    return near is not None and near < STRANGERS and not likeness.explains(word, base)

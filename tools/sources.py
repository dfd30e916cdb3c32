"""Where the words of the lists come from: SCOWL, and a French dictionary for Hunspell."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias, cast

from parlour.lexicons import MAX_BAND, fold, is_word
from tools.hunspell import Entry, HunspellError, forms, read_affixes, read_entries

Bands: TypeAlias = Mapping[str, int]
"""Words, as they are printed, with their bands."""


class BuildError(Exception):
    """The list cannot be built; the text is one line that says what to do."""


# --- English, from SCOWL ----------------------------------------------------------------

SCOWL: Final = Path("/usr/share/dict/scowl")
SCOWL_NOTICES: Final = Path("/usr/share/doc/scowl")
MAX_SIZE: Final = 80
"""The largest SCOWL size taken. The next, 95, holds words that hardly a dictionary has."""

MAIN: Final = ("english", "american", "british", "british_z", "canadian", "australian")
"""The spelling categories that hold a word's usual form, in one country at least."""

VARIANT_BAND: Final = 55
"""The easiest band of a spelling that is nowhere the usual one. SCOWL files such a spelling
under the size of the word, so that `heros` would count as an everyday word, and be dealt."""

FILE_NAME: Final = re.compile(r"(?P<category>[a-z0-9_]+)-words\.(?P<size>[0-9]+)")
"""Files of ordinary words. Names, abbreviations, contractions, Roman numerals and so on stand
in files of their own, which this does not match."""

VARIANT: Final = re.compile(r"([a-z]+_)?variant_[123]")
"""The spelling categories of less usual forms, from `almost equal` (1) to `seldom` (3)."""


def read_scowl(folder: Path) -> Bands:
    """Return the words of SCOWL in *folder*, each with its smallest size as its band.

    Accents are dropped. Entries with anything but letters a to z are left out, and so are
    those with capitals. Raises BuildError if the files are not there.
    """
    bands: dict[str, int] = {}
    for file in sorted(folder.glob("*-words.*")):
        parts = FILE_NAME.fullmatch(file.name)
        if parts is None or int(parts["size"]) > MAX_SIZE:
            continue
        if parts["category"] in MAIN:
            band = int(parts["size"])
        elif VARIANT.fullmatch(parts["category"]):
            band = max(int(parts["size"]), VARIANT_BAND)
        else:
            continue
        for word in _plain(file.read_text(encoding="utf-8").split()):
            bands[word] = min(band, bands.get(word, MAX_BAND))
    if not bands:
        raise BuildError(f"no SCOWL files in {folder}; apt-get install scowl")
    return bands


def _plain(entries: Iterable[str]) -> Iterator[str]:
    """The *entries* that are words of a game, in letters a to z."""
    for entry in entries:
        word = fold(entry)
        if entry.islower() and is_word(word):
            yield word


# --- French, from a dictionary for Hunspell -----------------------------------------------

HUNSPELL: Final = Path("/usr/share/hunspell")
HUNSPELL_NOTICE: Final = Path("/usr/share/doc/hunspell-fr-classical/copyright")
MPL: Final = Path("/usr/share/common-licenses/MPL-2.0")

EDITION: Final = "\u201cCLASSIQUE\u201d v7.0"
"""What the dictionary calls itself. The notice that goes with the list names it."""

OTHER_ENTRIES: Final = frozenset(
    {"po:npr", "po:prn", "po:patr"}  # names: of places and firms, first names, surnames
    | {"po:pfx", "po:sfx", "po:err"}  # pieces: before a hyphen, of an address; `lorsqu`
    | {"po:nbro", "po:div", "po:ponc", "po:sign"}  # numerals and signs
)
"""The kinds of entries that are no words of a game, though some are in lower case."""

HEADWORDS: Final = frozenset(
    {"po:nom", "po:adj", "po:adv", "po:negadv", "po:advint", "po:nb", "po:titr"}
    | {"po:loc.nom", "po:loc.adj", "po:loc.adv"}  # of a phrase only: `(en) catimini`
)
"""The kinds of entries that are nouns, adjectives, adverbs or numerals, in all their forms."""

INFINITIVE: Final = "po:infi"
PARTICIPLE: Final = "po:ppas"
"""Fields of two forms of a verb."""

OTHER_FLAGS: Final = frozenset({"||", "--"})
"""Flags of symbols of units, which keep their case (`kg`), and of ordinals (`xx\u1d49`)."""

COUNTS_PACKAGE: Final = "pyspellchecker==0.9.1"
COUNTS_SHA256: Final = "04c256f6d06c4cadef640b63002e0e390008265e38d3def97172c292d09a141d"
"""The file of counts that the bands are made from; another one would move words."""

HEARD: Final = ((10_000, 10), (1_000, 20), (200, 35), (51, 50))
"""A word that the films say so often, among 354 million words, is in this band. The counts
end at 50, which also stands for `added by hand`."""

UNHEARD: Final = 70
"""The band of all other words."""


def read_french(folder: Path) -> Bands:
    """Return the words of the French dictionary in *folder*, with their accents.

    Raises BuildError if the dictionary or the counts are not there, or are other ones.
    """
    return read_hunspell(folder, read_counts(film_counts()))


def read_hunspell(folder: Path, counts: Mapping[str, int]) -> Bands:
    """The words of the dictionary `fr` in *folder*, with bands by their *counts*.

    Left out are entries with a capital, names, symbols, numerals and pieces of words; and
    every form with anything but letters, among them those with a hyphen or an apostrophe.
    """
    words = {word for word, _, _ in _ordinary_forms(folder)}
    return {word: _band(counts.get(_typed(word), 0)) for word in words}


def read_dictionary_forms(folder: Path, adjectives: Collection[str]) -> frozenset[str]:
    """The words of the dictionary in *folder* that are more than a form of a verb.

    They are nouns, adjectives, adverbs and numerals in any form, and verbs in the infinitive.
    *adjectives* are past participles that are adjectives too, though the dictionary files them
    under their verbs; each brings its feminine and its plurals. Raises BuildError if one of
    them is no such participle.
    """
    found: set[str] = set()
    participles: dict[str, set[str]] = {}
    """The past participles of each verb."""
    for word, entry, fields in _ordinary_forms(folder):
        if INFINITIVE in fields or not HEADWORDS.isdisjoint(entry.fields):
            found.add(word)
        if PARTICIPLE in fields:
            participles.setdefault(entry.stem, set()).add(word)
    verbs = list(participles.values())
    for word in sorted(adjectives):
        four = set[str]().union(*(group for group in verbs if word in group))
        if four <= found:
            raise BuildError(f"adjectives.txt: {word} is no participle, or an adjective already")
        found |= four
    return frozenset(found)


def _ordinary_forms(folder: Path) -> Iterator[tuple[str, Entry, tuple[str, ...]]]:
    """The words of the dictionary in *folder*, with their entries and the fields of their forms.

    Raises BuildError if it is not there, or is another one.
    """
    try:
        affixes = (folder / "fr.aff").read_text(encoding="utf-8")
        entries = (folder / "fr.dic").read_text(encoding="utf-8")
    except FileNotFoundError as error:
        text = f"no {error.filename}; apt-get install hunspell-fr-classical"
        raise BuildError(text) from error
    if EDITION not in affixes:
        raise BuildError(f"{folder / 'fr.aff'} is not {EDITION}; mend the notice with the list")
    try:
        rules = read_affixes(affixes)
        for entry in read_entries(entries):
            if _is_ordinary(entry):
                for form, fields in forms(entry, rules):
                    if form.islower() and form.isalpha() and is_word(fold(form)):
                        yield form, entry, fields
    except HunspellError as error:
        raise BuildError(f"{folder}: {error}") from error


def _is_ordinary(entry: Entry) -> bool:
    return (
        entry.stem.islower()
        and OTHER_FLAGS.isdisjoint(entry.flags)
        and OTHER_ENTRIES.isdisjoint(entry.fields)
    )


def _typed(word: str) -> str:
    """*word* as subtitles have it: with accents, but with ligatures in two letters."""
    return word.replace("\u0153", "oe").replace("\u00e6", "ae")


def _band(count: int) -> int:
    return next((band for least, band in HEARD if count >= least), UNHEARD)


def film_counts() -> Path:
    """The file with the counts. Raises BuildError if their package is not installed."""
    found = find_spec("spellchecker")
    if found is None or found.origin is None:
        raise BuildError(f"the counts are not here; pip install {COUNTS_PACKAGE}")
    return Path(found.origin).parent / "resources" / "fr.json.gz"


def read_counts(file: Path) -> Mapping[str, int]:
    """How often the films say each word. Raises BuildError if *file* is another one."""
    try:
        packed = file.read_bytes()
    except FileNotFoundError as error:
        raise BuildError(f"no {file}; pip install {COUNTS_PACKAGE}") from error
    if hashlib.sha256(packed).hexdigest() != COUNTS_SHA256:
        raise BuildError(f"{file} has other counts; pip install {COUNTS_PACKAGE}")
    counts = cast("dict[str, int]", json.loads(gzip.decompress(packed)))
    best: dict[str, int] = {}
    for word, count in counts.items():
        best[_typed(word)] = max(count, best.get(_typed(word), 0))
    return best

"""How a French dictionary becomes words with bands, on a small one; and the real one."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from functools import partial
from hashlib import sha256
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.lexicons import NEVER, load_builtin, unpack
from tools import sources
from tools.build_lexicon import BY_HAND, LANGUAGES, build, combine, fold_all, main, read_by_hand
from tools.sources import (
    EDITION,
    HUNSPELL,
    UNHEARD,
    BuildError,
    read_counts,
    read_dictionary_forms,
    read_hunspell,
)

AFF = f"""\
# {EDITION}
FLAG long
NEEDAFFIX ()
KEEPCASE ||
SFX S. Y 2
SFX S. 0 0/L'D'Q' [^sxz]
SFX S. 0 s/D'Q' [^sxz]
PFX L' Y 1
PFX L' 0 l' .
"""

DIC = """\
99
\xe9t\xe9/S.() po:nom is:mas
\xeates/L' po:v0e_i___zz
c\u0153ur/S.() po:nom is:mas
\xe0 po:mg
rendez-vous/L' po:nom
aujourd'hui po:adv
m\xb2 po:nom
kg/|| po:nom
xx\u1d49/-- po:adj
lorsqu/-- po:mg po:err
anti/L' po:pfx
Paris/L' po:npr
paris/L' po:npr
IBM po:npr
FeZrO\u2083 po:nom
\u03b1 po:nom
"""

COUNTS = {"\xe9t\xe9": 10_000, "\xe9t\xe9s": 9_999, "coeur": 1_000, "\xe0": 200, "coeurs": 50}

needs_dictionary = pytest.mark.skipif(
    not (HUNSPELL / "fr.dic").is_file(), reason="needs the Debian package hunspell-fr-classical"
)
needs_counts = pytest.mark.skipif(
    find_spec("spellchecker") is None, reason=f"needs {sources.COUNTS_PACKAGE}"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small dictionary."""
    (tmp_path / "fr.aff").write_text(AFF, encoding="utf-8")
    (tmp_path / "fr.dic").write_text(DIC, encoding="utf-8")
    return tmp_path


def test_french_words_have_their_accents_and_a_band_by_their_count(folder: Path) -> None:
    """No names, symbols, numerals or pieces; nothing with a hyphen, an apostrophe or a digit."""
    assert read_hunspell(folder, COUNTS) == {
        "\xe9t\xe9": 10,
        "\xe9t\xe9s": 20,
        "\xeates": UNHEARD,
        "c\u0153ur": 20,
        "c\u0153urs": UNHEARD,
        "\xe0": 35,
    }


VERBS = """\
SFX a0 Y 5
SFX a0 er er er po:infi
SFX a0 er e er po:ipre
SFX a0 er ais er po:iimp
SFX a0 er \xe9 er po:ppas is:mas
SFX a0 er \xe9e er po:ppas is:fem
"""
VERBS_DIC = """\
9
porter/a0() po:v1
saler/a0() po:v1
porte/S. po:nom
avec po:mg po:prep
ici po:adv
"""


@pytest.fixture
def verbs(tmp_path: Path) -> Path:
    """A folder with a dictionary of two verbs, a noun that looks like a form of one, and more."""
    (tmp_path / "fr.aff").write_text(AFF + VERBS, encoding="utf-8")
    (tmp_path / "fr.dic").write_text(VERBS_DIC, encoding="utf-8")
    return tmp_path


def test_infinitives_are_told_from_other_forms_of_verbs(verbs: Path) -> None:
    """So are nouns and adverbs from small words; a form that is a noun as well counts."""
    found = read_dictionary_forms(verbs, ())
    assert found == {"porter", "saler", "porte", "portes", "ici"}
    assert {"sale", "sal\xe9", "portais", "avec"} <= read_hunspell(verbs, {}).keys() - found


def test_participles_that_are_adjectives_are_kept_by_hand(verbs: Path) -> None:
    """One form stands for all of them. A line that changes nothing is an error."""
    added = read_dictionary_forms(verbs, ["sal\xe9"]) - read_dictionary_forms(verbs, ())
    assert added == {"sal\xe9", "sal\xe9e"}
    for word in ("porte", "xyzzy"):
        with pytest.raises(BuildError, match=f"adjectives.txt: {word} is no participle"):
            read_dictionary_forms(verbs, [word])


def test_a_list_is_built_with_the_forms_of_verbs_marked(verbs: Path) -> None:
    for name, text in {
        "extra.txt": "35 ma\xefs\n35 \xeates\n35 \xe9t\xe9s\n",
        "leave_out.txt": "avec\n",
        "never_deal.txt": "saler\nsale\n",
        "adjectives.txt": "sal\xe9\n",
    }.items():
        (verbs / name).write_text(text, encoding="utf-8")
    language = replace(
        LANGUAGES["fr"], source=verbs, read=partial(read_hunspell, counts=COUNTS), notices=()
    )
    assert build("fr", language, verbs, verbs / "out").startswith("fr: ")
    words = unpack("fr", gzip.decompress((verbs / "out" / "fr.txt.gz").read_bytes()))
    kept = ("porter", "porte", "sale", "mais", "portais", "salais")
    assert [word for word in kept if not words.dictionary_form(word)] == ["portais", "salais"]
    assert not words.dictionary_form("xyzzy")
    assert words.undealt() == {"saler", "sale"}
    assert words.printed("etes") == ("\xe9t\xe9s", "\xeates")
    assert words.why("ma\xefs").startswith("mais (ma\xefs): yes, added to fr by Parlour")
    assert "avec" not in words


@pytest.mark.parametrize(("count", "band"), [(51, 50), (199, 50), (200, 35), (50, 70), (0, 70)])
def test_fifty_is_no_count(folder: Path, count: int, band: int) -> None:
    """Nothing is counted less than 51 times, and 50 says that somebody added the word."""
    assert read_hunspell(folder, {"\xe0": count})["\xe0"] == band


@pytest.mark.parametrize(
    ("aff", "trouble"),
    [
        (AFF.replace("v7.0", "v7.1"), r"is not .* v7\.0; mend the notice with the list"),
        (f"{AFF}COMPOUNDMIN 3\n", "line 10 of the affixes: cannot read COMPOUNDMIN"),
        (None, r"no .*fr\.aff; apt-get install hunspell-fr-classical"),
    ],
)
def test_another_dictionary_is_refused(folder: Path, aff: str | None, trouble: str) -> None:
    """The notice beside the list names the edition, and must go on telling the truth."""
    (folder / "fr.aff").unlink()
    if aff is not None:
        (folder / "fr.aff").write_text(aff, encoding="utf-8")
    with pytest.raises(BuildError, match=trouble):
        read_hunspell(folder, {})


def test_a_ligature_counts_as_two_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anyone who writes subtitles writes either; the greater count tells. Other counts are
    refused, because they would move words from band to band.
    """
    file = tmp_path / "counts"
    counts = {"c\u0153ur": 70, "coeur": 60, "noeud": 5}
    file.write_bytes(gzip.compress(json.dumps(counts).encode(), mtime=0))
    with pytest.raises(BuildError, match=r"has other counts; pip install pyspellchecker==0\.9\.1"):
        read_counts(file)
    monkeypatch.setattr(sources, "COUNTS_SHA256", sha256(file.read_bytes()).hexdigest())
    assert read_counts(file) == {"coeur": 70, "noeud": 5}
    with pytest.raises(BuildError, match=r"no .*none; pip install pyspellchecker==0\.9\.1"):
        read_counts(tmp_path / "none")


def test_the_hand_kept_files_of_french_are_sound() -> None:
    hand = read_by_hand(BY_HAND / "fr")
    assert {"weekend", "cacahou\xe8te"} <= hand.extra.keys()
    assert {"b", "\u0153", "cf", "abrupto"} <= hand.leave_out
    assert not hand.leave_out & hand.never_deal
    assert {"fatigu\xe9", "ouvert"} <= hand.adjectives


@pytest.mark.sweep
@needs_dictionary
def test_the_shipped_words_are_those_of_the_dictionary() -> None:
    """All of them, and in all spellings; what the bands are made from is not needed for that."""
    made = combine(read_hunspell(HUNSPELL, {}), read_by_hand(BY_HAND / "fr"))
    words, printed = fold_all(made)
    shipped = load_builtin("fr")
    assert len(shipped) == len(words)
    assert all(shipped.printed(word) == printed.get(word, (word,)) for word in words)
    assert shipped.undealt() == {word for word, mark in words.items() if mark & NEVER}


@pytest.mark.sweep
@needs_dictionary
@needs_counts
def test_the_shipped_french_list_is_what_the_tool_builds(tmp_path: Path) -> None:
    """The text is compared: another zlib may pack the same text into other bytes."""
    assert main(["fr", "--out", str(tmp_path)]) == 0
    shipped = resources.files("parlour").joinpath("data", "lexicon")
    for _, name in LANGUAGES["fr"].notices:
        assert (tmp_path / name).read_bytes() == shipped.joinpath(name).read_bytes()
    built = gzip.decompress((tmp_path / "fr.txt.gz").read_bytes())
    assert built == gzip.decompress(shipped.joinpath("fr.txt.gz").read_bytes())

"""Expanding a dictionary for Hunspell: which forms an entry makes, and what is refused."""

from __future__ import annotations

import pytest

from tools.hunspell import Affixes, Entry, HunspellError, forms, read_affixes, read_entries

AFFIXES = """\
# a comment, and directives that make no word
SET UTF-8
FLAG long
TRY esnt
NEEDAFFIX ()
FORBIDDENWORD {}
CIRCUMFIX **
FULLSTRIP

SFX S. Y 2
SFX S. 0 0/L' [^sxz] is:sg
SFX S. 0 s [^sxz] is:pl

SFX X. Y 2
SFX X. l ux al is:pl
SFX X. il ux ail is:pl

SFX al Y 2
SFX al aller va aller po:ipre
SFX al aller ira aller po:ifut

SFX co Y 1
SFX co er e/m'() er

PFX L' Y 2
PFX L' 0 l' [a\xe9]
PFX L' a l'A a

PFX Um Y 3
PFX Um 0 0/S. .
PFX Um 0 kilo/S.() .
PFX Um 0 d'hecto/S.() . dp:de+

PFX re Y 1
PFX re 0 re [^a\xe9]
PFX re 0 r [a\xe9]

PFX U. N 1
PFX U. 0 k .

PFX m' Y 1
PFX m' 0 me .
"""


def words(entry: str, affixes: str = AFFIXES) -> list[str]:
    """The forms of the one *entry* of a dictionary, in order."""
    (read,) = read_entries(f"1\n{entry}\n")
    return sorted(word for word, _ in forms(read, read_affixes(affixes)))


@pytest.mark.parametrize(
    ("entry", "made"),
    [
        ("ici", ["ici"]),
        ("ami/S.", ["ami", "ami", "amis"]),
        ("ami/S.()", ["ami", "amis"]),
        ("repas/S.()", []),
        ("repas/S.", ["repas"]),
        ("cheval/X.() po:nom is:mas", ["chevaux"]),
        ("bail/X.", ["bail", "baux"]),
        ("ami/L'S.()", ["ami", "amis"]),
        ("aller/al()", ["ira", "va"]),
        ("faire/re", ["faire", "refaire"]),
        ("ajuster/re", ["ajuster", "rajuster"]),
        ("faire/S.re()", ["faire", "faires", "refaire", "refaire", "refaires"]),
        ("watt/Um()", ["kilowatt", "kilowatts", "watt", "watt", "watts"]),
        ("g/U.", ["g", "kg"]),
        ("g/U.S.", ["g", "g", "gs", "kg"]),
        ("parler/co()", ["meparle"]),
        ("lettre/?? po:nom", ["lettre"]),
    ],
)
def test_an_entry_makes_all_its_forms(entry: str, made: list[str]) -> None:
    """A stem or affix that needs another one makes no word alone; elisions are left out."""
    assert words(entry) == made


def test_a_form_comes_with_the_fields_of_its_suffix() -> None:
    """They tell an infinitive from the other forms of a verb."""
    affixes = read_affixes(AFFIXES)
    go, friend, dash = read_entries("3\naller/al() po:v3\nami/L'S. po:nom po:adj\n- po:ponc\n")
    assert friend == Entry("ami", frozenset({"L'", "S."}), ("po:nom", "po:adj"))
    assert dash == Entry("-", frozenset(), ("po:ponc",))
    assert sorted(forms(go, affixes)) == [("ira", ("po:ifut",)), ("va", ("po:ipre",))]
    assert sorted(forms(friend, affixes)) == [
        ("ami", ()),
        ("ami", ("is:sg",)),
        ("amis", ("is:pl",)),
    ]


SUFFIXES = "FLAG long\nSFX S. Y 1\nSFX S. 0 s .\nSFX T. Y 1\nSFX T. 0 e/S. .\n"


@pytest.mark.parametrize(
    ("affixes", "entry", "trouble"),
    [
        ("FLAG long\nCOMPOUNDFLAG z.\n", "ami", "line 2 of the affixes: cannot read COMPOUNDFLAG"),
        ("FLAG long\nAF 2\n", "ami", "line 2 of the affixes: cannot read AF"),
        ("FLAG long\nFLAG num\n", "ami", "line 2 of the affixes: cannot read FLAG"),
        ("FLAG long\nSFX S. 0 s .\n", "ami", "line 2 of the affixes: cannot read SFX"),
        ("SET UTF-8\n", "ami", "two are read here"),
        (AFFIXES, "ami/{}", "the entry ami: cannot read the flag {}"),
        (SUFFIXES, "ami/T.", "the entry ami: a suffix upon a suffix is not read"),
    ],
)
def test_what_would_make_other_words_is_refused(affixes: str, entry: str, trouble: str) -> None:
    with pytest.raises(HunspellError) as caught:
        words(entry, affixes)
    assert trouble in str(caught.value)


def test_an_empty_file_of_affixes_makes_stems_only() -> None:
    assert read_affixes("FLAG long\n") == Affixes({}, {}, None, frozenset())
    assert words("ami/S.()", "FLAG long\n") == ["ami"]

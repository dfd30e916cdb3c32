"""Bands by use, new words, and the two sources of both on small examples."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from parlour.engine.options import in_editions
from parlour.lexicons import Lexicons, load_english
from parlour_kit import SmallList
from tools import usage
from tools.sources import BuildError
from tools.usage import Usage, by_use, read_frequencies, trie_words

TRIE = r"""#!/usr/bin/env cspell-trie reader
TrieXv3
base=32
# Data:
__DATA__
cat
s$$<2
Be$2
dog#3;<3
\$1$2"""


def test_entries_are_read_from_a_trie() -> None:
    """Letters, ends, steps back, a part written before, and a sign that is a letter."""
    assert sorted(trie_words(TRIE.encode())) == ["$1", "Be", "cat", "cats", "dog", "dogs"]


def test_how_often_words_are_used_is_read_in_hundredths() -> None:
    data = msgspec.msgpack.encode([{"format": "cB"}, ["the"], [], ["of", "and"]])
    assert read_frequencies(data) == {"the": 9.0, "of": 8.98, "and": 8.98}


def test_a_word_is_as_common_as_people_use_it() -> None:
    """A name is no easy word, unless it is another spelling of a listed one. New words are used,
    and neither names nor parts of words.
    """
    known = Usage(
        zipf={"house": 5.0, "junking": 1.5, "ferrara": 2.5, "center": 4.0, "zax": 0.0},
        listed=frozenset({"house", "centre"}),
        parts=frozenset(),
        names=frozenset({"ferrara", "center"}),
    )
    scowl = {"house": 10, "junking": 35, "jackarooing": 35, "ferrara": 35, "center": 10, "zax": 80}
    expected = {"house": 10, "junking": 50, "jackarooing": 60, "ferrara": 40, "center": 10}
    assert by_use(scowl, known) == {**expected, "zax": 80}
    words = ("cyber", "captcha", "emptively", "seahawks", "hmm", "op")
    known = Usage(
        zipf={**dict.fromkeys(words, 2.5), "cyber": 3.9},
        listed=frozenset({*words, "hardly"}),
        parts=frozenset({"cyber", "emptively"}),
        names=frozenset({"seahawks"}),
    )
    assert by_use({}, known) == {"cyber": 55, "captcha": 55}


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And another file is refused, because it would move words."""
    monkeypatch.setattr(usage, "TRIE", tmp_path / "en_GB.trie.gz")
    with pytest.raises(BuildError, match=r"no .*en_GB\.trie\.gz; npm install --no-save @cspell"):
        usage.read_english(tmp_path)
    (tmp_path / "en_GB.trie.gz").write_bytes(b"another")
    with pytest.raises(BuildError, match="is another file; npm install"):
        usage.read_english(tmp_path)


# --- earlier editions -------------------------------------------------------------------


def test_earlier_editions_of_the_list_are_here() -> None:
    """So that what was played with them can be continued and replayed."""
    (earlier,) = Lexicons()["en"].earlier
    assert earlier.hash.startswith("731eaca9")
    assert earlier.hash != load_english().hash
    assert earlier.band("jackarooing") == 35
    assert earlier.name == "en"


def test_a_list_is_taken_in_the_edition_that_was_used() -> None:
    """By its hash; what is not here stays as it is today."""
    old, new = SmallList(["old"], name="en"), SmallList(["new"], name="en")
    new.earlier = (old,)
    here = {"en": new}
    assert in_editions(here, [("en", old.hash)])["en"] is old
    for used in ([("en", new.hash)], [("en", "0")], [("en", None)], [("fr", "0")]):
        assert in_editions(here, used) == here

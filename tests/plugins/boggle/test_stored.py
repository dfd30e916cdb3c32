"""Where automata come from: a file that knows its list, or a second's work."""

from __future__ import annotations

import gzip
import subprocess
import sys
import tracemalloc
from array import array
from hashlib import sha256
from pathlib import Path

import pytest

import parlour_boggle.automaton
from parlour.lexicons import BUILTIN, load_builtin, load_english
from parlour_boggle.automaton import DATA, Automaton, build, playable, prepare, read, ready, write
from parlour_kit.words import SmallList
from tests.sizes import LONG
from tools import build_boggle

PROVED = {
    "en": "9ffe9af224d12368475bb7ec2b912a5d1b1259e8d20dee78f16fa54bf8411db6",
    "fr": "17318abc04f42057d6139e569c1cff85c12cc32d69cba5cb4e97a5bacabf8e64",
}
"""The files whose words were last seen to be those of their lists."""
WORDS = ["cat", "cats", "at", "tea", "x" * 27, "x" * 28]


@pytest.fixture(autouse=True)
def nothing_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test finds no automaton made."""
    monkeypatch.setattr(parlour_boggle.automaton, "_made", {})


@pytest.mark.parametrize("name", BUILTIN)
def test_a_file_that_has_changed_has_its_words_proved(name: str) -> None:
    """Listing them takes seconds, and the files hardly ever change. If one has:
    `./dev test --long tests/plugins/boggle/test_stored.py`, then put its SHA-256 into PROVED.
    """
    assert sha256((DATA / f"{name}.gz").read_bytes()).hexdigest() == PROVED[name]
    assert ready(load_builtin(name)) is not None


@pytest.mark.sweep
@pytest.mark.skipif(not LONG, reason="seconds about files that are those of PROVED")
@pytest.mark.parametrize("name", BUILTIN)
def test_a_list_that_comes_with_parlour_has_an_automaton_with_its_words(name: str) -> None:
    """If this fails: the list has changed, so run `python tools/build_boggle.py` for it."""
    automaton = ready(load_builtin(name))
    assert automaton is not None
    assert list(automaton.words()) == sorted(playable(load_builtin(name)))


def test_the_tool_builds_what_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says where it cannot write."""
    words = SmallList(WORDS)
    monkeypatch.setattr(build_boggle, "load_builtin", {"en": words}.__getitem__)
    assert build_boggle.main(["en", "--out", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out.startswith("en: ")
    data = gzip.decompress((tmp_path / "new" / "en.gz").read_bytes())
    assert read(data, words.hash) == build(playable(words))
    assert build_boggle.main(["en", "--out", "/dev/null/no"]) == 1
    assert capsys.readouterr().err.startswith("build_boggle: ")


def test_it_takes_little_memory() -> None:
    """1.5 MB, and a few more for the moment in which it is read; 20 MB are allowed."""
    english = load_english()
    tracemalloc.start()
    try:
        automaton = ready(english)
        now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert automaton is not None
    assert now < 2_000_000
    assert most < 12_000_000


def test_nothing_is_loaded_at_import() -> None:
    code = (
        "from parlour_boggle import automaton, solver\n"
        "print(automaton._made, solver._letters_of.cache_info().currsize)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{} 0\n"


def test_any_other_list_is_ready_once_it_was_prepared() -> None:
    words = SmallList(WORDS)
    assert ready(words) is None
    automaton = prepare(words)
    assert list(automaton.words()) == ["cat", "cats", "tea", "x" * 27]
    assert ready(words) is automaton
    assert prepare(words) is automaton


def test_words_that_fit_on_no_board_are_left_out() -> None:
    """Shorter than three letters (R-B-4), or longer than 25 cubes, two of them Qu, can show."""
    assert list(playable(SmallList(WORDS))) == ["cat", "tea", "cats", "x" * 27]


def test_a_list_that_only_has_the_name_of_ours_does_not_get_our_automaton() -> None:
    """A list that has changed is noticed by its hash."""
    changed = SmallList(WORDS, name="en")
    assert ready(changed) is None
    assert "cats" in list(prepare(changed).words())


def test_what_was_written_can_be_read() -> None:
    automaton = build(["cat", "cats", "tea"])
    data = write(automaton, "1234")
    assert read(data, "1234") == automaton
    assert read(data, "5678") is None


def test_a_file_is_the_same_on_a_machine_that_counts_bytes_the_other_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lowest byte stands first in the file, whatever the processor does."""
    automaton = build(["cat", "cats", "tea"])
    data = write(automaton, "1234")
    other = "little" if sys.byteorder == "big" else "big"
    monkeypatch.setattr(sys, "byteorder", other)
    swapped = write(automaton, "1234")
    assert swapped != data, "here the numbers themselves are still as this machine has them"
    assert read(swapped, "1234") == automaton
    steps = array("Q", automaton.steps)
    steps.byteswap()  # as the other machine has them
    assert write(Automaton(automaton.root, steps), "1234") == data
    assert read(data, "1234") == Automaton(automaton.root, steps)


@pytest.mark.parametrize(
    "data", [b"", b"\n\n\n", b"word list\n1234\n5\n", b"parlour boggle automaton 1\n1234\n"]
)
def test_another_form_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"not of the form|not enough values"):
        read(data, "1234")


@pytest.mark.parametrize(
    "data",
    [b"", b"not gzip", gzip.compress(b"x" * 99)[:-9], gzip.compress(b"another form")],
    ids=["empty", "not packed", "cut off", "another form"],
)
def test_a_damaged_file_is_as_good_as_none(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on with an automaton made at run time."""
    monkeypatch.setattr(parlour_boggle.automaton, "DATA", tmp_path)
    (tmp_path / "en.gz").write_bytes(data)
    words = SmallList(WORDS, name="en")
    assert ready(words) is None
    assert list(prepare(words).words()) == ["cat", "cats", "tea", "x" * 27]

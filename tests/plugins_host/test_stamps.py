"""Stamps of the checks, and lists of plugins: small files, read with care."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.plugins import (
    ListError,
    Stamp,
    about_distribution,
    matching,
    read_list,
    read_stamps,
    stamps_path,
    write_stamp,
)
from parlour.plugins._stamps import MOST


def stamp(code: str = "c1", **changes: object) -> Stamp:
    fields: dict[str, object] = {
        "source": "toss-game 2.1",
        "code": code,
        "game": "toss",
        "contract": "1.0",
        "passed": ("blindness", "purity"),
        "at_s": 1_790_000_000,
    }
    return Stamp(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_stamp_counts_for_its_code() -> None:
    path = stamps_path()
    assert read_stamps(path) == {}
    write_stamp(path, stamp())
    write_stamp(path, stamp("c2", failed=("purity",)))
    write_stamp(path, stamp("c1", passed=("blindness",)))
    assert read_stamps(path) == {
        ("toss-game 2.1", "c2", "toss"): stamp("c2", failed=("purity",)),
        ("toss-game 2.1", "c1", "toss"): stamp("c1", passed=("blindness",)),
    }


def test_only_the_latest_stamps_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "checks.json"
    for number in range(MOST + 3):
        write_stamp(path, stamp(f"c{number}"))
    assert len(read_stamps(path)) == MOST
    assert stamp("c2").key not in read_stamps(path)


@pytest.mark.parametrize("text", ["", "[]", '{"format": 2, "stamps": []}', '{"format": 1}'])
def test_a_file_that_is_none_has_no_stamps(tmp_path: Path, text: str) -> None:
    path = tmp_path / "checks.json"
    path.write_text(text)
    assert read_stamps(path) == {}


LIST = """
[[plugin]]
name = "toss-game"
about = "Call a coin"
games = ["toss"]

[[plugin]]
name = "cards"
about = "Games of cards"
licence = "MIT"
"""


def test_a_list_is_searched_for_all_words(tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    path.write_text(LIST)
    plugins = read_list(path)
    assert [one.name for one in matching(plugins, ("GAME",))] == ["cards", "toss-game"]
    assert [one.name for one in matching(plugins, ("game", "toss"))] == ["toss-game"]
    assert matching(plugins, ("chess",)) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[plugin]]\nname = 3\nabout = 'x'\n", "a list has [[plugin]] with name and about"),
        ("[[plugin", "this is not TOML"),
        (None, "no such file or directory"),
    ],
)
def test_a_list_that_is_none_is_named(tmp_path: Path, text: str | None, why: str) -> None:
    path = tmp_path / "list.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ListError, match=r"list\.toml: ") as raised:
        read_list(path)
    assert why in str(raised.value)


def test_a_distribution_says_its_licence_and_its_page() -> None:
    licence, _ = about_distribution("parlour")
    assert "MIT" in licence
    assert about_distribution("no-such-distribution") == ("", "")
    assert about_distribution("") == ("", "")
    assert about_distribution("pluggy")[0]

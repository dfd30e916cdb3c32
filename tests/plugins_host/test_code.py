"""The fingerprint of a game's code: the same files give the same, wherever they are."""

from __future__ import annotations

import sys
import types
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from parlour.api import AnyGame
from parlour.lexicons import BUILTIN
from parlour.plugins import find_games
from parlour.plugins._code import DIGITS, fingerprint
from tests.plugins_host.toss import importable, source

HOOK = """
from parlour import hookimpl
from tossing.game.toss import TOSS

@hookimpl
def register_games():
    return [TOSS]
"""


def write(folder: Path) -> None:
    """The package `tossing`, whose game is in a package within it."""
    package = folder / "tossing"
    (package / "game").mkdir(parents=True)
    (package / "__init__.py").write_text(HOOK, "utf-8")
    (package / "game" / "__init__.py").write_text("", "utf-8")
    (package / "game" / "toss.py").write_text(source(), "utf-8")
    (package / "words.txt").write_text("heads\ntails\n", "utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """The folder of `tossing`, which can be imported."""
    write(tmp_path)
    with importable(tmp_path):
        yield tmp_path / "tossing"


def code_of(name: str = "tossing") -> str:
    """The fingerprint that a game of that module gets; the module is imported anew."""
    for module in [name for name in sys.modules if name.partition(".")[0] == "tossing"]:
        del sys.modules[module]
    found = find_games(modules=[name], discover=False)
    (game,) = found.games.values()
    return game.code


def test_a_fingerprint_is_of_all_files_and_of_nothing_that_comes_by_itself(package: Path) -> None:
    """Code, data and names count; what Python or an editor leaves there does not."""
    first = code_of()
    assert len(first) == DIGITS
    assert set(first) <= set("0123456789abcdef")
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "junk.pyc").write_bytes(b"junk")
    (package / ".words.txt.swp").write_bytes(b"junk")
    assert code_of() == first
    found = {first}
    (package / "words.txt").write_text("heads\ntail\n", "utf-8")
    found.add(code_of())
    (package / "words.txt").rename(package / "list.txt")
    found.add(code_of())
    toss = package / "game" / "toss.py"
    toss.write_text(toss.read_text("utf-8") + "# a remark\n", "utf-8")
    found.add(code_of())
    assert len(found) == 4


@pytest.mark.usefixtures("package")
def test_a_zip_archive_gives_the_same(package: Path, tmp_path: Path) -> None:
    """Nothing has to be unpacked."""
    first = code_of()
    archive = tmp_path / "tossing.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(package.rglob("*")):
            if "__pycache__" not in file.parts:
                packed.write(file, file.relative_to(package.parent))
    with importable(archive):
        assert code_of() == first
        assert "tossing.zip" in str(sys.modules["tossing"].__file__)


@pytest.mark.usefixtures("folder")
def test_a_single_module_is_a_game_as_well(folder: Path) -> None:
    """Of which the file counts, and nothing beside it."""
    toss = import_module("toss")
    first = fingerprint(toss, toss.TOSS)
    (folder / "other.py").write_text("1", "utf-8")
    assert fingerprint(toss, toss.TOSS) == first != ""
    (folder / "toss.py").write_text(source() + "\n", "utf-8")
    assert fingerprint(toss, toss.TOSS) != first


def test_what_cannot_be_read_has_none(toss: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module without files, and files that are gone: the game is played all the same."""
    import_module("toss")
    found = find_games(modules=["toss"], discover=False)
    assert found.games["toss"].code
    toss_file = Path(str(sys.modules["toss"].__file__))
    text = toss_file.read_text("utf-8")
    toss_file.unlink()
    assert find_games(modules=["toss"], discover=False).games["toss"].code == ""
    toss_file.write_text(text, "utf-8")
    bare = types.ModuleType("toss")
    with monkeypatch.context() as patch:  # or it would come back after its folder is forgotten
        patch.setitem(sys.modules, "toss", bare)
        assert fingerprint(bare, toss) == ""


def test_the_games_in_the_box_have_each_its_own() -> None:
    """And the host's own code is in none."""
    games = find_games(lexicons=BUILTIN).games
    codes = {games[name].code for name in ("boggle", "password", "probe")}
    assert len(codes - {""}) == 3


def test_a_game_is_the_same_game_with_any_fingerprint(toss: AnyGame) -> None:
    """It stands in no comparison and does not print."""
    coded = replace(toss, code="abc")
    assert coded == toss
    assert "abc" not in repr(coded)

"""The .pyz of a release: what tools/build_pyz.py puts together, and how it starts."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tools.build_pyz import MAIN, built, merged

PROGRAM = b"""
import os, sys
def main(prog_name):
    print(prog_name, *sys.argv[1:], sys.path[0], os.environ["PYTHONPATH"], sep="|")
"""
FILES = {"parlour/__init__.py": b"", "parlour/__main__.py": PROGRAM}
MINE, OTHER = f"core/_core{EXTENSION_SUFFIXES[0]}", "core/_core.cpython-39-riscv64-linux-gnu.so"


def written(folder: Path, files: dict[str, bytes]) -> Path:
    file = folder / "parlour.pyz"
    file.write_bytes(built(files))
    return file


def begun(file: Path, **env: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        (sys.executable, file, "serve"),
        env={name: str(value) for name, value in env.items()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said(file: Path, **env: str | Path) -> list[str]:
    """Return what the program *file* prints, in its parts, or why it does not start."""
    out, err = begun(file, **env).communicate()
    return (out or err).rstrip("\n").split("|")


def test_it_unpacks_itself_once_for_its_user_alone(tmp_path: Path) -> None:
    file, cache = written(tmp_path, FILES | {MINE: b"mine", OTHER: b"other"}), tmp_path / "cache"
    both = [begun(file, XDG_CACHE_HOME=cache) for _ in range(2)]  # at the same time
    said_by_both = [process.communicate()[0] for process in both]
    (base,) = cache.iterdir()
    (folder,) = base.iterdir()  # and nothing that is half there
    assert said_by_both == [f"parlour|serve|{folder}|{folder}\n"] * 2
    assert base.stat().st_mode == folder.stat().st_mode == 0o40700
    assert [path.name for path in folder.glob("core/*")] == [Path(MINE).name]

    (folder / "kept").touch()
    assert said(file, XDG_CACHE_HOME=cache)[2] == str(folder)
    assert (folder / "kept").exists()


def test_another_version_takes_the_place_of_the_one_that_started_it(tmp_path: Path) -> None:
    old = said(written(tmp_path, FILES), XDG_CACHE_HOME=tmp_path)[2]
    file = written(tmp_path, FILES | {"more.py": b""})
    new = said(file, XDG_CACHE_HOME=tmp_path, PYTHONPATH=f"{old}{os.pathsep}/games")
    assert new[2] != old
    assert new[3] == f"{new[2]}{os.pathsep}/games"


def test_it_uses_no_folder_that_somebody_else_could_have_filled(tmp_path: Path) -> None:
    file, caches, spare = written(tmp_path, FILES), tmp_path / "caches", tmp_path / "spare"
    name = f"parlour-pyz-{os.geteuid()}"
    (caches / name).mkdir(parents=True)
    (caches / name).chmod(0o777)
    found = said(file, XDG_CACHE_HOME=caches, TMPDIR=spare)
    assert Path(found[2]).parent == spare / name

    (spare / name).rename(tmp_path / "real")
    (spare / name).symlink_to(tmp_path / "real")
    (why,) = said(file, XDG_CACHE_HOME=caches, TMPDIR=spare)
    assert why.count("somebody else's, or others may use it") == 2
    assert why.endswith("Set XDG_CACHE_HOME to a folder of your own.")


def test_it_says_which_python_it_needs(tmp_path: Path) -> None:
    file = written(tmp_path, FILES | {OTHER: b"other"})
    (why,) = said(file, XDG_CACHE_HOME=tmp_path)
    assert why.startswith("This file has no code for Python 3.")
    ast.parse(MAIN.read_text("utf-8"), feature_version=(3, 6))


def test_the_same_wheels_give_the_same_bytes(tmp_path: Path) -> None:
    wheels = [tmp_path / "one.whl", tmp_path / "two.whl"]
    for number, wheel in enumerate(wheels):
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("shared.py", "")
            archive.writestr("one.dist-info/RECORD", str(number))
            archive.writestr(f"own{number}.py", "")
    files = merged(wheels)
    assert list(files) == ["shared.py", "own0.py", "own1.py"]
    assert built(files) == built(dict(reversed(files.items())))

    with zipfile.ZipFile(wheels[0], "a") as archive:
        archive.writestr("own1.py", "another")
    with pytest.raises(ValueError, match=r"different files own1\.py"):
        merged(wheels)

"""The files of a new game, made from templates by plain substitution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Final

KINDS: Final = ("turns", "cards", "realtime", "teams")
LICENSES: Final = ("MIT", "none")
_COMMON: Final[Mapping[str, str]] = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "checks.yml": ".github/workflows/checks.yml",
    "conftest.py": "conftest.py",
    "test_checks.py": "tests/test_checks.py",
}
"""The templates that all kinds share, and where they go."""
_OWN: Final = ("model.py", "rules.py", "views.py", "text_ui.py", "bots.py")


def rendered(name: str, kind: str, license_name: str) -> Iterator[tuple[PurePosixPath, str]]:
    """Yield the path and the text of each file of the game *name*."""
    words = {
        "__game__": name,
        "__title__": name.capitalize(),
        "__year__": str(datetime.now(UTC).year),
        "__license_line__": _license_line(license_name),
    }
    places = {f"common/{source}": place for source, place in _COMMON.items()}
    places |= {f"{kind}/{source}": f"{name}/{source}" for source in _OWN}
    places |= {f"{kind}/init.py": f"{name}/__init__.py"}
    places |= {f"{kind}/test_rules.py": "tests/test_rules.py"}
    if license_name == "MIT":
        places["common/MIT"] = "LICENSE"
    folder = files("parlour_kit") / "data" / "new_game"
    for source, place in places.items():
        text = (folder / f"{source}.txt").read_text("utf-8")
        for word, value in words.items():
            text = text.replace(word, value)
        yield PurePosixPath(place), text
    yield PurePosixPath(name, "py.typed"), ""


def _license_line(license_name: str) -> str:
    if license_name == "none":
        return '# license = "..."  # choose one before you give the game to others'
    return f'license = "{license_name}"\nlicense-files = ["LICENSE"]'

"""The pages of the project and the fenced blocks that stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_FENCE: Final = re.compile(r"(?P<marks>`{3,})(?P<info>[^`]*)\Z")


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands, what its fence says, and its lines.

    `line` is the number of its first line, counted from 1.
    """

    page: Path
    line: int
    info: str
    lines: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The first word behind the fence: `toml`, `session` ..."""
        return self.info.split()[0] if self.info else ""

    @property
    def where(self) -> str:
        """`docs/page.md:12`, as editors read it."""
        page = self.page
        shown = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page
        return f"{shown}:{self.line}"


def pages() -> list[Path]:
    """Every page whose blocks are run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def session_pages() -> list[Path]:
    """Every page of `tests/sessions`, whose blocks are tests of the house."""
    return sorted((ROOT / "tests" / "sessions").glob("*.md"))


def blocks_of(page: Path) -> list[Block]:
    """The blocks of a page, in order."""
    return list(blocks_in(page.read_text("utf-8").splitlines(), page))


def blocks_in(lines: Sequence[str], page: Path) -> Iterator[Block]:
    """The blocks in *lines*. Raises ValueError if the last one has no end."""
    number = 0
    while number < len(lines):
        fence = _FENCE.match(lines[number])
        number += 1
        if fence is None:
            continue
        first = number
        while number < len(lines) and lines[number].rstrip() != fence["marks"]:
            number += 1
        if number == len(lines):
            raise ValueError(f"{page} line {first}: this block has no end")
        yield Block(page, first + 1, fence["info"].strip(), tuple(lines[first:number]))
        number += 1


def all_blocks(kind: str) -> list[Block]:
    """Every block of *kind* on every page."""
    return [block for page in pages() for block in blocks_of(page) if block.kind == kind]

"""Blocks that are a file: ```` ```python examples/probe_bot.py ````."""

from __future__ import annotations

from pathlib import Path

from tests.docs.pages import ROOT, Block, blocks_of


def file_of(block: Block) -> Path | None:
    """The file that *block* quotes, if it quotes one."""
    words = block.info.split()
    return ROOT / words[1] if words[:1] == ["python"] and len(words) == 2 else None


def mend(page: Path) -> bool:
    """Write into *page* what its files say. True if it was changed."""
    lines = page.read_text("utf-8").splitlines()
    before = list(lines)
    for block in reversed(blocks_of(page)):
        file = file_of(block)
        if file is not None:
            right = file.read_text("utf-8").splitlines()
            lines[block.line - 1 : block.line - 1 + len(block.lines)] = right
    if lines != before:
        page.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return lines != before

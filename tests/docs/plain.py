"""Blocks marked `plain`: what somebody reads and types who plays with `parlour play --plain`."""

from __future__ import annotations

from pathlib import Path

from tests.clients.spoken import spoken
from tests.docs.pages import Block, blocks_of


def heard(block: Block) -> list[str]:
    """What is really read when the steps of *block* are done."""
    return spoken(block.lines)


def mend(page: Path) -> bool:
    """Write into *page* what is really read. True if it was changed."""
    lines = page.read_text("utf-8").splitlines()
    changed = False
    for block in reversed([block for block in blocks_of(page) if block.kind == "plain"]):
        right = heard(block)
        if list(block.lines) != right:
            lines[block.line - 1 : block.line - 1 + len(block.lines)] = right
            changed = True
    if changed:
        page.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return changed

"""What is to be seen of a program in a terminal, and when."""

from __future__ import annotations

import re
import sys

import pytest

from bench import client
from bench.client import BOARD, IN, SCREEN, TooLong, seen


def _program(text: str) -> list[str]:
    return [sys.executable, "-c", f"print({text!r}, flush=True); input()"]


def test_what_moves_the_cursor_is_not_to_be_seen() -> None:
    """Sights are told in order; blanks between letters may be jumps of the cursor."""
    first, greeting, board = seen(
        _program("\x1b[?1049h\x1b[2;1HHel\x1b[1mlo\nRound\x1b[3C1"), SCREEN, IN, BOARD
    )
    assert 0 < first.after_s <= greeting.after_s <= board.after_s
    assert first.waited_s >= 0
    assert first.alone_s <= first.after_s


def test_what_is_never_to_be_seen_is_waited_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE_S", 1)
    with pytest.raises(TooLong, match="was not to be seen"):
        seen(_program("Hello"), re.compile(b"Goodbye"))

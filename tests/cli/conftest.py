"""A folder of the test's own to work in; no config and no data of whoever runs the tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plugins_host.toss import forgotten, source


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder; `toss.py`, the plugin of docs/reference/game.md, lies in it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toss.py").write_text(source(), "utf-8")
    with forgotten(tmp_path):
        yield tmp_path


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C ends what the test starts, also where the tests run in the background.

    There a shell has it ignored, and whatever is started inherits that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)

"""`parlour health`, and what a host of one process tells the service manager."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.cli import health
from tests.e2e.serving import PATIENCE_S, running


def asked(folder: Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["health", "--data", str(folder)])
    return done.exit_code, done.output


def test_a_monitor_and_the_service_manager_know_whether_the_host_serves(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(PATIENCE_S)
        manager.bind(str(folder / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "600000000")
        with running("--unguarded", "--data", "kept") as host:
            assert manager.recv(999).startswith(b"READY=1\nSTATUS=Parlour ")
            assert manager.recv(999) == b"WATCHDOG=1"
            code, said = asked(folder / "kept")
            assert (code, said[-17:]) == (0, "Players here: 0.\n")
            host.stop()
            assert manager.recv(999).startswith(b"STOPPING=1\n")
    gone = f"No host is running on {folder / 'kept'}.\n"
    assert asked(folder / "kept") == (1, gone)


def test_a_host_that_does_not_answer_is_not_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE_S", 0.1)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(folder / "admin.sock"))
        silent.listen()
        said = f"The host on {folder} has not answered for 0.1 s.\n"
        assert asked(folder) == (1, said)


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ({"hold": None}, ""),
        (
            {"hold": "The disk is full."},
            "The host waits, because nothing can be stored: The disk is full.",
        ),
        (
            {
                "text": [
                    "The host cannot start: it died 4 times in a row.",
                    "The last time: x.",
                    "",
                ]
            },
            "The host cannot start: it died 4 times in a row. The last time: x.",
        ),
    ],
)
def test_an_answer_says_whether_the_host_can_serve(status: dict[str, object], why: str) -> None:
    assert health.trouble_of(status) == why

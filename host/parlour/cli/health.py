"""Ask a host whether all is well: `parlour health`, for monitors and containers."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import click

from parlour.cli._asking import NoHost, Object, operator_of
from parlour.cli._clustered import standby_of
from parlour.cli._group import Refusal, with_config, with_data
from parlour.cli._shared import data_folder

PATIENCE_S: Final = 1.5
"""For the whole answer, so that all is over in 2 s with the start of this program. Monitors ask
every half minute."""


@click.command()
@with_data
@with_config
def health(data: Path | None, config_file: Path | None) -> None:
    """Say in one line whether the host serves.

    The exit code is 0 if it answers and keeps what happens, or if it is a standby. Else it is 1.
    It takes at most 2 seconds.
    """
    folder = data_folder(config_file, data)
    try:
        with _hurried(folder), operator_of(folder) as host:
            status = host.ask("status")
    except NoHost:
        standby = standby_of(folder)
        if standby is None:
            raise
        click.echo(standby)
        return
    if why := trouble_of(status):
        raise Refusal(why)
    here, version = status["here"], status["version"]
    click.echo(f"Parlour {version} serves. Players here: {here}.")


def trouble_of(status: Object) -> str:
    """Return why a host that answers so cannot serve; empty if it can."""
    if "hold" not in status:  # no process plays, and the one that starts it answers
        return " ".join(status["text"][:2])
    hold = status["hold"]
    return f"The host waits, because nothing can be stored: {hold}" if hold else ""


@contextmanager
def _hurried(folder: Path) -> Generator[None]:
    """Raise Refusal if this block takes too long, whatever it waits for."""

    def hung(_number: int, _frame: FrameType | None) -> None:
        raise Refusal(f"The host on {folder} has not answered for {PATIENCE_S:g} s.")

    before = signal.signal(signal.SIGALRM, hung)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

"""What commands print: tables of at most 79 columns, sentences, times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import click

WIDTH: Final = 79
"""Every terminal has 80 columns."""
NARROWEST: Final = 20
"""Columns that the last column of a table has at least."""


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print *rows* in columns as wide as their longest text; the last one is wrapped."""
    from parlour.wire.text import clean, columns, wrap

    rows = [tuple(map(clean, row)) for row in rows]
    widths = [max(map(columns, column)) for column in zip(head, *rows, strict=True)]
    left = sum(width + 2 for width in widths[:-1])
    room = max(NARROWEST, WIDTH - left)
    for row in (head, *rows):
        cells = (
            cell + " " * (width - columns(cell))
            for cell, width in zip(row[:-1], widths[:-1], strict=True)
        )
        first, *more = wrap(row[-1], room)
        click.echo("  ".join((*cells, first)).rstrip())
        for piece in more:
            click.echo(" " * left + piece)


def say(*sentences: str) -> None:
    """Print lines, each wrapped and harmless on any screen."""
    from parlour.wire.text import clean, wrap

    for sentence in sentences:
        for piece in wrap(clean(sentence), WIDTH):
            click.echo(piece)


def when(seconds: int) -> str:
    """A time of day, the same on every computer."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def how_long(seconds: int) -> str:
    """A stretch of time, roughly."""
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86_400
    if days:
        return f"{days} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{seconds} s"


def listing(counts: Sequence[tuple[int, str]]) -> str:
    """`2 playing, 1 open`; `none` if there is nothing to count."""
    return ", ".join(f"{count} {what}" for count, what in counts if count) or "none"

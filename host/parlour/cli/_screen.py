"""Print tables and sentences, at most 79 columns wide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

WIDTH: Final = 79
"""Every terminal has 80 columns."""


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print *rows* in columns as wide as their longest text. The last column is wrapped."""
    from parlour.wire.text import in_columns

    for line in in_columns(head, rows, WIDTH):
        click.echo(line)


def say(*sentences: str) -> None:
    """Print sentences, wrapped and without control characters."""
    from parlour.wire.text import clean, wrap

    for sentence in sentences:
        for piece in wrap(clean(sentence), WIDTH):
            click.echo(piece)

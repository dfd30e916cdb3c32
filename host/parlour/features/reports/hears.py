"""Reports are kept, and counted for the operator."""

from __future__ import annotations

from parlour.commands.call import Context
from parlour.features.reports.state import SHELF, Reports
from parlour.tables.happened import Counting, Removed, Restoring


def restore(context: Context, again: Restoring) -> None:
    context.state(Reports).restore(SHELF.read(again.saved))


def forget(context: Context, gone: Removed) -> None:
    """Drop the reports by and about somebody whose data is removed."""
    for report in context.state(Reports).forget(gone.key):
        context.out.write_down(SHELF.dropped(report.number))


def count(context: Context, status: Counting) -> None:
    status.figures["reports"] = context.state(Reports).open

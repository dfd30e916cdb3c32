"""Reports are kept, and counted for the operator."""

from __future__ import annotations

from parlour.commands.call import Desk
from parlour.features.reports.state import SHELF, Reports
from parlour.tables.happened import Counting, Removed, Restoring


def restore(desk: Desk, again: Restoring) -> None:
    """Take over the reports."""
    desk.state(Reports).restore(SHELF.read(again.saved))


def forget(desk: Desk, gone: Removed) -> None:
    """Drop the reports by and about somebody whose data is removed."""
    for report in desk.state(Reports).forget(gone.key):
        desk.out.write_down(SHELF.dropped(report.number))


def count(desk: Desk, status: Counting) -> None:
    """Say how many are open."""
    status.figures["reports"] = desk.state(Reports).open

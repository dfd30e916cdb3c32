"""What the kit was called before 0.3.0. Whatever imports it reads its name of today."""

raise ImportError(
    "parlour.testing is now called parlour_kit: from parlour_kit import GameDriver. "
    "docs/how-to/upgrade.md lists what else has changed.",
    name=__name__,
)

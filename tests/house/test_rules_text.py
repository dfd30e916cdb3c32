"""Rules are filled again for a reader whose screen is narrower than their author's."""

from __future__ import annotations

from dataclasses import replace

from parlour_kit.host import Host
from tests.games.hunt.game import HUNT

TEXT = """\
HIDING A NUMBER
Everybody hides a number. Then each of them in turn tries to
find the number of another.

  try bob 5      Has Bob hidden a five?
Type it like that. Who is found is out, and whoever found it
has a point.
"""


def _read(width: int, text: str = TEXT) -> list[str]:
    host = Host({"hunt": replace(HUNT, rules_text=text)})
    ann = host.person("ann")
    ann.send(f"set width {width}")
    return ann.send("rules hunt")


def test_they_are_read_as_they_are_written_where_they_fit() -> None:
    """On a screen as wide as their longest line."""
    assert "\n".join(_read(60)).strip("\n") == TEXT.strip("\n")


def test_on_a_narrow_screen_their_paragraphs_are_filled_again() -> None:
    """Headings and indented lines stay as they are."""
    assert _read(42) == [
        "HIDING A NUMBER",
        "Everybody hides a number. Then each of",
        "them in turn tries to find the number of",
        "another.",
        "",
        "  try bob 5      Has Bob hidden a five?",
        "Type it like that. Who is found is out,",
        "and whoever found it has a point.",
        "",
    ]


def test_without_a_width_a_paragraph_is_one_line() -> None:
    """For a page, which breaks its lines itself."""
    assert _read(0) == [
        "HIDING A NUMBER",
        "Everybody hides a number. Then each of them in turn tries to find the number of another.",
        "",
        "  try bob 5: Has Bob hidden a five?",
        "Type it like that. Who is found is out, and whoever found it has a point.",
        "",
    ]


LIST = """\
  try bob 5      Has Bob hidden a five?
  note TEXT      writes something down that you
                 alone can read
  a number twice, if you like to be mean to others
  absence_seconds=60    a minute to come back
"""


def test_rows_of_a_list_keep_their_columns() -> None:
    """The second column is below the first where less than half of the screen is left for it."""
    assert _read(44, LIST) == [
        "  try bob 5      Has Bob hidden a five?",
        "  note TEXT      writes something down that",
        "                 you alone can read",
        "  a number twice, if you like to be mean to",
        "    others",
        "  absence_seconds=60",
        "    a minute to come back",
        "",
    ]
    assert _read(0, f"{LIST}  points   1  2  3\n")[1:] == [
        "  note TEXT: writes something down that you alone can read",
        "  a number twice, if you like to be mean to others",
        "  absence_seconds=60: a minute to come back",
        "  points   1  2  3",
        "",
    ]

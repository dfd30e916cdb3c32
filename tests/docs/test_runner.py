"""The runner itself: it says what is wrong and where, and sets it right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import blocks_in, blocks_of
from tests.docs.play import play
from tests.docs.script import ScriptError, agrees, disagreement, read, stories

GOOD = """\
# A page

```session
-- pro is a program
-- ann connects
ann< Parlour on kitchen-pc: \N{HORIZONTAL ELLIPSIS} open.
ann< \N{HORIZONTAL ELLIPSIS}
ann> ping
ann< pong
```

```session continued
ann> ping again
ann< pong again
pro> #1 ping
pro< #1 ok {"pong":""}
```
"""


def wrong(text: str, folder: Path) -> list[str]:
    """What the runner says of a page with this text."""
    page = folder / "page.md"
    page.write_text(text, "utf-8")
    return [
        played.report(name)
        for story in stories(blocks_of(page))
        for played in play(story)
        for name in played.wrong
    ]


def test_a_true_page_has_nothing_wrong(tmp_path: Path) -> None:
    assert wrong(GOOD, tmp_path) == []


def test_a_wrong_line_is_named_with_what_is_right(tmp_path: Path) -> None:
    (report,) = wrong(GOOD.replace("ann< pong again", "ann< ping again"), tmp_path)
    assert report.splitlines() == [
        f"{tmp_path}/page.md line 14: after `ann> ping again` ann reads something else.",
        "expected:",
        "    ping again",
        "got:",
        "    pong again",
    ]


def test_a_line_that_is_not_shown_is_wrong(tmp_path: Path) -> None:
    (report,) = wrong(GOOD.replace("ann> ping\nann< pong\n", "ann> ping\n"), tmp_path)
    assert "line 8: after `ann> ping`" in report
    assert "(nothing)" in report


def test_who_is_never_shown_is_not_compared(tmp_path: Path) -> None:
    assert wrong(GOOD.replace('pro< #1 ok {"pong":""}\n', ""), tmp_path) == []


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ("ann: hello", "line 2: neither sent, nor read, nor a direction: ann: hello"),
        ("-- ann sings", "line 2: no such direction: ann sings"),
        ("ann< hello", "line 2: nothing has happened yet that anybody could read"),
    ],
)
def test_what_is_no_script_is_refused(block: str, complaint: str) -> None:
    (found,) = blocks_in(["```session", *block.splitlines(), "```"], Path("page"))
    with pytest.raises(ScriptError) as error:
        read(found)
    assert str(error.value).replace("page:", "line ") == complaint


@pytest.mark.parametrize(
    "info",
    [
        "session continued",
        "session colour=red",
        "session idle_s=x",
        "session only=ann",
        "house only",
    ],
)
def test_a_block_that_says_nonsense_behind_its_fence_is_refused(info: str) -> None:
    with pytest.raises(ScriptError):
        stories(blocks_in([f"```{info}", "```"], Path("page")))


@pytest.mark.parametrize("action", ["ann> hello", "-- ann's line drops"])
def test_who_is_not_there_cannot_act(action: str, tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match=r"line 2: .*: ann is not on the line"):
        wrong(f"```session\n{action}\n```\n", tmp_path)


def test_a_block_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1: this block has no end"):
        list(blocks_in(["```session", "-- ann connects"], Path("page")))


def test_an_ellipsis_stands_for_anything() -> None:
    some = "\N{HORIZONTAL ELLIPSIS}"
    assert agrees([f"a {some} c"], ["a b, b c"])
    assert agrees([some, "end"], ["one", "two", "end"])
    assert not agrees([f"a {some} c"], ["a b", "b c"])
    assert disagreement([some, "x", "y"], ["a", "x", "z"]) == 2


HOUSE = """\
```house
-- ann is a program without a name
ann> #1 name ann
ann< #1 ok {"name":"ann",\N{HORIZONTAL ELLIPSIS}}
ann< * 1 welcome \N{HORIZONTAL ELLIPSIS}
-- ann's line drops
-- bob is connected
bob> resume {ann's code}
bob< Hello ann.
bob< \N{HORIZONTAL ELLIPSIS}
bob< Type games or help.
```
"""


def test_on_the_house_alone_everybody_is_compared(tmp_path: Path) -> None:
    """Unless the block says whose lines count."""
    assert wrong(HOUSE, tmp_path) == []
    silent = HOUSE.replace(
        "bob< Hello ann.\nbob< \N{HORIZONTAL ELLIPSIS}\nbob< Type games or help.\n", ""
    )
    (report,) = wrong(silent, tmp_path)
    assert "line 8: after `bob> resume {ann's code}` bob reads something else." in report
    assert wrong(silent.replace("house", "house only=ann"), tmp_path) == []

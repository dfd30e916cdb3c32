"""The page of the protocol names every word and number that the code can say in these places."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest

from parlour import scene
from parlour.api import Ending
from parlour.engine.table_events import SeatChanged
from parlour.house.commands.accounts import WRONG_TRIES
from parlour.house.commands.archive import HISTORY_ROWS
from parlour.house.commands.missed import PAGE as MISSED_PAGE
from parlour.house.limits import Limits
from parlour.house.people.ways_back import TOKENS_KEPT
from parlour.wire import messages as m
from parlour.wire.codes import Code, Goodbye
from parlour.wire.encoding import LINE_MAX as PROGRAM_LINE_MAX
from parlour.wire.lines import LINE_MAX
from parlour.wire.messages import Message
from parlour.wire.telnet import REQUESTS_MAX

PAGE: Final = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def section(heading: str) -> str:
    """What stands below a heading, up to the next one."""
    return PAGE.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]


def test_every_change_of_a_seat_is_named() -> None:
    """In the row `change` of the event `seat`."""
    (row,) = re.findall(r"^\| `change` \| (.*) \|$", section("### `seat`"), re.M)
    changes: Any = get_type_hints(SeatChanged)["change"]
    assert [change for change in get_args(changes) if f"`{change}`" not in row] == []


def test_every_code_of_a_refusal_has_its_row() -> None:
    """And no other has one."""
    rows = re.findall(r"^\| `(\w+)` \| (?:asker|moment|host) \|", section("## 9 Refusals"), re.M)
    assert sorted(rows) == sorted(code.value for code in Code)


@pytest.mark.parametrize("verb", ["options [OPTION=VALUE ...]", "scores [TABLE]"])
def test_what_may_be_refused_is_told(verb: str) -> None:
    """With codes that there are."""
    found = re.search(r"Refused: (.*?)\n\n", section(f"#### `{verb}`"), re.S)
    assert found is not None
    assert "not_at_table" in found[1]


def named(heading: str, kind: str) -> set[str]:
    """The fields in the first columns of the tables of that kind below a heading."""
    tables = re.findall(
        rf"^\| {kind} \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)", section(heading), re.M
    )
    rows = re.findall(r"^\|([^|]*)\|", "".join(tables), re.M)
    return set(re.findall(r"`(\w+)`", "".join(rows)))


def sent(message: type[Message]) -> set[str]:
    """The fields that a program reads, beside `text`."""
    return {field for field in message.__struct_fields__ if field not in message.unsent}


EVENTS: Final = (
    *(m.Welcome, m.TableEvent, m.SeatEvent, m.Started, m.PromptEvent, m.Unprompt, m.ScoresEvent),
    *(m.ViewEvent, m.ClockEvent, m.Said, m.Told, m.Notice, m.Paused, m.Over, m.Fault),
    *(m.SealedEvent, m.MoreNews, m.SceneEvent),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: str(event.event))
def test_the_table_of_an_event_has_just_its_fields(event: type[m.Event]) -> None:
    """`table` need not be among them: the page says that all events of a table have it."""
    told = named(f"### `{event.event}`", "field")
    assert told | {"table"} == sent(event) | {"table"}


ANSWERS: Final = (
    ("## 3 Becoming a program", "answer", m.Hello),
    ("#### `name NAME [PASSWORD]`", "answer", m.Named),
    ("#### `register PASSWORD`", "answer", m.Registered),
    ("#### `commands`", "item", m.CommandRow),
    ("#### `games`", "item", m.GameRow),
    ("#### `tables [PAGE]`", "item", m.TableRow),
    ("#### `who [PAGE]`", "item", m.PlayerRow),
    ("##### Pages", "field", m.Page),
    ("#### `new GAME [OPTION=VALUE ...]`", "answer", m.Joined),
    ("#### `watch TABLE`", "answer", m.Joined),
    ("#### `options [OPTION=VALUE ...]`", "item", m.OptionRow),
    ("#### `look [TABLE]`", "answer", m.Looked),
    ("#### `scores [TABLE]`", "answer", m.Scored),
    ("#### `history [PLAYER|GAME]`", "item", m.HistoryRow),
    ("#### `replay RECORD [SEAT] [SPEED]`", "item", m.ReplayRow),
    ("#### `seals [TABLE]`", "item", m.SealRow),
    ("### Questions", "answer", m.Answered),
)


@pytest.mark.parametrize(("heading", "kind", "answer"), ANSWERS)
def test_the_table_of_an_answer_has_just_its_fields(
    heading: str, kind: str, answer: type[Message]
) -> None:
    """Neither more nor less: who writes a client reads nothing else."""
    assert named(heading, kind) == sent(answer)


PARTS: Final = {
    "scene": scene.Scene,
    "text": scene.Text,
    "grid": scene.Grid,
    "row": scene.Row,
    "cell": scene.Cell,
    "words": scene.Words,
    "meter": scene.Meter,
    "scores": scene.Scores,
}


@pytest.mark.parametrize("part", PARTS)
def test_the_table_of_a_part_of_a_scene_has_just_its_fields(part: str) -> None:
    """The smaller ones are told in the rows of these."""
    assert named("### Scenes", part) == set(PARTS[part].__struct_fields__)


def test_every_style_is_told() -> None:
    """And every field of the parts that have no table of their own."""
    small = (scene.Run, scene.Score, scene.Trace)
    words = {word for part in small for word in part.__struct_fields__}
    words.update(filter(None, get_args(scene.Style)))
    assert [word for word in words if f"`{word}`" not in section("### Scenes")] == []


def test_a_refusal_has_the_fields_of_its_table() -> None:
    """Its sentence is in `text`."""
    assert named("## 9 Refusals", "field") - {"text"} == sent(m.No) - {"what"}


def test_every_way_to_close_a_connection_has_its_row() -> None:
    """And no other has one."""
    rows = re.findall(r"^\| `(\w+)` \| (?:asker|moment|host) \|", section("## 10 Goodbyes"), re.M)
    assert sorted(rows) == sorted(goodbye.value for goodbye in Goodbye)


def test_every_word_of_a_closed_field_is_named() -> None:
    """The states of a table, the ends of a game, the types of an argument, news and notices."""
    state = section("#### `tables [PAGE]`")
    assert [word for word in get_args(m.State) if f"`{word}`" not in state] == []
    ends = section("### `over`")
    assert [word for word in get_args(Ending) if f"`{word}`" not in ends] == []
    types = get_args(get_type_hints(m.ArgInfo)["type"])
    assert [word for word in types if f"| `{word}` |" not in section("## 7 Prompts")] == []
    news = get_args(get_type_hints(m.TableEvent)["change"])
    assert [word for word in news if f"`{word}`" not in section("### `table`")] == []
    (kinds,) = re.findall(r"^\| `kind` \| (.*) \|$", section("### `notice`"), re.M)
    notices = get_args(get_type_hints(m.Notice)["kind"])
    assert set(notices) == set(re.findall(r"`(\w+)`", kinds)) - {"number", "table"}


NUMBERS: Final = (
    ("a client's line", LINE_MAX, "A client's line has at most 1 024 bytes"),
    ("a program's line", PROGRAM_LINE_MAX, "have\n  at most 16 384 bytes"),
    ("telnet", REQUESTS_MAX, "After 64 telnet requests"),
    ("unusable lines", Limits().bad_lines, "The host refuses 20 such\nlines"),
    ("wrong tries", WRONG_TRIES, "Five wrong passwords or codes close the connection: the fifth"),
    ("tokens", TOKENS_KEPT, "the four newest are valid"),
    ("games", HISTORY_ROWS, "The last twenty finished games"),
    ("missed", MISSED_PAGE, "a page of 16 lines"),
)
WORDS: Final = {4: "four", 5: "Five", 20: "twenty"}


@pytest.mark.parametrize(("number", "said"), [(n, said) for _, n, said in NUMBERS])
def test_numbers_in_the_text_are_those_of_the_code(number: int, said: str) -> None:
    assert said in PAGE
    assert f"{number}" in said.replace(" ", "") or WORDS[number] in said

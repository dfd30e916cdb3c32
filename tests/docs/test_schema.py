"""The schema of the protocol is sound and up to date, and so is the reference made from it.

That what programs send and read fits it is held by the tests of the sessions (`conform`).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from parlour import Context, Heard, OpenViews, Reader, Seat, Views, parts
from parlour.__main__ import main
from parlour_kit.conformance.conversation import Conversation
from parlour_kit.conformance.fitting import Fitting, definitions
from parlour_kit.schema import schema_of
from parlour_kit.schema._document import declared
from parlour_kit.schema._source import explained
from parlour_kit.schema._usage import pattern
from tests.docs.parts_page import USES
from tests.docs.reference import GAMES_PAGE, document, made
from tests.docs.sticks import STICKS, SticksViews
from tictactoe import TICTACTOE, Board, Marked


def test_what_is_made_is_up_to_date() -> None:
    """`python -m tests.docs.reference` writes it."""
    for file, text in made().items():
        assert file.read_text("utf-8") == text, file


def test_every_part_is_on_its_page_and_its_line_runs() -> None:
    assert {*USES} == {*parts.__all__}
    seats = tuple(map(Seat, (1, 2, 3)))
    names: dict[str, Any] = {name: getattr(parts, name) for name in parts.__all__}
    names |= {"seats": seats, "seat": seats[0], "viewer": seats[0], "rng": Random(1)}
    names["ctx"] = Context(now=0, seed=b"", number=0, given={"hands": {seats[0]: ["QS"]}})
    names["setup"] = SimpleNamespace(seats=seats)
    names["trick"] = parts.Trick().add(seats[0], "QS")
    names["reader"] = Reader(seats[0], {})
    for line in USES.values():
        exec(line, names)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(definitions(document()))
    for game in document()["games"].values():
        for row in (game["view"], *game["events"].values()):
            Draft202012Validator.check_schema(row)


def test_every_reference_leads_somewhere() -> None:
    named = set(re.findall(r'"#/\$defs/([\w.]+)"', json.dumps(document())))
    assert named == document()["$defs"].keys() - {"Code"} | ({"Code"} & named)


def test_everything_is_explained() -> None:
    """Each type, each field, each word of a closed list, of the host and of our games."""
    bare: list[str] = []
    for name, row in document()["$defs"].items():
        bare += [] if row.get("description") else [name]
        for field, kind in row.get("properties", {}).items():
            constant = len(kind.get("enum", ())) == 1  # the tag of a union
            bare += [] if kind.get("description") or constant else [f"{name}.{field}"]
        bare += [f"{name}: {word['const']}" for word in row.get("oneOf", ()) if len(word) < 2]
    assert bare == []


def test_the_page_of_the_games_has_every_field() -> None:
    """Also one that is called `text`, like the sentences that every event has for people."""
    page = GAMES_PAGE.read_text("utf-8")
    parts = {part.split("`")[1]: part for part in page.split("\n#### ")[1:]}
    for name, row in document()["$defs"].items():
        if (part := parts.get(name)) is not None:
            for field in row.get("properties", {}):
                assert f"\n| `{field}` | " in part, (name, field)
    assert "\n| `text` | text or null |" in parts["password.Answer"]


def test_the_command_prints_it() -> None:
    """For the games that are installed."""
    result = CliRunner().invoke(main, ["schema", "--config", "/dev/null"], prog_name="parlour")
    assert json.loads(result.output) == document() | {"games": json.loads(result.output)["games"]}
    assert json.loads(result.output)["games"].keys() == document()["games"].keys()


# --- what an author writes ----------------------------------------------------------


@pytest.mark.parametrize(
    ("usage", "good", "bad"),
    [
        ("start", ["start"], ["start now", "starts"]),
        ("join TABLE [SEAT]", ["join 1", "join 1 2"], ["join", "join 1 2 3"]),
        ("ready [off]", ["ready", "ready off"], ["ready on"]),
        ("say TEXT", ["say a b"], ["say", "say "]),
        ("new GAME [OPTION=VALUE ...]", ["new x", "new x a=1 b=2"], ["new", "new x a"]),
        ("drain [MINUTES|off]", ["drain", "drain 5", "drain off"], ["drain 5 6"]),
        ("mute WHO[: WHY]", ["mute ann", "mute ann: too loud"], ["mute"]),
        ("vote abort|remove PLAYER [BOT]", ["vote abort", "vote remove a b"], ["vote remove"]),
    ],
)
def test_a_usage_becomes_a_pattern(usage: str, good: list[str], bad: list[str]) -> None:
    made_of = re.compile(pattern(usage.partition(" ")[0], usage))
    assert [line for line in good if not made_of.match(line)] == []
    assert [line for line in bad if made_of.match(line)] == []


@dataclass(frozen=True)
class Plain(Heard):
    """What happened. (R-X-1)

    A note for those who read the code.
    """

    name: ClassVar[str] = "plain"
    seat: int
    """Who did it; None: nobody (R-X-2, O-X-3)."""
    why: str


class Base:
    """Has a field."""

    seat: int
    """Whose."""


class Derived(Base):
    pass


def test_a_field_is_explained_by_the_string_below_it() -> None:
    """Numbers of rules are left out, and JSON knows no None."""
    said = explained(Plain)
    assert said.about == "What happened.\n\nA note for those who read the code."
    assert said.fields == {"seat": "Who did it; null: nobody."}
    assert explained(Derived).fields == {"seat": "Whose."}
    assert explained(type("Made", (), {})).fields == {}


class Loose(Views):  # type: ignore[type-arg]
    """Does not say what its types are."""

    look = SticksViews.look
    hear = SticksViews.hear
    resample = SticksViews.resample


class Odd(SticksViews, Views[Any, Any, complex, Plain]):  # pyright: ignore[reportGeneralTypeIssues]
    """Has a view that JSON cannot hold, and one kind of event."""


def test_a_game_that_does_not_say_its_types_has_any_view_and_no_events() -> None:
    loose: Any = replace(STICKS, views=Loose())
    assert declared(loose) == (Any, [])


def test_open_views_show_the_state_and_the_events_of_the_rules() -> None:
    """Whether the game has the host's class, one with its types, or one below that."""

    class Own(OpenViews[Board, Marked]):
        pass

    class Below(Own):
        pass

    for views in (OpenViews[Any, Any](), Own(), Below()):
        game: Any = replace(TICTACTOE, views=views)
        assert declared(game) == (Board, [Marked])
    found = schema_of({"tictactoe": TICTACTOE})
    assert found["games"]["tictactoe"]["view"] == {"$ref": "#/$defs/tictactoe.Board"}
    assert found["games"]["tictactoe"]["events"].keys() == {"tictactoe.marked"}
    assert found["$defs"]["tictactoe.Board"]["properties"].keys() == {"seats", "xo"}


def test_a_type_that_cannot_be_described_may_be_anything() -> None:
    odd: Any = replace(STICKS, views=Odd())
    found = schema_of({"sticks": odd})["games"]["sticks"]
    assert found["view"]["description"].startswith("Not described: ")
    assert found["events"].keys() == {"sticks.plain"}


# --- what does not fit is noticed ---------------------------------------------------


@cache
def _rules() -> Fitting:
    return Fitting(schema_of({"sticks": STICKS}))


def _talk() -> Conversation:
    talk = Conversation(_rules())
    talk.send("HELLO 1")
    hello: dict[str, Any] = {
        "server": "parlour",
        "version": "0",
        "protocol": 1,
        "capabilities": [],
    }
    assert talk.read(f"#- ok {json.dumps(hello)}") is None
    return talk


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("#1 ping", '#1 ok {"pong":1}'),
        ("#1 ping", '#1 ok {"pong":"","more":1}'),
        ("#1 ping", '#2 ok {"pong":""}'),
        ("#1 pings", '#1 ok {"pong":""}'),
        ("#1 join 1 2 3", '#1 ok {"table":1,"seat":1}'),
        ("#1 ping", '#1 no {"code":"usag","retry":false}'),
        ("#1 who", '#1 + {"name":"ann"}'),
        ("#1 take 1", '#1 + {"name":"ann"}'),
        ("#1 take 1", '* 1 sticks.taken {"table":1,"data":{"seat":1,"number":1}}'),
        ("#1 take 1", '* 1 stones.taken {"table":1,"data":{}}'),
        ("#1 take 1", '* 01 over {"table":1}'),
        ("#1 take 1", '* 1 nothing {"table":1}'),
        ("#1 look", '#1 ok {"table":1,"state":"open","view":{"left":"x"},"left_ms":null}'),
        ("#1 quit", "! farewell {}"),
        ("#1 quit", "Goodbye."),
        ("#x+ ping", '#x+ ok {"pong":""}'),
    ],
)
def test_what_does_not_fit_is_noticed(sent: str, read: str) -> None:
    talk = _talk()
    talk.send(sent)
    assert talk.read(read) is not None


def test_a_game_may_have_a_move_that_is_a_word_of_the_operator() -> None:
    talk = _talk()
    talk.send("#1 drain a glass")
    assert talk.read("#1 ok {}") is None

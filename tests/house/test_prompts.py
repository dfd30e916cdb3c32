"""What a prompt tells a program that draws a form: labels, sentences, what may be typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import msgspec

from parlour import (
    Catalogue,
    ChoiceArg,
    IntArg,
    MoveSpec,
    Prompt,
    Reader,
    Scene,
    Seat,
    SeatArg,
    TextArg,
    Verb,
    plain,
    some,
)
from parlour.language import Translations, encoder
from parlour.tables.position import move_info
from parlour.wire.encoding import encode
from tests.games.hunt.game import HUNT
from tests.games.hunt.text_ui import HuntTextUI
from tests.house.scene import events, new_host, ok

_: Final = Catalogue()
NAMES: Final = {Seat(1): "ann", Seat(2): "bob"}


def sent(verb: Verb, *args: Any) -> dict[str, Any]:
    """A move as a program reads it."""
    found: dict[str, Any] = msgspec.json.decode(encode(move_info(MoveSpec(verb, args), NAMES)))
    return found


def test_what_a_game_does_not_say_is_left_out() -> None:
    """A client of 0.1.0 reads what it always read."""
    args = SeatArg("player", (Seat(2),)), ChoiceArg("card", ("A",)), IntArg("n", 1, 3)
    many = some("cards", ("2c", "3c"), 1, 2)
    assert sent(Verb("ask", "ask PLAYER CARD N", "ask"), *args, many) == {
        "verb": "ask",
        "usage": "ask PLAYER CARD N",
        "about": "ask",
        "args": [
            {"name": "player", "type": "seat", "choices": ["bob"]},
            {"name": "card", "type": "choice", "choices": ["A"]},
            {"name": "n", "type": "int", "min": 1, "max": 3},
            {
                "name": "cards",
                "type": "text",
                "examples": ["2c", "3c"],
                "of": ["2c", "3c"],
                "min": 1,
                "max": 2,
            },
        ],
    }


def test_what_a_form_needs() -> None:
    verb = Verb("hide", "hide WORD", "hide it", label="Hide the word", weight="final")
    word = TextArg(
        "word",
        ("LANTERN",),
        label="Your word",
        secret=True,
        default="LAMP",
        known=("LAMP", "OIL"),
        letters=True,
        least=3,
        most=12,
    )
    args = (
        SeatArg("player", (Seat(1),), label="For"),
        ChoiceArg("rack", ("left",), label="Side"),
        IntArg("n", 0, 9, default=0, label="How many", secret=True),
        some("cards", ("2c", "3c"), 1, label="Hand"),
    )
    told = sent(verb, word, *args)
    assert (told["label"], told["weight"]) == ("Hide the word", "final")
    first, *others = told["args"]
    assert first == {
        "name": "word",
        "type": "text",
        "label": "Your word",
        "choices": ["LAMP", "OIL"],
        "examples": ["LANTERN"],
        "default": "LAMP",
        "secret": True,
        "letters": True,
        "least": 3,
        "most": 12,
    }
    assert [each["label"] for each in others] == ["For", "Side", "How many", "Hand"]
    assert (others[2]["default"], others[2]["secret"]) == (0, True)


def test_a_label_that_says_no_more_than_its_name_is_left_out() -> None:
    french = Catalogue()
    french.known["fr"] = Translations({"Player": ("Joueur",), "Ask": ("Demander",)})
    verb = Verb("ask", "ask PLAYER", "ask", label=french("Ask"))
    spec = MoveSpec(verb, (SeatArg("player", (Seat(2),), label=french("Player")),))
    assert "label" not in str(msgspec.json.decode(encode(move_info(spec, NAMES))))
    told = msgspec.json.decode(encoder("fr").encode(move_info(spec, NAMES, "fr")))
    assert (told["label"], told["args"][0]["label"]) == ("Demander", "Joueur")


class Lecture(HuntTextUI):
    """Hunt, which explains itself before each question."""

    def ask(self, prompt: Prompt, view: Any, reader: Reader) -> list[str]:
        return ["Hide a number. "] * 100


def test_a_question_that_is_a_whole_text_is_not_said_in_one_line() -> None:
    host = new_host({"hunt": replace(HUNT, text_ui=Lecture())})
    ann = host.program("ann")
    ok(ann, "new hunt", "bot")
    told = events(ann.send("#1 start"))
    (asked,) = [body for _, name, body in told if name == "prompt"]
    assert "says" not in asked
    assert len(asked["text"]) == 100


class Board(HuntTextUI):
    """Hunt, which asks with a board below a sentence."""

    def ask(self, prompt: Prompt, view: Any, reader: Reader) -> list[str]:
        board = plain(Scene(super().draw(view, reader).blocks), reader.width)
        if not prompt.urgent:
            return []
        return [_("It is your turn."), *board, _("Try a number<<: try bob 7|.>>")]


def test_a_prompt_says_its_question_in_one_line() -> None:
    """Without the board, what to type, and the seconds. A prompt that asks nothing has none."""
    host = new_host({"hunt": replace(HUNT, text_ui=Board())})
    tap, typ = host.program("tap", "taps"), host.program("typ")
    ok(tap, "new hunt")
    ok(typ, "join 1", "ready")
    ok(tap, "start")
    ok(tap, "/hide 3")
    host.wait(1)
    ok(typ, "/hide 4")
    (turn,) = [body for _, name, body in events(tap.take()) if name == "prompt"]
    assert turn["says"] == "It is your turn. Try a number."
    assert turn["text"] == ["It is your turn.", "Try a number. (60 s)"]
    (aside,) = [body for _, name, body in events(tap.send("#1 /try typ 9")) if name == "prompt"]
    assert "says" not in aside
    (turn,) = [body for _, name, body in events(typ.take()) if name == "prompt"][-1:]
    assert turn["says"] == "It is your turn. Try a number."
    first, second, *_, last = turn["text"]
    assert (first, second) == ("It is your turn.", "Numbers from 1 to 20.")
    assert last == "Try a number: try bob 7 (60 s)"

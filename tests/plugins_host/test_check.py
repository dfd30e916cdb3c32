"""What the host demands of a game record, each demand spoilt once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from parlour import Scene
from parlour.api import (
    AnyGame,
    Bot,
    BotContext,
    ChoiceOption,
    ListOption,
    NumberOption,
    Option,
    Prompt,
    Reader,
    Seat,
    SeatOption,
    SwitchOption,
    TextOption,
    TextUI,
    Topic,
    Verb,
)
from parlour.plugins import game_faults


class Silent(Bot[Any, Any, Any, None]):
    """A bot that does nothing."""

    def __init__(self, kind: str, about: str) -> None:
        self.kind = kind
        self.about = about

    def begin(self, seat: Seat, view: Any) -> None:
        return None

    def hear(self, memory: None, heard: Any) -> None:
        return None

    def think(self, memory: None, view: Any, prompt: Prompt, ctx: BotContext) -> None:
        return None


class Answering(TextUI[Any, Any, Any]):
    def parse(self, verb: str, rest: str, view: Any, reader: Reader) -> Any:
        raise NotImplementedError

    def draw(self, view: Any, reader: Reader) -> Scene:
        return Scene(())

    def say(self, heard: Any, reader: Reader) -> Sequence[str]:
        return ()

    def ask(self, prompt: Prompt, view: Any, reader: Reader) -> Sequence[str]:
        return ()

    def answer(self, verb: str, rest: str, view: Any, reader: Reader) -> Any:
        raise NotImplementedError


LINE = "must be one line of plain ASCII, 79 characters at most"
BOTH = "must be one line of plain ASCII each"


class NoBot:
    kind = "sharp"
    about = "knows all"


def test_the_example_of_the_page_is_consistent(toss: AnyGame) -> None:
    assert game_faults(toss) == []


def test_every_fault_is_named(toss: AnyGame) -> None:
    spoilt = replace(toss, id="T", title="\n")
    assert game_faults(spoilt) == [
        "the id 'T' must be 2 to 16 lower-case letters",
        f"the title {LINE}",
    ]


FORGETS: Final = "forgets must hold names of events, and for each a tuple of names"
SPOILT: dict[str, tuple[dict[str, Any], str]] = {
    "id too long": ({"id": "a" * 17}, f"the id '{'a' * 17}' must be 2 to 16 lower-case letters"),
    "id with a newline": ({"id": "ab\n"}, "the id 'ab\\n' must be 2 to 16 lower-case letters"),
    "id a number": ({"id": 7}, "the id 7 must be 2 to 16 lower-case letters"),
    "title not ASCII": ({"title": "Toß"}, f"the title {LINE}"),
    "title too long": ({"title": "x" * 80}, f"the title {LINE}"),
    "version empty": ({"version": ""}, f"the version {LINE}"),
    "nobody plays": (
        {"seats": range(2, 2)},
        "the seats range(2, 2) must be a range within 1 to 50",
    ),
    "seat 0": ({"seats": range(3)}, "the seats range(0, 3) must be a range within 1 to 50"),
    "seat 51": ({"seats": range(2, 52)}, "the seats range(2, 52) must be a range within 1 to 50"),
    "only even seats": (
        {"seats": range(2, 7, 2)},
        "the seats range(2, 7, 2) must be a range within 1 to 50",
    ),
    "seats a pair": ({"seats": (2, 6)}, "the seats (2, 6) must be a range within 1 to 50"),
    "rules with escapes": (
        {"rules_text": "\x1b[2J"},
        "the rules text must be plain ASCII without control characters",
    ),
    "rules empty": (
        {"rules_text": " \n"},
        "the rules text must be plain ASCII without control characters",
    ),
    "call at 0": ({"calls": (10, 0)}, "the calls must be whole seconds above 0"),
    "forgets a list": ({"forgets": ["asked"]}, FORGETS),
    "forgets no names": ({"forgets": {"asked": "asked"}}, FORGETS),
    "forgets a name with a dot": ({"forgets": {"asked": ("toss.asked",)}}, FORGETS),
    "lexicon with a space": (
        {"lexicon": "my words"},
        "the lexicon 'my words' must be letters a to z, digits and _",
    ),
    "no verbs": ({"verbs": ()}, "it has no verbs: nobody could make a move"),
    "verb in capitals": (
        {"verbs": (Verb("Ask", "ask", "ask"),)},
        "the verb 'Ask' must be lower-case letters",
    ),
    "verb a string": ({"verbs": ("ask",)}, "the verb 'ask' must be lower-case letters"),
    "verb twice": (
        {"verbs": (Verb("ask", "ask", "ask"), Verb("ask", "ask WHO", "ask somebody"))},
        "2 verbs are called ask",
    ),
    "verb of the host": (
        {"verbs": (Verb("tell", "tell", "tell"),)},
        "the verb tell belongs to the host; the game needs another word",
    ),
    "question of the host": (
        {"questions": (Verb("look", "look", "look"),), "text_ui": Answering()},
        "the verb look belongs to the host; the game needs another word",
    ),
    "question that is a move": (
        {"questions": (Verb("call", "call", "ask"),), "text_ui": Answering()},
        "2 verbs are called call",
    ),
    "question a string": (
        {"questions": ("side",), "text_ui": Answering()},
        "the verb 'side' must be lower-case letters",
    ),
    "question without an answer": (
        {"questions": (Verb("side", "side", "ask for the side"),)},
        "its text_ui must answer its questions",
    ),
    "verb without words": (
        {"verbs": (Verb("ask", "ask", ""),)},
        f"usage and about of the verb ask {BOTH}",
    ),
    "not a bot": ({"bots": (NoBot(),)}, "a NoBot among the bots is not a Bot"),
    "bot in capitals": (
        {"bots": (Silent("Sharp", "knows all"),)},
        "the bot 'Sharp' needs a kind of a to z, 0 to 9 and _, at most 16 of them,"
        " and one line about it",
    ),
    "bot without words": (
        {"bots": (Silent("sharp", ""),)},
        "the bot 'sharp' needs a kind of a to z, 0 to 9 and _, at most 16 of them,"
        " and one line about it",
    ),
    "bots of one kind": (
        {"bots": (Silent("sharp", "knows all"), Silent("sharp", "knows more"))},
        "2 bots are called sharp",
    ),
    "topic a string": (
        {"topics": ("coin",)},
        "the topic 'coin' needs names of lower-case letters",
    ),
    "topic without a name": (
        {"topics": (Topic((), "Round."),)},
        "the topic () needs names of lower-case letters",
    ),
    "topic in capitals": (
        {"topics": (Topic(("Coin",), "Round."),)},
        "the topic ('Coin',) needs names of lower-case letters",
    ),
    "topic without words": (
        {"topics": (Topic(("coin",), ""),)},
        "the text of the topic coin must be plain ASCII",
    ),
    "topic twice": (
        {"topics": (Topic(("coin",), "Round."), Topic(("disc", "coin"), "Flat."))},
        "2 topics are called coin",
    ),
    "groups without a tuple": (
        {"option_groups": {"Clocks": "seconds"}},
        "option_groups has 'Clocks': a heading has one line, and a tuple of options",
    ),
    "group of no option": (
        {"option_groups": {"Clocks": ("noon",)}},
        "option_groups has noon, which is not an option of the game",
    ),
    "rated apart by no option": (
        {"rated_apart": ("noon",)},
        "rated_apart must be a tuple with names of the game's options",
    ),
    "rated apart by one word": (
        {"rated_apart": "seconds"},
        "rated_apart must be a tuple with names of the game's options",
    ),
    "rated apart for too many players": (
        {"rated_apart_for": (99,)},
        "rated_apart_for must be a tuple with numbers of players that the game allows",
    ),
    "rated apart for a number alone": (
        {"rated_apart_for": 2},
        "rated_apart_for must be a tuple with numbers of players that the game allows",
    ),
    "no rules": ({"rules": None}, "its rules must be an instance of parlour.Rules"),
    "prepare a list": ({"prepare": ["en"]}, "its prepare must be a function, or None"),
    "views a class": ({"views": object}, "its views must be an instance of parlour.Views"),
}


@pytest.mark.parametrize(("change", "fault"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_game_is_refused(toss: AnyGame, change: dict[str, Any], fault: str) -> None:
    assert game_faults(replace(toss, **change)) == [fault]


def test_a_move_type_that_cannot_be_read_back_is_refused(toss: AnyGame) -> None:
    (fault,) = game_faults(replace(toss, move_type=7))
    assert fault.startswith("moves of its move_type cannot be read back from a record: ")


@pytest.mark.parametrize("seats", [range(1, 2), range(50, 51), range(1, 51)])
def test_1_to_20_may_play(toss: AnyGame, seats: range) -> None:
    assert game_faults(replace(toss, seats=seats)) == []


GOOD: tuple[Option, ...] = (
    ChoiceOption("word_check", "what happens", "F4Z2", ("F4Z2", "off")),
    NumberOption("turn_seconds", "how long", 60, 60, 60),
    SwitchOption("swap", "may swap", default=False),
    SeatOption("first", "who begins", "random", ("random", "host")),
    ListOption("deck", "which words", "easy", ("easy", "hard_2")),
    ListOption("other", "which words", "en", ()),
)


def test_good_bots_pass(toss: AnyGame) -> None:
    bots = (Silent("sharp", "knows all"), Silent("novice", "knows little"))
    assert game_faults(replace(toss, bots=bots)) == []


class Renamed(Silent):
    """A bot that had another kind in an earlier version."""

    also = ("novice",)


def test_a_bot_goes_by_its_other_words_too(toss: AnyGame) -> None:
    game = replace(toss, bots=(Silent("sharp", "knows all"), Renamed("easy", "knows little")))
    assert game_faults(game) == []
    assert game.bot_named("novice") is game.bot_named("easy") is game.bots[1]
    assert game.bot_named("child") is None
    twice = replace(game, bots=(Silent("novice", "knows all"), Renamed("easy", "knows little")))
    assert "novice" in "".join(game_faults(twice))


def test_good_options_pass(toss: AnyGame) -> None:
    assert game_faults(replace(toss, options=GOOD)) == []


BAD_OPTIONS: dict[str, tuple[object, str]] = {
    "not an option": ("turn_seconds", "a str among the options is not an option"),
    "name in capitals": (
        SwitchOption("Swap", "may swap", default=False),
        "the option 'Swap' must be named in lower-case letters and _",
    ),
    "name of the host": (
        SwitchOption("lexicon", "which", default=False),
        "the option lexicon belongs to the host; the game needs another name",
    ),
    "no words about it": (
        SwitchOption("swap", "", default=False),
        "about of the option swap must be one line of plain ASCII",
    ),
    "default no choice": (
        ChoiceOption("check", "what", "maybe", ("on", "off")),
        "option check: the default 'maybe' must be one of the choices, a word",
    ),
    "choice with a space": (
        ChoiceOption("check", "what", "on", ("on", "not on")),
        "option check: the default 'on' must be one of the choices, a word",
    ),
    "choices alike but for case": (
        ChoiceOption("check", "what", "on", ("on", "ON")),
        "option check: each choice must be there once",
    ),
    "default out of range": (
        NumberOption("turns", "how many", 5, 1, 4),
        "option turns: the default 5 must be a number, 1 to 4",
    ),
    "default a switch": (
        NumberOption("turns", "how many", True, 0, 4),
        "option turns: the default True must be a number, 0 to 4",
    ),
    "switch a word": (
        SwitchOption("swap", "may swap", default="on"),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        "option swap: the default 'on' must be True or False",
    ),
    "text in capitals": (
        TextOption("town", "its name", "Corvo", 9, "corv"),
        "option town: the default 'Corvo' must be a word of corv, at most 9 characters",
    ),
    "default no word": (
        SeatOption("first", "who", "seat1", ("random",)),
        "option first: the default 'seat1' must be one of its words",
    ),
    "list option with a word in capitals": (
        ListOption("deck", "which", "easy", ("easy", "Hard")),
        "option deck: each word must be there once, of a to z, 0 to 9 and _",
    ),
    "list option with a word twice": (
        ListOption("deck", "which", "easy", ("easy", "easy")),
        "option deck: each word must be there once, of a to z, 0 to 9 and _",
    ),
    "default no name of a list": (
        ListOption("deck", "which", "my list", ("easy",)),
        "option deck: the default 'my list' must be one of its words or a list of this host",
    ),
    "word like a seat": (
        SeatOption("first", "who", "seat1", ("seat1",)),
        "option first: the default 'seat1' must be one of its words",
    ),
}


@pytest.mark.parametrize(("option", "fault"), BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_a_bad_option_is_refused(toss: AnyGame, option: Option, fault: str) -> None:
    assert game_faults(replace(toss, options=(option,))) == [fault]


@pytest.mark.parametrize(
    ("brings", "fault"),
    [
        ({"b": {"turns": 3, "lexicon": "en"}}, None),
        ({"c": {}}, "option rule: brings has 'c', which is not one of the choices"),
        (
            {"b": {"rule": "a"}},
            "option rule: brings has 'rule', which is not another option of the game",
        ),
        ({"b": {"turns": 9}}, "option rule: brings turns=9, which is not allowed there"),
        ({"b": {"lexicon": "xx"}}, "option rule: brings lexicon='xx', which is not allowed there"),
    ],
)
def test_what_a_choice_brings_must_be_allowed(
    toss: AnyGame, brings: dict[str, Any], fault: str | None
) -> None:
    options = (
        ChoiceOption("rule", "which", "a", ("a", "b"), brings=brings),
        NumberOption("turns", "how many", 1, 0, 4),
    )
    faults = game_faults(replace(toss, options=options), lexicons=("en", "fr"))
    assert faults == ([fault] if fault else [])


def test_an_option_twice_is_refused(toss: AnyGame) -> None:
    assert game_faults(replace(toss, options=(GOOD[0], GOOD[0]))) == [
        "2 options are called word_check"
    ]


def test_a_word_list_that_is_not_there_is_refused(toss: AnyGame) -> None:
    needy = replace(toss, lexicon="fr")
    assert game_faults(needy) == []
    assert game_faults(needy, lexicons=("en", "fr")) == []
    assert game_faults(needy, lexicons=("en", "club")) == [
        "it needs the word list fr; this host has club, en"
    ]


def test_a_default_that_names_a_list_needs_it(toss: AnyGame) -> None:
    needy = replace(toss, options=(ListOption("deck", "which", "fr", ("easy",)),))
    assert game_faults(needy) == []
    assert game_faults(needy, lexicons=("en", "fr")) == []
    assert game_faults(needy, lexicons=("en",)) == [
        "option deck: the default 'fr' must be one of its words or a list of this host"
    ]

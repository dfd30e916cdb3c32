"""What the host demands of a game record, each demand spoilt once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from parlour import Scene
from parlour.api import (
    AnyGame,
    Bot,
    BotContext,
    ChoiceOption,
    ListOption,
    NumberOption,
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
from parlour_kit import Trial, check_all


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


@pytest.fixture
def toss(toss: AnyGame) -> AnyGame:
    """The game, with its own `may_look_up` and `parse`, so that it may have any list and verb."""

    views: Any = type(toss.views)
    text_ui: Any = type(toss.text_ui)

    class LooksUp(views):  # type: ignore[misc]
        def may_look_up(self, state: Any, viewer: Any, word: str) -> bool:
            return True

    class Reads(text_ui):  # type: ignore[misc]
        def parse(self, verb: str, rest: str, view: Any, reader: Any) -> Any:
            raise NotImplementedError

    return replace(toss, views=LooksUp(), text_ui=Reads())


def test_every_fault_is_named(toss: AnyGame) -> None:
    assert game_faults(toss) == []
    spoilt = replace(toss, id="T", title="\n", questions=(verb("side"),))
    assert game_faults(spoilt) == [
        "the id 'T' must be 2 to 16 lower-case letters",
        f"the title {LINE}",
        "its text_ui must answer its questions",
    ]


def verb(name: str) -> Verb:
    return Verb(name, name, "does something")


def on_off(*choices: str, default: str = "on") -> ChoiceOption:
    return ChoiceOption("check", "what", default, choices)


def deck(*words: str, default: str = "easy") -> ListOption:
    return ListOption("deck", "which", default, words)


def switch(name: str, about: str = "may swap", *, default: Any = False) -> SwitchOption:
    return SwitchOption(name, about, default=default)


def turns(default: int) -> NumberOption:
    return NumberOption("turns", "how many", default, 1, 4)


def first(word: str) -> SeatOption:
    return SeatOption("first", "who", "seat1", (word,))


ASK, SWAP, CHECK = verb("ask"), switch("swap"), on_off("on", "off")
HOSTS = "belongs to the host; the game needs another"
KIND = (
    "the bot 'Sharp' needs a kind of a to z, 0 to 9 and _, at most 16 of them,"
    " and one line about it"
)
WORDS = "option deck: each word must be there once, of a to z, 0 to 9 and _"
CHOICE = "option check: the default '{}' must be one of the choices, a word"
NO_LIST = "option deck: the default '{}' must be one of its words or a list of this host"
APART = "rated_apart must be a tuple with names of the game's options"
APART_FOR = "rated_apart_for must be a tuple with numbers of players that the game allows"

OPTIONS: list[tuple[object, str]] = [
    ("turn_seconds", "a str among the options is not an option"),
    (switch("Swap"), "the option 'Swap' must be named in lower-case letters and _"),
    (switch("lexicon"), f"the option lexicon {HOSTS} name"),
    (switch("swap", ""), "about of the option swap must be one line of plain ASCII"),
    (switch("swap", default="on"), "option swap: the default 'on' must be True or False"),
    (on_off("on", default="maybe"), CHOICE.format("maybe")),
    (on_off("on", "not on"), CHOICE.format("on")),
    (on_off("on", "ON"), "option check: each choice must be there once"),
    (turns(5), "option turns: the default 5 must be a number, 1 to 4"),
    (turns(True), "option turns: the default True must be a number, 1 to 4"),
    (
        TextOption("town", "its name", "Corvo", 9, "corv"),
        "option town: the default 'Corvo' must be a word of corv, at most 9 characters",
    ),
    (deck("easy", "Hard"), WORDS),
    (deck("easy", "easy"), WORDS),
    (deck("easy", default="my list"), NO_LIST.format("my list")),
    (first("random"), "option first: the default 'seat1' must be one of its words"),
    # It looks like a seat.
    (first("seat1"), "option first: the default 'seat1' must be one of its words"),
]

SPOILT: list[tuple[str, list[Any], str]] = [
    ("id", ["a" * 17, "ab\n", 7], "the id {} must be 2 to 16 lower-case letters"),
    ("title", ["To\u00df", "x" * 80], f"the title {LINE}"),
    ("version", [""], f"the version {LINE}"),
    (
        "seats",
        [range(2, 2), range(3), range(2, 52), range(2, 7, 2), (2, 6)],
        "the seats {} must be a range within 1 to 50",
    ),
    (
        "rules_text",
        ["\x1b[2J", " \n"],
        "the rules text must be plain ASCII without control characters",
    ),
    ("calls", [(10, 0)], "the calls must be whole seconds above 0"),
    (
        "forgets",
        [["asked"], {"asked": "asked"}, {"asked": ("toss.asked",)}],
        "forgets must hold names of events, and for each a tuple of names",
    ),
    ("lexicon", ["my words"], "the lexicon {} must be letters a to z, digits and _"),
    ("verbs", [()], "it has no verbs: nobody could make a move"),
    ("verbs", [(verb("Ask"),)], "the verb 'Ask' must be lower-case letters"),
    ("verbs", [("ask",)], "the verb 'ask' must be lower-case letters"),
    ("verbs", [(ASK, Verb("ask", "ask WHO", "ask somebody"))], "2 verbs are called ask"),
    ("verbs", [(verb("tell"),)], f"the verb tell {HOSTS} word"),
    ("verbs", [(Verb("ask", "ask", ""),)], "usage and about of the verb ask " + BOTH),
    ("questions", [(verb("look"),)], f"the verb look {HOSTS} word"),
    ("questions", [(verb("call"),)], "2 verbs are called call"),
    ("questions", [("side",)], "the verb 'side' must be lower-case letters"),
    ("bots", [(NoBot(),)], "a NoBot among the bots is not a Bot"),
    ("bots", [(Silent("Sharp", "knows all"),)], KIND),
    ("bots", [(Silent("sharp", ""),)], KIND.replace("Sharp", "sharp")),
    ("bots", [(Silent("sharp", "knows all"), Silent("sharp", "more"))], "2 bots are called sharp"),
    ("topics", [("coin",)], "the topic 'coin' needs names of lower-case letters"),
    ("topics", [(Topic((), "Round."),)], "the topic () needs names of lower-case letters"),
    (
        "topics",
        [(Topic(("Coin",), "Round."),)],
        "the topic ('Coin',) needs names of lower-case letters",
    ),
    ("topics", [(Topic(("coin",), ""),)], "the text of the topic coin must be plain ASCII"),
    (
        "topics",
        [(Topic(("coin",), "Round."), Topic(("disc", "coin"), "Flat."))],
        "2 topics are called coin",
    ),
    (
        "option_groups",
        [{"Clocks": "seconds"}],
        "option_groups has 'Clocks': a heading has one line, and a tuple of options",
    ),
    (
        "option_groups",
        [{"Clocks": ("noon",)}],
        "option_groups has noon, which is not an option of the game",
    ),
    ("rated_apart", [("noon",), "seconds"], APART),
    ("rated_apart_for", [(99,), 2], APART_FOR),
    ("rules", [None], "its rules must be an instance of parlour.Rules"),
    ("prepare", [["en"]], "its prepare must be a function, or None"),
    ("views", [object], "its views must be an instance of parlour.Views"),
    ("options", [(CHECK, CHECK)], "2 options are called check"),
    *(("options", [(option,)], fault) for option, fault in OPTIONS),
]


@pytest.mark.parametrize(
    ("part", "value", "fault"),
    [(part, value, fault) for part, values, fault in SPOILT for value in values],
)
def test_a_spoilt_game_is_refused(toss: AnyGame, part: str, value: Any, fault: str) -> None:
    text_ui = Answering() if part == "questions" else toss.text_ui
    spoilt = replace(toss, **{"text_ui": text_ui, part: value})
    assert game_faults(spoilt) == [fault.replace("{}", repr(value))]


def test_a_move_type_that_cannot_be_read_back_is_refused(toss: AnyGame) -> None:
    (fault,) = game_faults(replace(toss, move_type=7))
    assert fault.startswith("moves of its move_type cannot be read back from a record: ")


GOOD: dict[str, list[Any]] = {
    "seats": [range(1, 2), range(50, 51), range(1, 51)],
    "bots": [(Silent("sharp", "knows all"), Silent("novice", "knows little"))],
    "options": [
        (
            ChoiceOption("word_check", "what happens", "F4Z2", ("F4Z2", "off")),
            NumberOption("turn_seconds", "how long", 60, 60, 60),
            SWAP,
            SeatOption("first", "who begins", "random", ("random", "host")),
            deck("easy", "hard_2"),
            ListOption("other", "which words", "en", ()),
        )
    ],
}


@pytest.mark.parametrize(
    ("part", "value"), [(part, value) for part, values in GOOD.items() for value in values]
)
def test_a_good_game_is_taken(toss: AnyGame, part: str, value: Any) -> None:
    assert game_faults(replace(toss, **{part: value})) == []


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
        turns(1),
    )
    faults = game_faults(replace(toss, options=options), lexicons=("en", "fr"))
    assert faults == ([fault] if fault else [])


def test_a_word_list_that_is_not_there_is_refused(toss: AnyGame) -> None:
    needy = replace(toss, lexicon="fr")
    assert game_faults(needy) == []
    assert game_faults(needy, lexicons=("en", "fr")) == []
    assert game_faults(needy, lexicons=("en", "club")) == [
        "it needs the word list fr; this host has club, en"
    ]


def test_a_default_that_names_a_list_needs_it(toss: AnyGame) -> None:
    needy = replace(toss, options=(deck("easy", default="fr"),))
    assert game_faults(needy) == []
    assert game_faults(needy, lexicons=("en", "fr")) == []
    assert game_faults(needy, lexicons=("en",)) == [NO_LIST.format("fr")]


def test_a_game_with_secret_moves_for_an_earlier_host_is_played(toss: AnyGame) -> None:
    """Only the checks ask for other moves, and they say what to write today."""
    old = _with_old_variants(toss)
    assert game_faults(old) == []
    (verdict,) = check_all(Trial(old, games=1), ["record"])
    assert verdict.finding is not None
    assert "variants(self, state, seat, move, rng)" in verdict.finding.mend


def _with_old_variants(toss: AnyGame) -> AnyGame:
    def variants(self: Any, move: Any, rng: Any) -> Sequence[Any]:
        return ()

    old: Any = type("OldVariants", (type(toss.views),), {"variants": variants})
    return replace(toss, views=old())

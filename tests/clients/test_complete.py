"""Completions and hints, for a host and games of which the client knows nothing beforehand."""

from __future__ import annotations

import pytest

from parlour_boggle import BOGGLE
from parlour_client.complete import Tabbing, candidates, offer, rest, tab, usage
from parlour_client.model import Model
from parlour_client.protocol import Body, Heard
from parlour_client.reduce_events import hear
from parlour_client.suggestions import invitation
from tests.clients.sitting import typed
from tests.house.scene import LISTS, new_host

LOBBY = typed(new_host())
NEW = typed(new_host(), "new hunt seconds=30")


def _turn() -> Model:
    host = new_host()
    return typed(host, "new hunt", "bot", "bot", "start", "7")


HIDING = typed(new_host(), "new hunt", "bot", "start")
WRITING = typed(new_host({"boggle": BOGGLE}, LISTS), "new boggle", "bot", "start")
TURN = _turn()


def _words(model: Model, text: str) -> tuple[str, ...]:
    return offer(model, text).words


# --- what is offered ------------------------------------------------------------------


def _crowd() -> Model:
    """The lobby with bob and cy, each at a table, of which the second one plays."""
    host = new_host()
    for name in ("bob", "cy"):
        host.person(name).send("new hunt")
    host.clients[next(reversed(host.clients))].send("bot", "start")
    return typed(host)


CROWD = _crowd()
PROPOSALS = ("abort", "adjourn", "pause", "resume", "takeback", "remove", "replace")


@pytest.mark.parametrize(
    ("model", "text", "words"),
    [
        (LOBBY, "re", ("register", "rename", "remind", "report", "replay")),
        (LOBBY, "/re", ("register", "rename", "remind", "report", "replay")),
        (LOBBY, "sparkle ", ()),  # nobody knows that
        (LOBBY, "look now and then", ()),
        # our moves come first
        (TURN, "", ("try", "note", "cheer")),
        (TURN, "cou", ("count",)),
        # games, options by name and then by value, bots, words that a usage names
        (LOBBY, "new ", ("hunt", "brittle")),
        (LOBBY, "new h", ("hunt",)),
        (LOBBY, "new hunt sec", ("seconds=",)),
        (LOBBY, "new hunt seconds=", ("seconds=60", "seconds=5", "seconds=600")),
        (LOBBY, "new hunt answers=w", ("answers=warm",)),
        (NEW, "options an", ("answers=",)),
        (NEW, "bot ", ("plodder",)),
        (NEW, "propose ", PROPOSALS),
        (NEW, "ready ", ("on", "off")),
        # each of several ways goes on in its own
        (TURN, "propose re", ("resume", "remove", "replace")),
        (TURN, "propose abort ", ()),
        (TURN, "propose remove ", ("Ada", "Bo")),
        (TURN, "propose replace ", ("Ada", "Bo")),
        (TURN, "propose replace plodder ", ("plodder",)),
        # tables where they make sense; players, but not ourselves
        (CROWD, "join ", ("1",)),
        (CROWD, "watch ", ("1", "2")),
        (CROWD, "tell ", ("bob", "cy")),
        (CROWD, "tell B", ("bob",)),
        # those of the prompt in a move; a bare word is offered without its verb
        (TURN, "try ", ("Ada", "Bo")),
        (TURN, "cheer ", ("loudly", "softly")),
    ],
)
def test_words_are_offered_where_they_make_sense(
    model: Model, text: str, words: tuple[str, ...]
) -> None:
    assert _words(model, text) == words


def test_what_is_likely_comes_first_and_what_is_impossible_not_at_all() -> None:
    assert _words(LOBBY, "")[:2] == ("new", "games")
    assert _words(TURN, "t")[:1] == _words(TURN, "/")[:1] == ("try",)
    assert _words(TURN, "try Bo 1")[:3] == ("1", "10", "11")
    assert _words(HIDING, "")[:3] == ("1", "2", "3")
    assert _words(HIDING, "1")[:2] == ("1", "10")
    assert "ready" not in _words(LOBBY, "re")  # it needs a seat
    assert "ready" in _words(NEW, "re")
    names = _words(LOBBY, "new hunt seconds=30 ")
    assert "top=" in names
    assert "seconds=" not in names  # it is set


def _asking(usage_text: str, *args: Body) -> Model:
    move = {"verb": usage_text.split()[0], "usage": usage_text, "about": "do it", "args": args}
    body = {"table": 1, "prompt": 1, "urgent": True, "moves": [move], "text": []}
    return hear(Model(wants=frozenset()), Heard(1, "prompt", body), 0)


def test_the_arguments_of_a_move_are_read_by_its_usage() -> None:
    """By their number if the usage says something else; more of the last kind may follow."""
    word: Body = {"name": "word", "type": "text", "examples": ["zzz"]}
    fixed = _asking("take back WORD", word)
    assert (_words(fixed, "take "), _words(fixed, "take back ")) == (("back",), ("zzz",))
    assert _words(_asking("say WORD or nothing AT ALL", word), "say ") == ("zzz",)
    words = _asking("word WORD ...", word | {"examples": ["cat", "house"]})
    assert _words(words, "word cat dog h") == ("house",)
    number = _asking("bid NUMBER", {"name": "number", "type": "int", "min": 5, "max": 600})
    assert _words(number, "bid ") == ("5", "600")  # of many numbers the ends
    assert candidates(number, "bid ") == "NUMBER: for example 5  600"


def test_a_move_with_several_forms_is_shown_once_and_goes_on_as_the_words_before_say() -> None:
    """Each ship of a fleet fits at other squares, for example."""

    def form(ship: str, *squares: str) -> Body:
        args = [
            {"name": "ship", "type": "choice", "choices": [ship]},
            {"name": "square", "type": "choice", "choices": list(squares)},
        ]
        return {
            "verb": "place",
            "usage": "place SHIP SQUARE",
            "about": "move a ship",
            "args": args,
        }

    moves = [form("1", "a1", "a2"), form("1", "b1"), form("2", "c3")]
    body: Body = {"table": 1, "prompt": 9, "urgent": True, "due_ms": None, "moves": moves}
    model = hear(NEW, Heard(1, "prompt", body), 0)
    assert usage(model, "") == "place SHIP SQUARE | ? for more"
    assert _words(model, "") == ("place",)
    assert _words(model, "place ") == ("1", "2")
    assert _words(model, "place 1 ") == ("a1", "a2", "b1")
    assert _words(model, "place 2 ") == ("c3",)
    assert _words(model, "place 7 ") == ("a1", "a2")
    assert _words(model, "place 1 b1 ") == ()


# --- hints ----------------------------------------------------------------------------


def test_the_usage_of_the_typed_verb_is_shown() -> None:
    """On an empty line what one can begin with; among bare words a command is pointed out."""
    assert usage(TURN, "try pl").startswith("try PLAYER NUMBER - ")
    assert (
        usage(LOBBY, "/join 1")
        == "join [TABLE] [WORD|SEAT|PLAYER] - sit down, or ask for a dropped player's seat"
    )
    assert usage(LOBBY, "sparkle") == usage(Model(), "") == ""
    assert usage(TURN, "").startswith("try PLAYER NUMBER | note TEXT | ")
    assert usage(HIDING, "").startswith("NUMBER | ")
    assert usage(HIDING, "look") == "look [TABLE] - see the position"
    assert usage(WRITING, "look") == (
        "A word of the game, if it can be one. For the command: /look [TABLE]"
    )
    assert usage(HIDING, "7").startswith("NUMBER - ")
    assert candidates(TURN, "try ") == "PLAYER: Ada  Bo"
    assert candidates(TURN, "try Ada") == ""


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("try ", "PLAYER NUMBER"),
        ("try ad", "NUMBER"),
        ("try Ada ", "NUMBER"),
        ("try Ada 5", ""),
        ("tr", ""),
        ("sparkle ", ""),
        ("propose ", "|".join(PROPOSALS)),
        ("propose Replace ", "PLAYER [BOT]"),
        ("propose remove Ada", ""),
    ],
)
def test_what_is_still_to_be_typed_is_shown_behind_the_line(text: str, missing: str) -> None:
    assert rest(TURN, text) == missing


# --- the Tab key ----------------------------------------------------------------------


def _pressed(model: Model, text: str, times: int, step: int = 1) -> list[str]:
    going: Tabbing | None = None
    lines: list[str] = []
    for _ in range(times):
        text, going = tab(model, text, going, step)
        lines.append(text)
    return lines


def test_tab_completes_what_is_certain_with_a_blank_if_more_follows() -> None:
    """A move is meant sooner than a verb of the host."""
    assert _pressed(LOBBY, "new h", 1) == ["new hunt "]
    assert _pressed(TURN, "try Ada 20", 1) == ["try Ada 20"]
    assert _pressed(LOBBY, "new hunt sec", 1) == ["new hunt seconds="]
    assert _pressed(TURN, "t", 1) == ["try "]
    assert _pressed(TURN, "", 2) == ["try", "note"]
    assert _pressed(LOBBY, "sparkle x", 1) == ["sparkle x"]  # nothing is known


def test_tab_goes_as_far_as_all_agree_and_then_round() -> None:
    """Without a blank, so that one sees that it goes on; a blank takes the word.

    It begins again when the line is another one.
    """
    assert _pressed(LOBBY, "new hunt ab", 4) == [
        "new hunt absence",
        "new hunt absence=",
        "new hunt absence_seconds=",
        "new hunt absence=",
    ]
    assert _pressed(TURN, "try ", 2, step=-1) == ["try Bo", "try Ada"]
    _, going = tab(TURN, "try ", None)
    assert tab(TURN, "cheer l", going) == ("cheer loudly", None)


def _asked(*args: Body, **more: object) -> Model:
    """Somebody who may take back a word."""
    moves = [{"verb": "take", "usage": "take back WORD", "about": "take it back", "args": args}]
    prompt: Body = {"table": 1, "prompt": 9, "urgent": True, "moves": moves, "bare": None, **more}
    return hear(TURN, Heard(99, "prompt", prompt), 0)


def test_words_that_are_known_are_not_all_that_may_be_typed() -> None:
    """The likeliest one comes first. What is left out is as in a host of 0.1.0."""
    known: Body = {"name": "word", "type": "text", "examples": ["oil"], "choices": ["lamp", "oil"]}
    model = _asked({**known, "default": "oil"})
    assert _words(model, "take back ") == ("oil", "lamp")
    assert candidates(model, "take back ") == "WORD: for example oil  lamp"
    assert _words(_asked(known), "take back l") == ("lamp",)
    number: Body = {"name": "word", "type": "int", "min": 1, "max": 3, "default": 2}
    assert _words(_asked(number), "take back ") == ("2", "1", "3")


def test_what_a_prompt_says_is_shown_if_its_text_is_empty() -> None:
    """Without a text it need not be put together from verbs."""
    model = _asked(says="Is it a lie?")
    assert invitation(model) == "Is it a lie?"
    assert invitation(_asked(says="You may take a word back.", urgent=False)) == (
        "Wait for the others. You may take a word back."
    )


def test_a_host_that_says_no_question_is_asked_by_its_moves() -> None:
    """As hosts of 0.1.0."""
    word: Body = {"name": "word", "type": "text", "examples": ["oil"]}
    assert invitation(_asked(word)) == "Your turn: take back WORD"
    assert invitation(_asked(word, bare="take")) == "To take it back: back WORD"
    assert invitation(_asked(word, urgent=False)) == (
        "Wait for the others. You may: take back WORD"
    )

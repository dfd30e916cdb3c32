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


# --- verbs ----------------------------------------------------------------------------


def test_an_empty_line_in_the_lobby_offers_what_one_needs_there() -> None:
    assert _words(LOBBY, "")[:2] == ("new", "games")


def test_verbs_of_the_host_are_offered_by_their_first_letters() -> None:
    assert _words(LOBBY, "re") == ("register", "report", "replay")
    assert _words(LOBBY, "/re") == ("register", "report", "replay")


def test_a_verb_that_needs_a_seat_is_not_offered_without_one() -> None:
    assert "ready" not in _words(LOBBY, "re")
    assert "ready" in _words(NEW, "re")


def test_when_it_is_our_turn_the_moves_come_first() -> None:
    assert _words(TURN, "") == ("try", "note", "cheer")
    assert _words(TURN, "t")[:1] == ("try",)
    assert _words(TURN, "/")[:1] == ("try",)


def test_a_question_of_the_game_is_offered_too() -> None:
    assert "count" in _words(TURN, "cou")


# --- what stands behind a verb --------------------------------------------------------


def test_games_are_offered_behind_new() -> None:
    assert _words(LOBBY, "new ") == ("hunt", "brittle")
    assert _words(LOBBY, "new h") == ("hunt",)


def test_options_are_offered_by_name_and_then_by_value() -> None:
    assert _words(LOBBY, "new hunt sec") == ("seconds=",)
    assert _words(LOBBY, "new hunt seconds=") == ("seconds=60", "seconds=5", "seconds=600")
    assert _words(LOBBY, "new hunt answers=w") == ("answers=warm",)


def test_an_option_that_is_set_is_offered_no_more() -> None:
    names = _words(LOBBY, "new hunt seconds=30 ")
    assert "top=" in names
    assert "seconds=" not in names


def test_options_of_the_table_need_no_game() -> None:
    assert _words(NEW, "options an") == ("answers=",)


def test_bots_are_offered_where_there_is_a_table() -> None:
    assert _words(NEW, "bot ") == ("plodder",)


def test_words_that_the_usage_names_are_offered() -> None:
    assert _words(NEW, "propose ") == (
        "abort",
        "adjourn",
        "pause",
        "resume",
        "takeback",
        "remove",
        "replace",
    )
    assert _words(NEW, "ready ") == ("on", "off")


def test_where_there_are_several_ways_each_goes_on_in_its_own() -> None:
    assert _words(TURN, "propose re") == ("resume", "remove", "replace")
    assert _words(TURN, "propose abort ") == ()
    assert _words(TURN, "propose remove ") == _words(TURN, "propose replace ") != ()
    assert _words(TURN, "propose replace plodder ") == ("plodder",)
    assert rest(TURN, "propose ") == "abort|adjourn|pause|resume|takeback|remove|replace"
    assert rest(TURN, "propose Replace ") == "PLAYER [BOT]"
    assert rest(TURN, "propose remove plodder") == ""


def test_tables_are_offered_where_they_make_sense() -> None:
    host = new_host()
    for name in ("bob", "cy"):
        host.person(name).send("new hunt")
    host.clients[next(reversed(host.clients))].send("bot", "start")
    model = typed(host)
    assert _words(model, "join ") == ("1",)
    assert _words(model, "watch ") == ("1", "2")


def test_players_are_offered_but_not_ourselves() -> None:
    host = new_host()
    host.person("bob")
    model = typed(host)
    assert _words(model, "tell ") == ("bob",)
    assert _words(model, "tell B") == ("bob",)


def test_players_and_numbers_of_a_move_are_those_of_the_prompt() -> None:
    assert _words(TURN, "try ") == ("plodder-1", "plodder-2")
    assert _words(TURN, "try plodder-2 1")[:3] == ("1", "10", "11")
    assert _words(TURN, "cheer ") == ("loudly", "softly")


def test_a_bare_word_is_offered_without_its_verb() -> None:
    assert _words(HIDING, "")[:3] == ("1", "2", "3")
    assert _words(HIDING, "1")[:2] == ("1", "10")


def test_nothing_is_offered_behind_what_nobody_knows() -> None:
    assert _words(LOBBY, "sparkle ") == ()
    assert _words(LOBBY, "look now and then") == ()


def _asking(usage_text: str, *args: Body) -> Model:
    move = {"verb": usage_text.split()[0], "usage": usage_text, "about": "do it", "args": args}
    body = {"table": 1, "prompt": 1, "urgent": True, "moves": [move], "text": []}
    return hear(Model(wants=frozenset()), Heard(1, "prompt", body), 0)


def test_fixed_words_of_a_usage_stand_where_it_has_them() -> None:
    word: Body = {"name": "word", "type": "text", "examples": ["zzz"]}
    model = _asking("take back WORD", word)
    assert _words(model, "take ") == ("back",)
    assert _words(model, "take back ") == ("zzz",)


def test_arguments_count_if_the_usage_says_something_else() -> None:
    word: Body = {"name": "word", "type": "text", "examples": ["zzz"]}
    assert _words(_asking("say WORD or nothing AT ALL", word), "say ") == ("zzz",)


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


def test_of_many_numbers_the_ends_are_offered() -> None:
    number: Body = {"name": "number", "type": "int", "min": 5, "max": 600}
    model = _asking("bid NUMBER", number)
    assert _words(model, "bid ") == ("5", "600")
    assert candidates(model, "bid ") == "NUMBER: for example 5  600"


def test_more_of_the_last_kind_may_follow() -> None:
    words: Body = {"name": "words", "type": "text", "examples": ["cat", "house"]}
    model = _asking("word WORD ...", words)
    assert _words(model, "word cat dog h") == ("house",)


# --- hints ----------------------------------------------------------------------------


def test_the_usage_of_the_typed_verb_is_shown() -> None:
    assert usage(TURN, "try pl").startswith("try PLAYER NUMBER - ")
    assert (
        usage(LOBBY, "/join 1")
        == "join TABLE [WORD|SEAT|PLAYER] - sit down, or ask for a dropped player's seat"
    )
    assert usage(LOBBY, "sparkle") == ""


def test_an_empty_line_shows_what_one_can_begin_with() -> None:
    assert usage(TURN, "").startswith("try PLAYER NUMBER | note TEXT | ")
    assert usage(HIDING, "").startswith("NUMBER | ")
    assert usage(Model(), "") == ""


def test_a_command_among_bare_words_is_pointed_out() -> None:
    assert usage(HIDING, "look") == "look [TABLE] - see the position"
    assert usage(WRITING, "look") == (
        "A word of the game, if it can be one. For the command: /look [TABLE]"
    )
    assert usage(HIDING, "7").startswith("NUMBER - ")


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("try ", "PLAYER NUMBER"),
        ("try plo", "NUMBER"),
        ("try plodder-1 ", "NUMBER"),
        ("try plodder-1 5", ""),
        ("tr", ""),
        ("sparkle ", ""),
    ],
)
def test_what_is_still_to_be_typed_is_shown_behind_the_line(text: str, missing: str) -> None:
    assert rest(TURN, text) == missing


def test_candidates_can_be_read() -> None:
    assert candidates(TURN, "try ") == "PLAYER: plodder-1  plodder-2"
    assert candidates(TURN, "try plodder-1") == ""


# --- the Tab key ----------------------------------------------------------------------


def _pressed(model: Model, text: str, times: int, step: int = 1) -> list[str]:
    going: Tabbing | None = None
    lines: list[str] = []
    for _ in range(times):
        text, going = tab(model, text, going, step)
        lines.append(text)
    return lines


def test_tab_completes_what_is_certain_with_a_blank_if_more_follows() -> None:
    assert _pressed(LOBBY, "new h", 1) == ["new hunt "]
    assert _pressed(TURN, "try plodder-1 20", 1) == ["try plodder-1 20"]
    assert _pressed(LOBBY, "new hunt sec", 1) == ["new hunt seconds="]


def test_tab_goes_as_far_as_all_agree_and_then_round() -> None:
    """Without a blank, so that one sees that it goes on; a blank takes the word."""
    assert _pressed(TURN, "try p", 4) == [
        "try plodder-",
        "try plodder-1",
        "try plodder-2",
        "try plodder-1",
    ]


def test_a_move_is_meant_sooner_than_a_verb_of_the_host() -> None:
    assert _pressed(TURN, "t", 1) == ["try "]
    assert _pressed(TURN, "", 2) == ["try", "note"]


def test_shift_tab_goes_round_the_other_way() -> None:
    assert _pressed(TURN, "try plodder-", 2, step=-1) == ["try plodder-2", "try plodder-1"]


def test_tab_does_nothing_where_nothing_is_known() -> None:
    assert _pressed(LOBBY, "sparkle x", 1) == ["sparkle x"]


def test_tab_begins_anew_when_the_line_is_another_one() -> None:
    _, going = tab(TURN, "try plodder-", None)
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

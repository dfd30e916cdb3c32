"""Moves: whose word it is, which prompt it answers, and when none is taken."""

from __future__ import annotations

import pytest

from tests.house.scene import Party, ask, events, heard, names, ok, refused, why_not


def hunting(*programs: str, options: str = "") -> Party:
    """Ann is to try; she has hidden 3, bob 4, cy 5."""
    party = Party("ann", "bob", "cy", programs=programs, options=options)
    party.hide(3, 4, 5)
    return party


def test_while_bare_words_are_asked_for_every_line_without_a_slash_is_one() -> None:
    """Also `say` and `leave`; with a slash they are the host's again."""
    party = Party("ann", "bob", programs=("ann",))
    assert refused(party["ann"], "say hello") == "malformed_move"
    assert refused(party["ann"], "leave") == "malformed_move"
    ok(party["ann"], "/say hello")
    ok(party["ann"], "7")
    ok(party["ann"], "say hello")


def test_with_a_slash_a_move_is_a_move() -> None:
    """Its verb comes first."""
    party = Party("ann", "bob", programs=("ann",))
    ok(party["ann"], "/HIDE 7")
    assert names(party["ann"].take()) == []


def test_a_move_is_answered_and_then_heard_by_each_as_he_may() -> None:
    """Its owner hears the number."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    lines = party["ann"].send("#m 7")
    assert lines[0].startswith("#m ok")
    assert events(lines)[0][2]["data"] == {"seat": 1, "number": 7}
    assert events(party["bob"].take())[0][2]["data"] == {"seat": 1, "number": None}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("try bob", "malformed_move"),
        ("try zoe 4", "malformed_move"),
        ("try b 44", "illegal_move"),
        ("try ann 3", "illegal_move"),
        ("hide 4", "illegal_move"),
        ("cheer wildly", "malformed_move"),
    ],
)
def test_a_move_that_is_not_allowed_is_refused_by_the_game(line: str, code: str) -> None:
    """With the usage of its verb, and nothing changes."""
    party = hunting("ann")
    before = party.room.table
    answer = ask(party["ann"], line)
    assert (answer.code, party.room.table) == (code, before)
    assert answer.body["usage"].startswith(line.split()[0])


def test_names_that_could_be_two_players_are_ambiguous() -> None:
    """The game asks back."""
    party = Party("ann", "bo", "bob", programs=("ann",))
    party.hide(3, 4, 5)
    assert refused(party["ann"], "try b 4") == "ambiguous"


def test_who_is_not_asked_is_told_that_it_is_not_his_turn() -> None:
    """The same move may be right later."""
    party = hunting("bob")
    answer = ask(party["bob"], "try ann 3")
    assert (answer.code, answer.body["retry"]) == ("not_your_turn", True)


def test_a_move_may_name_the_prompt_it_answers() -> None:
    """If another one is open, or none, nothing happens; the open one is named."""
    party = hunting("ann", "bob")
    answer = ask(party["ann"], "@1 try bob 9")
    assert (answer.code, answer.body["prompt"]) == ("stale", 2)
    ok(party["ann"], "@2 try bob 9")
    answer = ask(party["ann"], "@2 try bob 8")
    assert answer.code == "stale"
    assert answer.body["prompt"] == 3


def test_a_line_with_a_prompts_number_is_a_move_or_nothing() -> None:
    """A word that comes too late must not run as a command."""
    party = hunting("ann")
    answer = ask(party["ann"], "@2 leave")
    assert (answer.code, answer.body["prompt"]) == ("malformed_move", 2)
    assert party.room.seated
    assert refused(party["ann"], "@9 leave") == "stale"
    zoe = party.host.program("zoe")
    assert refused(zoe, "@1 games") == "not_at_table"
    ok(zoe, "new hunt")
    assert refused(zoe, "@1 start") == "stale"


@pytest.mark.parametrize("word", ["leave", "quit", "start"])
def test_a_word_that_comes_too_late_is_no_command_if_it_could_do_harm(word: str) -> None:
    """With a slash it is one, and so it is some time later."""
    party = Party("ann", "bob", programs=("ann",))
    ok(party["ann"], "3")
    answer = ask(party["ann"], word)
    assert answer.code == "stale"
    assert f"/{word}" in answer.text
    assert not party["ann"].closed
    assert "bob" in ok(party["ann"], "who").items[1]["name"]
    party.host.wait(3)
    if word == "start":
        assert refused(party["ann"], word) == "already_started"
    else:
        ok(party["ann"], word)


def test_a_word_that_comes_too_late_is_told_so_and_not_that_there_is_no_such_command() -> None:
    """Only for a moment, only at that seat, and only if it could be a word."""
    party = Party("ann", "bob", programs=("ann", "bob"), watchers=("wat",))
    ok(party["ann"], "3")
    answer = ask(party["ann"], "lantern")
    assert (answer.code, answer.text) == ("stale", "The time for words is over.")
    assert not answer.body["retry"]
    assert refused(party["ann"], "/lantern") == "unknown_verb"
    assert party["wat"].send("lantern")[0].startswith("There is no command lantern")
    assert refused(party["bob"], "lantern") == "malformed_move"
    ok(party["ann"], "scores")
    party.host.wait(1.9)
    assert refused(party["ann"], "lantern") == "stale"
    party.host.wait(0.1)
    assert refused(party["ann"], "lantern") == "unknown_verb"


def test_who_types_something_else_than_he_is_asked_for_is_told_what_that_is() -> None:
    """But not at a table where a word alone is a move: a slash makes it something else there."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    assert ask(party["ann"], "/lantern").text == "There is no command lantern; see: help"
    party.hide(3, 4)
    party.host.wait(3)
    text = ask(party["ann"], "lantern").text
    assert text == "There is no command lantern; now: try PLAYER NUMBER or note TEXT"
    assert ask(party["ann"], "tri bob 3").text == "There is no command tri; did you mean try?"


def test_a_word_when_nothing_is_asked_is_not_taken_for_a_misspelt_command() -> None:
    """`lantern` is not near to any command that it would help to name."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    ok(party["ann"], "3")
    party.host.wait(3)
    answer = ask(party["ann"], "registe")
    assert (answer.code, answer.body["near"]) == ("unknown_verb", "register")
    assert answer.text == "Nothing is asked of you now, and there is no command registe."
    ok(party["bob"], "4")
    text = ask(party["ann"], "registe").text
    assert text == "There is no command registe; did you mean register?"


def test_a_private_move_is_heard_by_nobody_else() -> None:
    """Not even by the number of an event; the mover's prompt is renewed."""
    party = hunting("ann", "bob")
    before = party.host.house.people.find("ann")
    assert before is not None
    seq = before.seq
    ok(party["bob"], "note ann has three")
    assert [heard(party[name]) for name in ("ann", "cy")] == [[], []]
    assert before.seq == seq


@pytest.mark.parametrize(("line", "says"), [("try bob 4", "has not begun; to begin: start")])
def test_before_the_game_there_are_no_moves(line: str, says: str) -> None:
    """One begins first."""
    party = Party("ann", "bob", programs=("ann",), start=False)
    assert says in why_not(party["ann"], line)
    assert refused(party["ann"], line) == "not_started"


def test_after_the_game_there_are_no_moves() -> None:
    """One plays again."""
    party = Party("ann", "bob", programs=("ann",))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    assert "is over; to play again: rematch" in why_not(party["ann"], "try bob 4")


def test_while_the_game_is_paused_there_are_no_moves_and_no_bare_words() -> None:
    """What lifts the pause can be typed as it is shown."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    ok(party["ann"], "/propose pause")
    ok(party["bob"], "/accept")
    assert refused(party["ann"], "/hide 4") == "unavailable"
    ok(party["ann"], "propose resume")
    ok(party["bob"], "accept")
    ok(party["ann"], "4")


# --- looking --------------------------------------------------------------------------------


def test_look_shows_the_position_to_each_as_he_may_know_it() -> None:
    """With the time that is left."""
    party = hunting("ann", "bob", options="seconds=60")
    party.host.wait(20.5)
    answer = ok(party["ann"], "look")
    assert (answer.body["state"], answer.body["left_ms"]) == ("playing", 39_500)
    assert answer.body["view"]["mine"] == 3
    assert answer.body["text"][-1] == "Time left: 40 s"
    assert ok(party["bob"], "look 1").body["view"]["mine"] == 4
    assert refused(party["bob"], "look 2") == "not_at_table"
    assert refused(party["bob"], "look x") == "usage"


def test_before_the_game_look_shows_who_sits_there() -> None:
    """With what can be known of each, and the options that are not the usual ones."""
    party = Party("ann", "bob", start=False, options="top=5 cheers=off")
    party["ann"].send("bot", "ready")
    party["bob"].lose()
    assert party["ann"].send("look") == [
        "Table 1: Hunt, not begun yet.",
        "  seat 1: ann (host, ready)",
        "  seat 2: bob (line lost)",
        "  seat 3: plodder-1 (bot plodder, ready)",
        "  top=5 cheers=off",
    ]
    zoe = party.host.program("zoe")
    ok(zoe, "new hunt")
    assert ok(zoe, "look").body["view"] is None


def test_after_the_game_there_is_no_time_left() -> None:
    """The last position can still be seen."""
    party = Party("ann", "bob", programs=("ann",))
    party.hide(3, 4)
    ok(party["ann"], "try bob 4")
    answer = ok(party["ann"], "look")
    assert (answer.body["state"], answer.body["left_ms"]) == ("over", None)
    assert "Time left" not in answer.text


def test_scores_are_for_everybody() -> None:
    """Final ones say so."""
    party = Party("ann", "bob", programs=("ann", "bob"), watchers=("wat",))
    zoe = party.host.program("zoe")
    assert refused(zoe, "scores") == "not_at_table"
    ok(zoe, "new hunt")
    assert ok(zoe, "scores").body == {
        "table": 2,
        "scores": [],
        "final": False,
        "text": ["No game has been played at this table yet."],
    }
    party.hide(3, 4)
    assert ok(party["bob"], "scores").body["final"] is False
    ok(party["ann"], "try bob 4")
    assert ok(party["bob"], "scores").body["scores"] == [
        {"seat": 1, "name": "ann", "points": 1},
        {"seat": 2, "name": "bob", "points": 0},
    ]
    assert party["wat"].send("scores") == ["ann 1, bob 0 (final)"]


def test_an_empty_line_reminds_a_person_of_what_he_may_do() -> None:
    """Also if nobody waits for him; a program is not answered at all."""
    party = Party("ann", "bob", "cy", "dee", programs=("cy",), options="seconds=60")
    zoe = party.host.person("zoe")
    party.host.wait(10)
    assert party["ann"].send("") == ["Hide a number from 1 to 20. (50 s)"]
    assert party["cy"].send("", "  ") == []
    assert zoe.send("") == []
    zoe.send("new hunt")
    assert zoe.send("") == []
    party.hide(1, 2, 3)
    assert party["ann"].send("") == []
    party.hide(1, 2, 3, 4)
    assert party["bob"].send("") == ["You may note something down."]


def test_what_a_prompt_offers_is_typed_for_programs() -> None:
    """Players by name; every kind of argument."""
    party = hunting("ann")
    (_, _, body) = [
        event for event in events(party["ann"].data.decode().splitlines()) if event[1] == "prompt"
    ][-1]
    assert [move["verb"] for move in body["moves"]] == ["try", "note", "cheer"]
    assert [move["args"] for move in body["moves"]] == [
        [
            {"name": "player", "type": "seat", "choices": ["bob", "cy"]},
            {"name": "number", "type": "int", "min": 1, "max": 20},
        ],
        [{"name": "words", "type": "text", "examples": ["not 7", "ask bob"]}],
        [{"name": "mood", "type": "choice", "choices": ["loudly", "softly"]}],
    ]


def test_the_time_left_stands_below_a_question_that_fills_the_line() -> None:
    """No line is longer than the width."""
    party = Party("ann", "bob", options="seconds=600 top=99")
    party["ann"].send("/set width 40")
    assert party["ann"].send("") == ["Hide a number from 1 to 99. (600 s)"]


def test_grammar_is_refused_with_the_id_if_there_is_one() -> None:
    """And without if there is none."""
    client = hunting("ann")["ann"]
    assert client.send("#7 /")[0].startswith('#7 no {"code":"usage"')
    assert client.send("#+ ping")[0].startswith('#- no {"code":"usage"')
    assert client.send("#8 @x try")[0].startswith('#8 no {"code":"usage"')

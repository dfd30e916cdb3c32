"""Would it be noticed? What the thumb learns from the websocket of a page."""

from __future__ import annotations

from tests.browser.monkey import Wire
from tests.browser.page import Frame

PROMPT = '* 5 prompt {"prompt":3,"moves":[]}'
STARTED = '* 4 started {"seats":[]}'
OVER = '* 9 over {"reason":"finished"}'


def heard(*lines: str) -> Wire:
    """What is known after these messages; what the page sent begins with `>`."""
    frames = [Frame(line[0] == ">", line.removeprefix(">"), 0.0) for line in lines]
    return Wire(frames).read()


def test_a_refused_move_is_noticed() -> None:
    wire = heard(PROMPT, ">#p1 @3 /hide x", '#p1 no {"code":"illegal_move"}')
    assert wire.refused == ['@3 /hide x -> no {"code":"illegal_move"}']
    assert wire.moves == 0


def test_so_is_any_other_refusal() -> None:
    wire = heard(">#p1 /join 1", '#p1 no {"code":"private"}')
    assert (wire.refused, wire.others) == ([], ['/join 1 -> no {"code":"private"}'])


def test_a_move_that_comes_too_late_is_no_fault_of_the_page() -> None:
    """Another player was faster."""
    wire = heard(">#p1 @3 /try bob 5", '#p1 no {"code":"stale"}')
    assert (wire.refused, wire.others, wire.late) == ([], [], {"stale": 1})


def test_what_is_still_hit_after_the_end_is_none_either() -> None:
    """The page had shown it, but the thumb was on its way to a button in the same place."""
    start = (">#p1 /start", '#p1 no {"code":"not_started"}')
    wire = heard(STARTED, OVER, *start)
    assert (wire.others, wire.late) == ([], {"not_started": 1})
    move = heard(OVER, ">#p1 @3 /hide x", '#p1 no {"code":"illegal_move"}')
    assert move.refused == ['@3 /hide x -> no {"code":"illegal_move"}']
    assert heard(STARTED, *start, OVER).others == ['/start -> no {"code":"not_started"}']


def test_accepted_moves_are_counted_and_items_of_an_answer_are_none() -> None:
    wire = heard(">#p1 @3 /hide 5", "#p1 ok {}", ">#p2 /tables", "#p2 + {}", "#p2 ok {}")
    assert wire.moves == 1


def test_a_prompt_is_open_until_it_is_closed_or_the_game_is_over() -> None:
    assert heard(PROMPT).prompt == {"prompt": 3, "moves": []}
    assert heard(PROMPT, "* 6 unprompt {}").prompt is None
    assert heard(STARTED, PROMPT, OVER).prompt is None
    assert heard(STARTED, PROMPT, OVER).over == {"reason": "finished"}
    assert heard(OVER, STARTED).over is None


def test_what_was_cut_is_answered_under_the_same_number_after_a_reload() -> None:
    wire = heard(">#p1 @3 /hide 5", ">#p1 /resume t", "#p1 ok {}")
    assert wire.moves == 0

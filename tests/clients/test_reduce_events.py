"""What the client knows after the host has said something. Nothing here has a screen."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import pytest

from parlour import Block, Cell, Grid, Row, Scene, Text
from parlour_client.complete import usual
from parlour_client.log import LOG_MAX, Kind, question
from parlour_client.model import LOOK, TABLES, WHO, Chair, Model, Offered, Table
from parlour_client.pending import Answer
from parlour_client.protocol import Body, Heard
from parlour_client.reduce_events import hear
from parlour_client.reduce_replies import learn
from parlour_client.suggestions import invitation

NOW = 5_000


def _heard(name: str, /, *text: str, **body: Any) -> Heard:
    return Heard(1, name, {"table": 1, "text": list(text), **body})


def _after(*events: Heard, model: Model | None = None, now_ms: int = NOW) -> Model:
    model = model or Model(name="ann", wants=frozenset())
    for event in events:
        model = hear(model, event, now_ms)
    return model


def _lines(model: Model) -> list[str]:
    return [line for entry in model.log.entries for line in entry.lines]


def _seat(seat: int, name: str, change: str, bot: str | None = None) -> Heard:
    return _heard("seat", seat=seat, name=name, bot=bot, change=change)


def _prompt(number: int = 1, due_ms: int | None = 30_000, **body: Any) -> Heard:
    move: Body = {"verb": "take", "usage": "take NUMBER", "about": "take sticks", "args": []}
    return _heard(
        "prompt",
        "|||  How many do you take? (30 s)",
        **{"prompt": number, "urgent": True, "due_ms": due_ms, "moves": [move], **body},
    )


STARTED = _heard(
    "started",
    "Sticks begins: ann and bob.",
    game="sticks",
    title="Sticks",
    seats=[{"seat": 1, "name": "ann"}, {"seat": 2, "name": "bob", "bot": "plain"}],
    options={"sticks": 5},
)


def test_a_welcome_says_who_we_are_and_the_lobby_is_asked_for() -> None:
    """Back at a seat, so is the position."""
    model = _after(Heard(1, "welcome", {"name": "Ann", "table": None, "text": ["Type games."]}))
    assert (model.name, model.table) == ("Ann", None)
    assert {TABLES, WHO} <= model.wants
    assert model.log.entries[0].kind is Kind.HOST
    assert model.log.entries[0].lines == ("Hello Ann.", "Type games.")
    model = _after(Heard(1, "welcome", {"name": "ann", "table": 7, "text": []}))
    assert model.table is not None
    assert model.table.number == 7
    assert LOOK in model.wants


def test_the_lobby_follows_the_news_of_tables() -> None:
    news = {"game": "sticks", "state": "open", "host": "bob", "seats": ["bob", None]}
    opened = _after(_heard("table", "Table 1: Sticks.", change="opened", **news))
    assert opened.places[1].free == 1
    assert opened.places[1].joinable
    playing = _heard("table", change="changed", **news | {"state": "playing"})
    assert not _after(playing, model=opened).places[1].joinable
    assert not _after(_heard("table", change="closed", **news), model=opened).places
    # A digest leaves tables out, and the log has what a person reads of it.
    model = _after(_heard("lobby", "3 more tables have opened.", more=3, opened=3))
    assert TABLES in model.wants
    assert model.log.entries[-1].lines == ("3 more tables have opened.",)


def test_our_seat_is_where_we_sit_and_giving_it_up_leads_to_the_lobby() -> None:
    seated = _after(_seat(2, "ann", "sat"))
    assert seated.table is not None
    assert (seated.table.number, seated.table.seat) == (1, 2)
    for change in ("left", "kicked", "absent"):
        assert _after(_seat(2, "ann", change), model=seated).table is None


def test_seats_show_who_sits_there_who_is_ready_and_whose_line_is_gone() -> None:
    model = _after(
        _seat(1, "ann", "sat"),
        _seat(2, "bob", "sat"),
        _seat(2, "bob", "ready"),
        _seat(3, "cy", "sat"),
        _seat(3, "cy", "away"),
        _seat(2, "bob", "host"),
    )
    assert model.table is not None
    assert model.table.names == {1: "ann", 2: "bob", 3: "cy"}
    assert [chair.ready for chair in model.table.chairs] == [False, True, False]
    assert [chair.away for chair in model.table.chairs] == [False, False, True]
    assert model.table.host == "bob"
    model = _after(_seat(2, "bob", "unready"), _seat(3, "cy", "back"), model=model)
    assert model.table is not None
    assert not any(chair.ready or chair.away for chair in model.table.chairs)
    model = _after(_seat(3, "cy", "left"), model=model)
    assert model.table is not None
    assert model.table.names == {1: "ann", 2: "bob"}


def test_who_leaves_a_game_keeps_his_name_beside_his_points() -> None:
    scores = _heard("scores", scores=[{"seat": 2, "name": "bob", "points": 3}])
    model = _after(_seat(1, "ann", "sat"), STARTED, scores, _seat(2, "bob", "left"))
    assert model.table is not None
    bob = model.table.chairs[1]
    assert (bob.name, bob.points, bob.gone) == ("bob", 3, True)


def test_a_game_begins_with_its_players_and_options() -> None:
    model = _after(_seat(1, "ann", "sat"), STARTED)
    assert model.table is not None
    assert (model.table.game, model.table.state, model.title) == ("sticks", "playing", "Sticks")
    assert model.table.options == {"sticks": 5}
    assert [chair.bot for chair in model.table.chairs] == [None, "plain"]
    assert LOOK in model.wants


def test_a_prompt_is_what_is_asked_and_its_time_runs_from_its_arrival() -> None:
    model = _after(_seat(1, "ann", "sat"), STARTED, _prompt(), now_ms=NOW)
    assert model.asked is not None
    assert model.asked.question == "|||  How many do you take?"
    assert model.left_s(NOW) == 30
    assert model.left_s(NOW + 29_001) == 1
    assert model.left_s(NOW + 40_000) == 0


def test_after_the_time_of_a_turn_the_bank_runs() -> None:
    """Also over a pause, and only if it is ours to use."""
    model = _after(STARTED, _prompt(bank_ms=120_000))
    assert (model.left_s(NOW + 29_999), model.bank_s(NOW + 29_999)) == (1, None)
    assert (model.left_s(NOW + 30_000), model.bank_s(NOW + 30_000)) == (0, 120)
    assert model.bank_s(NOW + 39_001) == 111
    halted = _after(_heard("paused", paused=True), model=model, now_ms=NOW + 40_000)
    assert (halted.left_s(NOW + 99_000), halted.bank_s(NOW + 99_000)) == (0, 110)
    again = _after(_heard("paused", paused=False), model=halted, now_ms=NOW + 99_000)
    assert again.bank_s(NOW + 109_000) == 100
    assert again.bank_s(NOW + 999_000) == 0
    for prompt in (_prompt(bank_ms=0), _prompt(), _prompt(due_ms=None, bank_ms=5)):
        assert _after(STARTED, prompt).bank_s(NOW + 60_000) is None
    assert _after(STARTED).bank_s(NOW) is None


def test_the_same_question_under_another_number_stands_there_once() -> None:
    """As after a wrong guess, or in the next turn: it is no news then."""
    model = _after(STARTED, _prompt(), _prompt(due_ms=9_000))
    turns = [entry for entry in model.log.entries if entry.kind is Kind.TURN]
    assert [entry.lines for entry in turns] == [("|||  How many do you take?",)]
    assert model.left_s(NOW) == 9
    two = _after(STARTED, _prompt(1), _heard("x.guessed", "Wrong."), _prompt(2))
    assert _lines(two).count("|||  How many do you take?") == 1
    assert two.asked is not None
    assert two.asked.prompt.prompt == 2
    three = _after(_heard("unprompt", prompt=2), _prompt(3), model=two)
    assert _lines(three).count("|||  How many do you take?") == 1
    assert three.asked is not None


@pytest.mark.parametrize(
    ("data", "good"),
    [({"hit": True}, True), ({"right": False}, False), ({"hit": "yes"}, None), ({}, None)],
)
def test_a_game_can_tell_how_an_attempt_went(data: Body, good: bool | None) -> None:
    model = _after(STARTED, _heard("x.asked", "ann has no Q.", data=data))
    assert model.log.entries[-1].good is good
    assert _after(_heard("x.asked", "ann has no Q.")).log.entries[-1].good is None


def test_that_the_verb_of_a_bare_word_may_be_left_out_need_not_be_said() -> None:
    """It is left out where the move is told."""
    moves = [
        {"verb": verb, "usage": verb, "about": "do it; the verb may be left out"}
        for verb in ("take", "drop")
    ]
    model = _after(STARTED, _prompt(moves=moves, bare="take"))
    assert model.asked is not None
    assert [move.about for move in model.asked.prompt.moves] == ["do it", moves[1]["about"]]
    model = _after(STARTED, _prompt(moves=moves))
    assert model.asked is not None
    assert [move.about for move in model.asked.prompt.moves] == 2 * [moves[0]["about"]]


def test_a_newer_prompt_takes_the_place_and_only_the_open_one_is_taken_away() -> None:
    model = _after(STARTED, _prompt(1), _prompt(2), _heard("unprompt", prompt=1))
    assert model.asked is not None
    assert model.asked.prompt.prompt == 2
    assert _after(_heard("prompt", "?", prompt="x"), model=model).asked == model.asked
    assert _after(_heard("unprompt", prompt=2), model=model).asked is None


def test_after_bare_words_a_late_word_is_known_as_such_for_two_seconds() -> None:
    model = _after(STARTED, _prompt(bare="take"))
    assert model.bare == "take"
    model = _after(_heard("unprompt", prompt=1), model=model, now_ms=NOW)
    assert (model.bare, model.bare_until_ms) == (None, NOW + 2000)


def test_a_pause_stops_the_clock_and_bare_words_until_the_game_goes_on() -> None:
    model = _after(STARTED, _prompt(bare="take"), now_ms=0)
    model = _after(_heard("paused", paused=True), model=model, now_ms=10_000)
    assert (model.left_s(99_000), model.bare) == (20, None)
    model = _after(_heard("paused", paused=False), model=model, now_ms=50_000)
    assert (model.left_s(50_000), model.bare) == (20, "take")


def test_a_host_that_waits_for_its_disk_stops_the_clock_too() -> None:
    waiting, storing = _heard("notice", kind="waiting"), _heard("notice", kind="storing")
    model = _after(STARTED, _prompt(), now_ms=0)
    model = _after(waiting, model=model, now_ms=10_000)
    assert model.left_s(99_000) == 20
    model = _after(storing, model=model, now_ms=50_000)
    assert model.left_s(50_000) == 20
    paused = _after(_heard("paused", paused=True), waiting, storing, model=model, now_ms=60_000)
    assert paused.left_s(99_000) == 10
    assert _after(STARTED, waiting, storing).left_s(NOW) is None
    assert _after(STARTED, _heard("clock", "10 s left.", left_ms=10_000)).left_s(NOW) == 10


def test_the_clock_of_ones_own_table_waits_for_who_is_away() -> None:
    model = _after(STARTED, _prompt(), now_ms=0)
    other = _after(_heard("notice", kind="stopped", table=99), model=model, now_ms=10_000)
    assert other.left_s(20_000) == 10
    model = _after(_heard("notice", kind="stopped", table=1), model=model, now_ms=10_000)
    assert model.left_s(99_000) == 20
    model = _after(_heard("notice", kind="running", table=99), model=model, now_ms=40_000)
    assert model.left_s(99_000) == 20
    model = _after(_heard("notice", kind="running", table=1), model=model, now_ms=50_000)
    assert model.left_s(60_000) == 10


def test_the_end_tells_winners_and_points_and_asks_nothing_more() -> None:
    scores = [{"seat": 1, "name": "ann", "points": 1}, {"seat": 2, "name": "bob", "points": 0}]
    over = _heard("over", scores=scores, winners=[1], record="g1", reason="finished")
    model = _after(STARTED, _prompt(), over)
    assert model.table is not None
    assert (model.table.state, model.table.winners) == ("over", frozenset({1}))
    assert [chair.points for chair in model.table.chairs] == [1, 0]
    assert (model.asked, model.left_s(NOW), model.records) == (None, None, ("g1",))
    model = _after(STARTED, _heard("fault", "Table 1 is frozen."))
    assert model.table is not None
    assert model.table.state == "frozen"


CALM = dataclasses.replace(_after(STARTED), wants=frozenset())
"""Nothing has to be asked."""


def test_a_scene_brings_the_time_that_is_left_for_the_others() -> None:
    """Our own time is the prompt's. While the clock is stopped, the time stays as it is."""
    scene = {"blocks": [{"kind": "text"}], "waits": [2]}
    timed = _heard("scene", scene=scene, left_ms=5_000, bank_ms=60_000)
    model = _after(timed, model=CALM)
    assert (model.left_s(NOW), model.left_s(NOW + 2_000)) == (5, 3)
    assert model.bank_s(NOW + 6_000) == 59
    assert LOOK not in model.wants
    assert _after(STARTED, timed, _heard("scene", scene=scene, left_ms=7_000)).bank_ms is None
    paused = _after(STARTED, _heard("paused", paused=True), timed)
    assert paused.left_s(NOW + 2_000) == 5
    asked = _after(STARTED, _prompt(due_ms=9_000), timed)
    assert asked.left_s(NOW) == 9
    strange = _after(_heard("scene", scene=5, left_ms=5_000), model=CALM)
    replayed = _after(timed, model=dataclasses.replace(CALM, past=True))
    for model in (strange, replayed):
        assert (model.left_s(NOW), LOOK in model.wants) == (None, True)


def test_a_scene_is_the_position_and_the_time_of_others_is_asked_for() -> None:
    """A host of 0.1.0 says it only in the answer to `look`."""
    grid = {"kind": "grid", "name": "Board", "rows": [{"cells": [{"text": "A"}]}]}
    scene = {"title": "Round 1.", "blocks": [{"kind": "text"}, grid], "turn": 2, "new": [1]}
    model = _after(STARTED, _heard("scene", scene=scene))
    assert model.table is not None
    board = Grid("Board", (Row((Cell("A"),)),))
    assert model.table.scene == Scene((Text(), board), "Round 1.", 2)
    assert LOOK in model.wants


def test_a_board_that_the_position_shows_is_left_out_of_the_log_on_the_screen() -> None:
    """The log still has it: for a transcript, and for somebody who looks at the log alone."""
    rows = [{"cells": [{"text": face} for face in row]} for row in ("AB", "CD")]
    board = {"kind": "grid", "name": "Board", "rows": rows}
    drawn = ("    A    B", "    C    D")
    begun = _heard("boggle.begun", "Round 1.", "", *drawn, "", "Type words.")
    other = _heard("boggle.begun", "Round 0.", "", drawn[1], drawn[0], "", "Type words.")
    model = _after(STARTED, other, begun, _heard("scene", scene={"blocks": [board]}))
    before, now = model.log.entries[-2:]
    assert now.seen == ("Round 1.", "Type words.")
    assert now.lines == tuple(begun.text)
    assert before.seen == before.lines == tuple(other.text)
    bare = _after(
        STARTED, _heard("boggle.begun", *drawn), _heard("scene", scene={"blocks": [board]})
    )
    assert bare.log.entries[-1].seen == ()


def test_the_bank_of_another_player_runs_when_their_time_is_up() -> None:
    """`look` tells it, because they are asked and not we."""
    model = _after(_seat(1, "ann", "sat"), STARTED)
    body: Body = {"table": 1, "state": "playing", "left_ms": 5_000, "bank_ms": 60_000}
    model = learn(model, "/look 1", Answer(body), NOW)
    assert (model.left_s(NOW), model.bank_s(NOW)) == (5, None)
    assert (model.left_s(NOW + 15_000), model.bank_s(NOW + 15_000)) == (0, 50)
    without = learn(model, "/look 1", Answer(body | {"bank_ms": None}), NOW)
    assert (without.left_s(NOW + 15_000), without.bank_s(NOW + 15_000)) == (0, None)


WIDE: Final = {"kind": "grid", "name": "x", "rows": [{"cells": [{"text": "x" * 8}] * 9}]}


@pytest.mark.parametrize(
    ("scene", "blocks"),
    [
        ({"blocks": [{"kind": "hologram"}, {"kind": "text"}, 5]}, (Text(),)),
        ({"blocks": [{"kind": "text", "runs": [{"text": "a", "style": "pink"}]}]}, ()),
        ({"blocks": [WIDE]}, None),
        ({"blocks": [], "title": 5}, None),
        ([], None),
        (None, None),
    ],
)
def test_of_a_scene_is_read_what_can_be_drawn(
    scene: object, blocks: tuple[Block, ...] | None
) -> None:
    """A newer host may know more kinds of blocks. Without a scene the host's words serve."""
    model = _after(STARTED, _heard("scene", scene=scene))
    assert model.table is not None
    assert (None if model.table.scene is None else model.table.scene.blocks) == blocks


def test_a_table_that_is_gone_or_adjourned_leaves_us_in_the_lobby() -> None:
    seated = _seat(1, "ann", "sat")
    gone = _heard("notice", "Table 1 is closed.", kind="table_gone", number=None)
    assert _after(seated, gone).table is None
    parted = _heard("notice", "Table 1 is adjourned.", kind="adjourned", number=None)
    assert _after(seated, parted).table is None
    back = _after(seated, parted, _seat(1, "ann", "back")).table
    assert back is not None
    assert (back.number, back.seat) == (1, 1)
    assert _after(seated, parted, _seat(1, "ann", "back"), _seat(1, "ann", "away")).table is None


def test_what_happens_at_another_table_is_told_and_changes_nothing_here() -> None:
    before = _after(_seat(1, "ann", "sat"), STARTED)
    over = Heard(9, "over", {"table": 2, "winners": [1], "text": ["Game over."]})
    model = _after(over, model=before)
    assert model.table == before.table
    assert _lines(model)[-1] == "[table 2] Game over."


def test_talk_is_told_apart_and_of_a_newer_host_what_can_be_read() -> None:
    """Nothing that others say can do the terminal harm."""
    for name in ("said", "told"):
        model = _after(_heard(name, "bob: \x1b[2J\u202ehi", what="x"))
        assert (model.log.entries[-1].kind, _lines(model)) == (Kind.TALK, ["bob: [2Jhi"])
    model = _after(_heard("sticks.snapped", "Snap."), _heard("sparkle"))
    assert _lines(model) == ["Snap."]


@pytest.mark.parametrize("name", ["seat", "scores", "over", "table", "started", "scene", "clock"])
def test_nothing_that_a_host_says_in_a_wrong_form_breaks_the_client(name: str) -> None:
    wrong = Heard(1, name, {"table": 1, "seats": 7, "scores": "no", "winners": {}, "scene": []})
    assert _after(STARTED, wrong).table is not None


# --- bounds ---------------------------------------------------------------------------


def test_a_day_of_play_keeps_the_newest_entries_only() -> None:
    model = Model(wants=frozenset())
    for number in range(LOG_MAX + 50):
        model = hear(model, _heard("x.thing", f"line {number}"), NOW)
    assert len(model.log.entries) == LOG_MAX
    assert model.log.entries[-1].lines == (f"line {LOG_MAX + 49}",)
    assert model.log.entries[-1].number == LOG_MAX + 50


def test_sentences_that_the_host_has_wrapped_are_put_together() -> None:
    long = "ann shows an A at space 1. You score 55 (total 55), 50 of it for their last"
    model = _after(_heard("probe.shown", long, "  card.", "", "    A    B", "   -  odd: x"))
    assert _lines(model) == [f"{long} card.", "", "    A    B", "   -  odd: x"]


@pytest.mark.parametrize(
    "lines",
    [
        ["A board", "How many? (30 s)"],
        ["A board", "How many? (30 s, bank 2:10)"],
        ["A board", "How many?", "(30 s)"],
        ["A board", "How many?", "(30 s, bank 2:10)"],
        ["How many?", ""],
    ],
)
def test_a_question_is_told_without_its_time_behind_it_or_below(lines: list[str]) -> None:
    assert question(lines, 79) == "How many?"


def test_a_table_that_waits_for_players_is_named_before_one_that_has_played() -> None:
    """Where only a bot may be left, for a minute."""
    news = {"game": "sticks", "host": None, "seats": ["mate-1", None]}
    model = _after(_heard("table", change="changed", **news, state="over"))
    assert invitation(model) == "To join: join 1"
    waits = Heard(
        1, "table", {"table": 2, "change": "opened", "text": [], **news, "state": "open"}
    )
    assert invitation(_after(waits, model=model)) == "To join: join 2"


def test_start_is_offered_to_the_host_of_a_table_once_enough_have_come() -> None:
    """Until then it could only be refused."""
    table = Table(1, "sticks", "Sticks", "open", "ann", 1, (Chair(1, "ann"), Chair(2)))
    model = Model(name="ann", games={"sticks": Offered("sticks", seats=(3, 4))}, table=table)
    found: list[tuple[int, bool, str]] = []
    for event in (_seat(2, "bob", "sat"), _seat(3, "mate-1", "sat", "mate"), None):
        found.append((model.missing, "start" in usual(model), invitation(model)))
        model = _after(*filter(None, [event]), model=model)
    options = "To add a bot: bot - To see the options: options"
    assert found == [
        (2, False, f"You need 2 more players. {options}"),
        (1, False, f"You need 1 more player. {options}"),
        (0, True, "Fill seats: bot - Begin: start - Look at the options: options"),
    ]


# --- parties ----------------------------------------------------------------------------


def _party(change: str, number: int = 3, **body: Any) -> Heard:
    return Heard(1, "party", {"party": number, "change": change, "text": [], **body})


ROUND = _party("round", tables=[{"table": 1, "seats": ["ann", "bob"]}, {"table": 2, "seats": []}])
OVER = _heard("over", reason="finished", scores=[], winners=[1], record="g1")


def test_between_the_rounds_of_a_party_the_next_round_is_what_comes() -> None:
    """There is no rematch until the party is over."""
    playing = _after(_seat(1, "ann", "sat"), ROUND, STARTED)
    assert not invitation(playing).endswith("party show 3")
    model = _after(OVER, model=playing)
    waits = "Wait for the other tables. How the party goes: party show 3"
    assert invitation(model) == waits
    assert "rematch" not in usual(model)
    assert invitation(_after(_party("standings", 4), model=model)) == waits
    assert invitation(_after(_party("entered"), model=model)) == waits
    model = _after(_party("standings"), model=model)
    soon = "The next round begins soon. How the party goes: party show 3"
    assert invitation(model) == soon
    model = _after(_party("over"), model=model)
    assert invitation(model) == "Again: rematch - Leave: leave"
    assert "rematch" in usual(model)


def test_a_party_without_a_seat_for_us_is_not_ours() -> None:
    """So with one that we only watch."""
    model = _after(_seat(1, "bob", "sat"), ROUND, model=Model(name="cy"))
    assert model.party is None

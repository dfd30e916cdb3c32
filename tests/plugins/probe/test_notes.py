"""Tables that allow notes (R-P-13): racks show what they have denied. It changes no ruling."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from msgspec.structs import replace as changed

from parlour import SPECTATOR, Grid, Section, SettingsFault, Viewer
from parlour_client.model import Model
from parlour_client.protocol import Heard, read_line
from parlour_client.reduce_events import hear
from parlour_kit.host import Client, Host
from parlour_kit.playing import play
from parlour_probe import PROBE, configure, register_games
from parlour_probe.state import State
from tests.plugins.probe.playbook import WORDS, A, B, C, Play
from tests.sizes import sized

NEW = "new probe first_player=seat1 activity_deck=none word_check=off"
PLAYERS = ("ann", "bob", "cy", "wat")
"""Wat watches."""
SCRIPT = (
    ("ann", "hide painted"),
    ("bob", "hide treasure"),
    ("cy", "hide wonder"),
    ("ann", "ask bob x"),
    ("bob", "ask cy q"),
    ("cy", "ask ann z"),
    ("ann", "ask bob e"),
    ("bob", "show 3"),
    ("ann", "ask bob j"),
)
QUESTIONS = (
    "ann asks bob for an X. bob has no X.",
    "bob asks cy for a Q. cy has no Q.",
    "cy asks ann for a Z. ann has no Z.",
    "ann asks bob for an E. bob must show one.",
    "ann asks bob for a J. bob has no J.",
)


def played(options: str = "", *, programs: bool = True) -> dict[str, Client]:
    """The lines of a table at which five questions have been asked."""
    host = Host({"probe": PROBE}, {"en": WORDS})
    lines = {
        name: host.program(name, "view") if programs else host.person(name) for name in PLAYERS
    }
    lines["ann"].send(f"{NEW} {options}".strip())
    lines["bob"].send("join 1")
    lines["cy"].send("join 1")
    lines["wat"].send("watch 1")
    lines["ann"].send("start")
    for name, line in SCRIPT:
        lines[name].send(line)
    return lines


def remembered(client: Client) -> Model:
    """What the terminal client knows at the end of this line."""
    model = Model()
    for line in client.data.splitlines():
        said = read_line(line) if line.startswith(b"* ") else None
        if isinstance(said, Heard):
            model = hear(model, said, 0)
    return model


def asked(model: Model) -> list[str]:
    """The questions that can still be read in the log."""
    lines = [line for entry in model.log.entries for line in entry.lines]
    return [line for line in lines if re.search(r" asks? \w+ for an? [A-Z]\.", line)]


# --- who learns of it -------------------------------------------------------------------


@pytest.mark.parametrize("allowed", [False, True])
def test_everybody_at_the_table_can_read_whether_notes_are_allowed(allowed: bool) -> None:
    """In the start, in every view and in the list of options; off unless somebody says so."""
    for name, client in played("notes=on" if allowed else "").items():
        ((_, started),) = client.events("started")
        assert started["options"]["notes"] is allowed, name
        views = client.events("view")
        assert views, name
        assert all(body["view"]["terms"]["notes"] is allowed for _, body in views), name
        (row,) = [_body(line) for line in client.send("#1 /options") if '"notes"' in line]
        assert (row["value"], row["default"]) == (allowed, False), name


def _body(line: str) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.json.decode(line.split(" ", 2)[2])
    return body


def test_who_comes_later_can_read_it() -> None:
    """A watcher who has not heard the start: from the list of tables, and from the view."""
    late = played("notes=on")["ann"].host.program("late", "view")
    (table, _) = late.send("#1 tables")
    assert _body(table)["options"]["notes"] is True
    late.send("#2 watch 1")
    (look,) = late.send("#3 look 1")
    assert _body(look)["view"]["terms"]["notes"] is True


def test_the_rules_name_it() -> None:
    """R-P-13 is told with the option that lifts it."""
    assert "notes=on, each rack ends with what it has denied" in PROBE.rules_text


# --- what the terminal client keeps -----------------------------------------------------


@pytest.mark.parametrize("options", ["", "notes=on"])
def test_the_log_keeps_every_question_as_netcat_does(options: str) -> None:
    """R-P-13: no seat is worse than another. Only what is told again must not be a list."""
    lines = played(options)
    assert asked(remembered(lines["wat"])) == list(QUESTIONS)
    assert asked(remembered(lines["bob"])) == [
        "ann asks you for an X. You have no X.",
        "You ask cy for a Q. cy has no Q.",
        "cy asks ann for a Z. ann has no Z.",
        "ann asks you for an E. Turn one up: show 3 or show 8",
        "ann asks you for a J. You have no J.",
    ]


# --- what racks have denied ---------------------------------------------------------------

ROWS = ("FISH", "TREE", "CALM")
TWO = (("FISH", "TREE"), ("BOLD", "CALM"))


def denied(play: Play, viewer: Viewer) -> list[str]:
    """What is behind each rack for *viewer*."""
    grid = PROBE.text_ui.draw(play.look(viewer), play.reader(viewer)).blocks[0]
    assert isinstance(grid, Grid)
    return [row.note for row in grid.rows]


def test_each_rack_ends_with_what_it_has_denied() -> None:
    """R-P-13 is lifted: once each, in the order of the questions, and the same for everybody."""
    play = Play(ROWS, activity_deck="none", notes=True)
    for asker, target, card in ((A, B, "Z"), (B, C, "Q"), (C, B, "A"), (A, B, "Z"), (B, C, "I")):
        play.ask(asker, target, card)
    play.ask(C, B, ".")
    for viewer in (A, B, C, SPECTATOR):
        assert denied(play, viewer) == ["", "no Z A blank", "no Q I"]
    assert play.look(A).denied == ("", "ZA.", "QI")
    assert [line[-16:].strip() for line in play.shown(B)[2:5]] == [
        "0  <- turn",
        "0  no Z A blank",
        "-50  no Q I",
    ]


def test_a_hit_denies_nothing_and_a_rack_that_is_all_up_needs_no_notes() -> None:
    play = Play(ROWS, activity_deck="none", notes=True)
    play.hit(A, B, 1)
    play.ask(A, B, "T")
    assert denied(play, A) == ["", "no T", ""]
    play.open(B, 2, 3, 4)
    assert denied(play, A) == ["", "", ""]


def test_both_racks_of_a_player_have_denied_it() -> None:
    """R-P-49: a question names no rack."""
    play = Play(TWO, activity_deck="none", notes=True)
    play.ask(A, B, "E")
    assert denied(play, A) == ["", "", "no E", "no E"]


def test_what_a_player_has_denied_who_left_stays_true() -> None:
    """O-P-45: their rack stays in play."""
    play = Play(ROWS, activity_deck="none", notes=True)
    play.ask(A, B, "Z")
    play.leave(B)
    assert denied(play, A) == denied(play, B) == ["", "no Z", ""]


def test_a_letter_with_an_accent_is_denied_without_it() -> None:
    """O-P-6: there is only the bare card."""
    play = Play(ROWS, activity_deck="none", notes=True, edition="fr")
    play.move(A, play.parsed(A, "ask", "bob \xe9 3"))
    assert denied(play, A) == ["", "", ""]
    play.show(B, 3)
    play.move(A, play.parsed(A, "ask", "bob \xe2"))
    assert denied(play, C) == ["", "no A", ""]


def test_without_it_no_view_has_a_list() -> None:
    """R-P-13, O-P-10: neither for players nor for watchers."""
    play = Play(ROWS, activity_deck="none")
    play.ask(A, B, "Z")
    for viewer in (A, B, C, SPECTATOR):
        assert play.look(viewer).denied == ()
        assert denied(play, viewer) == ["", "", ""]


@pytest.mark.parametrize("seed", range(sized(3, 20)))
def test_no_twin_hides_what_was_denied(seed: int) -> None:
    """The question would have to be answered in the same way there."""
    play = Play(("..BANANA.", "TREASURE", "WONDER"), activity_deck="none", notes=True)
    play.ask(A, B, ".")
    for card in "EORLTIAS.":
        play.ask(play.state.turn, A if play.state.turn != A else B, card)
        while play.state.pending is not None:
            play.show(play.state.pending.owner, play.spaces(play.state.pending.owner)[0])
    for viewer in (C, SPECTATOR):
        twin = PROBE.views.resample(play.state, viewer, Random(seed))
        assert PROBE.views.look(twin, viewer) == play.look(viewer)
        for rack, cards in zip(twin.racks, twin.denied, strict=True):
            assert not any(rack.spaces_hiding(card) for card in cards)


def test_a_house_sets_its_default() -> None:
    """`[plugins.probe]` in the config; a table may still say otherwise."""
    configure(Section("probe", {"notes": True}))
    try:
        (game,) = register_games()
        values = {option.name: option.default for option in game.options}
        assert values == {option.name: option.default for option in PROBE.options} | {
            "notes": True
        }
    finally:
        configure(Section("probe"))
    assert register_games() == (PROBE,)
    with pytest.raises(SettingsFault, match="Did you mean notes"):
        configure(Section("probe", {"note": True}))


# --- what it does not change --------------------------------------------------------------


def test_what_happens_is_said_in_the_same_words() -> None:
    """O-P-10: a question is told once, notes or not; with them the racks are drawn with it."""
    strict, free = played(programs=False), played("notes=on", programs=False)
    for name in PLAYERS:
        lines = [re.sub(rb"  no [A-Z ]+$", b"", line) for line in _lines(free[name])]
        assert _lines(strict[name]) == lines, name


def _lines(client: Client) -> list[bytes]:
    return [line for line in client.data.splitlines() if b"Notes are" not in line]


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(sized(1, 6)))
def test_no_ruling_hangs_on_it(seed: int) -> None:
    """The same luck and the same moves lead to the same positions, prompts and sentences."""
    strict, free = (
        list(play(PROBE, Random(seed), seats=4, lexicon=WORDS, options={"notes": notes}))
        for notes in (False, True)
    )
    assert len(strict) == len(free)
    for one, two in zip(strict, free, strict=True):
        assert one.state.denied == ()
        assert _noted(one.state, two.state) == two.state
        assert one.step.events == two.step.events
        assert PROBE.rules.prompts(one.state) == PROBE.rules.prompts(two.state)


def _noted(state: State, other: State) -> State:
    """The same position at a table that allows notes, with those of *other*."""
    return changed(state, terms=replace(state.terms, notes=True), denied=other.denied)

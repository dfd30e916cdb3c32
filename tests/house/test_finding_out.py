"""Finding out: help, lists, rules, settings, and what is close to a wrong word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour import Topic
from parlour.catalogue import COMMANDS
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, new_host, ok, refused


def test_every_verb_of_the_host_is_listed() -> None:
    rows = ok(new_host().program("ann"), "commands").items
    own = [command.verb for command in COMMANDS if command.where != "operator"]
    assert [row["verb"] for row in rows] == own


def test_a_host_without_games_says_so() -> None:
    """Without word lists it has no answer."""
    client = new_host({}).person("ann")
    assert client.send("games") == ["No games are installed here."]
    assert "new GAME" in client.send("tables")[0]
    assert client.send("new") == ["Which game? None is installed."]
    assert refused(new_host().program("ann"), "why ant") == "unavailable"


def test_a_program_gets_the_games_in_brief_or_one_of_them_whole() -> None:
    ann = new_host().program("ann")
    whole = ok(ann, "games").items
    assert ok(ann, "games brief").items == [
        {key: value for key, value in row.items() if key != "options"} for row in whole
    ]
    assert ok(ann, f"games {whole[0]['game']}").items == whole[:1]
    assert refused(ann, "games brief again") == "usage"


MOMENTS = {
    "nameless": ("Type your name to come in.", ()),
    "lobby": ("You are in the lobby.", ("ann",)),
    "watching": ("You watch table 1.", ("ann", "watch 1")),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_help_begins_with_the_moment_and_fits_on_a_screen(moment: str) -> None:
    host = new_host()
    Party("bob", "cy", host=host, start=False)
    client = host.connect()
    title, lines = MOMENTS[moment]
    client.send(*lines)
    help_ = client.send("help")
    assert help_[0] == f"{title} You can type:"
    assert len(help_) <= 23
    assert max(map(len, help_)) <= 79


@pytest.mark.parametrize(
    ("lines", "situation"),
    [
        ((), "The game is asking you."),
        (("/propose pause",), "The game has stopped."),
        (("1",), "It is not your turn."),
        (("/propose abort",), "The game is over."),
    ],
)
def test_help_at_a_table_begins_with_what_the_game_is_doing(
    lines: tuple[str, ...], situation: str
) -> None:
    party = Party("ann", "bob")
    ann, bob = party["ann"], party["bob"]
    ann.send(*lines)
    bob.send("/accept")
    help_ = ann.send("/help")
    assert help_[0] == f"Table 1, Hunt. {situation} You can type:"
    assert len(help_) <= 23
    open_ = Party("ann", "bob", start=False)["ann"].send("help")
    assert open_[0] == "Table 1, Hunt. The game has not begun. You can type:"


def test_a_long_text_comes_in_pages_of_the_height_of_the_window() -> None:
    """Telnet tells it (RFC 1073); `set height` does too, and 0 turns the pages off."""
    long = replace(HUNT, rules_text="\n\n".join(f"paragraph {n}" for n in range(20)))
    host = new_host({"hunt": long})
    client = host.connect()
    first = client.send("rules hunt")
    assert len(first) == 23
    assert first[-1] == "(18 more lines. To read on: more)"
    assert client.send("more")[-2:] == ["paragraph 19", ""]
    assert client.send("more") == ["There is nothing more to read."]
    client.send_raw(bytes((255, 250, 31, 0, 60, 0, 10, 255, 240)))
    assert len(client.send("rules hunt")) == 9
    rest = [client.send("more") for _ in range(4)]
    assert rest[-1][-2:] == ["paragraph 19", ""]
    assert rest[-2][-1].endswith("To read on: more)")
    client.send_raw(bytes((255, 250, 31, 0, 0, 0, 0, 255, 240)))
    assert len(client.send("rules hunt")) == 9
    assert client.send("set height 41") == ["height is 41."]
    assert len(client.send("rules hunt")) == 40
    client.send("set height 11", "rules hunt")
    assert client.send("more")[0] == "paragraph 5", "no page begins with an empty line"
    client.send("set height 10", "rules hunt")
    assert client.send("set height 0") == ["height is 0."]
    assert len(client.send("more")) == 32
    assert len(client.send("rules hunt")) == 40
    program = host.program("pro")
    program.send_raw(bytes((255, 250, 31, 0, 60, 0, 10, 255, 240)))
    assert len(program.send("rules hunt")) == 21


def test_help_explains_the_words_of_the_rules_of_any_game() -> None:
    topics = (Topic(("lair", "den"), "Where the fox hides.\n  a picture"),)
    fox = replace(HUNT, topics=topics, option_groups={"Clocks": ("seconds",)})
    hare = replace(HUNT, id="hare", title="Hare", topics=topics)
    host = new_host({"hunt": fox, "hare": hare})
    ann = host.person("ann")
    both = ["Lair, in Hunt:", "Where the fox hides.", "  a picture"]
    assert ann.send("help dens") == [*both, "Lair, in Hare:", *both[1:]]
    ann.send("play hare")
    assert ann.send("help lair")[0] == "Lair, in Hare:"
    assert ann.send("help")[-2].startswith("Hare:")
    assert "  Clocks:  seconds=60" in host.person("bob").send("help hunt")

"""Finding out: help, lists, rules, settings, and what is close to a wrong word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.house.commands.catalogue import COMMANDS
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, Words, ask, new_host, ok, refused, why_not


def test_help_tells_how_to_begin_and_at_a_table_what_can_be_played() -> None:
    """Every line fits a screen."""
    host = new_host()
    client = host.person("ann")
    assert "new GAME" in "\n".join(client.send("help"))
    client.send("new hunt")
    lines = client.send("help")
    assert any("try PLAYER NUMBER" in line for line in lines)
    assert max(map(len, lines)) <= 79


def test_help_says_so_while_lines_without_a_slash_are_moves() -> None:
    """Whoever needs help then has typed the word in vain once already."""
    party = Party("ann", "bob", host=new_host())
    assert party["ann"].send("/help")[0] == (
        "At the table, now with a slash (/look): a line without one is a move."
    )
    party.hide(3, 4)
    assert party["ann"].send("/help")[0] == "At the table:"


@pytest.mark.parametrize(
    ("topic", "says"),
    [
        ("join", "join TABLE [SEAT]: sit down at a table."),
        ("/Join", "join TABLE [SEAT]: sit down at a table."),
        ("hunt", "Hunt: rules hunt - to play: new hunt [OPTION=VALUE ...]"),
        ("cheer", "cheer LOUDLY|SOFTLY: let the others know that you are there (Hunt)."),
    ],
)
def test_help_about_a_word_says_what_it_is(topic: str, says: str) -> None:
    """A verb, a game, a move."""
    assert ok(new_host().program("ann"), f"help {topic}").body["text"][0] == says


def test_help_about_a_game_lists_its_options() -> None:
    """With their usual values."""
    lines = ok(new_host().program("ann"), "help hunt").body["text"]
    assert "  top=20: the highest number" in lines
    assert "  watch=on: others may watch" in lines


@pytest.mark.parametrize(("topic", "near"), [("jion", "join"), ("hnut", "hunt"), ("zzzzz", None)])
def test_help_about_nothing_names_what_is_close(topic: str, near: str | None) -> None:
    """If anything is."""
    answer = ask(new_host().program("ann"), f"help {topic}")
    assert (answer.code, answer.body.get("near")) == ("usage", near)


def test_every_verb_of_the_host_is_listed_and_at_a_table_the_games_as_well() -> None:
    """Each with usage, a sentence, and where it can be used."""
    client = new_host().program("ann")
    rows = ok(client, "commands").items
    assert [row["verb"] for row in rows] == [command.verb for command in COMMANDS]
    ok(client, "new hunt")
    rows = ok(client, "commands").items
    assert [row["verb"] for row in rows if row["where"] == "game"] == [
        "hide",
        "try",
        "note",
        "cheer",
        "count",
    ]


def test_a_game_is_listed_with_its_seats_bots_and_options() -> None:
    """Every kind of option says what it can be."""
    row = ok(new_host(lexicons={"en": Words()}).program("ann"), "games").items[0]
    assert (row["game"], row["seats"]) == ("hunt", [2, 4])
    assert row["bots"] == [{"kind": "plodder", "about": "tries one number after the other"}]
    options = {option.pop("name"): option for option in row["options"]}
    about = {name: option.pop("about") for name, option in options.items()}
    assert about["watch"] == "others may watch"
    assert options == {
        "top": {"type": "int", "default": 20, "min": 2, "max": 99},
        "seconds": {"type": "int", "default": 60, "min": 5, "max": 600},
        "answers": {"type": "choice", "default": "warm", "choices": ["warm", "cold"]},
        "cheers": {"type": "switch", "default": "on", "choices": ["on", "off"]},
        "first": {"type": "seat", "default": "lowest", "choices": ["lowest", "draw"]},
        "watch": {"type": "switch", "default": "on", "choices": ["on", "off"]},
        "absence": {
            "type": "choice",
            "default": "clock",
            "choices": ["clock", "wait", "forfeit"],
        },
        "absence_seconds": {"type": "int", "default": 180, "min": 10, "max": 86_400},
    }


def test_a_host_without_games_says_so() -> None:
    """In each list where a person would look."""
    client = new_host({}).person("ann")
    assert client.send("games") == ["No games are installed here."]
    assert "new GAME" in client.send("tables")[0]
    assert client.send("new") == ["Which game? none is here"]


def test_rules_come_paragraph_by_paragraph() -> None:
    """At a table the game need not be named."""
    client = new_host().program("ann")
    rows = ok(client, "rules Hunt").items
    assert [row["text"][0][:9] for row in rows] == ["Everybody", "Who is fo"]
    assert refused(client, "rules") == "usage"
    ok(client, "new hunt")
    assert ok(client, "rules").items == rows


@pytest.mark.parametrize(("word", "near"), [("hant", "hunt"), ("xxxxx", None)])
def test_a_game_that_is_not_here_is_refused_with_what_is_close(
    word: str, near: str | None
) -> None:
    """Or with all there are."""
    answer = ask(new_host().program("ann"), f"rules {word}")
    assert (answer.code, answer.body.get("near")) == ("no_such_game", near)
    assert (near or "there are: hunt, brittle") in answer.text


def test_a_ping_gives_its_words_back() -> None:
    """As far as they are not too many."""
    client = new_host().program("ann")
    assert ok(client, "ping a  b").body["pong"] == "a  b"
    assert len(ok(client, f"ping {'x' * 200}").body["pong"]) == 64


def test_the_width_of_a_persons_lines_can_be_set() -> None:
    """Longer lines are wrapped."""
    client = new_host().person("ann")
    assert client.send("set width 40") == ["width is 40."]
    assert max(map(len, client.send("help"))) <= 40


@pytest.mark.parametrize(
    "words", ["", "width", "colour red", "width 39", "width 401", "width x", "width 0000791234567"]
)
def test_a_setting_that_cannot_be_is_refused(words: str) -> None:
    """With what can."""
    assert "width" in why_not(new_host().program("ann"), f"set {words}")


def test_players_are_listed_with_where_they_are() -> None:
    """At a table, watching, in the lobby, without a line."""
    host = new_host()
    party = Party("ann", "bob", host=host, watchers=("wat",))
    party["bob"].lose()
    lines = host.person("zoe").send("who")
    assert lines == [
        "ann: at table 1",
        "bob: at table 1, line lost",
        "wat: in the lobby, watching 1",
        "zoe: in the lobby",
    ]


def test_tables_are_listed_with_nothing_of_the_game_but_that_it_is_on() -> None:
    """Names by seat, watchers, options."""
    party = Party("ann", "bob", watchers=("wat",), options="top=5", start=False)
    client = party.host.program("zoe")
    (row,) = ok(client, "tables").items
    assert (row["table"], row["game"], row["state"], row["host"]) == (1, "hunt", "open", "ann")
    assert (row["seats"], row["watchers"]) == (["ann", "bob", None, None], 1)
    assert row["options"]["top"] == 5
    assert any("top=5" in line for line in party["wat"].send("tables"))
    party["ann"].send("start")
    after = ok(client, "tables").items[0]
    assert after.pop("state") == "playing"
    assert all(row[key] == value for key, value in after.items() if key != "text")


@pytest.mark.parametrize(("word", "near"), [("jion 1", "join"), ("zzzzzz", None)])
def test_an_unknown_word_is_refused_with_what_is_close(word: str, near: str | None) -> None:
    """A verb of the host."""
    answer = ask(new_host().program("ann"), word)
    assert (answer.code, answer.body.get("near")) == ("unknown_verb", near)


def test_an_unknown_word_at_a_table_may_be_close_to_a_move() -> None:
    """And a move of a game elsewhere is said to be one."""
    client = new_host().program("ann")
    assert refused(client, "cheer loudly") == "not_at_table"
    ok(client, "new hunt")
    assert ask(client, "cheeer softly").body["near"] == "cheer"


# --- the word list ---------------------------------------------------------------------


def test_the_word_list_says_why() -> None:
    """For who sits nowhere the host's first list."""
    client = new_host(lexicons={"fr": Words()}).program("ann")
    assert ok(client, "why ant").body["text"] == ["ant: listed in en."]
    assert refused(client, "why") == "usage"
    assert refused(client, "why ant bee") == "usage"


def test_a_host_without_word_lists_has_no_answer() -> None:
    """It says so."""
    assert refused(new_host().program("ann"), "why ant") == "unavailable"


def test_at_a_table_its_list_answers_and_its_game_may_forbid_it() -> None:
    """For players and for who watches, also from his seat at another table."""
    games = {"hunt": HUNT, "words": replace(HUNT, id="words", lexicon="en")}
    host = new_host(games, {"en": Words(), "fr": Words()})
    party = Party(
        "ann", "bob", host=host, game="words", programs=("ann", "wat"), watchers=("wat",)
    )
    assert refused(party["ann"], "/why ant") == "illegal_move"
    assert refused(party["wat"], "why ant") == "illegal_move"
    ok(party["wat"], "new hunt")
    assert refused(party["wat"], "why ant") == "illegal_move"
    party.hide(1, 2)
    assert ok(party["ann"], "why ANT").body["text"] == ["ANT: not listed in en."]
    assert ok(party["wat"], "why bee").body["text"] == ["bee: listed in en."]

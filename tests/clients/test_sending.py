"""What a typed line means, and where a refusal points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from parlour_client.errors import Refused
from parlour_client.model import Command, Model
from parlour_client.protocol import Heard, No
from parlour_client.reduce_events import hear
from parlour_client.sending import Request, fault, place, request


def _asked(bare: str | None = None, *verbs: str) -> Model:
    moves = [{"verb": verb, "usage": verb, "about": ""} for verb in verbs or ("ask", "guess")]
    body = {"table": 1, "prompt": 7, "urgent": True, "moves": moves, "bare": bare, "text": []}
    started = Heard(1, "started", {"table": 1, "game": "x"})
    model = hear(Model(wants=frozenset()), started, 0)
    return hear(model, Heard(2, "prompt", body), 0)


def test_a_slash_sends_a_line_as_it_is() -> None:
    assert request(_asked("word", "word"), " /look 2", 0) == Request("/look 2")
    assert request(_asked(), "/ask ann e", 0) == Request("/ask ann e")


def test_a_move_quotes_the_prompt_that_it_answers() -> None:
    assert request(_asked(), "Ask ann e", 0) == Request("Ask ann e", 7)


COMMANDS = {verb: Command(verb) for verb in ("leave", "look", "new")}


def _knowing(model: Model) -> Model:
    """*model* with some commands of the host."""
    return replace(model, commands=COMMANDS)


def test_a_bare_word_quotes_nothing_and_may_be_one_of_many() -> None:
    """In Boggle every word opens another prompt: words that follow quickly must all count."""
    model = _knowing(_asked("word", "word"))
    assert request(model, "cat", 0) == Request("/word cat", word=True)


def test_a_bare_line_that_is_a_command_is_left_to_the_host() -> None:
    """Games differ in whether `look` is a word there."""
    assert request(_knowing(_asked("word", "word")), "look", 0) == Request("look", word=True)
    assert request(_asked("word", "word"), "cat", 0) == Request("cat", word=True)


def test_a_command_gets_its_slash() -> None:
    """So that no question which comes meanwhile takes it for a word."""
    assert request(_knowing(Model()), "new hunt", 0) == Request("/new hunt")


@pytest.mark.parametrize("line", ["4", "bob e", "xyzzy"])
def test_anything_else_is_sent_as_it_was_typed(line: str) -> None:
    """The host knows what a bare answer means."""
    assert request(_knowing(_asked()), line, 0) == Request(line)


def test_a_word_that_comes_too_late_is_never_taken_for_a_command() -> None:
    """`leave` may have been a word of the round that is just over: the host knows."""
    over = Heard(3, "unprompt", {"table": 1, "prompt": 7})
    model = hear(_knowing(_asked("word", "word")), over, 10_000)
    assert request(model, "leave", 11_999) == Request("leave")
    assert request(model, "leave", 12_000) == Request("/leave")


def test_while_a_game_is_paused_a_line_is_a_command() -> None:
    paused = Heard(3, "paused", {"table": 1, "paused": True})
    assert request(hear(_knowing(_asked("word", "word")), paused, 0), "look", 0) == Request(
        "/look"
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [("say " + 1020 * "x", "too long"), ("say \x07", "control"), ("say \ud800", "not UTF-8")],
)
def test_what_no_host_would_read_is_refused_here(line: str, why: str) -> None:
    assert why in (fault(line) or "")


def test_all_other_lines_can_be_read() -> None:
    assert fault("say na\u00efve") is None


def _refused(code: str, text: str, **body: Any) -> Refused:
    return Refused(No("1", {"code": code, "text": [text], **body}))


@pytest.mark.parametrize(
    ("line", "code", "text", "word"),
    [
        ("new stick", "no_such_game", "There is no game stick here.", "stick"),
        ("new hunt top=999", "bad_option", "top=999 is not allowed. Use 2 to 99.", "top=999"),
        ("join 7", "no_such_table", "There is no table 7; see: tables", "7"),
        ("/jion 1", "unknown_verb", "There is no command jion.", "jion"),
        ("tell bib hello", "usage", "There is no player bib here. Did you mean bob?", "bib"),
        ("castles", "illegal_move", "castles is not a word.", "castles"),
        ("ask bib e", "malformed_move", "Nobody here is called bib; there are ann, bob.", "bib"),
        ("new hunt 2", "bad_option", "2 is not an option. An option has a name: top=20", "2"),
    ],
)
def test_a_refusal_points_at_the_word_that_it_names(
    line: str, code: str, text: str, word: str
) -> None:
    found = place(line, _refused(code, text))
    assert found is not None
    assert line[slice(*found)] == word


@pytest.mark.parametrize(
    ("line", "near", "text", "word"),
    [
        (
            "new probe turn_second=5",
            "turn_seconds",
            "There is no option turn_second. Did you mean turn_seconds?",
            "turn_second",
        ),
        ("new probe Words=kitchne", "kitchen", "kitchne cannot be.", "kitchne"),
        ("/ask bbo e", "bob", "Nobody here is called bbo; there are ann, bob.", "bbo"),
        ("tell bob bib", "bob", "There is no player bib.", "bib"),
        ("tell ann bib bbob", "bob", "There is no player bbob. Did you mean bob?", "bbob"),
        ("replay zzz", "g17", "There is no record zzz; see: history", "zzz"),
    ],
)
def test_a_refusal_that_offers_a_word_points_at_what_is_close_to_it(
    line: str, near: str, text: str, word: str
) -> None:
    """Only that part of the line is replaced by it."""
    found = place(line, _refused("usage", text, near=near))
    assert found is not None
    assert line[slice(*found)] == word


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("ask ann a", "A question names a player and a card, like this: ask bob e"),
        ("show 2", "Show one of these: 12."),
        ("show 2", "Show one of these: 2, 5."),
        ("show 1 2", "Name one space, 1 to 12, like this: show 5"),
        ("ask sharp-1", "A question names a player and a card, like this: ask sharp-1 e"),
        (
            "ask sharp-1 ee",
            "A card is one letter, or a dot for a blank, like this: ask sharp-1 e",
        ),
        ("guess bob a.b", "Dots stand before or after, like this: guess bob ..LANTERN."),
        ("take house", "Which word? Type one like this: ox"),
        ("hide 12", "A word is needed, such as 12 or two."),
        ("", "Nothing."),
    ],
)
def test_a_refusal_that_names_no_word_points_nowhere(line: str, text: str) -> None:
    assert place(line, _refused("malformed_move", text)) is None

"""What people type, and what it is taken for."""

from __future__ import annotations

import pytest

from parlour import MoveFault, Refused
from parlour_password.moves import (
    VERBS,
    Agree,
    Challenge,
    Clue,
    Guess,
    Insist,
    Move,
    Next,
    Object,
    Pass,
    Stop,
    Three,
    Waive,
)
from parlour_password.reading import parse
from tests.plugins.password.playbook import A, Play
from tests.plugins.password.positions import TEXT_UI, parsed, reader


@pytest.mark.parametrize(
    ("verb", "rest", "move"),
    [
        ("clue", "fortress", Clue("fortress")),
        ("guess", " Tower ", Guess("Tower")),
        ("insist", "chemist", Insist("chemist")),
        ("clue", "sea  side", Clue("sea  side")),
        ("clue", "Fort-ress!", Clue("Fort-ress!")),
        ("guess", "ice cream", Guess("ice cream")),
        # Verbs are words like others: those who want a command type a slash.
        *(("clue", word, Clue(word)) for word in ("look", "leave", "clue", "insist", "guess")),
        *(("guess", word, Guess(word)) for word in ("look", "leave", "clue", "insist", "guess")),
        # O-W-10: it costs what passing does, and the word may be PASS.
        ("guess", "pass", Guess("pass")),
        # R-W-15: a clue is one word, so of two words the first was meant as the verb, once.
        ("clue", "clue fortress", Clue("fortress")),
        ("clue", "Insist  chemist", Insist("chemist")),
        ("guess", "guess tower", Guess("tower")),
        ("clue", "guess tower", Clue("guess tower")),
        ("guess", "clue tower", Guess("clue tower")),
        ("insist", "clue tower", Insist("clue tower")),
        ("clue", "clue clue clue", Clue("clue clue")),
    ],
)
def test_a_bare_line_is_the_clue_or_the_guess(verb: str, rest: str, move: Move) -> None:
    """As it was typed, but for blanks around it: the rules judge it, not the parser."""
    assert parsed(verb, rest) == move


@pytest.mark.parametrize("word", ["pass", "next", "Waive", "challenge", "stop", "three"])
def test_a_command_that_comes_when_a_word_is_asked_for_is_no_clue_and_no_guess(word: str) -> None:
    """It was on its way when the question changed, or its slash was forgotten."""
    small = word.lower()
    for verb in ("clue", "guess"):
        if (verb, small) == ("guess", "pass"):
            continue
        with pytest.raises(Refused) as refused:
            parsed(verb, word)
        assert refused.value.fault is MoveFault.MALFORMED
        assert refused.value.text == (
            f"{small} is also a command. Type /{small}, or if it is your {verb}: {verb} {small}"
        )
    assert parsed("clue", f"clue {word}") == Clue(word)
    assert parsed("guess", f"guess {word}") == Guess(word)


@pytest.mark.parametrize(("verb", "own"), [("clue", "indice"), ("guess", "deviner")])
@pytest.mark.parametrize("word", ["suivant", "Suite", "trois"])
def test_neither_is_one_in_the_language_of_its_player(word: str, verb: str, own: str) -> None:
    small = word.lower()
    with pytest.raises(Refused) as refused:
        parse(verb, word, bare=True, lang="fr")
    assert refused.value.fault is MoveFault.MALFORMED
    assert refused.value.text.endswith(f"{own} {small}")
    assert parse(verb, word, bare=False, lang="fr") == parse(verb, word, bare=True)


@pytest.mark.parametrize("word", ["pass", "Waive"])
def test_a_command_behind_its_verb_is_a_word(word: str) -> None:
    """`/guess waive` can mean nothing else, and waive is in the deck."""
    assert parsed("clue", word, bare=False) == Clue(word)
    assert parsed("guess", word, bare=False) == Guess(word)


@pytest.mark.parametrize("verb", ["clue", "guess", "insist"])
@pytest.mark.parametrize("rest", ["", "  "])
def test_what_cannot_be_read(verb: str, rest: str) -> None:
    """G-2: one clear line, with an example."""
    with pytest.raises(Refused) as caught:
        parsed(verb, rest)
    assert caught.value.fault is MoveFault.MALFORMED
    assert caught.value.text == f"Type one word, like this: /{verb} ox"


@pytest.mark.parametrize("rest", ["", "please"])
def test_moves_without_words(rest: str) -> None:
    """Whatever stands behind them."""
    moves = {
        "agree": Agree(),
        "object": Object(),
        "pass": Pass(),
        "challenge": Challenge(),
        "waive": Waive(),
        "next": Next(),
        "three": Three(),
        "stop": Stop(),
    }
    assert {verb: parsed(verb, rest) for verb in moves} == moves


def test_every_verb_can_be_typed_as_its_usage_says() -> None:
    """Usage, with a word in place of the capitals."""
    for verb in VERBS:
        first, *rest = verb.usage.replace("WORD", "tower").split()
        assert first == verb.name
        parsed(first, " ".join(rest))


def test_what_is_secret_does_not_print() -> None:
    """G-2, O-W-15: a refused clue or a sealed answer must not get into a log."""
    for move in (Clue("chemist"), Insist("chemist"), Guess("chemist")):
        assert "chemist" not in repr(move)


def test_a_line_may_be_an_answer_if_it_is_one_plain_word() -> None:
    """O-W-3: several words are one only where clues may be challenged."""
    for check, words in (("referee", False), ("challenge", True)):
        view = Play(clue_check=check).look(A)
        found = [TEXT_UI.is_answer(text, view, reader(A)) for text in (" fort ", "a", "sea side")]
        assert found == [True, words, words]

"""Near spellings of the password (R-W-21, O-W-4): no words, and spelt or spoken like it."""

from __future__ import annotations

import pytest

from parlour.lexicons import load_english
from parlour_password.clues import edits, is_near, sound
from parlour_password.moves import Clue
from tests.plugins.password.playbook import A, B, Play
from tests.plugins.password.test_forms import ASSOCIATIONS

ENGLISH = load_english()

NEAR = (
    ("castle", "castel"),  # the same letters
    ("castle", "catsle"),
    ("castle", "kastle"),  # one edit
    ("castle", "cassle"),
    ("chemistry", "chemestri"),  # two edits, from seven letters on
    ("window", "wyndow"),
    ("knight", "knyte"),  # the same sound
    ("school", "skul"),
    ("ox", "oks"),
    ("butter", "but er"),  # written in two
)
OF_THE_ISSUE = {
    "kastle": "castle",
    "castel": "castle",
    "eltsac": "castle",
    "munkey": "monkey",
    "elefant": "elephant",
}
FREE = (
    ("castle", "cattle"),  # words stand, whatever they look like
    ("mouse", "house"),
    ("ocean", "canoe"),
    ("thunder", "hunter"),
    ("castle", "kafka"),  # names that merely look alike
    ("window", "windsor"),
    ("butter", "hitchcock"),
    ("window", "wyndaw"),  # two edits, in six letters
    ("marble", "marple"),
    ("kite", "kate"),
    ("market", "margaret"),
    ("ox", "ux"),
    ("castle", "xyzzy"),
)


@pytest.mark.parametrize(("password", "clue"), [*NEAR, *FREE])
def test_a_near_spelling_is_refused_and_words_and_names_stand(password: str, clue: str) -> None:
    """As spelling the password out: only what is no word can be a spelling of another one."""
    assert is_near(password, clue, ENGLISH) == ((password, clue) in NEAR)


@pytest.mark.parametrize("clue", OF_THE_ISSUE)
def test_a_spelling_that_people_try_is_refused_at_the_table(clue: str) -> None:
    """R-W-21, O-W-4: by another letter, order or sound. Nothing happens."""
    play = Play(words=[OF_THE_ISSUE[clue]])
    assert f"isn't a word and is spelled almost like {OF_THE_ISSUE[clue]}" in (
        play.refused_clue(clue)
    )
    assert play.state.given == ()


def test_nothing_that_people_say_to_a_word_is_near() -> None:
    """Of hundreds of common associations none is refused. Without a word list the table of forms
    knows the common words.
    """
    assert not [(word, clue) for word, clue in ASSOCIATIONS if is_near(word, clue, ENGLISH)]
    assert is_near("castle", "castel", None)
    assert not is_near("castle", "cattle", None)


def test_edits_are_counted() -> None:
    """Letters put in, taken out and exchanged."""
    pairs = {("", ""): 0, ("", "abc"): 3, ("cat", "cat"): 0, ("cat", "cart"): 1, ("cat", "dog"): 3}
    pairs[("kitten", "sitting")] = 3
    assert {pair: edits(*pair) for pair in pairs} == pairs


def test_words_that_sound_alike_have_the_same_key() -> None:
    """After Metaphone; and what does not has another."""
    alike = (
        ("phone", "fone"),
        ("knight", "nite"),
        ("write", "rite"),
        ("which", "wich"),
        ("xerox", "zeroks"),
        ("catch", "kach"),
        ("school", "skool"),
        ("ghost", "gost"),
        ("lamb", "lam"),
        ("edge", "ej"),
        ("nation", "nashun"),
        ("quick", "kuick"),
    )
    assert [(one, other) for one, other in alike if sound(one) != sound(other)] == []
    assert len({sound(word) for word in ("castle", "ocean", "thumb", "this", "sheep")}) == 5


def test_the_giver_is_told_and_may_give_another() -> None:
    """O-W-15: nobody else learns of it; at a table with votes the other giver may allow it."""
    play = Play(clue_vote=False)
    assert play.refused(A, Clue("castel")).text == (
        "castel isn't a word and is spelled almost like castle. Give another clue."
    )
    play = Play()
    assert "ask the other giver: /insist castel" in play.refused_clue("castel")
    play.insist("castel")
    plea = play.look(B).plea
    assert plea is not None
    assert (plea.giver, plea.kin) == (A, "near")
    play.agree(B)
    assert play.state.clue == "castel"

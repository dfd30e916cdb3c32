"""What people type, and what it is taken for."""

from __future__ import annotations

import pytest

from parlour import MoveFault, Reader, Refused
from parlour_boggle import BOGGLE
from parlour_boggle.moves import VERBS, Move, Next, TakeBack, Write
from parlour_boggle.reading import ODD_LETTERS, ODD_MAX
from tests.plugins.boggle.playbook import NAMES, A, B, Play


def bare(line: str, own: str = "") -> Move:
    """A line without a slash, of a player whose list is *own*."""
    play = Play()
    if own:
        play.word(A, own)
    return play.parsed(A, "word", line)


@pytest.mark.parametrize(
    ("line", "own", "words"),
    [
        ("house", "", "house"),
        ("cat dog, tea;ten ,  god", "", "cat dog tea ten god"),
        ("tea. cat! dog", "", "tea cat dog"),
        *((word, "", word) for word in ("look", "next", "take", "word", "say hello", "leave")),
        ("take back tea dog", "tea", "take back tea dog"),
        ("take back", "tea", "take back"),
        ("take tea", "tea", "take tea"),
        ("\u00c9t\u00e9 c\u0153ur \u00c6on", "", "ete coeur aeon"),
    ],
)
def test_a_line_is_a_list_of_words(line: str, own: str, words: str) -> None:
    """O-B-15: blanks and marks are between words. Those who want a command type a
    slash, but for taking back what is on one's list. Letters are compared without accents, and
    ligatures are two letters.
    """
    assert bare(line, own) == Write(tuple(words.split()))


def test_take_back() -> None:
    """O-B-15: `/take back WORD`, and programs leave out BACK. Without a slash, if all that follows
    is on one's list. What came too late is not there (O-B-6).
    """
    play = Play()
    for rest in ("back tea", "tea", "BACK, Tea"):
        assert play.parsed(A, "take", rest) == TakeBack(("tea",))
    assert play.parsed(A, "take", "back tea cat tea") == TakeBack(("tea", "cat"))
    assert play.parsed(A, "take", "back") == TakeBack(("back",))
    assert bare("take back tea", "tea cat") == TakeBack(("tea",))
    assert bare("Take back tea, cat", "tea cat") == TakeBack(("tea", "cat"))
    play = Play(lag_credit=100)
    play.time_up()
    play.now += 1
    play.word(A, "tea")
    assert play.parsed(A, "word", "take back tea") == Write(("take", "back", "tea"))


def test_odd_entries_are_named_but_not_all() -> None:
    """O-B-15: an answer stays short, however long the line was."""
    move = bare(f"cat {'x1' * 40} a-b c_d e'f \u4e2d {'a' * 28}")
    assert isinstance(move, Write)
    assert move.words == ("cat",)
    assert len(move.odd) == ODD_MAX
    assert move.odd[0] == ("x1" * 40)[:ODD_LETTERS]


@pytest.mark.parametrize(
    ("verb", "rest"),
    [("word", ""), ("word", "12 !"), ("word", ",;"), ("take", ""), ("take", "back 12")],
)
def test_what_cannot_be_read(verb: str, rest: str) -> None:
    """G-2: one clear line, with an example or what would be right."""
    play = Play()
    with pytest.raises(Refused) as caught:
        play.parsed(A, verb, rest)
    assert caught.value.fault is MoveFault.MALFORMED
    assert len(caught.value.text) <= 79


@pytest.mark.parametrize("rest", ["", "cat dog", "c4t", "a" * 28])
def test_a_path_is_for_one_word(rest: str) -> None:
    """`path WORD`."""
    play = Play()
    play.time_up()
    with pytest.raises(Refused) as caught:
        play.path(rest)
    assert caught.value.text == "Name one word, like this: path house"


def test_every_verb_can_be_typed_as_its_usage_says() -> None:
    """Usage, with words in place of the capitals. What follows `next` does not matter."""
    play = Play()
    play.word(B, "cat")
    assert play.parsed(A, "next", "please") == Next()
    for verb in VERBS:
        first, *rest = verb.usage.replace("WORD ...", "cat dog").replace("WORD", "cat").split()
        assert first == verb.name
        reader = Reader(B, NAMES)
        BOGGLE.text_ui.parse(first, " ".join(rest), play.look(B), reader)


def test_a_line_may_be_an_answer_if_the_board_can_spell_a_word_of_it() -> None:
    """O-B-15, and the contract of `TextUI.is_answer`."""
    play = Play()
    view, reader = play.look(A), Reader(A, NAMES)
    found = [
        BOGGLE.text_ui.is_answer(text, view, reader)
        for text in ("", "cat", "zzz", "zzz a", "zzz cat")
    ]
    assert found == [False, True, False, False, True]

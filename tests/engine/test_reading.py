"""How `TextUI.parse` reads a line by the prompt: what it accepts, and what it says otherwise."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour import (
    ChoiceArg,
    IntArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Scene,
    Seat,
    SeatArg,
    Text,
    TextArg,
    TextUI,
    Verb,
    some,
    translated,
)
from parlour.candidates import lines
from parlour.language import ENGLISH

ANN, BOB, BEA, CY = map(Seat, range(1, 5))
NAMES = {ANN: "Ann", BOB: "Bob", BEA: "bea", CY: "cy"}


class Suit(StrEnum):
    HEARTS = "hearts"
    SPADES = "spades"


class Fire(msgspec.Struct, frozen=True, tag="fire"):
    cell: str


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    seat: Seat
    number: int = 1


class Meld(msgspec.Struct, frozen=True, tag="meld"):
    cards: tuple[str, ...]


class Lead(msgspec.Struct, frozen=True, tag="lead"):
    suit: Suit
    space: int


class Write(msgspec.Struct, frozen=True, tag="write"):
    line: str


class Clue(msgspec.Struct, frozen=True, tag="clue"):
    word: str
    number: int


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    seat: Seat
    about: str


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """Nothing else to say."""


MOVES: Any = Fire | Ask | Meld | Lead | Write | Clue | Hint | Fold


class Plain(TextUI[Any, None, Any]):
    """Only what has no default."""

    def draw(self, view: None, reader: Reader) -> Scene:
        return Scene((Text.of("The board"),))

    def say(self, heard: Any, reader: Reader) -> list[str]:
        return []


NUMBER = IntArg("number", 1, 2)


def verb(name: str, usage: str = "") -> Verb:
    return Verb(name, f"{name} {usage}".strip(), "do it")


FIRE = MoveSpec(verb("fire", "CELL"), (ChoiceArg("cell", ("A1", "B3", "c2")),))
ASK = MoveSpec(
    verb("ask", "PLAYER NUMBER"), (SeatArg("player", (BOB, BEA)), IntArg("number", 1, 9))
)
ASK_ONE = MoveSpec(verb("ask", "PLAYER NUMBER"), (SeatArg("player", (CY,)),))
MELD = MoveSpec(verb("meld", "CARDS"), (some("cards", ("QS", "QH", "QH", "7D"), 2, 3),))
LEAD = MoveSpec(
    verb("lead", "SUIT SPACE"),
    (ChoiceArg("suit", ("hearts", "spades")), ChoiceArg("space", ("1", "2"))),
)
WRITE = MoveSpec(verb("write", "LINE"), (TextArg("line", ("the old king",)),))
CLUE = MoveSpec(verb("clue", "WORD NUMBER"), (TextArg("word", ("sea",)), IntArg("number", 0, 3)))
FOLD = MoveSpec(verb("fold"))
HINTS = tuple(
    MoveSpec(
        verb("hint", "PLAYER ABOUT"), (SeatArg("player", (seat,)), ChoiceArg("about", abouts))
    )
    for seat, abouts in ((BOB, ("red", "rose", "1")), (BEA, ("red", "r2")))
)
ALL = (FIRE, ASK, ASK_ONE, MELD, LEAD, WRITE, CLUE, *HINTS, FOLD)


def read(line: str, *, bare: str | None = None, moves: tuple[MoveSpec, ...] = ALL) -> Any:
    """Return the move that Ann types, as a host hands it to the game."""
    reader = Reader(ANN, NAMES, bare=bare is not None, prompt=Prompt(moves, bare), moves=MOVES)
    first, _, rest = line.partition(" ")
    name, words = (first, rest) if bare is None else (bare, line)
    return Plain().parse(name, words, None, reader)


def refusal(line: str, **how: Any) -> tuple[MoveFault, str]:
    with pytest.raises(Refused) as caught:
        read(line, **how)
    return caught.value.fault, caught.value.text


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("fire b3", Fire("B3")),
        ("fire 3.", Fire("B3")),
        ("fire fire C2", Fire("c2")),
        ("ask BOB 4", Ask(BOB, 4)),
        ("ask be 9", Ask(BEA, 9)),
        ("ask seat2 1", Ask(BOB, 1)),
        ("ask cy", Ask(CY)),
        ("hint bob RO", Hint(BOB, "rose")),
        ("hint be re", Hint(BEA, "red")),
        ("hint be 2", Hint(BEA, "r2")),
        ("lead s 2", Lead(Suit.SPADES, 2)),
        ("meld 7d qs", Meld(("7D", "QS"))),
        ("meld qh, qh", Meld(("QH", "QH"))),
        ("lead Spades 2", Lead(Suit.SPADES, 2)),
        ("write  The old  king, again.", Write("The old  king, again.")),
        ("write write", Write("write")),
        ("clue open sea 3", Clue("open sea", 3)),
        ("fold", Fold()),
    ],
)
def test_words_become_the_move_that_the_prompt_offers(line: str, move: Any) -> None:
    assert read(line) == move


@pytest.mark.parametrize(
    ("bare", "line", "move"),
    [
        ("fire", "b3", Fire("B3")),
        ("fire", "fire b3", Fire("B3")),
        ("fire", "Fire b3!", Fire("B3")),
        ("fire", "ask bob 2", Ask(BOB, 2)),
        ("fire", "fold", Fold()),
        ("write", "the king", Write("the king")),
        ("write", "write the king", Write("the king")),
        ("write", "write", Write("write")),
        ("write", "fold", Write("fold")),
    ],
)
def test_a_line_may_begin_with_its_verb_or_another_one(bare: str, line: str, move: Any) -> None:
    """Where anything can be a text, only its own verb is none."""
    assert read(line, bare=bare) == move


WORDS = MoveSpec(verb("fire", "CELL"), (ChoiceArg("cell", ("hearts", "spades", "x")),))


@pytest.mark.parametrize(
    ("line", "bare", "cell"),
    [
        ("he", "fire", "hearts"),
        ("fire h", "fire", "hearts"),
        ("fire h", None, "hearts"),
        ("X", "fire", "x"),
    ],
)
def test_a_choice_may_be_shortened(line: str, bare: str | None, cell: str) -> None:
    """To one letter, if the verb is typed. Some choices are a letter."""
    assert read(line, bare=bare, moves=(WORDS,)) == Fire(cell)


def test_a_letter_alone_is_no_choice_for_short() -> None:
    """A slip of the finger must not play a card."""
    told = (MoveFault.AMBIGUOUS, "h could be hearts. Type all of it.")
    assert refusal("h", bare="fire", moves=(WORDS,)) == told
    assert refusal("h!", bare="fire", moves=(WORDS,)) == told
    assert refusal("q", bare="fire", moves=(WORDS,))[0] is MoveFault.ILLEGAL


ILLEGAL, MALFORMED, AMBIGUOUS = MoveFault.ILLEGAL, MoveFault.MALFORMED, MoveFault.AMBIGUOUS
FIRING = "Type: fire CELL (cell: A1, B3, c2)"
ASKING = "Type: ask PLAYER NUMBER (player: Bob, bea, cy)"
ASKING_BOB = "Type: ask PLAYER NUMBER (player: Bob, bea; number: 1 to 9)"
HINTING = "Type: hint PLAYER ABOUT"
MELDING = "Type: meld CARDS (cards: 2 to 3 of QS, QH, QH, 7D)"


@pytest.mark.parametrize(
    ("line", "fault", "text"),
    [
        ("fire", MALFORMED, f"Still missing: cell. {FIRING}"),
        ("fire z9", ILLEGAL, f"z9 isn't open to you now. {FIRING}"),
        ("fire a1 b3", MALFORMED, f"That is more than fire takes. {FIRING}"),
        ("ask bob ten", ILLEGAL, f"ten isn't a number from 1 to 9. {ASKING_BOB}"),
        ("ask bob 10", ILLEGAL, f"10 isn't a number from 1 to 9. {ASKING_BOB}"),
        ("ask bob", MALFORMED, f"Still missing: number. {ASKING_BOB}"),
        ("ask b 1", AMBIGUOUS, "b could be Bob or bea. Type more of the name."),
        ("ask Ann 1", ILLEGAL, f"You can't choose Ann now. {ASKING}"),
        ("ask dee 1", MALFORMED, "No player is called dee. The players are Bob, bea, cy."),
        ("ask cy 1", MALFORMED,
         "That is more than ask takes. Type: ask PLAYER NUMBER (player: cy)"),
        ("ask", MALFORMED, f"Still missing: player. {ASKING}"),
        ("hint", MALFORMED, f"Still missing: player. {HINTING} (player: Bob, bea)"),
        ("hint red bob", MALFORMED, "No player is called red. The players are Bob, bea."),
        ("hint b red", AMBIGUOUS, "b could be Bob or bea. Type more of the name."),
        ("hint bob white", ILLEGAL,
         f"white isn't open to you now. {HINTING} (player: Bob; about: red, rose, 1)"),
        ("hint bob r", AMBIGUOUS, "r could be red, rose. Type all of it."),
        ("hint bea rose", ILLEGAL,
         f"rose isn't open to you now. {HINTING} (player: bea; about: red, r2)"),
        ("meld QS", ILLEGAL, f"Name 2 to 3 of them. {MELDING}"),
        ("meld QS QS", ILLEGAL, f"You named QS too often. {MELDING}"),
        ("meld QS 9C", ILLEGAL, f"9C isn't open to you now. {MELDING}"),
        ("write", MALFORMED, "Still missing: line. Type: write LINE"),
        ("fold now", MALFORMED, "That is more than fold takes. Type: fold"),
        ("pass", ILLEGAL, "You can't pass now. You can: fire CELL, ask PLAYER NUMBER, meld CARDS, "
         "lead SUIT SPACE, write LINE, clue WORD NUMBER, hint PLAYER ABOUT or fold"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_would_be_right(line: str, fault: MoveFault, text: str) -> None:
    told, said = refusal(line)
    assert (told, said.replace("<<", "").replace(">>", "")) == (fault, text)


def test_nobody_moves_without_a_prompt() -> None:
    with pytest.raises(Refused, match="nothing is asked of you"):
        Plain().parse("fold", "", None, Reader(ANN, NAMES, moves=MOVES))


def test_choices_that_differ_in_capitals_only_are_told_apart() -> None:
    spec = MoveSpec(verb("fire", "CELL"), (ChoiceArg("cell", ("ab", "AB")),))
    assert read("fire AB", moves=(spec,)) == Fire("AB")
    assert refusal("fire Ab", moves=(spec,))[0] is AMBIGUOUS


def test_a_word_in_full_comes_before_one_that_is_shortened() -> None:
    """In a later form, in another reading of the line, and of names that begin alike."""

    def choosing(name: str, *choices: str) -> MoveSpec:
        return MoveSpec(verb(name, "CELL"), (ChoiceArg("cell", choices),))

    forms = choosing("fire", "folder", "10", "QS"), choosing("fire", "fo")
    assert read("fire fo", moves=forms) == Fire("fo")
    assert read("fire fol", moves=forms) == Fire("folder")
    assert read("fold", bare="fire", moves=(*forms, FOLD)) == Fold()
    assert refusal("fire 1", moves=forms)[0] is ILLEGAL
    named = {ANN: "Bobby", BOB: "Bob", BEA: "2a", CY: "2b"}
    specs = [MoveSpec(ASK.verb, (SeatArg("player", (seat,)),)) for seat in named]
    reader = Reader(ANN, named, prompt=Prompt(tuple(specs)), moves=MOVES)
    assert Plain().parse("ask", "bob", None, reader) == Ask(BOB)
    assert Plain().parse("ask", "bobb", None, reader) == Ask(ANN)
    with pytest.raises(Refused, match="2 isn't open to you now"):
        Plain().parse("ask", "2", None, reader)


def test_forms_of_one_verb_may_ask_for_different_things() -> None:
    """Then a refusal tells both."""
    forms = (
        MoveSpec(verb("fire", "WHAT"), (ChoiceArg("cell", ("A1", "all")),)),
        MoveSpec(verb("fire", "WHAT"), (IntArg("number", 2, 3),)),
    )
    both = "Type: fire WHAT (cell: A1, all - or number: 2 to 3)"
    assert refusal("fire 4", moves=forms)[1].replace("<<", "").replace(">>", "").endswith(both)
    assert read("fire al", moves=forms) == Fire("all")


def test_a_move_that_cannot_hold_what_is_offered_is_a_fault_of_the_game() -> None:
    """The author reads it, not the players; a text they can mend."""
    odd = MoveSpec(
        verb("lead", "SUIT SPACE"), (ChoiceArg("suit", ("clubs",)), IntArg("space", 1, 2))
    )
    with pytest.raises(TypeError, match="Lead cannot hold what lead offers"):
        read("lead clubs 1", moves=(odd,))
    many = MoveSpec(verb("fire", "A B"), (NUMBER, NUMBER))
    with pytest.raises(TypeError, match="Fire has fewer fields than fire has arguments"):
        read("fire 1 2", moves=(many,))
    with pytest.raises(TypeError, match='no move has tag="pass"'):
        read("pass", moves=(MoveSpec(verb("pass")),))
    free = MoveSpec(
        verb("lead", "SUIT SPACE"), (TextArg("suit", ("hearts",)), IntArg("space", 1, 2))
    )
    assert read("lead hearts 1", moves=(free,)) == Lead(Suit.HEARTS, 1)
    assert refusal("lead jokers 1", moves=(free,))[0] is MALFORMED


def test_a_move_alone_needs_no_tag() -> None:
    class Take(msgspec.Struct, frozen=True):
        number: int

    spec = MoveSpec(verb("take", "NUMBER"), (IntArg("number", 1, 3),))
    reader = Reader(ANN, NAMES, prompt=Prompt((spec,)), moves=Take)
    assert Plain().parse("take", "2", None, reader) == Take(2)


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["fire", "ask", "meld", "qh", "QS", "b3", "bob", "b", "2", "99", ".", "1.5"]
            ),
            st.text(max_size=8),
        ),
        max_size=5,
    ),
    st.sampled_from([None, "fire", "meld", "ask", "write"]),
)
def test_any_line_is_a_move_or_is_refused_in_one_line(words: list[str], bare: str | None) -> None:
    """And a move is made of what is offered."""
    line = " ".join(words)
    reader = Reader(ANN, NAMES, bare=bare is not None, prompt=Prompt(ALL, bare), moves=MOVES)
    try:
        move = Plain().parse(bare or "meld", line, None, reader)
    except Refused:
        return
    match move:
        case Fire(cell):
            assert cell in ("A1", "B3", "c2")
        case Ask(seat, number):
            assert seat in (BOB, BEA, CY)
            assert 1 <= number <= 9
        case Meld(cards):
            assert 2 <= len(cards) <= 3
            assert cards.count("QS") <= 1
        case _:
            assert bare is not None


@given(st.integers(0, 2**32), st.booleans())
def test_every_line_that_is_offered_is_read(seed: int, upper: bool) -> None:
    for name, words in lines(Prompt(ALL), NAMES, Random(seed), most=20):
        typed = words.upper() if upper and name not in ("write", "clue") else words
        move = read(f"{name} {typed}".strip())
        assert type(move).__name__ == name.capitalize()


def test_the_question_names_what_is_open() -> None:
    """Below the position, if the game waits for them; who taps reads nothing about typing."""
    reader = Reader(ANN, NAMES)
    told = Plain().ask(Prompt((FIRE, FOLD)), None, reader)
    assert told == ["The board", "Your turn: fire CELL (cell: A1, B3, c2) or fold"]
    (told,) = Plain().ask(Prompt((FIRE, FOLD)), None, replace(reader, taps=True))
    assert translated(told, ENGLISH, True) == "Your turn."
    (told,) = Plain().ask(Prompt((ASK, ASK_ONE), urgent=False), None, reader)
    assert told == (
        "You can: ask PLAYER NUMBER (player: Bob, bea; number: 1 to 9 - or player: cy)"
    )
    assert Plain().ask(Prompt(()), None, reader)[-1] == "Your turn: nothing"


def test_who_calls_it_without_the_prompt_reads_what_is_missing() -> None:
    with pytest.raises(TypeError, match=r"Game\.reading\(reader, prompt\)"):
        Plain().parse("fold", "", None, Reader(ANN, NAMES))

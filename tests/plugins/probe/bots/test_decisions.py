"""What `sharp` decides in plain positions, and what both bots hide."""

from __future__ import annotations

from random import Random

import pytest

from parlour import BotContext, Lexicon, Seat
from parlour.lexicons import load_english
from parlour_kit.words import SmallList
from parlour_probe import PROBE
from parlour_probe.bots import BOTS, Memory, easy, hardness, medium, row_to_hide, sharp
from parlour_probe.bots.choices import best_question, least_telling
from parlour_probe.bots.odds import Known
from parlour_probe.decks import BLANK, VALUES
from parlour_probe.heard import Asked, Guessed, Turn
from parlour_probe.hiding import fault_of
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from tests.plugins.probe.bots.arena import AnyBot, Game
from tests.plugins.probe.playbook import LEFT, RIGHT, A, B, C, Play, terms, word_list
from tests.sizes import sized

ENGLISH = load_english()
QUIET = ["NORMAL"] * 20


def decided(
    play: Play, seat: Seat, *, denied: str = "", wrong: tuple[str, ...] = ()
) -> Move | None:
    """What `sharp` at *seat* does, when B has denied some cards and some rows were wrong."""
    view = play.look(seat)
    memory = sharp.begin(seat, view)
    for card in denied:
        memory = sharp.hear(memory, Asked(C, B, card, False, 0, 0))
    for row in wrong:
        memory = sharp.hear(memory, Guessed(C, B, 0, row, False, -50, -50))
    context = BotContext(Random(1), play.lexicon)
    thought = sharp.think(memory, view, play.prompts()[seat], context)
    return None if thought is None else thought.move


def begun(*words: str, least: int = 5) -> Play:
    """A game on the English list; seat 1 is at turn and nobody draws anything special.

    word_list with *least* cards hidden may be guessed.
    """
    return Play(words, deck=QUIET, lexicon=ENGLISH, interrupt_min_hidden=least)


# --- hiding -----------------------------------------------------------------------------


@pytest.mark.parametrize("least", [1, 4, 9, 12])
@pytest.mark.parametrize("hard", [True, False])
def test_bots_hide_listed_words_that_may_be_laid(hard: bool, least: int) -> None:
    """R-P-5 to R-P-9: whatever the luck, the row is allowed, and its word is in the list."""
    table = terms(min_word_length=least, word_check="reject", letter_deck="F3Z3")
    for luck in range(60):
        row = row_to_hide(table, ("none",), ENGLISH, Random(luck), hard=hard)
        assert fault_of(table, row) is None
        assert row.strip(BLANK).lower() in ENGLISH


def test_sharp_hides_harder_words_of_many_kinds() -> None:
    """Its letters are rarer than a child's, and it is not always the same word."""
    hard, plain = (
        [
            row_to_hide(terms(), (), ENGLISH, Random(luck), hard=hard).strip(BLANK)
            for luck in range(100)
        ]
        for hard in (True, False)
    )
    assert sum(map(hardness, hard)) > 1.2 * sum(map(hardness, plain))
    assert len(set(hard)) > 80


@pytest.mark.parametrize(
    "lexicon", [None, word_list({}, {}), word_list({5: ["queue"]}, {}, ["queue"])]
)
def test_without_a_word_to_offer_the_table_s_examples_do(lexicon: SmallList | None) -> None:
    """No list, an empty one, or only words that a host must not offer: an example is laid."""
    for hard in (True, False):
        assert row_to_hide(terms(), (".ABC",), lexicon, Random(1), hard=hard) == ".ABC"


# --- asking -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "up", "seat", "denied", "wrong", "move"),
    [
        # What cannot miss is taken before anything that may end the turn.
        ("HOUSE JAZZY CRYPT", (1, 2, 3, 5), A, ".", (), Ask(B, "Z")),
        # R-P-35: five cards are hidden and one word fits, so it is named even out of turn.
        ("HOUSE JUXTAPOSED CRYPT", (1, 2, 3, 4, 6), A, ".", (), Guess(B, "JUXTAPOSED")),
        ("HOUSE JUXTAPOSED CRYPT", (1, 2, 3, 4, 6), C, ".", (), Guess(B, "JUXTAPOSED")),
        # A row that was named in vain is not named again.
        (
            "HOUSE JUXTAPOSED CRYPT",
            (1, 2, 3, 4, 6),
            C,
            ".",
            ("JUXTAPOSED",),
            Guess(B, "JUXTAPOSES"),
        ),
        # R-P-40: a wrong guess costs 50, so it keeps silent while it knows little.
        ("HOUSE LANTERN CRYPT", (), C, "", (), None),
        ("HOUSE LANTERN CRYPT", (1,), C, "", (), None),
    ],
)
def test_what_sharp_does(
    words: str, up: tuple[int, ...], seat: Seat, denied: str, wrong: tuple[str, ...], move: Move
) -> None:
    """With so many cards of bob up, so many denied by him, and so many rows wrong."""
    play = begun(*words.split())
    play.open(B, *up)
    assert decided(play, seat, denied=denied, wrong=wrong) == move


def test_sharp_never_asks_again_for_what_is_not_there() -> None:
    """A No holds for the rest of the game."""
    play = begun("HOUSE", "LYNX", "LYNX", least=12)
    for count in range(1, 20):
        denied = "EAISTRONCDUGPMHBFKW."[:count]
        move = decided(play, A, denied=denied)
        assert isinstance(move, Ask)
        assert move.seat == C or move.card not in denied


def test_sharp_does_not_risk_50_for_a_blank_that_is_unlikely() -> None:
    """R-P-31: on a short rack a blank is no good question."""
    play = begun("HOUSE", "TABLE", "CHAIR")
    move = decided(play, A)
    assert isinstance(move, Ask)
    assert move.card != BLANK


def test_a_multiplier_makes_dear_cards_dearer() -> None:
    """R-P-25: with five times at stake a likely card of 15 is better than a sure one of 5."""
    lexicon = word_list({4: ["feed", "feel", "feet", "fest"]}, {})
    known_of = {
        (B, 0): Known("?EE?", denied=frozenset(".")),  # space 1: an F for sure
        (C, 0): Known("FE??", denied=frozenset(".")),  # space 3: probably an E
    }
    assert best_question(known_of, 1, lexicon, Random(1)) == Ask(B, "F")
    assert best_question(known_of, 5, lexicon, Random(1)) == Ask(C, "E")


# --- guessing ---------------------------------------------------------------------------


def test_sharp_waits_for_the_card_that_is_about_to_be_shown() -> None:
    """O-P-23: a guess would only be held, and the card may tell more."""
    play = begun("HOUSE", "JUXTAPOSED", "CRYPT")
    play.open(B, 1, 2, 3, 4)
    play.ask(A, B, "P")
    assert decided(play, C, denied=".") is None
    assert decided(play, B) == Show(6)


def test_bots_do_not_say_what_a_host_must_not_offer() -> None:
    """Such a word counts if a person plays it; a bot does not say it aloud."""
    lexicon = word_list({10: ["juxtaposed"]}, {}, never=["juxtaposed"])
    play = Play(["FISH", "JUXTAPOSED", "TREE"], deck=QUIET, lexicon=lexicon)
    play.open(B, 1, 2, 3, 4, 5)
    assert decided(play, C, denied=".") is None


# --- showing ----------------------------------------------------------------------------


def test_bots_show_the_cheapest_of_equal_cards() -> None:
    """R-P-16: whoever has several chooses which; space 1 is worth 5, space 3 is worth 15."""
    play = begun("HOUSE", "BANANA", "CRYPT")
    play.ask(A, B, "A")
    assert decided(play, B) == Show(6)
    prompt, view = play.prompts()[B], play.look(B)
    thought = easy.think(easy.begin(B, view), view, prompt, BotContext(Random(1), play.lexicon))
    assert thought is not None
    assert thought.move == Show(6)


def test_sharp_shows_what_tells_least_if_any_card_will_do() -> None:
    """R-P-23: of cards worth the same it shows the one that most words share."""
    assert VALUES[0] == VALUES[5]
    choice = ((0, 1), (0, 6))
    known_of, own = {0: Known("?ELL???")}, {0: "JELLIED"}
    assert least_telling(choice, known_of, own, ENGLISH) == (0, 6)


def test_sharp_shows_what_tells_least_of_two_racks() -> None:
    """R-P-49: if both words have the letter, the one that it tells less of."""
    known_of = {LEFT: Known("?ELL???"), RIGHT: Known("??????")}
    own = {LEFT: "JELLIED", RIGHT: "EEEEEE"}
    assert least_telling(((LEFT, 6), (RIGHT, 1)), known_of, own, ENGLISH) == (LEFT, 6)
    known_of = {LEFT: Known("QUI?"), RIGHT: Known("??????")}
    own = {LEFT: "QUIZ", RIGHT: "SIZING"}
    assert least_telling(((LEFT, 4), (RIGHT, 3)), known_of, own, ENGLISH) == (LEFT, 4)


def test_a_question_may_hit_on_either_of_two_racks() -> None:
    """R-P-49: what is likely on both is asked before what is likelier on one alone."""
    lexicon = word_list(
        {4: ["feed", "feel", "feet", "fest", "test", "help", "held", "helm", "gulp"]}, {}
    )
    known_of = {
        (B, LEFT): Known("?E??", denied=frozenset(".AI")),
        (B, RIGHT): Known("??L?", denied=frozenset(".AI")),
    }
    assert best_question(known_of, 1, lexicon, Random(1)) == Ask(B, "E")


GUESSING = (4, 12, 20, 21)
"""The games in which each of the bots guesses on both racks, which they seldom do."""


@pytest.mark.sweep
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.kind)
def test_bots_play_with_two_racks(bot: AnyBot) -> None:
    """R-P-47 to R-P-50: whole games, in which they hide, show and guess on both racks."""
    moves: list[object] = []
    for seed in sized(GUESSING, range(24)):
        game = Game({A: bot, B: easy}, ENGLISH, seed)
        assert PROBE.rules.is_over(game.play())
        moves += [move for seat, move in game.moves if seat == A]
    for kind in (Hide, Show, Guess):
        assert {move.rack for move in moves if isinstance(move, kind)} == {LEFT, RIGHT}, kind


# --- the child --------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [easy, medium])
def test_only_sharp_acts_out_of_turn(bot: AnyBot) -> None:
    """The others let every chance to guess out of turn pass."""
    play = begun("HOUSE", "JUXTAPOSED", "CRYPT")
    play.open(B, 1, 2, 3, 4, 6)
    view = play.look(C)
    context = BotContext(Random(1), play.lexicon)
    assert bot.think(bot.begin(C, view), view, play.prompts()[C], context) is None


def test_a_child_sees_words_in_the_cards_now_and_then() -> None:
    """With most of a word to be read it asks for the missing letter more often than by luck."""
    play = begun("HOUSE", "WINDOW", "WINDOW")
    for seat in (B, C):
        play.open(seat, 1, 2, 4, 5, 6)
    view, prompt = play.look(A), play.prompts()[A]
    asked = [
        easy.think(easy.begin(A, view), view, prompt, BotContext(Random(luck), ENGLISH))
        for luck in range(200)
    ]
    moves = [thought.move for thought in asked if thought is not None]
    assert sum(isinstance(move, Ask) and move.card == "N" for move in moves) > 40


def test_hiding_is_a_move() -> None:
    """Both bots lay a word when words are hidden."""
    play = Play(lexicon=ENGLISH)
    bots: dict[Seat, AnyBot] = {A: easy, B: sharp}
    for seat, bot in bots.items():
        view = play.look(seat)
        context = BotContext(Random(1), ENGLISH)
        thought = bot.think(bot.begin(seat, view), view, play.prompts()[seat], context)
        assert thought is not None
        assert isinstance(thought.move, Hide)
        play.move(seat, thought.move)


def child(play: Play, memory: Memory, luck: int, lexicon: Lexicon) -> Move:
    """What `easy` at seat 1 does."""
    view, prompt = play.look(A), play.prompts()[A]
    thought = easy.think(memory, view, prompt, BotContext(Random(luck), lexicon))
    assert thought is not None
    return thought.move


def test_a_child_asks_for_nothing_that_was_just_denied() -> None:
    """Neither for a common card nor for one of a word that it believes to see."""
    play = begun("HOUSE", "TABLE", "TABLE", least=2)
    play.open(B, 2, 3, 4)
    play.open(C, 2, 3, 4)
    memory = easy.begin(A, play.look(A))
    for owner, card in ((B, "T"), (C, "T"), (C, BLANK)):
        memory = easy.hear(memory, Asked(A, owner, card, False, 0, 0))
    moves = [child(play, memory, luck, ENGLISH) for luck in range(200)]
    assert not {Ask(B, "T"), Ask(C, "T"), Ask(C, BLANK)}.intersection(
        move for move in moves if isinstance(move, Ask)
    )
    assert not any(isinstance(move, Guess) and "T" in move.cards for move in moves)


def test_a_child_names_one_word_a_turn() -> None:
    """And not the one that was wrong a moment ago."""
    play = begun("HOUSE", "TABLE", "TABLE", least=2)
    play.open(B, 2, 3, 4)
    play.open(C, 2, 3, 4)
    words = word_list({5: ["cable", "fable", "table"]}, {}, never=["fable"])
    fresh = easy.begin(A, play.look(A))
    named = {
        move.cards
        for luck in range(200)
        if isinstance(move := child(play, fresh, luck, words), Guess)
    }
    assert named == {"CABLE", "TABLE"}
    spent = easy.hear(fresh, Guessed(A, B, 0, "CABLE", False, -50, -50))
    assert not any(isinstance(child(play, spent, luck, words), Guess) for luck in range(200))
    later = easy.hear(spent, Turn(A, "NORMAL", False, False, None, 0, 0, False))
    guesses = [child(play, later, luck, words) for luck in range(200)]
    assert Guess(B, "TABLE") in guesses
    assert Guess(C, "CABLE") in guesses
    assert Guess(B, "CABLE") not in guesses

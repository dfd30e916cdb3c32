"""The French edition: R-P-6, R-P-15, R-P-30, R-P-36, O-P-3, O-P-5, O-P-6, O-P-42, O-P-43."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from parlour import OptionValue, Reader, Refused, TextArg
from parlour.engine.options import options_of, read_options
from parlour.lexicons import Lexicons, load_builtin
from parlour_kit import SmallList
from parlour_probe import PROBE
from parlour_probe.heard import (
    Asked,
    Hid,
    Laid,
)
from parlour_probe.moves import Ask, Guess, Hide, Recite
from tests.plugins.probe.luck import game
from tests.plugins.probe.playbook import NAMES, A, B, C, Play
from tests.plugins.probe.rulings import Ruling, check, rulings
from tests.sizes import sized

TRESORIER = "tr\xe9sorier"
SPELT = {"tresorier": (TRESORIER,), "cote": ("cote", "cot\xe9", "c\xf4te"), "oeuf": ("\u0153uf",)}
INFLECTED = ("portait", "avec")


class French(SmallList):
    """A small French list, with accents and with forms that no dictionary lists."""

    def printed(self, word: str) -> tuple[str, ...]:
        return SPELT.get(word, (word,))

    def dictionary_form(self, word: str) -> bool:
        return word in self and word not in INFLECTED


WORDS = French(["porte", "porter", "lanterne", "maison", "banane", *SPELT, *INFLECTED])
RECITING: Mapping[str, OptionValue] = {"edition": "fr", "fr_recite": True}
ROWS = ("..TRESORIER.", "LANTERNE", "MAISON")

RULINGS = rulings("""\
R-P-36, C-P-4, O-P-24, O-P-42: only the player at turn may guess; one line for all others.
may a ask guess; may c
c guess b lanterne -> You can guess a word in your own turn only. Nothing has changed.
c guess b bananes -> You can guess a word in your own turn only. Nothing has changed.
a guess b lanterne
> ann guesses LANTERNE as bob's word: right! ann scores 175 (total 175).
may a ask guess

R-P-35, O-P-42: a guess in one's own turn waits for the card, as in English.
a ask b n
c guess a xyzzy -> You can guess a word in your own turn only. Nothing has changed.
a? You can guess a whole word now: guess bob ..WORD.
a guess b lanterne
a> Your guess LANTERNE for bob will be judged once the card is shown.
b show 3
> bob shows an N at space 3. ann scores 15 (total 15). | ann guesses LANTERNE as bob's word:
| right! ann scores 160 (total 175).

R-P-37, R-P-41, O-P-23: so it is with too few hidden cards.
up c 1; a ask c a
a guess c maison -> That player has too few hidden cards for a word guess. Nothing has changed.
c show 2
a> cy shows an A at space 2. You score 10 (total 10).

R-P-36: who shows a card because of LEFT may not guess meanwhile.
deck LEFT
may a guess; may b show

R-P-15: a place may be named in a question, and means nothing.
a ask b e 3
> ann asks bob for an E. bob must show one.
b show 5; a ask b n place 1
> ann asks bob for an N. bob must show one.

R-P-30, O-P-43, C-P-6: without fr_recite the last card pays as in English.
up b 1-7; a hit b 8
> bob shows an E at space 8. ann scores 60 (total 60), 50 of it for the last card.

R-P-30, O-P-43: with it the card is paid at once, and the 50 when the word is said.
with fr_recite=yes
up b 1-7; a hit b 8
> bob shows an E at space 8. ann scores 10 (total 10).
may a recite; may b; may c
a? Say bob's word to score 50 more, without blanks: recite WORD
a: You must say bob's word. | Activity cards left: 11.
b: ann must say your word. | Activity cards left: 11.
due 30
a ask c e -> Say the word that is face up first: recite WORD
a guess c maison -> Say the word that is face up first: recite WORD
b ask c e -> The word that is face up must be said first.
b recite lanterne -> You don't have to say a word now.
a recite lanterne
> ann says LANTERNE: right! ann scores 50 (total 60).
a> You say LANTERNE: right! You score 50 (total 60).
may a ask guess

O-P-43: a wrong word loses only the 50, and the turn goes on.
with fr_recite=yes
up b 1-7; a hit b 8
a recite -> Type the word, without blanks, like this: recite WORD
a recite no way! -> Type the word, without blanks, like this: recite WORD
a recite LANTERNES
a> You say LANTERNES. That isn't bob's word: no points for the last card.
> ann says LANTERNES. That isn't bob's word: no points for the last card.
= 10 0 0; may a ask guess
a recite lanterne -> You don't have to say a word now.

O-P-43: and so does silence.
with fr_recite=yes choice_seconds=20
up b 1-7; a hit b 8; due 20; time
> ann says nothing. That isn't bob's word: no points for the last card.
may a ask guess

O-P-43, O-P-45: who leaves says nothing, too.
with fr_recite=yes
up b 1-7; a hit b 8; leave a
> ann has left. The referee now answers for ann's rack. | ann says nothing. That isn't bob's
| word: no points for the last card. | It's bob's turn.

O-P-43, O-P-45: a word of one who has left is said like any other; the rest are paid as usual.
with fr_recite=yes
up b 1-7; leave b; a ask b e
> ann asks bob for an E. bob must show one. | The referee shows an E at space 8 for bob. ann
| scores 10 (total 10).
a recite lanterne
> ann says LANTERNE: right! ann scores 50 (total 60).

O-P-43, O-P-15: only a question makes a word be said.
deck LEFT
with fr_recite=yes completion_bonus_on_activity=yes
up b 1-7; b show 8
> bob shows an E at space 8. ann scores 60 (total 60), 50 of it for the last card.

O-P-43, O-P-16: the bonus that is withheld is the one of this card.
deck X3
with fr_recite=yes multiplier_scope=card_and_bonus
up b 1-7; a hit b 8
> bob shows an E at space 8. ann scores 30 (total 30).
a recite lanterne
> ann says LANTERNE: right! ann scores 150 (total 180).

1.6, step 4: final rounds and waiting guesses come when the word has been said.
with fr_recite=yes
up b 1-7; up c 1; a ask b e; a guess c maison; b show 8
> bob shows an E at space 8. ann scores 10 (total 10).
a recite lanterne
> ann says LANTERNE: right! ann scores 50 (total 60). | ann guesses MAISON as cy's word: right!
| ann scores 155 (total 215). | Only ann still has hidden cards. Turns to come: bob 2, cy 2. | It's
| bob's turn.

R-P-6, R-P-32, O-P-3: a form of a verb that is up costs 100; what is said comes before that.
rows MAISON PORTAIT PORTE
with fr_recite=yes word_check=reveal
up b 1-6; up c 1-4; a hit b 7
> bob shows a T at space 7. ann scores 5 (total 5).
a recite portait
> ann says PORTAIT: right! ann scores 50 (total 55). | PORTAIT isn't a noun, adjective, adverb or
| infinitive. bob loses 100 (total -100).

O-P-43, R-P-45: the game may end with what is said.
with fr_recite=yes
up a 1-12; up b 1-7; up c 1-6; a hit b 8; over -; a recite lanterne
> ann says LANTERNE: right! ann scores 50 (total 60). | All cards are face up. The game is over.
| | ann: ..TRESORIER. (trésorier) | bob: LANTERNE | cy: MAISON
over a

O-P-45: who is gone when the card is shown says nothing; when all others have left the game ends.
with fr_recite=yes
up b 1-7; a ask b e; leave a; b show 8
> bob shows an E at space 8. ann scores 10 (total 10). | ann says nothing. That isn't bob's word:
| no points for the last card. | It's bob's turn.
leave c
> cy has left. The referee now answers for cy's rack. | Only one player is left. The game is
| over. | ann: ..TRESORIER. (trésorier) | bob: LANTERNE | cy: MAISON

R-P-6: nouns, adjectives, adverbs and infinitives may be hidden; the rest is warned of.
rows - - -
a? French words: nouns, adjectives, adverbs, infinitives. French: set lang fr | Hide a word of up
| to 12 cards. Dots are blanks: hide TRESORIER...
a hide porter
> ann has hidden 6 cards.
b hide portait
b> PORTAIT isn't a noun, adjective, adverb or infinitive. Hide another word, or hide this one
| again to use it anyway. It will then cost you 100 points once all of it is face up. If you run
| out of time, the referee uses it.
b: Players are hiding their words. Waiting for: you, cy. | PORTAIT doesn't count. Hide it again
| to use it anyway.
>
b hide portait
> bob has hidden 7 cards.
c hide xyzzy
c> XYZZY isn't in the word list. ...
c hide maison; a guess b portait
> ann guesses PORTAIT as bob's word: right! ann scores 165 (total 165). | PORTAIT isn't a noun,
| adjective, adverb or infinitive. bob loses 100 (total -100).

R-P-6, O-P-3: or refused.
rows - - -
with word_check=reject
a hide portait -> PORTAIT isn't a noun, adjective, adverb or infinitive. Hide another word.
a hide avec -> AVEC isn't a noun, adjective, adverb or infinitive. Hide another word.
a hide xyzzy -> XYZZY isn't in the word list. Hide another word.
a hide porte

O-P-3, O-P-5: without a check every form counts; six E are no fault without limits.
rows - - -
with word_check=off
a hide portait; b hide eeeeee
> bob has hidden 6 cards.

O-P-6, O-P-43: accents are folded; what is said is compared as it is played.
with fr_recite=yes first_player=2
up a 1-10; up a 12; b hit a 11
b? Say ann's word to score 50 more, without blanks: recite WORD
b recite ..trésorier
> bob says TRESORIER: right! bob scores 50 (total 60). | ann's word is written trésorier.
a> bob says TRESORIER: right! bob scores 50 (total 60). | Your word is written trésorier.

R-P-25, C-P-7: the first card guessed is multiplied.
deck X3
a hit b 1; a hit b 2; = 25 0 0

R-P-47, R-P-50, O-P-43: of two racks a word is said by its rack.
rows MAISON PORTE / LANTERNE BANANE
with fr_recite=yes
up bR 1-5; a ask b e; b show R6
a? Say bob's right word to score 50 more, without blanks: recite WORD
b: ann must say your right word. | Activity cards left: 11.
a recite banane
> ann says BANANE: right! ann scores 50 (total 55).
""")


@pytest.mark.parametrize("ruling", RULINGS, ids=str)
def test_rulings(ruling: Ruling) -> None:
    """What is read and scored, by the numbers of the rules page."""
    check(ruling, " ".join(ROWS), WORDS, edition="fr", letter_limits=False)


def french(
    words: tuple[str, ...] | None = None, *, deck: tuple[str, ...] = (), **options: OptionValue
) -> Play:
    """A table with the French rules; without *deck*, all turns are normal ones."""
    return Play(
        words,
        deck=[*deck, *["NORMAL"] * 8],
        lexicon=WORDS,
        options={"edition": "fr", "letter_limits": False, **options},
    )


def test_the_edition_brings_its_list_and_no_limits() -> None:
    """O-P-5: the French deck is not known. Whoever names a list or a limit keeps it."""
    options = options_of(PROBE, Lexicons())
    assert read_options(options, [])["lexicon"] == "en"
    values = read_options(options, ["edition=fr"])
    assert (values["lexicon"], values["letter_limits"]) == ("fr", False)
    values = read_options(options, ["lexicon=en", "edition=fr", "letter_limits=on"])
    assert (values["lexicon"], values["letter_limits"]) == ("en", True)


def test_a_list_that_marks_no_forms_is_only_asked_for_the_word() -> None:
    """O-P-3: an operator's list, or the French list of an earlier host."""
    play = Play(lexicon=SmallList(["portait"]), options={"edition": "fr"})
    assert isinstance(play.hide(A, "PORTAIT")[0], Laid)


def test_the_english_rules_take_every_form_of_a_french_list() -> None:
    """R-P-5: any form will do; only the edition changes the rules, not the list."""
    assert isinstance(Play(lexicon=WORDS).hide(A, "PORTAIT")[0], Laid)


def test_the_referee_offers_only_words_of_a_dictionary() -> None:
    """R-P-6: with the shipped list, whatever the luck."""
    shipped = load_builtin("fr")
    for number in range(sized(5, 20)):
        play = Play(lexicon=shipped, options={"edition": "fr"})
        play.number = number
        play.time_up()
        for rack in play.state.racks:
            assert shipped.dictionary_form(rack.word.lower())
        assert all(shipped.dictionary_form(row.strip(".").lower()) for row in play.look().examples)


@pytest.mark.parametrize(
    ("line", "cards", "printed"),
    [
        ("c\xf4te", "COTE", "c\xf4te"),
        ("COT\xc9", "COTE", "cot\xe9"),
        ("cote", "COTE", ""),
        ("co\u0302te", "COTE", "c\xf4te"),
        ("C\xd6TE", "COTE", ""),
        ("\u0153uf", "OEUF", "\u0153uf"),
        ("oeuf", "OEUF", "\u0153uf"),
        ("..tresorier 1", "..TRESORIER.", TRESORIER),
        ("b\xe9b\xea", "BEBE", "b\xe9b\xea"),
        ("be\u0301\u0301\u0301be", "BEBE", ""),
        ("\uff42ebe", "BEBE", ""),
    ],
)
def test_a_word_is_shown_as_it_was_typed_if_the_list_has_it_so(
    line: str, cards: str, printed: str
) -> None:
    """What the list spells otherwise is shown in letters alone, and so is any odd character."""
    play = french(word_check="off")
    move = play.parsed(A, "hide", line)
    assert isinstance(move, Hide)
    play.move(A, move)
    (laid,) = play.heard(A)
    assert laid == Laid(A, cards, False, 0, printed)
    assert play.heard(B) == [Hid(A, len(cards), 0)]
    assert ("Your word is written" in play.told(A)[-1]) == bool(printed)


def test_the_english_rules_show_no_accents() -> None:
    """Games of the English edition read as they always did."""
    play = Play(lexicon=WORDS)
    move = play.parsed(A, "hide", TRESORIER)
    assert move == Hide("TRESORIER")
    play.move(A, move)
    assert play.state.rack(A).printed == ""


def test_how_a_word_is_written_is_not_known_before_it_is_up() -> None:
    """1.7: accents are the owner's to know; in a twin another word lies there."""
    play = french(ROWS)
    twin = PROBE.views.resample(play.state, B, Random(1))
    assert twin.rack(A).printed == ""
    assert play.look(B) == PROBE.views.look(twin, B)
    assert TRESORIER not in repr(play.state)
    assert TRESORIER not in repr(Hide("TRESORIER", 0, TRESORIER))
    assert "TRESORIER" not in repr(Guess(B, "TRESORIER"))


def test_a_place_in_a_question_has_no_effect() -> None:
    """R-P-15: it need not be named, and changes nothing. English knows none."""
    play = french(ROWS)
    for line in ("bob e 5", "bob E 12", "bob e en 5", "bob e place 5", "bob e"):
        assert play.parsed(A, "ask", line) == Ask(B, "E")
    for line in ("bob e 0", "bob e 13", "bob e f", "bob e en", "bob e 5 6", "bob e at 5 6"):
        with pytest.raises(Refused):
            play.parsed(A, "ask", line)
    with pytest.raises(Refused):
        Play(ROWS).parsed(A, "ask", "bob e 5")
    play.ask(A, B, "E")
    assert play.one(Asked).hit


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(sized(3, 12)))
def test_random_french_games_end(seed: int) -> None:
    """A player who knows the prompts only plays every game to its end."""
    rng = Random(seed)
    play = None
    for play in game(rng, leaving=0.002 if seed % 2 else 0.0, fixed=RECITING):
        reader = Reader(A, NAMES)
        assert all(len(line) <= 79 for event in play.heard(A) for line in _said(event, reader))
    assert play is not None
    assert play.over


def _said(event: object, reader: Reader) -> list[str]:
    return list(PROBE.text_ui.say(event, reader))  # type: ignore[arg-type]


def test_programs_are_offered_words_to_say_and_all_hear_them() -> None:
    """By luck one may be right; the rack is there to be read. A wrong one leaves no trace."""
    play = french(ROWS, fr_recite=True)
    play.open(B, *range(1, 8))
    play.hit(A, B, 8)
    ((spec,),) = (prompt.moves for prompt in play.prompts().values())
    (arg,) = spec.args
    assert isinstance(arg, TextArg)
    assert all("." not in example for example in arg.examples)
    (said, *_) = play.move(A, Recite("XYZZY"))
    assert PROBE.views.reveals(said, C) == (A, "XYZZY")

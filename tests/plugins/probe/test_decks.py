"""Decks of the host: letter_deck and activity_deck with an operator's cards (1.1, O-P-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from parlour import Deck, Lexicon, OptionValue, Refused
from parlour_kit import SmallList, check_game
from parlour_kit.host import Host
from parlour_probe import PROBE
from parlour_probe.bots import BOTS
from parlour_probe.decks import LETTERS
from parlour_probe.hiding import TRIES, fault_of, offered
from tests.plugins.probe.bots.arena import Game
from tests.plugins.probe.playbook import WORDS, A, B, C, Play
from tests.sizes import sized

WILD = Deck("wild", {"X5": 2, "NORMAL": 3, "+15": 1}, "w" * 64)
VOWELS = Deck("vowels", {"A": 30, "E": 2, "T": 3, "R": 1, "Z": 1}, "v" * 64)
ENDLESS = Deck("endless", {"ADDITIONAL": 4}, "e" * 64)


def begun(decks: Mapping[str, Deck], lexicon: Lexicon | None = WORDS, **options: Any) -> Play:
    """A game with decks of the host, by option."""
    named = {option: deck.name for option, deck in decks.items()}
    return Play(seats=3, lexicon=lexicon, lists=decks, options={**named, **options})


def refused(decks: Mapping[str, Deck], **options: Any) -> str:
    """Why no game begins."""
    with pytest.raises(Refused) as refusal:
        begun(decks, **options)
    return refusal.value.text


def test_the_cards_of_an_activity_deck_of_the_host() -> None:
    """R-P-4: they are shuffled like printed ones, whatever their order in the file."""
    play = begun({"activity_deck": WILD})
    assert Counter(play.state.deck) == Counter(WILD.cards)
    turned = Deck("wild", {card: WILD.cards[card] for card in reversed([*WILD.cards])}, WILD.hash)
    assert begun({"activity_deck": turned}).state == play.state


def test_a_word_needs_no_letter_more_often_than_the_deck_holds_it() -> None:
    """R-P-7, O-P-5: of a deck of the host too; a rack takes no more than twelve of a kind."""
    terms = begun({"letter_deck": VOWELS}).state.terms
    assert terms.letters == "A" * 12 + "EE" + "R" + "TTT" + "Z"
    assert fault_of(terms, "..TREE") is None
    assert fault_of(terms, "TEETEE") == "Your deck has only 2 E cards."
    assert fault_of(terms, "FISH") == "Your deck has no F."
    assert fault_of(terms, "......TREE") == "That is 6 blanks. Your deck has only 5."
    free = begun({"letter_deck": VOWELS}, letter_limits=False).state.terms
    assert fault_of(free, "FISH") is None


def test_the_referee_lays_what_the_deck_allows() -> None:
    """O-P-3: a word of the list, or letters that are there."""
    play = begun({"letter_deck": VOWELS})
    play.time_up()
    assert {rack.word for rack in play.state.racks} <= {"TREE", "A"}
    bare = begun({"letter_deck": VOWELS}, lexicon=None)
    assert {*bare.state.examples} == {("AERTZ",)}
    longer = begun({"letter_deck": VOWELS}, lexicon=None, min_word_length=12)
    assert {*longer.state.examples} == {("AERTZAETATAA",)}
    few = begun({"letter_deck": Deck("few", {"Q": 2}, "q" * 64)}, lexicon=None)
    assert {*few.state.examples} == {("QQ",)}
    free = begun({"letter_deck": VOWELS}, lexicon=None, letter_limits=False)
    assert {*free.state.examples} == {(LETTERS[:5],)}


class Counting(SmallList):
    """A list that counts how many of its words somebody thinks of dealing."""

    tried = 0

    def never_deal(self, word: str) -> bool:
        """Count, and answer."""
        self.tried += 1
        return super().never_deal(word)


def test_not_all_words_are_tried() -> None:
    """With a deck in which no word fits, the start of a game takes no longer."""
    letters = "bcdfghjklm"
    words = Counting(["".join(word) for word in product(letters, repeat=3)])
    terms = begun({"letter_deck": VOWELS}).state.terms
    assert offered(terms, words, Random(1)) is None
    assert words.tried == 2 * TRIES < 2 * len(words)


def test_decks_with_which_no_game_is_possible() -> None:
    """G-2: refused before the start, with the reason and what to do."""
    assert refused({"letter_deck": Deck("few", {"Q": 2}, "")}, min_word_length=3) == (
        "letter_deck=few has 2 letters. Lower min_word_length, or use letter_limits=off."
    )
    begun({"letter_deck": Deck("few", {"Q": 2}, "")}, min_word_length=3, letter_limits=False)
    assert refused({"letter_deck": Deck("few", {"Q": 2}, "")}, word_check="reject") == (
        "letter_deck=few has no word of the list. Use another, or word_check=off."
    )
    assert refused({"activity_deck": ENDLESS}) == (
        "With activity_deck=endless no turn would end. Use deck_exhausted=none."
    )
    begun({"activity_deck": ENDLESS}, deck_exhausted="none")


def test_bots_play_with_decks_of_the_host() -> None:
    """They hide what the deck allows."""
    decks = {"letter_deck": VOWELS, "activity_deck": WILD}
    for bot in BOTS:
        options: dict[str, OptionValue] = {option: deck.name for option, deck in decks.items()}
        bots = dict.fromkeys((A, B, C), bot)
        game = Game(bots, WORDS, 3, options=options, lists=decks)
        game.play()
        assert all(not set(rack.word) - set(VOWELS.cards) for rack in game.state.racks)


@pytest.mark.sweep
def test_blindness_with_decks_of_the_host() -> None:
    """1.7: as with printed ones."""
    options: dict[str, OptionValue] = {"letter_deck": "vowels", "activity_deck": "wild"}
    lists = {"vowels": VOWELS, "wild": WILD}
    report = check_game(
        PROBE, seeds=range(sized(1, 6)), options=options, lexicon=WORDS, lists=lists, hosts=False
    )
    assert report.counts["twins"] > sized(10, 20)


def test_a_table_with_a_deck_of_the_host() -> None:
    """It is offered where it fits, and named on the record with its hash."""
    host = Host({"probe": PROBE}, {"en": WORDS, "wild": WILD, "vowels": VOWELS, "odd": ENDLESS})
    ann, bob = host.person("ann"), host.person("bob")
    assert ann.send("new probe letter_deck=wild") == [
        "letter_deck=wild is not allowed. Use F4Z2, F3Z3 or vowels."
    ]
    ann.send("new probe letter_deck=vowels activity_deck=wild first_player=ann")
    bob.send("join 1")
    ann.send("start")
    match = host.house.tables.rooms[1].table.match
    assert match is not None
    assert Counter(match.state.deck) == Counter(WILD.cards)
    record = host.house.tables.rooms[1].table.record
    assert record is not None
    entries = b"".join(entry.body for entry in host.entries)
    assert b'"lists":{"letter_deck":"' + b"v" * 64 in entries.replace(b" ", b"")
    ann.send("propose abort")
    bob.send("accept")
    ann.send("options activity_deck=odd")
    assert "no turn would end" in "".join(ann.send("start"))

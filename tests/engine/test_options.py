"""Options of a table: read, checked and explained."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.api import (
    ChoiceOption,
    Deck,
    DeckOption,
    ListOption,
    NumberOption,
    OptionValue,
    SeatOption,
    SwitchOption,
)
from parlour.engine.options import (
    OptionFault,
    allowed,
    completed,
    hashes,
    list_names,
    named_lists,
    options_of,
    own_options,
    read_changes,
    read_options,
    read_value,
)
from tests.games.hunt.game import HUNT
from tests.house.scene import Words

TOP = NumberOption("top", "the highest number", 20, -5, 99)
WARM = ChoiceOption("answers", "how", "warm", ("warm", "Cold"))
CHEERS = SwitchOption("cheers", "may they", default=True)
FIRST = SeatOption("first", "who begins", "lowest", ("lowest", "draw"))
ALL = (TOP, WARM, CHEERS, FIRST)


NO_NAMES = ("", "x" * 30, "a\u200bb", "-1", "1seat", "#2")
"""No name is like that, or begins like that."""
NO_SEAT = "is not allowed. Use lowest, draw, seat1, seat2 ... or a player's name."


def fault(*words: str) -> OptionFault:
    with pytest.raises(OptionFault) as caught:
        read_options(ALL, words)
    assert str(caught.value) == caught.value.text
    return caught.value


def test_a_choice_brings_other_defaults() -> None:
    """If the host of the table names one of them, that decides; a list must be here."""
    brings: dict[str, dict[str, OptionValue]] = {"Cold": {"top": 7, "cheers": False, "list": "fr"}}
    cold = replace(WARM, brings=brings)
    listed = ChoiceOption("list", "which", "en", ("en", "fr"))
    options = (cold, TOP, CHEERS, listed)
    assert read_options(options, ["answers=warm"])["top"] == 20
    assert read_options(options, ["answers=cold"]) == {
        "answers": "Cold",
        "top": 7,
        "cheers": False,
        "list": "fr",
    }
    chosen = read_options(options, ["top=20", "answers=cold", "cheers=on"])
    assert (chosen["top"], chosen["cheers"]) == (20, True)
    poor = replace(listed, choices=("en",))
    assert read_options((cold, TOP, CHEERS, poor), ["answers=cold"])["list"] == "en"
    assert read_options((cold, TOP), ["answers=cold"]) == {"answers": "Cold", "top": 7}
    assert hash(cold) == hash(WARM)
    assert read_changes(options, ["answers=cold", "top=3"]) == {
        "answers": "Cold",
        "top": 3,
        "cheers": False,
        "list": "fr",
    }
    assert read_changes(options, ["top=3"]) == {"top": 3}


def test_a_value_is_read_in_any_usual_way() -> None:
    """Capitals do not matter. What is no word of a seat option is kept as typed: a name."""
    assert all(read_value(CHEERS, word) is True for word in ("on", "YES", "true"))
    assert all(read_value(CHEERS, word) is False for word in ("off", "No", "false"))
    assert read_value(FIRST, "DRAW") == "draw"
    assert {read_value(FIRST, word) for word in ("Seat2", "2", "02")} == {"seat2"}
    assert read_value(FIRST, "zo\u00eb-1") == "zo\u00eb-1"


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("top=100", "top=100 is not allowed. Use -5 to 99."),
        ("top=-6", "top=-6 is not allowed. Use -5 to 99."),
        ("top=many", "top=many is not allowed. Use -5 to 99."),
        ("top=\u0663", "top=\u0663 is not allowed. Use -5 to 99."),
        ("top=1111111111", "top=1111111111 is not allowed. Use -5 to 99."),
        ("top=", "top= is not allowed. Use -5 to 99."),
        ("answers=hot", "answers=hot is not allowed. Use warm or Cold."),
        ("cheers=maybe", "cheers=maybe is not allowed. Use on or off."),
        *((f"first={text}", f"first={text[:20]} {NO_SEAT}") for text in NO_NAMES),
        ("top", "top needs a value: top=20"),
        ("cheers", "cheers needs a value: cheers=on"),
        ("topp=3", "There is no option topp. Did you mean top?"),
        ("zzzzzz=3", "There is no option zzzzzz. To see them: options"),
        ("3", "3 is not an option. An option has a name: top=20"),
        ("=", "= is not an option. An option has a name: top=20"),
        (f"{'z' * 900}=3", f"There is no option {'z' * 20}. To see them: "),
    ],
)
def test_a_wrong_option_is_refused_with_its_name_the_value_and_what_is_allowed(
    word: str, says: str
) -> None:
    """One line, however long the word was."""
    assert fault(word).text.startswith(says)


def test_a_fault_names_the_option_that_was_probably_meant() -> None:
    """For programs. The example is the default, and no option is given twice."""
    assert fault("answer=cold").near == "answers"
    assert fault("zzzzzz=1").near is None
    assert fault("top=3", "top=3").text == "top is given twice. Give it once."
    with pytest.raises(OptionFault, match="cheers=off"):
        read_options((replace(CHEERS, default=False),), ["cheers"])


def test_every_table_has_the_options_of_the_host_and_a_table_with_words_its_lexicon() -> None:
    """They come after the game's own; the lexicons are in alphabetical order."""
    hosts = ["watch", "absence", "absence_seconds", "rated", "private", "bank", "increment"]
    hosts += ["players", "talk", "pace", "delay"]
    plain = options_of(HUNT, {"en": Words()})
    assert [option.name for option in plain][len(HUNT.options) :] == hosts
    worded = options_of(replace(HUNT, lexicon="en"), {"fr": Words(), "en": Words(), "odd": ODD})
    assert [option.name for option in worded][len(HUNT.options) :] == ["lexicon", *hosts]
    assert allowed(worded[len(HUNT.options)]) == "en or fr"


def test_an_option_that_is_younger_than_the_record_has_its_default() -> None:
    """What is in the record stays, in its order."""
    old: dict[str, OptionValue] = {"watch": True, "first": "ann"}
    new = completed(ALL, old)
    assert list(new.items())[:2] == list(old.items())
    assert {**new} == {option.name: option.default for option in ALL} | old
    assert completed(ALL, new) == new


ODD = Deck("odd", {"A": 3, "Q": 1}, "a hash")
CARDS = DeckOption("cards", "which cards", "F4Z2", ("F4Z2", "EVEN"), frozenset("ABQ"))


def test_a_deck_of_the_host_can_be_chosen_if_the_game_knows_its_cards() -> None:
    """After the game's own; word lists are no decks, and decks are no word lists."""
    other = Deck("other", {"A": 3, "Z": 1}, "another hash")
    even = Deck("even", {"A": 2}, "one more")
    hosts = {"en": Words(), "odd": ODD, "other": other, "even": even}
    game = replace(HUNT, options=(CARDS, ListOption("words", "which", "en", ())))
    cards, words = own_options(game, hosts)
    assert allowed(cards) == "F4Z2, EVEN or odd"
    assert allowed(words) == "en"
    assert read_value(cards, "ODD") == "odd"
    values: dict[str, OptionValue] = {"cards": "odd", "words": "en"}
    assert named_lists(game.options, values, hosts) == {"cards": ODD, "words": hosts["en"]}
    assert list_names(game.options, {**values, "cards": "EVEN"}) == {"words": "en"}


def test_a_deck_is_an_empty_word_list() -> None:
    assert ("a" in ODD, len(ODD), ODD.words(1), ODD.band("a")) == (False, 0, (), None)
    assert not ODD.never_deal("a")
    assert ODD.printed("a") == ("a",)
    assert ODD.why("a") == "odd is a deck of cards."


DECKS = (
    TOP,
    ListOption("deck", "whose words", "easy", ("easy", "en")),
    ListOption("names", "whose names", "en", ()),
)


def test_the_lists_that_options_name_are_found_by_option() -> None:
    """A word of the game's own is no list, whatever lists there are; nor is what has no value."""
    lists, values = {"en": Words()}, dict[str, OptionValue]()
    assert named_lists(DECKS, values, lists) == {}
    for deck in ("easy", "en"):
        values = {"top": 5, "deck": deck, "names": "en"}
        assert list_names(DECKS, values) == {"names": "en"}
    assert named_lists(DECKS, values, lists) == {"names": lists["en"]}
    assert hashes(lists) == {"en": Words.hash}


def test_a_list_that_is_not_here_is_named_with_its_option() -> None:
    with pytest.raises(OptionFault, match="names=fr: this host has no such list or deck"):
        named_lists(DECKS, {"deck": "easy", "names": "fr"}, {"en": Words()})

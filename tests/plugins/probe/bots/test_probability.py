"""What may lie on a rack."""

from __future__ import annotations

import pytest

from parlour_probe.bots.odds import Known, places, reckon, still_possible
from parlour_probe.decks import CARDS
from tests.plugins.probe.playbook import word_list

FOUR = word_list({4: ["calm", "cold", "colt", "fish", "tree"], 5: ["cello"]}, {})


def where(known: Known) -> list[tuple[int, int]]:
    """The blanks before the word and its letters."""
    return [(place.first, place.end - place.first) for place in places(known)]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (Known("???", least=2), [(0, 2), (1, 2), (0, 3)]),
        (Known("?E?", least=2), [(0, 2), (1, 2), (0, 3)]),
        (Known(".??", least=1), [(1, 1), (2, 1), (1, 2)]),
        (Known("???", denied=frozenset(".")), [(0, 3)]),
        (Known(".A?", denied=frozenset(".")), [(1, 2)]),
        (Known("?" * 12, blanks=1), [(0, 11), (1, 11), (0, 12)]),
        (Known("A?B", least=1), [(0, 3)]),
    ],
)
def test_blanks_lie_before_and_behind_the_word_only(
    known: Known, expected: list[tuple[int, int]]
) -> None:
    """R-P-8: what is seen and denied, and the deck, limit where a word may lie."""
    assert where(known) == expected


def test_only_words_that_fit_are_listed() -> None:
    """A card that is seen stands in its place, and a denied one lies nowhere face down."""
    found = reckon(FOUR, Known("C??T", denied=frozenset("A."))).rows
    assert [row for row, _ in found] == ["COLT"]
    found = reckon(FOUR, Known("C???.", denied=frozenset("AX"))).rows
    assert {row for row, _ in found} == {"COLD.", "COLT."}


def test_a_letter_that_was_seen_may_lie_there_again() -> None:
    """Only a No says that a letter is not hidden; a hit says nothing of a second one."""
    known = Known("?E??", denied=frozenset(".AO"))
    assert reckon(word_list({4: ["feed"]}, {}), known).of("E").hit > 0.5
    denied = Known("?E??", denied=frozenset(".AOE"))
    assert reckon(word_list({4: ["feed"]}, {}), denied).of("E").hit == 0
    assert not reckon(word_list({4: ["feed"]}, {}), denied).rows


def test_a_letter_denied_after_it_was_seen_still_stands_where_it_is() -> None:
    """A No is about cards face down, not about those that all can read."""
    known = Known("?E?D", denied=frozenset(".E"))
    lexicon = word_list({4: ["bend", "feed"]}, {})
    assert [row for row, _ in reckon(lexicon, known).rows] == ["BEND"]


def test_rows_guessed_in_vain_are_out() -> None:
    """A wrong guess takes away its row, blanks and all, and no other."""
    known = Known("C???.", denied=frozenset("AX"), wrong=frozenset({"COLD.", ".COLT"}))
    assert [row for row, _ in reckon(FOUR, known).rows] == ["COLT."]


def test_chances_of_hits() -> None:
    """A card of every row that is left is nearly sure; the value is that of the cheapest space."""
    reckoning = reckon(FOUR, Known("C?L?", denied=frozenset(".A")))
    assert {row for row, _ in reckoning.rows} == {"COLD", "COLT"}
    assert reckoning.of("O").hit > 0.9
    assert 0.3 < reckoning.of("T").hit < 0.6
    assert reckoning.of(".").hit == 0
    assert reckoning.of("O").value == pytest.approx(10, abs=0.1)
    assert reckoning.of("T").value == pytest.approx(15, abs=0.1)


def test_chances_are_chances() -> None:
    """With many words, with none, and without any list, chances lie between 0 and 1."""
    for lexicon in (FOUR, word_list({}, {}), None):
        for face in ("????????", "..QX????", "????", "ZZZ?"):
            reckoning = reckon(lexicon, Known(face, denied=frozenset("AEIO")))
            assert all(0 <= reckoning.of(card).hit <= 1 + 1e-9 for card in CARDS)
            assert sum(chance for _, chance in reckoning.rows) <= 1 + 1e-9
            assert any(reckoning.of(card).hit > 0 for card in CARDS)


def test_a_telling_card_leaves_less_possible() -> None:
    """A Q seen excludes more than an E."""
    lexicon = word_list({5: ["queen", "eerie", "melee", "tepee", "there", "where"]}, {})
    seen_q = still_possible(lexicon, Known("Q????", denied=frozenset(".AB")))
    seen_e = still_possible(lexicon, Known("????E", denied=frozenset(".AB")))
    assert seen_q < seen_e

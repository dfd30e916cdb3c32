"""Hiding a word: what counts as one, what may be laid, and words that the referee offers or lays
(R-P-5 to R-P-11).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Final

from parlour import Lexicon, MoveFault, Refused, Seat, Sentence, joined
from parlour_probe.catalogue import _
from parlour_probe.decks import BLANK, CARDS, HIDDEN, LETTERS, SPACES
from parlour_probe.heard import Hid, Laid, Misspelt, Spelt, Warned
from parlour_probe.moves import Hide
from parlour_probe.options import Terms
from parlour_probe.state import Builder, Rack

_LOWER: Final = frozenset("abcdefghijklmnopqrstuvwxyzàâäçéèêëîïñôöùûüÿœæ")
"""The letters that French words are written with."""


REASONS: Final[Mapping[str, Sentence]] = {
    "unlisted": _("{word} isn't in the word list."),
    "form": _("{word} isn't a noun, adjective, adverb or infinitive."),
}
"""Why a word does not count. A `form` of a verb, or a small word, is in the list, but in no French
dictionary (R-P-6)."""


def flaw_of(terms: Terms, lexicon: Lexicon | None, word: str) -> str | None:
    """Why *word*, in capitals, does not count at a table with *terms* (`REASONS`); None: it does.

    Without a list every word counts. A list that does not mark the forms of verbs is only asked
    whether it has the word (O-P-3).
    """
    if lexicon is None:
        return None
    plain = word.lower()
    if plain not in lexicon:
        return "unlisted"
    return "form" if terms.french and not lexicon.dictionary_form(plain) else None


def fold(text: str) -> str:
    """Convert to capitals without accents. Ligatures become two letters (O-P-6)."""
    if text.isascii():
        return text.upper()
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.upper().replace("\u0152", "OE").replace("\u00c6", "AE")


def accented(text: str) -> str:
    """Return *text* as it is printed, or nothing if that is how its cards read anyway.

    Everybody may read it one day, so it holds no letter that French has not.
    """
    printed = unicodedata.normalize("NFC", text).lower()
    return "" if printed.isascii() or not _LOWER.issuperset(printed) else printed


def printed(terms: Terms, lexicon: Lexicon | None, word: str, typed: str) -> str:
    """How *word*, in capitals, is written at a French table; empty: as its cards read.

    As its player *typed* it, unless the list spells it in other ways only; else as the list
    does, if there is one way.
    """
    if not terms.french:
        return ""
    plain = word.lower()
    ways = lexicon.printed(plain) if lexicon is not None and plain in lexicon else ()
    if typed and fold(typed) == word and (not ways or typed in ways):
        return typed
    return ways[0] if len(ways) == 1 and ways[0] != plain else ""


MISSPELT: Final = -100
"""R-P-32."""
COMMON_BAND: Final = 35
"""The referee's words come from this band or an easier one: words that everybody knows."""
USUAL_LENGTHS: Final = (5, 6, 7, 8, 9)
"""Lengths of the referee's words, if the table allows them: neither given away nor a torment."""
TRIES: Final = 500
"""Words of a length that are tried: with a deck of few letters hardly any fits, and nobody at
another table may wait until all of a list are tried."""
EXAMPLES: Final = 4
"""Rows offered as examples."""


def fault_of(terms: Terms, cards: str) -> str | None:
    """Why *cards* may not be laid under *terms*, as a line for its owner; None: they may."""
    word = cards.strip(BLANK)
    blanks = len(cards) - len(word)
    counts = terms.letter_cards
    if not set(cards) <= set(CARDS):
        return _("Use letters from A to Z, with dots for blanks before or after the word.")
    if BLANK in word:
        return _("Blanks go before or after the word, never inside it.")
    if len(cards) > SPACES:
        return _(
            "That is {number} cards. A rack has {spaces} spaces, blanks included.",
            number=len(cards),
            spaces=SPACES,
        )
    if blanks > terms.blanks_per_deck:
        return _(
            "That is {blanks} blanks. Your deck has only {number}.",
            blanks=blanks,
            number=terms.blanks_per_deck,
        )
    if len(word) < terms.min_word_length:
        return _.count(
            "That word is too short. It needs at least 1 letter, not counting blanks.",
            "That word is too short. It needs at least {n} letters, not counting blanks.",
            terms.min_word_length,
        )
    if terms.letter_limits:
        for letter, number in Counter(word).items():
            if not counts[letter]:
                return _("Your deck has no {letter}.", letter=letter)
            if number > counts[letter]:
                return _.count(
                    "Your deck has only 1 {letter} card.",
                    "Your deck has only {n} {letter} cards.",
                    counts[letter],
                    letter=letter,
                )
    return None


def hide(d: Builder, seat: Seat, move: Hide) -> None:
    """Lay a word, warn of it, or raise Refused (R-P-5 to R-P-9, O-P-3, O-P-4, O-P-37)."""
    rack = next((r for r in d.racks_of(seat) if r.index == move.rack), None)
    if rack is None:
        text = (
            _("You have two racks. Say which<<: hide left {row} or hide right {row}|.>>")
            if d.paired
            else _("You have one rack. <<Leave out which: hide {row}>>")
        )
        raise Refused(MoveFault.ILLEGAL, text.filled(row=example(d.examples_for(seat))))
    if rack.cards:
        raise Refused(MoveFault.ILLEGAL, _("Your word is already hidden. You can't change it."))
    fault = fault_of(d.terms, move.cards)
    if fault is not None:
        raise Refused(MoveFault.ILLEGAL, fault)
    word = move.cards.strip(BLANK)
    flaw = None if d.terms.word_check == "off" else flaw_of(d.terms, d.ctx.lexicon, word)
    if flaw is not None:
        if d.terms.word_check == "reject":
            reason = REASONS[flaw].filled(word=word)
            raise Refused(MoveFault.ILLEGAL, joined((reason, _("Hide another word."))))
        if rack.warned.strip(BLANK) != word:
            d.put(replace(rack, warned=move.cards))
            d.tell(Warned(seat, word, rack.index, flaw))
            return
    lay(d, rack, move.cards, move.typed)


def lay(d: Builder, rack: Rack, cards: str, typed: str = "", *, referee: bool = False) -> None:
    """Put *cards* face down on *rack*; all but its owner learn their number only.

    A player who has left learns no more than the others. The cards are sealed, so that anybody
    who checks the game knows that they were not exchanged.
    """
    seat, index = rack.owner, rack.index
    spelling = printed(d.terms, d.ctx.lexicon, cards.strip(BLANK), typed)
    laid = Rack(seat, index, cards, HIDDEN * len(cards), spelling)
    d.put(laid)
    d.seal(laid)
    public = Hid(seat, len(cards), index)
    d.tell(public if seat in d.gone else Laid(seat, cards, referee, index, spelling))


def check_word(d: Builder, rack: Rack) -> None:
    """Once *rack* is fully face up, say how its word is written, and book R-P-32 if the word
    does not count (O-P-3, O-P-41).
    """
    if rack.hidden:
        return
    if rack.printed:
        d.tell(Spelt(rack.owner, rack.index, rack.word, rack.printed))
    if d.terms.word_check != "reveal":
        return
    flaw = flaw_of(d.terms, d.ctx.lexicon, rack.word)
    if flaw is not None:
        score = d.book(rack.owner, MISSPELT)
        d.tell(Misspelt(rack.owner, rack.index, rack.word, MISSPELT, score, flaw))


def lay_for(d: Builder, seats: Sequence[Seat]) -> None:
    """Lay a row on each rack of *seats* that has none: the one its player was warned of (O-P-3),
    or a common word of the referee's.

    The referee draws a word in any case: whether somebody was warned must not change what the
    next player gets.
    """
    for rack in [rack for seat in seats for rack in d.racks_of(seat) if not rack.cards]:
        rng = d.ctx.rng
        row = offered(d.terms, d.ctx.lexicon, rng) or rng.choice(d.examples_for(rack.owner))
        lay(d, rack, rack.warned or row, referee=not rack.warned)


def examples(terms: Terms, lexicon: Lexicon | None, rng: Random) -> tuple[str, ...]:
    """Rows that may be hidden under *terms*, to show what one may type.

    Raises Refused if only listed words are allowed and the list has none.
    """
    rows = [offered(terms, lexicon, rng) for _ in range(EXAMPLES)]
    found = tuple(dict.fromkeys(row for row in rows if row is not None))
    if found:
        return found
    if lexicon is not None and terms.word_check == "reject":
        least = terms.min_word_length
        text = _(
            "The word list has no words of {least} or more letters. Lower min_word_length.",
            least=least,
        )
        if terms.letters:
            deck = terms.letter_deck
            text = _(
                "letter_deck={deck} has no word of the list. Use another, or word_check=off.",
                deck=deck,
            )
        raise Refused(MoveFault.ILLEGAL, text)
    return (_letters(terms),)


def example(rows: Sequence[str]) -> str:
    """Return one of a player's *rows*, with blanks if one has some. Who has left has no rows."""
    return next((row for row in rows if BLANK in row), (*rows, "..WORD")[0])


def _letters(terms: Terms) -> str:
    """Some letters that may be hidden, as different as the deck allows."""
    limited = Counter(terms.letters)
    found = LETTERS
    if limited and terms.letter_limits:
        copies = range(1, max(limited.values()) + 1)
        found = "".join(x for n in copies for x in LETTERS if limited[x] >= n)
    return found[: max(terms.min_word_length, USUAL_LENGTHS[0])]


def may_offer(terms: Terms, lexicon: Lexicon, word: str) -> bool:
    """May the host itself hide the listed *word* at a table with *terms*?"""
    return (
        not lexicon.never_deal(word)
        and flaw_of(terms, lexicon, word.upper()) is None
        and fault_of(terms, word.upper()) is None
    )


def offered(terms: Terms, lexicon: Lexicon | None, rng: Random) -> str | None:
    """A row with a listed word that may be hidden, common if possible, with some blanks (R-P-8).

    Usual lengths are tried first, and common words before all others; of each length the first
    that fits from a random place on, so that long lists are not gone through.
    """
    if lexicon is None:
        return None
    usual = [n for n in USUAL_LENGTHS if n >= terms.min_word_length]
    rng.shuffle(usual)
    lengths = usual + [n for n in range(terms.min_word_length, SPACES + 1) if n not in usual]
    for band, length in product((COMMON_BAND, None), lengths):
        words = lexicon.words(length, band=band)
        start = rng.randrange(len(words)) if words else 0
        for at in range(start, start + min(len(words), TRIES)):
            word = words[at % len(words)]
            if may_offer(terms, lexicon, word):
                spare = min(SPACES - length, terms.blanks_per_deck)
                before = rng.randrange(spare + 1)
                behind = rng.randrange(spare - before + 1)
                return BLANK * before + word.upper() + BLANK * behind
    return None

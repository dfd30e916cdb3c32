"""Read moves from what people type, knowing no more than the player's view."""

from __future__ import annotations

import unicodedata
from difflib import get_close_matches

from parlour import MoveFault, Reader, Refused, Seat
from parlour_probe.decks import BLANK, LETTERS, SPACES
from parlour_probe.moves import Ask, Guess, Hide, Move, Show
from parlour_probe.views import View


def parse(verb: str, rest: str, view: View, reader: Reader) -> Move:
    """Read the move *verb* with its arguments. Raises Refused (MALFORMED, AMBIGUOUS)."""
    words = rest.split()
    if verb == "hide":
        return Hide(_row(words, "like this: hide ..LANTERN"))
    if verb == "ask":
        return _parse_ask(words, view, reader)
    if verb == "show":
        return _parse_show(words)
    return _parse_guess(words, view, reader)


def _malformed(text: str, near: str | None = None) -> Refused:
    return Refused(MoveFault.MALFORMED, text, near=near)


def fold(text: str) -> str:
    """Convert to capitals without accents. Ligatures become two letters (O-P-6)."""
    if text.isascii():
        return text.upper()
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.upper().replace("\u0152", "OE").replace("\u00c6", "AE")


def _row(words: list[str], usage: str) -> str:
    """Read a row of cards: `..LANTERN.`, or a word with numbers of blanks (O-P-4)."""
    before, word, behind = _numbers(words)
    cards = fold(word)
    if not cards:
        raise _malformed(f"Type a word, {usage}")
    if not set(cards) <= {*LETTERS, BLANK}:
        raise _malformed(f"Use only letters, and dots for blanks, {usage}")
    return BLANK * before + cards + BLANK * behind


def _numbers(words: list[str]) -> tuple[int, str, int]:
    """Split into blanks before, word and blanks after. Anything else is returned as the word."""
    counts = [_number(word) for word in words]
    match counts:
        case [None]:
            return 0, words[0], 0
        case [int(before), None]:
            return before, words[1], 0
        case [None, int(behind)]:
            return 0, words[0], behind
        case [int(before), None, int(behind)]:
            return before, words[1], behind
        case _:
            return 0, " ".join(words), 0


def _number(word: str) -> int | None:
    """Read a small number in digits. A number too big for a rack becomes one too many."""
    if not (word.isascii() and word.isdigit()):
        return None
    return SPACES + 1 if len(word) > len(str(SPACES)) else min(int(word), SPACES + 1)


def _parse_ask(words: list[str], view: View, reader: Reader) -> Ask:
    if len(words) < 2:
        raise _malformed(f"Name a player and a letter, {_like_ask(view, reader)}")
    seat = _seat(words[0], view, reader)
    rest = words[1:]
    for filler in (("FOR",), ("A", "AN")):
        if len(rest) > 1 and rest[0].upper() in filler:
            rest = rest[1:]
    card = BLANK if rest[0].upper() == "BLANK" else fold(rest[0])
    if len(rest) > 1 or len(card) != 1 or card not in LETTERS + BLANK:
        text = "Ask for one letter, or a dot for a blank"
        raise _malformed(f"{text}, {_like_ask(view, reader)}")
    return Ask(seat, card)


def _like_ask(view: View, reader: Reader) -> str:
    return f"like this: ask {_somebody(view, reader)} e"


def _parse_show(words: list[str]) -> Show:
    space = _number(words[0]) if len(words) == 1 else None
    if space is None or not 1 <= space <= SPACES:
        raise _malformed(f"Name one space from 1 to {SPACES}, like this: show 5")
    return Show(space)


def _parse_guess(words: list[str], view: View, reader: Reader) -> Guess:
    usage = f"like this: guess {_somebody(view, reader)} ..LANTERN"
    if len(words) < 2:
        raise _malformed(f"Name a player and their whole word, {usage}")
    seat = _seat(words[0], view, reader)
    cards = _row(words[1:], usage)
    word = cards.strip(BLANK)
    if not word or BLANK in word:
        raise _malformed(f"Blanks go before or after the word, {usage}")
    if len(cards) > SPACES:
        text = f"That is {len(cards)} cards. A rack has {SPACES} spaces, blanks included."
        raise _malformed(text)
    return Guess(seat, cards)


def _somebody(view: View, reader: Reader) -> str:
    """Name another player, for an example."""
    return next(reader.name(seat) for seat in view.seats if seat != view.me)


def _seat(text: str, view: View, reader: Reader) -> Seat:
    """Find a player by name, by an unambiguous beginning of the name, or by seat."""
    wanted = text.casefold()
    for seat in view.seats:
        if reader.name(seat).casefold() == wanted:
            return seat
    number = _number(wanted.removeprefix("seat"))
    if number is not None and number in view.seats:
        return Seat(number)
    names = {reader.name(seat).casefold(): seat for seat in view.seats}
    found = [seat for name, seat in names.items() if name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        candidates = " or ".join(reader.name(seat) for seat in found)
        raise Refused(MoveFault.AMBIGUOUS, f"{text} could be {candidates}. Type more of the name.")
    close = get_close_matches(wanted, names, n=1)
    near = reader.name(names[close[0]]) if close else None
    known = ", ".join(reader.name(seat) for seat in view.seats)
    raise _malformed(f"No player is called {text}. The players are {known}.", near)

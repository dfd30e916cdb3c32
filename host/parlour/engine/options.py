"""Options of a table: read, checked and explained from what the game declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias, assert_never

from parlour.api import (
    AnyGame,
    ChoiceOption,
    Deck,
    DeckOption,
    Lexicon,
    ListOption,
    NumberOption,
    Option,
    OptionValue,
    Seat,
    SeatOption,
    SwitchOption,
    TextOption,
)
from parlour.engine.chapters import has_chapters
from parlour.language import _

LEXICON: Final = "lexicon"
"""The host's own option for every game that uses a word list."""
WATCH: Final = "watch"
"""The host's own option for every game: others may watch."""
ABSENCE: Final = "absence"
"""The host's own option for every game: what happens if a player disconnects.
`clock`: the game's clock runs on, and decides for them.
`wait`: the clock stops while the game waits for them.
`forfeit`: they lose their seat after `ABSENCE_SECONDS`."""
ABSENCE_SECONDS: Final = "absence_seconds"
"""The seconds to keep a seat with `absence=forfeit`."""
RATED: Final = "rated"
"""The host's own option for every game: its result counts for the ratings of its players."""
PRIVATE: Final = "private"
"""The host's own option for every game: the table is in no list, and only people who know its word
come in."""
BANK: Final = "bank"
"""The seconds that each player has for the whole game, beside the clock of each turn."""
INCREMENT: Final = "increment"
"""The seconds that a player's bank gains with each turn."""
PLAYERS: Final = "players"
"""The number of players with whom the first game of a table starts by itself; 0: with none."""
TALK: Final = "talk"
"""The host's own option for every game: people may talk at the table, players in private too."""
PACE: Final = "pace"
"""The host's own option for every game: whether people play it together, or over days.
`live`: its clock is the game's.
`days`: a minute of the game's clock lasts a day, and nobody loses anything by being away."""
LIVE: Final = "live"
DAYS: Final = "days"
SLOW: Final = 24 * 60
"""How much longer everything lasts with `pace=days`."""
DELAY: Final = "delay"
"""The host's own option for every game: the seconds by which watchers are behind the players."""
OPEN_BOARD: Final = "open_board"
"""The host's own option for games with chapters: everybody at the table may see an ended chapter
with all hands."""
_BEHIND: Final = "delay:"
"""How a value of `watch` begins that stands for a delay."""
SEATS_MOST: Final = 1_000
"""The most seats that a game may have."""
HOST_OPTIONS: Final = frozenset(
    {
        LEXICON,
        WATCH,
        ABSENCE,
        ABSENCE_SECONDS,
        RATED,
        PRIVATE,
        BANK,
        INCREMENT,
        PLAYERS,
        TALK,
        PACE,
        DELAY,
        OPEN_BOARD,
    }
)
"""Names that no game may give to an option of its own."""
SHOWN: Final = 20
"""The most letters of a wrong word that a refusal repeats. A name has no more either."""

TableOption: TypeAlias = ChoiceOption | NumberOption | SwitchOption | SeatOption | TextOption
"""An option of a table. A `ListOption` becomes a choice among this host's word lists."""

DEFAULTED: Final = (
    SwitchOption(RATED, _("whether the game counts for ratings"), default=True),
    SwitchOption(PRIVATE, _("keep the table out of all lists; invite people"), default=False),
    NumberOption(
        BANK, _("time for the whole game, used when a turn's own time is over"), 0, 0, 86_400
    ),
    NumberOption(INCREMENT, _("time added to a player's bank for each turn"), 0, 0, 3_600),
    NumberOption(
        PLAYERS, _("start by itself with so many; 0 = when you start it"), 0, 0, SEATS_MOST
    ),
    SwitchOption(TALK, _("whether people may talk at the table"), default=True),
    ChoiceOption(
        PACE,
        _("live, or over days: a minute of the clock is a day, and seats are kept"),
        LIVE,
        (LIVE, DAYS),
    ),
    NumberOption(DELAY, _("how far watchers are behind the players (watch=delay:60)"), 0, 0, 600),
)
"""Options of every table that a record may lack. They then have their defaults. Options that a
later version adds go here."""

_OF_CHAPTERS: Final = (
    SwitchOption(OPEN_BOARD, _("everybody can see past deals or rounds with all hands"), False),
)


def defaulted(game: AnyGame) -> tuple[TableOption, ...]:
    """Return the host's options of a table of *game* that a record may lack."""
    return (*DEFAULTED, *_OF_CHAPTERS) if has_chapters(game.rules) else DEFAULTED


_ON: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
_DURATIONS: Final = frozenset({BANK, INCREMENT, ABSENCE_SECONDS, DELAY})
"""Options in seconds that may be typed in another unit."""
_UNITS: Final = {"s": 1, "m": 60, "h": 3600}
_WHOLE: Final = re.compile(r"[0-9]{1,6}")
_SEAT_WORD: Final = re.compile(r"(?:seat)?([0-9]{1,20})\Z")


class OptionFault(Exception):
    """An option or value that is not allowed. `text` names it and what is allowed."""

    def __init__(self, text: str, near: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.near = near


def own_options(game: AnyGame, lexicons: Mapping[str, Lexicon]) -> tuple[TableOption, ...]:
    """Return the game's own options, on a host with those word lists and decks."""
    return tuple(_own(option, lexicons) for option in game.options)


def _own(option: Option, lexicons: Mapping[str, Lexicon]) -> TableOption:
    match option:
        case ListOption():
            return _choice(option, option.words, _word_lists(lexicons))
        case DeckOption():
            fitting = [
                name
                for name, deck in lexicons.items()
                if isinstance(deck, Deck) and option.cards.issuperset(deck.cards)
            ]
            return _choice(option, option.choices, fitting)
        case _:
            return option


def _word_lists(lexicons: Mapping[str, Lexicon]) -> list[str]:
    """Return the names of the word lists, without the decks."""
    return [name for name, each in lexicons.items() if not isinstance(each, Deck)]


def _choice(
    option: ListOption | DeckOption, own: Sequence[str], found: Iterable[str]
) -> ChoiceOption:
    """Return *option* as a choice among the game's *own* words and what the host has."""
    taken = {word.lower() for word in own}
    others = sorted(name for name in found if name.lower() not in taken)
    return ChoiceOption(option.name, option.about, option.default, (*own, *others))


def options_of(game: AnyGame, lexicons: Mapping[str, Lexicon]) -> tuple[TableOption, ...]:
    """Return every option of a table of *game*: the game's own, then the host's."""
    own = list(own_options(game, lexicons))
    if game.lexicon is not None:
        own.append(
            ChoiceOption(
                LEXICON,
                _("the word list that decides which words count"),
                game.lexicon,
                tuple(sorted(_word_lists(lexicons))),
            )
        )
    own.append(SwitchOption(WATCH, _("whether others may watch"), default=True))
    own.append(
        ChoiceOption(
            ABSENCE,
            _("if a player drops: run the clock, wait, or free the seat"),
            "clock",
            ("clock", "wait", "forfeit"),
        )
    )
    own.append(
        NumberOption(
            ABSENCE_SECONDS,
            _("seconds to keep a dropped player's seat with absence=forfeit"),
            default=180,
            min=10,
            max=86_400,
        )
    )
    own.extend(defaulted(game))
    return tuple(own)


def allowed(option: TableOption) -> str:
    """Return the allowed values of *option*, in words."""
    match option:
        case ChoiceOption():
            *others, last = option.choices
            return _("{others} or {last}", others=", ".join(others), last=last) if others else last
        case NumberOption():
            unit = _(" seconds, or such as 10m") if option.name in _DURATIONS else ""
            return _("{min} to {max}{unit}", min=option.min, max=option.max, unit=unit)
        case SwitchOption():
            return _("on or off")
        case SeatOption():
            return _("{words}, seat1, seat2 ... or a player's name", words=", ".join(option.words))
        case TextOption():
            letters = _(" of {letters}", letters=option.letters) if option.letters else ""
            return _(
                "a word{letters}, at most {longest} characters",
                letters=letters,
                longest=option.longest,
            )
        case _:
            assert_never(option)


_OF_TABLE: Final = "options"
"""What to type at a table for a list of its options."""


def read_options(
    options: Sequence[TableOption], words: Sequence[str], see: str = _OF_TABLE
) -> dict[str, OptionValue]:
    """Return the value of every option after *words*, as `read_changes` reads them.

    An option that no word names has its default, or the one that another choice brings.
    """
    changes = read_changes(options, words, see)
    by_name = {option.name: option for option in options}
    values = {option.name: option.default for option in options} | changes
    return values | dict(_brought(by_name, values, by_name)) | changes


def read_changes(
    options: Sequence[TableOption], words: Sequence[str], see: str = _OF_TABLE
) -> dict[str, OptionValue]:
    """Return the values that *words* such as `turn_seconds=30` change.

    They are those of the options that the words name, and those that a named choice brings. *see*
    is what to type for a list of the options.

    Raises OptionFault for an unknown option, a value that is not allowed, or an
    option that is given twice.
    """
    by_name = {option.name: option for option in options}
    given: dict[str, OptionValue] = {}
    for word in (each for typed in words for each in _spelled(typed)):
        name, sign, value = word.partition("=")
        name = name.lower()
        option = by_name.get(name)
        if option is None:
            if name == OPEN_BOARD:
                text = _("This game has no deals or rounds to show, so it can't have {name}.")
                raise OptionFault(text.filled(name=name))
            shown = name[:SHOWN] or word[:SHOWN]
            if (not name or (not sign and name.isdecimal())) and options:
                some = options[0]
                raise OptionFault(
                    _(
                        "{shown} is not an option. An option has a name: {name}={option_example}",
                        shown=shown,
                        name=some.name,
                        option_example=option_example(some),
                    )
                )
            near = get_close_matches(shown, by_name, 1)
            hint = (
                _(". Did you mean {near}?", near=near[0])
                if near
                else _(". To see them: {see}", see=see)
            )
            raise OptionFault(
                _("There is no option {shown}{hint}", shown=shown, hint=hint),
                near[0] if near else None,
            )
        if not sign:
            raise OptionFault(
                _(
                    "{name} needs a value: {name}={option_example}",
                    name=name,
                    option_example=option_example(option),
                )
            )
        if name in given:
            raise OptionFault(_("{name} is given twice. Give it once.", name=name))
        given[name] = read_value(option, value)
    return dict(_brought(by_name, given, given)) | given


def _spelled(word: str) -> tuple[str, ...]:
    """Return the options that *word* means: `watch=delay:60` means two."""
    name, _sign, value = word.partition("=")
    if name.lower() != WATCH or not value.lower().startswith(_BEHIND):
        return (word,)
    return f"{WATCH}=on", f"{DELAY}={value[len(_BEHIND) :]}"


def _brought(
    options: Mapping[str, TableOption],
    values: Mapping[str, OptionValue],
    names: Iterable[str],
) -> Iterator[tuple[str, OptionValue]]:
    """Yield the defaults that the choices of *names* bring, but no list that is not here."""
    for option in (options[name] for name in names):
        if isinstance(option, ChoiceOption):
            for name, value in option.brings.get(str(values[option.name]), {}).items():
                other = options.get(name)
                if other and (not isinstance(other, ChoiceOption) or value in other.choices):
                    yield name, value


def of_language(
    options: Sequence[TableOption], lang: str, given: Mapping[str, OptionValue]
) -> tuple[str, OptionValue] | None:
    """Return the option that gives a table words of *lang* where its usual ones are others.

    It is a choice that brings that word list, or the list itself, and none of those *given*. None
    if there is none.
    """
    lists = next((option for option in options if option.name == LEXICON), None)
    if not isinstance(lists, ChoiceOption) or lang not in lists.choices or lang == lists.default:
        return None
    for option in options:
        if isinstance(option, ChoiceOption) and option.name not in given:
            for choice, brought in option.brings.items():
                if brought.get(LEXICON) == lang:
                    return option.name, choice
    return LEXICON, lang


_YES: Final = _("yes"), _("no")


@cache
def _switches() -> Mapping[str, bool]:
    """What means on or off, in every language."""
    own = {said.into(lang): said is _YES[0] for said in _YES for lang in _.languages()}
    return {**own, **_ON}


def on_or_off(word: str) -> bool | None:
    """Return whether *word* means on, or None if it means neither on nor off."""
    return _switches().get(word.lower())


def option_example(option: TableOption) -> str:
    """Return a value to show in an example."""
    match option:
        case SwitchOption():
            return "on" if option.default else "off"
        case _:
            return str(option.default)


def read_value(option: TableOption, text: str) -> OptionValue:
    """Return the value of an option typed as *text*. Raises OptionFault."""
    shown = text[:SHOWN]
    fault = OptionFault(
        _(
            "{name}={shown} is not allowed. Use {allowed}.",
            name=option.name,
            shown=shown,
            allowed=allowed(option),
        )
    )
    match option:
        case ChoiceOption():
            for choice in option.choices:
                if choice.lower() == text.lower():
                    return choice
            raise fault
        case NumberOption():
            number = _number(text, in_seconds=option.name in _DURATIONS)
            if number is None or not option.min <= number <= option.max:
                raise fault
            return number
        case SwitchOption():
            switch = on_or_off(text)
            if switch is None:
                raise fault
            return switch
        case SeatOption():
            # Everybody reads it in the list of tables, so it may not be longer than a name.
            if not text or text != shown or not text.isprintable():
                raise fault
            small = text.lower()
            if small in option.words:
                return small
            seat = _SEAT_WORD.match(small)
            if seat is not None:
                return f"seat{int(seat[1])}"
            if not text[0].isalpha():  # as every name begins
                raise fault
            return text
        case TextOption():
            if not fits(option, text):
                raise fault
            return text
        case _:
            assert_never(option)


def fits(option: TextOption, text: str) -> bool:
    """Check whether *text* can be the value of *option*."""
    if not 0 < len(text) <= option.longest or not text.isprintable() or " " in text:
        return False
    return not option.letters or set(option.letters).issuperset(text)


def _number(text: str, *, in_seconds: bool) -> int | None:
    """Return the number that *text* spells, which may be so many minutes if it is *in_seconds*."""
    if in_seconds and text[-1:].lower() in _UNITS:
        return int(text[:-1]) * _UNITS[text[-1].lower()] if _WHOLE.fullmatch(text[:-1]) else None
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None


def in_editions(
    here: Mapping[str, Lexicon], used: Iterable[tuple[str, str | None]]
) -> Mapping[str, Lexicon]:
    """Return the word lists *here*, but in earlier editions where *used* names their hashes.

    Where this host has no such edition, the list stays the one of today.
    """
    found = {
        name: edition
        for name, digest in used
        if name in here
        for edition in here[name].earlier
        if edition.hash == digest
    }
    return {**here, **found} if found else here


def completed(
    options: Sequence[Option], values: Mapping[str, OptionValue]
) -> Mapping[str, OptionValue]:
    """Add to the *values* of a record the default of every option newer than the record."""
    missing = {each.name: each.default for each in options if each.name not in values}
    return MappingProxyType({**values, **missing})


def seat_options(options: Sequence[Option], values: Mapping[str, OptionValue]) -> list[str]:
    """Return the options whose value is a player or a seat, not one of the option's own words."""
    return [
        option.name
        for option in options
        if isinstance(option, SeatOption) and values[option.name] not in option.words
    ]


def no_such_seat(
    options: Sequence[Option], values: Mapping[str, OptionValue], seats: range
) -> str | None:
    """Return the first `name=seatN` among *values* for which a game with *seats* has no seat."""
    for option in options:
        value = str(values.get(option.name, ""))
        word = _SEAT_WORD.match(value) if isinstance(option, SeatOption) else None
        if word is not None and int(word[1]) not in range(1, seats.stop):
            return f"{option.name}={value}"
    return None


def seat_values(
    options: Sequence[Option], values: Mapping[str, OptionValue], names: Mapping[Seat, str]
) -> dict[str, OptionValue]:
    """Return *values* with every player or `seatN` replaced by the number of the seat.

    Raises OptionFault if no player of that name has a seat.
    """
    found = dict(values)
    for name in seat_options(options, values):
        value = str(values[name])
        word = _SEAT_WORD.match(value.lower())
        seats = [seat for seat, who in names.items() if who.lower() == value.lower()]
        if word and Seat(int(word[1])) in names:
            seats = [Seat(int(word[1]))]
        if not seats:
            raise OptionFault(_("{name}={value}: nobody sits there.", name=name, value=value))
        found[name] = seats[0]
    return found


def list_names(options: Sequence[Option], values: Mapping[str, OptionValue]) -> dict[str, str]:
    """Return the lists and decks that *values* name, by option, without the game's own words.

    Skip options without a value: an older version of the game did not have them.
    """
    own = {each.name: each.words for each in options if isinstance(each, ListOption)}
    own |= {each.name: each.choices for each in options if isinstance(each, DeckOption)}
    return {
        name: str(values[name])
        for name, words in own.items()
        if values.get(name, "") not in ("", *words)
    }


def named_lists(
    options: Sequence[Option], values: Mapping[str, OptionValue], lexicons: Mapping[str, Lexicon]
) -> dict[str, Lexicon]:
    """Return the word lists of `list_names`. Raises OptionFault if this host lacks one of them."""
    found: dict[str, Lexicon] = {}
    for option, name in list_names(options, values).items():
        lexicon = lexicons.get(name)
        if lexicon is None:
            raise OptionFault(
                _("{option}={name}: this host has no such list or deck.", option=option, name=name)
            )
        found[option] = lexicon
    return found


def hashes(lists: Mapping[str, Lexicon]) -> dict[str, str]:
    """Return the SHA-256 of each of *lists* by option, as a record holds it."""
    return {option: lexicon.hash for option, lexicon in lists.items()}

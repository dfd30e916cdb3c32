"""What a line means: every kind of meaning, by what was typed and where its sender is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, get_args

import pytest

from parlour.api import AnyGame, MoveSpec, Prompt, Reader, Seat, TextArg
from parlour.commands.reading import (
    Act,
    Asked,
    Browser,
    Channel,
    Greeting,
    Meaning,
    Move,
    NameGiven,
    Nothing,
    Password,
    Question,
    Refusal,
    Run,
    Unusable,
    is_stateless,
    read,
)
from parlour.core.cards import Unseen
from parlour.core.refusals import CommandError
from parlour.core.sessions import Session
from parlour.house import House
from parlour.tables.rooms import LATE_S, seat_of
from parlour.wire.codes import Code
from parlour.wire.lines import BadLine
from parlour_kit.host import Client, Host
from tests.games.careless import CARELESS, END, WISH, CarelessRules, CarelessTextUI, Game_
from tests.games.hunt.game import HUNT
from tests.games.parley import PARLEY
from tests.house.scene import Party


class _Asks(CarelessRules):
    """All may say anything, until one of them ends the game."""

    def prompts(self, state: Game_) -> Mapping[Seat, Prompt]:
        words = MoveSpec(WISH, (TextArg("words", ("luck",)),))
        return {seat: Prompt((words, MoveSpec(END)), bare=WISH.name) for seat in state.seats}


class _Knows(CarelessTextUI):
    """Knows that words have more than three letters."""

    def is_answer(self, text: str, view: Any, reader: Reader) -> bool:
        return len(text) > 3


GAMES: Final[Mapping[str, AnyGame]] = {
    "hunt": HUNT,
    "parley": PARLEY,
    "careless": CARELESS,
    "wordy": replace(CARELESS, id="wordy", rules=_Asks()),
    "knowing": replace(CARELESS, id="knowing", rules=_Asks(), text_ui=_Knows()),
}


class _Reading(House):
    """A house that says how it reads a line."""

    def read(self, client: Client, line: str | BadLine) -> Meaning:
        return read(self._context, self.people.sessions[client.conn], line)


def _host() -> Host:
    return Host(GAMES, house_type=_Reading)


def _session(client: Client) -> Session:
    return client.host.house.people.sessions[client.conn]


def _line(client: Client, line: str | BadLine) -> Meaning:
    house = client.host.house
    assert isinstance(house, _Reading)
    return house.read(client, line)


def _shown(meaning: Meaning | Act) -> str:
    """A meaning in a few words. A refusal is its code."""
    match meaning:
        case Move(verb=verb, words=words):
            bare = "bare " if meaning.bare else "offered " if meaning.offered else ""
            more = f" (not /{meaning.instead})" if meaning.instead else ""
            return f"{bare}move {verb} {words}".rstrip() + more
        case Question():
            return f"question {meaning.verb} {meaning.words} at {meaning.room.table.number}"
        case Channel():
            return f"channel {meaning.verb}"
        case Run():
            return f"run {meaning.request.verb} {meaning.request.rest}".rstrip()
        case NameGiven() | Password():
            return f"{type(meaning).__name__} {meaning.text}"
        case Greeting():
            return f"greeting {meaning.version} {' '.join(meaning.capabilities)}"
        case Refusal(error=error):
            assert isinstance(error, CommandError), error
            return str(error.code)
        case Unusable():
            return f"unusable {meaning.why.code}"
        case Nothing() | Browser():
            return type(meaning).__name__.lower()
        case Asked():
            return _shown(meaning.act)


# --- where its sender is -------------------------------------------------------------------


def fresh() -> Client:
    return _host().connect()


def nameless() -> Client:
    client = fresh()
    client.send("help")
    return client


def nameless_program() -> Client:
    client = fresh()
    client.send("HELLO 1 text")
    return client


def operator() -> Client:
    return _host().connect(operator=True)


def asked_for_password() -> Client:
    client = nameless()
    _session(client).unseen = Unseen("name ann")
    return client


def browser() -> Client:
    client = fresh()
    _session(client).asks = "GET / HTTP/1.1"
    return client


def lobby() -> Client:
    return _host().person("ann")


def _in_turn(*programs: str) -> Client:
    host = _host()
    party = Party("ann", "bob", host=host, programs=programs)
    party.hide(1, 2)
    host.wait(LATE_S)
    return party["ann"]


def hunt() -> Client:
    return _in_turn()


def hunt_program() -> Client:
    return _in_turn("ann")


def hunt_client() -> Client:
    client = _in_turn("ann")
    _session(client).natural = True
    return client


def leaving() -> Client:
    client = hunt()
    client.send("leave")
    return client


def watching_two() -> Client:
    host = _host()
    for first, second in (("ann", "bob"), ("cy", "dee")):
        Party(first, second, host=host)
    eve = host.person("eve")
    eve.send("watch 1", "watch 2")
    return eve


def playing_and_watching() -> Client:
    host = _host()
    Party("ann", "bob", host=host)
    party = Party("cy", "dee", host=host)
    party["cy"].send("/watch 1")
    party.hide(1, 2)
    return party["cy"]


def parley() -> Client:
    return Party("ann", "bob", "cy", host=_host(), game="parley")["ann"]


def careless() -> Client:
    return Party("ann", "bob", host=_host(), game="careless")["ann"]


def wordy() -> Client:
    return Party("ann", "bob", host=_host(), game="wordy")["ann"]


def wordy_program() -> Client:
    return Party("ann", "bob", host=_host(), game="wordy", programs=("ann",))["ann"]


def knowing() -> Client:
    return Party("ann", "bob", host=_host(), game="knowing")["ann"]


def too_late() -> Client:
    """The other one has just ended the time for words."""
    party = Party("ann", "bob", host=_host(), game="wordy")
    party["bob"].send("/end")
    return party["ann"]


CASES: Final[tuple[tuple[Callable[[], Client], str | BadLine, str], ...]] = (
    # a connection without a name
    (fresh, "", "nothing"),
    (fresh, "GET / HTTP/1.1", "browser"),
    (browser, "Host: parlour", "browser"),
    (browser, BadLine(Code.USAGE, "no line"), "browser"),
    (fresh, "HELLO 1 text view", "greeting 1 text view"),
    (fresh, "hello", "run hi"),
    (nameless, BadLine(Code.USAGE, "no line"), "unusable usage"),
    (nameless, "#", "unusable usage"),
    (nameless, "ann", "NameGiven ann"),
    (nameless, "/ann", "unknown_verb"),
    (nameless, "HELLO 1 text", "unknown_verb"),
    (nameless, "name ann", "run name ann"),
    (asked_for_password, "correct horse", "Password correct horse"),
    (asked_for_password, "", "Password"),
    (nameless_program, "#1 ann", "unknown_verb"),
    (operator, "status", "run status"),
    (operator, "player remove ann", "run player remove ann"),
    (operator, "ann", "unknown_verb"),
    # in the lobby
    (lobby, "Play hunt", "run play hunt"),
    (lobby, "hunt", "run play hunt"),
    (lobby, "?", "run help"),
    (lobby, "show games", "run games"),
    (lobby, "xyzzy", "unknown_verb"),
    (lobby, "try bob 1", "not_at_table"),
    (lobby, "@3 try bob 1", "not_at_table"),
    # at a table
    (hunt, "say hello", "run say hello"),
    (hunt, "TRY Bob 1", "offered move try bob 1"),
    (hunt, "try 1", "offered move try bob 1"),
    (hunt, "b 1", "offered move try bob 1"),
    (hunt, "try nobody 1", "move try nobody 1"),
    (hunt, "try 2 1", "usage"),
    (hunt, "@{prompt} try b 1", "offered move try bob 1"),
    (hunt, "@99 try bob 1", "stale"),
    (hunt, "@{prompt} look", "malformed_move"),
    (hunt, "@{prompt} xyzzy", "malformed_move"),
    (hunt, "count bob", "question count bob at 1"),
    (hunt, "yes", "run accept"),
    (leaving, "yes", "run leave yes"),
    (leaving, "N", "run leave no"),
    (hunt_program, "#1 try bob 1", "move try bob 1"),
    (hunt_program, "#1 b 1", "unknown_verb"),
    (hunt_program, "#1 l", "unknown_verb"),
    (hunt_client, "#1 b 1", "offered move try bob 1"),
    (hunt_client, "#1 l", "run look"),
    (watching_two, "count bob", "ambiguous"),
    (playing_and_watching, "count dee", "question count dee at 2"),
    (parley, "team attack", "channel team"),
    (careless, "end", "move end"),
    (careless, "left", "offered move pick left"),
    (careless, "5", "offered move bid 5"),
    (careless, "choose card1 card2", "offered move choose card1 card2"),
    # while the game asks for words
    (wordy, "lantern", "bare move wish lantern"),
    (wordy, "tables", "bare move wish tables (not /tables)"),
    (wordy, "q", "bare move wish q (not /quit)"),
    (wordy, "end", "bare move wish end (not /end)"),
    (wordy, "leave yes", "bare move wish leave yes (not /leave)"),
    (wordy, "/tables", "run tables"),
    (wordy, "/end", "move end"),
    (wordy, "@{prompt} end", "bare move wish end (not /end)"),
    (wordy_program, "#1 look", "bare move wish look"),
    (wordy_program, "#1 look 1", "run look 1"),
    (wordy_program, "look 1", "bare move wish look 1"),
    (wordy_program, "#1 @{prompt} look 1", "bare move wish look 1"),
    (wordy_program, "#1 leave yes", "ambiguous"),
    (knowing, "who", "run who"),
    (knowing, "end", "move end"),
    (knowing, "q", "ambiguous"),
    (knowing, "tables", "bare move wish tables (not /tables)"),
    (too_late, "lantern", "stale"),
    (too_late, "quit", "stale"),
    (too_late, "q", "stale"),
    (too_late, "/quit", "run quit"),
    (too_late, "say hello", "run say hello"),
)


@pytest.mark.parametrize(
    ("where", "line", "means"), CASES, ids=[f"{w.__name__}: {line}" for w, line, _ in CASES]
)
def test_a_line_means_one_thing(
    where: Callable[[], Client], line: str | BadLine, means: str
) -> None:
    client = where()
    if isinstance(line, str) and "{prompt}" in line:
        sits = seat_of(_session(client).player)
        assert sits is not None
        room, seat = sits
        assert room.table.match is not None
        number = room.table.match.prompts[seat].number
        line = line.replace("{prompt}", str(number))
    first = _line(client, line)
    assert _shown(first).strip() == means
    assert _shown(_line(client, line)) == _shown(first), "reading changes nothing"


def test_every_kind_of_meaning_is_listed() -> None:
    found = [_line(where(), line) for where, line, _ in CASES]
    kinds = {*map(type, found), *(type(one.act) for one in found if isinstance(one, Asked))}
    assert kinds == {*get_args(Meaning), *get_args(Act)}


def test_what_may_be_a_secret_is_not_shown() -> None:
    meanings = [
        _line(nameless(), "secret"),
        _line(asked_for_password(), "secret"),
        _line(wordy(), "secret"),
    ]
    assert [repr(one) for one in meanings] == [
        "Asked(NameGiven())",
        "Password()",
        "Asked(Move(seat=1, verb='wish'))",
    ]


def test_a_fault_of_the_host_is_a_refusal() -> None:
    """The line has its id, and gets one answer."""

    class Broken(_Reading):
        def read(self, client: Client, line: str | BadLine) -> Meaning:
            self._context.words = {}
            return super().read(client, line)

    client = Host(GAMES, house_type=Broken).person("ann")
    meaning = _line(client, "xyzzy")
    assert isinstance(meaning, Asked)
    assert (meaning.typed.verb, type(meaning.act)) == ("xyzzy", Refusal)


@pytest.mark.parametrize(
    ("where", "line", "stateless"),
    [
        (fresh, "GET / HTTP/1.1", True),
        (fresh, "HELLO 1", True),
        (nameless, "", True),
        (nameless, "#", True),
        (nameless, "help", True),
        (nameless, "ann", False),
        (asked_for_password, "help", False),
        (operator, "xyzzy", True),
        (lobby, "", False),
        (lobby, "help", True),
        (lobby, "?", True),
        (lobby, "tables", False),
        (hunt, "help", True),
        (hunt, "try bob 1", False),
        (hunt, "xyzzy", False),
        (knowing, "rules", False),
        (knowing, "ping", False),
        (knowing, "/ping", True),
    ],
)
def test_some_lines_need_nothing_that_is_stored(
    where: Callable[[], Client], line: str, *, stateless: bool
) -> None:
    client = where()
    assert is_stateless(_session(client), _line(client, line)) is stateless


def test_with_a_used_code_every_line_counts() -> None:
    client = lobby()
    session = _session(client)
    session.spent_at = client.host.now
    assert not is_stateless(session, _line(client, "help"))

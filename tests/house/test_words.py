"""A line without a slash while a game asks for words, or for something else without a verb.

A line is a word if it can be one, even if it names a command. Nothing that cannot be undone is
run by it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from codeduel import CODEDUEL
from parlour.api import AnyGame, MoveFault, MoveSpec, Prompt, Reader, Refused, Seat, TextArg
from parlour.catalogue import COMMANDS
from parlour_boggle import BOGGLE
from parlour_boggle.board import way
from parlour_kit.host import Client
from parlour_password import PASSWORD
from tests.games.careless import CARELESS, END, PICK, WISH, CarelessRules, CarelessTextUI, Game_
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import Move
from tests.games.hunt.text_ui import HuntTextUI
from tests.games.hunt.views import View
from tests.house.scene import LISTS, Party, ask, new_host, ok, refused, why_not

ALIKE: Final = sorted(
    {
        word
        for row in COMMANDS
        if row.where != "operator" and " " not in row.verb
        for word in (row.verb, *row.also)
        if word.isalpha()
    }
)
"""Every word that is a command, in full or in another word for it."""
HARM: Final = frozenset(
    word for row in COMMANDS if row.fateful for word in (row.verb, *row.also) if word.isalpha()
)


class _Asks(CarelessRules):
    """Ann may say anything, until she ends the game."""

    def prompts(self, state: Game_) -> Mapping[Seat, Prompt]:
        """Ask for words, and let her end it."""
        words = MoveSpec(WISH, (TextArg("words", ("luck",)),))
        return {state.seats[0]: Prompt((words, MoveSpec(END)), bare=WISH.name)}


class _Knows(CarelessTextUI):
    """Knows that words have more than three letters, and fails over one."""

    def is_answer(self, text: str, view: Any, reader: Reader) -> bool:
        if text == "about":
            raise ValueError
        return len(text) > 3


_WORDY: Final[AnyGame] = replace(CARELESS, rules=_Asks())
_KNOWING: Final[AnyGame] = replace(CARELESS, rules=_Asks(), text_ui=_Knows())


_DID: Final = ["ann did something.", "Do something."]


def _party(game: AnyGame) -> Party:
    return Party("ann", "bob", host=new_host({"careless": game}), game="careless")


def _made(party: Party) -> list[tuple[str, ...]]:
    state: Any = party.room.table.last_match.state
    return [words for _, _, words in state.made]


@pytest.mark.parametrize("word", ["quit", "q", "leave", "help", "look", "say hello", "END"])
def test_where_anything_can_be_a_word_every_line_is_one(word: str) -> None:
    """Contract: `TextUI.is_answer`, by default."""
    party = _party(_WORDY)
    party["ann"].send(word)
    assert _made(party) == [tuple(word.lower().split())]
    assert not party["ann"].closed


def test_a_word_that_is_a_command_says_once_in_a_game_how_to_type_the_command() -> None:
    """Also among several words. A game that fails over the question whether it can be a word gets
    the line.
    """
    party = _party(_WORDY)
    told = "Taken as a word of the game. For the command, type: /{}"
    assert party["ann"].send("exit") == [told.format("quit"), *_DID]
    assert party["ann"].send("end") == _DID
    assert party["ann"].send("wish") == _DID
    assert party["ann"].send("lantern") == _DID
    assert party["ann"].send("leave yes") == _DID
    party["ann"].send("/end")
    party["ann"].send("start")
    assert party["ann"].send("say hello") == [told.format("say"), *_DID]
    party = _party(_WORDY)
    party["ann"].send("/set width 40")
    narrow = ["Taken as a word of the game. For the", "  command, type: /say"]
    assert party["ann"].send("say hello") == [*narrow, *_DID]
    party = _party(_KNOWING)
    party["ann"].send("about")
    assert _made(party) == [("about",)]


def test_a_verb_that_is_not_open_is_refused_as_itself_if_it_can_be_no_word() -> None:
    """A code has digits only, so `guess 1234` is no code. Where any words fit, it is one."""
    party = Party("ann", "bob", host=new_host({"codeduel": CODEDUEL}), game="codeduel")
    for line in ("guess 1234", "guess", "Guess 1 2 3 4"):
        assert party["ann"].send(line) == ["You can't guess now. You can: hide CODE"]
    assert party["ann"].send("12") == ["A code has four digits from 1 to 6, such as 3122"]
    party["bob"].send("1234")
    party["ann"].send("hide 1234")
    assert party["ann"].send("hide 4321") == ["You can't hide now. You can: guess CODE"]
    party = _party(_WORDY)
    assert party["ann"].send("pick up lamps") == _DID
    assert _made(party) == [("pick", "up", "lamps")]


def test_what_cannot_be_a_word_is_the_command_but_nothing_is_lost() -> None:
    party = _party(_KNOWING)
    assert party["ann"].send("who") == ["ann: at table 1", "bob: at table 1"]
    for word, verb in (("q", "quit"), ("bye", "quit"), ("go", "start"), ("yes", "accept")):
        text = f"{word} can't be a word now. If you mean the command: /{verb}"
        assert party["ann"].send(word) == [text]
    assert _made(party) == []
    assert party["ann"].send("end")[:2] == ["ann did something.", "Game over. ann 0, bob 0."]
    assert party.room.table.state == "over"


# --- programs -------------------------------------------------------------------------


def _two(game: AnyGame, *capabilities: str) -> Client:
    """A program that the game asks for words."""
    host = new_host({"careless": game})
    ann, bob = host.program("ann", *capabilities), host.program("bob")
    ok(ann, "new careless")
    ok(bob, "join 1")
    ok(ann, "/start")
    return ann


def _words(client: Client) -> list[tuple[str, ...]]:
    room = client.host.house.tables.rooms[1]
    return [words for _, _, words in room.table.last_match.state.made]


@pytest.mark.parametrize("line", ["tables mine", "say hello there", "look 1", "ping a b"])
def test_a_line_with_an_id_that_begins_with_a_command_is_that_command(line: str) -> None:
    ann = _two(_WORDY)
    answer = ask(ann, line)
    assert (answer.word, _words(ann)) == ("ok", [])


def test_one_word_that_the_game_could_take_is_its_word() -> None:
    """Clients of before send what their players type. What cannot be undone needs its slash."""
    ann = _two(_WORDY)
    for word in ("look", "TIME", "tables"):
        ok(ann, word)
    assert _words(ann) == [("look",), ("time",), ("tables",)]
    knows = _two(_KNOWING)
    assert ok(knows, "who").items
    ok(knows, "look")
    assert _words(knows) == [("look",)]
    ann = _two(_WORDY)
    assert why_not(ann, "leave yes") == (
        "leave yes can't be a word now. If you mean the command: /leave yes"
    )
    assert refused(ann, "start now") == "ambiguous"
    assert (_words(ann), ann.closed) == ([], False)


@pytest.mark.parametrize("line", ["tables mine", "say hello there"])
def test_a_line_without_an_id_stays_the_games(line: str) -> None:
    """And so does a move that says which prompt it answers, and a line of a client in which people
    type, such as ours of before."""
    words = [tuple(line.split())]
    ann = _two(_WORDY)
    ann.send(line)
    assert _words(ann) == words
    ann = _two(_WORDY)
    ok(ann, f"@1 {line}")
    assert _words(ann) == words
    ann = _two(_WORDY, "natural")
    ok(ann, line)
    assert _words(ann) == words


def test_where_one_of_a_few_things_is_asked_for_a_command_of_a_program_is_one() -> None:
    ann = _two(replace(CARELESS, rules=_Sides()))
    assert ok(ann, "ping x").body["pong"] == "x"
    assert ok(ann, "tables").items
    ok(ann, "left")
    assert _words(ann) == [("left",)]


class _Sides(CarelessRules):
    """Ann picks a side without a verb."""

    def prompts(self, state: Game_) -> Mapping[Seat, Prompt]:
        pick = super().prompts(state)[state.seats[len(state.made) % 2]].moves[1]
        assert pick.verb is PICK
        return {state.seats[0]: Prompt((pick,), bare=PICK.name)}


def test_where_one_of_a_few_things_is_asked_for_a_command_is_a_command() -> None:
    party = _party(replace(CARELESS, rules=_Sides()))
    assert party["ann"].send("say hi") == ["ann: hi"]
    assert party["ann"].send("propose pause")[0] == "You propose to pause the game."
    assert party["ann"].send("help propose")[0].startswith("propose abort|")
    assert party["ann"].send("scores")[0].startswith("ann 0")
    party["ann"].send("LEFT")
    assert _made(party) == [("left",)]
    party["ann"].send("exit")
    assert party["ann"].closed


def _boggle(seed: int) -> Party:
    host = new_host({"boggle": BOGGLE}, LISTS, seed=seed)
    return Party("ann", "bob", host=host, game="boggle seconds=30")


def _spelled(party: Party, words: Collection[str]) -> set[str]:
    """Those of *words* that are words of the board."""
    view = party.room.view(Seat(1))
    return {word for word in words if len(word) >= 3 and way(view.rows, view.cube, word)}


def test_of_all_words_that_are_commands_boggle_takes_those_that_the_board_can_spell() -> None:
    """O-B-3, O-B-15: it is a word, whatever else it is."""
    found: set[str] = set()
    for seed in range(25):
        party = _boggle(seed)
        spelled = _spelled(party, ALIKE)
        for number, word in enumerate(spelled):
            *first, noted = party["ann"].send(word)
            assert [line.startswith("Taken as a word of") for line in first] == [True] * (
                not number
            )
            assert noted.startswith("Noted: "), word
        for word in HARM - spelled:
            told = party["ann"].send(word)
            assert told[0].startswith(f"{word} can't be a word now. If you mean the command: /")
        assert not party["ann"].closed
        other = not _spelled(party, {"quit", "leave"})
        last = party["ann"].send("quit leave")[-1]
        assert last.startswith("quit leave can't be a word now." if other else "Noted: ")
        found |= spelled
    assert len(found) > 10
    assert found & HARM


def test_a_command_that_may_be_a_late_word_waits_for_a_slash() -> None:
    """Another word for it is no way round, nor are more words behind it."""
    boards = ((party, _spelled(party, HARM)) for party in map(_boggle, range(60)))
    party, words = next((party, words) for party, words in boards if words)
    word = words.pop()
    assert not _spelled(party, {"quit", "now"})
    party.host.wait(30.0)
    party["ann"].take()
    late = "The time for words is over. If you mean the command: /"
    for line in (word, f"{word} now", f"quit {word}"):
        assert party["ann"].send(line)[0].startswith(late)
    assert party["ann"].send("quit")[0].startswith("Goodbye.")
    party.host.wait(2.0)
    assert not party["bob"].send(word)[0].startswith(late)


def test_at_password_any_one_word_is_a_clue_and_another_line_a_command() -> None:
    """R-W-15, and R-W-21: one letter is no word."""
    for word in (*sorted(HARM), *(word for word in ALIKE if len(word) < 3)):
        host = new_host({"password": PASSWORD}, LISTS)
        party = Party("ann", "bob", "cy", host=host, game="password")
        client = _giver(party)
        told = client.send(word)
        assert not client.closed
        if len(word) > 1:
            assert told[0].startswith("Taken as a word of the game. For the command, type: /")
            assert told[1].startswith("You give ")
        assert client.send("say hi")[0].startswith("Not now: Password allows no talk")


@pytest.mark.parametrize("word", ["quit", "q", "bye", "exit", "leave"])
def test_no_bare_word_takes_anybody_from_a_game_of_words(word: str) -> None:
    """Also while it asks them nothing: a guess may come at the wrong moment. The slash does, and
    the word again as soon as the game is over.
    """
    party = Party("ann", "bob", host=new_host({"password": PASSWORD}, LISTS), game="password")
    giver = _giver(party)
    giver.send("thing")
    verb = "leave" if word == "leave" else "quit"
    told = f"Password goes on, and {word} could be a word. For the command, type: /{verb}"
    assert giver.send(word) == [told]
    party.host.wait(30)
    assert not giver.closed
    party["ann"].send("/propose abort")
    party["bob"].send("/accept")
    assert giver.send(word)[0] != told


@pytest.mark.parametrize("word", ["quit", "bye", "leave", "fermer", "quitter"])
def test_no_bare_word_takes_anybody_from_a_game_that_has_not_asked_them_yet(word: str) -> None:
    """They type their clue too early, or the host was restarted since they were asked."""
    party = Party("ann", "bob", host=new_host({"password": PASSWORD}, LISTS), game="password")
    (other,) = {party["ann"], party["bob"]} - {_giver(party)}
    told = f"Password goes on, and {word} could be a word."
    assert other.send(word)[0].startswith(told)
    assert not other.closed
    assert party.room.table.playing


def _giver(party: Party) -> Client:
    match = party.room.table.last_match
    (giver,) = (seat for seat, asked in match.prompts.items() if asked.prompt.bare)
    return party[party.room.table.names[giver]]


class _Telling(HuntTextUI):
    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        raise Refused(MoveFault.MALFORMED, f"{verb}: {rest}, bare: {reader.bare}")


_TELLING: Final = replace(HUNT, id="telling", text_ui=_Telling())


def test_a_bare_line_is_told_from_one_with_its_verb() -> None:
    """Contract: `Reader.bare`."""
    host = new_host({"telling": _TELLING})
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("new telling")
    bob.send("join 1")
    ann.send("start")
    assert ann.send("3") == ["hide: 3, bare: True"]
    assert ann.send("/hide 3") == ["hide: 3, bare: False"]

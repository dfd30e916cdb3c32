"""What a game may ask of its host: channels, closed messages, takebacks, earlier games, sets of
cards, bids that rise, 50 seats.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from parlour.api import Result, Seat
from parlour.core.limits import TALK_KEPT
from parlour.engine import record as r
from parlour_kit import check_game
from tests.games.brittle import SECRET
from tests.games.parley import PARLEY, ParleyViews, State
from tests.house.scene import GAMES, Party, ask, new_host, ok, refused, why_not
from tests.sizes import sized

WITH_PARLEY = {**GAMES, "parley": PARLEY}
FOUR = ("ann", "bob", "cy", "dee")


def four(*, options: str = "", **limits: Any) -> Party:
    """Four who play, and a watcher."""
    host = new_host(WITH_PARLEY, **limits)
    everybody = (*FOUR, "wat")
    return Party(
        *FOUR, host=host, game="parley", options=options, programs=everybody, watchers=("wat",)
    )


def said(party: Party, name: str) -> list[tuple[str, str, str]]:
    return [(b["name"], b["to"], b["what"]) for _, b in party[name].events("said")]


def hand(party: Party) -> list[str]:
    match = party.room.table.last_match
    return list(match.state.hands[Seat(1)])


@pytest.mark.sweep
def test_the_game_itself_keeps_its_secrets() -> None:
    games = sized(2, 4)
    found = check_game(PARLEY, seeds=range(games), seats=4, hosts=False)
    assert found.counts["twins"] >= 5 * games


# --- channels ------------------------------------------------------------------------


def test_games_names_the_channels_of_a_game() -> None:
    """Programs get the verbs; a game without any has no such field. People can type one as any
    word of the game, and find it in help.
    """
    party = four()
    rows = {body["game"]: body for body in ok(party["ann"], "games").items}
    assert rows["parley"]["channels"] == ["team", "folded"]
    assert "; talk among some: team, folded. To play:" in rows["parley"]["text"][0]
    assert "channels" not in rows["hunt"]
    party = Party("ann", "bob", "cy", host=new_host(WITH_PARLEY), game="parley")
    assert party["ann"].send("team hello") == ["ann (team): hello"]
    assert party["cy"].take() == ["ann (team): hello"]
    assert "team TEXT: talk to your team (Parley)." in party["ann"].send("help team")
    assert any("team" in line for line in party["ann"].send("help") if "Parley:" in line)


def test_only_the_seats_of_a_channel_hear_what_is_said_there() -> None:
    """The others get nothing at all: no event, and no number. Beyond the bound of a record it
    is still heard, as all talk is.
    """
    party = four()
    ok(party["ann"], "team hello")
    for name in FOUR:
        heard = [("ann", "team", "hello")] if name in ("ann", "cy") else []
        assert said(party, name) == heard
    assert party["bob"].data == four()["bob"].data
    assert said(party, "wat") == []
    person = party.host.person("eve")
    assert "ann (team): hello" not in person.send(f"watch {party.number}")
    party = four()
    party.room.record.extend([b"{}"] * TALK_KEPT)
    size = len(party.room.record)
    ok(party["ann"], "team two")
    assert len(party.room.record) == size
    assert (said(party, "cy"), said(party, "bob"), said(party, "wat")) == (
        [("ann", "team", "two")],
        [],
        [],
    )


def test_a_channel_is_on_the_record_and_heard_again_by_its_seats_alone() -> None:
    """In the replay, and by somebody who comes back."""
    party = four()
    party["cy"].lose()
    ok(party["ann"], "team hello")
    back = party.come_back("cy", program=True, seq=0)
    assert [b["to"] for _, b in back.events("said")] == ["team"]
    ok(party["ann"], "propose abort")
    for name in ("bob", "cy", "dee"):
        ok(party[name], "accept")
    for name, heard in (("cy", True), ("bob", False)):
        lines = party[name].send("#r replay g1")
        assert any('"hello"' in line for line in lines) is heard
    (entry,) = [r.decode(body) for body in party.room.record if b'"said"' in body]
    assert isinstance(entry, r.Said)
    assert (entry.to, entry.seats) == ("team", [1, 3])


def test_a_channel_is_talk_for_those_who_ignore_and_for_the_operator() -> None:
    """And for the limits, of which no other seat may notice anything."""
    party = four(talk_burst=10_000, table_talk_burst=1_500, table_talk_per_s=1, near_factor=1)
    ok(party["cy"], "ignore ann")
    ok(party["ann"], "team hello")
    assert said(party, "cy") == []
    host = party.host
    assert "too_many" in [ask(party["ann"], "team " + "x" * 300).code for _ in range(8)]
    ok(party["bob"], "team we can", "say and we all")
    operator = host.connect(operator=True)
    operator.send("player mute ann: rude")
    assert refused(party["ann"], "team hello") == "unavailable"


def test_who_may_not_use_a_channel_learns_so_and_nobody_else_learns_anything() -> None:
    """The game decides, also whether it is open."""
    party = four()
    assert why_not(party["ann"], "team") == "Say what? Type: team TEXT"
    assert "You can't use folded now" in why_not(party["ann"], "folded boo")
    ok(party["ann"], "fold", "folded is anybody here")
    ok(party["bob"], "fold", "folded I am")
    assert said(party, "ann")[-1] == ("bob", "folded", "I am")
    assert not said(party, "cy")
    start = Party("ann", "bob", host=new_host(WITH_PARLEY), game="parley", start=False)
    assert start["ann"].send("team hi") == ["No game is in progress. To talk: say hi"]


class Failing(ParleyViews):
    """Nobody knows who hears what."""

    def channel(self, state: State, seat: Seat, name: str) -> list[Seat]:
        raise KeyError(SECRET)


def test_a_game_that_cannot_say_who_hears_freezes_its_table() -> None:
    host = new_host({"parley": replace(PARLEY, views=Failing())})
    party = Party("ann", "bob", host=host, game="parley", programs=("ann", "bob"))
    assert why_not(party["ann"], "team hi") == "The game's program failed. Nobody heard you."
    assert party.state == "frozen"
    assert SECRET not in repr(host.reports)


def test_a_game_can_close_private_messages_and_leave_the_table_open() -> None:
    """Both ways, also with people from elsewhere; and no talk of other tables comes in. A request
    for a friend is a message, too: whether it comes can be agreed on.
    """
    party = four()
    eve, ann = party.host.program("eve"), party["ann"]
    for player in (eve, ann):
        ok(player, "register open sesame")
    ok(ann, "say hello")
    text = "Not now: Parley allows no private messages at the moment. Try again later."
    assert why_not(ann, "tell bob psst") == text
    assert refused(eve, "tell ann psst") == refused(ann, "friend eve") == "unavailable"
    ok(ann, "fold", "tell eve I am out", "friend eve")


# --- takebacks ---------------------------------------------------------------------------


def test_a_move_is_taken_back_when_all_agree() -> None:
    """The position before it, with the time of now; what came after it is gone too. Other games
    take nothing back, and say so.
    """
    party = four()
    assert why_not(party["ann"], "propose takeback") == "There is no move of yours to take back."
    ok(party["ann"], "bid 2 3")
    ok(party["bob"], "bid 2 4", "fold")
    ok(party["ann"], "propose takeback")
    for name in ("bob", "cy", "dee"):
        ok(party[name], "accept")
    match = party.room.table.last_match
    assert (match.state.bid, match.state.folded, match.trail) == ((1, 0), (), ())
    last = [b["data"]["what"] for _, b in party["wat"].events("parley.bidden")]
    assert last == ["2 of 3", "2 of 4", "nothing more", "as before"]
    ok(party["ann"], "look", "bid 2 3")
    hunt = Party("ann", "bob", programs=("ann", "bob"))
    assert why_not(hunt["ann"], "/propose takeback") == "In Hunt no move can be taken back."


def test_a_takeback_over_which_the_game_fails_freezes_the_table() -> None:
    """It does not matter who agreed last. The log says why."""
    party = four()
    ok(party["ann"], "bid 8 6", "bid 9 1", "propose takeback")
    for name in ("bob", "cy", "dee"):
        ok(party[name], "accept")
    assert party.state == "frozen"
    assert "could not take a move back" in party.host.reports[-1].text
    assert why_not(party["ann"], "propose takeback") == "There is no move of yours to take back."


def test_a_takeback_of_somebody_who_has_no_move_left_does_nothing() -> None:
    """Two proposals may cross: the first takes both moves back."""
    party = four()
    ok(party["ann"], "bid 2 3")
    ok(party["bob"], "bid 2 4")
    ok(party["ann"], "propose takeback")
    room = party.room
    match = changed(room.table.last_match, trail=())
    room.table = changed(room.table, match=match)
    for name in ("bob", "cy", "dee"):
        ok(party[name], "accept 1")
    assert room.table.last_match.state.bid == match.state.bid


def test_a_game_that_wants_them_gets_ratings_and_earlier_results_by_seat() -> None:
    """Also when its players have changed seats, and from the record alone."""
    host = new_host(WITH_PARLEY)
    party = Party("ann", "bob", "cy", host=host, game="parley", programs=("ann", "bob", "cy"))
    ok(party["ann"], "register a good password")
    ok(party["cy"], "fold")
    ok(party["bob"], "fold")
    ok(party["ann"], "leave", f"join {party.number} 4", "ready")
    ok(party["cy"], "leave")
    ok(party["bob"], "ready")
    if party.state != "playing":
        ok(party["bob"], "start")
    setup = party.room.table.last_match.state.setup
    assert setup.seats == (2, 4)
    assert setup.earlier == (Result({Seat(4): 0, Seat(2): 2}, (Seat(4),)),)
    assert setup.ratings == {}
    (entry,) = [r.decode(body) for body in party.room.record if b'"earlier"' in body]
    assert isinstance(entry, r.Started)
    assert entry.earlier == list(setup.earlier)


# --- arguments -------------------------------------------------------------------------------


def test_some_of_the_hand_can_be_typed_in_any_order() -> None:
    party = four()
    one, two, three, _ = hand(party)
    assert refused(party["ann"], f"give {one}") == "illegal_move"
    assert refused(party["ann"], f"give {one} {one}") == "illegal_move"
    assert refused(party["ann"], f"give {one} {two} {three}") == "illegal_move"
    (prompt, *_) = [b for _, b in party["ann"].events("prompt")]
    (give,) = [move for move in prompt["moves"] if move["verb"] == "give"]
    (arg,) = give["args"]
    assert (arg["type"], arg["of"], arg["min"], arg["max"]) == ("text", hand(party), 2, 2)
    assert arg["examples"][0] == f"{one} {two}"
    ok(party["ann"], f"give {two.lower()} {one.lower()}")
    assert len(hand(party)) == 2
    heard = [
        b["data"]["cards"] for name in ("bob", "cy") for _, b in party[name].events("parley.given")
    ]
    assert heard[0] is None
    assert sorted(heard[1]) == sorted((one, two))


def test_a_verb_may_be_offered_in_several_forms() -> None:
    """Each with its own arguments: a bid is higher by its face or by its count."""
    party = four()
    ok(party["ann"], "bid 3 5", "bid 3 6", "bid 4 1")
    no = ask(party["bob"], "bid 4 1")
    assert no.code == "illegal_move"
    ok(party["bob"], "bid 4 2")
    person = Party("eve", "fay", host=new_host(WITH_PARLEY), game="parley")
    lines = person["eve"].send("help")
    assert sum("bid COUNT FACE" in line for line in lines) == 1
    assert person["eve"].send("help bid") == [
        "bid COUNT FACE: bid more than the last (Parley).",
        "A bid rises.",
        "  like this",
    ]


def test_a_text_option_takes_a_word_of_its_letters() -> None:
    party = four(options="motto=courage")
    assert party.room.table.options["motto"] == "courage"
    eve = party.host.program("eve")
    assert why_not(eve, "new parley motto=Courage7") == (
        "motto=Courage7 is not allowed. Use a word of abcdefghijklmnopqrstuvwxyz, at /   most 12"
        " characters."
    )
    for wrong in ("", "a" * 13, "caf\u00e9"):
        assert refused(eve, f"new parley motto={wrong}") == "bad_option"
    (row,) = [each for each in ask(eve, "games").items if each["game"] == "parley"]
    (motto, *_) = row["options"]
    assert (motto["type"], motto["default"], motto["max"]) == ("text", "none", 12)


def test_fifty_can_play_at_one_table() -> None:
    """With the longest names, and no line is too long for a program."""
    names = [f"a-very-long-name-{number:03}" for number in range(50)]
    host = new_host(WITH_PARLEY, connections_per_address=200)
    party = Party(*names, host=host, game="parley", programs=names[:2])
    assert len(party.room.table.last_match.seats) == 50
    ok(party[names[1]], "fold", "look", "scores")
    assert max(map(len, party[names[0]].data.split(b"\n"))) < 16_384
    assert len(party[names[49]].send("team here we are")) == 1

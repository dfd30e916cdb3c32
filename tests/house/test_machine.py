"""Law: whatever guests type, whatever is cut, killed or cannot be stored, a house keeps its word.

A machine of hypothesis plays: its rules are what can happen, and after each of them what the
guests have read is compared with what the lobby says, and with the house's own books. What a guest
knows (`guests.Guest`) comes from their connection and from nowhere else. A sequence that fails is
made as short as possible before it is shown.
"""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from parlour.core.limits import Limits
from parlour.house import House
from parlour_kit.host import Client
from parlour_kit.rebuild import Checked
from parlour_probe import PROBE
from tests.games.open_hunt import OPEN_HUNT
from tests.house.guests import PASSWORD, Answer, Guest
from tests.house.scene import Words, ask
from tests.house.shaky import Shaky
from tests.sizes import sized

pytestmark = pytest.mark.sweep

HELLOS: Final = {
    "ann": "HELLO 1 text view",
    "bob": "HELLO 1",
    "cy": "HELLO 1 text lobby",
    "dee": "",
}
AWAY_S: Final = 200
LIMITS: Final = Limits(
    bot_pause_ms=300,
    proposal_s=30,
    away_s=AWAY_S,
    deserted_table_s=300,
    adjourn_after_s=100,
    adjourned_s=3000,
    adjourned_per_player=2,
    password_cost=1,
    login_s=10**6,
)
GAMES: Final = (
    "hunt",
    "hunt top=6 seconds=30",
    "hunt absence=forfeit absence_seconds=20",
    "hunt watch=off",
    "hunt absence=wait top=4",
    "hunt pace=days top=4",
    "probe word_check=off notes=on",
    "probe word_check=off notes=on turn_seconds=5 hide_seconds=5",
)
AT_TABLE: Final = (
    *("/ready", "/ready", "/ready off", "/start", "/start", "/rematch", "/bot"),
    *("/propose adjourn", "/propose adjourn", "/join 1", "/join 2", "/tables mine"),
    *("/propose pause", "/propose resume", "/propose abort", "/accept", "/accept", "/decline"),
    *("/continue 1", "/continue 1", "/continue 2", "/end 1"),
    *("/options top=6", "/options first=draw cheers=off", "/options watch=off", "/options top=1"),
    *("@1 /hide 2", "@9 /hide 2"),
)
ANYWHERE: Final = (
    *("/look", "/scores", "/options", "/seals", "/help", "/history", "/why ant", "/who", "/games"),
    *("/more", "/name ann", "/resume abcdef", "/join 99", "/xyzzy", "/set x"),
    *("/leave 99", "/watch 99", "/new x", "/new hunt top=1", "/kick nobody", "/tell nobody x"),
)
GUEST: Final = st.integers(0, 11)
"""Which of those who can: their number is a divisor of twelve."""
LUCK: Final = st.integers(0, 2**16)


def snapshot(house: House) -> tuple[Any, ...]:
    """Everything that a refusal must leave as it was."""
    rooms = {
        number: (room.table, list(room.record), dict(room.seated), sorted(room.watchers))
        for number, room in house.tables.rooms.items()
    }
    players = {
        player.name: (player.seat, sorted(player.watching), sorted(player.ignored), player.seq)
        for player in house.people.register.by_key.values()
    }
    return rooms, players, house.next_due, len(house.tables.archive.recent(1000))


def kept(row: dict[str, Any]) -> tuple[Any, ...]:
    """What is told of a table whose game is absent as of any other."""
    return row["table"], row["game"], row["host"], [*filter(None, row["seats"])]


def check_books(house: House) -> None:
    """The house agrees with itself on who is where, and everything in it ends some day."""
    waits = house.out.waiting is not None  # then who is lost is not away yet
    for number, room in house.tables.rooms.items():
        chairs = room.table.chairs
        kept = {key for key, rooms in house.tables.adjourned.items() if number in rooms}
        assert not kept or room.table.over_days or room.table.state == "adjourned"
        people = {
            seat: chair.name
            for seat, chair in chairs.items()
            if chair.bot is None and chair.name not in kept
        }
        if room.table.state == "adjourned":
            people = {seat: chair.name for seat, chair in room.table.present.items()}
            for chair in (*room.table.present.values(), *room.table.missing.values()):
                assert house.tables.adjourned[chair.name][number] is room
        assert {seat: player.name for seat, player in room.seated.items()} == people
        assert (room.table.number, room.table.closed) == (number, False)
        assert room.proposal_timers.keys() == room.table.proposals.keys()
        for seat, player in room.seated.items():
            assert (player.room, player.seat) == (room, seat), "nobody sits twice"
            assert chairs[seat].away == (player.session is None)
        for watcher in room.watchers.values():
            assert watcher.session is not None, "nobody watches without a connection"
            assert watcher.watching[number] is room
        adjourned = {each for rooms in house.tables.adjourned.values() for each in rooms}
        assert (number in adjourned) == (room.table.state == "adjourned" or bool(kept))
        connected = any(player.session is not None for player in room.seated.values())
        held = bool(room.seated) and room.table.suspended is not None
        assert connected or held or "deserted" in room.alarms, "no table without an end"
    for player in house.people.register.by_key.values():
        assert house.people.register.by_number[player.number] is player
        if player.room is not None and player.seat is not None:
            assert house.tables.rooms[player.room.table.number].seated[player.seat] is player
        for number in player.watching:
            assert house.tables.rooms[number].watchers[player.key] is player
        if player.session is not None:
            gone = waits and player.session.closing
            assert gone or house.people.sessions[player.session.conn].player is player
        elif player.room is None and player.key not in house.tables.adjourned:
            assert player.away_timer, "no name without an end"


class Evening(RuleBasedStateMachine):
    """Three programs and a person, on a host that may be killed, and whose store may fail."""

    def __init__(self) -> None:
        super().__init__()
        self.host = Shaky(
            {"hunt": OPEN_HUNT, "probe": PROBE}, {"en": Words()}, LIMITS, house_type=Checked
        )
        self.guests = [Guest(self.host, name, hello) for name, hello in HELLOS.items()]
        self.owners: dict[str, set[str]] = {}
        """Who may read each word that somebody noted or said in private."""
        self.noted: dict[str, tuple[int | None, int | None]] = {}
        """At which table and seat each word was noted: who sits there later may read it."""
        self.said: dict[str, tuple[list[Guest], list[Guest]]] = {}
        """Who must have read what was said, since it was answered, and who must not."""
        self.talks = 0
        self.porter = self.enter_porter()
        for guest in self.guests:
            guest.come()

    @initialize(game=st.sampled_from(GAMES), bots=st.integers(0, 2), begun=st.booleans())
    def sit_down(self, game: str, bots: int, begun: bool) -> None:
        """A table to begin with, and perhaps its game is on."""
        lines = [f"/new {game}", "/join 1", "/join 1", "/ready", "/ready"]
        for who, line in enumerate([*lines, *["/bot"] * bots, *["/start"] * begun]):
            self.type(who % 3, line)

    def enter_porter(self) -> Client:
        """A program without a name, which only looks at the lists of the lobby."""
        porter = self.host.connect()
        porter.send("HELLO 1")
        return porter

    # --- who can do it ------------------------------------------------------------------

    @property
    def here(self) -> list[Guest]:
        return [guest for guest in self.guests if guest.here]

    @property
    def away(self) -> list[Guest]:
        return [guest for guest in self.guests if not guest.here]

    @property
    def asked(self) -> list[Guest]:
        """Programs whose game waits for them, or lets them do something."""
        return [guest for guest in self.here if guest.prompt is not None]

    @property
    def idle(self) -> list[Guest]:
        """Those who sit nowhere, as far as they know."""
        return [guest for guest in self.here if guest.table is None]

    @property
    def seated(self) -> list[Guest]:
        return [guest for guest in self.here if guest.table is not None]

    @property
    def in_doubt(self) -> bool:
        """Does anything wait for the store, whether the host knows it or not?"""
        return self.host.stuck

    # --- what people do -----------------------------------------------------------------

    @precondition(lambda self: self.away and not self.in_doubt)
    @rule(who=GUEST, unread=st.integers(0, 4), numbered=st.booleans())
    def come(self, who: int, unread: int, numbered: bool) -> None:
        """Somebody comes back; of what came last they have read nothing."""
        guest = self.away[who % len(self.away)]
        code = guest.come(unread=unread, numbered=numbered)
        if code is not None:
            assert (code == "bad_password") == guest.program, code
            assert not guest.account, "an account comes back as the player that it was"
            assert self.host.now - guest.left_at >= AWAY_S, "a way back works as long as promised"
            guest.lose()
            guest.forget()
            self.said.clear()
            code = guest.come()
        assert code is None

    @precondition(lambda self: self.here)
    @rule(who=GUEST)
    def drop(self, who: int) -> None:
        """Somebody's connection is cut."""
        self.here[who % len(self.here)].lose()

    @precondition(lambda self: self.idle)
    @rule(who=GUEST, game=st.sampled_from(GAMES))
    def new(self, who: int, game: str) -> None:
        self.type(self.idle[who % len(self.idle)], f"/new {game}")

    @precondition(lambda self: self.idle and self.host.house.tables.rooms)
    @rule(who=GUEST, table=GUEST)
    def join(self, who: int, table: int) -> None:
        tables = sorted(self.host.house.tables.rooms)
        self.type(self.idle[who % len(self.idle)], f"/join {tables[table % len(tables)]}")

    @precondition(lambda self: self.here and self.host.house.tables.rooms)
    @rule(who=GUEST, table=GUEST, how=st.sampled_from(("join", "watch", "watch", "leave")))
    def go(self, who: int, table: int, how: str) -> None:
        """Somebody sits down elsewhere, watches, or leaves."""
        tables = sorted(self.host.house.tables.rooms)
        self.type(who, f"/{how} {tables[table % len(tables)]}")

    @precondition(lambda self: any(not guest.account for guest in self.here))
    @rule(who=GUEST)
    def register(self, who: int) -> None:
        guests = [guest for guest in self.here if not guest.account]
        self.type(guests[who % len(guests)], f"/register {PASSWORD}")

    @precondition(lambda self: self.here)
    @rule(who=GUEST, whom=st.sampled_from((*HELLOS, "seat2")))
    def kick(self, who: int, whom: str) -> None:
        self.type(who, f"/kick {whom}")

    @precondition(lambda self: self.here)
    @rule(who=GUEST, whom=st.sampled_from([*HELLOS]))
    def ignore(self, who: int, whom: str) -> None:
        """Somebody does not want to hear somebody any more, or does again."""
        self.type(who, f"/ignore {whom}")

    @precondition(lambda self: self.here)
    @rule(who=GUEST, line=st.sampled_from(AT_TABLE))
    def settle(self, who: int, line: str) -> None:
        """What people at a table agree on."""
        self.type(who, line)

    @precondition(lambda self: self.here)
    @rule(who=GUEST, line=st.sampled_from(ANYWHERE))
    def try_out(self, who: int, line: str) -> None:
        """What changes nothing: questions, and what must be refused."""
        before = None if self.in_doubt else snapshot(self.host.house)
        self.type(who, line)
        if before is not None and not line.startswith(("/help", "/ready")):
            assert snapshot(self.host.house) == before

    @precondition(lambda self: self.seated)
    @rule()
    def begin(self) -> None:
        for guest in self.seated:
            self.type(guest, "/ready")

    @precondition(lambda self: self.asked)
    @rule(luck=LUCK, moves=st.integers(1, 12))
    def move(self, luck: int, moves: int) -> None:
        """People make moves that they are offered."""
        rng = Random(luck)
        for _ in range(moves):
            if self.asked:
                urgent = [guest for guest in self.asked if guest.waited_for]
                guest = rng.choice(urgent or self.asked)
                word = f"hush{len(self.owners)}"
                self.owners[word], self.noted[word] = {guest.name}, (guest.table, guest.seat)
                self.type(guest, guest.move(rng, word))

    @precondition(lambda self: self.here)
    @rule(who=GUEST, number=st.integers(1, 4))
    def bare(self, who: int, number: int) -> None:
        """Somebody types a number, which may be a move."""
        self.type(who, str(number))

    @precondition(lambda self: self.here)
    @rule(who=GUEST)
    def say(self, who: int) -> None:
        """Somebody says something that nobody has said before."""
        self.talks += 1
        word = f"talk{self.talks}"
        self.type(who, f"/say {word}")

    @precondition(lambda self: self.here)
    @rule(who=GUEST, whom=st.sampled_from([*HELLOS]))
    def tell(self, who: int, whom: str) -> None:
        """Somebody tells one other something."""
        guest = self.here[who % len(self.here)]
        word = f"hush{len(self.owners)}"
        self.owners[word] = {guest.name, whom}
        self.type(who, f"/tell {whom} {word}")

    def type(self, who: int | Guest, line: str) -> None:
        """Somebody types *line*. If it is refused, it has changed nothing, and nobody heard it."""
        guest = self.here[who % len(self.here)] if isinstance(who, int) else who
        quiet = not self.in_doubt and not any(
            room.table.proposals for room in self.host.house.tables.rooms.values()
        )  # any line shows that its sender is there, which proposals wait for
        before = snapshot(self.host.house) if quiet else None
        guest.ask(line)
        answers = self.hear()
        if before is not None and any(answer.word == "no" for _, answer in answers):
            assert snapshot(self.host.house) == before, "a refusal changes nothing"

    # --- what happens to them -----------------------------------------------------------

    @rule(seconds=st.sampled_from((0.3, 1, 5, 12, 25, 70, 250)))
    def wait(self, seconds: float) -> None:
        """Time passes; no store fails for long."""
        self.host.wait(seconds)
        if self.host.waiting:
            self.host.recover()
        elif self.in_doubt:
            self.host.fail()

    @rule()
    def kill(self) -> None:
        """The host is killed and started again: what everybody could see is the same, but that
        nobody is connected, and so the tables are listed by number.
        """
        number = itemgetter("table")
        before = None if self.in_doubt else sorted(self.lobby("tables"), key=number)
        for guest in self.here:
            guest.hear()
        games = {*self.host.house.tables.games}
        self.host.restart()
        games &= self.host.house.tables.games.keys()
        for guest in self.here:
            guest.gone()
        self.porter = self.enter_porter()
        after = self.lobby("tables")
        assert after == sorted(after, key=number)
        for row, again in zip(before or (), after, strict=before is not None):
            if "held" in (row["state"], again["state"]) or row["game"] not in games:
                assert kept(again) == kept(row)
            else:
                assert again == {**row, "present": 0, "watchers": 0}

    @rule(version=st.sampled_from(("1", "1", "2", "")))
    def update(self, version: str) -> None:
        """It comes back with another version of hunt, or without it: those tables wait, or go on
        if it is again the one that they had.
        """
        hunt = {"hunt": replace(OPEN_HUNT, version=version)} if version else {}
        self.host.games = {**hunt, "probe": PROBE}
        self.kill()

    @precondition(lambda self: not self.host.waiting)
    @rule()
    def fail(self) -> None:
        """From now on nothing can be stored. Nobody knows it yet; then the host is told."""
        if self.in_doubt:
            self.host.fail()
        else:
            self.host.stuck = True

    @precondition(lambda self: self.host.waiting)
    @rule(seconds=st.sampled_from((0, 25, 700)), again=st.booleans())
    def recover(self, seconds: float, again: bool) -> None:
        """Everything can be stored again, perhaps after a while, or what there was until now."""
        self.host.wait(seconds)
        self.host.recover()
        if again:
            self.host.stuck = True

    # --- what must be so ----------------------------------------------------------------

    def hear(self) -> list[tuple[Guest, Answer]]:
        found = [(guest, answer) for guest in self.guests for answer in guest.hear()]
        for guest, answer in found:
            verb, _, word = answer.asked.line.partition(" ")
            if answer.asked.late:
                continue  # meanwhile people have come and gone
            if verb == "/say" and answer.word == "ok" and guest.program and guest.table:
                there = [
                    other
                    for other in self.here
                    if other.program
                    and (other.table == guest.table or guest.table in other.watching)
                ]
                deaf = [other for other in there if guest.name in other.ignored]
                self.said[word] = [other for other in there if other not in deaf], deaf
        return found

    def lobby(self, what: str) -> list[dict[str, Any]]:
        """The items of a list of the lobby."""
        return [{**item} for item in ask(self.porter, what).items]

    @invariant()
    def everybody_agrees(self) -> None:
        """Guests, lobby and books."""
        self.hear()
        house = self.host.house
        check_books(house)
        for guest in self.guests:
            for word in guest.words & self.owners.keys():
                if self.noted.get(word) == (guest.table, guest.seat):
                    self.owners[word].add(guest.name)
                assert guest.name in self.owners[word], "what is hidden stays hidden"
        for word, (listeners, deaf) in self.said.items():
            assert all(word in guest.words for guest in listeners), "what was said is heard"
            assert all(word not in guest.words for guest in deaf), "who ignores hears nothing"
        assert not [report for report in self.host.reports if "failed" in report.text]
        if self.in_doubt:
            return
        for guest in self.guests:
            assert not guest.asked, "everything is answered"
        self.check_lobby()

    def check_lobby(self) -> None:
        """What the lobby says of each guest is what they know."""
        tables = {row["table"]: row for row in self.lobby("tables")}
        people = {row["name"]: row for row in self.lobby("who")}
        rows = [
            row
            for row in tables.values()
            if row["state"] != "adjourned" and row["options"].get("pace") != "days"
        ]
        seats = [name for row in rows for name in row["seats"] if name in HELLOS]
        assert len(seats) == len({*seats}), "nobody sits twice"
        for guest in self.guests:
            row = people.get(guest.name)
            if row is None:
                assert not guest.here
                assert not guest.table or self.host.now - guest.left_at >= AWAY_S
                guest.table = None
                continue
            assert row["away"] != guest.here
            if guest.here and guest.sure and guest.program:
                assert row["table"] == guest.table
            elif guest.program:  # what became of their seat they will read when they are back
                assert row["table"] in {guest.table, None}
            if guest.table and row["table"] and guest.program and guest.seat:
                assert tables[guest.table]["seats"][guest.seat - 1] == guest.name
            if guest.program:
                assert guest.watching >= {*row["watching"]}
                assert not (guest.watching - {*row["watching"]}) & tables.keys()
                guest.watching = {*row["watching"]}
        for number, row in tables.items():
            assert row["watchers"] == sum(number in one["watching"] for one in people.values())
            assert row["host"] is None or row["host"] in row["seats"]


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=sized(12, settings().max_examples),
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    report_multiple_bugs=False,
)

"""Connections take turns: what one sends together is answered a few lines at a time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.commands.fair import DEAR_WORK, TICK_WORK, WORDS
from parlour.commands.turns import DEAR_S, ENDED_S, ROUND_WORK, TURN_LINES
from parlour.core.effects import (
    Connected,
    ConnId,
    Effects,
    Ended,
    Lost,
    OutputDrained,
    OutputFull,
    Received,
)
from parlour.core.intake import READ_AHEAD
from parlour.core.limits import Limits
from parlour.hookvalues import Asked, PluginCommand
from parlour.house import House
from parlour.store.memory import MemoryStore
from parlour_kit.host import WALL, entropy
from tests.house.scene import GAMES, Party, Words, new_host, ok, refused, why_not
from tests.house.shaky import GOES_ON


class Bare:
    """A house in whose rounds nobody lends a hand."""

    def __init__(self, people: int, commands: Sequence[PluginCommand] = (), **limits: int) -> None:
        self.now = 0.0
        self.said: dict[ConnId, bytes] = {}
        self.reading: list[tuple[ConnId, bool]] = []
        self.closed: list[ConnId] = []
        self.house = House(
            games=GAMES,
            lexicons={},
            limits=Limits(**{"bot_pause_ms": 0, **limits}),
            archive=MemoryStore(1).archive,
            name="test",
            version="0",
            entropy=entropy(1),
            commands=commands,
        )
        self.conns = [ConnId(number) for number in range(1, people + 1)]
        for conn in self.conns:
            self.tick(Connected(conn, "127.0.0.1", near=True))
            self.tick(Received(conn, b"p%d\n" % conn))
            intake = self.house.people.sessions[conn].intake
            intake.usual = 0  # it knows that their lines are cheap
        self.said.clear()

    def tick(
        self, *events: Connected | Received | Ended | Lost | OutputFull | OutputDrained
    ) -> None:
        self._take(self.house.tick(events, self.now, WALL))

    def round(self) -> None:
        self._take(self.house.serve(self.now, WALL))

    def rounds(self) -> int:
        """All that are left; how many."""
        count = 0
        while self.house.busy:
            self.round()
            count += 1
        return count

    def _take(self, effects: Effects) -> None:
        for conn, data in effects.sends:
            self.said[conn] = self.said.get(conn, b"") + data
        self.reading += effects.reading
        self.closed += effects.closes

    def answers(self, conn: ConnId) -> int:
        """How many pings of that connection have been answered."""
        return self.said.get(conn, b"").count(b"pong")


def test_what_comes_together_is_answered_in_turn_and_in_order() -> None:
    """Whoever sends a lot waits for whoever sends a little, and not the other way round."""
    host = Bare(2)
    loud, quiet = host.conns
    host.tick(Received(loud, b"".join(b"ping %d\n" % number for number in range(50))))
    assert host.answers(loud) == TURN_LINES
    host.tick(Received(quiet, b"ping\n"))
    assert host.answers(quiet) == 1
    assert host.answers(loud) == TURN_LINES
    host.rounds()
    lines = host.said[loud].decode().split()
    assert lines == [word for number in range(50) for word in ("pong", str(number))]


def test_all_who_wait_get_their_turn_before_anybody_gets_the_next() -> None:
    host = Bare(20)
    host.tick(*(Received(conn, b"ping\n" * 5 * TURN_LINES) for conn in host.conns))
    answers: list[int] = []
    while host.house.busy:
        host.round()
        answers = list(map(host.answers, host.conns))
        assert max(answers) - min(answers) <= 2 * TURN_LINES
    assert set(answers) == {5 * TURN_LINES}


def test_one_tick_and_one_round_have_an_end_however_many_speak_at_once() -> None:
    """The others are answered in the next rounds."""
    host = Bare(TICK_WORK + ROUND_WORK)
    host.tick(*(Received(conn, b"ping\n") for conn in host.conns))
    assert sum(map(host.answers, host.conns)) == TICK_WORK
    host.round()
    assert sum(map(host.answers, host.conns)) == TICK_WORK + ROUND_WORK
    assert not host.house.busy


def test_long_lists_wait_for_those_who_play() -> None:
    """A crowd that asks `who` at once holds up nobody who does anything else."""
    host = Bare(200)
    *crowd, last = host.conns
    host.tick(*(Received(conn, b"#1 /who\n") for conn in crowd), Received(last, b"ping\n"))
    assert host.answers(last) == 1
    answered = sum(b"To read on: more" in said for said in host.said.values())
    assert 0 < answered <= 2 * TICK_WORK / DEAR_WORK
    host.tick(Received(last, b"ping\n" * 2 * TURN_LINES))
    host.round()
    assert host.answers(last) == 1 + 2 * TURN_LINES
    assert sum(b"To read on: more" in said for said in host.said.values()) < len(crowd)
    host.rounds()
    assert all(b"To read on: more" in host.said[conn] for conn in crowd)


def test_budgets_that_are_due_at_the_same_moment_are_served_in_rounds() -> None:
    host = Bare(100, near_factor=1, flood_burst=1, flood_per_s=1, bursts_per_address=1_000)
    host.tick(*(Received(conn, b"who\n") for conn in host.conns))
    assert not host.said
    host.now += 1.0
    host.tick()
    assert not host.said
    host.round()
    assert 0 < len(host.said) <= 2 * ROUND_WORK / DEAR_WORK
    host.rounds()
    assert len(host.said) == 100


def test_a_connection_with_many_lines_waiting_is_read_no_further() -> None:
    host = Bare(1)
    (conn,) = host.conns
    host.tick(Received(conn, b"ping\n" * (READ_AHEAD + TURN_LINES)))
    assert host.reading == []
    host.tick(Received(conn, b"ping\n"))
    assert host.reading == [(conn, False)]
    host.rounds()
    assert host.reading == [(conn, False), (conn, True)]
    assert host.answers(conn) == READ_AHEAD + TURN_LINES + 1


def test_whoever_does_not_read_is_not_answered_either() -> None:
    """So no answer of theirs can ever fill the memory; nothing is lost."""
    host = Bare(1)
    (conn,) = host.conns
    host.tick(Received(conn, b"ping\n" * 2 * TURN_LINES), OutputFull(conn))
    host.rounds()
    assert host.answers(conn) == TURN_LINES
    host.tick(Received(conn, b"ping\n"))
    assert host.answers(conn) == TURN_LINES
    host.tick(OutputDrained(conn))
    host.rounds()
    assert host.answers(conn) == 2 * TURN_LINES + 1


def test_a_line_that_waits_is_not_answered_after_its_connection_was_closed() -> None:
    """A reader who is gone catches up with nothing."""
    host = Bare(1)
    (conn,) = host.conns
    host.tick(Received(conn, b"ping\nquit\n" + b"ping\n" * 9))
    host.rounds()
    assert host.said[conn] == b"pong\nGoodbye.\nIf nc does not end now, press Ctrl-C.\n"
    host = Bare(1)
    host.tick(Received(conn, b"ping\n" * 9), Received(conn, b"ping\n" * 2000), Lost(conn))
    assert host.rounds() == 1
    host = Bare(1)
    (conn,) = host.conns
    host.tick(Received(conn, b"ping\n" * 9), OutputFull(conn), Lost(conn), OutputDrained(conn))
    assert host.rounds() == 1
    assert host.answers(conn) == TURN_LINES


def test_a_turn_that_fails_costs_its_own_connection_only(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Bare(2)
    one, two = host.conns
    host.tick(Received(one, b"ping\n" * 9), Received(two, b"ping\n" * 9))
    session = host.house.people.sessions[one]
    assert session.intake.lines is not None
    session.intake.lines.appendleft((7, 0.0, 0))  # type: ignore[arg-type]
    host.rounds()
    assert host.closed == [one]
    assert host.answers(two) == 9


# --- fair shares -----------------------------------------------------------------------------


class Toiling(Bare):
    """A house with a command that takes as many milliseconds of processor time as its word says.

    Nobody's other lines take any.
    """

    def __init__(self, people: int, **limits: int) -> None:
        self.spent_s = 0.0
        toil = PluginCommand("toil", "toil MS", "work for so long", self._toil)
        super().__init__(people, (toil,), **limits)
        self.house.out.spent_s = lambda: self.spent_s

    def _toil(self, asked: Asked) -> list[str]:
        self.spent_s += float(asked.rest) / 1000
        return ["pong"]

    def waits_ms(self, conn: ConnId) -> float:
        """How long others are worked for until *conn* has the answer to a ping."""
        before, answers = self.spent_s, self.answers(conn)
        self.tick(Received(conn, b"/ping\n"))
        while self.answers(conn) == answers:
            self.round()
        return 1000 * (self.spent_s - before)


def test_a_cheap_line_passes_by_whatever_many_others_have_sent() -> None:
    """It waits for no more than the line that is being answered."""
    host = Toiling(41)
    *crowd, ann = host.conns
    host.tick(*(Received(conn, b"toil 3\n" * 30) for conn in crowd))
    while min(map(host.answers, crowd)) == 0:  # nobody knows yet what their lines are like
        host.round()
    for _ in range(30):
        host.round()
        assert host.waits_ms(ann) <= 3
        host.now += 0.01
    assert host.house.busy


def test_dear_lines_one_after_the_other_make_nobody_wait_for_more_than_one() -> None:
    """Whoever sends the next one as soon as the last one is answered has had their share."""
    host = Toiling(9)
    *crowd, ann = host.conns
    host.tick(*(Received(conn, b"toil 30\n") for conn in crowd))
    host.rounds()
    for _ in range(20):
        host.now += 0.24
        before = host.spent_s, host.answers(ann)
        host.tick(*(Received(conn, b"toil 30\n") for conn in crowd), Received(ann, b"ping\n"))
        while host.answers(ann) == before[1]:
            host.round()
        assert host.spent_s - before[0] <= 0.0301
        host.rounds()


def test_nobody_gets_more_of_the_time_than_others_by_sending_dearer_lines() -> None:
    host = Toiling(2)
    cheap, dear = host.conns
    host.tick(Received(cheap, b"toil 1\n" * 100), Received(dear, b"toil 10\n" * 100))
    for _ in range(5):
        host.round()
    assert 10 * host.answers(dear) == pytest.approx(host.answers(cheap), abs=10)


def test_who_had_the_host_to_themselves_does_not_pay_for_it_later() -> None:
    host = Toiling(2)
    ann, bob = host.conns
    host.tick(Received(ann, b"toil 10\n" * 100))
    host.rounds()
    host.now += 2.0
    host.tick(Received(bob, b"toil 10\n" * 20), Received(ann, b"toil 10\n" * 20))
    for _ in range(10):
        host.round()
    assert abs(host.answers(ann) - 100 - host.answers(bob)) <= 1


def test_a_line_of_many_words_is_more_work_than_a_short_one() -> None:
    """So it lets those of others pass by."""
    host = Bare(30)
    *crowd, ann = host.conns
    words = b"/ping" + b" a" * 20 * WORDS + b"\n"
    host.tick(*(Received(conn, words) for conn in crowd), Received(ann, b"/ping\n"))
    assert sum(map(host.answers, crowd)) == 0
    assert host.answers(ann) == 1
    host.round()
    assert 0 < sum(map(host.answers, crowd)) <= 1 + ROUND_WORK / 20


def answered(host: Bare, lines: bytes) -> int:
    """How many of *lines* its only connection may send at once."""
    (conn,) = host.conns
    host.tick(Received(conn, lines))
    host.rounds()
    return host.said[conn].count(b"pong")


def test_what_a_line_costs_of_the_budget() -> None:
    """More, if the answer is long, far away sooner than near by; if it has many words; if it
    took long.
    """
    host = Bare(1, near_factor=1, flood_burst=40)
    (conn,) = host.conns
    host.tick(Received(conn, b"commands\n" * 40))
    host.rounds()
    assert host.said[conn].count(b"say goodbye") < 12
    host = Bare(1, near_factor=1, flood_burst=40)
    assert answered(host, b"ping\n" * 39) == 39, "the name was the other one"
    host = Bare(1, near_factor=1, flood_burst=40)
    assert answered(host, (b"ping" + b" x" * 4 * WORDS + b"\n") * 20) == 8
    assert answered(Toiling(1, near_factor=1, flood_burst=40), b"toil 1\n" * 39) == 39
    slow = b"toil %d\n" % (3 * 1000 * DEAR_S + 1)
    assert answered(Toiling(1, near_factor=1, flood_burst=40), slow * 39) == 10


# --- in time ---------------------------------------------------------------------------------


def test_a_word_that_was_read_in_time_is_in_time_when_its_turn_comes_late() -> None:
    """The clock of its table waits for it; what is read after the deadline comes after it."""
    party = Party("ann", "bob", options="seconds=30")
    party.hide(3, 4)
    house, ann = party.host.house, party["ann"]
    state = party.room.table.match
    assert state is not None
    assert state.deadline is not None
    due = house.out.now + (state.deadline - party.room.at) / 1000
    lines = b"".join(b"ping %d\n" % number for number in range(20))
    effects = [
        house.tick([Received(ann.conn, lines + b"/try bob 9\n", due - 0.001)], due + 0.5, WALL),
    ]
    assert party.state == "playing"
    assert house.busy
    while house.busy:
        effects.append(house.serve(due + 0.5, WALL))
    bodies = [entry.body for each in effects for entry in each.entries]
    kinds = [body.split(b'"', 4)[3] for body in bodies]
    assert [kind for kind in kinds if kind != b"called"] == [b"moved"]
    assert party.room.table.match is not None
    assert (party.room.table.match.deadline or 0) > state.deadline


def test_a_clock_that_waited_for_a_line_is_not_wound_at_a_table_that_has_been_closed() -> None:
    """By the operator, between the line's arrival and its turn."""
    party = Party("ann", "bob", options="seconds=30")
    party.hide(3, 4)
    house, ann, table = party.host.house, party["ann"], party.number
    operator = party.host.operator()
    state = party.room.table.match
    assert state is not None
    assert state.deadline is not None
    due = house.out.now + (state.deadline - party.room.at) / 1000
    lines = b"".join(b"ping %d\n" % number for number in range(20))
    house.tick([Received(ann.conn, lines, due - 0.001)], due + 0.5, WALL)
    assert house.busy
    effects = house.tick([Received(operator.conn, b"table end %d\n" % table)], due + 0.5, WALL)
    assert b"done" in dict(effects.sends)[operator.conn]
    while house.busy:
        house.serve(due + 0.5, WALL)
    assert table not in house.tables.rooms
    assert house.next_due is None or house.next_due > due + 0.5


def test_at_a_table_lines_are_answered_in_the_order_in_which_they_came() -> None:
    """G-1, though a cheaper line from another table passes by."""
    host = Bare(TICK_WORK + 3)
    ann, bob, cy, *crowd = host.conns
    host.tick(Received(ann, b"new hunt\n"), Received(cy, b"new hunt\n"))
    host.tick(Received(bob, b"join 1\n"))
    host.now += 1
    host.said.clear()
    for conn in (ann, bob, cy) * 4:
        host.tick(Received(conn, b"/ping\n"))
    host.said.clear()
    busy = [Received(conn, b"ping\n") for conn in crowd]
    long = b"/ping" + b" a" * 2 * WORDS + b"\n"
    host.tick(*busy, Received(ann, long), Received(bob, b"/ping\n"), Received(cy, b"/ping\n"))
    assert not {ann, bob, cy} & host.said.keys()
    host.rounds()
    assert [conn for conn in host.said if conn not in crowd] == [cy, ann, bob]


def test_those_who_are_here_pass_newcomers_by() -> None:
    """However many come at once, and say who they are."""
    host = Bare(1)
    (ann,) = host.conns
    crowd = [ConnId(number) for number in range(2, 202)]
    host.tick(*(Connected(conn, "127.0.0.1", near=True) for conn in crowd))
    host.said.clear()
    host.tick(*(Received(conn, b"q%d\n" % conn) for conn in crowd), Received(ann, b"ping\n"))
    host.round()
    assert host.answers(ann) == 1
    assert len(host.said) < 2 * TICK_WORK
    host.rounds()
    assert len(host.said) == 201


def test_nobody_waits_for_a_flood_at_their_own_table() -> None:
    host = Bare(2)
    loud, bob = host.conns
    host.tick(Received(loud, b"new hunt\n"))
    host.tick(Received(bob, b"join 1\n"))
    host.now += 1
    host.tick(Received(loud, b"/ping\n" * 50 * TURN_LINES))
    for count in (1, 2, 3):
        host.tick(Received(bob, b"/ping\n"))
        host.round()
        assert host.answers(bob) == count
    assert host.house.busy


# --- pages -------------------------------------------------------------------------------------


def test_a_list_that_is_too_long_comes_page_by_page() -> None:
    """It says how to read on; no page is left out, none is asked for in vain."""
    host = new_host(near_factor=1000)
    for number in range(45):
        ok(host.program(f"p{number}"), "new hunt")
    pro, ann = host.program("pro"), host.person("ann")
    first = ok(pro, "tables")
    assert [row["table"] for row in first.items] == list(range(1, 21))
    end = {"count": 20, "page": 1, "pages": 3, "total": 45}
    assert first.body == end | {"text": ["Page 1 of 3, 45 in all. More: tables 2"]}
    last = ok(pro, "tables 3")
    assert [row["table"] for row in last.items] == [41, 42, 43, 44, 45]
    assert last.text == "Page 3 of 3, 45 in all."
    assert refused(pro, "tables 4") == "usage"
    assert why_not(pro, "tables 0") == (
        "There is no page 0: this list has 3 pages. To see the first: tables"
    )
    assert len(ok(pro, "who").items) == 47
    assert refused(pro, "who 2") == "usage"
    for number in range(4):
        host.person(f"q{number}")
    assert ann.send("who 2")[0].startswith("q3:")
    assert refused(pro, "tables some") == "no_such_game"
    assert ok(pro, "tables all").body == end | {
        "text": ["Page 1 of 3, 45 in all. More: tables all 2"]
    }


def test_a_person_reads_on_in_a_long_list_with_more() -> None:
    """One way only, over screens and pages; something else that is long ends it."""
    host = new_host(near_factor=1000)
    for number in range(45):
        ok(host.program(f"p{number}"), "new hunt")
    ann = host.person("ann")
    for height, screens in ((24, 3), (10, 7), (0, 3)):
        pages = [ann.send(f"set height {height}", "tables")[1:]]
        while pages[-1][-1].endswith(("To read on: more", "To read on: more)")):
            pages.append(ann.send("more"))
        rows = [line for page in pages for line in page if line.startswith("Table ")]
        assert [line.split(":")[0] for line in rows] == [f"Table {n}" for n in range(1, 46)]
        assert len(pages) == screens
        assert all(len(page) < (height or 99) for page in pages)
        assert pages[-1][-1] == "Page 3 of 3, 45 in all."
        assert ann.send("more") == ["There is nothing more to read."]
    assert ann.send("tables")[-1] == "To read on: more"
    ann.send("games")
    assert ann.send("more") == ["There is nothing more to read."]


# --- who has said all ---------------------------------------------------------------------


def test_who_closes_their_side_reads_every_answer_before_we_close_ours() -> None:
    """Who takes leave as well, as `printf 'quit\\n' | nc -N` does, is closed once."""
    host = Bare(1)
    (conn,) = host.conns
    host.tick(Received(conn, b"ping\n" * 5 * TURN_LINES), Ended(conn))
    assert host.closed == []
    host.rounds()
    assert host.answers(conn) == 5 * TURN_LINES
    assert host.closed == [conn]
    host.tick(Lost(conn))  # the server has closed it
    assert conn not in host.house.people.sessions
    host = Bare(1)
    (conn,) = host.conns
    host.tick(Received(conn, b"quit\n"), Ended(conn))
    assert host.closed == [conn]


def test_who_closes_their_side_reads_an_answer_that_takes_a_while() -> None:
    host = new_host()
    host.run_jobs = False
    ann = host.person("ann")
    ann.send("register open sesame")
    host.tick([Ended(ann.conn)])
    assert not ann.closed
    ann.take()
    host.run_jobs = True
    host.tick([])
    assert ann.take() == ["ann is yours now. To log in from anywhere: name ann PASSWORD"]
    assert ann.closed


def test_the_answers_of_who_closes_their_side_have_an_end() -> None:
    """A reader who reads nothing is not waited for. Who says nothing more is away at once."""
    host = Bare(1)
    (conn,) = host.conns
    host.tick(OutputFull(conn), Received(conn, b"ping\n" * 3), Ended(conn))
    host.now += ENDED_S - 1
    host.tick()
    assert host.closed == []
    host.now += 2
    host.tick()
    assert host.closed == [conn]
    assert host.answers(conn) == 0
    party = Party("ann", "bob")
    ann, bob = party["ann"], party["bob"]
    bob.take()
    party.host.tick([Ended(ann.conn)])
    assert ann.closed
    assert party.room.table.missing
    bob.take()
    party.host.tick([Ended(ann.conn)])  # nobody we know
    assert bob.take() == []


def test_who_closes_their_side_while_the_house_waits_reads_what_was_held_back() -> None:
    host = new_host(lexicons={"en": Words()})
    ann, bob = host.person("ann"), host.person("bob")
    ann.take()
    host.stuck = True
    ann.send("new hunt")
    host.fail()
    bob.take()
    bob.send_raw(b"say hello\n")
    host.tick([Ended(ann.conn)])
    host.tick([Ended(bob.conn)])
    assert not ann.closed
    assert not bob.closed
    ann.take()
    host.recover()
    assert ann.take()[:2] == [GOES_ON, "Table 1: Hunt, 2 to 4 players. You sit at seat 1."]
    assert bob.take()[0] == GOES_ON
    assert ann.closed
    assert bob.closed

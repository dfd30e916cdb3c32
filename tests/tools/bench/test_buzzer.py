"""The last seconds of rounds of Boggle: what the benchmark would notice."""

from __future__ import annotations

import json

import pytest

from parlour.lexicons import load_english
from parlour_boggle import BOGGLE
from parlour_kit.host import Host
from tools.bench.buzzer import Figures, for_all, is_unclear, misjudged, report, words_of, wrong
from tools.bench.process import Usage
from tools.bench.seating import Guest
from tools.bench.writers import Line, Played, Player, Size, Table, set_late

USAGE = Usage(1.0, 0.1, 0.4, 0.0)


def line(sent: float, *, accepted: bool, answered: float | None = None, word: str = "cat") -> Line:
    """One word; it was sent within a tenth of a millisecond."""
    when = sent + 0.001 if answered is None else answered
    return Line((word,), sent, sent, sent + 0.0001, when, accepted)


def player(*lines: Line, table: Table | None = None) -> Player:
    """Who sent these, at a table whose time was up at 10 s, or a millisecond later."""
    at = table or Table(earliest=10.0, latest=10.001)
    found = Player(at, Guest.__new__(Guest), 0, lines=list(lines))
    at.players.append(found)
    return found


@pytest.mark.parametrize(
    ("sent", "accepted", "right"),
    [
        (9.99, True, True),
        (9.99, False, False),
        (10.0005, True, True),
        (10.0005, False, True),
        (10.1, False, True),
        (10.1, True, False),
    ],
)
def test_a_wrong_verdict_is_noticed(sent: float, accepted: bool, right: bool) -> None:
    """Too early, too late; what is too near the end is let pass."""
    assert (not list(misjudged(player(line(sent, accepted=accepted))))) == right


def test_a_line_without_an_answer_is_noticed() -> None:
    """Whatever else is true of it."""
    assert list(misjudged(player(line(5.0, accepted=False, answered=0.0))))


def test_lines_that_the_host_read_together_have_the_time_of_the_last() -> None:
    """If that came after time nobody can say anything of the others."""
    table = Table(earliest=10.0, latest=10.001)
    first = line(9.99, accepted=False, answered=10.02)
    early, late, unread = (line(sent, accepted=False) for sent in (9.995, 10.01, 10.03))
    assert is_unclear(table, first, [late])
    assert is_unclear(table, first, [early, late])
    assert not is_unclear(table, first, [early])
    assert not is_unclear(table, first, [unread])
    assert not is_unclear(table, first, [])
    assert not is_unclear(table, line(10.1, accepted=True), [])


def test_a_line_that_the_game_notes_as_late_is_not_on_the_list() -> None:
    """It is answered `ok` while lines of others that came in time still wait (O-B-15)."""
    ann = player(line(10.1, accepted=True), line(9.9, accepted=True, word="dog"))
    late = {"verdict": "late", "words": ["cat"]}
    set_late(ann, {"groups": [late, {"verdict": "noted", "words": ["dog"]}]})
    assert [each.accepted for each in ann.lines] == [False, True]
    assert words_of({"groups": [late, {"verdict": "ok", "words": ["dog"]}]}) == ["dog"]


def said(*lists: list[str]) -> list[bytes]:
    """What somebody heard of the reading-out of these lists."""
    events = [b"boggle.time_up {}", b"prompt {}"]
    for seat, words in enumerate(lists, 1):
        data = {"seat": seat, "groups": [{"verdict": "ok", "words": words}]}
        body = json.dumps({"data": data})
        events.append(b"boggle.read " + body.encode())
    return events


def test_a_reading_out_that_is_not_what_was_acknowledged_is_noticed() -> None:
    """Or not the same for all at the table."""
    table = Table(earliest=10.0, latest=10.001)
    ann = player(line(5, accepted=True), table=table)
    bob = player(line(5, accepted=True, word="dog"), table=table)
    ann.said, bob.said = said(["cat"], ["dog"]), said(["cat"], ["dog"])
    played = Played([table], USAGE)
    assert list(wrong(played)) == []
    bob.said = said(["cat"], [])
    assert any("did not all read the same" in problem for problem in wrong(played))
    ann.said = bob.said
    assert [problem[:15] for problem in wrong(played)] == ["table 1, seat 2"]


def test_what_two_players_hear_of_a_real_round_is_alike() -> None:
    """The benchmark compares it as the host sends it: nobody asked for `text`."""
    host = Host(games={"boggle": BOGGLE}, lexicons={"en": load_english()}, seed=1)
    clients = [host.connect() for _seat in range(2)]
    for client, name, goes in zip(clients, ("ann", "bob"), ("new boggle", "join 1"), strict=True):
        client.send("HELLO 1", f"#n name {name}", f"#t {goes}")
    clients[0].send("#s start")
    for client in clients:
        client.take()
    host.wait(300)
    heard = [
        for_all([line.split(" ", 2)[2].encode() for line in client.take() if line[0] == "*"])
        for client in clients
    ]
    assert heard[0] == heard[1]
    assert [name for name, _data in heard[0]].count("boggle.read") == 2


def test_the_report_tells_the_goal_and_what_was_wrong() -> None:
    """And stays within a screen."""
    fast = Figures(100, [1.0] * 100, [2.0], [3.0], [20.0], 2, USAGE, ())
    slow = Figures(100, [200.0] * 100, [2.0], [], [20.0], 0, USAGE, ("('cat',) ...",))
    good = list(report({"with the journal": [fast]}, Size()))
    assert any(text.endswith("met (0.01 of the goal)") for text in good)
    assert good[-1] == "judged by arrival    98 lines, 2 too close to the end to tell; wrong: 0"
    bad = list(report({"with the journal": [slow]}, Size()))
    assert any("NOT MET (2.00 of the goal)" in text for text in bad)
    assert bad[-1] == "('cat',) ..."
    assert max(map(len, good + bad)) < 80

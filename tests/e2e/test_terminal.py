"""Whole games in the terminal client: a real host, a real terminal, real keys, and a cut line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from parlour.lexicons import load_english
from parlour_boggle.board import board_of
from parlour_boggle.solver import find
from parlour_client.log import WIDTH, question
from tests.e2e.peer import Peer, peer
from tests.e2e.serving import HOST, Serving, serving
from tests.e2e.terminal_player import COMMAND, Guesser, Seated, Sight
from tests.e2e.terminal_wire import Wire, wire
from tests.e2e.terminals import BEST, EACH, Kind, terminal
from tests.sizes import sized

CONFIG: Final = "[limits]\nbot_pause_ms = 0\n"
"""Bots need not wait until people have read."""
OPTIONS: Final = "turn_seconds=0 choice_seconds=0 interrupt_min_hidden=12"
"""No clock; and bots guess no words, so that no guess comes before an answer on its way."""
LOSS_AT: Final = 4
"""With which of their answers in Probe the line is lost: no game is over by then."""
BACK: Final = "You are back at table 1, seat 1."
ROWS: Final = 4
CUBES: Final = re.compile(r"(?: +\[?[A-Z]u?\]?){4}(?= |$)")
"""The letters of a row of the board of Boggle; what is beside the board may follow."""
BOARD_ROW: Final = re.compile(r"(?: *[A-Z]u?){4} *")
"""The same as the host writes it."""
MEANT: Final = "! There is no game prb here. Did you mean probe? (Tab: probe)"


@pytest.fixture
def host() -> Iterator[Serving]:
    with serving(CONFIG) as running:
        yield running
        assert " error: " not in running.stop()


@pytest.fixture
def way(host: Serving) -> Iterator[Wire]:
    with wire(host.port) as made:
        yield made


@pytest.fixture
def me(kind: Kind) -> Iterator[Seated]:
    with terminal(kind) as opened:
        yield Seated(opened)


# --- what the host says of a game -------------------------------------------------------------


def replayed(port: int, record: str, seat: str) -> list[tuple[str, list[str]]]:
    """Each event of *record* as *seat* was told it: its name and its lines.

    The log has no question that may pass: it is above the input.
    """
    told: list[tuple[str, list[str]]] = []
    with peer(port) as pro:
        for line in ("HELLO 1 text", f"#1 name reader-of-{record}", f"#2 replay {record} {seat}"):
            pro.send(line)
        while not (line := pro.read()).startswith("#2 ok "):
            assert not line.startswith(("#1 no ", "#2 no ")), line
            if line.startswith("#2 + "):
                item: Any = json.loads(line.removeprefix("#2 + "))
                passes = item["event"] == "prompt" and not item["data"]["urgent"]
                told.append((item["event"], [] if passes else item["text"]))
    return told


def printed(told: list[tuple[str, list[str]]]) -> list[str]:
    """All that netcat prints of a game of Probe; of a prompt, the question that the log has."""
    kept = list[str]()
    for event, lines in told:
        kept += [question(lines, WIDTH)] if event == "prompt" else lines
    return kept


def sentences(lines: list[str]) -> list[str]:
    """*lines* cut again, as those on the screen end elsewhere than those of the host."""
    return re.split(r"(?<=[.:]) ", " ".join(" ".join(lines).split()))


def asked_once(story: list[str]) -> list[str]:
    """*story* without a question that was open before the line was lost and is asked again."""
    text = " ".join(" ".join(story).split())
    before, back, after = text.partition(BACK)
    assert back
    asked, again = before.split(), after.split()
    many = min(len(asked), len(again))
    while asked[len(asked) - many :] != again[:many]:
        many -= 1
    return [before, back, *again[many:]]


# --- Probe ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BEST)
def test_a_whole_game_of_probe_with_a_line_that_is_lost(
    me: Seated, way: Wire, host: Serving
) -> None:
    """Against two bots, from the shell to the shell; what happens meanwhile is told once."""
    me.plays(way.port, "ann")
    me.reads_the_rules("probe")
    me.sends(f"new probe {OPTIONS}")
    me.reads("Fill seats: bot")
    for name in ("Ada", "Bo"):
        me.sends("bot sharp")
        me.reads(f"{name} (a bot, sharp) sits down")
    me.sends("start")
    me.reads("\N{BLACK RIGHT-POINTING SMALL TRIANGLE} Hide a word")
    hide(me)
    play(me, way)
    story = me.recalls("Probe begins: ", "replay g1")
    told = iter(sentences(printed(replayed(host.port, "g1", "ann"))))
    lost = [each for each in sentences(asked_once(story)) if each not in told]
    assert lost == [], "all in order; only what was asked during the loss is not told again (G-4)"
    me.sends("leave")
    me.until("the lobby", lambda sight: sight.title.startswith(" Lobby"))
    me.terminal.press("Ctrl-D")
    me.is_home(f"{COMMAND} {HOST}:{way.port}")


def hide(me: Seated) -> None:
    """Hide a word that nobody can read who looks over the shoulder."""
    me.terminal.press("F2")
    sight = me.types("hide ..tiger", shown="hide *******")
    assert "tiger" not in "\n".join(sight.rows)
    me.terminal.press("Enter")
    me.reads("Your rack: . . T I G E R")


def play(me: Seated, way: Wire) -> None:
    """Answer whatever is asked, to the end."""
    guesser = Guesser()
    answers = 0
    sight: Sight | None = None
    while True:
        sight = me.until("the next question, or the end", _asked_after(sight))
        if sight.over:
            assert any("<- winner" in row for row in sight.story)
            assert sight.says("Game over: ")
            return
        answers += 1
        way.deaf = answers == LOSS_AT
        me.sends(guesser.answer(sight))
        if way.deaf:
            lose_line(me, way, b" probe.")
            find_line(me, way)


def _asked_after(before: Sight | None) -> Callable[[Sight], bool]:
    """Is something asked, and does something else lie on the table than *before*?

    The title and the scores around it come with an answer of their own after a lost line. If
    nobody has shown a card since then, the log says that it is their turn again, and nothing of
    what they have asked since.
    """
    lay, log = (None, None) if before is None else (before.position[1:-1], before.log)

    def asked(sight: Sight) -> bool:
        told = " ".join(" ".join(sight.log).split())
        again = sight.log != log and told.rfind("Your turn.") > told.rfind("You ask ")
        return sight.over or (sight.urgent and (again or sight.position[1:-1] != lay))

    return asked


def lose_line(me: Seated, way: Wire, event: bytes) -> None:
    """The host hears what was sent last; the *event* it leads to does not arrive.

    Only then is the line cut.
    """
    me.until("the host has gone on, unheard", lambda _: event in way.unheard)
    way.cut()
    me.knows_the_line_is_cut()


def find_line(me: Seated, way: Wire) -> None:
    """All is well again."""
    way.mend()
    me.knows_the_line_is_back()


# --- Boggle -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sized(BEST, EACH))
def test_whole_games_of_boggle_with_a_line_that_is_lost(
    me: Seated, way: Wire, host: Serving
) -> None:
    """Two: with a friend and without a clock, then with a bot and a round that ends unseen."""
    with peer(host.port) as bob:
        bob.enters("bob")
        me.plays(way.port, "ann")
        me.reads_the_rules("boggle")
        open_table(me)
        bob.send("join 1")
        me.reads("bob sits down")
        me.sends("start")
        find_words(me, way, bob)
        assert_over(me, host, "g1")
        hears(bob, "Game over: ")
        bob.send("/leave")
        bob.send("/watch 1")
        me.reads("bob leaves")
        sleep_through_a_round(me, way, bob)
        assert_over(me, host, "g2")
    me.presses("Ctrl-C", "")
    me.until("Ctrl-C is explained", lambda sight: "Press Ctrl-C again to leave" in sight.refused)
    me.terminal.press("Ctrl-C")
    kept = "Your seat at table 1 is kept. To return: parlour play"
    me.is_home(f"{COMMAND} {HOST}:{way.port}", kept)
    me.sits_down(COMMAND)
    me.until("the seat", lambda sight: sight.over and "table 1" in sight.title)
    me.sends("/quit")
    me.is_home(COMMAND, kept)


def open_table(me: Seated) -> None:
    """A table without a clock, with words enough; typed with the Tab key."""
    me.types("new bog")
    me.presses("Tab", "new boggle ")
    me.types("sec", shown="new boggle sec")
    me.presses("Tab", "new boggle seconds=")
    me.types("0 min_w", shown="new boggle seconds=0 min_w")
    me.presses("Tab", "new boggle seconds=0 min_words=")
    me.types("40", shown="new boggle seconds=0 min_words=40")
    me.terminal.press("Enter")
    me.reads("Fill seats: bot")


def find_words(me: Seated, way: Wire, bob: Peer) -> None:
    """A round: words typed, pasted, and sent just when the line is cut."""
    sight = me.until("the board", lambda sight: len(cubes(sight)) == ROWS)
    found = find(board_of(cubes(sight), None), load_english()).words
    known = sorted(found, key=lambda word: (-len(word), word))
    me.sends(" ".join(known[:3]))
    me.reads("Your list (3): ")
    me.terminal.paste("\n".join(known[3:13]) + "\n")
    me.reads("Your list (13): ")
    way.cut()
    me.knows_the_line_is_cut()
    me.is_refused(known[13])
    bob.send("/say I hope ann comes back")
    hears(bob, "bob: I hope")
    find_line(me, way)
    me.reads("bob: I hope ann comes back")
    me.presses("Enter", "")
    me.reads("Your list (14): ")
    way.deaf = True
    me.types(known[14])
    me.terminal.press("Enter")
    lose_line(me, way, b" boggle.noted ")
    find_line(me, way)
    sight = me.reads("Your list (15): ")
    assert " ".join(sight.position).split().count(known[14]) == 1
    me.presses("Ctrl-C", "")  # the word that was given back
    bob.send(f"{known[0]} {known[15]}")
    bob.send("/next")
    me.sends("/next")


def cubes(sight: Sight) -> list[list[str]]:
    """The board, as far as it is in sight."""
    found = [CUBES.match(row) for row in sight.position]
    return [re.findall(r"[A-Z]u?", each[0]) for each in found if each is not None]


def sleep_through_a_round(me: Seated, way: Wire, bob: Peer) -> None:
    """With a bot, in no time: the line is cut from before the round until all is over.

    A second is too short for a bot to write a word, so nobody wins.
    """
    me.sends("/bot hard")
    me.reads("Ada (a bot, hard) sits down")
    me.sends("/options seconds=1 min_words=0")
    me.reads("seconds=1")
    way.deaf = True
    me.types("/rematch")
    me.terminal.press("Enter")
    lose_line(me, way, b" boggle.round ")
    hears(bob, "Game over: ")
    find_line(me, way)
    me.reads("You are back at table 1, seat 1.")
    me.until("what was typed", lambda sight: sight.typed.startswith("/rematch"))
    me.presses("Ctrl-C", "")  # the line that was given back


def hears(someone: Peer, words: str) -> None:
    """Read on until a line has *words*."""
    while words not in someone.read():
        pass


def assert_over(me: Seated, host: Serving, record: str) -> None:
    """The winner is shown, and the log is what the host has told ann: no gap, nothing twice.

    Only the boards are missing, because the position shows them.
    """
    sight = me.until("the end", lambda sight: sight.over and sight.says("Game over: "))
    assert any("<- winner" in row for row in sight.position), "\n".join(sight.position)
    me.reads(f"See it again: replay {record}")
    story = me.recalls("Boggle begins: ", f"replay {record}")
    told = [line for _, lines in replayed(host.port, record, "ann") for line in lines]
    told = [line for line in told if not BOARD_ROW.fullmatch(line)]
    assert sentences(story) == sentences(told)


# --- first steps ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BEST)
def test_help_is_at_hand_and_a_mistake_is_explained_at_its_place(me: Seated, way: Wire) -> None:
    me.plays(way.port, "ann")
    me.terminal.type("?")
    me.reads("You can type: new GAME")
    me.terminal.press("F1")
    me.reads("Tab Shift-Tab complete a word")
    me.terminal.press("Escape")
    me.until("the lobby again", lambda sight: not sight.says("Shift-Tab"))
    assert me.is_refused("new prb").hints == ["      ^^^", MEANT]
    me.presses("Tab", "new probe")
    me.presses("Ctrl-C", "")
    me.terminal.press("Ctrl-D")
    me.is_home(f"{COMMAND} {HOST}:{way.port}")

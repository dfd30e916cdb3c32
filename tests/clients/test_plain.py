"""The client without a screen: what it says, and what it sends. Whole evenings: docs/plain.md."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from parlour_client import Refused, connect
from parlour_client.plain import play
from parlour_client.session import NOT_SENT, UNSURE
from parlour_client.source import Login
from tests.clients.jumping import in_no_time, run
from tests.clients.peer import Exchange, Peer
from tests.clients.spoken import Paper

ANN = Login("ann")
HELLO = b'#- ok {"protocol":1}\n'


class Keyboard(Paper):
    """Answers questions; what was asked as a secret stands in `secrets`."""

    def __init__(self, *answers: str | None) -> None:
        super().__init__()
        self.secrets: list[str] = []
        self.times: list[tuple[float, str]] = []
        """What was said, and when."""
        for answer in answers:
            self._typed.put_nowait(answer)

    def say(self, line: str) -> None:
        """See `Console`."""
        super().say(line)
        self.times.append((asyncio.get_running_loop().time(), line))

    async def read(self, question: str = "", *, secret: bool = False) -> str | None:
        """See `Console`."""
        line = await super().read(question)
        if secret:
            self.secrets.append(line or "")
        return line


def _entering(exchange: Exchange) -> Callable[[Login], Any]:
    def enter(login: Login) -> Any:
        return connect(
            "test",
            name=login.name,
            password=login.password,
            token=login.token,
            dial=exchange.dial,
            rng=Random(1),
        )

    return enter


@asynccontextmanager
async def _playing() -> AsyncGenerator[tuple[Keyboard, Peer, Exchange, asyncio.Task[int]]]:
    """Somebody who has come in."""
    exchange, keyboard = Exchange(), Keyboard()
    peer = exchange.expects()
    playing = asyncio.create_task(
        play(_entering(exchange), keyboard, login=ANN, usual="", begin=())
    )
    await peer.greets()
    yield keyboard, peer, exchange, playing
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def _comes_in(
    answers: list[str | None], said: list[tuple[str, str]], usual: str, **more: str
) -> Any:
    """Who comes in with *answers*, when the host refuses like this; all that was said.

    *more*: further fields of the refusals.
    """
    exchange, keyboard = Exchange(), Keyboard(*answers, None)
    playing = asyncio.create_task(
        play(_entering(exchange), keyboard, login=None, usual=usual, begin=())
    )
    requests: list[str] = []
    for code, text in said:
        peer = exchange.expects()
        peer.send(HELLO)
        await peer.reads()
        requests.append(await peer.reads())
        peer.no(requests[-1], code, text, **more)
    peer = exchange.expects()
    peer.send(HELLO)
    await peer.reads()
    requests.append(await peer.reads())
    peer.ok(requests[-1], name="ann", token="t")
    goodbye = await peer.reads()
    peer.ok(goodbye, text=["Goodbye."])
    peer.say('! bye {"text":["Goodbye."]}')
    assert await playing == 0
    return requests, keyboard


TAKEN = ("name_taken", "ann is taken")


@pytest.mark.parametrize(
    ("answers", "refusals", "more", "names", "lines"),
    [
        ([""], [], {"usual": "robin"}, ["robin"], ["Your name [robin]:"]),
        (
            ["", "a b", "seat3", "ann"],
            [("bad_name", "That name is kept for the house.")],
            {},
            ["seat3", "ann"],
            [
                "Your name:",
                "Your name:",
                "A name is one word. If it has a password, you are asked for that next.",
                "Your name:",
                "That name is kept for the house.",
                "Your name:",
            ],
        ),
        (
            ["ann", "open", "open sesame"],
            [("name_taken", "ann has an account."), ("bad_password", "That is not it.")],
            {},
            ["ann", "ann open", "ann open sesame"],
            [
                "Your name:",
                "ann is taken. If that is you, type your password.",
                "Password (Enter alone: another name):",
                "That is not it.",
                "Password (Enter alone: another name):",
            ],
        ),
        (["ann", "", "anna"], [TAKEN], {}, ["ann", "anna"], ["Your name:"]),
        (
            ["ann", ""],
            [TAKEN],
            {"usage": "name NAME", "near": "ann2"},
            ["ann", "ann2"],
            ["Your name:", "ann is taken", "Your name [ann2]:"],
        ),
    ],
    ids=["usual", "no name", "password", "no password", "one is suggested"],
)
def test_who_comes_in_is_asked_until_the_host_takes_the_answer(
    answers: list[str | None],
    refusals: list[tuple[str, str]],
    more: dict[str, str],
    names: list[str],
    lines: list[str],
) -> None:
    """Nobody sees a password; Enter alone takes the name in brackets."""
    requests, keyboard = run(lambda: _comes_in(answers, refusals, **{"usual": "", **more}))
    assert requests == [f"#0 name {name}" for name in names]
    assert keyboard.lines[: len(lines)] == lines
    asked = sum(line.startswith("Password") for line in keyboard.lines)
    assert keyboard.secrets == answers[1 : 1 + asked]
    assert "sesame" not in "\n".join(keyboard.lines)


@in_no_time
async def test_the_host_is_told_how_wide_the_terminal_is_and_asked_for_nothing_else() -> None:
    """Also on a new connection. Who has 80 columns asks for nothing."""
    async with _playing() as (keyboard, peer, exchange, _):
        for width in (59, 199):
            keyboard.width = width
            keyboard.pulled.set()
            request = await peer.reads()
            assert request.split(" ", 1)[1] == f"/set width {width}"
            peer.ok(request)
        again = exchange.expects()
        peer.cut()
        await again.greets()
        assert (await again.reads()).endswith(" /set width 199")


@in_no_time
async def test_who_is_barred_is_told_so_and_asked_nothing() -> None:
    exchange = Exchange()
    peer = exchange.expects()
    playing = asyncio.create_task(
        play(_entering(exchange), Keyboard(), login=ANN, usual="", begin=())
    )
    peer.send(HELLO)
    await peer.reads()
    peer.no(await peer.reads(), "unavailable", "You are barred.")
    with pytest.raises(Refused, match="You are barred"):
        await playing


def test_who_types_nothing_more_is_not_kept() -> None:
    async def main() -> int:
        return await play(_entering(Exchange()), Keyboard(None), login=None, usual="ann")

    assert run(main) == 0


@in_no_time
async def test_lines_are_sent_as_they_are_typed_and_answers_come_between_events() -> None:
    async with _playing() as (keyboard, peer, _, _):
        keyboard.type("  look   1 ")
        request = await peer.reads()
        assert request.endswith(" look   1")
        peer.event(1, "notice", text=["before"])
        peer.ok(request, text=["A table."])
        peer.event(2, "notice", text=["after\x1b[2J"])
        await asyncio.sleep(1)
        assert keyboard.lines == [">   look   1", "before", "A table.", "after\x1b[2J"]


PROMPT: dict[str, Any] = {
    "table": 1,
    "prompt": 1,
    "urgent": True,
    "due_ms": 30000,
    "moves": [
        {"verb": "take", "usage": "take NUMBER", "about": "take sticks", "args": []},
        {"verb": "pass", "usage": "pass", "about": "take none", "args": []},
    ],
    "bare": None,
}
ANY = "It isn't your turn. To see what you can type: help"


def _asked(
    prompt: dict[str, Any] | None, typed: str, later_s: float = 0.1, /, then: str = "", **more: Any
) -> list[str]:
    """What *typed* leads to while *prompt* is open, or 3 s after the event *then* of the table."""

    async def main() -> list[str]:
        async with _playing() as (keyboard, peer, _, _):
            answering = asyncio.create_task(peer.reads())  # pings
            if prompt is not None:
                peer.event(1, "prompt", **prompt)
            await asyncio.sleep(later_s)
            if then:
                peer.event(2, then, table=1, text=[], **more)
                await asyncio.sleep(3)
            keyboard.lines.clear()
            keyboard.type(typed)
            await asyncio.sleep(0.1)
            answering.cancel()
            return keyboard.lines[1:]

    return run(main)


def test_an_empty_line_asks_again_with_the_time_that_is_left() -> None:
    asks = PROMPT | {"text": ["|||", "How many do you take? (30 s)"]}
    assert _asked(asks, "", 12.5) == ["|||", "How many do you take? (18 s)"]
    assert _asked(asks, "", 99) == ["|||", "How many do you take? (0 s)"]
    assert _asked(asks | {"due_ms": None}, "", 9) == asks["text"]
    banks = asks | {"bank_ms": 120_000, "text": ["How many do you take? (30 s, bank 2:00)"]}
    assert _asked(banks, "", 12.5) == ["How many do you take? (18 s, bank 2:00)"]
    assert _asked(banks, "", 32.5) == ["How many do you take? (0 s, bank 1:58)"]
    assert _asked(None, "") == [ANY]


def test_a_question_mark_says_what_can_be_typed() -> None:
    """So does an empty line where the question has no text. What is over is not asked again."""
    moves = ["You can type:", "  take NUMBER: take sticks", "  pass: take none"]
    asks = PROMPT | {"text": ["How many? (30 s)"]}
    assert _asked(asks, "?") == [*moves, "Everything else: /help"]
    bare = ["You can type:", "  NUMBER: take sticks", "  /pass: take none"]
    assert _asked(PROMPT | {"bare": "take"}, "") == [*bare, "Everything else: /help"]
    assert _asked(None, "?") == [ANY]
    assert _asked(asks, "", then="unprompt", prompt=1) == [ANY]
    assert _asked(asks, "", 5, then="paused", paused=True) == ["How many? (25 s)"]


@in_no_time
async def test_a_question_that_may_pass_is_shown_on_an_empty_line() -> None:
    """It would only be in the way of what happens. One of another form asks for nothing."""
    async with _playing() as (keyboard, peer, _, _):
        answering = asyncio.create_task(peer.reads())
        peer.event(1, "prompt", table=1, moves="any", text=["How many?"])
        await asyncio.sleep(0.1)
        keyboard.type("")
        await asyncio.sleep(0.1)
        peer.event(2, "prompt", **PROMPT | {"urgent": False}, text=["Any more? (30 s)"])
        await asyncio.sleep(5)
        assert keyboard.lines == ["How many?", ">", ANY]
        keyboard.type("")
        await asyncio.sleep(0.1)
        assert keyboard.lines[3:] == [">", "Any more? (25 s)"]
        answering.cancel()


@in_no_time
async def test_a_line_that_no_host_reads_is_not_sent() -> None:
    async with _playing() as (keyboard, peer, _, _):
        keyboard.type("x" * 2000)
        keyboard.type("ping")
        assert (await peer.reads()).endswith(" ping")
        assert any(line.startswith("That is too long") for line in keyboard.lines)


@in_no_time
async def test_a_cut_is_told_once_and_so_is_the_way_back() -> None:
    async with _playing() as (keyboard, peer, exchange, _):
        peer.event(1, "notice", text=[])
        keyboard.type("ask bob e")
        keyboard.type("register open sesame")
        await peer.reads()
        await peer.reads()
        exchange.fails(ConnectionRefusedError())
        exchange.fails(ConnectionRefusedError())
        keyboard.lines.clear()
        peer.cut()
        await asyncio.sleep(0.1)
        keyboard.type("name ann secret")
        keyboard.type("cat")
        keyboard.type("")
        again = exchange.expects()
        await again.greets()
        await asyncio.sleep(1)
        assert "No host answers at test" in keyboard.lines[9]
        del keyboard.lines[9]
        assert keyboard.lines == [
            f"{UNSURE} (ask bob e)",
            f"{UNSURE} (register ...)",
            "You are disconnected. Trying again in 1 s.",
            "> name ann secret",
            "> cat",
            ">",
            f"{NOT_SENT} (name ...)",
            f"{NOT_SENT} (cat)",
            ANY,
            "Trying again in 3 s.",
            "Reconnected.",
        ]


@in_no_time
async def test_something_that_was_missed_is_said() -> None:
    async with _playing() as (keyboard, peer, exchange, _):
        peer.event(1, "notice", text=[])
        await asyncio.sleep(0.1)
        peer.cut()
        again = exchange.expects()
        again.send(HELLO)
        await again.reads()
        again.no(await again.reads(), "unavailable", "No longer known.")
        again.ok(await again.reads(), name="ann", token="t")
        await asyncio.sleep(0.1)
        assert keyboard.lines[-1].startswith("Reconnected, but something was missed.")


@in_no_time
async def test_the_last_words_of_a_host_are_said_and_it_is_no_success() -> None:
    async with _playing() as (keyboard, peer, _, playing):
        peer.say('! idle {"text":["Disconnected: you were idle too long. Come back any time."]}')
        assert await playing == 1
        assert keyboard.lines == ["Disconnected: you were idle too long. Come back any time."]


@in_no_time
async def test_who_is_done_while_the_line_is_cut_leaves_at_once() -> None:
    async with _playing() as (keyboard, peer, exchange, playing):
        exchange.fails(ConnectionRefusedError())
        peer.cut()
        await asyncio.sleep(0.1)
        keyboard.type(None)
        assert await playing == 0


@in_no_time
async def test_a_goodbye_that_is_cut_off_is_one() -> None:
    async with _playing() as (keyboard, peer, _, playing):
        keyboard.type("/quit")
        await peer.reads()
        peer.cut()
        assert await playing == 0


@in_no_time
async def test_what_begins_is_sent_first_and_each_line_waits_for_the_answer_before_it() -> None:
    """What comes through a pipe is a line at a time, however fast it comes."""
    exchange, keyboard = Exchange(), Keyboard("take 1", "take 2")
    peer = exchange.expects()
    playing = asyncio.create_task(
        play(_entering(exchange), keyboard, login=ANN, usual="", begin=["watch 3", "look 3"])
    )
    await peer.greets()
    sent: list[str] = []
    while len(sent) < 4:
        request = await peer.reads()
        if request.endswith("take 1"):
            peer.event(1, "prompt", **PROMPT | {"prompt": 7, "text": []})
        peer.ok(request)
        if not request.endswith("ping"):
            sent.append(request.partition(" ")[2])
    assert sent == ["watch 3", "look 3", "take 1", "@7 /take 2"]
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


# --- a game once more -------------------------------------------------------------------

_HINT = "Again: rematch - Leave: leave - See it again: replay g1"
_ITEMS: list[dict[str, Any]] = [
    {"at_ms": 0, "event": "started", "data": {"seats": []}, "text": ["It begins."]},
    {"at_ms": 4000, "event": "x.thing", "data": {}, "text": ["bob takes 2."]},
    {"at_ms": 90000, "event": "over", "data": {"record": "g1"}, "text": ["Over.", _HINT]},
]


async def _replays(peer: Peer, typed: str) -> None:
    """The host answers the replay that *typed* has become."""
    request = await peer.reads()
    assert request.partition(" ")[2] == typed
    for item in _ITEMS:
        peer.say(f"{request.partition(' ')[0]} + {json.dumps(item)}")
    peer.ok(request, count=3, total=3, text=[])


def _timed(keyboard: Keyboard, since: float) -> list[tuple[int, str]]:
    """What was said, and after how many seconds."""
    return [(round(at - since), line) for at, line in keyboard.times]


@in_no_time
async def test_a_replay_comes_at_once_and_without_what_one_could_do_at_the_table() -> None:
    async with _playing() as (keyboard, peer, _, _):
        keyboard.type("replay g1 bob")
        await _replays(peer, "/replay g1 bob")
        await asyncio.sleep(0.1)
        assert keyboard.lines[1:] == ["It begins.", "bob takes 2.", "Over."]


@in_no_time
async def test_a_replay_with_a_speed_comes_in_its_time_with_what_happens_meanwhile() -> None:
    """The host is asked for all of it: its own would end with the next ping."""
    async with _playing() as (keyboard, peer, _, _):
        began = asyncio.get_running_loop().time()
        keyboard.type("/replay g1 watcher 2x")
        await _replays(peer, "/replay g1 watcher")
        await asyncio.sleep(1)
        peer.event(1, "notice", text=["Somebody came."])
        answering = asyncio.create_task(peer.reads())  # pings
        await asyncio.sleep(30)
        answering.cancel()
        assert _timed(keyboard, began) == [
            (0, "Replay of g1 as a watcher read it, 2x. To stop: press Enter"),
            (0, "It begins."),
            (1, "Somebody came."),
            (2, "bob takes 2."),
            (7, "Over."),
            (7, "End of the replay of g1."),
        ]


@pytest.mark.parametrize("line", ["", "who"])
@in_no_time
async def test_the_next_line_ends_it_and_an_empty_one_does_nothing_else(line: str) -> None:
    async with _playing() as (keyboard, peer, _, _):
        keyboard.type("replay g1 1x")
        await _replays(peer, "/replay g1")
        await asyncio.sleep(1)
        keyboard.lines.clear()
        keyboard.type(line)
        if line:
            assert (await peer.reads()).endswith(" who")
        await asyncio.sleep(5)
        assert keyboard.lines[1:] == ["Replay of g1 stopped."]


@in_no_time
async def test_another_replay_takes_the_place_of_the_first_one() -> None:
    async with _playing() as (keyboard, peer, _, _):
        for _ in range(2):
            keyboard.type("replay g1 1x")
            await _replays(peer, "/replay g1")
            await asyncio.sleep(1)
        assert keyboard.lines.count("Replay of g1 stopped.") == 1
        await asyncio.sleep(10)
        assert keyboard.lines.count("End of the replay of g1.") == 1


@in_no_time
async def test_a_replay_that_is_refused_is_told_and_a_word_is_none() -> None:
    async with _playing() as (keyboard, peer, _, _):
        keyboard.type("replay g1 2x")
        peer.no(await peer.reads(), "usage", "There is no record g1; see: history")
        await asyncio.sleep(0.1)
        assert keyboard.lines[-1] == "There is no record g1; see: history"
        peer.event(1, "prompt", **PROMPT | {"bare": "take", "text": []})
        await asyncio.sleep(0.1)
        keyboard.type("replay g1 2x")
        assert (await peer.reads()).endswith(" replay g1 2x")


@in_no_time
async def test_a_replay_ends_with_the_line() -> None:
    async with _playing() as (keyboard, peer, _, playing):
        keyboard.type("replay g1 1x")
        await _replays(peer, "/replay g1")
        await asyncio.sleep(1)
        peer.say('! idle {"text":["Goodbye."]}')
        assert await playing == 1
        assert keyboard.lines[-2:] == ["Goodbye.", "Replay of g1 stopped."]


async def _in_french() -> list[str]:
    exchange, keyboard = Exchange(), Keyboard("ann lee", "ann", None)
    playing = asyncio.create_task(
        play(_entering(exchange), keyboard, login=None, usual="robin", lang="fr")
    )
    peer = exchange.expects()
    await peer.greets()
    peer.say('* 1 welcome {"name":"ann","text":["Tapez games ou help."]}')
    goodbye = await peer.reads()
    peer.ok(goodbye, text=["Au revoir."])
    peer.say('! bye {"text":["Au revoir."]}')
    assert await playing == 0
    return keyboard.lines


def test_the_client_is_french_from_its_first_question() -> None:
    """`lang = "fr"` in client.toml."""
    assert run(_in_french)[:5] == [
        "Votre nom [robin] :",
        "Un nom est un seul mot. S'il a un mot de passe, on vous le demande ensuite.",
        "Votre nom [robin] :",
        "Bonjour ann.",
        "Tapez games ou help.",
    ]

"""`parlour check-client` passes our clients, and finds clients that break a rule of the page."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, Final, TextIO

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour_client import connect, random_move, turns
from parlour_client.log import WIDTH
from parlour_client.plain import play
from parlour_client.source import Login
from parlour_kit.conformance.acts import ACTS, Act, ActResult, verdicts
from parlour_kit.conformance.client import ADDRESS, ClientUnderTest
from parlour_kit.conformance.fitting import Fitting
from parlour_kit.schema import schema_of
from tests.docs.pages import ROOT, blocks_of
from tests.e2e.serving import PATIENCE_S

PAGE: Final = ROOT / "docs" / "protocol.md"
PROGRAM: Final = "\n".join(
    next(block for block in blocks_of(PAGE) if block.kind == "python").lines
)
CAPABILITIES: Final = ("text", "view", "lobby", "natural")
SOON_S: Final = 0.01
"""The first pause before a client of ours connects again."""
HASTY_S: Final = 0.5
"""How long a bad client may do nothing until that counts as a fault."""


class InThread(ClientUnderTest):
    """A client in a thread of this process, which starts in no time."""

    def __init__(self, run: Callable[[InThread, int], None]) -> None:
        self._run = run
        self._ready = Event()
        self.stopped = Event()
        self._end: str | None = None
        self._typed: Callable[[str], object] | None = None

    def start(self, port: int) -> None:
        """See `ClientUnderTest`."""
        self.stopped, self._ready, self._end, self._typed = Event(), Event(), None, None
        self._thread = Thread(target=self._go, args=(port,), daemon=True)
        self._thread.start()

    def _go(self, port: int) -> None:
        try:
            self._run(self, port)
            self._end = ""
        except SystemExit as end:
            self._end = f"ended with {end.code}" if end.code else ""
        except Exception as error:  # noqa: BLE001, as the interpreter would
            self._end = f"failed with {error!r}"

    def types(self, typed: Callable[[str], object]) -> None:
        """Take what is typed from now on."""
        self._typed = typed
        self._ready.set()

    def type(self, line: str) -> None:
        """See `ClientUnderTest`."""
        if self._typed is not None:
            self._typed(line)

    def rest(self) -> None:
        """Pause, or end if nobody needs this client any more."""
        if self.stopped.wait(SOON_S):
            sys.exit()

    def ended(self) -> str | None:
        """See `ClientUnderTest`."""
        return self._end

    def stop(self) -> None:
        """See `ClientUnderTest`."""
        self.stopped.set()
        self._thread.join(PATIENCE_S)


def _silent(*_: object, **__: object) -> None:
    """Print nothing."""


def _program(*changes: tuple[str, str]) -> InThread:
    """The program of the page, with *changes*."""
    source = PROGRAM
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)

    def run(client: InThread, port: int) -> None:
        words = [ADDRESS, str(port), "trial", "2"]
        code = source.replace("sys.argv[1:]", repr(words)).replace("time.sleep(1)", "rest()")
        code = code.replace(" random,", "").replace("socket.create_connection", "dial")
        code = code.replace("self.socket.makefile(", "file(self.socket, ")
        with ExitStack() as stack:

            def dial(where: tuple[str, int]) -> socket.socket:
                return stack.enter_context(socket.create_connection(where))

            def file(opened: socket.socket, *, encoding: str, newline: str) -> TextIO:
                found = opened.makefile("r", encoding=encoding, newline=newline)
                return stack.enter_context(found)

            known = {"dial": dial, "file": file, "rest": client.rest}
            exec(code, {**known, "print": _silent, "random": Random(1)})

    return InThread(run)


def _until_stopped(client: InThread, doing: Callable[[], Awaitable[Any]]) -> None:
    """Run *doing* until it is done or nobody needs it any more."""

    async def run() -> None:
        task = asyncio.ensure_future(doing())
        watch = asyncio.create_task(asyncio.to_thread(client.stopped.wait))
        await asyncio.wait([task, watch], return_when=asyncio.FIRST_COMPLETED)
        client.stopped.set()
        if not task.done():
            task.cancel()
        await asyncio.gather(task, return_exceptions=not task.done())

    asyncio.run(run())


def _kit(*capabilities: str) -> InThread:
    """A bot made with our kit."""

    def run(client: InThread, port: int) -> None:
        rng = Random(1)

        async def plays() -> None:
            async with connect(
                ADDRESS,
                port,
                name="robin",
                capabilities=capabilities,
                rng=rng,
                first_pause_s=SOON_S,
            ) as link:
                await link.ask("join 1")
                await link.ask("ready")
                async for turn in turns(link):
                    await turn.make(*random_move(turn.prompt, rng))

        _until_stopped(client, plays)

    return InThread(run)


class Keyboard:
    """A console at which the check types."""

    def __init__(self, client: InThread) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        client.types(lambda line: loop.call_soon_threadsafe(self._lines.put_nowait, line))
        self.width = WIDTH

    async def resized(self) -> None:
        """See `Console`: never."""
        await asyncio.Event().wait()

    def say(self, line: str) -> None:
        """See `Console`."""

    async def read(self, question: str = "", *, secret: bool = False) -> str | None:
        """See `Console`."""
        return await self._lines.get()


def _plain() -> InThread:
    """`parlour play --plain`."""

    def run(client: InThread, port: int) -> None:
        def enter(login: Login) -> Any:
            return connect(
                ADDRESS,
                port,
                name=login.name,
                token=login.token,
                capabilities=CAPABILITIES,
                rng=Random(1),
                first_pause_s=SOON_S,
            )

        async def plays() -> None:
            begin = ["/new trial", "/bot", "/start"]
            await play(enter, Keyboard(client), login=Login("robin"), usual="", begin=begin)

        _until_stopped(client, plays)

    return InThread(run)


@pytest.fixture(scope="module")
def rules() -> Fitting:
    return Fitting(schema_of({}))


def _found(
    client: InThread, rules: Fitting, acts: list[Act], patience_s: float
) -> list[ActResult]:
    return list(verdicts(0, client, rules, patience_s, acts))


CLIENTS: Final[dict[str, tuple[Callable[[], InThread], bool]]] = {
    "the program of the page": (_program, True),
    "the kit": (lambda: _kit(*CAPABILITIES), True),
    "the plain client": (_plain, False),
}


@pytest.mark.parametrize("name", CLIENTS)
def test_our_clients_pass(name: str, rules: Fitting) -> None:
    make, alone = CLIENTS[name]
    acts = [each for each in ACTS if alone or each.by_hand]
    found = _found(make(), rules, acts, PATIENCE_S)
    assert [verdict.fault for verdict in found] == [""] * len(acts)


def test_every_event_of_the_schema_is_sent(rules: Fitting) -> None:
    acts = [each for each in ACTS if each.title.startswith(("It says HELLO", "It bears every"))]
    known = set(rules.document["events"]) - {"GAME.THING"}
    sent: set[str] = set()
    for capabilities in (CAPABILITIES, ("scene",)):
        found = _found(_kit(*capabilities), rules, acts, PATIENCE_S)
        assert [verdict.fault for verdict in found] == [""] * len(acts)
        sent |= {name for each in found for name in each.sent}
    assert known <= sent


SAID = "sys.exit(f\"{request}: {' '.join(body['text'])}\")"
HEARD = "        event = json.loads(rest)\n"
ANSWER = """\
    def answer(self):
        _, word, rest = self.line().split(" ", 2)
        return word, json.loads(rest)

    def move(self)"""
PATIENT = """\
        while not prompt["urgent"]:
            self.read()
        if not prompt["urgent"]"""
FORGETFUL = """\
        event = json.loads(rest)
        if event.get("what", "").startswith("line 7"):
            raise KeyError
"""
FAULTS: Final = {
    "It says HELLO": [('"HELLO 1 text\\n"', '"HELLO 1 text color\\n"')],
    "It does not take a refusal": [(SAID, 'return {"token": ""}')],
    "It reads lines in": [
        ("self.lines.readline()", "self.lines.buffer.read1(4096).decode(errors='replace')")
    ],
    "It reads lines of": [("self.lines.readline()", "self.lines.readline(8192)")],
    "It reads events that come": [
        ("word, body = self.read()", "word, body = self.answer() if self.seq else self.read()"),
        ("    def move(self)", ANSWER),
    ],
    "It bears every": [(HEARD, f"{HEARD}        self.over = name == 'fault'\n")],
    "It ignores events": [(HEARD, f"{HEARD}        assert name != 'weather'\n")],
    "It answers each": [('arg["max"] + 1)', "9)")],
    "A prompt that is not urgent": [('        if not prompt["urgent"]', PATIENT)],
    "A new prompt": [("f\"@{prompt['prompt']}\", ", '"@1", ')],
    "A move that comes too late": [(' or (word == "no" and body["code"] == "stale")', "")],
    "After a cut in the middle": [('if not line.endswith("\\n")', "if not line")],
    "After a cut it answers": [("{self.seq}", "{self.seq + 1}")],
    "After a cut it reads": [(HEARD, FORGETFUL)],
    "If it is cut off": [("        player.come_back()", "        player.connect()")],
    "It does not insist on a number": [(SAID, "raise OSError")],
    "It does not insist on a way": [(SAID, "raise OSError")],
    "It stays away": [('if word == "replaced":', "if False:")],
    "It bears a goodbye": [("back = self.token and", "back = self.seq < 9 and self.token and")],
    "It does without": [],
}
"""For each act a change of the page's program, by which it breaks that rule."""
MORE: Final = {
    "a token that is not the newest": (
        "After a cut in the middle",
        [("self.token = self.ask(", "self.token = self.token or self.ask(")],
    ),
    "no HELLO": ("It says HELLO", [('b"HELLO 1 text\\n"', 'b"\\n"')]),
    "an unknown request": ("It says HELLO", [('"start"]', '"begin_now"]')]),
    "a request that does not fit": ("It says HELLO", [('["new", GAME', '["new", GAME, "quick"')]),
    "a control character": ("It says HELLO", [("#1 {request}", "#1 {request}\\x07")]),
    "a request that a game may take for a word": (
        "It answers each",
        [
            (
                "        self.ask(",
                '        prompt["bare"] and self.ask("look")\n        self.ask(',
            )
        ],
    ),
    "an end with an error": (
        "It says HELLO",
        [("or name ==", 'or 1 / int(name != "over") and name ==')],
    ),
    "keys in their order": (
        "It ignores events",
        [(HEARD, '        event = dict(zip(["text"], json.loads(rest).values()))\n')],
    ),
}


def _acts(word: str) -> list[Act]:
    return [each for each in ACTS if each.title.startswith(word)]


def test_every_act_has_a_fault_that_it_finds() -> None:
    assert [len(_acts(word)) for word in FAULTS] == [1] * len(ACTS)


@pytest.mark.parametrize(
    ("word", "changes"),
    [*((word, changes) for word, changes in FAULTS.items() if changes), *MORE.values()],
    ids=[*(word for word, changes in FAULTS.items() if changes), *MORE],
)
def test_a_bad_client_is_found(word: str, changes: list[tuple[str, str]], rules: Fitting) -> None:
    [verdict] = _found(_program(*changes), rules, _acts(word), HASTY_S)
    assert verdict.fault


def test_a_program_is_checked_from_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "player.py").write_text(PROGRAM, "utf-8")
    command = [sys.executable, str(tmp_path / "player.py"), "{host}", "{port}", "trial", "2"]
    options = ["check-client", "--patience", str(PATIENCE_S), "--only"]
    result = CliRunner().invoke(
        main, [*options, "says hello", "--", *command], prog_name="parlour"
    )
    assert result.output == f"ok      {ACTS[0].title}\nAll 1 checks passed.\n"
    command[-2:] = ["trial", "many"]
    result = CliRunner().invoke(
        main, [*options, "says hello", "--", *command], prog_name="parlour"
    )
    assert result.exit_code == 1
    assert "ValueError" in result.output

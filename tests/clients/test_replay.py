"""A finished game: asked of a host, and shown once more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest

from parlour_client import Body, Heard, Refused
from parlour_client.replay import BUTTONS, Replay
from parlour_client.source import Afresh, News, Progress
from parlour_client.story import (
    Moment,
    Telling,
    Wish,
    pauses_s,
    read_story,
    retold,
    same_moment,
    wished,
)
from tests.clients.jumping import played, run

# --- asked of a host ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "wish"),
    [
        ("/replay g1", Wish("g1")),
        ("/Replay G1 2", Wish("g1", "2")),
        ("/replay g1 bob 12X", Wish("g1", "bob", 12)),
        ("/replay g1 2x", Wish("g1", None, 2)),
        ("/replay g1 100x", Wish("g1", "100x")),
        ("/replay 2x", Wish("2x")),
        *((line, None) for line in ("/replay", "/replay a b c", "/look", "replay g1", "/", "")),
    ],
)
def test_it_is_asked_for_as_a_host_reads_it(request_: str, wish: Wish | None) -> None:
    """And all of it at once. All else is for the host."""
    assert wished(request_) == wish
    assert Wish("g1", "bob", 2).request == "/replay g1 bob"
    assert Wish("g1", None, 2).request == "/replay g1"


def _item(at_ms: int, event: str, *text: str, **data: Any) -> Body:
    return {"at_ms": at_ms, "event": event, "data": {"table": 3, **data}, "text": list(text)}


SEATS = [{"seat": 1, "name": "Ann"}, {"seat": 2, "name": "bob"}]
ITEMS = [
    {"text": ["A heading."]},
    _item(0, "started", "It begins.", seats=SEATS),
    _item(0, "view", view={"x": 1}),
    _item(2000, "seat", "eve sits down.", change="sat", seat=2, name="eve"),
    _item(2000, "x.thing", "Something."),
    _item(3000, "over", "Over.", "See it again: replay g1", record="g1"),
]


def test_what_was_told_at_the_same_time_is_one_moment() -> None:
    moments = read_story(ITEMS, Wish("g1", "watcher"), "ann").moments
    assert [moment.at_ms for moment in moments] == [0, 2000, 3000]
    assert [[event.name for event in moment.heard] for moment in moments] == [
        ["started", "view"],
        ["seat", "x.thing"],
        ["over"],
    ]
    assert moments[0].heard[0].text == ["It begins."]
    assert moments[0].heard[0].body["seats"] == SEATS
    assert moments[-1].heard[0].text == ["Over."]
    assert moments[-1].look() == {}


@pytest.mark.parametrize(
    ("seat", "who", "number"),
    [
        (None, "Ann", 1),
        ("ANN", "Ann", 1),
        ("1", "Ann", 1),
        ("seat2", "eve", 2),
        ("eve", "eve", 2),
        ("watcher", "", None),
        ("0", "", None),
        ("7", "", None),
        ("nobody", "", None),
    ],
)
def test_it_knows_whose_seat_it_is(seat: str | None, who: str, number: int | None) -> None:
    """A screen wants to know it, and it happened before the record began."""
    found = read_story(ITEMS, Wish("g1", seat), "ann")
    assert found.who == who
    sat = found.moments[0].heard[0]
    assert (sat.body.get("seat") if sat.name == "seat" else None) == number
    assert read_story(ITEMS, Wish("g1"), "zoe").who == "", "they did not play"
    assert read_story([], Wish("g1", "1"), "ann").moments == ()


# --- shown once more ------------------------------------------------------------------


P = ParamSpec("P")
T = TypeVar("T")


def _moment(at_s: float, *texts: str, name: str = "game.thing", **body: Any) -> Moment:
    """Events with these texts; an empty one has none."""
    heard = [Heard(0, name, body | {"text": [text] if text else []}) for text in texts]
    look: Body = {"table": 1, "state": "playing", "view": {"at": at_s}, "text": []}
    return Moment(round(at_s * 1000), tuple(heard), lambda: look)


ANN = Telling(
    "ann",
    (
        _moment(0, "Begins."),
        _moment(2, ""),
        _moment(3, "ann takes 2."),
        _moment(4, "bob takes 1.", "Your turn."),
        _moment(60, "Over."),
    ),
)
WATCHER = Telling("", (*ANN.moments[:3], _moment(4, "bob takes 1."), _moment(60, "Over.")))


async def _story(who: str) -> Telling | None:
    return {"ann": ANN, "watcher": WATCHER}.get(who)


class Viewer:
    """Somebody who looks on and notes when he saw what."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.seen: list[tuple[float, str]] = []
        self.news: list[News] = []
        self.progress = ""

    async def watch(self) -> None:
        """Note everything."""
        clock = asyncio.get_running_loop()
        async for news in self.replay:
            self.news.append(news)
            if isinstance(news, Progress):
                self.progress = news.text
            if isinstance(news, Heard) and news.text:
                self.seen.append((round(clock.time(), 2), news.text[0]))

    async def does(self, request: str, then_s: float = 0.01) -> list[str]:
        """What is seen because of *request*, and in the time after it."""
        before = len(self.seen)
        await self.replay.ask(request)
        await asyncio.sleep(then_s)
        return [text for _, text in self.seen[before:]]


def _watched(main: Callable[[Viewer], Coroutine[Any, Any, T]], speed: float = 1.0) -> T:
    async def both() -> T:
        viewer = Viewer(Replay(_story, ANN, "g7", speed))
        watching = asyncio.create_task(viewer.watch())
        try:
            return await main(viewer)
        finally:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    return run(both)


def watched(
    speed: float = 1.0,
) -> Callable[[Callable[Concatenate[Viewer, P], Coroutine[Any, Any, None]]], Callable[P, None]]:
    """Make a test of a script, whose viewer watches the replay."""
    return lambda script: played(script, lambda play: _watched(play, speed))


@watched()
async def test_it_goes_on_in_its_time_and_nobody_waits_long(viewer: Viewer) -> None:
    await asyncio.sleep(100)
    assert viewer.seen == [
        (0, "Begins."),
        (3, "ann takes 2."),
        (4, "bob takes 1."),
        (4, "Your turn."),
        (9, "Over."),
    ]
    assert viewer.progress == "g7 as ann: 5/5, end"
    # A screen that knew something else before, or nothing, shows a game that is over.
    assert viewer.news[0] == Afresh()


@watched(speed=2)
async def test_twice_as_fast_takes_half_the_time(viewer: Viewer) -> None:
    """Pauses are those of the game up to a bound."""
    await asyncio.sleep(100)
    assert [at for at, _ in viewer.seen] == [0, 1.5, 2, 2, 7]
    assert list(pauses_s(ANN.moments, 1)) == [0, 2, 1, 1, 5]
    assert list(pauses_s(ANN.moments, 4)) == [0, 0.5, 0.25, 0.25, 5]
    assert list(pauses_s(ANN.moments[:1], 1)) == [0]


@watched()
async def test_it_stops_and_goes_on(viewer: Viewer) -> None:
    await asyncio.sleep(0.1)
    assert await viewer.does("/pause", 100) == []
    assert viewer.progress == "g7 as ann: 1/5, paused"
    assert await viewer.does("pause", 4.5) == ["ann takes 2.", "bob takes 1.", "Your turn."]
    assert viewer.progress == "g7 as ann: 4/5, 1x"


@watched()
async def test_a_step_goes_to_what_can_be_read_next_and_back_before_it(viewer: Viewer) -> None:
    await asyncio.sleep(0.1)
    assert await viewer.does("/step", 50) == ["ann takes 2."]
    assert await viewer.does("/step") == ["bob takes 1.", "Your turn."]
    assert viewer.progress == "g7 as ann: 4/5, paused"
    assert await viewer.does("/back") == ["Begins.", "ann takes 2."]
    assert Afresh() in viewer.news
    assert await viewer.does("/back") == ["Begins."]
    assert await viewer.does("/back") == []
    assert await viewer.does("/back") == []
    assert viewer.progress == "g7 as ann: 0/5, paused"
    steps = [await viewer.does("/step") for _ in ANN.moments]
    assert steps[-2:] == [["Over."], []]
    assert viewer.progress == "g7 as ann: 5/5, end"
    assert await viewer.does("/restart", 50) == []
    assert viewer.progress == "g7 as ann: 0/5, paused"


def test_its_pace_changes_between_bounds() -> None:
    async def main(viewer: Viewer) -> list[str]:
        await viewer.does("/pause")
        paces: list[str] = []
        for request, times in (("/faster", 6), ("/slower", 8)):
            for _ in range(times):
                await viewer.does(request)
            await viewer.does("/pause")
            paces.append(viewer.progress.rpartition(" ")[2])
            await viewer.does("/pause")
        return paces

    assert _watched(main) == ["32x", "0.25x"]
    assert _watched(main, speed=99) == ["99x", "0.25x"]


@watched()
async def test_it_can_be_seen_as_somebody_else_at_the_same_moment(viewer: Viewer) -> None:
    await viewer.does("/step")
    await viewer.does("/step")
    await viewer.does("/step")
    seen = await viewer.does("/seat watcher")
    assert seen == ["Begins.", "ann takes 2.", "bob takes 1."]
    assert viewer.replay.name == ""
    assert viewer.progress == "g7 as a watcher: 4/5, paused"
    for request in ("/seat eve", "/seat"):
        with pytest.raises(Refused, match="Name a player, a seat, or watcher"):
            await viewer.replay.ask(request)


def test_a_question_is_shown_and_asks_for_nothing() -> None:
    """It has no clock, and one that nobody reads takes the one before away."""

    def prompt(number: int, text: str) -> Moment:
        moves: list[Body] = [{"verb": "take", "usage": "take NUMBER", "about": "take", "args": []}]
        body: Body = {"table": 1, "prompt": number, "moves": moves, "bare": "take"}
        return _moment(0, text, name="prompt", **body, due_ms=30000, urgent=True)

    told = Telling("ann", (prompt(4, "How many?"), prompt(5, "")))

    async def main() -> list[Heard]:
        viewer = Viewer(Replay(_story, told, "g7"))
        watching = asyncio.create_task(viewer.watch())
        await asyncio.sleep(1)
        watching.cancel()
        return [news for news in viewer.news if isinstance(news, Heard)]

    asked, over = run(main)
    assert asked.body["moves"] == []
    assert (asked.body["bare"], asked.body["due_ms"]) == (None, None)
    assert (over.name, over.body) == ("unprompt", {"table": 1, "prompt": 4})


@watched()
async def test_it_answers_what_a_screen_asks_and_refuses_moves(viewer: Viewer) -> None:
    await asyncio.sleep(0.1)
    commands = (await viewer.replay.ask("/commands")).items
    verbs = [command["verb"] for command in commands]
    assert all(button.request.removeprefix("/") in verbs for button in BUTTONS)
    assert (await viewer.replay.ask("/look 1", keep=True)).body["view"] == {"at": 0}
    for request in ("/games", "/tables", "/who", "/ping"):
        assert (await viewer.replay.ask(request)).items == ()
    with pytest.raises(Refused, match="keeps its width"):
        await viewer.replay.ask("/set width 60")
    with pytest.raises(Refused, match="you cannot move"):
        await viewer.replay.move(1, "take 2")
    with pytest.raises(Refused, match="You can type: pause, step, back") as unknown:
        await viewer.replay.ask("/take 2")
    assert unknown.value.code == "unknown_verb"


def test_it_ends_when_one_leaves() -> None:
    async def main() -> int:
        viewer = Viewer(Replay(_story, ANN, "g7"))
        watching = asyncio.create_task(viewer.watch())
        await asyncio.sleep(1)
        await viewer.replay.ask("/quit")
        await watching
        return len(viewer.seen)

    assert run(main) == 1


def test_a_game_in_which_nothing_happened_is_over_at_once() -> None:
    async def main() -> str:
        viewer = Viewer(Replay(_story, Telling("", ()), "g7"))
        watching = asyncio.create_task(viewer.watch())
        await asyncio.sleep(1)
        assert (await viewer.replay.ask("/look")).body == {}
        assert await viewer.does("/step") == await viewer.does("/back") == []
        watching.cancel()
        return viewer.progress

    assert run(main) == "g7 as a watcher: 0/0, end"


def test_somebody_else_may_have_been_told_at_other_times() -> None:
    """The same moment is the same time; of several at that time as many are told."""
    ours = [_moment(at, "x") for at in (0, 2, 2, 2, 5)]
    theirs = [_moment(at, "x") for at in (0, 1, 2, 2, 9)]
    assert [same_moment(ours, number, theirs) for number in range(6)] == [0, 1, 3, 4, 4, 4]
    assert [same_moment(ours, number, ours) for number in range(6)] == list(range(6))


HINT = "Again: rematch - Leave: leave - See it again: replay g7"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (["Over.", HINT], ["Over."]),
        (["Over: it", "  is.", HINT[:38], f"  {HINT[38:]}"], ["Over: it", "  is."]),
        (["Over."], ["Over."]),
    ],
    ids=["", "wrapped", "nothing"],
)
def test_at_its_end_nobody_is_told_what_he_can_do_at_a_table(
    text: list[str], left: list[str]
) -> None:
    over = Heard(0, "over", {"record": "g7", "text": text})
    assert retold(over).text == left
    moments = (Moment(0, (over,), dict),)

    async def main() -> list[str]:
        viewer = Viewer(Replay(_story, Telling("", moments), "g7"))
        watching = asyncio.create_task(viewer.watch())
        await asyncio.sleep(1)
        watching.cancel()
        return [line for news in viewer.news if isinstance(news, Heard) for line in news.text]

    assert run(main) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (["Space 1", "Ask. (60 s)"], ["Space 1", "Ask."]),
        (["Ask.", "(60 s, bank 2:00)"], ["Ask."]),
        (["", "Ask."], ["", "Ask."]),
    ],
)
def test_a_question_has_no_time_left_when_it_is_read_again(
    text: list[str], left: list[str]
) -> None:
    assert retold(Heard(0, "prompt", {"text": text})).text == left
    said = Heard(0, "said", {"record": "g7", "text": [HINT]})
    assert retold(said) is said, "what somebody says of a record"

"""A source straight into a host that has no network: what a `Link` is to a real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from parlour_client.errors import LineCut, NotSent, Refused
from parlour_client.pending import Answer, Ended, Offline, Online
from parlour_client.protocol import Bye, Heard, Item, No, Ok, read_line
from parlour_client.source import Login, News
from parlour_kit.host import Host


class Indoors:
    """A player's line. `pump` brings what others have done meanwhile."""

    def __init__(self, host: Host, login: Login) -> None:
        self.name = login.name
        self._password = login.password or ""
        self.asked: list[str] = []
        """Every request, as it was sent."""
        self.cut = False
        self.gone = False
        """There is no line, and it has not been said yet."""
        self.deaf = False
        """The host hears the next move, and then the line is cut."""
        self.slow = False
        """What happens is on its way, and does not arrive."""
        self._on_the_way: list[News] = []
        self._back = asyncio.Event()
        self._host = host
        self._client = host.connect()
        self._client.send("HELLO 1 text scene lobby natural")
        self._count = 0
        self._items: dict[str, list[dict[str, object]]] = {}
        self._ends: dict[str, Ok | No] = {}
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self._news.put_nowait(Online(lag_ms=3))

    async def come_in(self) -> None:
        """Give the name. Raises Refused."""
        answer = await self.ask(f"name {self.name} {self._password}".rstrip())
        self.name = str(answer.body["name"])

    async def ask(self, request: str, *, keep: bool = False, in_order: bool = False) -> Answer:
        """See `Source`."""
        if self.gone:
            raise NotSent("gone")
        if self.cut:
            raise LineCut("cut")
        self.asked.append(request)
        self._count += 1
        number = str(self._count)
        self.pump()
        self._hear(self._client.send(f"#{number} {request}"))
        end = self._ends.pop(number)
        if isinstance(end, No):
            raise Refused(end)
        return Answer(end.body, tuple(self._items.pop(number, [])))

    async def move(self, prompt: int, move: str, *, in_order: bool = False) -> Answer:
        """See `Source`."""
        request = f"@{prompt} /{move}"
        if not self.deaf:
            return await self.ask(request)
        self.deaf, self.slow = False, True
        await self.ask(request)
        self.lose()
        await self._back.wait()
        try:
            return await self.ask(request)
        except Refused as refused:
            if refused.code != "stale":
                raise
            return Answer({}, unsure=True)

    def pump(self) -> None:
        """Hear what has come in by itself."""
        self._hear(self._client.take())

    def _hear(self, lines: list[str]) -> None:
        for line in lines:
            match read_line(line.encode()):
                case Heard() as heard if self.slow:
                    self._on_the_way.append(heard)
                case Heard() as heard:
                    self.tell(*self._on_the_way, heard)
                    self._on_the_way.clear()
                case Item(id=number, body=body):
                    self._items.setdefault(number, []).append(body)
                case (Ok() | No()) as end:
                    self._ends[end.id] = end
                case Bye() as bye:
                    self.tell(Ended(bye.text), None)
                case _:
                    pass

    def tell(self, *news: News | None) -> None:
        """Say something of the line itself; None ends it."""
        for each in news:
            self._news.put_nowait(each)

    def lose(self) -> None:
        """The line is cut."""
        self.cut = True
        self._back.clear()
        self.tell(Offline("You are disconnected.", 3.0))

    def find(self, *, gap: bool = False) -> None:
        """And is back; with a *gap* what has happened meanwhile is not told."""
        self.cut = self.slow = False
        self.tell(Online(gap=gap), *([] if gap else self._on_the_way))
        self._on_the_way.clear()
        self._back.set()

    def __aiter__(self) -> Indoors:
        return self

    async def __anext__(self) -> News:
        news = await self._news.get()
        if news is None:
            raise StopAsyncIteration
        return news


@asynccontextmanager
async def coming_in(host: Host, login: Login, lines: list[Indoors]) -> AsyncGenerator[Indoors]:
    """A line, entered in *lines*."""
    line = Indoors(host, login)
    await line.come_in()
    lines.append(line)
    yield line

"""A player that knows the protocol page and nothing else: any game, any host.

They pick at random from what the host offers, and hold every line against the rules of the page.
They have no socket: the bytes that arrive go into `feed`, and what they send is in `out`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

LINE_MAX, LEFT_OUT, LAST = 16_384, ("private", "players"), {"table_gone", "highlights"}
EAGER, SOON_MS, LONG_MS, TYPING = 0.02, 600, 600_000, 0.8
"""How likely an optional move is: seldom, oftener if it is soon over, mostly for bare words."""
QUESTIONS = [*["/ping"] * 20, *["/look", "/scores"] * 3, "/options", "/help", "/say well,  well"]
RACES = {"stale": ("@",), "unavailable": ("watch", "/say"), "not_at_table": ("/leave",)}
"""What may come too late, or be off: over by now; `watch=off`; hush; a watcher goes last."""


class Broken(Exception):
    """The host has broken a rule of the protocol."""


class Player:
    """One line of a program. `live` are its events from `started` to `over`."""

    def __init__(self, name: str, rng: Random, life: Callable[[Player], Iterator[str | None]]):
        self.name, self.rng, self.life = name, rng, life(self)
        self.wishes = [w for w, odds in (("view", 0.25), ("text", 0.75)) if rng.random() < odds]
        self.request = " ".join(["HELLO 1", *self.wishes])
        self.out, self.tail, self.closed = f"{self.request}\n".encode(), b"", False
        self.asked = self.seq = self.ready = self.friends = self.bots = self.table = 0
        self.items: list[Any] = []
        self.answer: Any = None
        self.prompt: Any = None
        self.over: Any = None
        self.live: list[Any] = []
        self.counts: Counter[str] = Counter()

    def feed(self, data: bytes) -> None:
        """Read what the host has sent; no bytes: the host has closed the line."""
        self.must(data or self.closed, "the line was closed without a word")
        *lines, self.tail = (self.tail + data).split(b"\n")
        for raw in lines:
            self.must(len(raw) < LINE_MAX and not self.closed, raw)
            if self.asked or raw.startswith(b"#"):  # what comes before is for people
                self.counts["lines"] += 1
                self.read(raw.decode("utf-8"))

    def must(self, good: object, what: object) -> None:
        """Raise Broken unless all is *good*."""
        if not good:
            raise Broken(f"{self.name}, table {self.table}, after {self.request!r}: {what}")

    def read(self, line: str) -> None:
        """One typed line: an event, the end, an answer or an item of one."""
        mark, word, rest = line.split(" ", 2)
        event, _, rest = rest.partition(" ") if mark == "*" else ("", "", rest)
        body: Any = json.loads(rest)
        self.must(rest[0] == "{" and ("text" in body) == ("text" in self.wishes), line)
        if word == "-" and event == "notice" and body["kind"] in {"waiting", "storing"}:
            self.counts["notices of a slow disk"] += 1  # others may keep it busy, too
        elif mark == "*":
            self.seq += 1
            self.must(word == str(self.seq), line)
            self.hear(event, body)
        elif mark == "!":
            self.must(word == "bye", line)
            self.closed = True
        else:
            self.must(self.request and mark == f"#{self.asked or '-'}", line)
            if word == "+":
                self.items.append(body)
                return
            race = word == "no" and self.request.startswith(RACES.get(body["code"], ()))
            self.must(word == "ok" or race, line)
            self.counts[f"refused as {body['code']}" if race else "done"] += 1
            self.asked, self.request, self.answer = self.asked + 1, "", body
            self.go_on()

    def hear(self, event: str, body: Any) -> None:
        """An event: news, a question, or the end of the game."""
        gone = self.over and event == "notice" and body["kind"] in LAST
        self.must(gone or event not in {"fault", "notice", "paused"}, (event, body))
        last = self.over and event != "view"  # the lobby's news are not in a replay
        if event == "started" or (self.live and not last and event != "table"):
            self.live.append((event, body))
        self.prompt = {"prompt": body, "unprompt": None}.get(event, self.prompt)
        self.over = body if event == "over" else self.over
        self.ready += event == "seat" and body["change"] == "ready"
        if not self.request:
            self.go_on()

    def terms(self, options: Any) -> list[str]:
        """Random values for some of the options of a table that everybody can find and start."""
        some = [o for o in options if o["name"] not in LEFT_OUT and self.rng.random() < 0.5]
        return [f"{o['name']}={self.name if o['type'] == 'seat' else self.pick(o)}" for o in some]

    def size(self, least: int, most: int) -> int:
        """How many sit at a table that seats *least* to *most*."""
        return self.rng.randint(least, most)

    def pick(self, arg: Any) -> str:
        """A random value for an argument of a move, or for an option."""
        known = arg.get("choices") or arg.get("examples")
        return self.rng.choice(known) if known else str(self.rng.randint(arg["min"], arg["max"]))

    def go_on(self) -> None:
        """Live up to the next request: it is answered next. None: only the next event matters."""
        if request := next(self.life, None):
            self.request, self.items = request, []
            self.out += f"#{self.asked} {request}\n".encode()


def life(me: Player, arrived: Callable[[Player], None], way: str = "") -> Iterator[str | None]:
    """Open a table and wait for friends, or go *way* to theirs; play, see it again, go."""
    rng = me.rng
    yield f"name {me.name}"
    if not way:
        yield "games"
        game = rng.choice(me.items)
        seats = me.size(*game["seats"])
        me.bots = rng.randint(0, max(0, seats - 2)) * bool(game["bots"] and rng.random() < 0.5)
        yield " ".join(["new", game["game"], *me.terms(game["options"])])
        me.table, me.friends = me.answer["table"], seats - me.bots - 1
        for _ in range(me.bots):
            yield f"bot {rng.choice(game['bots'])['kind']}"
    else:
        yield way
        me.table = me.answer.get("table", 0)  # none if they were refused
        if me.answer.get("seat"):
            yield "ready"
    arrived(me)
    while me.ready < me.friends:
        yield None
    if not way:
        yield rng.choice(["start", "ready"]) if me.friends else "start"  # alone: no ready begins
    while me.table and not me.over:
        asked: Any = me.prompt or {"urgent": False, "bare": None, "due_ms": None}
        waited = asked["urgent"] or (asked["due_ms"] or LONG_MS + bool(asked["bare"])) > LONG_MS
        eager = TYPING if asked["bare"] else max(EAGER, SOON_MS / (asked["due_ms"] or 1e9))
        if me.prompt and (waited or rng.random() < eager):
            me.counts["moves"] += 1
            spec = rng.choice(asked["moves"][:1] * 4 + asked["moves"])
            yield " ".join([f"@{asked['prompt']} /{spec['verb']}", *map(me.pick, spec["args"])])
            yield rng.choice(QUESTIONS)  # answered behind all that the move has led to
        else:
            yield None
    if me.over:
        me.must(me.over["reason"] == "finished", me.over)
        yield f"replay {me.over['record']}"
        again = [(r["event"], r["data"] | {k: r[k] for k in r if k == "text"}) for r in me.items]
        same = again == me.live
        me.must(same, same or [news for news in me.live if news not in again])
        me.counts["replays"] += 1
        yield "/leave"
    yield "/quit"

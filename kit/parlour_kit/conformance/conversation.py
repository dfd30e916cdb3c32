"""One connection, held against the schema line by line."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import Any, Final

from parlour.wire.request import BadRequest, Request, id_of, parse_hello, parse_request
from parlour_kit.conformance.fitting import Fitting, Object, ref

HELLO: Final = "HELLO"
_TEXT: Final = ref("TextRow")
_TYPED: Final = re.compile(r"(?P<mark>[#*!]\S*) (?P<rest>.+)")


def _kind(line: str) -> tuple[str, str, str]:
    """Return the kind of *line*, its name, code or id, and its object; no kind if it has none."""
    match = _TYPED.fullmatch(line)
    if match is None:
        return "", "", ""
    word, _, rest = match["rest"].partition(" ")
    if match["mark"] == "*":
        name, _, rest = rest.partition(" ")
        return "event", name, rest
    if match["mark"] == "!":
        return "goodbye", word, rest
    return {"+": "item", "ok": "ok", "no": "no"}.get(word, ""), match["mark"][1:], rest


class Conversation:
    """One connection: what was sent, and whether each line that is read fits."""

    def __init__(self, rules: Fitting) -> None:
        self._rules = rules
        self._document = rules.document
        self._program = False
        self._half = ""
        self._waiting: defaultdict[str, list[str]] = defaultdict(list)
        self._games: dict[int, str] = {}

    def hear(self, data: str) -> None:
        """Note the requests in *data*, which may end in the middle of one."""
        *lines, self._half = (self._half + data).replace("\r\0", "\n").split("\n")
        for line in lines:
            self.send(line.rstrip("\r"))

    def send(self, line: str) -> None:
        if not line.strip():
            return
        waiting = self._waiting[id_of(line.lstrip(" ")) or "-"]
        if not self._program and not (waiting and parse_hello(waiting[0])):
            waiting.clear()  # people get no typed answers, so nothing is waited for
        waiting.append(line)

    def read(self, line: str) -> str | None:
        """Return what is wrong with *line*, or None. What a person reads is not looked at."""
        kind, first, rest = _kind(line)
        if not kind:
            return None if not self._program else f"This line is of no kind: {line}"
        if not self._rules.looks_like(kind, line):
            return f"This line does not look like `{kind}`: {line}"
        try:
            body = json.loads(rest)
        except ValueError:
            return f"The object of this line is not JSON: {line}"
        if kind == "event":
            fits = self._event(first, body)
        elif kind == "goodbye":
            fits = self._goodbye(first, body)
        else:
            fits = self._answer(first, kind, body)
        return None if fits else f"This {kind} does not fit the schema: {line}"

    # --- events ---------------------------------------------------------------------

    def _event(self, name: str, body: Object) -> bool:
        events: Object = self._document["events"]
        if "." in name:
            fits = self._rules.fits(body, events["GAME.THING"])
            return fits and self._thing(name, body["data"])
        if name not in events or not self._rules.fits(body, events[name]):
            return False
        if name == "started":
            self._games[body["table"]] = body["game"]
        return name != "view" or self._view(body["table"], body["view"])

    def _thing(self, name: str, data: Any) -> bool:
        """Does *data* fit the game's event, or its answer to a question, of that name?"""
        game: Object = self._document["games"].get(name.partition(".")[0], {})
        row = game.get("events", {}).get(name)
        return row is not None and self._rules.fits(data, row)

    def _view(self, table: int, view: Any) -> bool:
        games: Object = self._document["games"]
        known = self._games.get(table)
        names = list(games) if known is None else [known]
        return view is None or any(self._rules.fits(view, games[name]["view"]) for name in names)

    def _goodbye(self, code: str, body: Object) -> bool:
        known = code in self._document["goodbye_codes"]
        return known and self._rules.fits(body, self._document["goodbye"])

    # --- answers --------------------------------------------------------------------

    def _answer(self, own_id: str, kind: str, body: Object) -> bool:
        waiting = self._waiting[own_id]
        line = waiting[0] if waiting else None
        if kind != "item" and waiting:
            waiting.pop(0)
        if kind == "no":
            return self._rules.fits(body, self._document["refusal"])
        if line is None:
            return False
        hello = parse_hello(line)
        if hello is not None and not self._program:
            self._program = True
            return self._accepted(line, self._document["hello"], kind, body)
        request = _parsed(line)
        if request is None:
            return False
        row = self._rules.request(request)
        if row is None or row["where"] == "operator":  # games may have a move of that name
            of_game = kind == "ok" and self._of_a_game(request, body)
            if of_game or row is None:
                return of_game
        verb = row["usage"].partition(" ")[0]
        text = request.text if request.text.lower().startswith(verb) else ""
        return self._accepted(re.sub(" +", " ", text).strip(), row, kind, body)

    def _accepted(self, line: str, row: Object, kind: str, body: Object) -> bool:
        """Did the request look as described, and does its answer?"""
        head, _, rest = line.partition(" ")
        typed = line if head == HELLO else f"{head.lower()} {rest}".rstrip()
        if not re.match(row["line"], typed):
            return False
        self._count("request")
        if kind == "item":
            # The heading of a replay in its time has nothing but the text.
            kinds = [row["item"]] if "item" in row else []
            kinds += [_TEXT] if kinds and body.keys() == {"text"} else []
            fits = any(self._rules.fits(body, each) for each in kinds)
        else:
            fits = any(self._rules.fits(body, answer) for answer in row["answers"])
        return fits and self._inside(body)

    def _count(self, what: str) -> None:
        """Count a line, or a part of one, that is no object of the schema."""
        self._rules.counts[f"line: {what}"] += 1

    def _inside(self, body: Object) -> bool:
        """Does what the answer holds of a game, a view or an event of a replay, fit that game?"""
        if "view" in body and "state" in body:
            return self._view(body["table"], body["view"])
        if "at_ms" in body and "event" in body:
            name, data = body["event"], body["data"]
            return self._event(name, data)
        return True

    def _of_a_game(self, request: Request, body: Object) -> bool:
        """Does the answer to a move, or to a question of the game, fit?"""
        self._count("move")
        if "name" in body:
            answers = self._document["question"]["answers"]
            fits = "data" in body and self._thing(body["name"], body["data"])
            return fits and self._rules.fits(body, answers[0])
        return self._rules.fits(body, self._document["move"]["answers"][0])


def _parsed(line: str) -> Request | None:
    try:
        return parse_request(line)
    except BadRequest:
        return None

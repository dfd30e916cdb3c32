"""Does what programs send and read fit the schema that `parlour schema` prints?

`python -m tests.docs.conform` plays all sessions and counts what fits.
"""

from __future__ import annotations

import json
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, TypeAlias, cast

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from parlour.schema import schema
from parlour.wire.request import BadRequest, Request, id_of, parse_hello, parse_request
from tests.docs import hosting, house_stage
from tests.docs.pages import blocks_of, pages, session_pages
from tests.docs.play import MEANT, Played, play
from tests.docs.script import CLOSED, KINDS, Action, Connect, Enter, Send, Sit, Story, stories

Object: TypeAlias = dict[str, Any]
HELLO: Final = "HELLO"
HOME: Final = "urn:parlour"
"""Where the definitions are: they are read once, and not with each schema that names one."""
_TEXT: Final = {"$ref": "#/$defs/TextRow"}
_TYPED: Final = re.compile(r"(?P<mark>[#*!]\S*) (?P<rest>.+)")


class Conformity:
    """Checks whole conversations against one schema, and counts what fits, by type.

    That the schema is one is held by `test_schema`: it would take longer than all that is checked.
    """

    def __init__(self, document: Object) -> None:
        self.document = document
        self.counts: Counter[str] = Counter()
        self._lines = {kind: re.compile(line) for kind, line in document["lines"].items()}
        empty: Registry[Any] = Registry()
        self._registry: Registry[Any] = empty.with_resource(
            HOME, DRAFT202012.create_resource(definitions(document))
        )
        self._validators: dict[str, Any] = {}

    def fits(self, value: Any, row: Object) -> bool:
        """Is *value* what the schema *row* describes, and nothing more?"""
        key = json.dumps(row, sort_keys=True)
        if key not in self._validators:
            self._validators[key] = Draft202012Validator(strict(row), registry=self._registry)
        if not self._validators[key].is_valid(value):
            return False
        self.counts[row.get("$ref", "a value").removeprefix("#/$defs/")] += 1
        return True

    def looks_like(self, kind: str, line: str) -> bool:
        """Does *line* look like one of that kind?"""
        self.counts[f"line: {kind}"] += 1
        return self._lines[kind].match(line) is not None


def definitions(document: Object) -> Object:
    """The types of *document* as one schema that allows nothing beyond what it describes."""
    return {"$id": HOME, "$defs": strict(document["$defs"])}


def strict(row: Any) -> Any:
    """The schema *row*, in which an object has no fields but those that are described."""
    if isinstance(row, list):
        return [strict(each) for each in cast("Sequence[Any]", row)]
    if not isinstance(row, dict):
        return row
    found = {name: strict(each) for name, each in cast("Object", row).items()}
    if isinstance(found.get("$ref"), str):
        found["$ref"] = found["$ref"].replace("#/$defs/", f"{HOME}#/$defs/")
    if isinstance(found.get("properties"), dict):
        found.setdefault("additionalProperties", False)
    return found


class Conversation:
    """One connection: what was sent, and whether each line that is read fits."""

    def __init__(self, conformity: Conformity) -> None:
        self._rules = conformity
        self._document = conformity.document
        self._program = False
        self._half = ""
        self._waiting: defaultdict[str, list[str]] = defaultdict(list)
        self._games: dict[int, str] = {}

    def hear(self, data: str) -> None:
        """Note the requests in *data*, which may end in the middle of one."""
        *lines, self._half = (self._half + data).split("\n")
        for line in lines:
            self.send(line.rstrip("\r"))

    def send(self, line: str) -> None:
        """Note a request."""
        if not line.strip():
            return
        waiting = self._waiting[id_of(line.lstrip(" ")) or "-"]
        if not self._program and not (waiting and parse_hello(waiting[0])):
            waiting.clear()  # people get no typed answers, so nothing is waited for
        waiting.append(line)

    def read(self, line: str) -> str | None:
        """What is wrong with *line*, or None. What a person reads is not looked at."""
        match = _TYPED.fullmatch(line)
        kind, fits = "", False
        if match is not None and line != CLOSED:
            words = match["rest"].split(" ", 2)
            if match["mark"] == "*":
                kind = "event"
                fits = self._event(words[1], json.loads(words[2]))
            elif match["mark"] == "!":
                kind = "goodbye"
                fits = self._goodbye(words[0], json.loads(match["rest"].partition(" ")[2]))
            elif words[0] in ("+", "ok", "no"):
                kind = "item" if words[0] == "+" else words[0]
                body = json.loads(match["rest"].partition(" ")[2])
                fits = self._answer(match["mark"][1:], kind, body)
        elif line == CLOSED or not self._program:
            return None
        if kind and fits and self._rules.looks_like(kind, line):
            return None
        return f"this {kind or 'line'} does not fit the schema: {line}"

    # --- events ---------------------------------------------------------------------

    def _event(self, name: str, body: Object) -> bool:
        events: Object = self._document["events"]
        if name == "started":
            self._games[body["table"]] = body["game"]
        if name == "view" and not self._view(body["table"], body["view"]):
            return False
        if "." in name:
            return self._thing(name, body["data"]) and self._rules.fits(body, events["GAME.THING"])
        return name in events and self._rules.fits(body, events[name])

    def _thing(self, name: str, data: Any) -> bool:
        """An event of a game, or its answer to a question."""
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
        row = self._row(request)
        if row is None:
            return kind == "ok" and self._of_a_game(request, body)
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
        """Count what is no object."""
        self._rules.counts[f"line: {what}"] += 1

    def _inside(self, body: Object) -> bool:
        """What an answer holds of a game: a view, or an event of long ago."""
        if "view" in body and "state" in body:
            return self._view(body["table"], body["view"])
        if "at_ms" in body and "event" in body:
            name, data = body["event"], body["data"]
            return self._event(name, data)
        return True

    def _row(self, request: Request) -> Object | None:
        rows: Object = self._document["requests"]
        two = f"{request.verb} {request.rest.partition(' ')[0].lower()}"
        found: Object | None = rows.get(two) or rows.get(request.verb)
        return found

    def _of_a_game(self, request: Request, body: Object) -> bool:
        """A move, or a question."""
        self._count("move")
        if "name" in body:
            answers = self._document["question"]["answers"]
            return self._thing(body["name"], body["data"]) and self._rules.fits(body, answers[0])
        return self._rules.fits(body, self._document["move"]["answers"][0])


def _parsed(line: str) -> Request | None:
    try:
        return parse_request(line)
    except BadRequest:
        return None


# --- whole stories ------------------------------------------------------------------


def complaints(
    story: Story, played: Sequence[Played], rules: Conformity | None = None
) -> list[str]:
    """Every line in *played* that does not fit the schema of the story's games."""
    rules = rules or conformity(story.kind, story.games)
    talks: dict[str, Conversation] = {}
    found: list[str] = []
    for each in played:
        for name, line in _sent(each.step.action):
            if line is None:
                talks[name] = Conversation(rules)
            elif name in talks:
                talks[name].hear(line)
        for name, lines in each.read.items():
            talk = talks.setdefault(name, Conversation(rules))
            wrong = [talk.read(line) for line in lines]
            found += [
                f"{each.page} line {each.step.line}: {name}: {what}" for what in wrong if what
            ]
    return found


def _sent(action: Action) -> Iterator[tuple[str, str | None]]:
    """Who sends what because of *action*; None: a new connection."""
    match action:
        case Send(actor, data):
            yield actor, MEANT.sub("secret", data.decode(errors="replace"))
        case Connect(actor):
            yield actor, None
        case Enter(actors, hello):
            for actor in actors:
                yield actor, None
                if hello is not None:
                    yield actor, f"{hello}\n"
                yield actor, f"name {actor}\n"
        case Sit(actors, table, game, starts):
            yield actors[0], f"new {game}\n"
            for actor in actors[1:]:
                yield actor, f"join {table}\n"
            if starts:
                yield actors[0], "start\n"
        case _:
            pass


@cache
def conformity(kind: str, games: Sequence[str]) -> Conformity:
    """The schema of the games that a story of that kind names."""
    known = house_stage.GAMES if kind == "house" else hosting.known_games()
    document = schema({known[name].id: known[name] for name in games})
    broken = document["games"].get("brittle")
    if broken is not None:  # it says what its types do not allow, on purpose
        broken["view"] = broken["events"]["brittle.snapped"] = {}
    return Conformity(document)


def main() -> None:
    """Play every session, and print how many lines and objects fit, and which types none had."""
    logging.disable()  # a session may break a game on purpose
    counts: Counter[str] = Counter()
    types: set[str] = set()
    for page in (*pages(), *session_pages()):
        for story in stories(block for block in blocks_of(page) if block.kind in KINDS):
            rules = Conformity(conformity(story.kind, story.games).document)
            for complaint in complaints(story, play(story), rules):
                print(complaint)  # noqa: T201 - a tool for people
            counts += rules.counts
            types |= rules.document["$defs"].keys()
    lines = {name: n for name, n in counts.items() if name.startswith("line: ")}
    print(f"{sum(lines.values())} lines: {lines}")  # noqa: T201
    objects = {name: n for name, n in counts.items() if name not in lines}
    print(f"{sum(objects.values())} objects of {len(objects)} types: {objects}")  # noqa: T201
    print(f"never read by themselves: {sorted(types - objects.keys())}")  # noqa: T201


if __name__ == "__main__":
    main()

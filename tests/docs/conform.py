"""Does what programs send and read fit the schema that `parlour schema` prints?

`python -m tests.docs.conform` plays all sessions and counts what fits.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from parlour_kit.conformance.conversation import Conversation
from parlour_kit.conformance.fitting import Fitting
from parlour_kit.schema import schema_of
from tests.docs import hosting, house_stage
from tests.docs.pages import blocks_of, pages, session_pages
from tests.docs.play import MEANT, Played, play
from tests.docs.script import CLOSED, KINDS, Action, Connect, Enter, Send, Sit, Story, stories

# --- whole stories ------------------------------------------------------------------


def complaints(story: Story, played: Sequence[Played], rules: Fitting | None = None) -> list[str]:
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
            wrong = [talk.read(line) for line in lines if line != CLOSED]
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
def conformity(kind: str, games: Sequence[str]) -> Fitting:
    """The schema of the games that a story of that kind names."""
    known = house_stage.GAMES if kind == "house" else hosting.known_games()
    document = schema_of({known[name].id: known[name] for name in games})
    broken = document["games"].get("brittle")
    if broken is not None:  # it says what its types do not allow, on purpose
        broken["view"] = broken["events"]["brittle.snapped"] = {}
    return Fitting(document)


def main() -> None:
    """Play every session, and print how many lines and objects fit, and which types none had."""
    logging.disable()  # a session may break a game on purpose
    counts: Counter[str] = Counter()
    types: set[str] = set()
    for page in (*pages(), *session_pages()):
        for story in stories(block for block in blocks_of(page) if block.kind in KINDS):
            rules = Fitting(conformity(story.kind, story.games).document)
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

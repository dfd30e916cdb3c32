"""The schema of the protocol and the reference in the docs, made from what the host declares.

`python -m tests.docs.reference` writes them: `docs/protocol.schema.json`, the parts of
`docs/protocol/reference.md`, `docs/reference/scenes.md`, `prompts.md` and `parts.md` between two
markers, and `docs/protocol-games.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from parlour.catalogue import HOST_VERBS
from parlour.engine.options import HOST_OPTIONS
from parlour.scene_limits import TABLE
from parlour_boggle import BOGGLE
from parlour_kit.schema import schema_of
from parlour_kit.schema._types import TEXT
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.docs import parts_page
from tests.docs.pages import ROOT

FILE: Final = ROOT / "docs" / "protocol.schema.json"
PAGE: Final = ROOT / "docs" / "protocol" / "reference.md"
GAMES_PAGE: Final = ROOT / "docs" / "protocol-games.md"
PROMPTS_PAGE: Final = ROOT / "docs" / "reference" / "prompts.md"
PARTS_PAGE: Final = ROOT / "docs" / "reference" / "parts.md"
SCENES_PAGE: Final = ROOT / "docs" / "reference" / "scenes.md"
BEGIN: Final = (
    "<!-- Made by `python -m tests.docs.reference`: change the declarations instead. -->"
)
END: Final = "<!-- The end of what is made. -->"
Object: TypeAlias = dict[str, Any]

_KINDS: Final[Mapping[str, str]] = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
}
_SCENE: Final = (
    *("Scene", "Text", "Run", "Grid", "Row", "Cell", "Trace"),
    *("Words", "Meter", "Scores", "Score"),
)
"""The parts of a scene, in the order in which they are explained."""
_SCENES: Final = """\
### Scenes

A scene is a title and a few blocks, made of what its viewer may know and of nothing else. Its
styles are hints: the words mean the same without them. Break lines where you like, at 40 columns
or more. A field that is empty is left out.

If you draw pictures, `kind`, `face` and `hue` say what a cell is, and `value` and `seat` what a
tap means. Then leave out what is `plain_only`, and show the `status`. A game written for an older
host says none of this: draw its cells as text."""
_INTRO: Final = """\
# The objects of the games

What each game adds to the [line protocol](protocol.md): its moves and questions, the `data` of its
events, and the `view` that `look` and the event `view` hold. In the schema that `parlour schema`
prints they are below `games`.

A player is the number of their seat. Which moves you can make right now is always in your
[`prompt`](protocol/reference.md#prompt); no game needs more than that.
"""


@cache
def document() -> Object:
    """The schema of a host with the games that come with it."""
    whole = schema_of({game.id: game for game in (BOGGLE, PASSWORD, PROBE)})
    return cast("Object", json.loads(json.dumps(whole)))


def mend() -> bool:
    """Write the files. True if any of them was changed."""
    changed = False
    for file, text in made().items():
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
            changed = True
    return changed


def made() -> Mapping[Any, str]:
    """What each of the files should hold."""
    return {
        FILE: json.dumps(document(), indent=1, ensure_ascii=False) + "\n",
        PAGE: _put_in(PAGE, _raised(_reference(document()))),
        SCENES_PAGE: _put_in(SCENES_PAGE, _limits()),
        PROMPTS_PAGE: _put_in(PROMPTS_PAGE, _kept()),
        PARTS_PAGE: _put_in(PARTS_PAGE, parts_page.made()),
        GAMES_PAGE: f"{_INTRO}\n" + "\n".join(_games(document())) + "\n",
    }


def _put_in(file: Path, lines: Iterable[str]) -> str:
    """The text of a page, with *lines* between its two markers."""
    before, _, rest = file.read_text("utf-8").partition(f"{BEGIN}\n")
    _, end, after = rest.partition(f"{END}\n")
    if not end:
        raise ValueError(f"{file.name} has lost the markers of what is made")
    return f"{before}{BEGIN}\n\n" + "\n".join(lines) + f"\n\n{END}\n{after}"


def _limits() -> Iterator[str]:
    yield "| what | limit |"
    yield "| --- | --- |"
    for what, limit in TABLE:
        yield f"| {what} | {limit} |"


def _kept() -> Iterator[str]:
    """Names that a game can't give to its verbs and options."""
    verbs = sorted(verb for verb in HOST_VERBS if " " not in verb)  # a game's verb is one word
    for names, what in ((verbs, "verbs"), (sorted(HOST_OPTIONS), "options")):
        yield f"* {what}: {', '.join(f'`{name}`' for name in names)}"


def _raised(lines: Iterable[str]) -> Iterator[str]:
    """Headings a level higher than on the page of the games, whose games are one more level."""
    return (line.removeprefix("#") for line in lines)


# --- the host -----------------------------------------------------------------------


def _reference(whole: Object) -> Iterator[str]:
    yield from _requests(whole)
    yield from _answers(whole)
    yield from _events(whole)
    yield _SCENES
    for name in _SCENE:
        yield from _type(whole, name)
    yield ""
    yield from _codes("Refusal codes", whole["refusal_codes"])
    yield ""
    yield from _codes("Goodbye codes", whole["goodbye_codes"])


def _requests(whole: Object) -> Iterator[str]:
    yield "### Requests"
    yield ""
    yield "| request | where | each `+` line | the `ok` line | |"
    yield "| --- | --- | --- | --- | --- |"
    hello = whole["hello"]
    yield f"| `{hello['usage']}` | first line | | {_links(hello['answers'])} | become a program |"
    for row in whole["requests"].values():
        usage = row["usage"].replace("|", r"\|")
        item = _link(row["item"]) if "item" in row else ""
        answers = _links(row["answers"])
        yield f"| `{usage}` | {row['where']} | {item} | {answers} | {row['about']} |"
    yield f"| a move | game | | {_links(whole['move']['answers'])} | see `moves` in your prompt |"
    yield f"| a question | game | | {_links(whole['question']['answers'])} | see `commands` |"
    yield ""


def _answers(whole: Object) -> Iterator[str]:
    yield "### Answers"
    for name in _of_answers(whole):
        yield from _type(whole, name)
    yield ""


def _of_answers(whole: Object) -> list[str]:
    """The types of all answers, each before its parts."""
    names: list[str] = []
    for row in (whole["hello"], *whole["requests"].values(), whole["move"], whole["question"]):
        found = [row["item"]] if "item" in row else []
        names += [_name(each) for each in (*found, *row["answers"])]
    return _with_parts(whole, [*names, _name(whole["refusal"])])


def _events(whole: Object) -> Iterator[str]:
    yield "### Events"
    yield ""
    known = set(_of_answers(whole))
    for name, ref in whole["events"].items():
        yield from _type(whole, _name(ref), title=f"`{name}`")
        for part in _with_parts(whole, [_name(ref)])[1:]:
            if part not in known:
                known.add(part)
                yield from _type(whole, part)
    yield ""


def _codes(title: str, codes: Mapping[str, Object]) -> Iterator[str]:
    yield f"### {title}"
    yield ""
    yield "| code | whose fault | what it means, and what to do |"
    yield "| --- | --- | --- |"
    for code, info in codes.items():
        yield f"| `{code}` | {info['fault']} | {info['about']} |"


# --- games --------------------------------------------------------------------------


def _games(whole: Object) -> Iterator[str]:
    for game in whole["games"].values():
        yield f"## {game['title']}"
        yield ""
        for title, verbs in (("Moves", game["verbs"]), ("Questions", game["questions"])):
            if verbs:
                yield f"| {title.lower()} | |"
                yield "| --- | --- |"
                yield from (f"| `{row['usage']}` | {row['about']} |" for row in verbs.values())
                yield ""
        yield f"### Events of {game['title']}"
        for event, ref in game["events"].items():
            yield from _type(whole, _name(ref), title=f"`{event}`")
        yield ""
        yield f"### The view of {game['title']}"
        parts = _with_parts(whole, [_name(game["view"])])
        told = {_name(ref) for ref in game["events"].values()}
        for part in parts:
            yield from _type(whole, part)
        rest = [part for part in _with_parts(whole, sorted(told)) if part not in {*told, *parts}]
        for part in rest:
            yield from _type(whole, part)
        yield ""
        yield f"### The moves of {game['title']} in records"
        yield ""
        yield "[Records](record-format.md) and the host's log hold moves as these objects."
        for ref in game["moves"].get("anyOf", [game["moves"]]):
            yield from _type(whole, _name(ref))
        yield ""


# --- types --------------------------------------------------------------------------


def _type(whole: Object, name: str, title: str = "") -> Iterator[str]:
    """A heading, what it is, and a table of its fields or words."""
    row: Object = whole["$defs"][name]
    yield ""
    yield f"#### {title or _title(name)}"
    yield ""
    yield row.get("description", "")
    if "oneOf" in row:
        yield ""
        yield "| word | |"
        yield "| --- | --- |"
        for word in row["oneOf"]:
            yield f"| `{word['const']}` | {_cell(word.get('description', ''))} |"
        return
    needed = row.get("required", [])
    fields = {each: kind for each, kind in row.get("properties", {}).items() if kind != TEXT}
    if fields:
        yield ""
        yield "| field | type | |"
        yield "| --- | --- | --- |"
    for field, kind in fields.items():
        left_out = "" if field in needed else ", or left out"
        about = _cell(kind.get("description", ""))
        yield f"| `{field}` | {_kind(kind)}{left_out} | {about} |"


def _title(name: str) -> str:
    return f"`{name}` of a scene" if name in _SCENE else f"`{name}`"


def _kind(row: Object) -> str:
    """The type of a field in words."""
    if "$ref" in row:
        return _link(row)
    if "anyOf" in row:
        return " or ".join(_kind(each) for each in row["anyOf"])
    if "enum" in row:
        return ", ".join(f"`{each}`" for each in row["enum"])
    if row.get("type") == "array":
        if "prefixItems" in row:
            return f"list of {', '.join(_kind(each) for each in row['prefixItems'])}"
        return f"list of {_several(row.get('items', {}))}"
    if row.get("type") == "object":
        values = cast("Object", row["additionalProperties"])
        return f"object of {_several(values)} by name"
    return _KINDS.get(row.get("type", ""), "anything")


def _several(row: Object) -> str:
    one = _kind(row)
    return {"text": "texts", "whole number": "whole numbers", "number": "numbers"}.get(one, one)


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", r"\|")


def _name(ref: Object) -> str:
    return str(ref["$ref"]).removeprefix("#/$defs/")


def _link(ref: Object) -> str:
    name = _name(ref)
    if name == "Code":
        return "[a code](#refusal-codes)"
    short = name.rpartition(".")[2]
    anchor = re.sub(r"[^\w\- ]", "", _title(name).lower()).replace(" ", "-")
    return f"[`{short}`](#{anchor})"


def _links(refs: Sequence[Object]) -> str:
    return " or ".join(_link(ref) for ref in refs)


def _with_parts(whole: Object, names: Iterable[str]) -> list[str]:
    """*names*, each followed by the types that its fields are made of."""
    found: dict[str, None] = {}

    def add(name: str) -> None:
        if name in found or name == "Code" or name in _SCENE:
            return
        found[name] = None
        for each in _refs(whole["$defs"][name].get("properties", {})):
            add(each)

    for name in names:
        add(name)
    return list(found)


def _refs(row: Any) -> Iterator[str]:
    if isinstance(row, dict):
        fields = cast("Object", row)
        if "$ref" in fields:
            yield _name(fields)
        for each in fields.values():
            yield from _refs(each)
    elif isinstance(row, list):
        for each in cast("Sequence[Any]", row):
            yield from _refs(each)


if __name__ == "__main__":
    mend()

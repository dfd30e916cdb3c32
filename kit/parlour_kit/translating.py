"""Keep the translations of a game complete.

    python -m parlour_kit.translating FOLDER LANGUAGE

looks for every `_("…")` in the code of the package *FOLDER*, and brings `locale/LANGUAGE.po` in it
up to date: new sentences come in without a translation, and those that are gone go. It prints what
is still wrong. A test can ask `faults` for the same.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from parlour.language import CatalogueError, parse_po

_HEADER: Final = """\
msgid ""
msgstr ""
"Language: {lang}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"
"""
"""What a new file begins with. The rule for plurals is that of French."""
_MARKS: Final = ":;!?"
_CALLS: Final = re.compile(rb"\b_\s*[.(]")
"""What only a file with sentences has: parsing all others would take most of the time."""


class Template(NamedTuple):
    """A sentence in the code."""

    text: str
    """The template, for the number 1 if there are two."""
    many: str = ""
    """The template for other numbers, or nothing."""
    module: str = ""
    """The file it is in, from the folder of the package."""


def templates(folder: Path) -> dict[str, Template]:
    """Return all sentences in the package *folder*, by template, in the order of the files."""
    found: dict[str, Template] = {}
    for path in sorted(folder.rglob("*.py")):
        module = path.relative_to(folder).as_posix()
        for text, many in _calls(path):
            found.setdefault(text, Template(text, many, module))
    return found


def _calls(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of each call of `_` and `_.count`. Those of fields and gaps need none."""
    code = path.read_bytes()
    if _CALLS.search(code) is None:
        return
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        match node.func, node.args:
            case ast.Name(id="_"), [ast.Constant(value=str(text)), *_]:
                if _has_words(text):
                    yield text, ""
            case ast.Attribute(value=ast.Name(id="_"), attr="count"), [
                ast.Constant(value=str(one)),
                ast.Constant(value=str(many)),
                *_,
            ]:
                yield one, many
            case _:
                pass


def _has_words(template: str) -> bool:
    """Check for letters, and for the marks that some languages write after a space."""
    told = "".join(text for text, *_ in Formatter().parse(template))
    return any(char.isalpha() or char in _MARKS for char in told)


def _entries(path: Path) -> dict[str, dict[str, str]]:
    """Return the entries of the file *path* by template; the one of "" is the header."""
    if not path.exists():
        return {}
    return {entry.get("msgid", ""): entry for entry in parse_po(path.read_text("utf-8"))}


def faults(folder: Path, lang: str) -> list[str]:
    """Return what is wrong with the translations into *lang*, a line each. Empty: nothing."""
    try:
        entries = _entries(folder / "locale" / f"{lang}.po")
    except CatalogueError as error:
        return [f"{lang}.po: {error}"]
    entries.pop("", None)
    wanted = templates(folder)
    found = [f"not in the code: {text}" for text in entries if text not in wanted]
    pages = {path.name.split(".")[0] for path in (folder / "locale").glob("*.txt")}
    texts = [folder / "locale" / f"{page}.{lang}.txt" for page in sorted(pages)]
    found += [f"not translated: {path.name}" for path in texts if not path.exists()]
    for text, template in wanted.items():
        entry = entries.get(text, {})
        made = [value for key, value in entry.items() if key.startswith("msgstr")]
        if not made or not all(made) or "fuzzy" in entry:
            found.append(f"not translated: {template.module}: {text}")
        elif entry.get("msgid_plural", "") != template.many:
            found.append(f"another plural: {text}")
        elif any(_fields(each) - _fields(template.many or text) for each in made) or (
            _fields(made[-1]) != _fields(template.many or text)
        ):
            found.append(f"other fields: {text}")
    return found


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def update(folder: Path, lang: str) -> None:
    """Write `locale/LANG.po` with all sentences of the package, and the translations it has."""
    path = folder / "locale" / f"{lang}.po"
    entries = _entries(path)
    header = entries.get("", {}).get("msgstr")
    lines = [_HEADER.format(lang=lang)] if header is None else [_header(header)]
    wanted = sorted(templates(folder).values(), key=lambda each: (each.module, each.text))
    for text, many, module in wanted:
        entry = entries.get(text, {})
        lines += [f"#: {module}", *(["#, fuzzy"] if "fuzzy" in entry else [])]
        lines.append(f"msgid {_quoted(text)}")
        if many:
            lines.append(f"msgid_plural {_quoted(many)}")
            lines += [f"msgstr[{n}] {_quoted(entry.get(f'msgstr[{n}]', ''))}" for n in (0, 1)]
        else:
            lines.append(f"msgstr {_quoted(entry.get('msgstr', ''))}")
        lines.append("")
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines), "utf-8")


def _header(text: str) -> str:
    lines = "".join(f"{_quoted(line)}\n" for line in text.splitlines(keepends=True))
    return f'msgid ""\nmsgstr ""\n{lines}'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main(folder: str, lang: str) -> int:
    """Bring the file up to date, and print what is wrong with it."""
    update(Path(folder), lang)
    found = faults(Path(folder), lang)
    for line in found:
        sys.stdout.write(f"{line}\n")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

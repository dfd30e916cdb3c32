"""Expand a Hunspell dictionary: every word that its entries and affixes make.

A dictionary is two files. In the `.dic` file each entry is a stem with flags (`ami/F.()`) and
with fields that describe it (`po:nom`). In the `.aff` file each flag of two characters stands
for a set of rules, each of which takes some letters off an end of a word and adds others. The
manual page hunspell(5) describes both.

What is read here is what French needs: one prefix and one suffix, either of which may bring
flags of its own for the other one, and stems and affixes that are no words alone. A
directive that would make, forbid or change words in another way is refused, so that a later
dictionary is not read wrong without anybody's knowing. Affixes that add anything but letters
(the elided l' and qu') are left out: no word of a game begins with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

FLAG: Final = 2
"""Characters of a flag; the `.aff` file says so with `FLAG long`."""

HARMLESS: Final = frozenset(
    {"SET", "TRY", "MAP", "REP", "KEY", "ICONV", "OCONV", "BREAK", "WORDCHARS"}
    | {"NOSUGGEST", "KEEPCASE", "FULLSTRIP"}
)
"""Directives that make no word: they are for suggestions, for input and output, or say
something about words that are there."""

UNUSED: Final = frozenset({"FORBIDDENWORD", "CIRCUMFIX"})
"""Directives that are let be as long as no entry and no affix has the flag that they name."""


class HunspellError(Exception):
    """A file is not of the form that this reads; the text is one line that says where."""


@dataclass(frozen=True, slots=True)
class Affix:
    """A rule: *strip* these letters and *add* those, if the end of the word is of this form.

    `flags` are for the affix at the other end; `crosses` says whether there may be one. The
    `fields` describe what the rule makes (`po:infi`).
    """

    strip: str
    add: str
    form: re.Pattern[str]
    flags: frozenset[str]
    crosses: bool
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Affixes:
    """What an `.aff` file says: the rules by flag, and the flag of what is no word alone."""

    prefixes: Mapping[str, tuple[Affix, ...]]
    suffixes: Mapping[str, tuple[Affix, ...]]
    needs_affix: str | None
    unused: frozenset[str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a `.dic` file."""

    stem: str
    flags: frozenset[str]
    fields: tuple[str, ...]


# --- reading ----------------------------------------------------------------------------


def read_affixes(text: str) -> Affixes:
    """Read an `.aff` file. Raises HunspellError at a directive that would change words."""
    rules: dict[str, dict[str, list[Affix]]] = {"PFX": {}, "SFX": {}}
    crosses: dict[tuple[str, str], bool] = {}
    named: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        match line.split():
            case ["PFX" | "SFX" as kind, flag, ("Y" | "N") as cross, count, *_] if count.isdigit():
                crosses[kind, flag] = cross == "Y"
            case ["PFX" | "SFX" as kind, flag, *rest] if (kind, flag) in crosses and len(rest) > 2:
                rule = _affix(kind, rest, crosses=crosses[kind, flag])
                if rule.add.isalpha() or not rule.add:
                    rules[kind].setdefault(flag, []).append(rule)
            case ["FLAG", "long"]:
                named["FLAG"] = "long"
            case ["NEEDAFFIX" | "FORBIDDENWORD" | "CIRCUMFIX" as directive, flag]:
                named[directive] = flag
            case [word, *_] if word not in HARMLESS and not word.startswith("#"):
                raise HunspellError(f"line {number} of the affixes: cannot read {word}")
            case _:
                pass
    if "FLAG" not in named:
        raise HunspellError("the affixes have flags of one character; two are read here")
    return Affixes(
        prefixes={flag: tuple(found) for flag, found in rules["PFX"].items()},
        suffixes={flag: tuple(found) for flag, found in rules["SFX"].items()},
        needs_affix=named.get("NEEDAFFIX"),
        unused=frozenset(flag for name, flag in named.items() if name in UNUSED),
    )


def _affix(kind: str, line: Sequence[str], *, crosses: bool) -> Affix:
    """A rule from the fields of its *line*; `0` there stands for nothing."""
    strip, add, form, *fields = line
    letters, _, flags = add.partition("/")
    pattern = form if kind == "PFX" else f"(?:{form})$"
    return Affix(
        strip="" if strip == "0" else strip,
        add="" if letters == "0" else letters,
        form=re.compile(pattern),
        flags=_flags(flags),
        crosses=crosses,
        fields=tuple(fields),
    )


def _flags(text: str) -> frozenset[str]:
    return frozenset(text[start : start + FLAG] for start in range(0, len(text), FLAG))


def read_entries(text: str) -> Iterator[Entry]:
    r"""Read a `.dic` file: below the number of entries, one a line.

    A slash in a word would be written `\/`; such a word ends in the backslash here, and is
    as little a word of a game.
    """
    for line in text.splitlines()[1:]:
        word, *fields = line.split()
        stem, _, flags = word.partition("/")
        yield Entry(stem, _flags(flags), tuple(fields))


# --- expanding --------------------------------------------------------------------------


def forms(entry: Entry, affixes: Affixes) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every word that *entry* makes; one that can be made in two ways comes twice.

    With each come the fields of the suffix that made it. A word without a suffix has none. Raises
    HunspellError for an entry that has a flag which is not understood here.
    """
    if odd := entry.flags & affixes.unused:
        raise HunspellError(f"the entry {entry.stem}: cannot read the flag {sorted(odd)[0]}")
    stem, alone = entry.stem, affixes.needs_affix
    if alone not in entry.flags:
        yield stem, ()
    for prefix in _rules(entry.flags, affixes.prefixes):
        if _begins(stem, prefix):
            word = prefix.add + stem[len(prefix.strip) :]
            if alone not in prefix.flags:
                yield word, ()
            for suffix in _rules(prefix.flags - entry.flags, affixes.suffixes):
                if prefix.crosses and suffix.crosses and _ends(word, suffix):
                    yield _ended(word, suffix), suffix.fields
    for suffix in _rules(entry.flags, affixes.suffixes):
        if not _ends(stem, suffix):
            continue
        word = _ended(stem, suffix)
        if alone not in suffix.flags:
            yield word, suffix.fields
        for prefix in _rules(entry.flags | suffix.flags, affixes.prefixes):
            if prefix.crosses and suffix.crosses and _begins(word, prefix):
                yield prefix.add + word[len(prefix.strip) :], suffix.fields
        if any(flag in affixes.suffixes for flag in suffix.flags):
            raise HunspellError(f"the entry {entry.stem}: a suffix upon a suffix is not read")


def _rules(flags: Iterable[str], rules: Mapping[str, tuple[Affix, ...]]) -> Iterator[Affix]:
    """The rules that *flags* stand for, in an order that is always the same."""
    for flag in sorted(flags):
        yield from rules.get(flag, ())


def _begins(word: str, prefix: Affix) -> bool:
    return word.startswith(prefix.strip) and prefix.form.match(word) is not None


def _ends(word: str, suffix: Affix) -> bool:
    return word.endswith(suffix.strip) and suffix.form.search(word) is not None


def _ended(word: str, suffix: Affix) -> str:
    return word[: len(word) - len(suffix.strip)] + suffix.add

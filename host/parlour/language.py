"""Sentences that become another language when we know who reads them.

A sentence is written in English, in the code, as `_("{name} joins.", name=name)`. The result is
that English sentence, a string like any other, that also remembers its template and fields. So
nothing that makes a sentence needs to know its reader. What shows it calls `translated`.

Translations are in a `Catalogue`: a folder of files in gettext's format, one for each language.
Nothing here knows a current language.

What a sentence says about typing is between `<<` and `>>` in its template, as in `_("It is your
turn. <<To ask: ask PLAYER LETTER>>")`. A reader who taps (`Form.taps`) reads the sentence without
that part, or with what is behind a `|` in it: `_("Turn up a card<<: show {space}|.>>")`.
"""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    import msgspec

ENGLISH: Final = "en"
"""The language of the templates. It needs no file."""
WIDTH: Final = 79
"""Columns of a line for a person who sets no other width. Every terminal has 80."""
UNWRAPPED: Final = 65_536
"""The width for `set width 0`: no text is so long, so its lines are never wrapped."""

BARE_MOST: Final = 4_096
"""Sentences without fields that a catalogue keeps: more than any package has. A game may also make
up new ones while it runs."""
NO_FIELDS: Final[Mapping[str, Any]] = MappingProxyType({})


class Form(NamedTuple):
    """How somebody reads text: the columns of a line, and the language."""

    width: int = WIDTH
    lang: str = ENGLISH
    accents: bool = True
    """False: only ASCII, for a terminal that shows other letters wrong."""
    colour: bool = False
    """Whether styles become colours, for a person."""
    taps: bool = False
    """They tap and see the position as a picture. Texts leave out what to type, and drawings."""


FORM: Final = Form()
"""The form of nearly everybody."""


@lru_cache(256)
def form_of(
    width: int, lang: str, accents: bool = True, colour: bool = False, taps: bool = False
) -> Form:
    """Return the form. Equal ones are nearly always one object, which is quick to compare."""
    form = Form(width, lang, accents, colour, taps)
    return FORM if form == FORM else form


_HINT: Final = re.compile(r"^<<([^|>]*)>> ?|( ?)<<([^|>]*)(?:\|([^>]*))?>>")
"""What to type, alone at the beginning of a sentence, or behind a space and with what stays."""


def _written(template: str, taps: bool = False) -> str:
    """Return *template* as its reader gets it: with what to type, or without it."""
    return _hinted(template, taps) if "<<" in template else template


@lru_cache(1_024)
def _hinted(template: str, taps: bool) -> str:
    def part(found: re.Match[str]) -> str:
        if not taps:
            return found[0].replace("<<", "").replace(">>", "").partition("|")[0]
        return f"{found[2]}{found[4]}" if found[4] else ""

    return _HINT.sub(part, template)


class Sentence(str):
    """An English sentence that can be translated. `Catalogue` makes it.

    Only the sentence itself can be translated: a string made from it, as by `+` or an f-string,
    stays English. To put one into another, make it a field.
    """

    __slots__ = ("catalogue", "fields", "template")
    catalogue: Catalogue
    fields: Mapping[str, Any]
    template: str

    def __str__(self) -> str:
        """Return the sentence, not a copy without its template: exceptions need that."""
        return self

    def filled(self, **fields: Any) -> Sentence:
        """Return a sentence made without its fields, with its fields."""
        return _sentence(self.catalogue, self.template, fields, self.format_map(fields))

    def into(self, lang: str, taps: bool = False) -> str:
        """Return it in the language *lang*, as far as that has translations.

        *taps*: without what to type.
        """
        return self._in(lang, taps, self.fields)

    def read(self, lang: str, taps: bool = False, /, **fields: Any) -> str:
        """Return a sentence made without its fields, with them, in the language *lang*.

        It is like `filled` for one reader, in three quarters of the time. What it returns is an
        ordinary string, which nobody can translate any more.
        """
        if lang == ENGLISH and not taps:
            return self.format_map(fields)
        return self._in(lang, taps, fields)

    def _in(self, lang: str, taps: bool, fields: Mapping[str, Any]) -> str:
        template = self.template
        if lang != ENGLISH:
            template = self.catalogue.translations(lang).find(template, fields.get("n", 1))
        template = _written(template, taps)
        if not fields:
            return template
        told = {name: translated(each, lang, taps) for name, each in fields.items()}
        said = template.format_map(told)
        return said.rstrip(" ") if taps else said


def _sentence(
    catalogue: Catalogue, template: str, fields: Mapping[str, Any], text: str
) -> Sentence:
    """Return the sentence that *template* and *fields* make, which is *text* in English."""
    made = Sentence(text)
    made.catalogue = catalogue
    made.fields = fields
    made.template = template
    return made


def translated(text: Any, lang: str, taps: bool = False) -> Any:
    """Return *text* in the language *lang* if it is a `Sentence`, otherwise as it is.

    It is an ordinary string then. *taps*: without what to type.
    """
    if not isinstance(text, Sentence):
        return text
    return text[:] if lang == ENGLISH and not taps else text.into(lang, taps)


def written(value: object, lang: str = ENGLISH) -> str:
    """Return a `Sentence` in the language *lang*, for encoders. Raises TypeError for others."""
    if isinstance(value, Sentence):
        return value[:] if lang == ENGLISH else value.into(lang)
    if isinstance(value, str):
        return value[:]  # a line of a drawing
    raise TypeError(f"{type(value).__name__} cannot be encoded")


@lru_cache(None)
def encoder(lang: str = ENGLISH) -> msgspec.json.Encoder:
    """Return an encoder that writes each `Sentence` in the language *lang*."""
    import msgspec  # the command line makes sentences too, and starts without it

    return msgspec.json.Encoder(enc_hook=partial(written, lang=lang))


class JoinedText(Sentence):
    """Texts with another one between them. Those that are sentences are translated one by one."""

    __slots__ = ("between", "parts")
    between: str
    parts: Sequence[str]

    def into(self, lang: str, taps: bool = False) -> str:
        parts = [translated(part, lang, taps) for part in self.parts]
        return self.between.join(filter(None, parts) if taps else parts)


def joined(parts: Iterable[str], between: str = " ") -> Sentence:
    """Return *parts* as one sentence with *between* between them. Empty parts are left out."""
    whole = tuple(filter(None, parts))
    made = JoinedText(between.join(whole))
    made.between = between
    made.parts = whole
    return made


class CatalogueError(ValueError):
    """A file of translations is not usable. The text says which line is wrong, and why."""


class Translations(NamedTuple):
    """The translations into one language."""

    forms: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The forms of each template: one, or those for different numbers."""
    which: Callable[[int], int] = int
    """The index of the form for a number."""

    def find(self, template: str, n: int = 1) -> str:
        """Return the translation of *template* for the number *n*; English if there is none."""
        forms = self.forms.get(template)
        if not forms:
            return template
        return forms[self.which(n) if len(forms) > 1 else 0]


_LINE: Final = re.compile(r'(?:(msgid|msgid_plural|msgstr(?:\[[0-9]\])?) *)?(".*")')
_FIELD: Final = re.compile(r"{(\w*)")
_PLURAL: Final = re.compile(r"plural=([^;]*);")


def parse_po(text: str) -> Iterator[dict[str, str]]:
    """Yield the entries of a file in gettext's format, by keyword (`msgid`, `msgstr[0]`).

    Entries that are marked as fuzzy have a key `fuzzy`. Raises CatalogueError.
    """
    entry: dict[str, str] = {}
    key = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#,") and "fuzzy" in line:
            entry, key = {"fuzzy": ""}, ""
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if found is None or not (found[1] or key):
            raise CatalogueError(f'line {number} is neither a comment nor msgid or msgstr "TEXT"')
        if found[1] == "msgid" and key:
            yield entry
            entry = {}
        key = found[1] or key
        try:
            entry[key] = entry.get(key, "") + json.loads(found[2])
        except ValueError as error:
            raise CatalogueError(f"line {number}: {error}") from None
    if key:
        yield entry


def read_po(path: Path) -> Translations:
    """Return the translations in the file *path*. Raises CatalogueError."""
    forms: dict[str, tuple[str, ...]] = {}
    which: Callable[[int], int] = int
    try:
        for entry in parse_po(path.read_text("utf-8")):
            texts = tuple(text for key, text in entry.items() if key.startswith("msgstr"))
            if not entry.get("msgid"):
                rule = _PLURAL.search(texts[0] if texts else "")
                which = gettext.c2py(rule[1]) if rule else int
            elif all(texts) and "fuzzy" not in entry:
                _check_fields(entry["msgid"] + entry.get("msgid_plural", ""), texts)
                _check_hints(entry["msgid"], texts)
                forms |= {entry["msgid"]: texts, entry.get("msgid_plural", entry["msgid"]): texts}
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{path}: {error}") from None
    return Translations(forms, which)


def _check_fields(template: str, texts: Iterable[str]) -> None:
    """Raise CatalogueError for a field that the sentence does not have: it could not be filled."""
    known = _FIELD.findall(template)
    for text in texts:
        if text.count("{") != text.count("}") or not set(_FIELD.findall(text)).issubset(known):
            raise CatalogueError(f"the fields of {text!r} are not those of the English text")


def _check_hints(template: str, texts: Iterable[str]) -> None:
    """Raise CatalogueError if what to type is not marked in as many places as in English.

    What is told in its place must be there as often, too.
    """
    marks = sorted(bool(found[3]) for found in _HINT.findall(template))
    for text in texts:
        if sorted(bool(found[3]) for found in _HINT.findall(text)) != marks:
            raise CatalogueError(f"put what to type in {text!r} into << and >>, as in English")


def _sections(text: str) -> dict[str, str]:
    """Return the sections of a page by their first lines (`Catalogue.sections`)."""
    found: dict[str, str] = {}
    for section in text.strip("\n").split("\n\n"):
        title, first, *lines = section.split("\n")
        found[title] = first + "".join([f"\n{x}" if x.startswith(" ") else f" {x}" for x in lines])
    return found


class Catalogue:
    """The translations of one package: a game, the host or the client.

    Each package has one, made with its `__file__` and usually called `_`. The files are
    `locale/LANGUAGE.po` beside that file, of each page `locale/NAME.LANGUAGE.txt`, and of words to
    type `locale/verbs.LANGUAGE.txt`.
    """

    def __init__(self, beside: str = "") -> None:
        """Take the translations from the folder `locale` next to the file *beside*."""
        self._folder = Path(beside).parent / "locale"
        files = self._folder.glob("*.po") if beside else ()
        self._files = {path.stem: path for path in sorted(files)}
        self._pages: dict[str, Callable[[str], dict[str, str]]] = {}
        """By the name of a page, what makes its texts by title of the file."""
        self.known: dict[str, Translations] = {}
        """The translations into each language, as far as they have been read."""
        self._verbs: dict[str, Mapping[str, tuple[str, ...]]] = {}
        self._bare: dict[str, Sentence] = {}
        """Sentences without fields, by template: each is made once."""

    def __call__(self, template: str, /, **fields: Any) -> Sentence:
        """Return a sentence. Fields replace `{name}`, and may be sentences themselves.

        Without fields the template is taken as it is, with its braces.
        """
        if fields:
            return _sentence(self, template, fields, _written(template).format_map(fields))
        bare = self._bare.get(template)
        if bare is None:
            if len(self._bare) >= BARE_MOST:
                self._bare.clear()
            written = _written(template)
            bare = self._bare[template] = _sentence(self, template, NO_FIELDS, written)
        return bare

    def count(self, one: str, many: str, n: int, /, **fields: Any) -> Sentence:
        """Return the sentence *one* if *n* is 1, otherwise *many*. Both may use `{n}`."""
        return self(one if n == 1 else many, **fields, n=n)

    def page(self, name: str) -> Sentence:
        """Return the text of the file `locale/NAME.txt`, such as the rules of a game."""
        return self._texts(name, lambda text: {name: text.rstrip("\n")})[name]

    def sections(self, name: str) -> Mapping[str, Sentence]:
        """Return the sections of the file `locale/NAME.txt` by their first lines.

        An empty line is between them. The lines of a section are one, but for those that begin
        with a space.
        """
        return self._texts(name, _sections)

    def _texts(self, name: str, split: Callable[[str], dict[str, str]]) -> dict[str, Sentence]:
        self._pages[name] = split
        self.known.clear()  # they are read again, with this page
        return {title: self(text) for title, text in self._page_in(name).items()}

    def _page_in(self, name: str, lang: str = "") -> dict[str, str]:
        """Return the texts of a page by their titles, in the language *lang* or in English."""
        page = self._folder / f"{name}{lang and '.'}{lang}.txt"
        return {} if lang and not page.exists() else self._pages[name](page.read_text("utf-8"))

    def languages(self) -> tuple[str, ...]:
        """Return the languages that there are translations into, without English."""
        return tuple({*self._files, *(lang for lang, each in self.known.items() if each.forms)})

    def translations(self, lang: str) -> Translations:
        """Return the translations into *lang*, which are read only once. Raises CatalogueError."""
        known = self.known.get(lang)
        if known is None:
            path = self._files.get(lang)
            known = Translations() if path is None else read_po(path)
            forms = dict(known.forms)
            for name in self._pages:
                told = self._page_in(name, lang)
                texts = self._page_in(name).items()
                forms |= {text: (told[title],) for title, text in texts if title in told}
            known = self.known[lang] = known._replace(forms=forms)
        return known

    def verbs(self, lang: str) -> Mapping[str, tuple[str, ...]]:
        """Return what readers of *lang* may type in place of words of this package.

        The file `locale/verbs.LANG.txt` has a line for each word, such as `quit: quitter, sortir`.
        The first of theirs is the one to show.
        """
        known = self._verbs.get(lang)
        if known is None:
            file = self._folder / f"verbs.{lang}.txt"
            text = file.read_text("utf-8") if lang in self._files and file.exists() else ""
            split = [line.partition(":") for line in text.splitlines()]
            known = {word: tuple(map(str.strip, own.split(","))) for word, _sign, own in split}
            self._verbs[lang] = known
        return known

    def read(self) -> None:
        """Read all languages now. Raises CatalogueError."""
        for lang in self._files:
            self.translations(lang)


_: Final = Catalogue(__file__)
"""The translations of the host."""


def join_or(words: Sequence[str]) -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    if len(words) < 2:
        return words[0] if words else ""
    return _("{others} or {last}", others=joined(words[:-1], ", "), last=words[-1])

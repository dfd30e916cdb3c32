"""Sentences, and the catalogues that translate them."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.language import (
    FORM,
    Catalogue,
    CatalogueError,
    Form,
    Sentence,
    encoder,
    form_of,
    joined,
    parse_po,
    read_po,
    translated,
)

PO = """\
# A comment.
msgid ""
msgstr ""
"Language: fr\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

#: somewhere.py
msgid "{name} joins."
msgstr "{name} arrive."

msgid "1 card"
msgid_plural "{n} cards"
msgstr[0] "{n} carte"
msgstr[1] "{n} cartes"
msgid "Hello."
msgstr ""
"Bon"
"jour."

msgid "later"
msgstr ""

#, fuzzy
msgid "guessed"
msgstr "au hasard"

msgid "{names} and {last}"
msgstr "{names} et {last}"
"""


@pytest.fixture
def french(tmp_path: Path) -> Catalogue:
    """A package with French texts."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "fr.po").write_text(PO, "utf-8")
    catalogue = Catalogue(str(tmp_path / "text.py"))
    catalogue.read()
    return catalogue


def test_a_sentence_is_english_until_somebody_reads_it(french: Catalogue) -> None:
    sentence = french("{name} joins.", name="ann")
    assert sentence == "ann joins."
    assert translated(sentence, "fr") == "ann arrive."
    assert translated(sentence, "de") == "ann joins."
    assert translated("ann joins.", "fr") == "ann joins."
    assert type(translated(sentence, "fr")) is str
    assert french.languages() == ("fr",)
    assert Catalogue().languages() == ()


def test_without_fields_braces_are_braces(french: Catalogue) -> None:
    assert french("as {it} is") == "as {it} is"
    assert french("as {it} is").filled(it=1) == "as 1 is"
    assert translated(french("{name} joins.").filled(name="bob"), "fr") == "bob arrive."


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_for_one_reader_it_is_filled_in_their_language(french: Catalogue, lang: str) -> None:
    """It reads as a sentence that is translated later does, and is a plain string."""
    both = french("{names} and {last}")
    fields = {"names": french("{name} joins.", name="ann"), "last": "bob"}
    read = both.read(lang, **fields)
    assert read == translated(both.filled(**fields), lang)
    assert type(read) is str
    assert french("as {it} is").read(lang, it=1) == "as 1 is"


def test_numbers_choose_their_form(french: Catalogue) -> None:
    said = [french.count("1 card", "{n} cards", n) for n in (0, 1, 2)]
    assert said == ["0 cards", "1 card", "2 cards"]
    assert [translated(each, "fr") for each in said] == ["0 carte", "1 carte", "2 cartes"]


def test_what_is_not_translated_stays_english(french: Catalogue) -> None:
    assert translated(french("later"), "fr") == "later"
    assert translated(french("guessed"), "fr") == "guessed"
    assert translated(french("never heard of"), "fr") == "never heard of"


def test_sentences_in_sentences(french: Catalogue) -> None:
    who = french("{names} and {last}", names="ann", last="{bob}")
    assert translated(french("{name} joins.", name=who), "fr") == "ann et {bob} arrive."
    both = joined([french("Hello."), "", french("{name} joins.", name="ann")])
    assert both == "Hello. ann joins."
    assert translated(both, "fr") == "Bonjour. ann arrive."
    assert translated(joined(["a", french("Hello.")], ", "), "fr") == "a, Bonjour."


def test_an_exception_keeps_its_sentence(french: Catalogue) -> None:
    assert isinstance(str(ValueError(french("Hello."))), Sentence)


def test_json_has_the_sentence_in_the_language(french: Catalogue) -> None:
    value = {"text": [french("Hello."), "x"]}
    assert encoder().encode(value) == b'{"text":["Hello.","x"]}'
    assert encoder("fr").encode(value) == b'{"text":["Bonjour.","x"]}'
    with pytest.raises(TypeError, match="object"):
        encoder().encode(object())


def test_equal_forms_are_one_object() -> None:
    assert form_of(79, "en") is FORM
    assert form_of(60, "fr") is form_of(60, "fr") == Form(60, "fr")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('msgid "a"\nmsgstr b', "line 2"),
        ('"a"', "line 1"),
        ('msgid "a"\nmsgstr "\\q"', "line 2"),
        ('msgid "{a} sits"\nmsgstr "{b} sits"', "the fields of '{b} sits' are not"),
        ('msgid "{a} sits"\nmsgstr "{a sits"', "the fields of '{a sits' are not"),
    ],
)
def test_an_unusable_file_names_its_line(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "fr.po"
    path.write_text(text)
    with pytest.raises(CatalogueError, match=wrong):
        read_po(path)


def test_no_file() -> None:
    with pytest.raises(CatalogueError, match="nowhere"):
        read_po(Path("/nowhere/fr.po"))
    assert list(parse_po("")) == []


@pytest.mark.parametrize(
    ("template", "typed", "tapped"),
    [
        ("It is late.", "It is late.", "It is late."),
        ("Paused. <<To go on: resume>>", "Paused. To go on: resume", "Paused."),
        ("<<To leave: leave>>", "To leave: leave", ""),
        ("<<To leave: leave.>> Bye.", "To leave: leave. Bye.", "Bye."),
        ("Turn up a card<<: show 5|.>>", "Turn up a card: show 5", "Turn up a card."),
        ("Ask <<(ask bob e)|a letter>> now", "Ask (ask bob e) now", "Ask a letter now"),
        ("a <<(b)>> c <<d>>", "a (b) c d", "a c"),
    ],
)
def test_a_reader_who_taps_reads_a_sentence_without_what_to_type(
    template: str, typed: str, tapped: str
) -> None:
    sentence = Catalogue()(template)
    assert sentence == sentence.into("en") == sentence.read("en") == typed
    assert translated(sentence, "en", True) == sentence.read("en", True) == tapped
    assert translated(typed, "en", True) == typed, "no sentence of ours"


def test_what_people_wrote_is_never_taken_for_what_to_type() -> None:
    """Only templates have such marks: names and talk in the fields keep theirs."""
    said = Catalogue()("{name}: {what} <<To answer: say>>", name="<<bob>>", what="a << b | c >> d")
    assert said == "<<bob>>: a << b | c >> d To answer: say"
    assert translated(said, "en", True) == "<<bob>>: a << b | c >> d"


def test_parts_that_only_say_what_to_type_leave_no_gap() -> None:
    say = Catalogue()
    both = joined([say("Paused."), say("<<To go on: resume>>"), say("Good night.")])
    assert both == "Paused. To go on: resume Good night."
    assert translated(both, "en", True) == "Paused. Good night."
    last = say("No command {word}. {hint}", word="x", hint=say("<<To see all: help>>"))
    assert last == "No command x. To see all: help"
    assert translated(last, "en", True) == "No command x."


def test_a_translation_marks_what_to_type_as_english_does(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    path.write_text('msgid "Late. <<To go: leave>>"\nmsgstr "Tard. Pour partir : leave"')
    with pytest.raises(CatalogueError, match="put what to type in 'Tard"):
        read_po(path)
    path.write_text('msgid "Late. <<To go: leave>>"\nmsgstr "Tard. <<Pour partir : leave>>"')
    found = read_po(path)
    assert found.find("Late. <<To go: leave>>") == "Tard. <<Pour partir : leave>>"

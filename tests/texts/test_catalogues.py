"""Everything that is marked has a French text, with the same fields, and nothing else has one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlour import Catalogue, Game, translated
from parlour_boggle import BOGGLE
from parlour_kit.translating import faults, main, templates, update
from parlour_password import PASSWORD
from parlour_probe import PROBE

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "clients/parlour_client",
    "host/parlour",
    "kit/parlour_kit",
    "plugins/boggle/parlour_boggle",
    "plugins/password/parlour_password",
    "plugins/probe/parlour_probe",
)


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_untranslated(package: str) -> None:
    """The command writes what is missing into the catalogue, for you to translate."""
    missing = faults(ROOT / package, "fr")
    command = f"python -m parlour_kit.translating {package} fr"
    assert not missing, "\n".join([*missing, command])


CODE = """
_ = Catalogue(__file__)
_("{name} joins.", name=name)
_("{name} joins.", name=other)
_.count("1 card", "{n} cards", n)
_("{a} ({b})", a=a, b=b)
_(variable)
_.count(one, many, n)
print("no sentence")
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "texts.py").write_text(CODE)
    return tmp_path


def test_a_long_text_is_a_file_for_each_language(tmp_path: Path) -> None:
    """The one that is missing is named, and read in English until somebody writes it."""
    folder = tmp_path / "locale"
    folder.mkdir()
    (folder / "rules.txt").write_text("DICE\n\nThe higher {number} wins.\n")
    (folder / "nouns.txt").write_text("die dice\nA cube\nwith:\n  six sides\n\nroll\nThrow it.\n")
    catalogue = Catalogue(str(tmp_path / "texts.py"))
    rules, nouns = catalogue.page("rules"), catalogue.sections("nouns")
    assert rules == rules.into("fr") == "DICE\n\nThe higher {number} wins."
    assert nouns == {"die dice": "A cube with:\n  six sides", "roll": "Throw it."}
    assert faults(tmp_path, "fr") == [f"not translated: {n}.fr.txt" for n in ("nouns", "rules")]
    (folder / "rules.fr.txt").write_text("D\xc9S\n\nLe plus grand gagne.\n", "utf-8")
    (folder / "nouns.fr.txt").write_text("roll\nLancez-le.\n", "utf-8")
    assert faults(tmp_path, "fr") == []
    again = Catalogue(str(tmp_path / "texts.py"))
    assert again.page("rules").into("fr") == "D\xc9S\n\nLe plus grand gagne."
    read = [text.into("fr") for text in again.sections("nouns").values()]
    assert read == ["A cube with:\n  six sides", "Lancez-le."]


@pytest.mark.parametrize("game", [PROBE, BOGGLE, PASSWORD], ids=lambda game: game.id)
def test_every_topic_is_there_in_french(game: Game[Any, Any, Any, Any, Any]) -> None:
    for topic in game.topics:
        assert translated(topic.text, "fr") != topic.text


def test_texts_are_found_in_the_code(package: Path) -> None:
    """Each once, and none that has only fields."""
    found = templates(package)
    assert list(found) == ["{name} joins.", "1 card"]
    assert found["1 card"].many == "{n} cards"


def test_a_new_file_has_everything_and_says_what_is_missing(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(str(package), "fr") == 1
    assert capsys.readouterr().out.splitlines() == [
        "not translated: texts.py: {name} joins.",
        "not translated: texts.py: 1 card",
    ]


def test_translations_are_kept_and_checked(package: Path) -> None:
    path = package / "locale" / "fr.po"
    update(package, "fr")
    text = path.read_text()
    text = text.replace('joins."\nmsgstr ""', 'joins."\nmsgstr "{name} arrive."')
    text = text.replace('msgstr[0] ""', 'msgstr[0] "une carte"')
    path.write_text(text.replace('msgstr[1] ""', 'msgstr[1] "{n} cartes"'))
    assert faults(package, "fr") == []
    update(package, "fr")
    assert faults(package, "fr") == []
    assert main(str(package), "fr") == 0
    path.write_text(path.read_text().replace("{name} arrive", "{nom} arrive"))
    assert faults(package, "fr") == ["other fields: {name} joins."]
    path.write_text(path.read_text().replace("{nom} arrive", "Ça arrive"))
    assert faults(package, "fr") == ["other fields: {name} joins."]
    path.write_text(path.read_text().replace("Ça arrive", "{name} arrive"))
    (package / "texts.py").write_text(CODE.replace("{n} cards", "{n} cards!"))
    assert faults(package, "fr") == ["another plural: 1 card"]
    (package / "texts.py").write_text(CODE.replace("1 card", "one card"))
    assert faults(package, "fr") == [
        "not in the code: 1 card",
        "not translated: texts.py: one card",
    ]
    path.write_text(path.read_text().replace('#: texts.py\nmsgid "{', '#, fuzzy\nmsgid "{'))
    assert "not translated: texts.py: {name} joins." in faults(package, "fr")
    update(package, "fr")
    assert "#, fuzzy" in path.read_text()


def test_a_broken_file_is_one_fault(package: Path) -> None:
    update(package, "fr")
    (package / "locale" / "fr.po").write_text("msgid nothing")
    assert len(faults(package, "fr")) == 1

"""Everybody reads their own language, at one table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from parlour import AnyGame, Seat, Viewer
from parlour.language import _
from parlour_boggle import BOGGLE
from parlour_kit import Match
from parlour_kit.host import Host
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.games.hunt.state import State
from tests.games.hunt.views import HuntViews, View
from tests.house.scene import GAMES, Words, known, new_host


def test_a_table_of_two_languages() -> None:
    host = new_host()
    ann, bob, pro = host.person("ann"), host.person("bob"), host.program("pro", "text")
    hint = "Si \xe9 s'affiche mal : sans accents"
    words = "Les tables que vous ouvrez ont des mots de cette langue, si le jeu en a."
    assert ann.send("set lang fr") == ["Langue : français.", words, hint]
    assert pro.send("#1 set lang fr")[-1].endswith('"text":["Langue : français."]}')
    bob.send("new hunt")
    bob.take()
    ann.take()
    ann.send("join 1")
    assert bob.take() == ["ann sits down at seat 2."]
    pro.send("#2 join 1")
    assert bob.take() == ["pro sits down at seat 3."]
    assert ann.take() == ["pro prend la place 3."]
    bob.send("leave")
    assert ann.take() == [
        "bob quitte la place 1.",
        "Vous êtes maintenant l'hôte de la table 1.",
    ]
    assert '"text":["bob quitte la place 1."]' in pro.take()[-2]
    assert bob.send("set lang de") == ["This host speaks en, fr. To choose one: set lang fr"]
    assert ann.send("set lang en") == ["Language: English."]


def test_a_program_reads_moves_and_scenes_in_its_language() -> None:
    """What it sends, the names of events and fields, and the moves stay as they are."""
    host = new_host()
    pro, ann = host.program("pro", "text", "scene"), host.person("ann")
    pro.send("#1 set lang fr", "#2 new hunt")
    ann.send("set lang fr", "join 1")
    pro.send("#3 start")
    assert [seat["change"] for _, seat in pro.events("seat")] == ["sat", "sat"]
    ((_, prompt),) = pro.events("prompt")
    assert [move["verb"] for move in prompt["moves"]] == ["hide"]
    assert pro.events("scene")[-1][1]["scene"]["blocks"]
    assert ann.send("/look")[-1] == "Temps restant : 60 s"
    assert "dire TEXTE                       parler à la table" in ann.send(
        "/set height 0", "/commands"
    )
    assert ann.send("/help rules")[0] == "règles [JEU] : les règles d'un jeu."


def test_what_was_missed_is_read_in_the_language_that_is_set_then() -> None:
    """It is made again. Only after a restart, what is in no record comes as it was written."""
    host = new_host()
    ann, bob = host.person("ann"), host.person("bob")
    bob.send("new hunt")
    ann.send("join 1")
    code = known(host, "ann")
    ann.lose()
    bob.send("leave")
    again = host.connect()
    told = again.send("set lang fr", f"resume {code.code}")
    assert "Pendant votre absence :" in told
    assert "bob quitte la place 1." in told


def test_who_comes_back_reads_as_before() -> None:
    """Their language and colours, and nothing that belongs to the terminal. A choice counts."""
    host = new_host()
    ann = host.person("ann")
    ann.send("set lang fr", "set width 60", "new hunt")
    code = known(host, "ann").code
    ann.lose()
    again = host.connect()
    assert any("Bonjour ann." in line for line in again.send(f"reprendre {code}"))
    again.send("set lang en")
    code = known(host, "ann").code
    again.lose()
    assert any("Hello ann." in line for line in host.connect().send(f"resume {code}"))


def _evening(*, french: bool) -> list[list[str]]:
    """What everybody but bob reads of a game, line by line."""
    host = new_host()
    ann, bob, wat = host.person("ann"), host.person("bob"), host.program("wat", "text", "scene")
    if french:
        bob.send("set lang fr", "set accents off")
    ann.send("new hunt")
    bob.send("join 1")
    wat.send("#1 watch 1")
    ann.send("start")
    ann.send("hide 3")
    bob.send("hide 4", "look", "say bonjour", "rules", "frobnicate", "propose pause")
    ann.send("accept 1", "look")
    bob.lose()
    return [ann.take(), wat.take()]


def test_nobody_else_learns_what_somebody_reads() -> None:
    """Neither from what they read nor from its length: byte for byte the same."""
    assert _evening(french=True) == _evening(french=False)


class _Noting(HuntViews):
    """Everybody's note is a sentence of the host."""

    def look(self, state: State, viewer: Viewer) -> View:
        return replace(super().look(state, viewer), note=_NOTE)


_NOTE: Final = _("{name} agrees.", name="bob")
_NOTING: Final = replace(HUNT, id="noting", views=_Noting())


def test_a_position_may_hold_a_sentence() -> None:
    """The event, the answer to `look`, and what programs for learning read of it."""
    host = new_host({"noting": _NOTING})
    pro = host.program("pro", "view")
    pro.send("#1 set lang fr", "#2 new noting")
    host.person("ann").send("join 1")
    told = f'"note":"{_NOTE.into("fr")}"'
    assert told in "".join(pro.send("#3 start"))
    assert told in pro.send("#4 /look")[-1]
    match = Match(_NOTING, 2, seed=1)
    assert f'"note":"{_NOTE}"' in match.information(Seat(1))


# --- words of one's language ---------------------------------------------------------------


class French(Words):
    name = "fr"


def two_lists() -> Host:
    """A host with English and French words, Hunt with words, and the three games."""
    words = replace(HUNT, id="words", title="Words", lexicon="en")
    games: dict[str, AnyGame] = {"probe": PROBE, "boggle": BOGGLE, "password": PASSWORD}
    return new_host({**GAMES, **games, "words": words}, {"en": Words(), "fr": French()})


def test_the_greeting_says_in_french_how_to_read_french() -> None:
    """The name is asked for again then, in French."""
    client = new_host().connect()
    _first, french, asked = client.take()
    assert french == "Pour jouer dans votre langue : set lang fr"
    assert asked == "Your name? (help for help)"
    assert client.send("set lang fr")[-1] == "Votre nom ? (aide pour l'aide)"
    assert client.send("jean")[0].startswith("Bonjour jean.")


def test_the_lobby_says_which_language_a_table_plays() -> None:
    """To readers of English only where it is another one."""
    host = two_lists()
    ann, bob, cy = (host.person(name) for name in ("ann", "bob", "cy"))
    ann.send("set lang fr")
    cy.take()
    ann.send("new words")
    bob.send("new words")
    host.wait(1)
    assert [line.partition(",")[0] for line in cy.take()] == [
        "Table 1: Words in French",
        "Table 2: Words",
    ]
    first, second = (client.send("tables")[1:4:2] for client in (cy, ann))
    assert [line.partition(",")[0] for line in first] == [
        "Table 1: Words in French",
        "Table 2: Words",
    ]
    assert [line.partition(",")[0] for line in second] == [
        "Table 1 : Words en français",
        "Table 2 : Words en anglais",
    ]


def test_a_game_that_has_no_words_of_a_language_says_so() -> None:
    """Its table keeps its word list, so that clues are judged as its words are."""
    host = two_lists()
    ann = host.person("ann")
    ann.send("set lang fr")
    assert "Password n'a de mots qu'en anglais." in ann.send("new password")
    (room,) = host.house.tables.rooms.values()
    assert room.table.options["lexicon"] == "en"
    assert not any("anglais" in line for line in ann.send("new password lexicon=fr"))


def test_a_table_has_words_of_the_language_of_who_opens_it() -> None:
    """The answer says so, and how to change it. The game's own way to French comes first."""
    host = two_lists()
    ann = host.person("ann")
    ann.send("set lang fr")
    assert ann.send("new words")[-1] == (
        "Avec lexicon=fr, pour votre langue. Pour changer : options lexicon=en"
    )
    ann.send("new boggle")
    (table,) = (room.table for room in host.house.tables.rooms.values())
    assert (table.options["lexicon"], table.options["dice"]) == ("fr", "fr")
    ann.send("new boggle dice=5x5")
    (table,) = (room.table for room in host.house.tables.rooms.values())
    assert (table.options["lexicon"], table.options["dice"]) == ("fr", "5x5")
    assert any("edition=fr" in line for line in ann.send("new probe"))
    (table,) = (room.table for room in host.house.tables.rooms.values())
    assert (table.options["lexicon"], table.options["letter_limits"]) == ("fr", False)


@pytest.mark.parametrize(
    "line",
    ["new words lexicon=en", "new probe edition=en1964", "new probe lexicon=en", "new hunt"],
)
def test_who_names_the_words_gets_these(line: str) -> None:
    """A game without a word list is the same in every language."""
    host = two_lists()
    ann = host.person("ann")
    ann.send("set lang fr")
    assert not any("pour votre langue" in told for told in ann.send(line))
    (room,) = host.house.tables.rooms.values()
    assert room.table.options.get("lexicon") in (None, "en")


@pytest.mark.parametrize("verb", ["play", "seek"])
def test_people_are_brought_together_who_play_with_the_same_words(verb: str) -> None:
    host = two_lists()
    ann, bob, cy, dee = (host.person(name) for name in ("ann", "bob", "cy", "dee"))
    for client in (ann, cy):
        client.send("set lang fr")
    for client in (ann, bob, cy, dee):
        client.send(f"{verb} words")
    rooms = host.house.tables.rooms.values()
    tables = [{chair.name for chair in room.table.chairs.values()} for room in rooms]
    assert tables == [{"ann", "cy"}, {"bob", "dee"}]

"""Commands and moves in the words of the reader's language, which come from the catalogues."""

from __future__ import annotations

from typing import Final

import pytest

from parlour.api import AnyGame
from parlour.catalogue import BY_VERB
from parlour.commands.unknown import ANYWHERE, AT_A_TABLE
from parlour.language import Catalogue, _
from parlour.wire.text import folded
from parlour_boggle import BOGGLE
from parlour_kit.host import Client
from parlour_password import PASSWORD
from parlour_probe import PROBE
from tests.house.scene import LISTS, Party, new_host
from tests.house.test_languages import two_lists

GAMES: Final[tuple[AnyGame, ...]] = (BOGGLE, PASSWORD, PROBE)
SAME: Final = {"options", "ping"}
"""Commands that are called the same in French."""


def words_of(catalogue: Catalogue | None) -> dict[str, tuple[str, ...]]:
    assert catalogue is not None
    return {word: own for word, own in catalogue.verbs("fr").items() if not word.isupper()}


def test_every_command_of_players_has_a_french_word() -> None:
    players = {verb for verb, row in BY_VERB.items() if row.where != "operator"}
    assert players - words_of(_).keys() == SAME


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_move_and_question_has_one(game: AnyGame) -> None:
    verbs = {verb.name for verb in (*game.verbs, *game.questions)}
    assert verbs - words_of(game.catalogue).keys() == set()


def test_each_stands_for_something_that_is_here() -> None:
    """A command with what follows it, or a word that the refusal of an unknown one explains."""
    for word in words_of(_):
        verb = word if word in BY_VERB else word.partition(" ")[0]
        assert verb in {*BY_VERB, *ANYWHERE, *AT_A_TABLE}, word
    for game in GAMES:
        known = {verb.name for verb in (*game.verbs, *game.questions)} | {"left", "right"}
        known |= {name for topic in game.topics for name in topic.names}
        for word in words_of(game.catalogue):
            assert word in known or word.partition(" ")[0] in known, word


def test_none_is_a_command_of_another_meaning() -> None:
    """Nor does one of them stand for two things; a game has its own."""
    meant: dict[str, str] = {}
    for word, own in words_of(_).items():
        for typed in own:
            key = folded(typed).lower()
            assert meant.setdefault(key, word) == word
            assert BY_VERB.get(key) in (None, BY_VERB.get(word)), key


# --- typed ---------------------------------------------------------------------------------


def nameless() -> Client:
    return new_host().connect()


@pytest.mark.parametrize("line", ["bonjour", "Salut !", "BONSOIR"])
def test_somebody_who_says_hello_in_french_is_no_name(line: str) -> None:
    assert nameless().send(line)[0] == "Hello! What is your name? Type it and press Enter."


def test_words_are_understood_in_whatever_language_the_answer_is_read() -> None:
    client = nameless()
    assert client.send("langue fr")[-4] == "Langue : français."
    assert client.send("je m'appelle Jean")[0].startswith("Bonjour Jean.")
    assert client.send("règles hunt") == client.send("regles hunt") == client.send("rules hunt")
    client.send("set lang en")
    assert client.send("qui")[0] == "Jean: in the lobby"


def test_two_words_are_one_command() -> None:
    host = new_host()
    ann = host.person("ann")
    assert ann.send("tournoi nouveau hunt")[0].startswith("Party 1: Hunt")
    assert ann.send("tournoi finir")[-1].startswith("Party 1 is over")
    assert ann.send("mes tables") == ["You have no seat at any table."]


def test_talk_keeps_its_spaces() -> None:
    host = new_host()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("new hunt")
    bob.send("join 1")
    ann.send("dire  un   deux")
    assert "ann: un   deux" in bob.take()


def test_a_program_says_exactly_what_it_means() -> None:
    assert '"code":"unknown_verb"' in new_host().program("pro").send("#1 aide")[-1]


def test_a_word_that_is_a_move_says_how_to_type_the_move_in_these_words() -> None:
    """The words of the game, as well as those of the host."""
    host = new_host({"password": PASSWORD}, LISTS)
    party = Party("ann", "bob", host=host, game="password")
    for client in party.clients.values():
        client.send("set lang fr")
    (giver,) = party.room.table.last_match.prompts
    names = dict(party.room.table.names)
    name = names.pop(giver)
    party[name].send("thing")
    guesser = party[names.popitem()[1]]
    assert f"{name} vous donne un indice pour 10 points : thing" in guesser.take()
    told = guesser.send("passer")
    assert "Compris comme un mot du jeu. Pour la commande, tapez : /passer" in told


def probe() -> Client:
    """Ann reads French, and asks first; Bob, who has hidden a word, reads English."""
    host = two_lists()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("set lang fr", "new probe racks=1 first_player=seat1 word_check=off")
    bob.send("join 1")
    ann.send("commencer")
    bob.send("hide orange")
    return ann


def test_a_move_is_understood_in_french_before_french_is_chosen() -> None:
    """As commands are; the answer is in the language of its reader."""
    ann = probe()
    ann.send("/set lang en")
    assert any("O  R  A  N  G  E" in line for line in ann.send("cacher orange"))
    assert ann.send("demander un e \xe0 bob")[0] == "You ask bob for an E. bob must show one."


def test_a_game_of_probe_in_french() -> None:
    ann = probe()
    assert ann.send("aide")[1].startswith("  cacher ..MOT.  ")
    told = ann.send("cacher orange")
    assert any("O  R  A  N  G  E" in line for line in told)
    assert "Demandez une lettre (demander bob e) ou devinez un mot (deviner bob ..MOT.)." in told
    assert ann.send("aide support")[0] == "Support, à Probe :"
    assert ann.send("aide cacher")[0].startswith("cacher ..MOT. : ")


@pytest.mark.parametrize(
    "line", ["demander un e à bob", "demande bob e", "demander bob la lettre e", "bob e"]
)
def test_a_question_may_be_worded_as_people_speak(line: str) -> None:
    ann = probe()
    ann.send("cacher orange")
    assert ann.send(line)[0] == "Vous demandez un E à bob. bob doit en montrer un."


@pytest.mark.parametrize("line", ["cacher gauche orange", "cacher g orange"])
def test_two_racks_have_french_names(line: str) -> None:
    host = two_lists()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("set lang fr", "new probe word_check=off")
    bob.send("join 1")
    ann.send("commencer")
    assert ann.send("cacher orange")[-1].endswith("(Entrée : cacher gauche orange)")
    assert any("O  R  A  N  G  E" in line for line in ann.send(line))


def test_a_word_of_the_game_comes_first() -> None:
    """While Boggle asks for words, only a slash or a word that the board lacks is a command."""
    host = two_lists()
    ann = host.person("ann")
    ann.send("set lang fr", "new boggle", "commencer")
    assert ann.send("/voir")[-1].startswith("Temps restant")
    assert ann.send("aide")[0].startswith("Table 1, Boggle.")


def test_whether_to_leave_is_answered_in_french() -> None:
    ann = Party("ann", "bob", "cy")["ann"]
    ann.send("set lang fr", "/partir")
    assert ann.send("non") == ["Vous restez à la table 1."]
    ann.send("/partir")
    assert ann.send("oui")[0] == "Vous quittez la place 1 de la table 1."


def test_a_slip_of_a_french_word_is_named() -> None:
    client = new_host().person("ann")
    client.send("set lang fr")
    assert client.send("joeur") == ["Il n'y a pas de commande joeur. Vouliez-vous dire jouer ?"]
    assert client.send("merci")[0].startswith("Il n'y a pas de commande merci. ")


def test_all_commands_are_listed_in_french() -> None:
    client = new_host().person("ann")
    client.send("set lang fr", "set height 0")
    told = client.send("commandes")
    assert any(line.startswith("dire TEXTE  ") for line in told)
    assert any(line.startswith("tournoi nouveau JEU [OPTION=VALEUR ...]") for line in told)
    assert client.send("aide jouer")[1].endswith("play")


def test_yes_and_no_are_on_and_off() -> None:
    host = new_host()
    ann = host.person("ann")
    ann.send("set lang fr", "sonnerie oui", "new hunt rated=non")
    (room,) = host.house.tables.rooms.values()
    assert room.table.options["rated"] is False
    assert ann.send("sonnerie non") == ["bell : off."]
    assert ann.send("options rated=peut-\xeatre")[0].startswith("rated=peut-\xeatre")


def test_what_is_open_now_is_named_in_french() -> None:
    ann = probe()
    assert ann.send("xyzzy") == [
        "Il n'y a pas de commande xyzzy. Si c'est votre coup, tapez : cacher xyzzy"
    ]
    ann.send("cacher orange")
    assert ann.send("qqq 7")[0].startswith("Il n'y a pas de commande qqq. ")


def test_bots_have_french_levels() -> None:
    host = two_lists()
    ann = host.person("ann")
    ann.send("set lang fr", "new boggle", "robot difficile")
    (room,) = host.house.tables.rooms.values()
    assert [chair.bot for chair in room.table.chairs.values()] == [None, "hard"]

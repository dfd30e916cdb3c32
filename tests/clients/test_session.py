"""A player with a line and without a screen: what is sent, what is asked, what becomes of it."""

from __future__ import annotations

import asyncio
from itertools import islice, product
from typing import Final

import pytest

from parlour_client.log import Kind
from parlour_client.pending import Answer, Offline
from parlour_client.protocol import Heard
from parlour_client.sending import AT_ONCE, Line
from parlour_client.session import LOBBY_S, NOT_SENT, PAGES
from parlour_client.suggestions import invitation, possible
from parlour_kit.host import Host
from tests.clients.sitting import Sitting, in_session, sit, typed
from tests.house.scene import Party, new_host

UNSURE: Final = "You were disconnected meanwhile. The host has most likely made this move."

SOON: Final = 20
"""Turns of the loop in which what was typed is sent, and no time passes."""


def _asked(sitting: Sitting, verb: str) -> list[str]:
    return [line for line in sitting.line.asked if line.split()[0] == verb]


def test_one_knows_where_one_is_without_having_asked() -> None:
    """In the lobby, at a table as a player, and as a watcher, who has not heard how it began."""
    model = typed(new_host())
    assert list(model.games) == ["hunt", "brittle"]
    assert [player.name for player in model.players] == ["ann"]
    assert "join" in model.commands
    model = typed(new_host(), "new hunt", "bot")
    assert model.table is not None
    assert (model.table.seat, model.table.host, model.title) == (1, "ann", "Hunt")
    assert [chair.name for chair in model.table.chairs] == ["ann", "Ada", None, None]
    assert "try" in model.commands
    party = Party("bob", "cy", options="top=5")
    party.hide(1, 2)
    model = typed(party.host, "watch 1")
    assert model.table is not None
    assert (model.table.seat, model.watching) == (None, frozenset({1}))
    assert model.table.scene is not None
    assert [chair.points for chair in model.table.chairs[:2]] == [0, 0]
    assert model.table.options["top"] == 5


def test_who_watches_several_tables_turns_to_the_one_they_look_at() -> None:
    """Unless they sit at one; who stops watching is in the lobby."""
    host = new_host()
    Party("bob", "cy", host=host)
    Party("dan", "eve", host=host)
    model = typed(host, "watch 1", "watch 2", "look 1")
    assert model.table is not None
    assert model.table.number == 1
    model = typed(Party("bob", "cy").host, "watch 1", "leave")
    assert (model.table, model.watching) == (None, frozenset())
    model = typed(Party("bob", "cy").host, "new hunt", "watch 1", "look 1")
    assert model.table is not None
    assert (model.table.number, model.watching) == (2, frozenset({1}))


def _crowd(people: int, tables: int) -> Host:
    """A host with so many people in the lobby and tables, one for each of the first of them."""
    host = new_host(names_per_address=1_000, tables_per_address=1_000)
    for one, two, three in islice(product("bdfghkpqrst", repeat=3), people):
        host.person(f"{one}a{two}e{three}")  # none of which looks like another
    for client in list(host.clients.values())[:tables]:
        client.send("new hunt")
    return host


def test_all_of_a_long_list_is_known_not_only_its_first_page() -> None:
    """`tables` and `who` answer in pages; whoever can be joined or spoken to is among them."""
    model = typed(_crowd(130, 45))
    assert list(model.places) == list(range(1, 46))
    assert len({player.name for player in model.players}) == 131


@in_session(host=lambda: _crowd(50 * PAGES + 1, 0))
async def test_of_a_list_without_end_a_few_pages_are_asked_for(sitting: Sitting) -> None:
    """So that what the player types does not wait behind them."""
    assert len(sitting.model.players) == 50 * PAGES
    assert _asked(sitting, "/who") == ["/who", *(f"/who {page}" for page in range(2, PAGES + 1))]


def test_a_list_that_grows_shorter_while_it_is_asked_for_is_known_as_far_as_it_goes() -> None:
    """The page that is gone is no trouble."""
    host = _crowd(51, 0)
    people = list(host.clients.values())

    async def script(sitting: Sitting) -> None:
        ask = sitting.line.ask

        async def asking(request: str, *, keep: bool = False, in_order: bool = False) -> Answer:
            if request == "/who 2":
                for client in people[:5]:
                    client.send("quit")
                host.wait(1000)
            return await ask(request, keep=keep)

        sitting.line.ask = asking  # type: ignore[method-assign]
        await sitting.rest()
        assert len(sitting.model.players) == 50

    sit(host, script, rested=False)


@pytest.mark.parametrize("page", ["", " 2"])
def test_a_page_that_is_typed_makes_nobody_forgotten(page: str) -> None:
    """It is read, and what was known of the other pages still is."""
    model = typed(_crowd(60, 25), f"/who{page}", f"/tables{page}")
    assert list(model.places) == list(range(1, 26))
    assert len({player.name for player in model.players}) == 61


@in_session()
async def test_what_is_typed_stands_in_the_log_with_its_answer_but_moves_do_not(
    sitting: Sitting,
) -> None:
    for line in ("new hunt", "bot", "start", "7", "scores"):
        await sitting.type(line)
    assert "scores" in sitting.log
    assert "7" not in sitting.log


# --- words and moves ------------------------------------------------------------------


@in_session()
async def test_moves_that_are_typed_at_once_each_answer_a_prompt_of_their_own(
    sitting: Sitting,
) -> None:
    """A paste: the second one waits until it is known what the first one has led to."""
    await sitting.type("new hunt", "bot", "start", "7")
    await sitting.type("try Ada 20", "try Ada 19")
    assert sitting.told == []
    prompts = [line for line in sitting.line.asked if line.startswith("@")]
    assert len(prompts) == len(set(prompts)) == 2


@in_session()
async def test_a_line_that_is_not_carried_out_is_told_with_its_reason(sitting: Sitting) -> None:
    """What no host would read is not even sent; a cut may come on the way or before it."""
    await sitting.type("join 7")
    assert sitting.told == [("join 7", "There is no table 7. To see them: tables")]
    before = len(sitting.line.asked)
    await sitting.type("say " + 2000 * "x")
    assert len(sitting.line.asked) == before
    assert "too long" in sitting.told[1][1]
    sitting.line.cut = True
    await sitting.type("say hello")
    assert "You were disconnected" in sitting.told[2][1]
    sitting.line.gone = True
    await sitting.type("say hello")
    assert sitting.told[3] == ("say hello", NOT_SENT)


async def _lose_a_move(sitting: Sitting, *more: str) -> None:
    """The host hears `try Ada 20`, and the line is cut; *more* was typed with it."""
    await sitting.type("new hunt", "bot", "start", "7")
    sitting.line.deaf = True
    await sitting.type("try Ada 20", *more, rest=0.2)
    assert isinstance(sitting.session.line, Offline)


LATER: Final = ["say hello", "try Ada 19", "look"]


@pytest.mark.parametrize("before", range(len(LATER) + 1))
@in_session()
async def test_what_was_not_sent_before_a_cut_or_is_typed_then_is_given_back(
    sitting: Sitting, before: int
) -> None:
    """At once, though a move waits for its answer: a prompt that nobody saw is not answered."""
    await _lose_a_move(sitting, *LATER[:before])
    await sitting.type(*LATER[before:], rest=0.2)
    assert sitting.told == [(line, NOT_SENT) for line in LATER]
    asked = len(sitting.line.asked)
    sitting.line.find()
    await sitting.rest(5)
    assert not [line for line in sitting.line.asked[asked:] if "hello" in line or "19" in line]
    assert sitting.told == [(line, NOT_SENT) for line in LATER]
    await sitting.type("say hello")
    assert "ann: hello" in sitting.log


@in_session()
async def test_what_was_typed_before_a_cut_is_not_sent_though_the_line_is_back_at_once(
    sitting: Sitting,
) -> None:
    await sitting.type("new hunt", "bot", "start", "7")
    sitting.line.deaf = True
    sitting.session.say(Line("try Ada 20"), Line("try Ada 19"))
    for _ in range(SOON):
        await asyncio.sleep(0)
    assert sitting.line.cut
    sitting.line.find()
    await sitting.rest(5)
    assert sitting.told == [("try Ada 19", NOT_SENT)]


@pytest.mark.parametrize(("gap", "said"), [(True, True), (False, False)])
@in_session()
async def test_a_move_that_was_cut_is_a_guess_only_if_the_log_does_not_tell(
    sitting: Sitting, gap: bool, said: bool
) -> None:
    await _lose_a_move(sitting)
    sitting.line.find(gap=gap)
    await sitting.rest()
    assert ("try Ada 20" in sitting.log) is said
    assert any("most likely" in line for line in sitting.log) is said
    assert ("You try 20 on Ada: lower." in sitting.log) is not said
    assert sitting.told == []


@in_session()
async def test_a_move_that_something_has_overtaken_is_told_in_words_that_help(
    sitting: Sitting,
) -> None:
    for line in ("new hunt", "bot", "start", "7"):
        await sitting.type(line)
    assert sitting.model.asked is not None
    number = sitting.model.asked.prompt.prompt
    sitting.line.slow = True
    await sitting.line.move(number, "note so far")
    await sitting.type("try Ada 19")
    assert "press Enter again" in sitting.told[0][1]


@in_session()
async def test_never_more_words_are_on_their_way_than_a_host_reads_at_once(
    sitting: Sitting,
) -> None:
    await sitting.type(*(f"ping {number}" for number in range(3 * AT_ONCE)))
    assert [line for line in sitting.line.asked if line.startswith("/ping ")] == [
        f"/ping {number}" for number in range(3 * AT_ONCE)
    ]


# --- what is asked for the player -----------------------------------------------------


def test_a_game_with_a_clock_leads_to_no_look() -> None:
    """Its scenes bring the time. Those of 0.1.0 do not: many at once lead to one look."""
    party = Party("bob", "cy", "dan", options="top=20", watchers=["eve"])

    async def script(sitting: Sitting) -> None:
        await sitting.type("watch 1")
        before = len(_asked(sitting, "/look"))
        for number, name in enumerate(("bob", "cy", "dan"), 1):
            party[name].send(f"/hide {number}")
        await sitting.rest()
        assert len(_asked(sitting, "/look")) == before
        scene = {"table": 1, "scene": {"blocks": [{"kind": "text"}]}}
        sitting.line.tell(*(Heard(number, "scene", scene) for number in (90, 91, 92)))
        await sitting.rest()
        assert len(_asked(sitting, "/look")) == before + 1

    sit(party.host, script)


def test_with_a_scene_the_host_is_asked_for_the_clock_of_others_only() -> None:
    scene = {"blocks": [{"kind": "text"}]}

    async def script(sitting: Sitting) -> None:
        for line in ("new hunt", "bot", "start"):
            await sitting.type(line)
        before = len(_asked(sitting, "/look"))
        assert sitting.model.asked is not None
        sitting.line.tell(
            Heard(90, "scene", {"table": 1, "scene": scene}),
            Heard(91, "scene", {"table": 1, "scene": scene}),
        )
        await sitting.rest()
        assert len(_asked(sitting, "/look")) == before

    sit(new_host(), script)


@in_session()
async def test_the_lobby_is_asked_again_now_and_then_and_a_table_is_not(sitting: Sitting) -> None:
    before = len(_asked(sitting, "/who"))
    await sitting.rest(LOBBY_S + 3)
    assert len(_asked(sitting, "/who")) == before + 1
    await sitting.type("new hunt")
    before = len(_asked(sitting, "/who"))
    await sitting.rest(LOBBY_S + 3)
    assert len(_asked(sitting, "/who")) == before


@in_session()
async def test_the_host_is_told_width_and_language_once_and_again_on_every_new_line(
    sitting: Sitting,
) -> None:
    for width in (79, 58, 100, 60):  # a window that is pulled: the last one counts
        sitting.session.fit(width)
    await sitting.rest()
    await sitting.type("/set lang fr")
    assert _asked(sitting, "/set") == ["/set width 60", "/set lang fr"]
    sitting.line.lose()
    await sitting.rest()
    assert isinstance(sitting.session.line, Offline)
    sitting.line.find()
    await sitting.rest()
    assert sorted(_asked(sitting, "/set")[2:]) == ["/set lang fr", "/set width 60"]
    assert sitting.session.model.lang == "fr"


# --- what can be typed ------------------------------------------------------------------


@in_session(rested=False)
async def test_what_can_be_typed_is_never_nothing_and_follows_what_comes_to_be_known(
    sitting: Sitting,
) -> None:
    """As long as it is the newest in the log."""
    sitting.session.say(Line("new hunt"))
    for _ in range(SOON):
        await asyncio.sleep(0)
    assert sitting.model.table is not None
    assert not sitting.model.commands
    sitting.session.note(Kind.NOW, possible(sitting.model))
    early = sitting.model.log.entries[-1]
    assert len(early.lines) > 2
    await sitting.rest()
    late = sitting.model.log.entries[-1]
    assert (late.number, late.lines) == (early.number, tuple(possible(sitting.model)))
    assert any(line.startswith("  bot ") for line in late.lines)
    sitting.line.tell(Heard(90, "x.thing", {"text": ["Something."]}))
    await sitting.type("bot", "start")
    assert late in sitting.model.log.entries


# --- a game once more -----------------------------------------------------------------


async def _abort(sitting: Sitting) -> None:
    """A game that is over at once."""
    for line in ("new hunt", "bot", "start", "7", "propose abort"):
        await sitting.type(line)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("replay g1", "/replay g1"),
        ("/replay g1 2", "/replay g1 2"),
        ("replay G1 watcher 4x", "/replay g1 watcher"),
    ],
)
@in_session()
async def test_a_replay_is_fetched_at_once_and_handed_to_whoever_shows_it(
    sitting: Sitting, line: str, request_: str
) -> None:
    await _abort(sitting)
    sitting.session.fit(60)
    await sitting.rest()
    await sitting.type(line)
    assert sitting.line.asked.count(request_) == 1
    assert [replay.width for replay in sitting.replays] == [60]
    assert sitting.log[-1] == line


@in_session()
async def test_a_replay_that_cannot_be_is_refused_by_the_host_and_a_word_is_none(
    sitting: Sitting,
) -> None:
    for line in ("replay", "replay g9"):
        await sitting.type(line)
        assert sitting.told[-1][0] == line
        assert line not in sitting.log
    for line in ("new hunt", "bot", "start", "replay g1"):
        await sitting.type(line)
    assert sitting.line.asked.count("replay g1") == 1
    assert sitting.replays == []


@in_session()
async def test_what_no_source_wraps_anew_is_read_as_it_was_wrapped(sitting: Sitting) -> None:
    """Only a host that has said yes tells its lines in the new width."""
    sitting.session.fit(12)
    await sitting.rest()
    sitting.line.tell(Heard(90, "x.thing", {"text": ["It is so long.", "  indented"]}))
    await sitting.rest()
    assert sitting.log[-2:] == ["It is so long.", "  indented"]


# --- the end --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [["quit"], ["/quit"], ["bye"], ["set lang fr", "quitter"], ["set lang fr", "au revoir"]],
)
@in_session()
async def test_a_goodbye_of_our_own_is_no_trouble(sitting: Sitting, lines: list[str]) -> None:
    """In every word that the host takes for `quit`."""
    for line in lines:
        await sitting.type(line)
    assert sitting.session.done.is_set()
    assert sitting.session.quitting
    assert not {"Goodbye.", "Au revoir."} & {*sitting.log}


# --- languages --------------------------------------------------------------------------


@in_session()
async def test_the_client_speaks_the_language_that_was_set(sitting: Sitting) -> None:
    """Its own hints and what it lists, with what the host calls commands and moves."""
    await sitting.type("/set lang fr")
    model = sitting.session.model
    assert model.lang == "fr"
    assert invitation(model) == "Pour ouvrir une table : nouveau hunt"
    assert model.commands["join"].about.startswith("prendre une place")
    assert possible(model)[0] == "Vous pouvez taper :"
    await sitting.type("new hunt", "/set lang en")
    assert sitting.session.model.lang == "en"
    assert sitting.session.model.commands["join"].about.startswith("sit down")

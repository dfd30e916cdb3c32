"""What the keys do, on a screen that can be read."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from parlour import Reader, Scene, Text
from parlour.lexicons import load_english
from parlour_boggle import BOGGLE
from parlour_client.protocol import Heard
from parlour_client.settings import Settings
from parlour_client.source import Button
from tests.clients.glass import KEYS, Glass, on_screen, watch
from tests.games.hunt.game import HUNT
from tests.games.hunt.text_ui import HuntTextUI
from tests.house.scene import Party, new_host


async def _play(glass: Glass) -> None:
    """To one's own turn at Hunt, against a bot."""
    await glass.type("new hunt", "bot", "start", "7")


def _requests(glass: Glass, *but: str) -> list[str]:
    """What was sent that a player has typed."""
    own = ("/look", "/scores", "/tables", "/who", "/commands", "/games", "/set", "name", *but)
    return [line for line in glass.line.asked if line.split()[0] not in own]


# --- the line that is typed -----------------------------------------------------------


@on_screen()
async def test_nothing_that_comes_in_disturbs_the_line_that_is_typed(glass: Glass) -> None:
    await glass.press("say I think th")
    for number in range(40):
        glass.host.person(f"guest-{number}").send("new hunt")
    await glass.rest()
    await glass.press("at it rains")
    assert glass.typed == "> say I think that it rains"
    assert glass.screen.cursor.x == len(glass.typed)


@on_screen()
async def test_tab_completes_and_the_line_shows_what_is_missing(glass: Glass) -> None:
    await _play(glass)
    await glass.press("tr", "Tab")
    assert glass.typed == "> try  (PLAYER NUMBER)"
    await glass.press("Tab")
    assert glass.typed == "> try Ada  (NUMBER)"
    await glass.press("20")
    assert glass.typed == "> try Ada 20"
    await glass.press("CtrlC", "cheer ", "ShiftTab")
    assert glass.typed == "> cheer softly"


@on_screen()
async def test_a_refused_line_is_put_back_with_a_mark_below_the_word(glass: Glass) -> None:
    """A word that was meant comes with Tab; of an option only its name is mended."""
    await glass.type("new hunt top=999")
    lines = glass.text.splitlines()
    at = lines.index("> new hunt top=999")
    assert lines[at + 1 : at + 3] == [
        "           ^^^^^^^",
        "! top=999 is not allowed. Use 2 to 99.",
    ]
    await glass.press("Escape")
    assert "not allowed" not in "".join(glass.text.splitlines()[at:])
    await glass.press("CtrlC")
    await glass.type("new hunt secnds=5")
    lines = glass.text.splitlines()
    at = lines.index("> new hunt secnds=5")
    assert lines[at + 1] == "           ^^^^^^"
    assert "(Tab: seconds)" in lines[at + 2]
    await glass.press("Tab")
    assert glass.typed == "> new hunt seconds=5"
    await glass.press("CtrlC")
    await glass.type("new hnut")
    assert "(Tab: hunt)" in glass.text
    await glass.press("Tab")
    assert glass.typed.startswith("> new hunt")
    assert "hnut" not in glass.row(-3)
    await glass.press("Enter")
    assert "table 1" in glass.row(0)


@on_screen()
async def test_a_refusal_never_overwrites_what_is_typed_by_then(glass: Glass) -> None:
    glass.line.cut = True
    glass.paste("say one\nsay tw")
    await glass.rest()
    assert glass.typed == "> say tw"
    assert "say one: You were disconnected" in glass.text


@on_screen()
async def test_a_line_that_was_typed_before_is_found_by_a_part_of_it(glass: Glass) -> None:
    await glass.type("ping one", "ping two")
    await glass.press("CtrlR", "on")
    assert glass.typed == "> ping one"
    assert "Typed before: on" in glass.text
    await glass.press("Enter")
    assert glass.typed == "> ping one"
    await glass.press("Enter")
    assert glass.line.asked[-1] == "/ping one"


@on_screen()
async def test_the_log_is_searched_for_what_is_typed_from_the_newest_on(glass: Glass) -> None:
    await glass.press("CtrlF")
    assert "Type what to look for" in glass.text
    await glass.type("ping needle", "ping NEEDLE 2", *(f"ping {n}" for n in range(30)))
    assert "eedle" not in glass.text
    await glass.press("needle", "CtrlF")
    assert "pong NEEDLE 2" in glass.text
    await glass.press("CtrlF", "CtrlF")
    assert "pong needle" in glass.text
    assert "pong NEEDLE 2" not in glass.text
    await glass.press("CtrlF", "CtrlF")
    assert "'needle' is not in the log above" in glass.text
    await glass.press("CtrlF")
    assert "pong NEEDLE 2" in glass.text
    await glass.press("CtrlC", "Escape")
    assert "pong 29" in glass.text


@pytest.mark.parametrize("columns", [80, 120])
def test_a_click_in_the_lobby_puts_on_the_line_what_is_offered_there(columns: int) -> None:
    host = new_host()
    host.person("bob").send("new hunt")

    async def script(glass: Glass) -> None:
        rows = glass.text.splitlines()
        table = next(at for at, row in enumerate(rows) if "join 1" in row)
        game = next(at for at, row in enumerate(rows) if "new hunt" in row)
        await glass.click(3, table)
        assert glass.typed.startswith("> join 1")
        await glass.click(20, game)
        assert glass.typed.startswith("> new hunt")
        await glass.click(3, table - 1)
        assert glass.typed.startswith("> new hunt")

    watch(host, columns, 24, script)


@on_screen()
async def test_the_wheel_scrolls_the_log(glass: Glass) -> None:
    for n in range(20):
        await glass.type(f"ping {n}")
    assert "pong 19" in glass.text
    await glass.press(*3 * ["\x1b[<64;5;5M"])
    assert "pong 19" not in glass.text
    assert "9 more below" in glass.text
    await glass.press(*3 * ["\x1b[<65;5;5M"])
    assert "pong 19" in glass.text


@on_screen(settings=Settings(mouse=False))
async def test_without_a_mouse_the_terminal_keeps_it(glass: Glass) -> None:
    assert "\x1b[?1000h" not in glass.paper.written


@on_screen()
async def test_the_next_of_several_watched_tables_is_shown_by_a_key(glass: Glass) -> None:
    tables = [Party("bob", "cy", host=glass.host), Party("dan", "eve", host=glass.host)]
    await glass.press("F5")
    assert "You watch no other table." in glass.text
    await glass.type("watch 1", "watch 2")
    await glass.press("F5")
    first = glass.row(0)
    await glass.press("F5")
    assert {first[:14], glass.row(0)[:14]} == {" Hunt  table 1", " Hunt  table 2"}
    for table in tables:
        table.hide(3, 4)
    await glass.rest()
    assert "[table 1] cy has hidden a number." in glass.text
    assert "[table 2] eve has hidden a number." in glass.text


@pytest.mark.parametrize("line", ["new hunt", "play hunt", "hunt"])
@on_screen()
async def test_who_watches_a_table_and_sits_down_elsewhere_sees_their_own_one(
    glass: Glass, line: str
) -> None:
    glass.host.person("bob").send("new hunt")
    glass.host.person("cy").send("join 1")
    glass.host.wait(1)
    await glass.type("watch 1")
    assert "you watch" in glass.row(0)
    await glass.type(line)
    assert glass.row(0).startswith(" Hunt  table ")
    assert "you watch" not in glass.row(0)


@on_screen(80, 40)
async def test_who_sits_at_a_table_can_look_at_others_that_they_watch(glass: Glass) -> None:
    """Their own question stays in sight, and each line of the log says whose table it is from."""
    bob = glass.host.person("bob")
    bob.send("new hunt top=9")
    there = Party("cy", "dan", host=glass.host)
    await glass.type("join 1", "ready")
    bob.send("start")
    await glass.type("/watch 2")
    assert glass.row(0).startswith(" Hunt  table 1")
    assert glass.row(0).endswith("F5: table 2  1:00")
    await glass.press("F5")
    assert glass.row(0).startswith(" Hunt  table 2")
    assert glass.row(0).endswith("you watch  F5: table 1")
    assert "=> Table 1: Hide a number from 1 to 9." in glass.text
    there.hide(3, 4)
    there["cy"].send("try dan 1")
    await glass.rest()
    assert "[table 2] cy tries 1 on dan" in glass.text
    assert "dan 0 <- turn" in glass.text
    await glass.type("7")
    assert "You have hidden 7." in glass.text
    assert "[table 1]" not in glass.text
    await glass.press("F5")
    assert "Yours is 7." in glass.text
    await glass.press("F5")
    await glass.type("leave 2")
    assert glass.row(0).split() == ["Hunt", "table", "1", "1:00"]


@on_screen(60, 20)
async def test_the_mark_before_the_line_stays_though_the_line_is_longer_than_the_screen(
    glass: Glass,
) -> None:
    await glass.press("say " + 20 * "hello ")
    assert glass.typed.startswith("> ")
    assert glass.typed.endswith("hello")
    assert "say" not in glass.typed


@on_screen()
async def test_where_words_are_asked_for_the_next_letter_begins_a_new_one(glass: Glass) -> None:
    """It can be mended, too. When words are no longer asked for, it goes.

    Left there, it would be the beginning of the next command.
    """
    await glass.type("new hunt top=9", "bot", "start", "banana")
    assert glass.typed == "> banana"
    assert "! Say a number from 1 to 9." in glass.text
    await glass.press("8")
    assert glass.typed == "> 8"
    await glass.press("8", "Enter", "BackSpace")
    assert glass.typed == "> 8"
    await glass.press("8", "Enter")
    assert glass.typed == "> 88"
    glass.line.tell(Heard(200, "unprompt", {"table": 1, "prompt": 1, "text": []}))
    await glass.rest()
    assert "88" not in glass.typed


@on_screen(host=lambda: new_host({"boggle": BOGGLE}, {"en": load_english()}))
async def test_a_question_that_may_pass_is_above_the_input_and_not_in_the_log(
    glass: Glass,
) -> None:
    """A word that comes too late is told and not put back."""
    await glass.type("new boggle seconds=60", "start")
    assert glass.row(-5).startswith("   Type the words you find.")
    assert "? Type the words" not in glass.text
    glass.host.wait(60)
    await glass.rest(0.1)
    await glass.type("zebra")
    assert "zebra" not in glass.typed
    assert "zebra: " in glass.text


@on_screen()
async def test_after_a_line_that_could_not_be_mended_a_letter_begins_another_one(
    glass: Glass,
) -> None:
    """Without any sense, or at the wrong moment, when no other words would help."""
    await glass.type("parlour")
    assert glass.typed == "> parlour"
    assert "! There is no command parlour" in glass.text
    await glass.press("w")
    assert glass.typed.startswith("> w")
    assert "parlour" not in glass.row(-3)
    await glass.press("CtrlC", "Up")
    assert glass.typed == "> parlour"
    await glass.press("Enter", "?")
    assert "You can type:" in glass.text
    await glass.press("CtrlC")
    await glass.type("options")
    assert glass.typed == "> options"
    assert "! You aren't at a table." in glass.text
    await glass.type("new hunt")
    assert "Table 1: Hunt" in glass.text


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("BackSpace", "> parloux"),
        ("Left", "> parlouxr"),
        ("Right", "> parlourx"),
        ("End", "> parlourx"),
        ("Tab", "> parlourx"),
    ],
)
@on_screen()
async def test_such_a_line_can_be_mended_all_the_same(glass: Glass, key: str, line: str) -> None:
    await glass.type("parlour")
    await glass.press(key, "x")
    assert glass.typed == line


@pytest.mark.parametrize("line", ["join 7", "loook", "parlour", "new hunt top=999"])
@on_screen()
async def test_typing_replaces_a_refused_line_and_an_arrow_keeps_it(
    glass: Glass, line: str
) -> None:
    """Somebody who typed the next line had the old one before it."""
    await glass.type(line)
    await glass.press("x")
    assert glass.typed.split("  ")[0] == "> x"
    await glass.press("CtrlC")
    await glass.type(line)
    await glass.press("Left", "x")
    assert glass.typed.split("  ")[0] == f"> {line[:-1]}x{line[-1]}"


@on_screen()
async def test_a_refusal_is_read_once_and_can_be_scrolled_back_to(glass: Glass) -> None:
    """As in netcat: it was gone with the next key."""
    await glass.type("join 7")
    assert glass.text.count("There is no table 7.") == 1
    assert any("! There is no table 7." in row for row in glass.text.splitlines()[-3:])
    await glass.press("x")
    assert "! join 7: There is no table 7." in glass.text


@on_screen()
async def test_the_open_question_is_read_once(glass: Glass) -> None:
    """It was in the log, too, as soon as something else came after it."""
    await glass.type("new hunt top=9", "bot", "start")
    assert glass.text.count("Hide a number from 1 to 9.") == 1
    await glass.type("7")
    assert "? Hide a number from 1 to 9." in glass.text


@on_screen()
async def test_the_up_key_brings_back_what_was_typed(glass: Glass) -> None:
    await glass.type("who", "say hello")
    await glass.press("CtrlC", "Up")
    assert glass.typed == "> say hello"
    await glass.press("Up")
    assert glass.typed == "> who"


# --- paste ----------------------------------------------------------------------------


@on_screen()
async def test_pasted_lines_are_sent_one_by_one_in_their_order(glass: Glass) -> None:
    glass.paste("new hunt\nbot\r\nstart\n\n7\nno")
    await glass.rest(3)
    assert _requests(glass, "/ping") == ["/new hunt", "/bot", "/start", "/hide 7"]
    assert glass.typed.startswith("> no")


@on_screen()
async def test_words_that_are_pasted_without_an_end_are_only_typed(glass: Glass) -> None:
    """A whole book is not pasted."""
    await glass.press("say ")
    glass.paste("hello you")
    await glass.rest()
    assert glass.typed == "> say hello you"
    await glass.press("CtrlC")
    glass.paste("say x\n" * 600)
    await glass.rest()
    assert "600 lines are too many" in glass.text
    assert _requests(glass) == []


# --- secrets --------------------------------------------------------------------------


@on_screen()
async def test_what_is_typed_masked_is_never_seen(glass: Glass) -> None:
    await glass.type("new hunt")
    await glass.press("F2", "/say", " swordfish")
    assert glass.typed == f"> /say {'*' * len('swordfish')}"
    assert "MASKED" in glass.row(-1)
    assert "swordfish" not in glass.paper.written
    await glass.press("Enter", "Up")
    assert glass.typed.startswith("> new hunt")
    assert "MASKED" not in glass.row(-1)


@on_screen()
async def test_a_password_is_masked_by_itself_and_in_no_history(glass: Glass) -> None:
    """F2 shows again what was masked."""
    await glass.press("F2", "say hi", "F2")
    assert glass.typed.startswith("> say hi")
    await glass.press("CtrlC")
    await glass.type("register open sesame")
    await glass.press("Up")
    assert "sesame" not in glass.paper.written
    assert "> register ****" in glass.text
    assert _requests(glass) == ["/register open sesame"]


@on_screen()
async def test_what_a_game_asks_in_secret_is_in_no_history(glass: Glass) -> None:
    """And the key that hides it comes first among the keys."""
    assert "F1 help" in glass.row(-1).partition("F2 mask")[0]
    await glass.type("new hunt", "bot", "start")
    assert "F1 help" in glass.row(-1).partition("F2 mask")[2]
    await glass.type("7")
    await glass.press("Up")
    assert glass.typed.startswith("> start")


# --- looking about --------------------------------------------------------------------


async def _busy(glass: Glass, lines: int) -> None:
    for number in range(lines):
        glass.line.tell(Heard(100 + number, "x.thing", {"text": [f"line {number}"]}))
    await glass.rest()


@on_screen()
async def test_page_up_leafs_back_and_what_comes_in_moves_nothing(glass: Glass) -> None:
    await _busy(glass, 100)
    await glass.press("PageUp")
    before = glass.text
    assert "line 99" not in before
    assert "more below: End" in before
    await _busy(glass, 3)
    assert [row for row in glass.text.splitlines() if "line" in row] == [
        row for row in before.splitlines() if "line" in row
    ]
    await glass.press("PageUp", "PageDown", "End")
    assert "line 2" in glass.text


@on_screen()
async def test_no_line_is_missed_by_leafing(glass: Glass) -> None:
    """Who leafs back stays there, even if what they have asked for comes only then."""
    await _busy(glass, 100)
    seen = set(glass.text.splitlines())
    for _ in range(30):
        await glass.press("PageUp")
        seen |= set(glass.text.splitlines())
    assert {f"  line {number}" for number in range(100)} <= seen
    assert "Hello ann." in glass.text
    for _ in range(30):
        await glass.press("PageDown")
    assert "more below" not in glass.text
    await glass.press(f"commands{KEYS['Enter']}{KEYS['PageUp']}")
    assert "> commands\n" not in glass.text
    assert "line 8" in glass.text


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (50, 14)])
def test_a_long_answer_is_read_from_its_beginning(columns: int, rows: int) -> None:
    """And what comes in does not move it."""

    async def script(glass: Glass) -> None:
        await glass.type("commands")
        if rows < 20:
            await glass.press("F3")
        before = glass.text
        assert "> commands\n" in before
        assert "more below: End" in before
        assert "all verbs" not in before
        await _busy(glass, 3)
        assert "line 2" not in glass.text
        assert _without_rule(glass.text) == _without_rule(before)
        await glass.press("End")
        assert "line 2" in glass.text
        assert "more below" not in glass.text
        await _busy(glass, 3)

    assert "line 2" in watch(new_host(), columns, rows, script)[0].text


@on_screen(120, 40)
async def test_who_has_read_to_the_end_is_still_there_in_another_window(glass: Glass) -> None:
    """A shorter window does not lead back to an answer that fitted, nor does a wider one."""
    await glass.type("who", "games", "new hunt")
    await glass.press(*["PageUp", *["PageDown"] * 3])
    for size in ((60, 20), (120, 40), (80, 24)):
        await glass.resize(*size)
        assert "more below" not in glass.text
        await _busy(glass, 1)
        assert "line 0" in glass.text
    await glass.type("commands")
    await glass.resize(60, 20)
    assert "more below" in glass.text, "this one was not read to its end"
    assert "> commands" in glass.text


@on_screen(120, 40)
async def test_who_reads_in_the_middle_finds_their_line_in_another_window(glass: Glass) -> None:
    words = " ".join(f"item{number}" for number in range(400))
    glass.line.tell(Heard(99, "x.thing", {"text": [words]}))
    await _busy(glass, 3)
    await glass.press("PageUp")
    last = glass.text.rpartition(" item")[2].split()[0]
    for size in ((60, 20), (200, 50), (80, 24)):
        await glass.resize(*size)
        assert f"item{last}" in glass.text
    assert "more below" in glass.text


def test_a_long_answer_is_written_for_the_log_that_it_is_read_in() -> None:
    """Beside the lobby, beside a table, below one, and beside it again."""
    host = new_host({"hunt": replace(HUNT, rules_text="many words " * 60)})

    async def script(glass: Glass) -> None:
        for table, size, width in (
            ("", (120, 40), 47),
            ("new hunt", (120, 40), 61),
            ("", (60, 20), 60),
            ("", (200, 50), 81),
        ):
            await glass.resize(*size)
            await glass.type(*filter(None, [table]), "rules hunt")
            answer = glass.text.rpartition("> rules hunt")[2].splitlines()
            told = [line.rpartition("|")[2].rstrip() for line in answer if "many words" in line]
            assert len(told) > 4
            assert all(width - len("many ") <= len(line) <= width for line in told[:-1]), told

    watch(host, 120, 40, script)


def test_a_game_that_begins_is_newer_than_an_answer() -> None:
    """The log shows how it begins; what the player was reading is further up."""
    host = new_host()
    bob = host.person("bob")
    bob.send("new hunt")

    async def script(glass: Glass) -> None:
        await glass.type("join 1", "ready", "commands")
        assert "more below: End" in glass.text
        bob.send("start")
        await glass.rest()

    shown = watch(host, 80, 24, script)[0].text
    assert "more below" not in shown
    assert "Hunt begins: " in shown


def _without_rule(text: str) -> list[str]:
    return [line for line in text.splitlines() if "more below" not in line]


@on_screen()
async def test_such_an_answer_is_left_by_scrolling_and_by_the_next_line(glass: Glass) -> None:
    await glass.type("commands")
    before = glass.text
    await glass.press("PageDown")
    assert "> commands\n" not in glass.text
    await glass.press("PageUp")
    assert "> commands\n" in glass.text
    await glass.type("who")
    assert "more below" not in glass.text
    assert "> who\n" in glass.text
    await glass.type("commands")
    assert _without_rule(glass.text) == _without_rule(before)


@on_screen()
async def test_of_two_answers_the_second_one_is_in_sight(glass: Glass) -> None:
    """Lines that are pasted have been sent before the first of them was answered."""
    glass.paste("commands\nwho\n")
    await glass.rest(3)
    assert "> who\n" in glass.text
    assert "more below" not in glass.text
    glass.paste("who\ncommands\n")
    await glass.rest(3)
    assert "> commands\n" in glass.text


@on_screen(50, 14)
async def test_on_a_small_screen_f3_and_page_up_change_the_pane(glass: Glass) -> None:
    """A long page of what can be done can be read to its end there."""
    await glass.press("?")
    assert "You can type:" in glass.text
    assert "more below: End" in glass.text
    await glass.press("End")
    assert "F1 shows the keys" in glass.text.replace("\n", "")
    await glass.press("F3")
    assert "Start a game" in glass.text
    await _busy(glass, 100)
    await glass.press("F3")
    assert "Start a game" not in glass.text
    await glass.press("F3", "PageUp")
    assert "Start a game" not in glass.text


@on_screen()
async def test_f3_gives_the_room_to_one_part(glass: Glass) -> None:
    await _busy(glass, 100)
    await glass.press("F3")
    assert "Start a game" in glass.text
    assert "line 99" not in glass.text
    await glass.press("F3")
    assert "Start a game" not in glass.text
    assert "line 85" in glass.text
    await glass.press("F3")
    assert "Start a game" in glass.text
    assert "line 99" in glass.text


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (50, 14)])
@pytest.mark.parametrize("presses", [1, 2])
def test_at_another_table_both_parts_are_there_again(
    columns: int, rows: int, presses: int
) -> None:
    async def script(glass: Glass) -> None:
        async def all_is_there(words: str) -> None:
            assert words in glass.text
            if rows >= 20:
                assert "-- what happened ---" in glass.text

        for line, words in (("new hunt", "seat 1: ann"), ("leave", "Start a game")):
            await glass.press(*presses * ["F3"])
            await glass.type(line)
            await all_is_there(words)

    watch(new_host(), columns, rows, script)


@on_screen()
async def test_at_the_same_table_one_part_keeps_the_room(glass: Glass) -> None:
    await glass.type("new hunt")
    await glass.press("F3", "F3")
    await glass.type("bot", "start")
    assert "what happened (F3: back)" in glass.text


async def _pictures(glass: Glass, line: str) -> list[str]:
    """What is to be seen while *line* is carried out, one picture after the other."""
    await glass.press(line)
    glass.paste("\n")
    pictures: list[str] = []
    for _ in range(40):
        await glass.rest(0.05)
        pictures.append(glass.text)
    return pictures


@on_screen()
async def test_what_is_not_known_of_a_table_is_not_drawn(glass: Glass) -> None:
    """The first picture of it has nothing on it that is wrong a moment later."""
    glass.host.person("bob").send("new hunt")
    for line, table, hint in (
        ("new hunt", 2, "  bot | ready |"),
        ("leave", 0, "  join | watch |"),
        ("join 1", 1, "  ready | options |"),
    ):
        pictures = await _pictures(glass, line)
        titles = [picture.partition("\n")[0] for picture in pictures]
        known = f" Hunt  table {table}  not begun"
        assert {*titles[1:]} <= {" Lobby  kitchen-pc", f" kitchen-pc  table {table}", known}
        assert not any("look | scores" in picture for picture in pictures)
        assert hint in pictures[-1]


@on_screen()
async def test_nobody_is_a_watcher_before_that_is_known(glass: Glass) -> None:
    """Who comes back to his seat is told first only which table it is."""
    await _play(glass)
    glass.line.tell(Heard(200, "welcome", {"name": "ann", "table": 1, "text": ["Hello"]}))
    for _ in range(40):
        await glass.rest(0.05)
        assert "ou watch" not in glass.text
        assert "kitchen-pc  table 1" in glass.text or "Hunt  table 1" in glass.text
    assert "Hunt  table 1" in glass.row(0)


@on_screen()
async def test_f1_shows_the_keys_and_goes_away_again(glass: Glass) -> None:
    await glass.press("F1")
    assert "Shift-Tab" in glass.text
    await glass.press("F1")
    assert "Shift-Tab" not in glass.text


@pytest.mark.parametrize("key", ["?", "Enter"])
@on_screen()
async def test_an_empty_line_and_a_question_mark_tell_what_can_be_done_now(
    glass: Glass, key: str
) -> None:
    await _play(glass)
    await glass.press(key, key)
    assert glass.text.count("You can type:") == 1
    assert "such as try Ada 1" in glass.text
    assert _requests(glass) == ["/new hunt", "/bot", "/start", "/hide 7"]
    await glass.press("Escape")
    assert "You can type:" not in glass.text


@on_screen()
async def test_enter_plays_again_after_a_game(glass: Glass) -> None:
    """The hint says so, and Enter sends it."""
    await glass.type("new hunt", "bot", "start", "7", "/propose abort")
    assert "Enter: rematch | " in glass.text
    await glass.press("Enter")
    assert _requests(glass)[-1] == "/rematch"
    assert "Enter: rematch" not in glass.text


@on_screen()
async def test_enter_sends_the_line_that_the_question_offers(glass: Glass) -> None:
    """The hint shows it first."""
    await _play(glass)
    asked: dict[str, object] = {
        "table": 1,
        "prompt": 9,
        "urgent": True,
        "due_ms": None,
        "moves": [],
        "bare": None,
    }
    glass.line.tell(Heard(100, "prompt", asked | {"enter": "show 3", "text": ["Show a card:"]}))
    await glass.rest()
    assert "Enter: show 3 | " in glass.text
    await glass.press("Enter")
    assert _requests(glass)[-1] == "show 3"


class Tall(HuntTextUI):
    """Hunt with a position of eleven lines."""

    def draw(self, view: Any, reader: Reader) -> Scene:
        return Scene(tuple(Text.of(f"row {number} of the board") for number in range(11)))


TALL = {"hunt": replace(HUNT, text_ui=Tall())}


@pytest.mark.parametrize("line", ["7", None], ids=["turn", "words"])
@on_screen(host=lambda: new_host(TALL))
async def test_what_can_be_done_takes_no_line_of_a_game_in_play(
    glass: Glass, line: str | None
) -> None:
    """It is cut then, and F3 shows the rest of it."""
    await glass.type("new hunt", "bot", "start", *([line] if line else []))
    assert "row 10 of the board" in glass.text
    await glass.press("?")
    assert "row 10 of the board" in glass.text
    assert "You can type:" in glass.text
    assert "more lines: F3" in glass.text
    assert "Tab completes a word" not in glass.text
    await glass.press("F3")
    assert "You can type:" in glass.text
    assert "Tab completes a word" in glass.text
    await glass.press("F3")
    assert "row 10 of the board" in glass.text


@on_screen(120, 40)
async def test_on_a_wide_screen_talk_stands_in_one_place(glass: Glass) -> None:
    await _play(glass)
    await glass.type("/say good evening")
    assert "-- talk" in glass.text
    assert glass.text.count("good evening") == 1
    await glass.press("F3", "F3")
    assert glass.text.count("good evening") == 1


class Towering(HuntTextUI):
    """Hunt with a position of more than half a screen."""

    def draw(self, view: Any, reader: Reader) -> Scene:
        return Scene(tuple(Text.of(f"row {number} of the board") for number in range(22)))


@on_screen(120, 40, host=lambda: new_host({"hunt": replace(HUNT, text_ui=Towering())}))
async def test_beside_a_tall_position_talk_is_below_the_log(glass: Glass) -> None:
    await _play(glass)
    await glass.type("/say good evening")
    lines = glass.text.splitlines()
    log, talk = (
        next(at for at, line in enumerate(lines) if name in line)
        for name in ("|-- what happened", "|-- talk")
    )
    assert log < talk
    assert "row 0 of the board" in lines[log]
    assert "good evening" in lines[talk + 1]


@pytest.mark.parametrize(("columns", "rows"), [(20, 5), (10, 3), (4, 2), (1, 1)])
def test_the_smallest_screen_breaks_nothing(columns: int, rows: int) -> None:
    async def script(glass: Glass) -> None:
        await _play(glass)
        await glass.press("F1", "F1", "PageUp", "F3", "?", "F3")
        await glass.type("join 7")

    glass, _ = watch(new_host(), columns, rows, script)
    assert _requests(glass)[-1] == "/join 7"


@on_screen()
async def test_names_of_wide_letters_keep_the_columns(glass: Glass) -> None:
    glass.host.person("\u5f35\u5049").send("new hunt")
    await glass.rest()
    row = next(line for line in glass.text.splitlines() if "\u5f35" in line)
    assert row.endswith("3 seats free")


# --- going ----------------------------------------------------------------------------


async def _once(glass: Glass) -> None:
    """Ctrl-C empties the line; what is typed after it makes the next one the first again."""
    await glass.press("hello", "CtrlC")
    assert glass.typed == ">"
    await glass.press("CtrlC")
    assert "Press Ctrl-C again to leave." in glass.text
    await glass.type("who")
    await glass.press("CtrlC")


async def _twice(glass: Glass) -> None:
    """Who has a seat is told that it is kept."""
    await glass.type("new hunt")
    await glass.press("CtrlC")
    assert "Your seat is kept" in glass.text
    await glass.press("CtrlC")


async def _quit(glass: Glass) -> None:
    await glass.type("quit")


async def _slash(glass: Glass) -> None:
    await glass.type("/quit")


async def _empty(glass: Glass) -> None:
    """The line is empty."""
    await glass.press("CtrlD")


@pytest.mark.parametrize(
    ("script", "code"), [(_once, None), (_twice, 0), (_quit, 0), (_slash, 0), (_empty, 0)]
)
def test_ways_to_go(script: Callable[[Glass], Coroutine[Any, Any, Any]], code: int | None) -> None:
    assert watch(new_host(), 80, 24, script)[1] == code


@on_screen(buttons=(Button("space", "who", "/ping b"),))
async def test_keys_of_the_source_work_while_the_line_is_empty(glass: Glass) -> None:
    assert "Space who" in glass.row(-1)
    await glass.press(" ", "x", " ")
    assert _requests(glass) == ["/ping b"]
    assert glass.typed == "> x"


@on_screen(60, 20)
async def test_each_line_of_the_french_help_fits(glass: Glass) -> None:
    """A key and what it does are on one line: a second one begins below the keys."""
    await glass.type("/set lang fr")
    await glass.press("F1")
    page = glass.text.splitlines()[1:14]
    assert page[0] == " Tapez une ligne, puis Entrée. ? montre ce que vous pouvez"
    assert not [line for line in page if line.startswith("  ")]


@on_screen()
async def test_a_line_that_came_too_soon_is_no_longer_wrong_when_your_turn_comes(
    glass: Glass,
) -> None:
    """The complaint goes, the line stays: Enter sends it."""
    await glass.type("new hunt")
    bob = glass.host.person("bob")
    bob.send("join 1")
    await glass.type("start", "7")
    bob.send("8")
    await glass.rest()
    while "=> " in glass.text:  # ann begins, or not
        await glass.type("try bob 1")
    await glass.type("try bob 2")
    assert "! It is not your turn." in glass.text
    bob.send("try ann 1")
    await glass.rest()
    assert "=> " in glass.text
    assert "! It is not your turn." not in glass.text
    assert glass.typed == "> try bob 2"
    await glass.press("Enter")
    assert "bob: 18 possible" in glass.text


@on_screen()
async def test_a_refused_line_gives_way_to_a_line_that_a_new_question_offers(
    glass: Glass,
) -> None:
    """Enter would send it again, and the hint would not be read."""
    await _play(glass)
    await glass.type("/try nobody 99")
    assert "nobody" in glass.typed
    asked: dict[str, object] = {"table": 1, "prompt": 9, "urgent": True, "due_ms": None}
    asked |= {"moves": [], "bare": None, "enter": "show 3", "text": ["Show a card:"]}
    glass.line.tell(Heard(100, "prompt", asked))
    await glass.rest()
    assert "nobody" not in glass.typed
    assert "Enter: show 3 | " in glass.text

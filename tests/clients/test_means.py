"""What the terminal can show: it is asked, and the player can say it while they play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.output import DummyOutput

from parlour_client.errors import Problem
from parlour_client.run import run
from parlour_client.screen.app import ANSWER_S
from parlour_client.screen.keyboard import ANSWER_MAX, SILENCE_S, Answered, Answers
from parlour_client.screen.means import BACKGROUND, POSITION, PROBE, Means
from parlour_client.screen.painting import theme
from parlour_client.settings import Settings
from parlour_client.source import Login, Source
from tests.clients.glass import Glass, on_screen
from tests.clients.jumping import in_no_time

XTERM = {"TERM": "xterm-256color"}


# --- answers are no keys --------------------------------------------------------------

Part: TypeAlias = tuple[str, str]
"""What the terminal sends, and what of it is typed."""
_NUMBERS = st.integers(0, 9999)
_PRINTABLE = st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126))


@st.composite
def _parts(draw: st.DrawFn) -> Part:
    match draw(st.sampled_from(["typed", "osc", "position"])):
        case "typed":
            text = draw(st.text("ab]\\1;r[", min_size=1, max_size=5))
            return text, text
        case "osc":
            end = draw(st.sampled_from(["\a", "\x1b\\"]))
            return f"\x1b]{draw(_NUMBERS)};{draw(_PRINTABLE) * 9}{end}", ""
        case _:
            return f"\x1b[{draw(_NUMBERS)};{draw(_NUMBERS)}R", ""


@given(st.lists(_parts(), max_size=8), st.data())
def test_an_answer_is_never_typed_whatever_is_in_it_and_however_it_is_cut(
    parts: list[Part], data: st.DataObject
) -> None:
    sent = "".join(part for part, _ in parts)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(sent)), max_size=5)) | {0, len(sent)})
    heard, keys, found = list[Answered](), list[KeyPress](), list[KeyPress]()
    answers, parser = Answers(heard.append), Vt100Parser(keys.append)
    for start, end in pairwise(cuts):
        parser.feed(sent[start:end])
        found += answers.without(keys.copy(), 0.0)
        keys.clear()
    assert "".join(key.data for key in found) == "".join(text for _, text in parts)
    assert all(isinstance(each, int) or len(each) <= ANSWER_MAX for each in heard)


def _keys(text: str) -> list[KeyPress]:
    keys = list[KeyPress]()
    Vt100Parser(keys.append).feed(text)
    return keys


@pytest.mark.parametrize("key", ["\r", "\x03", "\x1bx"])
def test_an_answer_that_never_ends_costs_nothing_and_any_key_or_a_second_ends_it(key: str) -> None:
    heard = list[Answered]()
    answers = Answers(heard.append)
    assert answers.without(_keys("a\x1b]11;rgb:" + "f" * 5000), 1.0) == _keys("a")
    assert answers.without(_keys("f" * 5000 + key), 1.5) == [*_keys(key)]
    answers.without(_keys("\x1b]11;rgb:"), 2.0)
    assert answers.without(_keys("typed"), 2.1 + SILENCE_S) == _keys("typed")
    assert heard == []


# --- what is made of them -------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "shades"),
    [
        ("11;rgb:ffff/ffff/dddd", "light"),
        ("11;rgb:0/0/0", "dark"),
        ("11;rgba:fd/f6/e3/ff", "light"),
        ("11;#fdf6e3", "light"),
        ("10;rgb:ffff/ffff/ffff", "dark"),
        ("11;rgb:ffff/ffff/ffff/", "dark"),
        ("", "dark"),
    ],
)
def test_the_background_chooses_the_theme_unless_the_player_has(answer: str, shades: str) -> None:
    means = Means(XTERM, Settings(), hosted=False)
    assert means.questions() == BACKGROUND
    means.coloured(answer)
    assert means.shades == shades
    assert means.style is theme(shades, means.depth)
    means = Means(XTERM, Settings(theme="dark"), hosted=False)
    assert means.questions() == ""
    means.coloured(answer)
    assert means.shades == "dark"


@pytest.mark.parametrize("term", ["linux", "dumb", "vt100"])
def test_a_terminal_that_would_show_the_question_is_not_asked(term: str) -> None:
    assert Means({"TERM": term}, Settings(), hosted=False).questions() == ""
    assert BACKGROUND not in Means({"TERM": term}, Settings(), hosted=True).questions()


@on_screen(environ=XTERM | {"LANG": "en_GB.UTF-8"}, hosted=True)
async def test_a_guest_has_lines_once_their_terminal_has_shown_that_it_can(glass: Glass) -> None:
    """It answers late, while the guest types: that is kept."""
    assert f"{PROBE}{POSITION}" in glass.paper.written
    assert "------" in glass.text
    await glass.press("pin")
    glass.send("g on\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[1;4Re")
    await glass.rest()
    assert glass.typed == "> ping one"
    assert "------" in glass.text
    await glass.press("\x1b[1;2R")
    assert "──────" in glass.text
    assert "------" not in glass.text
    assert glass.typed == "> ping one"


@in_no_time
async def test_who_leaves_at_once_leaves_no_answer_for_the_shell() -> None:
    """Such as somebody whose host is not there."""

    @asynccontextmanager
    async def nobody(login: Login) -> AsyncGenerator[Source]:
        raise Problem("No host answers.")
        yield

    with create_pipe_input() as keys, create_app_session(input=keys):
        output, login = DummyOutput(), Login("ann")
        playing = asyncio.create_task(
            run(nobody, where="x", login=login, input=keys, output=output, environ=XTERM)
        )
        await asyncio.sleep(ANSWER_S / 2)
        assert not playing.done()
        keys.send_text("\x1b]11;rgb:0/0/0\a")
        with pytest.raises(Problem):
            await playing


# --- what the player says -------------------------------------------------------------


@on_screen(environ=XTERM)
async def test_the_settings_can_be_changed_while_one_plays(glass: Glass) -> None:
    await glass.press("/th", "Tab")
    assert glass.typed == "> /theme  ([auto|dark|light|contrast])"
    await glass.press("li", "Tab", "Enter")
    assert (
        'theme is light, until you leave. To keep it, write in client.toml: theme = "light"'
        in (" ".join(glass.text.split()))
    )
    await glass.type("theme pink")
    assert "pink is not possible. Type: theme [auto|dark|light|contrast]" in glass.text
    assert glass.typed == "> theme pink"
    await glass.type("alerts off", "alerts", "mouse off")
    assert "alerts is off" in glass.text
    assert "mouse is off" in glass.text
    assert not [line for line in glass.line.asked if "theme" in line or "mouse" in line]
    await glass.press("F1")
    assert "/theme, /alerts, /mouse" in glass.text


@on_screen(environ=XTERM, hosted=True)
async def test_the_settings_of_a_guest_last_until_they_leave(glass: Glass) -> None:
    await glass.type("theme contrast")
    assert "theme is contrast, until you leave." in glass.text
    assert "client.toml" not in glass.text

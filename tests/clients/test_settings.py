"""The player's settings file."""

from __future__ import annotations

import re

import pytest
from prompt_toolkit.styles import NAMED_COLORS, Attrs

from parlour_client.errors import Problem
from parlour_client.screen.painting import TILES, theme
from parlour_client.settings import KEYS, Settings, read_settings, shown
from tests.clients.glass import Glass, on_screen


def test_an_empty_file_says_what_no_file_says() -> None:
    assert read_settings("", "client.toml") == Settings()


def test_a_file_says_theme_alerts_mouse_and_keys() -> None:
    text = 'theme = "light"\nalerts = false\nmouse = false\n[keys]\nhelp = "f9"\n'
    found = read_settings(text, "client.toml")
    assert found == Settings("light", alerts=False, mouse=False, keys={"help": "f9"})
    assert (found.key("help"), found.key("mask")) == ("f9", KEYS["mask"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("theme = ", "client.toml is not valid TOML"),
        ('theme = "pink"', "client.toml: Invalid enum value 'pink'"),
        ("sound = true", "client.toml: Object contains unknown field `sound`"),
        ('[keys]\nhlp = "f9"', "there is no key for 'hlp'. You can set: help, mask"),
        ('[keys]\nhelp = "F99"', "keys.help = 'F99' is not a key. Write it like f6"),
        ('[keys]\nhelp = "x"', "keys.help = 'x' is not a key"),
        ('[keys]\nhelp = "f2"', "f2 is the key for both help and mask"),
    ],
)
def test_what_is_wrong_with_it_is_one_line(text: str, said: str) -> None:
    with pytest.raises(Problem) as raised:
        read_settings(text, "client.toml")
    assert said in raised.value.text
    assert "\n" not in raised.value.text


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("f1", "F1"),
        ("c-f", "Ctrl-F"),
        ("pageup", "PgUp"),
        ("s-tab", "Shift-Tab"),
        ("c-end", "Ctrl-End"),
    ],
)
def test_keys_have_the_names_that_are_printed_on_them(key: str, name: str) -> None:
    assert shown(key) == name


@on_screen(settings=Settings(keys={"help": "c-x"}))
async def test_another_key_does_the_same_and_is_shown(glass: Glass) -> None:
    assert "Ctrl-X help" in glass.row(-1)
    await glass.press("\x18")
    assert "Ctrl-X  F2" in glass.text
    await glass.press("Escape", "F1")
    assert "Ctrl-X  F2" not in glass.text


def test_with_high_contrast_nothing_is_faint_and_nothing_hangs_on_a_colour() -> None:
    contrast = theme("contrast")

    def attrs(name: str) -> Attrs:
        return contrast.get_attrs_for_style_str(f"class:{name}")

    plain = attrs("")
    for name in ("hot", "good", "bad", "mine", "error", "caret", "talk"):
        assert attrs(name) != plain
        assert not attrs(name).color
    assert attrs("dim") == plain


def _light(colour: str) -> float:
    """How bright *colour* is, from 0 to 1, as the guidelines for web content say."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(
        share * weight for share, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True)
    )


@pytest.mark.parametrize("name", TILES)
def test_the_letters_of_every_tile_can_be_read(name: str) -> None:
    """A contrast of 4.5 or more, in colours of the 256 that no terminal has to guess."""
    for ground, letters in TILES[name].values():
        low, high = sorted(map(_light, (ground, letters)))
        assert (high + 0.05) / (low + 0.05) >= 4.5
        for colour in (ground, letters):
            shares = set(re.findall("..", colour[1:]))
            cube = shares <= {"00", "5f", "87", "af", "d7", "ff"}
            assert cube or len(shares) == 1, "of the cube, or a grey"


def test_on_a_light_screen_what_is_mine_is_not_cyan() -> None:
    light = theme("light")
    assert light.get_attrs_for_style_str("class:mine").color == "ansiblue"


def test_no_style_is_called_as_a_colour() -> None:
    """prompt_toolkit paints a class named like a colour of the web in it, such as `gold`."""
    named = {name.lower() for name in NAMED_COLORS}
    assert not [name for name, _ in theme("light").style_rules if name in named]

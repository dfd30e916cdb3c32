"""What `parlour config` prints explains itself and can be read back."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.config import Config, LogConfig, PluginConfig, ServerConfig, read, show
from parlour.config._schema import LARGEST, LEAST, MOST, SECTIONS, about, keys_of
from parlour.config._show import toml
from parlour.core.limits import Limits

ROOT = Path("/")

DEFAULTS: dict[str, int] = {name: getattr(Limits(), name) for name in keys_of(Limits)}
CHANGED = Config(
    server=ServerConfig(host="::1", port=0, name='my "den" \\ 1'),
    limits=Limits(
        **{name: min(value + 40_000, MOST.get(name, LARGEST)) for name, value in DEFAULTS.items()}
    ),
    words={"en": {"add": ("gronk", "zoom 35"), "drop": ("aa",)}, "fr": {"drop": ("xi",)}},
    plugins=PluginConfig(modules=("a.b", "c"), disabled=("probe",)),
    log=LogConfig(level="debug", format="json"),
)


@pytest.mark.parametrize("config", [Config(), CHANGED], ids=["default", "changed"])
def test_what_is_shown_reads_back_as_the_same(config: Config) -> None:
    assert read(show(config), "shown", ROOT) == config


def test_word_lists_are_shown_with_their_whole_path(tmp_path: Path) -> None:
    path = tmp_path / 'a "word" list.txt'
    path.write_text("word\n")
    config = Config(lexicons={"club": path})
    assert read(show(config), "shown", ROOT) == config


def test_every_key_stands_below_its_reason_and_says_whether_it_was_changed() -> None:
    text = show(Config(limits=Limits(login_s=60)))
    assert (
        """
# How long a connection may stay without a name: time to read the greeting and
# think of one.
# Changed; the default is 180.
login_s = 60

# How long a connection away from any table may be silent. 0: for ever.
# The default.
idle_s = 7200
"""
        in text
    )


@pytest.mark.parametrize("section", SECTIONS.values(), ids=SECTIONS)
def test_every_key_has_a_reason(section: type) -> None:
    assert list(about(section)) == list(keys_of(section))
    assert set(keys_of(section)) <= set(inspect.signature(section).parameters)


def test_nothing_shown_is_wider_than_a_terminal() -> None:
    assert max(map(len, show(CHANGED).splitlines())) <= 79


def test_every_smallest_value_belongs_to_a_limit_and_admits_its_default() -> None:
    defaults = DEFAULTS
    assert all(least <= defaults[name] for name, least in LEAST.items())


def test_every_largest_value_belongs_to_a_limit_and_admits_its_default() -> None:
    defaults = DEFAULTS
    assert all(defaults[name] <= most for name, most in MOST.items())
    assert all(LEAST.get(name, 0) < most for name, most in MOST.items())


def test_no_limit_that_0_lifts_forbids_0() -> None:
    reasons = about(Limits)
    lifted = {name for name, text in reasons.items() if "0: " in text}
    assert lifted
    assert not lifted & set(LEAST)


@given(st.text(max_size=20))
def test_any_text_survives(text: str) -> None:
    """Law: what `toml` writes of a text, TOML reads as that text."""
    import tomli

    assert tomli.loads(f"x = {toml(text)}")["x"] == text

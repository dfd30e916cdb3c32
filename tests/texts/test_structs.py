"""What authors make are structs, and everything that takes a dataclass takes them."""

from __future__ import annotations

import copy
import dataclasses
import pprint
import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest

import parlour
from parlour import Hue, Meter, Scene, Step, Text, scene_limits
from parlour_client.screen.painting import TILES

STRUCTS: Final = [
    found
    for name in parlour.__all__
    if isinstance(found := getattr(parlour, name), type) and issubclass(found, msgspec.Struct)
]


@pytest.mark.parametrize("kind", STRUCTS, ids=lambda kind: kind.__name__)
def test_every_struct_of_the_contract_has_the_fields_of_a_dataclass(
    kind: type[msgspec.Struct],
) -> None:
    """Type checkers take every struct for a dataclass, so it has to be one when it runs."""
    names = [field.name for field in msgspec.structs.fields(kind)]
    assert [field.name for field in dataclasses.fields(kind)] == names  # type: ignore[arg-type]


def test_replace_changes_a_field_and_keeps_the_others() -> None:
    scene = Scene((Text.of("a"), Meter("Points", 1, 3)), title="One")
    assert dataclasses.replace(scene, title="Two") == Scene(scene.blocks, title="Two")
    step: Step[str, str] = Step("before", ())
    assert dataclasses.replace(step, state="after") == Step("after", ())
    with pytest.raises(TypeError, match="Unexpected"):
        dataclasses.replace(scene, titel="Two")  # type: ignore[call-arg]


def test_a_struct_prints_copies_and_compares_as_before() -> None:
    scene = Scene((Text.of("a"),))
    assert pprint.pformat(scene) == repr(scene)
    assert copy.deepcopy(scene) == scene
    assert dataclasses.asdict(scene)["blocks"][0]["runs"] == ({"text": "a", "style": ""},)


def _limits(schema: Mapping[str, Any]) -> set[int]:
    """Every bound in a JSON schema."""
    bound = re.compile(r'"(?:maxLength|minItems|maxItems|minimum|maximum)":(-?[0-9]+)')
    return {int(found) for found in bound.findall(msgspec.json.encode(schema).decode())}


def test_the_table_of_limits_has_every_limit_of_a_scene() -> None:
    text = " ".join(f"{what} {limit}" for what, limit in scene_limits.TABLE)
    shown = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)}
    powers = {-scene_limits.NUMBER_MOST, scene_limits.NUMBER_MOST}
    assert _limits(msgspec.json.schema(Scene)) - powers <= shown


def test_every_hue_has_a_name_and_a_colour_in_the_client() -> None:
    hues = [*range(1, scene_limits.HUE_MOST + 1)]
    assert [*Hue] == hues
    assert all({f"tile-{hue}" for hue in hues} <= {*tiles} for tiles in TILES.values())

"""Commands of the client itself: they set what the screen does, and the host never sees them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, get_args

from parlour_client.complete import moves
from parlour_client.language import _, said
from parlour_client.model import Command, Model, verb_of
from parlour_client.settings import Theme

ON_OFF: Final = ("on", "off")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"theme": get_args(Theme), "alerts": ON_OFF, "mouse": ON_OFF}
)
"""The settings that a player can change while they play, and their values."""
_ABOUT: Final = MappingProxyType(
    {
        "theme": _("set the colours; auto: as the terminal is"),
        "alerts": _("ring when it is your turn and you look elsewhere"),
        "mouse": _("click what you want to type"),
    }
)


def usage(verb: str) -> str:
    """`theme [auto|dark|light|contrast]`."""
    return f"{verb} [{'|'.join(CHOICES[verb])}]"


def commands(lang: str) -> Mapping[str, Command]:
    """The commands, as if the host had them."""
    return {verb: Command(verb, usage(verb), said(_ABOUT[verb], lang)) for verb in CHOICES}


def own_verb(model: Model, line: str) -> str | None:
    """Return the verb of *line* if it is a command of the client; a move comes first."""
    verb = verb_of(line)
    if verb not in CHOICES or model.past:
        return None
    bare = not line.lstrip().startswith("/")
    if bare and (model.bare is not None or any(move.verb == verb for move in moves(model))):
        return None
    return verb

"""The player's own settings, from a TOML file: theme, alerts, mouse, keys."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from parlour.language import ENGLISH
from parlour_client.errors import Problem
from parlour_client.language import _

KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "help": "f1",
        "mask": "f2",
        "pane": "f3",
        "alerts": "f4",
        "find": "c-f",
        "table": "f5",
        "suspend": "c-z",
        "older": "pageup",
        "newer": "pagedown",
        "newest": "c-end",
    }
)
"""What keys do, and the usual key for each, in prompt_toolkit's notation."""

Theme = Literal["auto", "dark", "light", "contrast"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file can set. Without a file, all of this applies."""

    theme: Theme = "auto"
    """`auto`: light if the terminal says that its background is, else dark."""
    alerts: bool = True
    """Ring and notify when it is your turn and you look elsewhere."""
    mouse: bool = True
    lang: str = ENGLISH
    """The language of the client, and of the host if it has that one."""
    keep_log: bool = True
    """Show the log of the last session again when you return to a host."""
    keys: dict[str, str] = {}
    """Keys other than the usual ones, by what they do."""

    def key(self, action: str) -> str:
        """The key for *action*."""
        return self.keys.get(action, KEYS[action])


def read_settings(text: str, name: str) -> Settings:
    """Return the settings that *text*, the file *name*, says. Raises Problem."""
    try:
        found = msgspec.convert(tomllib.loads(text), Settings)
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"{name} is not valid TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise Problem(f"{name}: {error}") from error
    _check_keys(found, name)
    return found


def _check_keys(found: Settings, name: str) -> None:
    from prompt_toolkit.keys import ALL_KEYS

    for action, key in found.keys.items():
        if action not in KEYS:
            known = ", ".join(KEYS)
            raise Problem(f"{name}: there is no key for {action[:20]!a}. You can set: {known}")
        if key not in ALL_KEYS or len(key) < 2:
            said = f"{name}: keys.{action} = {key[:20]!a} is not a key."
            raise Problem(f"{said} Write it like f6, c-r, s-tab or home.")
    taken: dict[str, str] = {}
    for action in KEYS:
        other = taken.setdefault(found.key(action), action)
        if other != action:
            raise Problem(f"{name}: {found.key(action)} is the key for both {other} and {action}.")


def shown(key: str) -> str:
    """*key* as people write it: `c-f` is Ctrl-F, `pageup` is PgUp."""
    if key in _SHOWN:
        return _SHOWN[key]
    for start, text in _WITH.items():
        if key.startswith(start):
            return text.filled(key=shown(key.removeprefix(start)))
    return key.capitalize()


_SHOWN: Final = MappingProxyType(
    {
        "pageup": _("PgUp"),
        "pagedown": _("PgDn"),
        "escape": _("Esc"),
        "end": _("End"),
        "space": _("Space"),
        "right": _("Right"),
        "left": _("Left"),
        "up": _("Up"),
        "down": _("Down"),
    }
)
_WITH: Final = MappingProxyType({"c-": _("Ctrl-{key}"), "s-": _("Shift-{key}")})

"""A name for players who do not give one."""

from __future__ import annotations

import getpass
import re
from typing import Final

from parlour.wire.names import NAME_MAX, BadName, check_name

_UNFIT: Final = re.compile(r"[^A-Za-z0-9_-]|\A[^A-Za-z]+")


def usual_name() -> str:
    """The login name, as far as a host would accept it as a name; otherwise empty."""
    try:
        return fit(getpass.getuser())
    except (KeyError, OSError):  # the user id has no name
        return ""


def fit(login: str) -> str:
    """*login* without characters no name may have; empty if it is too short or reserved."""
    name = _UNFIT.sub("", login)[:NAME_MAX]
    try:
        return check_name(name).shown
    except BadName:
        return ""

"""A name for somebody who does not give one."""

from __future__ import annotations

import getpass
import re
from typing import Final

from parlour.wire.names import NAME_MAX, BadName, check_name

_UNFIT: Final = re.compile(r"[^A-Za-z0-9_-]|\A[^A-Za-z]+")


def usual_name() -> str:
    """The login name, as far as it can be a name at a host; else empty."""
    try:
        return fit(getpass.getuser())
    except (KeyError, OSError):  # nobody of that number is known
        return ""


def fit(login: str) -> str:
    """*login* without what no name has; empty if too little is left, or it is the host's."""
    name = _UNFIT.sub("", login)[:NAME_MAX]
    try:
        return check_name(name).shown
    except BadName:
        return ""

"""Open files and newcomers, as the system grants them: to the keeper, or to a single process."""

from __future__ import annotations

import errno
from typing import Final

PAUSE_S: Final = 1.0
"""Seconds to pause after the system refused a connection (no descriptors left): long enough not
to spin, short enough that a guest hardly notices."""
TRANSIENT: Final = frozenset(
    {errno.ECONNABORTED, errno.EPROTO, errno.EPERM, errno.ENETDOWN, errno.EHOSTUNREACH}
    | {errno.ENETUNREACH, errno.EOPNOTSUPP, errno.EINTR}
)
"""Errors of accept about one newcomer who is already gone (see accept(2)). Try the next."""


def allow_files(wanted: int) -> int:
    """Raise this process's own limit of open files as far as needed and allowed.

    Returns how many of *wanted* are allowed.
    """
    try:
        import resource
    except ImportError:  # not on this system, which has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    allowed = wanted if hard == unlimited else min(wanted, hard)
    if soft != unlimited and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed

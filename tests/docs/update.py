"""`python -m tests.docs.update`: write into the pages what their sessions really say.

The pages of `tests/sessions` are set right, too.

Read the diff afterwards: what changed there changed for every client.
"""

from __future__ import annotations

import logging

from tests.docs import plain, quoted, reference
from tests.docs.pages import ROOT, pages, session_pages
from tests.docs.play import mend


def main() -> None:
    """Set every page right, and name those that were wrong."""
    logging.disable()  # a session may break a game on purpose
    for page in (*pages(), *session_pages()):
        if mend(page) | plain.mend(page) | quoted.mend(page):
            print(f"changed: {page.relative_to(ROOT)}")  # noqa: T201 - a tool for people
    if reference.mend():
        print("changed: the reference of the protocol")  # noqa: T201


if __name__ == "__main__":
    main()

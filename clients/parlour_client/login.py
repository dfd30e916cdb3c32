"""Log in: ask for a name and a password until the host takes them."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final, Protocol

from parlour.language import joined
from parlour_client.errors import ASK_AGAIN, WRONG_PASSWORD, Refused
from parlour_client.language import _
from parlour_client.source import Enter, Login, Source

_ONE_WORD: Final = _("A name is one word. If it has a password, you are asked for that next.")

_CODE: Final = re.compile("[a-z2-9]{5}(-[a-z2-9]{5}){2}", re.IGNORECASE)
"""A way back as people type it. No name may look like that."""
_EXPOSED: Final = _("This connection is not encrypted.")


class Asks(Protocol):
    """Asks the player a question."""

    async def ask(
        self, words: str, *, usual: str | None = None, secret: bool = False, trouble: str = ""
    ) -> str | None:
        """Return what the player answers to *words*; None if the input ends.

        Enter alone means *usual*, which is offered; without it, the question is asked again. A
        *secret* answer is not shown. *trouble* says what was wrong with the last answer.
        """
        ...


async def log_in(
    stack: AsyncExitStack, enter: Enter, asks: Asks, login: Login | None, usual: str
) -> Source | None:
    """Log in as *login*, or as the player says; *usual* is the name that Enter alone means.

    *stack* closes the source. Returns None if the input ends. Raises Problem, and Refused if
    another name or password would not help.
    """
    login = login or await _ask_name(asks, usual)
    word: str | None = None
    while login is not None:
        if word and login.password is None and not login.token:
            login = replace(login, password=word)
        try:
            return await stack.enter_async_context(enter(login))
        except Refused as refused:
            if refused.code not in ASK_AGAIN:
                raise
            login = await _mend(asks, login, refused, usual)
            if refused.body.get("word") and login is not None:
                word = login.password
    return None


def renamed(line: str) -> Login | None:
    """Who comes in by *line*, such as `name NEW`; None if it is another line."""
    match line.lstrip("/").split():
        case ["name" | "rename", name, *password] if len(password) < 2:
            return Login(name, *password)
        case _:
            return None


async def _ask_name(asks: Asks, usual: str, trouble: str = "") -> Login | None:
    """The player's name, or the code that brings them back."""
    while True:
        typed = await asks.ask(_("Your name:"), usual=usual or None, trouble=trouble)
        if typed is None:
            return None
        match typed.lstrip("/").split():
            case [*_word, code] if _CODE.fullmatch(code):  # the word for it has a language
                return Login("", token=code)
            case ["resume", code]:
                return Login("", token=code)
            case [name] | ["name", name]:
                return Login(name)
            case _:
                trouble = _ONE_WORD


async def _mend(asks: Asks, login: Login, refused: Refused, usual: str) -> Login | None:
    """The password of that name, the word of the evening, or another name."""
    name = login.name
    if refused.body.get("word"):
        typed = await asks.ask(
            _("The word of this evening, or your password (Enter alone: another name):"),
            usual="",
            secret=True,  # it may be a password
            trouble=refused.text,
        )
        if typed is None:
            return None
        return Login(name, typed) if typed else await _ask_name(asks, usual)
    if not name:
        # Without a code they came with an ssh key that is no account's.
        wrong = _("No one matches that code.") if login.token else ""
        return await _ask_name(asks, usual, wrong)
    guest_has_it = refused.code == "name_taken" and "usage" in refused.body
    if refused.code not in WRONG_PASSWORD or guest_has_it:  # no password helps
        return await _ask_name(asks, refused.body.get("near", usual), refused.text)
    trouble = refused.text
    if refused.code == "name_taken":
        trouble = _("{name} is taken. If that is you, type your password.", name=name)
    if refused.exposed:
        trouble = joined((trouble, _EXPOSED))
    password = await asks.ask(
        _("Password (Enter alone: another name):"),
        usual="",
        secret=True,
        trouble=trouble,
    )
    if password is None:
        return None
    return Login(name, password) if password else await _ask_name(asks, usual)

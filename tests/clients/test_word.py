"""A host that asks for a word to come in: what the terminal client asks its player."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from parlour_client.login import log_in
from parlour_client.source import Login, Source
from parlour_kit.host import Host
from tests.clients.indoors import Indoors
from tests.clients.jumping import in_no_time
from tests.house.scene import GAMES, ok


class Asked:
    """A player who gives these answers."""

    def __init__(self, *answers: str) -> None:
        self.answers = [*answers]
        self.words: list[tuple[str, bool]] = []

    async def ask(
        self, words: str, *, usual: str | None = None, secret: bool = False, trouble: str = ""
    ) -> str | None:
        """See `login.Asks`."""
        self.words.append((words.partition(" (")[0], secret))
        return self.answers.pop(0) if self.answers else None


async def came_in(asked: Asked) -> list[Login]:
    """All that was tried until the player was in. Ann is a guest, and Bob has an account."""
    host = Host(GAMES)
    host.program("ann")
    ok(host.program("bob"), "register correct horse")
    host.house.people.admission.word = "kiwi"
    tried: list[Login] = []

    @asynccontextmanager
    async def enter(login: Login) -> AsyncGenerator[Source]:
        tried.append(login)
        line = Indoors(host, login)
        await line.come_in()
        yield line

    async with AsyncExitStack() as stack:
        assert await log_in(stack, enter, asked, None, "") is not None
    return tried


@in_no_time
async def test_the_word_is_asked_for_until_it_is_right_and_then_no_more() -> None:
    """Also if the name is taken."""
    asked = Asked("ann", "plum", "kiwi", "ann2")
    assert await came_in(asked) == [
        Login("ann"),
        Login("ann", "plum"),
        Login("ann", "kiwi"),
        Login("ann2", "kiwi"),
    ]
    word = ("The word of this evening, or your password", True)
    assert asked.words == [("Your name:", False), word, word, ("Your name:", False)]


@in_no_time
async def test_enter_alone_goes_back_to_the_name_and_an_account_has_its_password() -> None:
    tried = await came_in(Asked("ann", "", "bob", "kiwi", "correct horse"))
    assert tried == [
        Login("ann"),
        Login("bob"),
        Login("bob", "kiwi"),
        Login("bob", "correct horse"),
    ]


@in_no_time
async def test_the_password_of_an_account_does_in_place_of_the_word() -> None:
    tried = await came_in(Asked("bob", "correct horse"))
    assert tried == [Login("bob"), Login("bob", "correct horse")]

"""What a host must do: one rule of the protocol each, and the chapter that states it.

Each check makes connections of its own, so that it can fail alone. They do nothing that harms a
host where people play: guests come and go, and private tables are opened and left.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from ssl import SSLContext
from typing import Final, NamedTuple, TypeAlias

from parlour_kit.conformance.fitting import Fitting, Object
from parlour_kit.conformance.guest import CAPABILITIES, Address, Broken, Guest, HostClosed

MANY: Final = 20
"""Requests that are sent at once."""
LONG: Final = 1024
"""Bytes that a line may have."""
SEATED: Final = ("table", "seat")
"""Where a request works only at a table."""


class HostUnderTest:
    """The host under test: where it is, and what it must speak."""

    def __init__(
        self,
        address: Address,
        rules: Fitting,
        patience_s: float,
        tls: SSLContext | None = None,
    ) -> None:
        self.address = address
        self.tls = tls
        self.rules = rules
        self.patience_s = patience_s

    @property
    def requests(self) -> dict[str, Object]:
        """Return the requests of the schema that a player may send, by verb."""
        rows: dict[str, Object] = self.rules.document["requests"]
        return {verb: row for verb, row in rows.items() if row["where"] != "operator"}

    @contextmanager
    def stranger(self) -> Generator[Guest]:
        """Make a connection on which nothing was sent. It is closed at the end."""
        guest = Guest(self.address, self.rules, self.patience_s, self.tls)
        try:
            yield guest
        finally:
            guest.cut()

    @contextmanager
    def nameless(self, capabilities: str = CAPABILITIES) -> Generator[Guest]:
        """Make a connection of a program that has no name yet."""
        with self.stranger() as guest:
            guest.enter(capabilities)
            yield guest

    @contextmanager
    def guest(self, capabilities: str = CAPABILITIES) -> Generator[Guest]:
        """Make a guest with a name that nobody has. It leaves at the end."""
        with self.nameless(capabilities) as guest:
            guest.sign_in(f"check-{secrets.token_hex(4)}")
            yield guest
            with suppress(HostClosed):
                guest.ask("quit")

    def games(self) -> list[Object]:
        with self.nameless() as guest:
            return guest.granted("games").items


Checked: TypeAlias = Callable[[HostUnderTest], None]


class HostCheck(NamedTuple):
    """A check: its title, the chapter of the protocol page, and how to do it."""

    title: str
    chapter: int
    run: Checked


CHECKS: Final[list[HostCheck]] = []


def check(title: str, chapter: int) -> Callable[[Checked], Checked]:
    """Declare a check. It raises Broken or HostClosed unless the host does what *title* says."""

    def declared(run: Checked) -> Checked:
        CHECKS.append(HostCheck(title, chapter, run))
        return run

    return declared


# --- lines ----------------------------------------------------------------------------


@check("A person is greeted in plain words, and asked for a name", 2)
def greeting(host: HostUnderTest) -> None:
    with host.stranger() as guest:
        line = guest.line()
        if line[:1] in "#*!":
            raise guest.broken("The greeting is for people: it has no mark in front")


@check("HELLO: unknown versions and capabilities are refused, and another HELLO may follow", 4)
def hello(host: HostUnderTest) -> None:
    with host.stranger() as guest:
        for wrong in ("HELLO 2", "HELLO 1 colour"):
            guest.send(f"{wrong}\n".encode())
            while not (line := guest.line()).startswith("#- "):
                pass
            if not line.startswith("#- no "):
                raise guest.broken(f"`{wrong}` must be refused")
        guest.send(b"HELLO 1 view text\n")
        found = guest.typed()
        if set(found["capabilities"]) != {"view", "text"}:
            raise guest.broken(
                "The answer to HELLO must name the capabilities that were asked for"
            )


@check("A program that says `bot=` needs a name that says it too", 4)
def programs(host: HostUnderTest) -> None:
    bot = "check-host"
    with host.stranger() as guest:
        guest.send(f"HELLO 1 bot={bot}\n".encode())
        answer = guest.typed(granted=False)
        if "code" in answer:
            return  # a host of before 0.7 knows no such thing, and has said so
        if answer.get("bot") != bot:
            raise guest.broken("The answer to HELLO must repeat what the program is")
        wanted = f"check-{secrets.token_hex(4)}"
        near = str(guest.refused(f"name {wanted}", "bad_name").body.get("near", ""))
        if not near.endswith("-bot"):
            raise guest.broken("`near` must be a name that would do: one that ends in -bot")
        guest.sign_in(near)
        rows = {row["name"]: row for row in guest.granted("who").items}
        if near in rows and rows[near].get("bot") != bot:
            raise guest.broken("`who` must say which program it is")


@check("Without the capability `text` no line has a text", 4)
def silent(host: HostUnderTest) -> None:
    with host.guest("") as guest:
        for request in ("games", "tables", "who", "commands"):
            answer = guest.granted(request)
            if any("text" in body for body in (*answer.items, answer.body)):
                raise guest.broken("This program has not asked for `text`")


@check("Every line of an answer has the id of its request", 3)
def ids(host: HostUnderTest) -> None:
    with host.nameless() as guest:
        for own in ("first", "a-2", "_", "x" * 16):
            guest.send(f"#{own} /ping   two  words\n".encode())
            if guest.answer(own).body["pong"] != "two  words":
                raise guest.broken("`ping` must give its text back, with the spaces inside")
        guest.send(b"ping\n")
        guest.answer("-")
        guest.send(b"#not+an+id ping\n")
        if guest.answer("-").code != "usage":
            raise guest.broken("An id with other characters must be refused as usage")


@check("Requests sent at once are answered in their order, each once", 4)
def order(host: HostUnderTest) -> None:
    with host.nameless() as guest:
        own = [guest.next_id() for _ in range(MANY)]
        guest.send("".join(f"#{each} ping {each}\n" for each in own).encode())
        for each in own:
            answer = guest.answer(each)
            if answer.body.get("pong") != each:
                raise guest.broken(f"#{each} must give back {each}")


@check("The same bytes in other pieces, and with other ends of line, get the same answers", 2)
def pieces(host: HostUnderTest) -> None:
    with host.nameless() as guest:
        for piece in (1, 2, 7):
            if guest.ask("ping gr\u00fc\u00dfe", piece=piece).body["pong"] != "gr\u00fc\u00dfe":
                raise guest.broken("`ping` must give back the same characters")
        for ending in (b"\n", b"\r\n", b"\r\0"):
            guest.send(b"#e ping x" + ending + b"#f ping y\n")
            if (guest.answer("e").body["pong"], guest.answer("f").body["pong"]) != ("x", "y"):
                raise guest.broken("LF, CR LF and CR NUL must end a line")


@check("A line that cannot be used is refused by itself, and the next one is read", 2)
def unusable(host: HostUnderTest) -> None:
    wrong = {
        "line_too_long": b"x" * LONG,
        "bad_encoding": b"\xc3(",
        "bad_character": b"a\x07b",
    }
    with host.nameless() as guest:
        for code, text in wrong.items():
            guest.send(b"#w ping " + text + b"\n#n ping\n")
            if guest.answer("w").code != code:
                raise guest.broken(f"This line must be refused as {code}")
            guest.answer("n")


def _here(guest: Guest) -> list[Object]:
    """Return everybody in the list of people, page by page."""
    answer = guest.granted("who")
    rows = answer.items
    for page in range(2, answer.body.get("pages", 1) + 1):
        rows += guest.granted(f"who {page}").items
    return rows


@check("Half a line is never carried out", 2)
def half(host: HostUnderTest) -> None:
    with host.guest() as guest, host.guest() as other:
        guest.send(f"tell {other.name} half".encode())
        guest.cut()
        until = time.monotonic() + host.patience_s
        while any(row["name"] == guest.name and not row["away"] for row in _here(other)):
            if time.monotonic() > until:
                raise other.broken(f"{guest.name} was cut off, and must be away")
        if any(event.name == "told" for event in other.events):
            raise other.broken("This was sent without its end of line")


# --- requests --------------------------------------------------------------------------


@check("A request that needs a name is refused without one", 5)
def without_name(host: HostUnderTest) -> None:
    with host.nameless() as guest:
        for verb, row in host.requests.items():
            if row["where"] != "anywhere":
                guest.refused(verb, "not_logged_in")


@check("A request that needs a table is refused without one, or for its arguments", 5)
def without_table(host: HostUnderTest) -> None:
    with host.guest() as guest:
        for verb, row in host.requests.items():
            if row["where"] in SEATED:
                guest.refused(verb, "not_at_table", "usage")
        guest.refused("@1 /anything", "not_at_table")
        guest.refused("xyzzy", "unknown_verb")


@check("A refusal changes nothing", 4)
def refusals(host: HostUnderTest) -> None:
    with host.guest() as guest:
        before = guest.granted("set width 70").body
        for request in ("set width many", "set xyzzy 1", "new nothing", "join 999999", "say x"):
            if guest.ask(request).ok:
                raise guest.broken(f"`{request}` must be refused")
        if guest.granted("set width 70").body != before or guest.granted("tables mine").items:
            raise guest.broken("Something has changed")


@check("A list ends with its count, and every item fits", 5)
def lists(host: HostUnderTest) -> None:
    with host.guest() as guest:
        rules = [f"rules {row['game']}" for row in host.games()]
        for request in ("games", "tables", "who", "commands", "history", "party", *rules):
            answer = guest.granted(request)
            if answer.body["count"] != len(answer.items):
                raise guest.broken(f"`{request}` must count its items")


# --- names -----------------------------------------------------------------------------


@check("A name belongs to one player, whatever its capitals", 5)
def names(host: HostUnderTest) -> None:
    with host.guest() as guest, host.nameless() as other:
        for taken in (guest.name, guest.name.upper()):
            other.refused(f"name {taken}", "name_taken")
        other.refused("name 1", "bad_name", "usage")
        other.sign_in(f"check-{secrets.token_hex(4)}")


@check("A token brings a player back, and the older connection is told", 8)
def replaced(host: HostUnderTest) -> None:
    with host.guest() as guest, host.nameless() as other:
        other.granted(f"resume {guest.me['token']} {guest.me['seq']}")
        try:
            while True:
                guest.event()
        except HostClosed as closed:
            if closed.code != "replaced":
                raise guest.broken("The goodbye must be `replaced`") from None
        other.refused("resume 00000000000000000000000000000000", "bad_password", "usage")


@check("`quit` is answered, and the connection is closed with `bye`", 5)
def goodbye(host: HostUnderTest) -> None:
    with host.guest() as guest:
        guest.granted("quit")
        try:
            guest.line()
        except HostClosed as closed:
            if closed.code != "bye":
                raise guest.broken("The goodbye must be `bye`") from None
            return
        raise guest.broken("Nothing may follow")


def faults(host: HostUnderTest, chosen: Sequence[HostCheck]) -> Iterator[tuple[HostCheck, str]]:
    """Do each check of *chosen*, and tell what was wrong: nothing if it passed."""
    for each in chosen:
        try:
            each.run(host)
        except Broken as error:
            yield each, str(error)
        except HostClosed as closed:
            yield each, f"The host closed the connection ({closed.code or 'without a goodbye'})."
        except (OSError, KeyError, ValueError, TypeError) as error:
            yield each, f"{type(error).__name__}: {error}"
        else:
            yield each, ""

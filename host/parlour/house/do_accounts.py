"""Coming in: name, register, resume. How one comes back is in `do_people`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import ceil
from typing import TYPE_CHECKING, Final

from parlour.house import bars, passwords
from parlour.house.desk import Call, Denied, Handler, Later, Reply
from parlour.house.do_people import attach, come_back
from parlour.house.people import Player, Session
from parlour.house.rooms import OnHold
from parlour.house.verbs import BY_VERB
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages import Named, Registered, Welcome
from parlour.wire.names import BadName, Name, check_name, name_key

if TYPE_CHECKING:
    from parlour.house.house import House

WRONG_TRIES: Final = 5
"""Wrong passwords and ways back on one line before it is closed: guessing must not pay."""
SOON_MS: Final = 1_000
"""When to try again if too many passwords wait: half of them are done by then."""
_BOT_NUMBER: Final = re.compile("[0-9ol]+")
"""The end of a bot's name as a key: there 0 reads o and 1 reads l."""
_TOKEN: Final = re.compile("[0-9a-f]{32}")
"""The form of a token: 128 bits, which nobody finds by trying. Only codes are counted."""
_FAILED: Final = "The host could not look at the password; try again."


# --- name -----------------------------------------------------------------------------


def _name(call: Call) -> Reply | Later:
    word, _, typed = call.request.rest.partition(" ")
    password = passwords.normal(typed)
    return _log_in(call, word, password) if password else _enter(call, word)


def name_as_typed(call: Call) -> Reply:
    """A person who has no name yet typed a word that is no verb: his name, most likely.

    Unless he was asked for a password before: that must not become a name all can read.
    """
    asked, typed = call.session.asked, call.request.text.strip()
    if asked is not None:
        text = f"If that was the password: name {asked} PASSWORD - if another name: name NAME"
        raise Denied(Code.USAGE, text)
    first = typed.partition(" ")[0]
    if call.house.register.password(name_key(first)) is not None:
        return _enter(call, first)  # whatever stands behind it: it says what to type
    return _enter(call, typed)


def _checked(call: Call, raw: str) -> Name:
    """The name that *raw* spells. Raises Denied, also if the line has a name already."""
    player, usage = call.session.player, BY_VERB["name"].usage
    if player is not None:
        raise Denied(Code.USAGE, f"You are {player.name} already.", usage=usage)
    try:
        return check_name(raw)
    except BadName as bad:
        raise Denied(Code.BAD_NAME, bad.text, usage=usage) from None


def _enter(call: Call, raw: str) -> Reply:
    """Come in as a guest."""
    house, session = call.house, call.session
    name = _checked(call, raw)
    bars.check_not_banned(house, name.key)
    _check_free(house, session, name)
    token, code = house.seat_token()
    house.counts.players += 1
    player = Player(house.counts.players, name.shown, name.key, token, code)
    house.register.add(player)
    house.write_down(player.saved())
    attach(house, session, player)

    def undo() -> None:
        session.player = None
        house.register.remove(player)

    house.undo(undo)
    house.tell(player, Welcome(name=player.name, code=code, tables=len(house.rooms), table=None))
    return Reply(Named(name=player.name, guest=True, token=token, seq=0))


def _check_free(house: House, session: Session, name: Name) -> None:
    """Raises Denied if no guest can have that name now."""
    kinds = {name_key(bot.kind) for game in house.games.values() for bot in game.bots}
    kind, _, number = name.key.rpartition("-")
    if kind in kinds and _BOT_NUMBER.fullmatch(number):
        raise Denied(Code.BAD_NAME, f"{name.shown} is a name for bots; choose another one.")
    taken = house.register.named(name.key)
    if taken is None:
        return
    if not taken.guest:
        session.asked = shown = taken.name
        text = f"{shown} has an account. If it is yours: name {shown} PASSWORD - if not: name NAME"
        raise Denied(Code.NAME_TAKEN, text)
    away = ". If that is you: resume CODE" if taken.session is None else ""
    raise Denied(Code.NAME_TAKEN, f"{taken.name} is taken; choose another name{away}")


def _log_in(call: Call, raw: str, password: str) -> Later:
    """Come in with an account.

    That a name has no account is said at once: `name NAME` tells the same.
    """
    house, session = call.house, call.session
    name = _checked(call, raw)
    kept = house.register.password(name.key)
    if kept is None:
        text = f"{name.shown} has no account here. To come in without one: name {name.shown}"
        raise Denied(Code.BAD_PASSWORD, text)
    _check_work(house)
    _check_wait(house.attempts.guess(session, house.now, name.key))

    def finish(right: bool) -> Reply:
        if not right:
            raise _wrong(house, session, f"That is not the password of {name.shown}.")
        house.attempts.right(session, name.key)
        if house.hold is not None:
            raise OnHold(house.hold)
        player = house.register.named(name.key)
        if player is None or player.password != kept:
            text = f"The account of {name.shown} was changed just now; try again."
            raise Denied(Code.BAD_PASSWORD, text)
        return come_back(call, player, None)

    return Later(lambda: passwords.matches(password, kept), finish, _FAILED, password=True)


# --- register -------------------------------------------------------------------------


def _register(call: Call) -> Later:
    house, session, player = call.house, call.session, call.me
    usage = BY_VERB["register"].usage
    try:
        password = passwords.check_password(call.request.rest)
    except passwords.BadPassword as bad:
        raise Denied(Code.USAGE, bad.text, usage=usage) from None
    if name_key(password) == player.key:
        text = "Your name is what everybody tries first; choose another password."
        raise Denied(Code.USAGE, text, usage=usage)
    if player.guest and house.register.accounts >= house.limits.accounts:
        raise Denied(Code.TOO_MANY, "This host keeps as many accounts as it can.")
    _check_work(house)
    _check_wait(house.attempts.register(session, house.now))
    salt = house.entropy(passwords.SALT_BYTES)

    def finish(kept: str) -> Reply:
        if house.hold is not None:
            raise OnHold(house.hold)
        if session.player is not player:  # his coming in could not be stored meanwhile
            raise Denied(Code.NOT_LOGGED_IN, "First say who you are: name NAME")
        return _keep(house, player, kept)

    return Later(lambda: passwords.sealed(password, salt), finish, _FAILED, password=True)


def _keep(house: House, player: Player, kept: str) -> Reply:
    """*kept* is what counts from now on; whoever had an old way back has lost it."""
    changed = not player.guest
    before = player.password, player.token, player.code

    def undo() -> None:
        player.password, token, code = before
        house.register.give_way_back(player, token, code)

    player.password = kept
    if changed:
        house.register.give_way_back(player, *house.seat_token())
    house.undo(undo)
    house.write_down(player.saved())
    answer = Registered(name=player.name, token=player.token, code=player.code, changed=changed)
    return Reply(answer)


# --- resume ---------------------------------------------------------------------------


def _resume(call: Call) -> Reply:
    house, session, words = call.house, call.session, call.words
    usage = BY_VERB["resume"].usage
    if session.player is not None:
        raise Denied(Code.USAGE, f"You are {session.player.name} already.", usage=usage)
    if not 1 <= len(words) <= 2 or (len(words) == 2 and not re.fullmatch("[0-9]{1,9}", words[1])):
        raise Denied(Code.USAGE, "To come back: resume and the code you were given.", usage=usage)
    way_back = words[0].lower()
    if not _TOKEN.fullmatch(way_back):
        _check_wait(house.attempts.guess(session, house.now))
    player = house.register.holding(way_back)
    if player is None:
        text = "Nobody is away with that code; to begin anew: name NAME"
        raise _wrong(house, session, text)
    if not _TOKEN.fullmatch(way_back):
        house.attempts.right(session)
    return come_back(call, player, int(words[1]) if len(words) == 2 else None)


# --- too often ------------------------------------------------------------------------


def _wrong(house: House, session: Session, text: str) -> Denied:
    """The refusal of a wrong password or way back."""
    session.bad += 1
    if session.bad >= WRONG_TRIES:
        house.close(session, Goodbye.BAD_LINES, "Too many wrong tries; the line is closed.")
    return Denied(Code.BAD_PASSWORD, text)


def _check_work(house: House) -> None:
    if len(house.password_jobs) >= house.limits.password_jobs:
        text = "Too many passwords are being looked at just now; try again in a second."
        raise Denied(Code.TOO_MANY, text, retry_ms=SOON_MS)


def _check_wait(wait_s: float) -> None:
    if wait_s:
        text = f"Too many tries; the next one in {ceil(wait_s)} s."
        raise Denied(Code.TOO_MANY, text, retry_ms=ceil(wait_s * 1000))


HANDLERS: Final[Mapping[str, Handler]] = {
    "name": _name,
    "register": _register,
    "resume": _resume,
}

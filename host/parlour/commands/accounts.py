"""Commands to come in: name, register, resume. `people.come_back` does what follows."""

from __future__ import annotations

from functools import partial
from typing import Final

from parlour.accounts import passwords, quotas, takeover
from parlour.accounts.accounts import forget, free_name, say_goodbye
from parlour.accounts.throttle import place_of
from parlour.accounts.ways_back import code_hash, is_code, is_token, new_token, token_hash
from parlour.api.arguments import whole_number
from parlour.commands import admission
from parlour.commands.about import is_waited_for
from parlour.commands.call import ANY, Call, Command, Context, Later, Reply, says
from parlour.commands.naming import name_in
from parlour.commands.passwords import (
    FAILED,
    SOON_MS,
    ask_new,
    ask_password,
    ask_word,
    check_wait,
    check_work,
    checking,
    wrong,
    wrong_word,
)
from parlour.commands.people import (
    attach,
    check_kind,
    check_sign_in,
    come_back,
    named,
    reason,
)
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.language import _
from parlour.tables import lobby
from parlour.tables.bot_names import is_bots
from parlour.tables.happened import SigningIn
from parlour.wire.codes import Code
from parlour.wire.messages import Named, Registered, TextRow, Welcome
from parlour.wire.names import Name, check_name, name_key

_ANOTHER: Final = "name NAME"
"""How to come in if a guest has the name. If an account has it, a password may help."""
_NOBODY: Final = _("No one matches that code. <<To start fresh: name NAME>>")


# --- name -----------------------------------------------------------------------------


def _name(call: Call) -> Reply | Later:
    word, _, typed = call.request.rest.partition(" ")
    password = passwords.normal(typed)
    if not password and (owner := _by_key(call, word)) is not None:
        return owner
    if admission.asks(call.context, call.session):
        return _with_word(call, word, password)
    return _log_in(call, word, password) if password else _enter(call, word)


def name_as_typed(call: Call) -> Reply | Later:
    """Take what a person without a name typed, which is no command, for their name.

    If it is a code, they come back with it. If they were asked for a password before, it is
    probably that. Neither must become a name that everyone can read.
    """
    asked, typed = call.session.asked, call.request.text.strip()
    if (owner := _by_key(call, typed)) is not None:
        return owner
    if admission.asks(call.context, call.session):
        return _come_back(call, typed) if _is_way_back(typed) else _with_word(call, asked, typed)
    if asked is not None:
        text = _(
            "<<If that was the password: name {asked} PASSWORD - if another name: name NAME>>",
            asked=asked,
        )
        raise CommandError(Code.USAGE, text)
    if _is_way_back(typed):
        return _come_back(call, typed)
    first, register = typed.partition(" ")[0], call.people.register
    if register.password(register.key(first)) is not None:
        return _enter(call, first)  # the refusal says how to type the password
    return _enter(call, name_in(call.people, typed))


def _by_key(call: Call, raw: str) -> Reply | None:
    """Let somebody come in whose ssh key belongs to the account with that name."""
    session, register = call.session, call.people.register
    owner = admission.owner_of_key(call.context, session)
    if owner is None or session.player is not None or register.key(raw) != owner.key:
        return None
    reply = come_back(call, owner, None, way="key")
    session.proved = True
    return reply


def _rename(call: Call) -> Reply | Later:
    """Let a guest for whom nothing waits go on under another name."""
    context, session, player = call.context, call.session, call.me
    typed = call.request.rest.strip()
    if not typed:
        raise CommandError(Code.USAGE, _("What is your new name? <<Type: rename NAME>>"))
    shown = check_name(name_in(call.people, typed)).shown
    if session.program:  # its client knows them by that name
        raise CommandError(Code.UNAVAILABLE, _already(player), retry=False)
    if not player.guest:
        text = _("{name} is your account: you keep that name.", name=player.name)
        raise CommandError(Code.UNAVAILABLE, text)
    if is_waited_for(context, player):
        text = _("Something waits for {name} here. <<To leave a table: leave>>", name=player.name)
        raise CommandError(Code.UNAVAILABLE, text)
    if context.people.register.named(context.people.register.key(shown)) is not None:
        text = _("{name} is taken.", name=shown)
        raise CommandError(
            Code.NAME_TAKEN, text, usage=call.usage, near=free_name(context.people, shown)
        )
    say_goodbye(context.people, player)
    session.player = None
    lobby.part(call.tables, player, goodbye=True, freed=lambda room: None)
    try:
        return _enter(call, shown)
    except CommandError:
        attach(context, session, player)  # nobody loses a name over one that they may not have
        raise


def _checked(call: Call, raw: str) -> Name:
    """Return the name that *raw* spells. Raises CommandError, also if they have a name already."""
    player = call.session.player
    if player is not None:
        raise CommandError(Code.USAGE, _already(player))
    if is_code(raw):
        text = _("That is a code. <<To come back with it: resume CODE>>")
        raise CommandError(Code.BAD_NAME, text)
    return check_name(raw)


def _enter(call: Call, raw: str) -> Reply | Later:
    context, session = call.context, call.session
    name = _checked(call, raw)
    check_kind(context, session, name.shown)
    admission.check_listed(context, session, name)
    context.tables.happened.tell(SigningIn(name.key))
    taken = context.people.register.named(context.people.register.key(name.shown))
    if taken is not None and not taken.guest:
        ask_password(call, taken)
    before = _check_free(context, session, name)
    why = context.gate.name(name.shown)
    if why is not None:
        raise CommandError(Code.BAD_NAME, reason(why))
    check_sign_in(call, name.shown, "guest")
    _make_room(context, session)
    place = quotas.check_name(context.people.register, context.out.limits, session)
    if before is not None:
        forget(context.people, before)
    context.people.last_number += 1
    player = Player(context.people.last_number, name.shown, name.key)
    player.code, player.token = context.people.new_code(), new_token(context.people.entropy)
    player.codes, player.tokens = (code_hash(player.code),), (token_hash(player.token),)
    player.place = place
    context.people.register.add(player)
    context.out.write_down(player.saved())
    attach(context, session, player)
    answer = named(player, greet=True)
    context.out.tell(
        player, Welcome(name=player.name, tables=len(context.tables.living), table=None)
    )
    return Reply(answer)


def _make_room(context: Context, session: Session) -> None:
    """If enough guests came from that place, forget who has been away longest without a seat."""
    register, place = context.people.register, place_of(session)
    if quotas.may_name(register, context.out.limits, session):
        return
    away = [
        (player.away_timer.due, player.number)
        for player in register.by_key.values()
        if player.place == place
        and player.guest
        and player.away_timer is not None
        and player.room is None
        and player.key not in context.tables.adjourned
    ]
    if away:
        forget(context.people, register.by_number[min(away)[1]])


def _check_free(context: Context, session: Session, name: Name) -> Player | None:
    """Return the guest who has said goodbye under that name, if there is one.

    Raises CommandError if no guest can have the name now.
    """
    register = context.people.register
    games = context.tables.games.values()
    if is_bots(name.key, games):
        other = free_name(context.people, name.shown)
        if other is not None and is_bots(name_key(other), games):
            other = None
        text = _(
            "{shown} is a name for bots. Choose another name{such}.",
            shown=name.shown,
            such=_such(other),
        )
        raise CommandError(Code.BAD_NAME, text, near=other)
    taken = register.named(register.key(name.shown))
    if taken is None:
        return None
    if taken.session is None and taken.key not in register.away:
        return taken
    other = free_name(context.people, name.shown)
    kept = taken.room if taken.session is None and taken.place == place_of(session) else None
    if kept is not None and context.tables.known(kept.table.number, None) is not None:
        is_it_you = _is_it_you(taken, kept.table.number)
        raise CommandError(Code.NAME_TAKEN, is_it_you, usage=_ANOTHER, near=other, seat=True)
    away = _("<< If that is you: resume CODE>>") if taken.session is None else ""
    what = _("{name} is taken.", name=taken.name)
    alike = name.shown.casefold() == taken.name.casefold()
    if not alike and not (taken.name.isascii() and name.shown.isascii()):
        what = _("{shown} looks like {name}, which is taken.", shown=name.shown, name=taken.name)
    text = _("{what} Choose another name{such}.{away}", what=what, such=_such(other), away=away)
    raise CommandError(Code.NAME_TAKEN, text, usage=_ANOTHER, near=other)


def _such(other: str | None) -> str:
    return "" if other is None else _(", such as {other}", other=other)


def _is_it_you(taken: Player, table: int) -> str:
    """Say how to come back, to somebody who was disconnected and types their name again."""
    name = taken.name
    return _(
        "{name} was disconnected, and their seat at table {table} is kept. "
        "<<If that is you, type resume and the code that was shown after: "
        "Hello {name}. - Lost it? Choose another name, then ask for the "
        "seat: join {table} {name}>>",
        name=name,
        table=table,
    )


def _with_word(call: Call, raw: str | None, given: str) -> Reply | Later:
    """Let somebody in with the word of the evening, under the name *raw* if they gave one.

    Where an account has the name, its password works too. Whether one has it, they do not
    learn: a wrong word takes as long as a wrong password, and they read the same.
    """
    context, session, people = call.context, call.session, call.people
    name = None if raw is None else _checked(call, raw)
    if name is not None and not given:
        ask_word(call, name.shown)
    wait_s = people.throttle.stranger(session, context.out.now)
    if not wait_s and people.admission.is_word(given):
        people.throttle.known(session, context.out.now)
        session.admitted, session.asked = True, None
        return (
            says(_("That is the word. What is your name?")) if raw is None else _enter(call, raw)
        )
    if name is None:
        check_wait(context, session, wait_s)
        raise wrong_word(context, session)
    player = people.register.named(people.register.key(name.shown))
    if player is None or player.password is None:
        nobody, kept = (
            Player(0, name.shown, name.key),
            passwords.nobodys(people.limits.password_cost),
        )
        return _with_password(call, nobody, kept, given, word=True)
    return _with_password(call, player, player.password, given, word=True)


def _is_way_back(typed: str) -> bool:
    first = typed.partition(" ")[0]
    return is_code(first) or is_token(first.lower())


def _log_in(call: Call, raw: str, password: str) -> Reply | Later:
    """Let somebody come in with an account.

    We say at once that a name has no account, because `name NAME` shows the same.
    """
    context = call.context
    name = _checked(call, raw)
    player = context.people.register.named(context.people.register.key(name.shown))
    if player is None or player.password is None:
        if context.people.admission.is_word(password):  # given once more, with another name
            return _enter(call, raw)
        text = _(
            "{shown} has no account here. <<To come in without one: name {shown}>>",
            shown=name.shown,
        )
        raise CommandError(Code.BAD_PASSWORD, text)
    return _with_password(call, player, player.password, password)


def _with_password(
    call: Call, player: Player, kept: str, password: str, *, word: bool = False
) -> Later:
    """Let somebody come in as *player* if *password* fits *kept*, its stored form.

    *word*: it might have been the word of the evening, and is not.
    """
    context, session = call.context, call.session

    def finish() -> Reply:
        now = context.people.register.named(player.key)
        if now is None or now.password != kept:
            text = _("The account of {name} has just changed. Try again.", name=player.name)
            raise CommandError(Code.BAD_PASSWORD, text)
        reply = come_back(call, now, None, way="password")
        session.proved = True
        return reply

    return checking(call, player, kept, password, finish, word=word)


# --- register -------------------------------------------------------------------------


def _register(call: Call) -> Reply | Later:
    context, session, player = call.context, call.session, call.me
    kept = None if session.proved else player.password
    if not passwords.normal(call.request.rest) and ask_new(call, twice=kept is None):
        text = _("Type a new password. It is not shown.")
        if kept is not None:
            text = _("First type the password you have now. It is not shown.")
        return says(text)
    if kept is not None:
        return _prove(call, player, kept)
    if not passwords.normal(call.request.rest):
        text = _(
            "<<Type it after the word, at least {least} characters: register PASSWORD"
            "|A password has at least {least} characters.>>",
            least=passwords.PASSWORD_MIN,
        )
        raise CommandError(Code.USAGE, text)
    password = passwords.check_password(call.request.rest)
    if name_key(password) == player.key:
        text = _("Everyone would try your name first. Choose another password.")
        raise CommandError(Code.USAGE, text)
    if player.guest and context.people.register.accounts >= context.out.limits.accounts:
        raise CommandError(Code.TOO_MANY, _("This host has no room for more accounts."))
    check_work(context, session)
    check_wait(context, session, context.people.throttle.register(session, context.out.now))
    salt, cost = context.people.entropy(passwords.SALT_BYTES), context.out.limits.password_cost

    def finish(kept: str) -> Reply:
        return _keep(context, session, player, kept)

    return Later(lambda: passwords.sealed(password, salt, cost), finish, FAILED, password=True)


def _prove(call: Call, player: Player, kept: str) -> Later:
    """Ask somebody who came in without their password to type it before they change it."""
    typed = passwords.normal(call.request.rest)
    if not typed:
        text = _("<<To change your password, first type the one you have now: register PASSWORD>>")
        raise CommandError(Code.USAGE, text)
    session = call.session

    def then() -> Reply:
        session.proved = session.player is player
        text = _("That is your password. Now the new one<<: register PASSWORD|.>>")
        if ask_new(call, twice=True):
            text = _("That is your password. Now type the new one.")
        return says(text)

    return checking(call, player, kept, typed, then)


def _keep(context: Context, session: Session, player: Player, kept: str) -> Reply:
    """Store *kept*, the form of a new password. Old codes and tokens stop working."""
    changed = not player.guest
    player.password = kept
    if changed:
        player.code, player.token = context.people.new_code(), new_token(context.people.entropy)
        tokens = (token_hash(player.token),)
        context.people.register.give_ways_back(player, tokens, (code_hash(player.code),))
        context.people.throttle.forget(player.number)
        context.people.throttle.came_in(session, player)
    session.proved = True
    context.out.write_down(player.saved())
    answer = Registered(
        name=player.name, token=player.token, code=player.code or None, changed=changed
    )
    return Reply(answer)


# --- resume ---------------------------------------------------------------------------


def _resume(call: Call) -> Reply | Later:
    session = call.session
    if session.player is not None:
        name, room = session.player.name, session.player.room
        text = _already(session.player)
        if room is not None and room.table.state == "paused":
            text = _("You are {name} already. <<To continue the game: propose resume>>", name=name)
        raise CommandError(Code.USAGE, text)
    return _come_back(call, call.request.rest)


def _already(player: Player) -> str:
    return _(
        "You are {name} already. <<To come in under another name, type quit and connect again.>>",
        name=player.name,
    )


def _come_back(call: Call, typed: str) -> Reply | Later:
    """Let somebody come back with the code or token that *typed* begins with."""
    context, session = call.context, call.session
    way_back, _rest, rest = typed.partition(" ")
    rest = passwords.normal(rest)
    if not way_back:
        raise CommandError(Code.USAGE, _("<<To come back, type resume and your code.>>"))
    if is_token(way_back.lower()):
        player = context.people.register.with_token(way_back.lower())
        if player is None:
            raise wrong(context, session, _NOBODY)
        return come_back(call, player, _seq(call, rest))
    if len(rest) < passwords.PASSWORD_MIN:
        _seq(call, rest)  # a wrong number does not count as a try
    player = context.people.register.with_code(way_back)
    if player is None:
        raise wrong(context, session, _NOBODY)
    check_wait(context, session, context.people.throttle.code(session, player, context.out.now))
    return _with_code(call, player, code_hash(way_back), rest)


def _seq(call: Call, word: str) -> int | None:
    """Return the number of an event as typed, or None if there is none. Raises CommandError."""
    if word and whole_number(word) is None:
        text = _("<<To come back, type resume and your code.>>")
        raise CommandError(Code.USAGE, text)
    return whole_number(word)


def _with_code(call: Call, player: Player, code: str, rest: str) -> Reply | Later:
    """Let somebody come back as *player* with their *code*.

    *rest* is the number of an event, or the password.
    """
    context, session = call.context, call.session
    password = rest if len(rest) >= passwords.PASSWORD_MIN else ""
    seq = None if password else _seq(call, rest)
    if not takeover.answers(player.session):
        return come_back(call, player, seq, spent=code)
    if password and player.password is not None:
        return _with_password(call, player, player.password, password)

    line = player.session

    def finish(alive: bool) -> Reply:
        if alive or player.session not in (None, line):  # another connection was quicker
            context.people.throttle.in_vain(session, player, context.out.now)
            raise CommandError(Code.UNAVAILABLE, _still_there(player), retry_ms=SOON_MS)
        if context.people.register.by_code.get(code) is not player:
            raise wrong(context, session, _NOBODY)
        return come_back(call, player, seq, spent=code)

    return Later(None, finish, FAILED, begin=partial(takeover.ask, context.out, player))


def _still_there(player: Player) -> str:
    first = _("Your other connection still answers. Close it first")
    if player.guest:
        return _("{first}, then type this again.", first=first)
    return _(
        "{first}<<, or use your password: name {name} PASSWORD>>", first=first, name=player.name
    )


_start = partial(Command, where="anywhere", topic="start", answers=(Named,))
COMMANDS: Final = (
    _start("name NAME [PASSWORD]", _("say who you are"), _name, also=("login", "nick")),
    Command(
        "register PASSWORD",
        _("keep your name with a password"),
        _register,
        where="lobby",
        topic="start",
        answers=(Registered, TextRow),
        in_play=False,
    ),
    Command(
        "rename NAME",
        _("go on under another name (guests)"),
        _rename,
        where="lobby",
        topic="start",
        answers=(Named,),
        in_play=False,
    ),
    _start("resume CODE [SEQ]", _("come back after you were disconnected"), _resume, most=ANY),
)

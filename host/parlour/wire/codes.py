"""Closed lists of codes: why the host refuses a request, and why it closes a connection.

Each code says whose fault it was and what to do. The lists are closed: a client
can rely on seeing no other code in version 1 of the protocol.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec


class Code(StrEnum):
    """The reasons for refusing a request. Nothing has changed. `ABOUT` explains each code."""

    UNKNOWN_VERB = "unknown_verb"
    USAGE = "usage"
    NOT_LOGGED_IN = "not_logged_in"
    NAME_TAKEN = "name_taken"
    BAD_NAME = "bad_name"
    BAD_PASSWORD = "bad_password"
    NOT_AT_TABLE = "not_at_table"
    NO_SUCH_TABLE = "no_such_table"
    TABLE_FULL = "table_full"
    NOT_HOST = "not_host"
    ALREADY_STARTED = "already_started"
    NOT_STARTED = "not_started"
    BAD_OPTION = "bad_option"
    NO_SUCH_GAME = "no_such_game"
    STALE = "stale"
    NOT_YOUR_TURN = "not_your_turn"
    MALFORMED_MOVE = "malformed_move"
    ILLEGAL_MOVE = "illegal_move"
    AMBIGUOUS = "ambiguous"
    LINE_TOO_LONG = "line_too_long"
    BAD_ENCODING = "bad_encoding"
    BAD_CHARACTER = "bad_character"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    UNAVAILABLE = "unavailable"
    GAME_FAULT = "game_fault"
    SHUTTING_DOWN = "shutting_down"
    INTERNAL = "internal"


class Goodbye(StrEnum):
    """The reasons for closing a connection. `GOODBYES` explains each code."""

    REPLACED = "replaced"
    SLOW_READER = "slow_reader"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    IDLE = "idle"
    LOGIN_TIMEOUT = "login_timeout"
    SHUTTING_DOWN = "shutting_down"
    BAD_LINES = "bad_lines"
    HTTP = "http"
    BYE = "bye"
    INTERNAL = "internal"


class Fault(StrEnum):
    """The side at fault for a refusal or a goodbye."""

    ASKER = "asker"
    """The player or their program: the request cannot be done as it was sent."""
    MOMENT = "moment"
    """Nobody: the request was proper, but not at this moment."""
    HOST = "host"
    """The host or the game on it: the sender did nothing wrong."""


class CodeInfo(msgspec.Struct, frozen=True):
    """The meaning of a code: whose fault it was, what happened, and what to do."""

    fault: Fault
    about: str
    retry: bool
    """True if the same request, sent again later and unchanged, may succeed without the sender
    doing something else first. For a goodbye: true if the next connection may fare better."""


def _asker(about: str) -> CodeInfo:
    return CodeInfo(Fault.ASKER, about, retry=False)


def _moment(about: str, *, retry: bool) -> CodeInfo:
    return CodeInfo(Fault.MOMENT, about, retry)


def _host(about: str, *, retry: bool) -> CodeInfo:
    return CodeInfo(Fault.HOST, about, retry)


ABOUT: Mapping[Code, CodeInfo] = MappingProxyType(
    {
        Code.UNKNOWN_VERB: _asker(
            "Neither the host nor the game at this table has such a verb. Ask for `commands`."
        ),
        Code.USAGE: _asker(
            "The verb exists, its arguments are missing or wrong. Send it as `usage` shows."
        ),
        Code.NOT_LOGGED_IN: _asker("This needs a name. Send `name NAME` first."),
        Code.NAME_TAKEN: _moment(
            "Somebody here has this name or one that looks like it. Choose another, or wait.",
            retry=True,
        ),
        Code.BAD_NAME: _asker("This is not allowed as a name. The text says what is."),
        Code.BAD_PASSWORD: _asker(
            "That is not the password of this name, or nobody has this code or token."
        ),
        Code.NOT_AT_TABLE: _asker("This needs a seat at a table. Send `join` or `new` first."),
        Code.NO_SUCH_TABLE: _asker("No table has this number (any more). Ask for `tables`."),
        Code.TABLE_FULL: _moment(
            "No seat is free at this table, or not this one. Wait, or watch.", retry=True
        ),
        Code.NOT_HOST: _asker("Only the host of the table may do this. Ask them to."),
        Code.ALREADY_STARTED: _moment(
            "The game has started, and this works only before or after it. Wait until it ends.",
            retry=True,
        ),
        Code.NOT_STARTED: _moment(
            "The game has not started, or is over. Wait for the next start.", retry=True
        ),
        Code.BAD_OPTION: _asker(
            "The option does not exist, or this value is not allowed. The text says what is."
        ),
        Code.NO_SUCH_GAME: _asker("The host has no game of this name. Ask for `games`."),
        Code.STALE: _moment(
            "The move answers a prompt that is closed. Look at the newest prompt.", retry=False
        ),
        Code.NOT_YOUR_TURN: _moment(
            "It is someone else's turn. Wait for a prompt of your own.", retry=True
        ),
        Code.MALFORMED_MOVE: _asker("The words do not make such a move. Send it as shown."),
        Code.ILLEGAL_MOVE: _asker(
            "The move is well formed, but the rules do not allow it now. Choose another."
        ),
        Code.AMBIGUOUS: _asker("It could mean more than one thing. Say which."),
        Code.LINE_TOO_LONG: _asker(
            "The line has more bytes than a line may have. The whole line was ignored."
        ),
        Code.BAD_ENCODING: _asker("The line is not UTF-8. The whole line was ignored."),
        Code.BAD_CHARACTER: _asker(
            "The line holds a control character, a text direction override or a code point that"
            " is no character. The whole line was ignored."
        ),
        Code.TOO_FAST: _moment(
            "You sent too many lines. Wait `retry_ms`, then send this one again.",
            retry=True,
        ),
        Code.TOO_MANY: _moment(
            "A limit of the host is reached: tables, watchers, waiting things. The text says"
            " which. Try again when there is room.",
            retry=True,
        ),
        Code.UNAVAILABLE: _host(
            "This host does not offer it, or not at present. Nothing is wrong with the request.",
            retry=True,
        ),
        Code.GAME_FAULT: _host(
            "The game failed at this table, which is frozen now. Tell the operator. Other"
            " tables continue.",
            retry=True,
        ),
        Code.SHUTTING_DOWN: _host("The host is stopping. Connect again later.", retry=True),
        Code.INTERNAL: _host("The host made a mistake. Tell the operator.", retry=False),
    }
)
"""The meaning of each refusal code."""


GOODBYES: Mapping[Goodbye, CodeInfo] = MappingProxyType(
    {
        Goodbye.REPLACED: _moment(
            "The player resumed on another connection, which continues from here.", retry=False
        ),
        Goodbye.SLOW_READER: _asker(
            "You read too slowly, and too much was waiting. Read faster. `resume` brings the rest."
        ),
        Goodbye.TOO_FAST: _asker("You sent far too many lines in a short time. Send fewer."),
        Goodbye.TOO_MANY: _moment(
            "The host has reached its limit of connections, in all or from one address.",
            retry=True,
        ),
        Goodbye.IDLE: _moment("You were idle for a long time. Come back any time.", retry=True),
        Goodbye.LOGIN_TIMEOUT: _asker("No name was given in time. Connect and send `name NAME`."),
        Goodbye.SHUTTING_DOWN: _host("The host is stopping. Come back later.", retry=True),
        Goodbye.BAD_LINES: _asker(
            "You sent too many unusable lines, or you are banned. The text says which."
        ),
        Goodbye.HTTP: _asker("This is not a web server. Use netcat, telnet or the client."),
        Goodbye.BYE: _moment("You asked to leave.", retry=True),
        Goodbye.INTERNAL: _host("The host made a mistake on this connection.", retry=True),
    }
)
"""The meaning of each code in a `! code` line."""

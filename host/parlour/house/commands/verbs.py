"""The host's verbs: one table for the parser, for `help`, for `commands` and for the docs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Where: TypeAlias = Literal["anywhere", "lobby", "table", "seat"]
"""Where a verb can be used: before a name is given; with a name; at a table, watching
or seated; seated only."""


@dataclass(frozen=True, slots=True)
class Command:
    """A verb, how it is typed, what it does, and where."""

    verb: str
    usage: str
    about: str
    where: Where


COMMANDS: Final = (
    Command("help", "help [TOPIC]", "what can be typed; more about one word", "anywhere"),
    Command("name", "name NAME [PASSWORD]", "say who you are", "anywhere"),
    Command("register", "register PASSWORD", "keep your name with a password", "lobby"),
    Command("resume", "resume CODE [SEQ]", "come back after the line dropped", "anywhere"),
    Command("more", "more", "read on in what you missed while you were away", "lobby"),
    Command("games", "games", "the games that can be played here", "anywhere"),
    Command("rules", "rules GAME", "the rules of a game", "anywhere"),
    Command("tables", "tables [PAGE]", "the tables and who sits there", "anywhere"),
    Command("who", "who [PAGE]", "the players on this host", "anywhere"),
    Command("new", "new GAME [OPTION=VALUE ...]", "open a table and sit down", "lobby"),
    Command("join", "join TABLE [SEAT]", "sit down at a table", "lobby"),
    Command("watch", "watch TABLE", "watch a table without playing", "lobby"),
    Command("leave", "leave [TABLE]", "leave the table, or stop watching", "table"),
    Command("bot", "bot [KIND]", "let a bot take a free seat", "seat"),
    Command("kick", "kick PLAYER", "free a seat (host of the table)", "seat"),
    Command("options", "options [OPTION=VALUE ...]", "show or change the options", "table"),
    Command("ready", "ready [off]", "ready: all ready and the game begins", "seat"),
    Command("start", "start", "begin the game (host of the table)", "seat"),
    Command("look", "look [TABLE]", "the position as you may know it", "table"),
    Command("scores", "scores [TABLE]", "the scores", "table"),
    Command("say", "say TEXT", "talk at the table", "table"),
    Command("tell", "tell PLAYER TEXT", "talk to one player", "lobby"),
    Command("ignore", "ignore [PLAYER]", "hear no talk of a player; again: hear it", "lobby"),
    Command(
        "propose",
        "propose abort|pause|resume|remove PLAYER|replace PLAYER [BOT]",
        "what needs the others' consent; who says nothing can be left out",
        "seat",
    ),
    Command("accept", "accept [N]", "agree to a proposal", "seat"),
    Command("decline", "decline [N]", "refuse a proposal", "seat"),
    Command("continue", "continue TABLE", "go on where it stands still (its host)", "lobby"),
    Command("end", "end TABLE", "close a table that stands still (its host)", "lobby"),
    Command("rematch", "rematch", "play again, same table", "seat"),
    Command("why", "why WORD", "what the word list says of a word", "lobby"),
    Command("history", "history [PLAYER|GAME]", "the last finished games", "lobby"),
    Command(
        "replay",
        "replay RECORD [SEAT] [SPEED]",
        "a finished game as a seat saw it (2x: in time)",
        "lobby",
    ),
    Command("seals", "seals [TABLE]", "what the host has sealed of this game", "table"),
    Command("set", "set KEY VALUE", "settings of your line: width N", "anywhere"),
    Command("commands", "commands", "every verb, with its usage", "anywhere"),
    Command("ping", "ping [TOKEN]", "answered when all before it is done", "anywhere"),
    Command("quit", "quit", "say goodbye", "anywhere"),
)

BY_VERB: Final = {command.verb: command for command in COMMANDS}
HOST_VERBS: Final = frozenset(BY_VERB)
"""Verbs no game may register."""

"""Let programs play a game against each other, many times: `parlour arena`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._group import FILE, Misuse, Refusal, with_config
from parlour.cli._screen import say
from parlour_kit.cli._subjects import Subject, kept_running, subjects_of

if TYPE_CHECKING:
    from parlour_kit.arena import Arena, Player, Result
    from parlour_kit.arena.desk import Bounds, Level

PAIRS: Final = 100
THINK_S: Final = 5.0
MEMORY_MB: Final = 2_048
SEED_BYTES: Final = 16


@click.command("arena")
@click.argument("game")
@click.argument("options", nargs=-1, metavar="[OPTION=VALUE ...]")
@click.option(
    "--player",
    "words",
    multiple=True,
    metavar="PLAYER",
    help="random, search, a bot of the game, or the command that starts a program. You can repeat"
    " it. NAME=PLAYER gives it a name. Without it, random plays all seats.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 1_000_000),
    default=PAIRS,
    show_default=True,
    metavar="N",
    help="Deals. Each is played once for each player, with the seats changed.",
)
@click.option("--seats", type=int, metavar="N", help="Seats. Without it, as few as will do.")
@click.option(
    "--seed", metavar="TEXT", help="All luck follows from it. Without it, a new one is made."
)
@click.option(
    "--out", type=FILE, metavar="DIR", help="Write tables, games and records to this new folder."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Deals that are played at the same time. The result is the same.",
)
@click.option(
    "--think-s",
    type=click.FloatRange(min=0.01, max=3_600),
    default=THINK_S,
    show_default=True,
    metavar="N",
    help="Seconds that a program may think about a move.",
)
@click.option(
    "--memory-mb",
    type=click.IntRange(16, 1 << 20),
    default=MEMORY_MB,
    show_default=True,
    metavar="N",
    help="Memory that a process of a program may have.",
)
@click.option(
    "--help-level",
    "help_level",
    type=click.Choice(["all", "types", "rules"]),
    default="all",
    show_default=True,
    help="What prompts tell programs: all open moves, their types only, or nothing but the rules.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@with_config
@kept_running()
def arena(
    game: str,
    options: Sequence[str],
    words: Sequence[str],
    pairs: int,
    seats: int | None,
    seed: str | None,
    out: Path | None,
    jobs: int,
    think_s: float,
    memory_mb: int,
    help_level: Level,
    as_json: bool,
    config_file: Path | None,
) -> int:
    """Let programs play GAME against each other, with luck that is fair.

    GAME is an installed game, a folder or a module. Nobody knows who sits where, and everybody
    plays each deal from every seat. Without --player, it tells an author about the game: the
    length, the choices, whether the first seat is better.
    """
    from parlour_kit.arena import Arena, ArenaError

    if isnan(think_s):
        raise Misuse("--think-s must be a number of seconds, such as 5.")
    subject = _one(game, config_file)
    try:
        players = _players(subject, words, think_s, memory_mb, help_level)
        contest = Arena(
            subject.game,
            players,
            seed=secrets.token_hex(SEED_BYTES) if seed is None else seed,
            pairs=pairs,
            seats=seats,
            options=options,
            lexicons=subject.lexicons,
        )
    except ArenaError as error:
        raise Misuse(str(error)) from None
    try:
        result = _play(contest, out, jobs, quiet=as_json)
    except ArenaError as error:
        raise Refusal(str(error)) from None
    if as_json:
        from parlour_kit.arena.report import as_bytes

        click.echo(as_bytes(result.as_json()), nl=False)
    else:
        say(*_ending(result))
    return 0


def _one(word: str, config_file: Path | None) -> Subject:
    found = subjects_of(word, config_file)
    if len(found) > 1:
        names = ", ".join(subject.game.id for subject in found)
        raise Misuse(f"{word} has several games: {names}. Install it, and name one of them.")
    return found[0]


def _players(
    subject: Subject, words: Sequence[str], think_s: float, memory_mb: int, help_level: Level
) -> list[Player]:
    """Return the players that *words* name. Raises ArenaError and Misuse."""
    from parlour_kit.arena.compete import built_in, kinds, split_name
    from parlour_kit.arena.desk import Bounds

    bounds = Bounds(think_s, memory_mb, help_level)
    players: list[Player] = []
    for word in words or ("random",):
        name, wanted = split_name(word)
        found = built_in(subject.game, wanted, name) or _program(name, wanted, bounds)
        if found is None:
            raise Misuse(
                f"There is no player {wanted!a}. Players: {', '.join(kinds(subject.game))},"
                " or a program such as ./mybot"
            )
        players.append(found)
    return players


def _program(name: str, command: str, bounds: Bounds) -> Player | None:
    """Return the program that *command* starts, or None if it names none. Raises Misuse."""
    from shutil import which

    from parlour_kit.arena.desk import ProgramPlayer

    try:
        player = ProgramPlayer(command, name, bounds)
    except ValueError as error:
        raise Misuse(f"The command {command!a} cannot be read: {error}.") from None
    first = player.command[0]
    if which(first) is not None:
        return player
    if "/" in first:
        kind = "cannot be started" if Path(first).exists() else "does not exist"
        raise Misuse(
            f"The program {first!a} {kind}. A program needs a first line such as"
            " #!/usr/bin/env python3, and: chmod +x"
        )
    return None


def _play(contest: Arena, out: Path | None, jobs: int, *, quiet: bool) -> Result:
    """Play everything, and write it down while it goes on."""
    from contextlib import nullcontext

    from parlour_kit.arena.report import Folder, head_lines
    from parlour_kit.arena.run import count_deal, new_result

    if not quiet:
        say(*head_lines(contest))
    result = new_result(contest)
    try:
        with nullcontext() if out is None else Folder(out, contest) as folder:
            for games in contest.run(jobs):
                count_deal(result, games)
                if folder is not None:
                    folder.add(games)
            if folder is not None:
                folder.end(result)
    except OSError as error:
        raise Refusal(f"{error.filename or out}: {error.strerror or error}") from error
    return result


def _ending(result: Result) -> list[str]:
    return ["", *result.lines(), "", *result.time_lines()]

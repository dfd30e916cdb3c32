"""Look at a game from every seat, without a host: `parlour try`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from parlour.cli._group import FILE, Misuse, Refusal, with_config
from parlour_kit.cli._subjects import kept_running

if TYPE_CHECKING:
    from parlour_kit.cockpit.code import Code
    from parlour_kit.cockpit.session import Cockpit
    from parlour_kit.position import Position


@click.command("try")
@click.argument("game", required=False)
@click.option("--seats", type=int, metavar="N", help="So many players begin.")
@click.option(
    "--seed", type=int, metavar="N", help="The luck (0). The same number, the same game."
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the table: --option turn_seconds=30. You can repeat it.",
)
@click.option(
    "--given",
    "givens",
    multiple=True,
    metavar="NAME=VALUE",
    help='What the rules get in place of luck: --given hands.1="AS KS". You can repeat it.',
)
@click.option("--lexicon", metavar="NAME", help="The word list.")
@click.option("--game", "wanted", default="", metavar="ID", help="Which of the games there.")
@click.option("--load", "file", type=FILE, metavar="FILE", help="Begin with a saved position.")
@click.option("--finding", type=int, metavar="N", help="Show finding N of the last check-game.")
@click.option("--reload", "watches", is_flag=True, help="Load the code again when it changes.")
@click.option("--plain", is_flag=True, help="Line by line, for screen readers and pipes.")
@with_config
@kept_running()
def try_game(
    game: str | None,
    seats: int | None,
    seed: int | None,
    options: Sequence[str],
    givens: Sequence[str],
    lexicon: str | None,
    wanted: str,
    file: Path | None,
    finding: int | None,
    watches: bool,
    plain: bool,
    config_file: Path | None,
) -> int:
    """Play GAME from every seat at once, without a host: a folder, a file, or an installed game.

    \b
    parlour try ./hilo              two viewers side by side; F1 explains the keys
    parlour try ./hilo --reload     the same, with changed code loaded at once
    parlour try ./hilo --finding 1  what check-game has found, at its moment
    """
    from parlour_kit.cockpit.code import Code

    if game is None:
        raise Misuse(
            "Which game? Name a folder, a module or an installed game: parlour try ./hilo"
        )
    if file is not None and finding is not None:
        raise Misuse("--load and --finding both name a position. Leave one out.")
    code = Code(game, config_file, wanted)
    cockpit = _cockpit(code, seats, seed, options, givens, lexicon, file, finding)
    if _is_plain(plain=plain):
        return _by_lines(cockpit, code, watches=watches)
    from parlour_kit.cockpit.screen import show

    return show(cockpit, _now_ms, code if watches else None)


def _is_plain(*, plain: bool) -> bool:
    from parlour.cli.playing import is_plain

    return is_plain(plain=plain)


def _cockpit(
    code: Code,
    seats: int | None,
    seed: int | None,
    options: Sequence[str],
    givens: Sequence[str],
    lexicon: str | None,
    file: Path | None,
    finding: int | None,
) -> Cockpit:
    from parlour.cli.playing import settings
    from parlour.engine.options import OptionFault, options_of, read_changes
    from parlour_kit.cockpit.session import Cockpit
    from parlour_kit.position import Position, PositionFault

    game = code.game
    try:
        try:
            known = options_of(game, code.lexicons)
            chosen = read_changes(known, options, f"parlour rules {game.id}")
        except OptionFault as fault:
            raise Misuse(fault.text) from fault
        start = Position(
            game=game.id,
            version=game.version,
            seats=min(game.seats[-1], max(game.seats[0], 2)) if seats is None else seats,
            options=chosen,
            seed=seed or 0,
            given=_given(givens),
            lexicon=lexicon,
        )
        lang = settings().lang
        found = _wanted(game.id, file, finding)
        cockpit = Cockpit.begin(game, code.lexicons, start if found is None else found, lang)
        if found is not None:
            cockpit.load(found)
        elif start.given:
            bare = Cockpit.begin(game, code.lexicons, replace(start, given={}), lang)
            if bare.root.now.state == cockpit.root.now.state:
                raise Misuse(
                    f"--given changes nothing in {game.id}. Games that deal with parlour.parts "
                    'read hands and pile: --given hands.ann="QS KH"'
                )
    except PositionFault as fault:
        raise Refusal(str(fault)) from fault
    return cockpit


def _wanted(game_id: str, file: Path | None, finding: int | None) -> Position | None:
    """Return the position to begin with, if one is named. Raises PositionFault."""
    from parlour_kit.position import findings_folder, read

    if file is not None:
        return read(file)
    if finding is None:
        return None
    folder = findings_folder(game_id)
    path = folder / f"{finding}.json"
    if not path.is_file():
        numbers = sorted(int(each.stem) for each in folder.glob("*.json") if each.stem.isdecimal())
        if not numbers:
            raise Refusal(f"No finding of {game_id} is kept. To look for some: parlour check-game")
        raise Misuse(f"There is no finding {finding}. Findings: {', '.join(map(str, numbers))}")
    return read(path)


def _given(words: Sequence[str]) -> dict[str, Any]:
    """Return what is given by name: `hands.1=AS KS` are two cards under `hands`, for seat 1."""
    from parlour_kit.editing import value_of
    from parlour_kit.playing import NAMES

    found: dict[str, Any] = {}
    for word in words:
        name, sign, value = word.partition("=")
        parts = [str(NAMES.index(each) + 1) if each in NAMES else each for each in name.split(".")]
        if not sign or not all(parts):
            raise Misuse(f'--given {word[:40]!a} needs a name and a value: hands.1="AS KS"')
        inner: dict[str, Any] = found
        for part in parts[:-1]:
            deeper: dict[str, Any] = inner.setdefault(part, {})
            if type(deeper) is not dict:
                raise Misuse(f"--given {part} is given twice, as a value and with parts.")
            inner = deeper
        read = value_of(value)
        inner[parts[-1]] = read.split() if isinstance(read, str) else read
    return found


def _by_lines(cockpit: Cockpit, code: Code, *, watches: bool) -> int:
    from parlour_kit.cockpit.running import by_lines

    def typed() -> Iterator[str]:
        for line in sys.stdin:
            yield line.rstrip("\r\n")

    used = code if watches else None
    for line in by_lines(cockpit, typed(), code=used, now_ms=_now_ms, fresh=code.poll):
        is_prompt = line.endswith("> ")
        click.echo(_clean(line), nl=not is_prompt)
    click.echo()
    return 0


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _clean(line: str) -> str:
    from parlour.wire.text import clean

    return "\n".join(map(clean, line.split("\n")))

"""A position of a game as a file: how the game began, and what has happened since.

`parlour try` saves and loads such files, and `parlour check-game` writes its findings as them. The
acts are played again when a file is opened, so it fits the code as it is now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from parlour.api import (
    SPECTATOR,
    AnyGame,
    Context,
    Lexicon,
    OptionValue,
    Reader,
    Refused,
    Seat,
    Setup,
    Step,
    Viewer,
)
from parlour.engine.options import OptionFault, named_lists
from parlour_kit.editing import EditFault, edited
from parlour_kit.playing import (
    Act,
    Moment,
    a_step,
    names_for,
    open_prompts,
    start_options,
    step_of,
)
from parlour_kit.variety import settled

BYTES_MOST: Final = 1_000_000
"""The most bytes of a file."""
ACTS_MOST: Final = 5_000
LINE_MOST: Final = 1_000
"""The most characters of a line that somebody types for a move."""
WATCHER: Final = "watcher"
TWINS: Final = 16
"""The most twins made until one differs: `resample` may draw the same position by chance."""


def findings_folder(game_id: str) -> Path:
    """Return the folder in which `parlour check-game` keeps the findings of its last run."""
    from platformdirs import user_cache_path

    return user_cache_path("parlour") / "findings" / game_id


_Seat: TypeAlias = Annotated[int, Meta(ge=1, le=50)]
_Time: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
_Line: TypeAlias = Annotated[str, Meta(max_length=LINE_MOST)]
_Viewer: TypeAlias = _Seat | Literal["watcher"]


class _Act(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"
):
    """What every act may have.

    `now` is the table time in ms at which it happens. Left out: no time has passed.
    """


class Move(_Act, frozen=True, tag="move"):
    """A move of a seat: the line that its player types, or else the move itself as JSON.

    The line begins with the verb. `bare`: its player left the verb out.
    """

    seat: _Seat
    line: _Line | None = None
    move: Any | UnsetType = UNSET
    now: _Time | None = None
    bare: bool = False


class Wait(_Act, frozen=True, tag="wait"):
    """The clock runs out. Without `now` that is at the deadline."""

    now: _Time | None = None


class Leave(_Act, frozen=True, tag="leave"):
    """The player of a seat leaves for good."""

    seat: _Seat
    now: _Time | None = None


class Join(_Act, frozen=True, tag="join"):
    """A newcomer takes a seat that the game offers."""

    seat: _Seat
    now: _Time | None = None


class Twin(_Act, frozen=True, tag="twin"):
    """The position becomes another one that looks the same to *viewer*: `Views.resample` makes it.

    `luck` is the seed of the generator that `resample` gets.
    """

    viewer: _Viewer
    luck: int = 0


class Edit(_Act, frozen=True, tag="set"):
    """A field of the state is set to a value by hand: `hands.1`, as `parlour try` lists it."""

    field: _Line
    value: Any


AnyAct: TypeAlias = Move | Wait | Leave | Join | Twin | Edit


class Position(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="parlour",
    tag="position",
):
    """A position, and how to come to it."""

    game: Annotated[str, Meta(max_length=79)]
    """The id of the game."""
    version: Annotated[str, Meta(max_length=79)] = ""
    """The version of the game with which the file was written."""
    seats: _Seat
    """How many players begin."""
    options: Annotated[dict[str, OptionValue], Meta(max_length=100)] = {}
    """The options of the table that were named, as they are typed. Others have their defaults."""
    seed: int | Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] = 0
    """The luck: a number, or 32 bytes in hexadecimal digits."""
    given: dict[str, Any] = {}
    """What the rules are given in place of luck: `Context.given`."""
    lexicon: Annotated[str, Meta(max_length=79)] | None = None
    """The word list of the table. None: the usual one of the game, or the one that a choice
    brings."""
    acts: Annotated[tuple[AnyAct, ...], Meta(max_length=ACTS_MOST)] = ()
    """What happened, in order."""
    at: Annotated[int, Meta(ge=0)] | None = None
    """The position to show: after so many acts. None: after all of them."""
    viewer: _Viewer | None = None
    """Whose view matters."""
    other: Annotated[tuple[AnyAct, ...], Meta(max_length=ACTS_MOST)] | None = None
    """Another line of acts, to compare with `acts`: both should look the same to the viewer."""
    about: Annotated[str, Meta(max_length=LINE_MOST)] = ""
    """What is to be seen there, in a sentence."""


class PositionFault(Exception):
    """A file holds no position, or the game cannot come to it. The text is one line."""


class ActFault(PositionFault):
    """An act does not fit the game any more. Its cause is what the game raised.

    `before` are the moments up to it. `number` is that of the act, from 1; 0 is the start.
    """

    def __init__(self, text: str, before: tuple[Moment, ...], number: int) -> None:
        super().__init__(text)
        self.before = before
        self.number = number


_decoder: Final = msgspec.json.Decoder(Position)


def read(path: Path) -> Position:
    """Return the position in the file *path*. Raises PositionFault."""
    try:
        with path.open("rb") as file:
            data = file.read(BYTES_MOST + 1)
    except OSError as error:
        raise PositionFault(f"{path} cannot be read: {error.strerror or error}") from error
    return decoded(data, str(path))


def decoded(data: bytes, name: str) -> Position:
    """Return the position in *data*, the contents of the file *name*. Raises PositionFault."""
    if len(data) > BYTES_MOST:
        text = f"{name} is larger than {BYTES_MOST:,} bytes, so it is no position of Parlour."
        raise PositionFault(text)
    try:
        found = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = f"{name} is no position of Parlour: {error}. parlour try saves one: save FILE"
        raise PositionFault(text) from error
    for line in (found.acts, found.other or ()):
        for number, act in enumerate(line, 1):
            if isinstance(act, Move) and (act.line is None) == (act.move is UNSET):
                text = f"{name}: act {number} needs either a line or a move."
                raise PositionFault(text)
    if found.at is not None and found.at > len(found.acts):
        text = f"{name} has {len(found.acts)} acts, so it cannot show what was after {found.at}."
        raise PositionFault(text)
    return found


def encoded(position: Position) -> bytes:
    """Return *position* as a file that people can read."""
    return msgspec.json.format(msgspec.json.encode(position), indent=1) + b"\n"


def write(path: Path, position: Position) -> None:
    """Write *position* to the file *path*. Raises PositionFault."""
    data = encoded(position)
    if len(data) > BYTES_MOST:
        raise PositionFault(f"The position takes more than {BYTES_MOST:,} bytes.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise PositionFault(f"{path} cannot be written: {error.strerror or error}") from error


# --- played again ---------------------------------------------------------------------------


def replayed(
    position: Position, game: AnyGame, lexicons: Mapping[str, Lexicon], *, other: bool = False
) -> tuple[Moment, ...]:
    """Return the moments of *position*: the start, and one for each act, or each of `other`.

    *lexicons* are the word lists of the host, by name. Raises PositionFault if the game cannot
    begin so, and ActFault at the first act that the game refuses or fails at.
    """
    moments: list[Moment] = []
    acts = (position.other or ()) if other else position.acts
    try:
        moments.append(begun(position, game, lexicons))
        for act in acts:
            moments.append(after(game, moments[-1], act))
    except PositionFault as fault:
        if not moments:
            raise
        raise _fault(acts, moments, str(fault)) from fault
    except Refused as refused:
        raise _fault(acts, moments, refused.text) from refused
    except Exception as error:
        raise _fault(acts, moments, f"{type(error).__name__}: {error}") from error
    return tuple(moments)


def _fault(acts: tuple[AnyAct, ...], moments: list[Moment], why: str) -> ActFault:
    number = len(moments)
    what = "The game does not begin" if not number else f"Act {number} ({told(acts[number - 1])})"
    sign = ": " if not number else " does not fit any more: "
    return ActFault(f"{what}{sign}{' '.join(why.split())}", tuple(moments), number)


def begun(position: Position, game: AnyGame, lexicons: Mapping[str, Lexicon]) -> Moment:
    """Return the start of the game. Raises PositionFault, Refused, and what the game raises."""
    if position.game != game.id:
        raise PositionFault(f"This is a position of {position.game}, not of {game.id}.")
    if position.seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        text = f"{game.id} is for {least} to {most} players, not for {position.seats}."
        raise PositionFault(text if least != most else f"{game.id} is for {least} players.")
    wanted = position.lexicon or game.lexicon
    lexicon = None if wanted is None else lexicons.get(wanted)
    if wanted is not None and lexicon is None:
        raise PositionFault(f"There is no word list {wanted} here.")
    try:
        chosen, brought = settled(game, position.options, lexicon, lexicons)
        values = start_options(game, chosen)
        named = named_lists(game.options, values, lexicons)
    except OptionFault as fault:
        raise PositionFault(fault.text) from fault
    if position.lexicon is None:
        lexicon = brought
    seats = tuple(Seat(number) for number in range(1, position.seats + 1))
    setup = Setup(seats, game.chosen(values))
    luck = luck_of(position.seed)
    given = position.given
    ctx = Context(now=0, seed=luck, number=0, lexicon=lexicon, lists=named, given=given)
    step = a_step("start", game.rules.start(setup, ctx))
    return Moment(step.state, step, None, None, None, 0, 0, luck, seats, named, setup, lexicon)


def luck_of(seed: int | str) -> bytes:
    """Return the seed of a game's luck, the same as `Match` makes of a number."""
    if isinstance(seed, str):
        return bytes.fromhex(seed)
    return sha256(seed.to_bytes(16, "big", signed=True)).digest()


def after(game: AnyGame, moment: Moment, act: AnyAct) -> Moment:
    """Return the moment to which *act* leads, whether a prompt offers it or not.

    Raises Refused and PositionFault, and what the game raises.
    """
    if isinstance(act, Twin):
        luck = Random(act.luck)
        return _instead(moment, game.views.resample(moment.state, viewer_of(act.viewer), luck))
    if isinstance(act, Edit):
        try:
            return _instead(moment, edited(moment.state, act.field, act.value))
        except EditFault as fault:
            raise PositionFault(str(fault)) from fault
    now = moment.now if act.now is None else max(moment.now, act.now)
    match act:
        case Wait():
            due = None if game.rules.is_over(moment.state) else game.rules.deadline(moment.state)
            if due is None:
                raise PositionFault("No clock runs now.")
            made = Act("time_up", now=max(now, due))
        case Leave():
            made = Act("left", Seat(act.seat), now=now)
        case Join():
            if act.seat not in game.rules.free(moment.state):
                raise PositionFault(f"The game offers no newcomer the seat {act.seat} now.")
            made = Act("joined", Seat(act.seat), now=now)
        case Move():
            made = Act("move", Seat(act.seat), _move(game, moment, act), act.line or "", now)
    return moment.after(made, step_of(game.rules, made, moment.state, moment.then(made.now)))


def _instead(moment: Moment, state: Any) -> Moment:
    """Return *moment* with another state.

    That takes no luck, so what follows has the same luck in both positions.
    """
    step: Step[Any, Any] = Step(state)
    return replace(
        moment, state=state, step=step, before=moment.state, seat=None, move=None, kind="twin"
    )


def _move(game: AnyGame, moment: Moment, act: Move) -> Any:
    """Return the move that *act* is, as a value of the game. Raises Refused and PositionFault."""
    if act.line is None:
        try:
            return msgspec.convert(act.move, game.move_type)
        except msgspec.ValidationError as error:
            raise PositionFault(f"That is no move of {game.id}: {error}") from error
    seat = Seat(act.seat)
    verb, _, rest = act.line.partition(" ")
    prompt = open_prompts(game, moment.state).get(seat)
    reader = game.reading(Reader(seat, names_for(moment.seats), bare=act.bare), prompt)
    return game.text_ui.parse(verb, rest, game.views.look(moment.state, seat), reader)


def viewer_of(written: int | str) -> Viewer:
    """Return the viewer as games know it."""
    return SPECTATOR if isinstance(written, str) else Seat(written)


def told(act: AnyAct) -> str:
    """Return *act* in a few words."""
    match act:
        case Move():
            line = act.line if act.line is not None else msgspec.json.encode(act.move).decode()
            return f"seat {act.seat}: {line[:60]}"
        case Wait():
            return "the clock runs out"
        case Leave():
            return f"seat {act.seat} leaves"
        case Join():
            return f"seat {act.seat} sits down"
        case Twin():
            return f"a twin for {act.viewer}"
        case Edit():
            value = msgspec.json.encode(act.value).decode()
            return f"set {act.field} {value[:60]}"


def acts_of(moments: Sequence[Moment | Act]) -> Iterator[AnyAct]:
    """Yield the acts that lead to the last of *moments*, which begin with the start of a game."""
    for moment in moments[1:]:
        seat, now = moment.seat or 0, moment.now
        match moment.kind:
            case "time_up":
                yield Wait(now)
            case "left":
                yield Leave(seat, now)
            case "joined":
                yield Join(seat, now)
            case _ if moment.line:
                yield Move(seat, moment.line, now=now)
            case _:
                yield Move(seat, None, msgspec.to_builtins(moment.move), now)

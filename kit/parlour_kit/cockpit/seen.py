"""What a viewer sees, reads and is asked in a position. What a game raises becomes a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from parlour.api import SPECTATOR, AnyGame, Prompt, Reader, Seat, Viewer
from parlour.language import UNWRAPPED, Form, translated, written
from parlour.rendering import Drawn, check_fits
from parlour.rendering import plain as drawing
from parlour.scene import Scene, SceneFault, checked
from parlour.scene_limits import WIDTH_LEAST
from parlour.wire.messages import OverEvent, Points
from parlour_kit.cockpit.tree import Node
from parlour_kit.editing import Field, fields
from parlour_kit.hidden import is_a
from parlour_kit.playing import (
    Mishap,
    Moment,
    heard_of,
    is_over,
    names_for,
    open_prompts,
    result_at,
)

T = TypeVar("T")


class Raw(Enum):
    """The viewer who sees everything: the state itself."""

    RAW = "raw"


RAW: Final = Raw.RAW
AnyViewer: TypeAlias = Viewer | Raw


@dataclass(frozen=True)
class Said:
    """An event as a viewer hears it, and the sentences they read."""

    name: str
    text: str
    """The event as JSON, which two viewers share even if their sentences differ."""
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """Everything that one viewer gets of a position."""

    fields: tuple[Field, ...]
    """The view, or the state."""
    scene: Scene | None = None
    said: tuple[Said, ...] = ()
    """What the last act has told them."""
    prompt: Prompt | None = None
    asked: tuple[str, ...] = ()
    """The question."""
    faults: tuple[str, ...] = ()
    """What the game has raised, each with the author's line."""


def explained(error: BaseException) -> str:
    """Return what the game raised in a line, with the file and the line of its author."""
    from parlour.cli._reload import explained

    if isinstance(error, Mishap):
        return str(error)
    return explained(error)


def names_of(moment: Moment) -> dict[Seat, str]:
    """Return the names of the players by seat, as they are in all trials."""
    return dict(names_for(moment.seats))


def reader_of(moment: Moment, viewer: Viewer, lang: str, *, bare: bool = False) -> Reader:
    """Return *viewer* as a reader. Sentences are wrapped later, where they are shown."""
    return Reader(viewer, names_of(moment), UNWRAPPED, lang, bare=bare)


def seen(game: AnyGame, node: Node, viewer: AnyViewer, lang: str) -> Seen:
    """Return what *viewer* gets in the position of *node*. It is made once."""
    found: Seen | None = node.seen.get((viewer, lang))
    if found is None:
        make = _state if isinstance(viewer, Raw) else partial(_view, viewer=viewer)
        found = node.seen[viewer, lang] = make(game, node.now, lang=lang)
    return found


def _state(game: AnyGame, moment: Moment, lang: str) -> Seen:
    """The state: nobody's picture, all events, and no question."""
    told = [_event(event) for event in moment.step.events]
    return Seen(tuple(fields(moment.state)), said=(*told, *_ended(game, moment, lang)))


def _event(event: Any) -> Said:
    name = type(event).__name__
    text = ", ".join(
        f"{field.name}={field.text}" if field.name else field.text for field in fields(event)
    )
    return Said(name, text, (f"{name}({text})",))


def _view(game: AnyGame, moment: Moment, viewer: Viewer, lang: str) -> Seen:
    faults: list[str] = []

    def safe(call: Callable[[], T], instead: T) -> T:
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - anything that the game raises
            text = explained(error)
            if text not in faults:
                faults.append(text)
            return instead

    nothing: Any = None
    reader = reader_of(moment, viewer, lang)
    view = safe(lambda: game.views.look(moment.state, viewer), nothing)
    parts: tuple[Field, ...] = safe(lambda: tuple(fields(plain(view))), ())
    scene = None if faults else safe(lambda: _drawn(game, view, reader), nothing)
    heard: list[Any] = safe(lambda: list(heard_of(game, moment.step.events, viewer)), nothing)
    told: list[Said | None] = [
        safe(partial(_said, game, each, reader), nothing) for each in heard or ()
    ]
    said = tuple([each for each in told if each is not None])
    ended: tuple[Said, ...] = safe(lambda: _ended(game, moment, lang), ())
    prompt: Prompt | None = None
    if viewer is not SPECTATOR:
        prompt = safe(lambda: _prompt(game, moment, viewer), None)
    asked: Sequence[str] = ()
    if prompt is not None:
        asked = safe(lambda: _asked(game, prompt, view, reader), ())
    return Seen(parts, scene, (*said, *ended), prompt, tuple(asked), tuple(faults))


def _prompt(game: AnyGame, moment: Moment, seat: Seat) -> Prompt | None:
    """Return what *seat* is asked. Raises Mishap if no host could read the prompts."""
    found: Any = game.rules.prompts(moment.state)
    if not is_a(found, Mapping):
        kind = type(found).__name__
        wanted = "It must return a mapping of seats to prompts."
        raise Mishap("wrong", f"Rules.prompts returned a value of the type {kind}. {wanted}")
    for other in found:
        if other not in moment.seats:
            text = f"Rules.prompts has a prompt for {other!a}, which is not a seat of this game."
            raise Mishap("wrong", text)
    return open_prompts(game, moment.state).get(seat)


def plain(value: Any) -> Any:
    """Return *value* as programs read it: JSON."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic", enc_hook=written)


def _drawn(game: AnyGame, view: Any, reader: Reader) -> Scene:
    draw = partial(game.text_ui.draw, view, reader)
    try:
        scene = checked(draw(), reader.lang)
        check_fits(scene)
        return scene
    except SceneFault as fault:
        fault.redraw = draw
        raise


def _said(game: AnyGame, heard: Any, reader: Reader) -> Said:
    text = msgspec.json.encode(plain(heard)).decode()
    return Said(heard.name, text, tuple(_lines(game.text_ui.say(heard, reader), reader.lang)))


def _ended(game: AnyGame, moment: Moment, lang: str) -> tuple[Said, ...]:
    """Return what everybody reads at the end of the game: who has won, and with what."""
    if not is_over(game, moment):
        return ()
    names = names_of(moment)
    outcome, won = result_at(game, moment)
    scores = game.scoring.scores(moment.state)
    over = OverEvent(
        table=1,
        reason="finished",
        scores=tuple([Points(seat=s, name=names[s], points=scores[s]) for s in sorted(scores)]),
        winners=won,
        outcome=outcome,
        record="",
        names=names,
        lower=game.scoring.lower_wins,
    )
    shown = {"scores": over.scores, "winners": over.winners, "outcome": outcome}
    text = msgspec.json.encode(plain(shown)).decode()
    return (Said(over.event, text, tuple(_lines(over.retold(Form(UNWRAPPED, lang)), lang))),)


def _asked(game: AnyGame, prompt: Prompt, view: Any, reader: Reader) -> list[str]:
    """Return the question without drawings: the picture is there in any case."""
    asked = game.text_ui.ask(prompt, view, reader)
    return list(_lines([line for line in asked if not isinstance(line, Drawn)], reader.lang))


def _lines(lines: Sequence[str], lang: str) -> Iterator[str]:
    """Yield *lines* in the language *lang*. Drawings are as narrow as the narrowest viewer."""
    for line in lines:
        if not isinstance(line, Drawn):
            yield str(translated(line, lang))
        elif line.row == 0:
            yield from map(str, drawing(line.scene, WIDTH_LEAST, lang))

"""What the texts of all games tell a player who taps, and what their moves are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from parlour import SPECTATOR, AnyGame, Reader, Spectator, TextArg, Viewer
from parlour.language import UNWRAPPED, Form
from parlour.rendering import for_reader
from parlour_kit.playing import names_for
from tests.clients.harbour import HARBOUR
from tests.examples.test_scenes import GAMES, moments

TAPS: Final = Form(UNWRAPPED, taps=True)
EACH: Final = 7
"""Of so many moments one is looked at."""


def told(game: AnyGame) -> Iterator[tuple[bool, Sequence[str]]]:
    """Questions (true) and what is said after moves, each as its lines."""
    for number, moment in enumerate(moments(game)):
        if number % EACH:
            continue
        names = names_for(moment.seats)
        prompts = game.rules.prompts(moment.state)
        viewers: tuple[Viewer, ...] = (*moment.seats, SPECTATOR)
        for viewer in viewers:
            reader = Reader(viewer, names, UNWRAPPED, taps=True)
            for event in moment.step.events:
                heard = game.views.hear(event, viewer)
                if heard is not None:
                    yield False, for_reader(game.text_ui.say(heard, reader), TAPS)
            prompt = None if isinstance(viewer, Spectator) else prompts.get(viewer)
            if prompt is not None:
                view = game.views.look(moment.state, viewer)
                yield True, for_reader(game.text_ui.ask(prompt, view, reader), TAPS)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_speak_in_sentences_to_who_taps(game: AnyGame) -> None:
    """Without a word about typing or the slash; and a question is always there."""
    verbs = "|".join(verb.name for verb in (*game.verbs, *game.questions))
    typing = re.compile(rf"[Tt]ype[: ]|: /?({verbs})( [A-Z0-9]|$)|\(({verbs}) | /[a-z]+")
    for asked, lines in told(game):
        said = " ".join(lines)
        assert not typing.search(said)
        assert not any(re.search(r"\S {2,}\S|^ ", line) for line in lines), "a drawing"
        assert not asked or said[-1:] in {".", "?", "!"}


@pytest.mark.parametrize("name", sorted({*GAMES} - {HARBOUR.id}))
def test_a_form_can_be_made_of_every_move(name: str) -> None:
    """Free text has a bound and a label; what is known can be told from other text.

    The harbour has none of that, as a game written for 0.1.0.
    """
    game = GAMES[name]
    for moment in moments(game):
        for prompt in game.rules.prompts(moment.state).values():
            for spec in prompt.moves:
                for arg in spec.args:
                    if type(arg) is TextArg:
                        assert arg.label, spec.verb.name
                        assert set(arg.default and [arg.default]) <= {*arg.known, *arg.examples}

"""Nobody learns of the password, of a refused clue or of a sealed answer before its time (3.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import msgspec
import pytest

from parlour import SPECTATOR, Reader, Viewer
from parlour.lexicons import load_english
from parlour.rendering import drawn
from parlour_kit import Leak, check_game
from parlour_kit.two_hosts import OneHost, compare_now, compare_scripts, play_both
from parlour_password import PASSWORD
from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import is_form
from parlour_password.heard import Ended, Gone
from parlour_password.moves import Guess, refused_for
from parlour_password.state import Phase
from parlour_password.views import resample
from tests.plugins.password.leaky import FAITHFUL, VARIANTS, Password
from tests.plugins.password.playbook import A, B, C, D, Play
from tests.sizes import sized

FIRST = 1
"""Random games before the scripts, which cost less than more of them."""
SOONEST = {"kept": 3, "presence": 6, "scores": 6, "talk": 3, "waived": 12}
"""The first seed of the games in which a leak is looked for, where another one shows it sooner."""
IN_LINES = {"announced", "pleaded", "refuted"}
"""The leaks that the scripts find sooner than a random game."""
LEXICON = load_english()


def battery(game: Password, *, seeds: range, first: int = FIRST) -> Counter[str]:
    """Ask everything at random moments, and answer whole lines; how often. Raises Leak."""
    check_acknowledgements(game)
    counts = _asked(game, seeds[:first])
    counts["lines"] = compare_refusals(game) + compare_answers(game) + compare_waived(game)
    return counts + _asked(game, seeds[first:])


def _asked(game: Password, seeds: range) -> Counter[str]:
    return check_game(game, seeds=seeds, lexicon=LEXICON).counts


def check_acknowledgements(game: Password) -> None:
    """The answer to a guess that is sealed is the same whatever it is worth. Raises Leak."""
    play = Play(3)
    play.clue("thing")
    answers: set[tuple[bytes, ...]] = set()
    for text in ("castle", "castles", "palace", "xyzzyx"):
        step = game.rules.apply(play.state, B, Guess(text), play.context())
        told = [game.views.hear(event, B) for event in step.events]
        heard = [each for each in told if each is not None]
        view, reader = game.views.look(step.state, B), Reader(B, {})
        read = [
            *(msgspec.json.encode(each) for each in (*heard, view)),
            *(line.encode() for h in heard for line in game.text_ui.say(h, reader)),
            *(line.encode() for line in drawn(game.text_ui.draw(view, reader), 79)),
        ]
        answers.add(tuple(each.lower().replace(text.encode(), b"...") for each in read))
    if len(answers) > 1:
        raise Leak(f"the acknowledgement tells what an answer is worth: {answers}")


# --- a whole host, both voices ------------------------------------------------------------


def compare_lines(
    game: Password,
    seats: int,
    options: str,
    script: Sequence[tuple[str, str, str]],
    blind: Sequence[str],
) -> int:
    """Two hosts that differ in what some type: everybody else reads the same. Raises Leak."""
    compared = 0
    for programs in sized((1,), (0, 1)):

        def scene(programs: int = programs) -> OneHost:
            return OneHost(game, seats=seats, options=options, programs=programs)

        state = scene().match.state
        named = {"w": state.word.word, "part": refused_for(state.word.word)[0]}
        one, other = (
            [(name, (line, instead)[which].format(**named)) for name, line, instead in script]
            for which in (0, 1)
        )
        compared += compare_scripts(scene, one, other, blind=blind)
    return compared


def compare_refusals(game: Password) -> int:
    """O-W-15: a refused clue, and a plea, are known to the givers alone."""
    script = (
        ("ann", "/clue {part}", "/look"),
        ("ann", "/clue {w}", "/scores"),
        ("ann", "/clue two words", "/look"),
        ("ann", "/insist {part}", "/look"),
        ("bob", "/object", "/look"),
        ("ann", "/insist {part}", "/look"),
        ("wat", "/say well", "/say well"),
        ("ann", "/clue thing", "/clue thing"),
        ("cy", "/guess river", "/guess river"),
    )
    voted = "starting_team=1 clue_vote=on"
    some = compare_lines(game, 4, voted, script, ("cy", "dee", "wat", "zoe"))
    lost = (("ann", "/clue {part}", "/clue two words"), ("bob", "/clue {w}", "/clue x-ray"))
    forfeit = "starting_team=1 illegal_clue=forfeit clue_vote=on"
    return some + compare_lines(game, 4, forfeit, lost, ("cy", "dee", "wat", "zoe"))


def compare_answers(game: Password) -> int:
    """O-W-17, O-W-6: a sealed answer is known to its sender alone, be it right or wrong."""
    compared = 0
    for answer, other in (("/guess {w}", "/guess river"), ("/guess {w}", "/look")):
        script = (("ann", "/clue thing", "/clue thing"), ("bob", answer, other))
        compared += compare_lines(game, 3, "giver=seat1", script, ("ann", "cy", "wat", "zoe"))
        script = (("ann", "/clue thing", "/clue thing"), ("cy", answer, other))
        blind = ("ann", "bob", "dee", "wat", "zoe")
        challenged = "starting_team=1 clue_check=challenge"
        compared += compare_lines(game, 4, challenged, script, blind)
    return compared


def compare_waived(game: Password) -> int:
    """O-W-6: that one opponent lets a clue stand is his own business."""
    script = (
        ("ann", "/clue thing", "/clue thing"),
        ("cy", "/guess river", "/guess river"),
        ("bob", "/waive", "/look"),
    )
    blind = ("ann", "cy", "dee", "wat", "zoe")
    return compare_lines(game, 4, "starting_team=1 clue_check=challenge", script, blind)


@pytest.mark.sweep
def test_nothing_is_told_early() -> None:
    """O-W-15, O-W-17, G-2, G-3: not the word, not its length, not a refused clue, not that there
    is an answer, at no moment of random games, to no seat and no watcher, in neither voice,
    whatever the options.
    """
    seeds = sized(range(8, 9), range(5))
    counts = battery(FAITHFUL(), seeds=seeds)
    assert counts["games"] == len(seeds)
    assert counts["twins"] + counts["lines"] > 40 * len(seeds)
    assert counts["host runs"] >= 1


@pytest.mark.sweep
@pytest.mark.parametrize("name", VARIANTS)
def test_a_leak_is_found(name: str) -> None:
    """The same battery catches each variant that tells something."""
    with pytest.raises(Leak):
        battery(
            VARIANTS[name](),
            seeds=range(SOONEST.get(name, 1), 20),
            first=0 if name in IN_LINES else FIRST,
        )


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sized((0, 2, 5, 7), range(12)))
def test_a_whole_host_tells_nothing(seed: int) -> None:
    """Everything a line can bring, coming back included, at a random moment: as in a twin."""
    rng = Random(seed)
    seats = 2 + seed % 3
    check = ("referee", "challenge")[seed // 2 % 2]
    one, two = (
        OneHost(
            PASSWORD,
            seats=seats,
            options=f"clue_check={check} deck=all",
            programs=seed // 4 % 2,
        )
        for _ in range(2)
    )
    for _ in range(rng.randint(0, 60)):
        assert play_both(one, two, rng)
    viewers: tuple[Viewer, ...] = (A, B, C, D)[:seats]
    viewer = rng.choice((*viewers, SPECTATOR))
    compare_now(one, two, viewer, rng)


# --- who sees what --------------------------------------------------------------------------


def moments() -> Iterator[Play]:
    """Positions of a word in which something is hidden."""
    yield Play()
    play = Play(clue_check="challenge")
    play.miss(3)
    play.insist("cast")
    yield play
    play.clue("fortress")
    yield play
    play.guess("palace", play.state.answering[0])
    yield play
    play.waive(play.state.opponents[1])
    yield play
    play = Play(3)
    play.clue("fortress")
    yield play
    play.guess("castle", C)
    yield play
    play.guess("castles", B)
    yield play


@pytest.mark.parametrize("viewer", [A, B, C, D, SPECTATOR])
def test_twins(viewer: Viewer) -> None:
    """A twin looks the same, fits all that was said, and differs wherever something is hidden."""
    for play in moments():
        state = play.state
        for seed in range(10):
            other = resample(state, viewer, Random(seed))
            assert PASSWORD.views.look(other, viewer) == play.look(viewer)
            hidden = state.words[state.at + 1 :]
            new = other.words[state.at + 1 :]
            assert not {word.word for word in hidden} & {word.word for word in new}
            knows = viewer in state.word.givers
            assert (other.word == state.word) == (knows or not state.in_play)
            if state.phase is Phase.CLUE and state.voter is not None:
                assert (other.plea == state.plea) == knows
            assert PASSWORD.rules.deadline(other) == play.deadline


def test_no_word_of_the_game_comes_in_its_twin() -> None:
    """Not even where nearly all words of the deck have come: chance meets one of them first."""
    deck = [word for difficulty in DIFFICULTIES for word in words(difficulty)]
    assert "castle" in deck
    others = [word for word in deck if word != "castle"]
    state = Play().state
    given = tuple(replace(state.word, word=word) for word in others[:-50])
    late = replace(state, words=(*given, state.word), at=len(given), extra=())
    assert resample(late, C, Random(1)).word.word in others[-50:]


def test_the_twin_of_a_word_of_which_a_form_was_said_has_that_form() -> None:
    """Else the chance would tell the two apart."""
    play = Play(words=("stolen", *("castle",) * 9))
    play.clue("taken")
    play.guess("steal", C)
    assert play.phase is Phase.CHANCE
    other = resample(play.state, C, Random(1)).word.word
    assert other != "stolen"
    assert is_form(other, "steal")


def test_everybody_at_a_word_sees_what_he_may() -> None:
    """3.7, R-W-3: the word for its givers, one's own answer for its sender, all else for all."""
    play = Play(3)
    play.clue("fortress")
    play.guess("tower", B)
    views = [play.look(viewer) for viewer in (A, B, C, SPECTATOR)]
    assert [view.password for view in views] == ["castle", None, None, None]
    assert [view.answer for view in views] == [None, "tower", None, None]
    assert [view.answered for view in views] == [False, True, False, False]
    assert [view.me for view in views] == [A, B, C, None]
    assert len({view.given for view in views}) == 1
    assert [len(view.examples) for view in views] == [0, 0, 4, 0]


def test_a_substitute_sees_the_public_position() -> None:
    """G-4, O-W-22: a giver's seat has no word in play when somebody sits down."""
    play = Play()
    play.clue("fortress")
    play.leave(A)
    play.join(A)
    view = play.look(A)
    assert view.password is None
    assert "ocean" not in repr(msgspec.json.encode(view))
    play.next()
    assert play.look(A).password is None  # it is a B word


def test_what_a_step_shows_and_no_view_keeps() -> None:
    """For the kit: the words that were not played, at the end."""
    ended = Ended("stopped", (), (A, B, C), (0, 0, 0), ("ocean",))
    assert PASSWORD.views.reveals(ended, SPECTATOR) == ("ocean",)
    assert PASSWORD.views.reveals(Gone(A, None, 0, False), SPECTATOR) is None

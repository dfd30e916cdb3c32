"""Probe tells nobody what he must not know; and the kit finds out whoever does.

Each leaky variant is Probe but for one place. Every one of them must be caught by the same
battery that the honest game passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from parlour.api import SPECTATOR, AnyGame, OptionValue, Seat, Viewer
from parlour.lexicons import load_builtin, load_english
from parlour_kit import Leak, check_game
from parlour_kit.two_hosts import OneHost, compare_now, compare_scripts, play_both
from parlour_probe import PROBE
from tests.secrecy.leaky.variants import VARIANTS
from tests.sizes import sized

pytestmark = pytest.mark.sweep

LEXICON = load_english()
QUIET = "first_player=seat1 activity_deck=none word_check=off"
"""Options under which two games with other words go alike for a while."""

SCRIPT = (
    ("ann", "hide ..painted."),
    ("bob", "hide treasure"),
    ("cy", "hide wonder.."),
    ("ann", "ask bob x"),
    ("bob", "ask cy q"),
    ("wat", "say who will win?"),
    ("cy", "ask ann z"),
    ("bob", "say no idea"),
    ("ann", "guess cy pumpkins"),
    ("cy", "guess ann pumpkin"),
    ("bob", "guess zoe pumpkin"),
    ("ann", "ask bob j"),
)
"""What is said and asked in both games; the answers are No in both."""
SECRETS = {("bob", "hide treasure"): "hide ..dragon", ("cy", "hide wonder.."): "hide ..minute"}
"""What bob and cy hide in the other game: as many cards, other words, and a shorter one of bob."""
TWICE = (
    ("ann", "hide ..painted."),
    ("bob", "hide nothing"),
    ("cy", "hide wonder"),
    ("ann", "ask bob n"),
    ("wat", "say how many?"),
    ("bob", "show 1"),
    ("ann", "ask bob x"),
)
"""O-P-8: bob has two cards that would do."""
ONCE = tuple((name, line.replace("nothing", "network")) for name, line in TWICE)
"""The same with one."""
WARNED = (
    ("bob", "hide wonder"),
    ("cy", "hide xqzw"),
    ("ann", "look"),
    ("cy", "hide xqzw"),
    ("ann", "hide lantern"),
)
"""The word list lacks the word of cy: he is warned, and nobody else may notice (O-P-3)."""
UNWARNED = (
    ("bob", "hide wonder"),
    ("cy", "look"),
    ("ann", "look"),
    ("cy", "hide word"),
    ("ann", "hide lantern"),
)
"""The same without a warning."""
ON_THE_LEFT = (
    ("ann", "hide left painted"),
    ("ann", "hide right wonder"),
    ("bob", "hide left kitchenet"),
    ("bob", "hide right candles"),
    ("ann", "ask bob k"),
    ("ann", "guess bob left pumpkinet"),
    ("zoe", "look"),
)
"""R-P-49: the card that bob must show is on the left rack."""
ON_THE_RIGHT = tuple(
    (name, line.replace("kitchenet", "crocodile").replace("candles", "kitchen"))
    for name, line in ON_THE_LEFT
)
"""The same with the card on the right rack alone."""
ACCENTED = (
    ("ann", "hide ..lanterne"),
    ("bob", "hide tr\xe9sorier"),
    ("cy", "hide maison"),
    ("ann", "ask bob z"),
    ("cy", "guess bob tresorier"),
    ("zoe", "look"),
)
PLAIN = tuple((name, line.replace("tr\xe9sorier", "chevalier")) for name, line in ACCENTED)
"""How the word of bob is written is nobody's to know before it is up; nor is a guess heard that
is not allowed (O-P-24)."""
INFLECTED = (("bob", "hide portait"), ("ann", "look"), ("zoe", "look"))
PLAIN_TOO = (("bob", "look"), ("ann", "look"), ("zoe", "look"))
"""Bob is warned of the form of a verb, and nobody else notices."""
OTHER = tuple((name, SECRETS.get((name, line), line)) for name, line in SCRIPT)


def battery(make: Callable[[], AnyGame], *, seeds: range, moments: int) -> Counter[str]:
    """Ask everything of this game; how often what was compared. Raises Leak.

    The scripts come first, which find most and cost least. In `./dev test` with one set of
    clients: of those who watch, some are people, some programs.
    """
    lines = 0
    for programs in sized((1,), (0, 1)):

        def scene(programs: int = programs) -> OneHost:
            lexicons = {"en": LEXICON}
            return OneHost(make(), seats=3, options=QUIET, lexicons=lexicons, programs=programs)

        def checked(programs: int = programs) -> OneHost:
            options = QUIET.replace("word_check=off", "word_check=reveal")
            return OneHost(
                make(), seats=3, options=options, lexicons={"en": LEXICON}, programs=programs
            )

        def paired(programs: int = programs) -> OneHost:
            lexicons = {"en": LEXICON}
            return OneHost(make(), seats=2, options=QUIET, lexicons=lexicons, programs=programs)

        watching = ("ann", "wat", "zoe")
        lines += (
            compare_scripts(scene, SCRIPT, OTHER, blind=watching)
            + compare_scripts(scene, TWICE, ONCE, blind=(*watching, "cy"))
            + compare_scripts(checked, WARNED, UNWARNED, blind=(*watching, "bob"))
            + compare_scripts(paired, ON_THE_LEFT, ON_THE_RIGHT, blind=watching)
            + _twin_hosts(scene, moments)
        )
    counts = check_game(make(), seeds=seeds, lexicon=LEXICON).counts
    counts["lines"] += lines
    return counts


def _twin_hosts(scene: Callable[[], OneHost], moments: int) -> int:
    compared = 0
    viewers: tuple[Viewer, ...] = (Seat(1), Seat(2), Seat(3), SPECTATOR)
    for seed in range(moments):
        one, two = scene(), scene()
        rng = Random(seed)
        for _ in range(rng.randrange(1, 60)):
            if not play_both(one, two, rng):
                break
        if one.match.ended is None:
            compare_now(one, two, viewers[seed % len(viewers)], rng)
            compared += 1
    return compared


def test_probe_tells_nobody_what_is_hidden() -> None:
    """The honest game passes everything, at every moment, for every viewer (1.7, G-2, G-3)."""
    counts = battery(lambda: PROBE, seeds=sized(range(11, 12), range(2, 5)), moments=sized(2, 8))
    assert counts["games"] == sized(1, 3)
    assert counts["twins"] + counts["lines"] > sized(40, 100)
    assert counts["host runs"] >= 1


def test_french_tables_tell_nobody_what_is_hidden() -> None:
    """R-P-6, R-P-36, O-P-6: nor how a word is written, or why somebody was warned."""
    french = load_builtin("fr")
    options: dict[str, OptionValue] = {
        "edition": "fr",
        "fr_recite": True,
        "letter_limits": False,
    }
    seeds = sized(range(6, 7), range(3))
    report = check_game(PROBE, seeds=seeds, lexicon=french, options=options)
    assert report.counts["twins"] > sized(10, 60)

    def scene() -> OneHost:
        lexicons = {"en": LEXICON, "fr": french}
        typed = f"{QUIET} edition=fr".replace("word_check=off", "word_check=reveal")
        return OneHost(PROBE, seats=3, options=typed, lexicons=lexicons)

    blind = ("ann", "cy", "wat", "zoe")
    compare_scripts(scene, ACCENTED, PLAIN, blind=blind)
    compare_scripts(scene, INFLECTED, PLAIN_TOO, blind=blind)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.__name__)
def test_every_leaky_variant_is_caught(variant: Callable[[], AnyGame]) -> None:
    """A game that leaks in one place does not pass, with a seed with which Probe does."""
    with pytest.raises(Leak):
        battery(variant, seeds=range(4, 5), moments=4)

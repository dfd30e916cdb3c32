"""A commitment is the one thing in which two games with other secrets differ, and no help."""

from __future__ import annotations

import hashlib
import re
from itertools import product

from parlour.api import Seat
from parlour.engine import seals
from parlour_kit.two_hosts import OneHost, compare_scripts
from parlour_probe import PROBE
from tests.secrecy.test_secrecy import LEXICON, OTHER, QUIET, SCRIPT

BLIND = ("ann", "wat", "zoe")
"""Those from whom it is hidden what bob and cy hide in another way."""
SEALED = re.compile(
    r'\* \d+ sealed \{"table":1,"seat":([23]),"commitment":"[0-9a-f]{64}","text":\[\]\}'
)


def scene(programs: int = 0, seed: int = 1) -> OneHost:
    """Three players, a watcher, somebody in the lobby."""
    lexicons = {"en": LEXICON}
    return OneHost(PROBE, seats=3, options=QUIET, lexicons=lexicons, programs=programs, seed=seed)


def played(script: tuple[tuple[str, str], ...], *, programs: int = 0, seed: int = 1) -> OneHost:
    """A scene in which all that was said."""
    made = scene(programs, seed)
    for name, line in script:
        made.send(name, line)
    return made


def test_commitments_are_all_in_which_two_games_differ() -> None:
    """Whoever must not know reads the same lines, but for events `sealed` of bob and cy."""
    compared = 0
    for programs in (0, 1):
        one, two = played(SCRIPT, programs=programs), played(OTHER, programs=programs)
        for name in BLIND:
            lines = [each.read(name).decode().splitlines() for each in (one, two)]
            assert len(lines[0]) == len(lines[1])
            for left, right in zip(*lines, strict=True):
                if left == right:
                    continue
                found = SEALED.fullmatch(left), SEALED.fullmatch(right)
                assert found[0], left
                assert found[1], right
                assert found[0][1] == found[1][1]
                compared += 1
    assert compared == 4, "bob and cy, as ann reads it who is a program once, and the watcher"


def test_people_read_no_commitment_to_a_rack() -> None:
    """Their lines are the same to the byte, nothing blurred."""
    one, two = played(SCRIPT), played(OTHER)
    person = [name for name in BLIND if b"* 1 " not in one.read(name)]
    assert person
    for name in person:
        assert one.read(name) == two.read(name)


def test_what_is_blurred_is_nothing_but_commitments_of_this_game() -> None:
    """The bytes outside are those that were read; the seed's commitment is not blurred."""
    made = played(SCRIPT, programs=1)
    for name in ("ann", "bob", "cy", "wat"):
        data, blurred = made.read(name), made.blurred(name)
        for seat, (commitment,) in made.match.seals.items():
            blurred = blurred.replace(b"<seal 0 of seat %d>" % seat, commitment.encode())
        assert blurred == data
        told = made.match.commitment.encode() in made.blurred(name)
        assert told == (b"* 1 " in data), "people ask for it with seals"


def test_everybody_hears_of_a_rack_as_soon_as_it_is_laid_and_not_before() -> None:
    """R-P-9: `sealed` comes with `hid` or `laid` of the same seat, for all who listen."""
    heard = 0
    for programs, names in ((0, ("bob", "wat")), (1, ("ann", "cy"))):
        made = played(SCRIPT, programs=programs)
        for name in names:
            order: list[tuple[str, int]] = []
            for event, body in made.clients[name].events():
                if event == "sealed":
                    order.append(("sealed", body["seat"]))
                elif event in {"probe.hid", "probe.laid"}:
                    order.append(("laid", body["data"]["seat"]))
            assert order == [(what, seat) for seat in (1, 2, 3) for what in ("laid", "sealed")]
            heard += 1
    assert heard == 4


def test_the_right_word_cannot_be_told_from_a_wrong_one() -> None:
    """Tried with everything that a watcher has read, as salt, as key and as prefix."""
    made = played(SCRIPT)
    (told,) = made.match.seals[Seat(2)]
    read = re.findall(rb"[0-9a-f]{16,}|[A-Za-z0-9.]+", made.read("wat"))
    assert told.encode() in read
    words = ("TREASURE", ".PLUNKED", '"TREASURE"', "treasure")
    for key, word in product({*read, b""}, words):
        tries = (key + word.encode(), word.encode() + key)
        assert all(hashlib.sha256(data).hexdigest() != told for data in tries)
        for step in range(4):
            assert seals.of_setup(key, step, Seat(2), word) != told
    seed = made.match.seed
    assert any(seals.of_setup(seed, step, Seat(2), "TREASURE") == told for step in range(4))


def test_the_same_words_in_another_game_have_other_commitments() -> None:
    """Nobody can keep a list of commitments to words."""
    one, two = (played(SCRIPT, seed=seed).match for seed in (1, 2))
    assert one.commitment != two.commitment
    made = [
        commitment for match in (one, two) for each in match.seals.values() for commitment in each
    ]
    assert len(set(made)) == 6


def test_a_twin_with_the_same_words_does_not_differ_at_all() -> None:
    """The comparison itself is not blind: it goes through, and compares everything."""
    assert compare_scripts(scene, SCRIPT, SCRIPT, blind=BLIND) == len(SCRIPT) * len(BLIND)

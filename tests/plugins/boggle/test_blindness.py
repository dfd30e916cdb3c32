"""Nobody learns anything of another player's list before time is up (O-B-4, O-B-21, 2.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import msgspec
import pytest

from parlour import SPECTATOR, Context, Reader, Refused, Seat, Viewer
from parlour.rendering import drawn
from parlour_boggle import BOGGLE
from parlour_boggle.heard import Begun, BoggleHeard, Noted, Read, Totals
from parlour_boggle.moves import TakeBack, Write
from parlour_boggle.state import Phase, Sheet
from parlour_kit import Leak, check_game
from parlour_kit.two_hosts import OneHost, compare_newcomer, compare_now, play_both
from tests.plugins.boggle.leaky import VARIANTS, Boggle
from tests.plugins.boggle.playbook import (
    ELSEWHERE,
    ENGLISH,
    NAMES,
    REAL,
    ROWS,
    WORDS,
    A,
    B,
    C,
    Looked,
    Play,
    Untouched,
)
from tests.sizes import sized

POOL = (*REAL, *ELSEWHERE, "ab", "xyz", "tac")


SELDOM = {"came": 18, "free": 4}
"""The first of the games in which a leak is found that shows in few of them."""
FIRST = 1
"""Random games before the scripts, which cost less than more of them."""


def battery(game: Boggle, *, seeds: range) -> Counter[str]:
    """Ask everything at random moments, and answer whole lines; how often. Raises Leak."""
    counts = _asked(game, seeds[:FIRST])
    check_acknowledgements(game)
    counts["lines"] = sum(compare_lines(game, each) for each in ("deferred", "immediate"))
    return counts + _asked(game, seeds[FIRST:])


def _asked(game: Boggle, seeds: range) -> Counter[str]:
    return check_game(game, seeds=seeds, lexicon=WORDS).counts


def check_acknowledgements(game: Boggle) -> None:
    """Until time is up the answer to a word that the board can spell is the same whatever the word
    is worth, and whoever has it; only the word itself differs. Raises Leak.
    """
    for words in (("dog", "tac", "qua", "cat", "ten"), ("xyz", "zoo", "house")):
        _check_alike(game, words)


def _check_alike(game: Boggle, words: Sequence[str]) -> None:
    """The same for *words* that the board can spell, or for some that it cannot."""
    play = Play()
    play.word(B, "dog qua tac zoo")
    answers: set[tuple[bytes, ...]] = set()
    for word in words:
        ctx = Context(now=5, seed=b"", number=9, lexicon=WORDS)
        step = game.rules.apply(play.state, A, Write((word,)), ctx)
        heard = [game.views.hear(event, A) for event in step.events]
        scene = game.text_ui.draw(game.views.look(step.state, A), reader(A))
        texts = [
            *(msgspec.json.encode(each) for each in heard),
            *(line.encode() for h in heard if h for line in game.text_ui.say(h, reader(A))),
            *(line.encode() for line in drawn(scene, 79)),
        ]
        answers.add(tuple(text.replace(word.encode(), b"...") for text in texts))
    if len(answers) > 1:
        raise Leak(f"the acknowledgement tells what a word is worth: {answers}")
    try:
        ctx = Context(now=5, seed=b"", number=9, lexicon=Untouched())
        game.rules.apply(play.state, A, Write(("cat",)), ctx)
    except Looked as looked:
        raise Leak(f"how long the acknowledgement takes tells what a word is: {looked}") from None


def reader(viewer: Viewer) -> Reader:
    return Reader(viewer, NAMES)


# --- a whole host, both voices ------------------------------------------------------------

PROBES = (
    "look",
    "scores",
    "tables",
    "who",
    "options",
    "help",
    "history",
    "seals",
    "why dog",
    "path cat",
)
"""What anybody may ask at any moment, with a slash, and gets the same answer to."""
SCRIPT = (
    ("ann", "cat tea"),
    ("bob", "cat"),
    ("bob", "/take back cat"),
    ("cy", "house zzz"),
    ("wat", "say good luck"),
    ("bob", "dog, ring"),
    ("ann", "tea"),
    ("bob", "quite a lot of words, and none of them any good"),
)
OTHER = (
    ("ann", "cat tea"),
    ("bob", "zebra house"),
    ("bob", "/say hm"),
    ("cy", "house zzz"),
    ("wat", "say good luck"),
    ("bob", "tea"),
    ("ann", "tea"),
    ("bob", "/look"),
)
"""What bob does in the other game; what he says to all is left out of both."""


def compare_lines(game: Boggle, verdicts: str) -> int:
    """Two hosts that differ only in the list of bob: everybody else reads the same bytes, with
    everything he may ask, and the hosts wait for the same moment. Raises Leak.
    """
    compared = 0
    other = [(name, line if line != "/say hm" else "/why cat") for name, line in OTHER]
    for programs in sized((1,), (0, 1)):
        one, two = (
            OneHost(
                game,
                seats=3,
                options=f"verdicts={verdicts}",
                lexicons={"en": ENGLISH},
                programs=programs,
            )
            for _ in range(2)
        )
        assert one.match.state == two.match.state
        for (name, line), (also, secret) in zip(SCRIPT, other, strict=True):
            assert name == also
            one.send(name, line)
            two.send(name, secret)
            for viewer in ("ann", "cy", "wat", "zoe"):
                for probe in PROBES:
                    one.send(viewer, f"/{probe}")
                    two.send(viewer, f"/{probe}")
                if one.read(viewer) != two.read(viewer):
                    raise Leak(f"after '{line}' of {name}, {viewer} reads something else")
                compared += 1
            if one.host.house.next_due != two.host.house.next_due:
                raise Leak(f"after '{line}' the host waits for another moment")
    return compared


def both(seed: int) -> tuple[OneHost, OneHost]:
    """The same match twice, on hosts of their own, some random words into its first round."""
    one, two = (
        OneHost(BOGGLE, seats=3, options="target=50", lexicons={"en": ENGLISH}, programs=seed % 2)
        for _ in range(2)
    )
    rng = Random(seed)
    for _ in range(seed * 2):
        assert play_both(one, two, rng)
    return one, two


@pytest.mark.parametrize("seed", sized((1, 4), range(6)))
def test_a_newcomer_in_a_round_learns_nothing_of_what_was_written(seed: int) -> None:
    """O-B-17, 2.5: whatever the lists are, he, the watcher and the lobby read the same bytes."""
    assert compare_newcomer(*both(seed), Random(seed)) == 4


@pytest.mark.parametrize("seed", sized((1, 4), range(6)))
def test_a_newcomer_who_looks_on_is_told_nothing_that_others_write(seed: int) -> None:
    """O-B-17, 2.5: whatever he asks, in all of the round in which he sat down."""
    one, two = both(seed)
    for scene in (one, two):
        scene.enter("dee")
        scene.send("dee", "/join 1")
    rng = Random(seed)
    for _ in range(seed):
        assert play_both(one, two, rng)
    assert Seat(4) in one.match.seats
    compare_now(one, two, Seat(4), rng)


@pytest.mark.parametrize("seed", range(3))
def test_a_newcomer_sees_what_a_watcher_sees(seed: int) -> None:
    """O-B-17: until the next round begins, but for his own seat; in the pause as well."""
    rng = Random(seed)
    play = Play(2, target=50, pause_seconds=seed + 1)
    play.word(A, "cat")
    play.join(C)
    assert play.heard(C) == play.heard(SPECTATOR)
    for _ in range(2):
        for words in ("tea house", "xyz", "catso"):
            assert replace(play.look(C), me=None) == play.look(SPECTATOR)
            for viewer in (C, SPECTATOR):
                assert BOGGLE.views.resample(play.state, viewer, rng).sheet(C) == Sheet()
            if play.state.in_round:
                play.word(B, words)
                assert play.heard(C) == []
        play.time_up()
    assert play.look(C).own == ()


@pytest.mark.sweep
def test_nothing_is_told_early() -> None:
    """O-B-4, O-B-21, G-3: not a list, not a count, not that somebody has a word, at no moment of
    random rounds, to no seat and no watcher, in neither voice, whatever the options.
    """
    seeds = sized(range(10, 11), range(5))
    counts = battery(BOGGLE, seeds=seeds)
    assert counts["games"] == len(seeds)
    assert counts["twins"] + counts["lines"] > 40 * len(seeds)


@pytest.mark.sweep
@pytest.mark.parametrize("name", VARIANTS)
def test_a_leak_is_found(name: str) -> None:
    """The same battery catches each variant that tells something. Two show in few of the
    games, so we begin shortly before one of those.
    """
    first = SELDOM.get(name, 0)
    with pytest.raises(Leak):
        battery(VARIANTS[name](), seeds=range(first, first + 20))


def test_a_word_is_heard_by_its_writer_alone() -> None:
    """O-B-4: nobody else hears that anything happened, and no prompt but his own changes.
    2.5: he sees his list and its verdicts, a watcher the board, the cube and the time.
    """
    play = Play(4, challenge=True, cube=4, verdicts="immediate")
    before = play.prompts()
    play.word(B, "cat house")
    for viewer in (A, C, SPECTATOR):
        assert play.heard(viewer) == []
    assert isinstance(play.heard(B)[0], Noted)
    changed = [seat for seat, prompt in play.prompts().items() if prompt != before[seat]]
    assert changed == [B]
    own = play.look(B).own
    assert own is not None
    assert {word: group.verdict.value for group in own for word in group.words} == {
        "cat": "ok",
        "house": "not_on_board",
    }
    assert play.look(A).own == ()
    view = play.look(SPECTATOR)
    assert (view.rows, view.cube, view.own) == (ROWS, 4, None)
    assert (view.lists, view.missed, view.held) == ((), (), None)


def moments(seed: int) -> Iterator[Play]:
    """A match that is driven by hand, with leavers, after each step."""
    rng = Random(seed)
    play = Play(3, target=50, max_rounds=2, rows=None, lag_credit=100, pause_seconds=0)
    while not play.over:
        yield play
        seats = [seat for seat, prompt in play.prompts().items() if prompt.bare]
        if seats and rng.random() < 0.8:
            play.word(rng.choice(seats), rng.choice(POOL))
        elif play.state.due is not None:
            play.time_up()
        else:
            play.next(rng.choice(sorted(play.prompts())))
    yield play


def test_words_and_paths_are_shown_when_the_lists_are_read_and_no_sooner() -> None:
    """O-B-4: not even to a watcher, and the refusal is the same for every word. What all may
    know, all hear alike.
    """
    texts: set[str] = set()
    for play in moments(2):
        read = play.phase in (Phase.PAUSE, Phase.OVER)
        for viewer in (A, B, SPECTATOR):
            for word in ("cat", "xyz"):
                assert BOGGLE.views.may_look_up(play.state, viewer, word) == read
        for word in ("cat", "xyz", "not one word", ""):
            try:
                play.path(word)
            except Refused as refusal:
                if not read:
                    texts.add(refusal.text)
            else:
                assert read
        heard: list[Sequence[BoggleHeard]] = [
            [each for each in play.heard(viewer) if isinstance(each, (Begun, Read, Totals))]
            for viewer in (A, B, C, SPECTATOR)
        ]
        assert all(each == heard[0] for each in heard)
    assert texts == {"You can look up paths when the round is over."}


@pytest.mark.parametrize("viewer", [A, B, SPECTATOR])
def test_twins(viewer: Viewer) -> None:
    """A twin looks the same and differs in every list of the others, before time and after."""
    play = Play(lag_credit=100)
    play.word(A, "cat tea tea")
    play.word(B, "cat house house")
    for _ in range(2):
        for seed in range(20):
            twin = BOGGLE.views.resample(play.state, viewer, Random(seed))
            assert BOGGLE.views.look(twin, viewer) == play.look(viewer)
            others = [seat for seat in (A, B, C) if seat != viewer]
            assert all(twin.sheet(seat) != play.sheet(seat) for seat in others)
        play.time_up()
    assert BOGGLE.views.resample(play.state, viewer, Random(1)) == play.state


def test_secrets_do_not_print() -> None:
    """Logs hold no lists."""
    play = Play()
    play.word(A, "cat")
    (noted,) = play.events
    for value in (play.state, noted, Write(("cat",)), TakeBack(("cat",)), play.look(A)):
        assert "cat" not in repr(value)

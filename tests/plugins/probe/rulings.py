"""Rulings as they are played: what is typed, and what is read and scored then.

A ruling is a paragraph. Its first line names the rules and what they say. Then come the table,
what happens, and what follows, a line each; a line that begins with `|` goes on with the last.

    rows FISH TREE CALM       the words by seat, hidden in spite of a warning; without a check, if
                              nothing else is said; of two players: `FISH BREAD / TREE CALM`
    rows - - -                nobody has hidden a word yet; of two players: `- - / - -`
    deck X3 LEFT              the activity cards; then all turns are normal, or behind `end` none
    with word_check=reveal    options
    a ask b e                 ann types a line; with `-> TEXT` it is refused, free of charge
    b hit a 3                 bob asks for the card at that space of ann, who shows that one
    up b 1-3 5                cards are turned up by hand (of two racks: `bL`, `bR`)
    time, now 20, leave b     the clock runs out, stands at so many seconds, bob leaves
    > TEXT    c> TEXT         what a watcher reads of the last step, or cy: nothing, or lines
    b? TEXT    b: TEXT        what bob is asked to do; what the drawing says in words
    = 5 0 0                   the scores
    face b ??E?               what all see of a rack
    may b show guess          what bob may do; the first verb is urgent unless it is a guess
    due 60                    the seconds that the clock shows; - for none
    final 0 2 2               turns to come in the final rounds
    over a b                  the game is over, and these have won

Lines of text are joined with ` | `; ` ...` at the end stands for what follows. Steps without a
text may be on one line, with `; ` between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from parlour import SPECTATOR, Lexicon, OptionValue, Refused, Seat
from tests.plugins.probe.playbook import NAMES, WORDS, Play

ROWS = "..TREASURER. LANTERN... CROCODILE"
SEATS = {name[0]: seat for seat, name in NAMES.items()}
SIDES = {"": 0, "L": 1, "R": 2}
WIDE = 1_000


class Ruling(NamedTuple):
    """A paragraph."""

    title: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return self.title


def rulings(text: str) -> list[Ruling]:
    """The rulings in *text*."""
    paragraphs = text.replace("\n| ", " ").strip().split("\n\n")
    return [Ruling(first, tuple(lines)) for first, *lines in map(str.splitlines, paragraphs)]


def check(
    ruling: Ruling, rows: str = ROWS, lexicon: Lexicon = WORDS, **options: OptionValue
) -> Play:
    """Play *ruling*, with these *rows* and *options* if it names no others. Returns the game."""
    told: dict[str, list[str]] = {"rows": [rows], "deck": [""], "with": [""]}
    steps = [
        step
        for line in ruling.lines
        if line.split()[0] not in told
        for step in ([line] if ">" in line or line[1:2] in ("?", ":") else line.split("; "))
    ]
    for line in ruling.lines:
        word, _, rest = line.partition(" ")
        if word in told:
            told[word].append(rest)
    one, two = (tuple(part.split()) for part in (told["rows"][-1] + " / ").split("/")[:2])
    hidden = "-" not in one
    *cards, last = told["deck"][-1].split() or [""]
    play = Play(
        ([(one[0], one[1]), (two[0], two[1])] if two else one) if hidden else None,
        seats=2 if two else len(one),
        deck=cards if last == "end" else [*cards, *last.split(), *["NORMAL"] * 12],
        lexicon=lexicon,
        options={
            "first_player": 1,
            **options,
            **dict(map(_option, " ".join(told["with"]).split())),
        },
    )
    for rack in play.state.racks:
        if rack.warned:
            play.hide(rack.owner, rack.warned, rack.index)
    for line in steps:
        word, _, rest = line.partition(" ")
        found = _seen(play, word, rest)
        if found is None:
            _do(play, word, rest)
        else:
            said, begins = f"{word} {found}".rstrip(), line.removesuffix(" ...")
            assert (said[: len(begins)] if begins != line else said) == begins
    return play


def _option(text: str) -> tuple[str, OptionValue]:
    name, _, value = text.partition("=")
    return name, {"yes": True, "no": False}.get(value, int(value) if value.isdigit() else value)


def _rack(word: str) -> tuple[Seat, int]:
    """Of `b`, or of two racks `bL`."""
    return SEATS[word[0]], SIDES[word[1:]]


def _seen(play: Play, word: str, rest: str) -> str | None:
    """What is to be compared with the line *word* *rest*; None: it is something to be done."""
    who, _, _ = rest.partition(" ")
    match word:
        case "=":
            return " ".join(map(str, play.scores))
        case "face":
            return f"{who} {play.face(*_rack(who))}"
        case "may":
            return " ".join([who, *play.verbs(SEATS[who])])
        case "due":
            return "-" if play.deadline is None else str((play.deadline - play.now) // 1000)
        case "final":
            return " ".join(map(str, play.turns_left()))
        case "over":
            return " ".join(sorted(NAMES[seat][0] for seat in play.winners)) if play.over else "-"
        case _ if word.endswith("?"):
            return _texts(play.asked(SEATS[word[0]], WIDE))
        case _ if word.endswith(":"):
            return _texts(play.shown(SEATS[word[0]], WIDE))
        case _ if word.endswith(">"):
            return _texts(play.told(SEATS.get(word[0], SPECTATOR), WIDE))
        case _:
            return None


def _texts(lines: Iterable[str]) -> str:
    """Return *lines* without drawings."""
    return " | ".join(line for line in lines if "  " not in line)


def _do(play: Play, word: str, rest: str) -> None:
    match word, rest.split():
        case "up", [who, *spaces]:
            seat, rack = _rack(who)
            play.open(seat, *_spaces(spaces), rack=rack)
        case "time", _:
            play.time_up()
        case "now", [seconds]:
            play.now = int(seconds) * 1000
        case "leave", [who]:
            play.leave(SEATS[who])
        case _, ["hit", who, space]:
            target, rack = _rack(who)
            play.hit(SEATS[word], target, int(space), rack)
        case _:
            typed, refused, text = rest.partition(" -> ")
            verb, _, rest = typed.partition(" ")
            if not refused:
                play.move(SEATS[word], play.parsed(SEATS[word], verb, rest))
                return
            try:
                refusal = play.refused(SEATS[word], play.parsed(SEATS[word], verb, rest))
            except Refused as unread:
                refusal = unread
            assert refusal.text == text, typed


def _spaces(words: list[str]) -> Iterator[int]:
    for word in words:
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)

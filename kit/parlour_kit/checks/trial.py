"""The game under examination, and the random games that all checks share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from random import Random
from typing import Any, Final, TypeAlias

from parlour.api import SPECTATOR, AnyGame, Lexicon, Reader, Refused, Seat, Viewer
from parlour_kit.checks.finding import Fault, Finding, NotChecked, as_lines, crash
from parlour_kit.checks.story import AT_START, Story, players, shortest
from parlour_kit.leaks import Known, Leak
from parlour_kit.playing import NAMES, Act, Mishap, Moment, heard_of, names_for, play
from parlour_kit.variety import Row, rows_of

GAMES: Final = 12
"""Random games to play by default."""
KEPT: Final = 1_500
"""The most moments of a game to keep."""
USUAL: Final = 3
"""The games at the beginning that have the usual options, and so have half of those after them."""
OPENINGS: Final = 2
"""Openings for each of these games, or more if the default games need more to open every row."""
LENGTHS: Final = (12, 40)
"""Moments after which an opening ends."""
RESTLESS: Final = 4
"""In one of so many games, players often leave or miss their turn: most secrets outlive that."""
SHARE: Final = 0.2
"""The share of moves with words from the position."""
TRIES: Final = 2
"""Seeds with which to look for a fault again in a shorter game."""
FINDINGS: Final = 5
"""The most findings of one check: those of a game with more faults would hide each other."""


@dataclass
class Playout:
    """One random game, as far as it came."""

    seed: int
    seats: tuple[Seat, ...] = ()
    row: int = 0
    """The row of the table in `Trial.rows`, for an opening."""
    moments: list[Moment] = field(default_factory=list[Moment])
    ended: BaseException | None = None
    """What stopped it, if it did not come to its end."""
    tried: Act | None = None
    """What happened last, perhaps without success."""


Examine: TypeAlias = Callable[["Trial", Moment, Random], None]
"""Examines one moment. Raises Fault, Leak, or whatever the game raises."""


class Enough(Exception):
    """A check has found as much as it tells."""


class CheckFailed(Exception):
    """A check found something after which it cannot go on."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.found)
        self.finding = finding


class Trial:
    """A game, and what the checks have in common.

    * *games*: how many random games to play, with the seeds from *seed* on.
    * *origin*: where another process finds the game, as `module:id`. Without it, the game is
      compared with itself in this process only.
    * *findings*: after how many findings a check stops.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        games: int = GAMES,
        seed: int = 0,
        lexicon: Lexicon | None = None,
        lists: Mapping[str, Lexicon] | None = None,
        origin: str | None = None,
        findings: int = FINDINGS,
    ) -> None:
        self.game = game
        self.seeds = range(seed, seed + games)
        self.lexicon = lexicon
        self.lists: Mapping[str, Lexicon] = {} if lists is None else lists
        self.origin = origin
        self.most = findings
        self.begin("")

    def begin(self, check: str) -> None:
        """Begin the check of that name: it has found nothing yet."""
        self.check = check
        self.findings: list[Finding] = []
        """What it has found so far, each fault once."""
        self.known = Known()
        self._marks: set[tuple[str, str]] = set()

    @cached_property
    def played(self) -> tuple[Playout, ...]:
        return tuple(map(self._play, self.seeds))

    @property
    def counts(self) -> list[int]:
        """The numbers of players to try: the fewest, the most, and some between."""
        seats = self.game.seats
        return sorted({seats[0], seats[-1], *(seats[at] for at in range(min(len(seats), 6)))})

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The tables to try: together they have every number of players and every option."""
        return tuple(rows_of(self.game))

    @cached_property
    def openings(self) -> tuple[Playout, ...]:
        """The beginnings of games at the tables of `rows`, some for each seed."""
        each = max(OPENINGS, ceil(len(self.rows) / GAMES))
        numbers = (seed * each + number for seed in self.seeds for number in range(each))
        return tuple(self._open(number // each, number % len(self.rows)) for number in numbers)

    def _open(self, seed: int, number: int) -> Playout:
        length = LENGTHS[number % len(LENGTHS)]
        return self._try(Playout(seed, row=number), self.rows[number], Random(seed), length)

    def _play(self, seed: int) -> Playout:
        """Play the game *seed*. All follows from the seed, so that we can play one game again."""
        if seed < USUAL or seed % 2 == 0:
            row = Row(self.counts[seed % len(self.counts)])
        else:
            row = self.rows[(seed - 1) // 2 % len(self.rows)]
        return self._try(Playout(seed), row, Random(seed), KEPT)

    def _try(self, found: Playout, row: Row, rng: Random, kept: int) -> Playout:
        """Play at the table *row*, or with fewer options if the game refuses them."""

        def trying(act: Act) -> None:
            found.tried = act

        seed = found.seed
        for tried in row.fewer(rng):
            found.seats = tuple(Seat(each) for each in range(1, tried.seats + 1))
            moments = play(
                self.game,
                rng,
                seats=tried.seats,
                options=tried.options,
                lexicon=self.lexicon,
                lists=self.lists,
                bold=SHARE if seed % 3 else 0.0,
                restless=seed % RESTLESS == RESTLESS - 1,
                trying=trying,
            )
            try:
                for moment in moments:
                    if len(found.moments) < kept:
                        found.moments.append(moment)
                    elif kept < KEPT:
                        break
            except Refused as refused:
                if not found.moments:
                    text = f"{tried.seats} players and the default options are refused: {refused}"
                    found.ended = Mishap("unplayable", text, refusal=str(refused))
                    continue  # these options cannot be played
                found.ended = refused
            except Exception as error:  # noqa: BLE001 - a fault of the game, which a check tells
                found.ended = error
            else:
                found.ended = None
            break
        return found

    def needs_host(self) -> None:
        """Raise NotChecked if the game needs more players than we seat on a host."""
        if self.game.seats[0] > len(NAMES):
            raise NotChecked(f"it needs more than {len(NAMES)} players")

    # --- going through the games -----------------------------------------------------------

    def each_moment(self, *examines: Examine, each: int = 12) -> str:
        """Examine up to *each* moments of every game. Keeps the findings. Raises Enough."""
        count = 0
        for played in self.played:
            rng = Random(played.seed)
            for index in _spread(len(played.moments), each, rng):
                count += 1
                for examine in examines:
                    self.examine(played, index, examine)
        if not count:
            raise NotChecked("no random game has begun")
        return f"{count} positions of {len(self.played)} games"

    def examine(self, played: Playout, index: int, examine: Examine) -> None:
        """Examine one moment of *played*, again after each finding. Raises Enough."""
        again = True
        while again:
            again = False
            try:
                examine(self, played.moments[index], self._luck(played, index))
            except Exception as error:  # noqa: BLE001 - a fault of the game, which we tell
                # A leak that is known stays out of the way of the next one.
                again = self.tell(error, played, index, examine) and isinstance(error, Leak)

    def tell(
        self,
        error: BaseException,
        played: Playout | None = None,
        index: int = 0,
        examine: Examine | None = None,
        *,
        seed: int | None = None,
        told: Sequence[str] = (),
    ) -> bool:
        """Keep the finding for *error*, as `found` makes it. Return False if it is known.

        Raises Enough when there are as many findings as a check tells.
        """
        mark = _mark(error)
        if mark in self._marks:
            return False
        self._marks.add(mark)
        failed = self.found(error, played, index, examine, seed=seed, told=told)
        self.keep(failed)
        if isinstance(error, Leak):
            self.known.marks.add(error.mark)
        return True

    def keep(self, failed: CheckFailed) -> None:
        """Keep a finding. Raises Enough when there are as many as a check tells."""
        if any(_is_same(each, failed.finding) for each in self.findings):
            return
        self.findings.append(failed.finding)
        if len(self.findings) >= self.most:
            raise Enough

    def _luck(self, played: Playout, index: int, salt: int = 0) -> Random:
        return Random(f"{played.seed}/{played.row}/{index}/{salt}")

    def found(
        self,
        error: BaseException,
        played: Playout | None = None,
        index: int = 0,
        examine: Examine | None = None,
        *,
        seed: int | None = None,
        told: Sequence[str] = (),
    ) -> CheckFailed:
        """Return the finding for *error*, with the shortest game that shows it.

        *told* is that game if there is no other way to tell it.
        """
        story = tuple(told) or tuple(getattr(error, "story", ()))
        tale: Story | None = None
        if played is not None and played.moments:
            tale = Story.of(self.game, played.moments[: index + 1])
            if examine is not None:
                sought = _Sought(error)

                def fails(moment: Moment, stopped: BaseException | None) -> bool:
                    return stopped is None and any(
                        sought.shows(examine, self, moment, self._luck(played, index, salt))
                        for salt in range(TRIES)
                    )

                tale = shortest(tale, fails)
                error = sought.last
            story = tuple(tale.told())
        return self._finding(error, story, played.seed if played is not None else seed, tale)

    def stopped(self, error: BaseException, played: Playout) -> None:
        """Keep the finding for what stopped *played*, with the shortest game that ends so."""
        mark = _mark(error)
        if mark in self._marks:
            return
        self._marks.add(mark)
        if not played.moments or played.tried is None:
            self.keep(self._finding(error, (players(played.seats),), played.seed))
            return
        tale = Story.of(self.game, played.moments)
        if len(played.moments) < KEPT:
            tale = replace(tale, acts=(*tale.acts, played.tried))
        sought = _Sought(error)

        def fails(_: Moment, stopped: BaseException | None) -> bool:
            return stopped is not None and sought.is_it(stopped)

        tale = shortest(tale, fails, look=0)
        self.keep(self._finding(sought.last, tale.told(), played.seed, tale))

    def _finding(
        self,
        error: BaseException,
        story: Sequence[str],
        seed: int | None,
        tale: Story | None = None,
    ) -> CheckFailed:
        fault = as_fault(error)
        then = (*fault.then, *getattr(error, "__notes__", ()))
        if story and then:
            story = (story[0].removesuffix(AT_START), *story[1:], *then)
        pair = as_lines(*fault.pair) if fault.pair is not None else None
        place = error.where if isinstance(error, Leak) else ""
        where = error.find(place) if isinstance(error, Leak) and error.find else ""
        viewer = error.viewer if isinstance(error, Leak) else None
        position = None if tale is None else tale.position(fault.found, viewer)
        finding = Finding(
            self.check, fault.found, fault.mend, seed, story, pair, where, place, position
        )
        return CheckFailed(finding)


def _is_same(one: Finding, other: Finding) -> bool:
    """Check whether one line of the game makes both, or one sentence tells both."""
    if one.where and one.where == other.where:
        return one.place == other.place or "" in (one.place, other.place)
    return one.found == other.found


def _spread(length: int, each: int, rng: Random) -> list[int]:
    """Return up to *each* places in a list of that length: the first, the last two, some between.

    Before the last step, much is hidden that it may show.
    """
    if length <= each:
        return list(range(length))
    early = range(1, min(length, 4))
    rest = rng.sample(range(length), each - len(early) - 1)
    return sorted({0, length - 2, length - 1, *early, *rest})


def _mark(error: BaseException) -> tuple[str, str]:
    """Return what two errors have in common if they show the same fault of a game."""
    match error:
        case Leak():
            return error.mark
        case Fault():
            return "Fault", error.mend
        case _:
            return type(error).__name__, crash(error).found.partition("\n")[2]


class _Sought:
    """A fault to see again in shorter games. `last` is what was seen last."""

    def __init__(self, error: BaseException) -> None:
        self._mark = _mark(error)
        self.last = error

    def is_it(self, error: BaseException) -> bool:
        """Check whether *error* shows the same fault, and keep it if so."""
        if _mark(error) != self._mark:
            return False
        self.last = error
        return True

    def shows(self, examine: Examine, trial: Trial, moment: Moment, rng: Random) -> bool:
        """Check whether *moment* shows the same fault."""
        try:
            examine(trial, moment, rng)
        except Exception as error:  # noqa: BLE001 - as above
            return self.is_it(error)
        return False


def as_fault(error: BaseException) -> Fault:
    """Return any error as something to tell the author."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, Leak):
        return _of_leak(error)
    if isinstance(error, Mishap):
        mend = "return what the method promises: see docs/reference/game.md."
        return Fault(_sentence(str(error)), mend)
    return crash(error)


def _of_leak(leak: Leak) -> Fault:
    text = str(leak)
    if leak.what.endswith("is allowed"):
        return Fault(_sentence(text), _ALLOWED)
    mends = (m for key, m in _MENDS if leak.what.startswith(key) or text.startswith(key))
    mend = next(mends, "show a viewer only what they may know, in every method of Views.")
    if leak.viewer is None:
        return Fault(_sentence(text), mend)
    who = "the watcher"
    if leak.viewer is not SPECTATOR:
        who = f"seat {leak.viewer}, {names_for((leak.viewer,))[leak.viewer]},"
    gives = "give" if leak.what == "the scores" else "gives"
    found = f"{_sentence(leak.what)[:-1]} {gives} away to {who} what is hidden from them."
    return Fault(found, mend, pair=leak.pair)


def _sentence(text: str) -> str:
    first = text[:1].upper() + text[1:]
    return first if first.endswith(".") else f"{first}."


_ALLOWED: Final = (
    "a player may try any move, and learns from each refusal. Show in Views.look or in the prompt "
    "why the move is not possible, or accept it in both cases."
)
_DRAWN: Final = (
    "TextUI.draw must use nothing but the view and the reader. It seems to know the state, or to "
    "remember something."
)
_MENDS: Final = (
    (
        "a chapter later",
        "a chapter may end only when nothing that was hidden in it matters any more. Drop it from "
        "the state when the chapter ends, draw the luck of the next one then (ctx.rng), or let "
        "the chapter end later.",
    ),
    (
        "the view of a watcher",
        "anybody can watch, and tell a player. So let Views.look show SPECTATOR only what every "
        "player may know. If this player may know it too, let Views.resample keep it for them.",
    ),
    (
        "the view after a secret move",
        "anybody can watch, and tell a player. So let Views.look show it to nobody but the mover "
        "before all have chosen, and let Views.resample draw it again. If all may know it at "
        "once, let Views.variants return nothing for such a move.",
    ),
    (
        "what is heard of a secret move",
        "let Views.hear tell it to nobody but the mover before all have chosen. If all may know "
        "it at once, let Views.variants return nothing for such a move.",
    ),
    (
        "the view",
        "if they may not know it, let Views.look leave it out: lengths, counts and the order "
        "count too. If they may know it, let Views.resample keep it: it changes only what the "
        "viewer cannot see, and keeps what their own seat knows.",
    ),
    ("the scene", _DRAWN),
    ("look", _DRAWN),
    (
        "the question",
        "TextUI.ask must use nothing but the prompt, the view and the reader.",
    ),
    (
        "the prompt",
        "Rules.prompts offers a seat something that follows from what the seat may not know. "
        "Offer the same moves whatever is hidden, or show in Views.look why not. The order counts "
        "too.",
    ),
    (
        "what is heard",
        "Views.hear must return the same for both, or None: the viewer sees the same before and "
        "after. If the rules let them learn it, Views.look must show it, or Views.reveals must "
        "return it.",
    ),
    (
        "that ",
        "nobody may hear of a move that changes nothing they can see: Views.hear must return None "
        "for them. If the rules let them know, Views.look must show it, or Views.reveals must "
        "return it.",
    ),
    (
        "the answer to",
        "a refusal or an answer must follow from what the player sees. Word it the same whatever "
        "is hidden.",
    ),
    (
        "may_look_up",
        "Views.may_look_up must depend on nothing but what the viewer may know.",
    ),
    (
        "who may talk",
        "Views.may_talk must follow from what everybody knows.",
    ),
    (
        "the deadline after",
        "nothing else of this move can be seen, so it may not move the clock either. Let "
        "Rules.deadline return the same as before. Or show the move in Views.look, if everybody "
        "may know of it.",
    ),
    (
        "the deadline",
        "everybody sees the clock. Rules.deadline must not depend on anything hidden.",
    ),
    (
        "who hears",
        "a speaker learns whether a channel is open to them. Views.channel must follow from what "
        "the speaker knows.",
    ),
    (
        "whom they hear",
        "who hears somebody in a channel learns why. Let Views.look show them who may talk to "
        "them there, or keep them out of what Views.channel returns.",
    ),
    ("the end", "everybody sees the end. Rules.is_over must not depend on anything hidden."),
    (
        "whom the game waits for",
        "everybody learns for whom the game waits: a Prompt that is urgent. Make it urgent only "
        "if everybody may know.",
    ),
    (
        "whom the game takes",
        "everybody may learn which seats are free. Rules.free must not depend on anything hidden.",
    ),
    ("the scores", "scores are public. Scoring.scores must not count anything hidden yet."),
    (
        "the repr",
        "keep hidden fields out of `repr`, with field(repr=False) in a dataclass, so that no log "
        "and no error message shows them.",
    ),
    (
        "what is logged",
        "a game must not log or print anything: a log shows it to the operator, who may be "
        "playing.",
    ),
    (
        "the time that the bot",
        "Thought.after_ms must be the same whatever the move is, unless everybody may know why.",
    ),
    (
        "the bot",
        "a bot may use only its memory, its view, its prompt and its luck. It seems to know the "
        "state.",
    ),
    (
        "the sentence about",
        "TextUI.say must use nothing but what is heard and the reader. It seems to know the "
        "state, or to remember what it drew for somebody else: one object writes for everybody.",
    ),
    (
        "the sentence of",
        "TextUI.say must tell the same to everybody who is not in Heard.addressees.",
    ),
    (
        "who has hidden something",
        "Step.sealed tells everybody that a seat has hidden something. Seal only what everybody "
        "knows has happened.",
    ),
    (
        "the time that",
        "do not ask the word list about a word before Views.may_look_up allows it.",
    ),
    (
        "two hosts that run",
        "if the rules let them learn it, Views.look must show it, or Views.reveals must return "
        "it. Otherwise something outside the view gives it away: an event too many, another "
        "deadline, another prompt, or a bot that moves earlier. Compare what the rules do in both "
        "cases.",
    ),
    (
        "resample",
        "let Views.resample draw new values for everything that is hidden from the viewer.",
    ),
)
"""How to mend a leak, by the beginning of what reveals it."""


@dataclass(frozen=True)
class Eyes:
    """One viewer of a position, with what the text needs."""

    viewer: Viewer
    view: Any
    reader: Reader


def eyes_of(
    trial: Trial, moment: Moment, width: int = 79, names: Mapping[Seat, str] | None = None
) -> Iterator[Eyes]:
    """Yield every viewer of a position, to whom the players have the usual names or *names*."""
    names = names_for(moment.seats) if names is None else names
    viewers: tuple[Viewer, ...] = (*moment.seats, SPECTATOR)
    for viewer in viewers:
        view = trial.game.views.look(moment.state, viewer)
        yield Eyes(viewer, view, Reader(viewer, names, width))


def show(trial: Trial, moment: Moment, eyes: Eyes) -> None:
    """Do what a host does to show a moment to one viewer: draw the view, and tell the events."""
    game = trial.game
    game.text_ui.draw(eyes.view, eyes.reader)
    for heard in heard_of(game, moment.step.events, eyes.viewer):
        game.text_ui.say(heard, eyes.reader)


def who(seat: Seat | Viewer, moment: Moment) -> str:
    return "the watcher" if seat is SPECTATOR else names_for(moment.seats)[Seat(seat)]

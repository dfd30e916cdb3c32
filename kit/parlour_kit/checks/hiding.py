"""Checks that nobody learns what is hidden: `parlour_kit.check_game`, check by check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, Final

from parlour_kit import blindness
from parlour_kit.checking import check_moment
from parlour_kit.checks.company import check_company
from parlour_kit.checks.finding import Fault, NotChecked
from parlour_kit.checks.trial import Examine, Playout, Trial
from parlour_kit.hidden import ENOUGH, Fields, as_json
from parlour_kit.inquiry import Inquiry, SecretMoves, listening
from parlour_kit.leaks import Leak
from parlour_kit.minds import Times, WatchedBot
from parlour_kit.playing import Act, Moment
from parlour_kit.running import check_hosts

EACH: Final = 10
"""Moments of each game to ask about."""
EARLY: Final = 4
"""Moments at the beginning of each opening, at which every seat is asked about."""
LATER: Final = 3
"""Moments of each opening after those."""
AGAIN: Final = 20
"""Moments at which a watcher could tell secret moves apart, to look at again."""
LEAVERS: Final = 2
"""Players who leave at each of these moments, to see what somebody else learns of it."""


def blind(trial: Trial) -> str:
    """Compare positions that look the same to a viewer. They must stay the same to them."""
    counts = Counter[str]()
    log: list[str] = []
    excused = set[str]()
    follows: dict[str, set[str]] = {}
    secrets: dict[str, SecretMoves] = {}
    with listening(log):

        def examine(trial: Trial, moment: Moment, rng: Random, *, early: bool = False) -> None:
            ask = _asking(trial, moment, rng, counts, log)
            ask.excused, ask.follows, ask.secrets = excused, follows, secrets
            if moment.kind == "start":
                ask.setup = moment.setup
                blindness.check_start(ask)
            check_moment(ask, moment, Fields(), moment.number if early else None)
            _check_leavers(ask, moment.state)

        everybody = partial(examine, early=True)
        for played in trial.openings:
            for index in _opening(played):
                trial.examine(played, index, everybody if index < EARLY else examine)
        trial.each_moment(examine, each=EACH)
    if log:
        fault = Fault(
            f"The game prints or logs: {log[0][:60]!r}.",
            "print nothing. What the game prints may hold secrets, so the host drops it.",
        )
        trial.tell(fault)
    for moves in secrets.values():
        if not moves.kept and len(moves.shown) >= ENOUGH:
            moves.always = True
            _show_again(trial, moves.shown, examine)
    told = [f"{counts['twins']} twins, {counts['happenings']} happenings"]
    if follows:
        found = ", ".join(
            f"{name} ({', '.join(sorted(follows[name]))})" for name in sorted(follows)
        )
        told.append(
            f"What all see then differs with what is hidden: {found}. "
            "That is right if the rules reveal it."
        )
    if excused:
        names = ", ".join(sorted(excused))
        told.append(f"Views.reveals let differ: {names}. May all know that?")
    return ". ".join((told[0], " ".join(told[1:]))) if told[1:] else told[0]


def _show_again(trial: Trial, shown: Sequence[Moment], examine: Examine) -> None:
    """Examine some of these moments again, until one has a finding."""
    games = (*trial.openings, *trial.played)
    places = {id(each): (game, at) for game in games for at, each in enumerate(game.moments)}
    before = len(trial.findings)
    for moment in list({id(each): each for each in shown}.values())[:AGAIN]:
        trial.examine(*places[id(moment)], examine)
        if len(trial.findings) > before:
            return


def _opening(played: Playout) -> list[int]:
    """Return the moments of an opening to ask about: the first ones, and some of the others."""
    last = len(played.moments)
    later = range(EARLY, last)
    some = Random(played.row).sample(later, min(LATER, len(later)))
    return [*range(min(EARLY, last)), *sorted(some)]


def _check_leavers(ask: Inquiry, state: Any) -> None:
    """Check what others learn when somebody leaves now: random games hold few leavers."""
    if ask.game.rules.is_over(state):
        return
    for viewer in ask.rng.sample(ask.viewers, LEAVERS):
        what = Act("left", ask.rng.choice(ask.moment.present))
        with ask.happening(what):
            blindness.check_happening(ask, what, state, ask.twin(state, viewer), viewer)


def _asking(
    trial: Trial, moment: Moment, rng: Random, counts: Counter[str], log: list[str]
) -> Inquiry:
    ask = Inquiry(trial.game, rng, counts=counts, log=log, known=trial.known)
    ask.turn_to(moment)
    return ask


def hidden(trial: Trial) -> str:
    """Look for fields that `resample` never changes, and that nobody is shown."""
    fields = Fields()
    if not any(played.moments for played in trial.played):
        raise NotChecked("no random game has begun")
    for played in trial.played:
        _note(trial, played, fields)
    never = ", ".join(fields.never)
    if fields.forgotten:
        names = ", ".join(fields.forgotten)
        fault = Fault(
            f"Views.resample never changes {names}. The repr of the state leaves it out, so it "
            "seems to be hidden, and nothing finds out whether it leaks.",
            f"let Views.resample draw another value for {names} when the viewer does not know it.",
        )
        trial.tell(fault)
    if not fields.differed and _hides(trial):
        fault = Fault(
            "Views.look hides something, and Views.resample always returns the same state.",
            "let Views.resample return a state in which everything that is hidden from the viewer "
            "is drawn again, with the rng it is given.",
        )
        trial.tell(fault)
    if kept := ", ".join(fields.kept):
        rest = ", ".join(name for name in fields.never if name not in fields.kept)
        return f"may everybody know these? First what repr leaves out: {kept}. Then: {rest}"
    return f"may everybody know these? {never}" if never else "every field differs in some twin"


def _note(trial: Trial, played: Playout, fields: Fields) -> None:
    rng = Random(played.seed)
    for moment in played.moments[:: max(1, len(played.moments) // ENOUGH)]:
        ask = Inquiry.at(moment, trial.game, rng)
        views, state = trial.game.views, moment.state
        twins = [ask.twin(state, viewer) for viewer in ask.viewers]
        fields.note(state, twins, views.look(state, ask.viewers[-1]))


def _hides(trial: Trial) -> bool:
    """Do two viewers see different views?"""
    for played in trial.played:
        for moment in played.moments[:20]:
            views = {as_json(trial.game.views.look(moment.state, seat)) for seat in moment.seats}
            if len(views) > 1:
                return True
    return False


def minds(trial: Trial) -> str:
    """Check that what a bot does, and the time it takes, follow from what its seat knows."""
    times, counts = Times(), Counter[str]()
    if not trial.game.bots:
        return "it has no bots"
    checked = 0
    for played in trial.played:
        checked += check_company(trial, played, trial.game.bots)
        rng = Random(played.seed)
        watch: WatchedBot | None = None
        for index, moment in enumerate(played.moments[:120]):
            ask = _asking(trial, moment, rng, counts, [])
            if watch is None:
                ask.setup = moment.setup
                watch = WatchedBot(ask, rng.choice(trial.game.bots), rng.choice(moment.seats))
            watch.turn(ask)
            try:
                watch.hear(moment)
                if rng.random() < 0.25:
                    checked += 1
                    watch.check(moment.state, rng.choice(ask.viewers), times)
            except Exception as error:  # noqa: BLE001 - a fault of the game, which we tell
                trial.tell(error, played, index)
                break
    try:
        times.check()
    except Leak as leak:
        trial.tell(leak)
    if not checked:
        raise NotChecked("no bot was asked for a move")
    return f"{checked} thoughts compared"


def hosts(trial: Trial) -> str:
    """Run two whole hosts that differ in one hidden move. Others must read the same."""
    trial.needs_host()
    counts = Counter[str]()
    for seed in trial.seeds:
        row = trial.rows[seed % len(trial.rows)]
        try:
            check_hosts(trial.game, Random(seed), row, trial.lexicon, trial.lists, counts)
        except Exception as error:  # noqa: BLE001 - a fault of the game, which we tell
            trial.tell(error, seed=seed)
    if not counts["host runs"]:
        raise NotChecked("it has not begun on a host, or was over at once")
    return f"{counts['host runs']} pairs of hosts, {counts['secret moves']} with a secret move"

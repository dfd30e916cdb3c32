"""The cockpit: a game, a position in a tree of acts, two viewers, and the commands of its author.

It has no screen and no clock. Whoever runs it tells it how much time passes (`Cockpit.pass_time`).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from parlour.api import SPECTATOR, AnyGame, Lexicon, Prompt, Refused, Seat, Viewer
from parlour.core.refusals import CommandError
from parlour.language import ENGLISH, translated
from parlour.search import with_opponent
from parlour_kit import position
from parlour_kit.cockpit import moves
from parlour_kit.cockpit.seen import RAW, AnyViewer, Raw, Seen, explained, plain, seen
from parlour_kit.cockpit.tree import Node
from parlour_kit.language import _
from parlour_kit.mind import AnyBot, Mind
from parlour_kit.playing import Moment, is_over, names_for, open_prompts
from parlour_kit.position import AnyAct, Join, Leave, Move, Position, PositionFault, Twin, Wait

BOT_MOVES_MOST: Final = 500
"""Moves of bots in a row, before somebody else must do something."""
WATCHER: Final = "watcher"
_RANDOM: Final = "random"


FIRST: Final = Seat(1)


class Denied(Exception):
    """A command cannot be carried out. Nothing has changed. The text is one line."""


@dataclass
class Cockpit:
    """A trial of a game. Use `begin` to make one."""

    game: AnyGame
    lexicons: Mapping[str, Lexicon]
    origin: Position
    """How the game begins; it has no acts."""
    root: Node
    node: Node
    """The position that is shown."""
    lang: str = ENGLISH
    left: AnyViewer = SPECTATOR
    right: AnyViewer = SPECTATOR
    twin: Node | None = None
    """The twin to which the right viewer is compared; `other` says which position of it."""
    pin: Node | None = None
    """A position to compare in which other moves led to it: that of a finding."""
    pinned_at: Node | None = None
    """The position with which `pin` is compared."""
    acting: Seat = FIRST
    """The seat for which a line is a move."""
    machine: bool = False
    """Show what programs read."""
    bots: dict[Seat, AnyBot | None] = field(default_factory=dict[Seat, AnyBot | None])
    """The bots, by seat. None: it makes random moves."""
    bots_go: bool = False
    """Bots move by themselves."""
    by_and_by: bool = False
    """Whoever runs the cockpit lets bots move, one after the other. Otherwise commands do."""
    due: int = 0
    """Moves of bots that the author has asked for, if they are made by and by."""
    running: bool = False
    """The clock runs."""
    passed: int = 0
    """Table time in ms that has passed since the position was reached."""
    trouble: str = ""
    """What is wrong with the code since it was loaded again; empty: nothing."""
    about: str = ""
    """What is to be seen: the sentence of a finding."""

    # --- its beginning ------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        lexicons: Mapping[str, Lexicon],
        wanted: Position,
        lang: str = ENGLISH,
    ) -> Cockpit:
        """Return a cockpit at the start of *wanted*. Raises PositionFault."""
        game = with_opponent(game)
        origin = msgspec.structs.replace(
            wanted, acts=(), other=None, at=None, viewer=None, about=""
        )
        (start,) = position.replayed(origin, game, lexicons)
        root = Node(start)
        made = cls(game, lexicons, origin, root, root, lang)
        made._choose()
        made.left = start.seats[0]
        made.right = start.seats[1] if len(start.seats) > 1 else SPECTATOR
        if made.acting not in (made.left, made.right):
            made.right = made.acting
        return made

    def load(self, wanted: Position) -> None:
        """Show *wanted*, as far as the game comes to it: `trouble` says which act does not fit.

        Raises PositionFault if the game cannot even begin so. Then all stays as it was.
        """
        fresh = Cockpit.begin(self.game, self.lexicons, wanted, self.lang)
        acts = wanted.acts
        try:
            end = fresh._put(fresh.root, acts)
        except position.ActFault as fault:
            fresh.trouble = str(fault)
            if wanted.version not in ("", self.game.version):
                old, new = wanted.version, self.game.version
                text = _("It was saved with version {old}, and this is {new}.", old=old, new=new)
                fresh.trouble += f" {translated(text, self.lang)}"
            end = fresh._put(fresh.root, acts[: fault.number - 1])
        at = end.depth if wanted.at is None else min(wanted.at, end.depth)
        fresh.node = end.path[at]
        end.lead_here()
        if wanted.viewer is not None:
            fresh.left = position.viewer_of(wanted.viewer)
        if wanted.other is not None and not fresh.trouble:
            fresh._compare(wanted)
        fresh.about = wanted.about
        fresh._choose()
        if fresh.about and wanted.viewer is not None and wanted.other is None:
            with suppress(Denied):
                fresh.compare_twin(position.viewer_of(wanted.viewer))
        bots = {seat: bot for seat, bot in self.bots.items() if seat in self.names}
        fresh.bots, fresh.bots_go, fresh.machine = bots, self.bots_go, self.machine
        fresh.by_and_by = self.by_and_by
        self.__dict__.update(fresh.__dict__)

    def _compare(self, wanted: Position) -> None:
        """Compare the position with the other line of a finding."""
        acts, forward = wanted.other or (), self.root.tip
        try:
            end = self._put(self.root, acts)
        except position.ActFault as fault:
            self.trouble = str(fault)
            return
        same = 0
        while same < min(len(acts), len(wanted.acts)) and acts[same] == wanted.acts[same]:
            same += 1
        self.right = self.left
        rest = acts[same:]
        if rest and isinstance(rest[0], Twin) and rest[1:] == wanted.acts[same:]:
            self.twin = end.path[same + 1]
        else:
            self.pin, self.pinned_at = end, self.node
        forward.lead_here()

    def compare_twin(self, viewer: Viewer) -> bool:
        """Compare the position with a twin, which must look the same to *viewer*.

        Of some twins it is the first that does not, if there is one. Return whether it differs
        from the position at all. Raises Denied.
        """
        here, way = self.node, self.node.ahead
        found: tuple[Twin, Moment] | None = None
        for luck in range(position.TWINS):
            act = Twin(self._written(viewer), luck)
            try:
                moment = position.after(self.game, here.now, act)
            except Exception as error:
                raise Denied(self._why(error)) from error
            if moment.state == here.now.state:
                continue
            found = found or (act, moment)
            if self._tells(viewer, here.now, moment):
                found = act, moment
                break
        node = None if found is None else here.after(found[0]) or here.add(*found)
        here.ahead = way
        self.pin, self.twin, self.left, self.right = None, node, viewer, viewer
        return node is not None

    def _tells(self, viewer: Viewer, one: Moment, two: Moment) -> bool:
        """Check whether *viewer* sees a difference between two positions."""
        try:
            looks = [plain(self.game.views.look(each.state, viewer)) for each in (one, two)]
        except Exception:  # noqa: BLE001 - the pane says so
            return False
        return bool(looks[0] != looks[1])

    def _put(self, node: Node, acts: tuple[AnyAct, ...]) -> Node:
        """Return the position to which *acts* lead, each tried at most once. Raises ActFault."""
        for number, act in enumerate(acts, 1):
            found = node.after(act)
            if found is None:
                try:
                    found = node.add(act, position.after(self.game, node.now, act))
                except Exception as error:
                    what = position.told(act)
                    text = f"Act {number} ({what}) does not fit: {self._why(error)}"
                    moments = tuple(each.now for each in node.path)
                    raise position.ActFault(text, moments, number) from error
            node = found
        return node

    def _why(self, error: BaseException) -> str:
        """Return why an act failed, in a line."""
        if isinstance(error, Refused | CommandError):
            return str(translated(error.text, self.lang))
        if isinstance(error, PositionFault):
            return str(error)
        return explained(error)

    # --- looking ----------------------------------------------------------------------

    @property
    def names(self) -> Mapping[Seat, str]:
        """The names of all seats of the game, taken or not."""
        return names_for(tuple(map(Seat, range(1, self.game.seats.stop))))

    @property
    def prompts(self) -> Mapping[Seat, Prompt]:
        """The open prompts; none if the game is over, or fails to say."""
        if self.over:
            return {}
        try:
            found = open_prompts(self.game, self.node.now.state)
            return {seat: found[seat] for seat in found if seat in self.node.now.seats}
        except Exception:  # noqa: BLE001 - the viewers read about it
            return {}

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        try:
            return is_over(self.game, self.node.now)
        except Exception:  # noqa: BLE001 - the viewers read about it
            return False

    @property
    def deadline(self) -> int | None:
        """The table time in ms at which the clock runs out, or None."""
        try:
            return None if self.over else self.game.rules.deadline(self.node.now.state)
        except Exception:  # noqa: BLE001 - the viewers read about it
            return None

    @property
    def now(self) -> int:
        """The table time in ms."""
        return self.node.now.now + self.passed

    @property
    def viewers(self) -> list[AnyViewer]:
        """Everybody who can be shown, in order."""
        return [*self.node.now.seats, SPECTATOR, RAW]

    def called(self, viewer: AnyViewer) -> str:
        """Return the name of a viewer."""
        match viewer:
            case Raw():
                return "raw"
            case int():
                return self.names[viewer]
            case _:
                return WATCHER

    def compared(self) -> Node:
        """Return the position that the right viewer sees: this one, or its twin."""
        if self.pin is not None and self.pinned_at is self.node:
            return self.pin
        return self._counterpart() or self.node

    def _counterpart(self) -> Node | None:
        """Return the position that the twin comes to by what has happened here since it was made.

        None if it is of another line, or if the acts do not fit there.
        """
        base = None if self.twin is None else self.twin.parent
        path = self.node.path
        if self.twin is None or base is None or base not in path:
            return None
        acts = [node.act for node in path[path.index(base) + 1 :]]
        node = self.twin
        for act in acts:
            assert act is not None, "only the start has none"
            found = node.after(act)
            if found is None:
                try:
                    found = node.add(act, position.after(self.game, node.now, act))
                except Exception as error:  # noqa: BLE001 - refused there, or a fault of the game
                    self.twin_fault = self._why(error)
                    return None
            if found.moment is None:
                return None
            node = found
        self.twin_fault = ""
        return node

    twin_fault: str = ""
    """Why the twin does not come this far."""

    def pane(self, right: bool) -> tuple[Node, AnyViewer, Seen]:
        """Return what a pane shows: the position, the viewer, and what they get."""
        node, viewer = (self.compared(), self.right) if right else (self.node, self.left)
        return node, viewer, seen(self.game, node, viewer, self.lang)

    # --- acts -------------------------------------------------------------------------

    def act(self, act: AnyAct) -> Node:
        """Let *act* happen, and show what it leads to. Raises Denied; then nothing has changed."""
        if self.passed and isinstance(act, Move | Leave | Join):
            act = msgspec.structs.replace(act, now=self.now)
        found = self.node.after(act)
        if found is None or found.moment is None:
            try:
                moment = position.after(self.game, self.node.now, act)
                open_prompts(self.game, moment.state)
            except Exception as error:
                raise Denied(self._why(error)) from error
            if found is None:
                found = self.node.add(act, moment)
            else:
                found.moment, found.fault = moment, ""
        self.show(found)
        return found

    def show(self, node: Node) -> None:
        """Show the position of *node*. Raises Denied if its act does not fit any more."""
        broken = next((each for each in node.path if each.moment is None), None)
        if broken is not None:
            raise Denied(broken.fault)
        self.node, self.passed, self.trouble = node, 0, ""
        node.lead_here()
        self._choose()

    def _choose(self) -> None:
        """Choose the seat that the game asks, unless it asks the chosen one."""
        prompts = self.prompts
        urgent = sorted(seat for seat, prompt in prompts.items() if prompt.urgent)
        asked = urgent or sorted(prompts)
        human = [seat for seat in asked if seat not in self.bots] or asked
        if human and self.acting not in human:
            self.acting = human[0]

    def type(self, seat: Seat, line: str) -> None:
        """Make the move that *line* of *seat* means. Raises Denied."""
        moment = self.node.now
        if seat not in moment.seats:
            raise Denied(_("Nobody sits at seat {seat}.", seat=seat))
        if self.over:
            raise Denied(_("The game is over. Step back, or begin again: begin"))
        try:
            move = moves.move_of(self.game, moment, seat, line, self.lang)
        except Exception as error:
            raise Denied(self._why(error)) from error
        self.act(move)

    def wait(self) -> None:
        """Let the clock run out. Raises Denied."""
        due = self.deadline
        if due is None:
            raise Denied(_("No clock runs in this position."))
        self.act(Wait() if due >= self.now else Wait(self.now))

    def pass_time(self, ms: int) -> bool:
        """Let table time pass; return whether the clock ran out. Raises Denied."""
        due = self.deadline
        if due is not None and self.now + ms >= due:
            self.wait()
            return True
        self.passed += ms
        return False

    # --- bots -------------------------------------------------------------------------

    def bot_named(self, word: str) -> AnyBot | None:
        """Return the bot that *word* names; None for one that plays at random. Raises Denied."""
        kinds = [bot.kind for bot in self.game.bots]
        found = self.game.bot_named(word.lower())
        if found is None and word.lower() != _RANDOM:
            listed = ", ".join([*kinds, _RANDOM, "off"])
            raise Denied(_("There is no bot {word}. Bots: {kinds}", word=word[:20], kinds=listed))
        return found

    @property
    def thinkers(self) -> list[Seat]:
        """The seats of bots that are asked, first those that the game waits for."""
        prompts = self.prompts
        asked = sorted(prompts, key=lambda seat: (not prompts[seat].urgent, seat))
        return [seat for seat in asked if seat in self.bots]

    def think(self) -> bool:
        """Let a bot that is asked make a move; return whether one wanted to. Raises Denied."""
        for seat in self.thinkers:
            move = self.thought(seat)
            if move is not None:
                self.act(move)
                return True
        return False

    def thought(self, seat: Seat) -> Move | None:
        """Return the move that the bot at *seat*, which is asked, wants to make. Raises Denied.

        In the same position it wants the same again.
        """
        from parlour.candidates import random_line

        moment, bot, prompt = self.node.now, self.bots[seat], self.prompts[seat]
        luck = Random(f"{moment.seed.hex()} {moment.number} {seat}")
        try:
            if bot is None:
                verb, words = random_line(prompt, names_for(moment.seats), luck)
                return Move(seat, f"{verb} {words}".rstrip())
            mind = self._mind(seat, bot)
            thought = mind.think(moment.state, prompt, luck, moment.then(moment.now))
            return None if thought is None else Move(seat, None, plain(thought.move))
        except Exception as error:
            raise Denied(self._why(error)) from error

    def _mind(self, seat: Seat, bot: AnyBot) -> Mind:
        """Return the bot with all that it has heard on the way here."""
        path = self.node.path
        since = max(at for at, node in enumerate(path) if at == 0 or node.act == Join(seat))
        mind = Mind(self.game, bot, seat, path[since].now.state)
        for node in path[since:]:
            mind.hear(node.now.step)
        return mind

    def bots_move(self, most: int = BOT_MOVES_MOST) -> int:
        """Let bots move while they are asked; return how often they did. Raises Denied."""
        moves = 0
        while moves < most and not self.over and self.think():
            moves += 1
        return moves

    # --- kept and loaded again ------------------------------------------------------------

    def position(self) -> Position:
        """Return the line of acts that is shown, to its end, as a file keeps it."""
        tip = self.node.tip
        acts = tuple(node.act for node in tip.path if node.act is not None)
        viewer = None if isinstance(self.left, Raw) else self._written(self.left)
        other = self.compared()
        acts_there = tuple(node.act for node in other.path if node.act is not None)
        return msgspec.structs.replace(
            self.origin,
            version=self.game.version,
            acts=acts,
            at=self.node.depth,
            viewer=viewer,
            other=acts_there if other is not self.node else None,
            about=self.about,
        )

    @staticmethod
    def _written(viewer: Viewer) -> Any:
        return WATCHER if viewer is SPECTATOR else viewer

    def reload(self, game: AnyGame, lexicons: Mapping[str, Lexicon]) -> None:
        """Go on with the changed code of the game, in the same position.

        Raises PositionFault if the position cannot be reached any more. Then all stays as it was.
        """
        game = with_opponent(game)
        (start,) = position.replayed(self.origin, game, lexicons)
        found: dict[Node, tuple[Any, str]] = {self.root: (start, "")}
        here = set(self.node.path)
        for node in self.root.every():
            if node.parent is None or node.act is None:
                continue
            before, fault = found[node.parent]
            if before is not None:
                try:
                    found[node] = position.after(game, before, node.act), ""
                    continue
                except Exception as error:
                    what = position.told(node.act)
                    text = _("Act {n} ({what}) does not fit any more: ", n=node.depth, what=what)
                    fault = translated(text, self.lang) + self._why(error)
                    if node in here:
                        raise PositionFault(fault) from error
            found[node] = None, fault
        self.game, self.lexicons, self.trouble = game, lexicons, ""
        for node, (moment, fault) in found.items():
            node.moment, node.fault = moment, fault
            node.seen.clear()
        self.bots = {seat: bot and game.bot_named(bot.kind) for seat, bot in self.bots.items()}
        self._choose()

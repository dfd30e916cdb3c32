"""A game as a PettingZoo environment (AEC): `pip install parlour[pettingzoo]`.

    env = GameEnv(SPADES, seats=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(
            observation["action_mask"])
        env.step(action)

Action 0 is to wait: it is allowed at optional prompts. When all agents wait, the clock runs out.
Action n is the n-th move that the prompt offers. `infos[agent]["moves"]` has them as people type
them, and `information_state` all that the agent knows, as text. An observation is that text in
bytes, cut from the front if it is too long, so that what is new is kept.

Rewards come at the end of a game: 1 to be shared by the winners, and -1 by all others. If a game
has places, each player gets what is between these two for theirs. Who has played together gets the
same: 1 or -1 if all have won or lost, and otherwise from 0 to 1 for what they have reached.
"""

# What the extra brings is not installed where the types are checked.
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from parlour.api import AnyGame, Lexicon, OptionValue, Refused, Seat
from parlour_kit.match import Match

MOVES = 96
"""Moves that an agent can choose from. Of more, so many are drawn."""
BYTES = 4_096
"""Bytes of an observation."""
MOST_STEPS = 2_000
"""Actions after which an environment stops: those who play badly may play for ever."""


class GameEnv(AECEnv):  # type: ignore[misc]  # unknown without the extra
    """One table of a game. Its agents are `seat_1`, `seat_2` and so on."""

    def __init__(
        self,
        game: AnyGame,
        seats: int | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        lexicon: Lexicon | None = None,
        lists: Mapping[str, Lexicon] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Offer a table of *seats* players, by default the fewest."""
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"parlour_{game.id}",
            "is_parallelizable": False,
            "render_modes": ["ansi"],
        }
        self._terms: dict[str, Any] = {"options": options, "lexicon": lexicon, "lists": lists}
        count = seats or game.seats.start
        self.possible_agents = [f"seat_{n + 1}" for n in range(count)]
        self.agents = self.possible_agents[:]
        observed = {
            "observation": Box(0, 255, (BYTES,), np.uint8),
            "action_mask": Box(0, 1, (MOVES + 1,), np.int8),
        }
        self.observation_spaces = {agent: Dict(observed) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(MOVES + 1) for agent in self.possible_agents}
        self._luck = Random(0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. Games with the same *seed* are the same."""
        if seed is not None:
            self._luck = Random(seed)
            for agent, space in self.action_spaces.items():
                space.seed(seed + int(agent.removeprefix("seat_")))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._match = Match(
            self.game, len(self.agents), seed=self._luck.getrandbits(64), **self._terms
        )
        self._taken = 0
        self._moves: list[tuple[str, str]] = []
        self._waited: set[Seat] = set()
        self._turn_to_next()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent knows, and which actions it may take."""
        text = self.information_state(agent).encode()[-BYTES:]
        observation = np.zeros(BYTES, np.uint8)
        observation[: len(text)] = np.frombuffer(text, np.uint8)
        mask = np.zeros(MOVES + 1, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[1 : len(self._moves) + 1] = 1
            mask[0] = not self._match.prompts[_seat(agent)].urgent
        return {"observation": observation, "action_mask": mask}

    def information_state(self, agent: str) -> str:
        """Return all that the agent knows, as text: what it heard, sees and may do."""
        return self._match.information(_seat(agent))

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._act(_seat(agent), int(action or 0))
        self._taken += 1
        if self._match.over:
            self._end()
        elif self._taken >= MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to_next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the information state of the agent whose turn it is."""
        return self.information_state(self.agent_selection) if self.render_mode else None

    def close(self) -> None:
        """Do nothing, because nothing is open."""

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of the agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of the agent."""
        return self.action_spaces[agent]

    # --- inside ---------------------------------------------------------------------------

    def _act(self, seat: Seat, action: int) -> None:
        """Make a move, or wait. An action that is not allowed waits, or makes the first move."""
        match = self._match
        if not 1 <= action <= len(self._moves):
            if not match.prompts[seat].urgent:
                self._waited.add(seat)
                return
            action = 1
        try:
            match.type(seat, *self._moves[action - 1])
        except Refused as refused:
            self.infos[f"seat_{seat}"]["refused"] = refused.text
            self._waited.add(seat)
            return
        self._waited.clear()

    def _turn_to_next(self) -> None:
        """Turn to the next agent that is asked; if all have waited, let the clock run out."""
        match = self._match
        while not match.over:
            asked = [seat for seat in match.asked if seat not in self._waited]
            if asked:
                self._select(asked[0])
                return
            if match.deadline is None:
                self._waited.clear()
                continue
            match.wait()
            self._waited.clear()
        self._end()
        self.agent_selection = self.agents[0]
        self._moves = []

    def _select(self, seat: Seat) -> None:
        self.agent_selection = f"seat_{seat}"
        self._moves = self._match.lines(seat, MOVES)
        typed = [" ".join(line).rstrip() for line in self._moves]
        self.infos[self.agent_selection] = {"moves": typed}

    def _end(self) -> None:
        """Share the rewards once."""
        if all(self.terminations.values()):
            return
        rewards = self._match.rewards
        for agent in self.agents:
            self.rewards[agent] = rewards[_seat(agent)]
        self.terminations = dict.fromkeys(self.agents, True)


def _seat(agent: str) -> Seat:
    return Seat(int(agent.removeprefix("seat_")))

"""Register of players: who is on the host, and who could resume, with which tokens and codes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeVar

from parlour.accounts.ways_back import code_hash, token_hash
from parlour.core.persistence import SavedPlayer
from parlour.core.sessions import Player
from parlour.wire.names import name_key

Key = TypeVar("Key", int, str)


def less(counts: Counter[Key], key: Key) -> None:
    """Subtract one, and drop a count of zero."""
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


@dataclass(slots=True)
class Register:
    """Players on the host, by the folded form of the name, by token and by code (their hashes).

    Players in `asleep` are not on the host: they have accounts and have been away for long. They
    hear nothing, have no seat and no code, but keep their names.
    """

    by_key: dict[str, Player] = field(default_factory=dict[str, Player])
    by_token: dict[str, Player] = field(default_factory=dict[str, Player])
    by_code: dict[str, Player] = field(default_factory=dict[str, Player])
    by_number: dict[int, Player] = field(default_factory=dict[int, Player])
    here: dict[str, Player] = field(default_factory=dict[str, Player])
    """By key: those who are connected."""
    away: dict[str, Player] = field(default_factory=dict[str, Player])
    """By key: the others whom `who` lists. It leaves out players who said goodbye and have nothing
    to come back to. They can still come back, until a guest wants the name."""
    asleep: dict[str, SavedPlayer] = field(default_factory=dict[str, SavedPlayer])
    """By key. A small record: half a kilobyte, where a player takes two."""
    _odd: dict[str, str] = field(default_factory=dict[str, str])
    """The key of each name whose key would be different today, by name: another Python or another
    table of look-alikes may fold names in another way. Two names may look alike to this host."""
    places: Counter[str] = field(default_factory=Counter[str])
    """The number of guests, connected or away, who came from each place."""
    _asleep_tokens: dict[str, str] = field(default_factory=dict[str, str])
    """The keys of accounts that are asleep, by token."""
    _asleep_numbers: dict[int, str] = field(default_factory=dict[int, str])
    """The keys of accounts that are asleep, by number."""

    def add(self, player: Player) -> None:
        self._note_odd(player)
        self.by_key[player.key] = self.away[player.key] = player
        self.places[player.place] += 1
        self.by_number[player.number] = player
        self._hand_out(player)

    def move(self, player: Player, place: str) -> None:
        """Note that *player* is at that place now."""
        less(self.places, player.place)
        player.place = place
        self.places[place] += 1

    def remove(self, player: Player) -> None:
        del self.by_key[player.key]
        self.unlist(player)
        less(self.places, player.place)
        del self.by_number[player.number]
        self._call_in(player)

    def list_here(self, player: Player) -> bool:
        """List *player* among those who are connected. Return whether they were listed before."""
        known = player.key in self.here or self.away.pop(player.key, None) is not None
        self.here[player.key] = player
        return known

    def list_away(self, player: Player) -> None:
        """List *player*, who has lost their connection, behind the others if they are listed."""
        if self.here.pop(player.key, None) is not None:
            self.away[player.key] = player

    def unlist(self, player: Player) -> None:
        self.here.pop(player.key, None)
        self.away.pop(player.key, None)

    def give_ways_back(
        self, player: Player, tokens: tuple[str, ...], codes: tuple[str, ...]
    ) -> None:
        """Give them these tokens and codes (hashes) to resume with, instead of their old ones."""
        self._call_in(player)
        player.tokens, player.codes = tokens, codes
        self._hand_out(player)

    def _hand_out(self, player: Player) -> None:
        self.by_token |= dict.fromkeys(player.tokens, player)
        self.by_code |= dict.fromkeys(player.codes, player)

    def _call_in(self, player: Player) -> None:
        for token in player.tokens:
            del self.by_token[token]
        for code in player.codes:
            del self.by_code[code]

    def put_to_sleep(self, kept: SavedPlayer) -> None:
        """Note an account whose player is neither connected nor away."""
        self._note_odd(kept)
        self.asleep[kept.key] = kept
        self._asleep_tokens |= dict.fromkeys(kept.tokens, kept.key)
        self._asleep_numbers[kept.number] = kept.key

    def wake(self, key: str) -> SavedPlayer:
        """Take an account out of `asleep`. Raises KeyError if it is not there."""
        kept = self.asleep.pop(key)
        del self._asleep_numbers[kept.number]
        for token in kept.tokens:
            del self._asleep_tokens[token]
        return kept

    def _note_odd(self, player: Player | SavedPlayer) -> None:
        if name_key(player.name) != player.key:
            self._odd[player.name] = player.key

    def key(self, name: str) -> str:
        """Return the key of the player whom *name* means."""
        return self._odd.get(name) or name_key(name)

    def password(self, key: str) -> str | None:
        """Return the stored password of that name, or None if it has no account."""
        player = self.by_key.get(key) or self.asleep.get(key)
        return None if player is None else player.password

    def named(self, key: str) -> Player | None:
        """Return the player of that name. This does not wake a sleeping account (`lobby.wake`)."""
        return self.by_key.get(key) or self._sleeper(key)

    def account(self, number: int) -> Player | SavedPlayer | None:
        player = self.by_number.get(number)
        if player is not None:
            return None if player.guest else player
        key = self._asleep_numbers.get(number)
        return None if key is None else self.asleep[key]

    def with_token(self, token: str) -> Player | None:
        """Return the player with that token, like `named`. It is the token we showed them last."""
        hashed = token_hash(token)
        player = self.by_token.get(hashed) or self._sleeper(self._asleep_tokens.get(hashed))
        if player is not None:
            player.token = token
        return player

    def with_code(self, code: str) -> Player | None:
        return self.by_code.get(code_hash(code))

    @property
    def accounts(self) -> int:
        return len(self.asleep) + sum(not player.guest for player in self.by_key.values())

    def _sleeper(self, key: str | None) -> Player | None:
        kept = None if key is None else self.asleep.get(key)
        return None if kept is None else Player.of(kept)

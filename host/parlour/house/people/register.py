"""Who is on the host, and who could come back: names, tokens and codes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from parlour.house.people.ways_back import code_hash, token_hash
from parlour.house.persistence import SavedPlayer
from parlour.house.sessions import Player
from parlour.wire.names import name_key


@dataclass(slots=True)
class Register:
    """Who is on the host, by the folded form of the name, by token and by code (their hashes).

    The players of `asleep` are not: they have accounts and are long away. They hear
    nothing, sit nowhere and have no code, but their names are theirs.
    """

    by_key: dict[str, Player] = field(default_factory=dict[str, Player])
    by_token: dict[str, Player] = field(default_factory=dict[str, Player])
    by_code: dict[str, Player] = field(default_factory=dict[str, Player])
    by_number: dict[int, Player] = field(default_factory=dict[int, Player])
    asleep: dict[str, SavedPlayer] = field(default_factory=dict[str, SavedPlayer])
    """By key. Small: half a kilobyte where a player has two."""
    _odd: dict[str, str] = field(default_factory=dict[str, str])
    """The key of each name that has another one than it would get now, by the name: two names of
    an older host may look alike to this one."""
    places: Counter[str] = field(default_factory=Counter[str])
    """How many of those who are here or away came in from each place as guests."""
    _asleep_tokens: dict[str, str] = field(default_factory=dict[str, str])
    """The key of who sleeps, by token."""

    def add(self, player: Player) -> None:
        """A new name."""
        self._note_odd(player)
        self.by_key[player.key] = player
        self.places[player.place] += 1
        self.by_number[player.number] = player
        self._hand_out(player)

    def remove(self, player: Player) -> None:
        """The name is free again."""
        del self.by_key[player.key]
        self.places[player.place] -= 1
        if not self.places[player.place]:
            del self.places[player.place]
        del self.by_number[player.number]
        self._call_in(player)

    def give_ways_back(
        self, player: Player, tokens: tuple[str, ...], codes: tuple[str, ...]
    ) -> None:
        """They come back with these from now on, and no more with those they had: hashes."""
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
        """That account is known, and nobody is here or away under its name."""
        self._note_odd(kept)
        self.asleep[kept.key] = kept
        self._asleep_tokens |= dict.fromkeys(kept.tokens, kept.key)

    def wake(self, key: str) -> SavedPlayer:
        """Take an account out of `asleep`. Raises KeyError if it is not there."""
        kept = self.asleep.pop(key)
        for token in kept.tokens:
            del self._asleep_tokens[token]
        return kept

    def _note_odd(self, player: Player | SavedPlayer) -> None:
        if name_key(player.name) != player.key:
            self._odd[player.name] = player.key

    def key(self, name: str) -> str:
        """The key of the player whom *name* means."""
        return self._odd.get(name) or name_key(name)

    def password(self, key: str) -> str | None:
        """What is kept of the password of that name; None: it has no account."""
        player = self.by_key.get(key) or self.asleep.get(key)
        return None if player is None else player.password

    def named(self, key: str) -> Player | None:
        """The player of that name; one who sleeps is not on the host by that (`lobby.wake`)."""
        return self.by_key.get(key) or self._sleeper(key)

    def with_token(self, token: str) -> Player | None:
        """The player who has that token, as `named`; it is the one they were shown last."""
        hashed = token_hash(token)
        player = self.by_token.get(hashed) or self._sleeper(self._asleep_tokens.get(hashed))
        if player is not None:
            player.token = token
        return player

    def with_code(self, code: str) -> Player | None:
        """The player who has that code."""
        return self.by_code.get(code_hash(code))

    @property
    def accounts(self) -> int:
        """How many accounts there are."""
        return len(self.asleep) + sum(not player.guest for player in self.by_key.values())

    def _sleeper(self, key: str | None) -> Player | None:
        kept = None if key is None else self.asleep.get(key)
        return None if kept is None else Player.of(kept)

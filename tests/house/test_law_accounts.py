"""Law: an account is one player for ever; his stream has no number twice, and no gap."""

from __future__ import annotations

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.house.people.ways_back import token_hash
from parlour.testing.host import Client, Host
from tests.house.operating import lose, mend
from tests.house.scene import ask, events, new_host, ok

STEPS: Final = ("drop", "wait", "long", "restart", "table", "talk", "fail", "close")
AWAY_S: Final = 100


class Life:
    """Ann, who has an account and comes back by her token, and Bob, whom she hears."""

    def __init__(self) -> None:
        self.host: Host = new_host(away_s=AWAY_S, empty_table_s=10)
        self.bob = self.host.person("bob")
        self.ann: Client = self.host.program("ann")
        self.read = events(self.ann.data.decode().splitlines())[-1][0]
        self.token = ok(self.ann, "register correct horse").body["token"]
        self.ann.take()

    def listen(self, lines: list[str]) -> None:
        """What Ann reads goes on from where she was."""
        numbers = [number for number, _, _ in events(lines)]
        assert numbers == list(range(self.read + 1, self.read + 1 + len(numbers)))
        self.read += len(numbers)

    def come_back(self) -> None:
        """On another line, with all that she has missed if it is kept, or without."""
        self.ann = self.host.connect()
        self.ann.send("HELLO 1")
        answer = self.ann.send(f"#1 resume {self.token} {self.read}")
        if answer[0].startswith("#1 no"):
            assert '"unavailable"' in answer[0], answer
            answer = self.ann.send(f"#2 resume {self.token}")
            assert answer[0].startswith("#2 ok"), answer
            (first, name, _), *_ = events(answer)
            assert name == "welcome"
            assert first > self.read, "she may have missed events, and reads none twice"
            self.read = first - 1
        self.listen(answer)

    def step(self, what: str) -> None:
        """Something happens."""
        host = self.host
        if self.bob.closed:
            self.bob = host.connect()
            self.bob.send("bob" if host.house.people.find("bob") is None else self._back("bob"))
        if what in ("drop", "wait", "long") and not self.ann.closed:
            self.listen(self.ann.take())
            self.ann.lose()
        match what:
            case "wait" | "long":
                host.wait(AWAY_S / 2 if what == "wait" else AWAY_S * 2)
            case "restart":
                self.listen(self.ann.take())
                host.restart()
            case "table":
                self.bob.send("new hunt")
            case "close":
                self.bob.send("leave")
                host.wait(20)
            case "talk":
                self.bob.send("tell ann hello")
            case _:
                if not self.ann.closed:
                    self.listen(self.ann.take())
                lose(host)
                mend(host)

    def _back(self, name: str) -> str:
        player = self.host.house.people.find(name)
        assert player is not None
        return f"resume {player.token}"


@given(st.lists(st.sampled_from(STEPS), max_size=14))
@settings(deadline=None, max_examples=60)
def test_whatever_happens_an_account_comes_back_as_the_player_it_was(steps: list[str]) -> None:
    """With the token of the first day."""
    life = Life()
    for what in steps:
        life.step(what)
        if life.ann.closed:
            life.come_back()
        else:
            life.listen(life.ann.take())
    assert ask(life.ann, "who").word == "ok"
    assert life.host.house.people.register.accounts == 1
    (kept,) = (player for player in life.host.kept.load().players if player.name == "ann")
    assert (kept.tokens[0], kept.number) == (
        token_hash(life.token),
        life.host.house.people.register.by_key["ann"].number,
    )

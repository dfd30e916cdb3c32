"""No command ignores a word: what it cannot use is refused in one line."""

from __future__ import annotations

from typing import Final

from parlour.catalogue import COMMANDS
from parlour.commands.call import ANY, Command
from tests.house.scene import Party, Words, ask, new_host, ok

ANYTHING: Final = frozenset({"hi", "ping", "history", "joinword"})
"""Commands for which no word is wrong. `history` says which word matches no game."""
OPTIONAL: Final = [
    row
    for row in COMMANDS
    if row.usage.removeprefix(f"{row.verb} ")[0] == "[" and row.verb not in ANYTHING
]
"""Commands whose first word may be left out. None of them can use `zyx`."""
MANY: Final = frozenset(
    {"announce", "help", "hi", "name", "new", "options", "party new", "ping", "play", "player ban"}
    | {"player mute", "player warn", "register", "report", "resume", "rules", "say", "seek"}
    | {"joinword", "keys add", "tell", "top"}
)
"""Commands that read as many words as there are, and say themselves which are too many."""


class Askers:
    """Ann, at a table with Bob before the game, and the operator."""

    def __init__(self) -> None:
        host = new_host(lexicons={"en": Words()})
        table = Party("ann", "bob", programs=("ann", "bob"), host=host, start=False)
        ok(table["ann"], "party new hunt")
        self.ann, self.operator = table["ann"], host.operator()

    def refused(self, command: Command, words: str) -> list[str]:
        """Return the lines of the refusal of *command* with these words."""
        asker = self.operator if command.where == "operator" else self.ann
        answer = ask(asker, f"{command.verb} {words}")
        assert answer.word == "no", f"{command.verb}: {answer.body}"
        codes = {"usage", "no_such_game", "bad_option", "not_started", "unavailable"}
        assert answer.body["code"] in codes, answer
        return list(answer.body["text"])


def test_a_word_that_cannot_be_used_is_refused() -> None:
    """One too many, or a wrong one. Nobody learns only from the result that a word did nothing."""
    askers = Askers()
    for command in COMMANDS:
        if command.most == ANY:
            assert command.verb in MANY
        else:
            said = askers.refused(command, " ".join(["1"] * (command.most + 1)))
            assert said[0].startswith("Too many words: "), command.verb
        if command in OPTIONAL:
            assert len(askers.refused(command, "zyx")) == 1, command.verb


def test_a_long_list_of_one_game_is_read_on_with_more() -> None:
    """Neither the other games nor the other words are lost on the way to the second page."""
    host = new_host()
    for number in range(23):
        ok(host.program(f"p{number}"), "new brittle" if number == 11 else "new hunt")
    ann, op = host.person("ann"), host.connect(operator=True)
    for reader, line in ((ann, "tables hunt"), (op, "table list hunt")):
        reader.send("/set height 0")
        assert len([row for row in reader.send(line) if row.startswith("Table ")]) == 20
        assert [row.split(":")[0] for row in reader.send("more")[:2]] == ["Table 22", "Table 23"]

"""No command ignores a word: what it cannot use is refused in one line."""

from __future__ import annotations

from typing import Final

import pytest

from parlour.catalogue import COMMANDS
from parlour.commands.call import ANY, Command
from tests.house.scene import Party, Words, ask, new_host, ok

ANYTHING: Final = frozenset({"hi", "ping", "history"})
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
    | {"tell", "top"}
)
"""Commands that read as many words as there are, and say themselves which are too many."""


def refused(typed: str, *, operator: bool) -> list[str]:
    """Return the lines of the refusal of *typed*, at a table of Ann and Bob before the game."""
    table = Party(
        "ann", "bob", programs=("ann", "bob"), host=new_host(lexicons={"en": Words()}), start=False
    )
    ok(table["ann"], "party new hunt")
    asker = table.host.operator() if operator else table["ann"]
    answer = ask(asker, typed)
    assert answer.word == "no", f"{typed}: {answer.body}"
    assert answer.body["code"] in {"usage", "no_such_game", "bad_option", "unavailable"}, answer
    return list(answer.body["text"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.verb)
def test_too_many_words_are_refused(command: Command) -> None:
    """Whatever they are. Nobody learns only from the result that a word did nothing."""
    if command.most == ANY:
        assert command.verb in MANY
        return
    typed = " ".join([command.verb, *["1"] * (command.most + 1)])
    assert refused(typed, operator=command.where == "operator")[0].startswith("Too many words: ")


@pytest.mark.parametrize("command", OPTIONAL, ids=lambda command: command.verb)
def test_a_word_that_cannot_be_used_is_refused(command: Command) -> None:
    """Too long a list, or the wrong one, is no answer."""
    typed = f"{command.verb} zyx"
    assert len(refused(typed, operator=command.where == "operator")) == 1


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

"""The numbers in the text of the protocol's pages are those of the code."""

from __future__ import annotations

from typing import Final

import pytest

from parlour.accounts.ways_back import TOKENS_KEPT
from parlour.commands.dispatch import FORGIVEN_S
from parlour.commands.paging import MISSED
from parlour.commands.passwords import WRONG_TRIES
from parlour.core.limits import Limits
from parlour.features.history.commands import HISTORY_ROWS
from parlour.wire.encoding import LINE_MAX as PROGRAM_LINE_MAX
from parlour.wire.lines import KEYS_MAX, LINE_MAX
from parlour.wire.telnet import REQUESTS_MAX
from tests.docs.complete import text_of

TEXT: Final = " ".join(text_of("protocol").split())
NUMBERS: Final = (
    ("a client's line", LINE_MAX, "Your lines have at most 1 024 bytes"),
    ("a program's line", PROGRAM_LINE_MAX, "have at most 16 384 bytes"),
    ("a line as it is typed", KEYS_MAX, "or more than 2 048 with the keys that edit it"),
    ("telnet", REQUESTS_MAX, "It answers 64 requests between two of your lines"),
    ("unusable lines", Limits().bad_lines, "The host refuses 20 such lines"),
    ("forgiven lines", FORGIVEN_S, "forgives one every ten seconds"),
    ("wrong tries", WRONG_TRIES, "Five wrong passwords or codes close the connection"),
    ("tokens", TOKENS_KEPT, "The four newest are valid"),
    ("games", HISTORY_ROWS, "lists the last twenty finished games"),
    ("missed", MISSED, "a page of 16 lines"),
    ("watching", Limits().watching, "You may watch ten tables"),
    ("operators", Limits().operators, "takes 32 such connections"),
)
WORDS: Final = {4: "four", 5: "Five", 10: "ten", 20: "twenty"}


@pytest.mark.parametrize(("number", "said"), [(n, said) for _, n, said in NUMBERS])
def test_numbers_in_the_text_are_those_of_the_code(number: int, said: str) -> None:
    assert said in TEXT
    assert f"{number}" in said.replace(" ", "") or WORDS[number] in said

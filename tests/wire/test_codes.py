"""The closed lists of codes are complete, explained, and agree with their neighbours."""

from __future__ import annotations

import pytest

from parlour.api import MoveFault
from parlour.wire.codes import ABOUT, GOODBYES, Code, CodeInfo, Fault, Goodbye

CODES = """
unknown_verb usage not_logged_in name_taken bad_name bad_password not_at_table
no_such_table table_full not_host already_started not_started bad_option no_such_game stale
not_your_turn malformed_move illegal_move ambiguous line_too_long bad_encoding bad_character
too_fast too_many unavailable game_fault shutting_down internal
"""

ALL = [*ABOUT.items(), *GOODBYES.items()]


def test_the_list_of_codes_is_the_protocols() -> None:
    assert [str(code) for code in Code] == CODES.split()


def test_every_code_and_every_goodbye_is_explained() -> None:
    assert list(ABOUT) == list(Code)
    assert list(GOODBYES) == list(Goodbye)


def test_every_fault_of_a_move_is_a_code() -> None:
    assert {str(fault) for fault in MoveFault} <= {str(code) for code in Code}


@pytest.mark.parametrize(("code", "info"), ALL, ids=[f"{type(c).__name__}.{c}" for c, _ in ALL])
def test_an_explanation_is_a_sentence_in_plain_ascii(code: Code | Goodbye, info: CodeInfo) -> None:
    assert info.about.isascii()
    assert info.about.isprintable()
    assert info.about.endswith(".")
    assert "  " not in info.about


def test_a_fault_of_the_asker_is_not_mended_by_waiting() -> None:
    assert not any(info.retry for _, info in ALL if info.fault is Fault.ASKER)


def test_no_information_can_be_changed() -> None:
    with pytest.raises(TypeError):
        ABOUT[Code.USAGE] = ABOUT[Code.STALE]  # type: ignore[index]  # pyright: ignore[reportIndexIssue]

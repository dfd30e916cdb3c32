"""What a host says, line by line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_client.lines import (
    LINE_MAX,
    Bye,
    Greeting,
    Heard,
    Item,
    No,
    Ok,
    Splitter,
    TooLong,
    read_line,
    text_of,
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'#a-1 + {"x":1}', Item("a-1", {"x": 1})),
        (b"#- ok {}", Ok("-", {})),
        (b'#7 no {"code":"usage","text":["No."]}', No("7", {"code": "usage", "text": ["No."]})),
        (b'* 12 probe.time_up {"table":1}', Heard(12, "probe.time_up", {"table": 1})),
        (b'! bye {"text":["Goodbye."]}', Bye("bye", {"text": ["Goodbye."]})),
        (b"Your name? (help for help)", Greeting("Your name? (help for help)")),
        (b"#1 maybe {}", Greeting("#1 maybe {}")),
        (b"* x name {}", Greeting("* x name {}")),
        (b"#1 ok {", Greeting("#1 ok {")),
        (b"#1 ok {} {}", Greeting("#1 ok {} {}")),
        (b"\xff", Greeting("�")),
        (b"", Greeting("")),
    ],
)
def test_a_line_is_one_of_four_or_for_people(line: bytes, said: object) -> None:
    assert read_line(line) == said


def test_the_text_of_an_event_is_what_a_person_reads() -> None:
    assert Heard(1, "said", {"text": ["ann: hello"]}).text == ["ann: hello"]
    assert Bye("bye", {"text": ["Good", "bye."]}).text == "Good bye."


@pytest.mark.parametrize("text", [None, 7, "line", [1], ["a", None]])
def test_a_text_that_is_none_is_left_out(text: object) -> None:
    assert text_of({"text": text}) == []
    assert text_of({}) == []


@given(st.binary())
def test_no_line_is_too_odd_to_be_read(line: bytes) -> None:
    assert read_line(line) is not None


@given(
    lines=st.lists(st.binary(max_size=20).filter(lambda line: not set(line) & {10, 13})),
    cuts=st.lists(st.integers(0, 400)),
)
def test_however_the_bytes_are_cut_the_lines_are_the_same(
    lines: list[bytes], cuts: list[int]
) -> None:
    data = b"".join(line + b"\n" for line in lines)
    splitter = Splitter()
    places = sorted({0, len(data), *(min(cut, len(data)) for cut in cuts)})
    found = [line for a, b in pairwise(places) for line in splitter.feed(data[a:b])]
    assert found == lines


def test_a_carriage_return_at_the_end_is_no_part_of_a_line() -> None:
    assert Splitter().feed(b"one\r\ntwo\n") == [b"one", b"two"]


def test_a_line_without_end_is_given_up() -> None:
    splitter = Splitter()
    with pytest.raises(TooLong):
        splitter.feed(b"x" * (LINE_MAX + 1))

"""What a host says, line by line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour_client.protocol import (
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
        (b'* - table {"table":1}', Heard(0, "table", {"table": 1})),
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
    """A welcome calls by name once, unless it has none; a text that is none is left out."""
    assert Heard(1, "said", {"text": ["ann: hello"]}).text == ["ann: hello"]
    assert Bye("bye", {"text": ["Good", "bye."]}).text == "Good bye."
    welcome = Heard(1, "welcome", {"name": "ann", "text": ["Type help."]})
    assert welcome.text == ["Hello ann.", "Type help."]
    assert Heard(1, "welcome", {}).text == []
    assert text_of({}) == []
    wrong: list[object] = [None, 7, "line", [1], ["a", None]]
    assert [text_of({"text": text}) for text in wrong] == [[]] * 5


@given(
    head=st.sampled_from([b"", b"#1 + {", b"#- ok {", b"#1 no {", b"* 7 x {", b"! bye {"]),
    tail=st.binary()
    | st.text('{}[]":,0e9.\\\ud800', max_size=20).map(
        lambda text: text.encode("utf-8", "surrogatepass")
    ),
)
def test_no_line_is_too_odd_to_be_read(head: bytes, tail: bytes) -> None:
    assert read_line(head + tail) is not None


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


def test_a_line_has_a_longest_length_and_no_carriage_return() -> None:
    line = b"x" * LINE_MAX
    splitter = Splitter()
    assert [splitter.feed(line), splitter.feed(b"\n")] == [[], [line]]
    assert splitter.feed(b"one\r\ntwo\n") == [b"one", b"two"]
    with pytest.raises(TooLong):
        splitter.feed(line + b"x")


@pytest.mark.parametrize("places", [(), (LINE_MAX,), (1, 2 * LINE_MAX)])
def test_a_longer_line_is_given_up_though_it_ends_however_the_bytes_are_cut(
    places: tuple[int, ...],
) -> None:
    data = b"x" * (LINE_MAX + 1) + b"\n"
    splitter = Splitter()
    with pytest.raises(TooLong):
        _ = [splitter.feed(data[a:b]) for a, b in pairwise((0, *places, len(data)))]


def test_a_refusal_in_several_lines_is_read_as_one_sentence() -> None:
    """The host indents what it had to continue on the next line."""
    said = ["If it is your move, type:", "  hide banana"]
    assert No("1", {"text": said}).text == "If it is your move, type: hide banana"

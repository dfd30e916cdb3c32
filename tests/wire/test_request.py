"""The grammar of a request, case by case and as a law."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.wire.codes import Code
from parlour.wire.request import BadRequest, Hello, Request, parse_hello, parse_request


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("look", Request(None, None, False, "look", "", "look")),
        ("/look", Request(None, None, True, "look", "", "look")),
        ("  LOOK", Request(None, None, False, "look", "", "LOOK")),
        ("hide ..lantern.", Request(None, None, False, "hide", "..lantern.", "hide ..lantern.")),
        ("ask bob .", Request(None, None, False, "ask", "bob .", "ask bob .")),
        ("#7 look", Request("7", None, False, "look", "", "look")),
        ("@12 ask bob e", Request(None, 12, False, "ask", "bob e", "ask bob e")),
        ("#a_-Z9 @0 /Say Hi", Request("a_-Z9", 0, True, "say", "Hi", "Say Hi")),
        ("#1   @2   show 5", Request("1", 2, False, "show", "5", "show 5")),
        ("#abcdefghijklmnop x", Request("abcdefghijklmnop", None, False, "x", "", "x")),
        ("@999999999 x", Request(None, 999_999_999, False, "x", "", "x")),
        ("say   a  b  ", Request(None, None, False, "say", "a  b  ", "say   a  b  ")),
        ("look ", Request(None, None, False, "look", "", "look ")),
        ("say #1 @2 /x", Request(None, None, False, "say", "#1 @2 /x", "say #1 @2 /x")),
        ('"hello there', Request(None, None, False, '"hello', "there", '"hello there')),
        ("'hi", Request(None, None, False, "'hi", "", "'hi")),
        (".", Request(None, None, False, ".", "", ".")),
        ("//x", Request(None, None, True, "/x", "", "/x")),
        ("\u00c9T\u00c9 A", Request(None, None, False, "\u00c9t\u00c9", "A", "\u00c9T\u00c9 A")),
        ("\u0130X", Request(None, None, False, "\u0130x", "", "\u0130X")),
    ],
    ids=ascii,
)
def test_a_request_is_taken_apart(line: str, request_: Request) -> None:
    assert parse_request(line) == request_


@pytest.mark.parametrize("line", ["", " ", "     "])
def test_a_blank_line_asks_for_nothing(line: str) -> None:
    assert parse_request(line) is None


@pytest.mark.parametrize(
    ("line", "says", "own_id"),
    [
        ("/", "verb is missing", None),
        ("/ look", "verb is missing", None),
        ("#7", "verb is missing", "7"),
        ("#7 ", "verb is missing", "7"),
        ("#7 /", "verb is missing", "7"),
        ("@3", "verb is missing", None),
        ("#7 @3", "verb is missing", "7"),
        ("# look", "1 to 16", None),
        ("#", "1 to 16", None),
        ("#abcdefghijklmnopq look", "1 to 16", None),
        ("#a.b look", "1 to 16", None),
        ("#\u00e9 look", "1 to 16", None),
        ("##1 look", "1 to 16", None),
        ("@ look", "number of a prompt", None),
        ("@bob hello", "number of a prompt", None),
        ("#7 @-1 look", "number of a prompt", "7"),
        ("#7 @1000000000 look", "number of a prompt", "7"),
        ("@\u0661 look", "number of a prompt", None),
    ],
    ids=ascii,
)
def test_what_does_not_fit_is_told_what_would(line: str, says: str, own_id: str | None) -> None:
    with pytest.raises(BadRequest) as caught:
        parse_request(line)
    bad = caught.value
    assert (bad.code, bad.id) == (Code.USAGE, own_id)
    assert says in bad.text
    assert str(bad) == bad.text
    assert bad.text.isascii()
    assert len(bad.text) <= 79


@given(
    st.from_regex(r"[A-Za-z0-9_-]{1,16}", fullmatch=True),
    st.integers(0, 999_999_999),
    st.booleans(),
    st.text("abcXYZ.\u00e9#@", min_size=1).filter(lambda verb: verb[0] not in "/#@"),
    st.text("abc .\u00e9#@/").map(lambda rest: rest.lstrip(" ")),
)
def test_what_is_put_together_comes_apart(
    own_id: str, prompt: int, slash: bool, verb: str, rest: str
) -> None:
    text = f"{verb} {rest}"
    line = f"#{own_id} @{prompt} {'/' * slash}{text}"
    lower = verb.translate(str.maketrans("XYZ", "xyz"))
    assert parse_request(line) == Request(own_id, prompt, slash, lower, rest, text)


@given(st.text())
def test_any_line_is_a_request_or_nothing_or_refused(line: str) -> None:
    try:
        request = parse_request(line)
    except BadRequest:
        assert line.strip(" ")[0] in "/#@"
    else:
        assert (request is None) == (not line.strip(" "))
        assert request is None or (request.verb and line.endswith(request.text))


# --- HELLO ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hello"),
    [
        ("HELLO 1", Hello(1, ())),
        ("HELLO 1 view text", Hello(1, ("view", "text"))),
        ("HELLO  1   view ", Hello(1, ("view",))),
        ("HELLO 2", Hello(2, ())),
        ("HELLO 1 dance", Hello(1, ("dance",))),
        ("HELLO", Hello(None, ())),
        ("HELLO there", Hello(None, ())),
        ("HELLO -1 view", Hello(None, ("view",))),
        ("HELLO 1000000000", Hello(None, ())),
    ],
)
def test_a_greeting_is_taken_apart(line: str, hello: Hello) -> None:
    assert parse_hello(line) == hello


@pytest.mark.parametrize("line", ["", "hello 1", "Hello", "HELLO1", " HELLO 1", "name HELLO"])
def test_what_a_person_says_is_no_greeting(line: str) -> None:
    assert parse_hello(line) is None

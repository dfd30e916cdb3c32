"""Lines that are refused without being read keep their id; HELLO is the first line or nothing."""

from __future__ import annotations

import json

import pytest

from tests.house.scene import new_host


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"#a-1 say \xff\n", "bad_encoding"),
        (b"#a-1 say \x07\n", "bad_character"),
        (b"#a-1 say " + b"x" * 2000 + b"\n", "line_too_long"),
        (b"#a-1 say " + b"x" * 2100, "line_too_long"),
    ],
)
def test_a_line_that_is_not_read_keeps_its_id(data: bytes, code: str) -> None:
    """So a program knows which of its requests was refused."""
    client = new_host().program("ann")
    (answer,) = client.send_raw(data)
    mark, word, body = answer.split(" ", 2)
    assert (mark, word, json.loads(body)["code"]) == ("#a-1", "no", code)
    for begins in (b"say", b"#", b"#%", b"#" + b"a" * 17):
        client = new_host().program("ann")
        (answer,) = client.send_raw(data.replace(b"#a-1", begins))
        assert answer.startswith("#- no")


def test_surplus_lines_keep_their_ids() -> None:
    """Of a far connection that sends too much at once, and of unusable lines among them."""
    host = new_host(flood_burst=1, flood_per_s=1, flood_waiting=2)
    client = host.connect(near=False, address="203.0.113.5")
    client.send("HELLO 1 text", "#n name ann")
    host.wait(10)
    lines = client.send_raw(b"#1 ping\n#2 ping\n#3 ping\n#4 ping\n#5 p\x07ing\nping\n")
    fast = [line.split(" ", 2)[0] for line in lines if '"too_fast"' in line]
    assert fast == ["#4", "#5", "#-"]


@pytest.mark.parametrize("line", ["HELLO 1 text", "#7 HELLO 1 text", "HELLO 2"])
def test_a_hello_that_is_not_the_first_line_is_no_command(line: str) -> None:
    """Late, twice, or with an id."""
    for client in (new_host().program("ann"), new_host().connect()):
        program = bool(client.data.startswith(b"#") or b"#- ok" in client.data)
        if not program:
            client.send("ann")
        answer = " ".join(client.send(line))
        assert "#- ok" not in answer
        if program:
            mark = "#7" if line.startswith("#") else "#-"
            assert answer.startswith(f'{mark} no {{"code":"unknown_verb"')


@pytest.mark.parametrize(
    "line", ["HELLO 1 text", "HELLO", "#7 HELLO 1 text", "#7 HELLO", "HELLO 1 text view"]
)
def test_a_hello_that_comes_late_is_no_name(line: str) -> None:
    """A program that sends something else first is told what is wrong, and gets no name."""
    host = new_host()
    client = host.connect()
    client.send("ping")
    assert client.send(line) == [
        "HELLO is for programs, and must be the first line of a connection."
    ]
    assert host.house.people.find("HELLO") is None
    assert client.send("hello")[0].startswith("Hello! What is your name?")

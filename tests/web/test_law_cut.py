"""The law of the web door: however the bytes are cut, the same lines come out."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from parlour.web import Heard
from tests.web.doors import caller, frame, together, upgrade

PIECES = st.one_of(
    st.text("aé#\U0001f600 ", max_size=40).map(lambda text: frame(text.encode())),
    st.sampled_from(
        [
            frame(b"say ", fin=False) + frame(b"hello", opcode=0),
            frame(b"", opcode=9),
            frame(b"back", opcode=10),
            frame(b"x" * 200),
            frame(b"x" * 2_100),
            frame(b"two\nlines"),
            frame(b"\xff"),
            frame(b"\x03\xe8", opcode=8),
            frame(b"bytes", opcode=2),
            b"\x00\x00",
        ]
    ),
)


def heard(chunks: list[bytes]) -> Heard:
    """What comes of all chunks up to the end of the connection."""
    door, found = caller(), list[Heard]()
    for chunk in chunks:
        found.append(door.receive(chunk))
        if found[-1].ended:
            break
    return together(found)


@given(st.lists(PIECES, max_size=8), st.data())
def test_however_the_bytes_are_cut_the_same_comes_of_them(
    pieces: list[bytes], data: st.DataObject
) -> None:
    whole = upgrade() + b"".join(pieces)
    places = st.integers(0, len(whole))
    cuts = sorted({0, len(whole), *data.draw(st.lists(places, max_size=12))})
    chunks = [whole[a:b] for a, b in pairwise(cuts)]
    assert heard(chunks) == heard([whole])


@given(st.lists(PIECES, max_size=6), st.data())
def test_no_bytes_break_the_door(pieces: list[bytes], data: st.DataObject) -> None:
    """Whatever is wrong with them, they are answered, and what ends is closed with an answer."""
    whole = bytearray(upgrade() + b"".join(pieces))
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    found = heard([bytes(whole)])
    assert found.out or not found.ended
    assert found.opened or not found.lines


@given(st.lists(PIECES, max_size=3))
def test_byte_by_byte_is_a_cut_too(pieces: list[bytes]) -> None:
    whole = upgrade() + b"".join(pieces)
    assert heard([bytes([byte]) for byte in whole]) == heard([whole])

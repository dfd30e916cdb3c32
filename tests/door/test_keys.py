"""What a stranger types becomes keys, and nothing of it grows."""

from __future__ import annotations

import asyncio
from typing import Final

from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import vt100_parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from parlour_door.keys import GuestInput
from parlour_door.limits import KEYS_A_TURN, KEYS_WAITING, PASTE

PIECES: Final = st.one_of(
    st.binary(max_size=20),
    st.sampled_from(
        (
            b"\x1b",
            b"\x1b[",
            b"\x1b[2",
            b"\x1b[200~",
            b"\x1b[201~",
            b"\x1b[201",
            b"00~",
            b"\x1b[" + b"1;" * 40,
            b"\x1b[" + b"7" * 60 + b"x",
            b"\x1b[<35;10;10M",
            b"\x1b[A",
            "é\N{SNOWMAN}".encode(),
        )
    ),
)


def typed(*pieces: bytes, flush: bool = False) -> tuple[list[KeyPress], list[int], list[bool]]:
    """All keys of *pieces*; how many came in each turn; when reading was held."""
    keys = list[KeyPress]()
    turns = list[int]()
    held = list[bool]()

    async def main() -> None:
        guest = GuestInput(held.append)

        dealt = asyncio.Event()

        def ready() -> None:
            found = guest.read_keys()
            turns.append(len(found))
            keys.extend(found)
            if not guest.waiting:
                dealt.set()

        with guest.attach(ready):
            for piece in pieces:
                dealt.clear()
                guest.type(piece)
                if guest.waiting:
                    await dealt.wait()
            if flush:
                keys.extend(guest.flush_keys())
            parser = guest._parser  # pyright: ignore[reportPrivateUsage]
            assert not parser._in_bracketed_paste  # pyright: ignore[reportPrivateUsage]
        guest.end()

    asyncio.run(main())
    return keys, turns, held


def test_keys_and_escapes_arrive_as_they_are_cut() -> None:
    keys, _, _ = typed("aé\x1b[A".encode(), b"\x1b", b"[B", b"\xc3", b"\xa9")
    assert [each.key for each in keys] == ["a", "é", Keys.Up, Keys.Down, "é"]
    keys, _, _ = typed(b"\x1b", flush=True)
    assert [each.key for each in keys] == [Keys.Escape]


def test_a_paste_is_one_key_and_bounded() -> None:
    keys, _, _ = typed(b"\x1b[20", b"0~hello\r\x1b[2", b"01~x")
    assert [(each.key, each.data) for each in keys] == [
        (Keys.BracketedPaste, "hello\r"),
        ("x", "x"),
    ]
    keys, _, _ = typed(b"\x1b[200~", *[b"y" * 1000] * 40, b"\x1b[201~z")
    assert [len(each.data) for each in keys] == [PASTE, 1]


def test_a_flood_comes_in_turns_and_is_held() -> None:
    keys, turns, held = typed(b"k" * (KEYS_WAITING + 1))
    assert len(keys) == KEYS_WAITING + 1
    assert max(turns) == KEYS_A_TURN
    assert held == [True, False]


@given(st.lists(PIECES, max_size=30))
def test_nothing_grows(pieces: list[bytes]) -> None:
    """prompt_toolkit never begins a paste of its own, and remembers little."""
    keys, _, _ = typed(*pieces, flush=True)
    assert all(len(each.data) <= PASTE for each in keys)
    remembered = vt100_parser._IS_PREFIX_OF_LONGER_MATCH_CACHE  # pyright: ignore[reportPrivateUsage]
    assert all(len(each) <= 40 for each in remembered)

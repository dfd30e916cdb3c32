"""The input line is bounded, whatever comes in by the keyboard."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.clipboard import ClipboardData

from parlour_client.screen.line import MOST, REMEMBERED, UNDONE, LineBuffer
from tests.clients.glass import Glass, on_screen

LEFT_OUT = f"! A line has {MOST} bytes at most. The rest was left out."


@on_screen()
async def test_what_is_too_much_for_a_line_is_left_out_and_said_and_not_sent_unseen(
    glass: Glass,
) -> None:
    """Marked as a paste, typed by a terminal that marks none, or one of several lines."""
    long = "ping " + "\N{LATIN SMALL LETTER E WITH ACUTE}" * 20_000
    fits = "ping " + "\N{LATIN SMALL LETTER E WITH ACUTE}" * ((MOST - 5) // 2)
    glass.paste(f"{long}\nwho")
    await glass.until(LEFT_OUT)
    await glass.press("Enter")
    glass.send("\x15", long[:20_000], "\r")
    await glass.rest()
    assert LEFT_OUT in glass.text
    assert not any(line.startswith("/ping") for line in glass.line.asked)
    await glass.press("Enter")
    assert glass.line.asked.count(f"/{fits}") == 1


@on_screen()
async def test_few_keys_never_make_many_letters(glass: Glass) -> None:
    """prompt_toolkit has numbers that repeat a key, and macros, which can call themselves."""
    await glass.press("a\x1b9", "9", "9", "9", "b", "\x1b-", "c")
    assert glass.typed == "> a999bc"
    await glass.press("\x18(", "d", "\x18)", "\x18e")
    assert glass.typed == "> a999bcd"


_edits = st.one_of(
    st.tuples(st.just("insert"), st.text(max_size=4), st.integers(1, 2000)),
    st.tuples(st.just("yank"), st.text(max_size=4), st.integers(1, 2000)),
    st.tuples(st.sampled_from(["undo", "redo", "home", "save", "reset"]), st.just(""), st.just(0)),
    st.tuples(st.just("upper"), st.just(""), st.just(0)),
)


@given(st.lists(_edits, max_size=40))
def test_no_edit_makes_a_line_longer_than_the_host_reads(
    edits: list[tuple[str, str, int]],
) -> None:
    full = list[None]()
    buffer = LineBuffer(full=lambda: full.append(None))
    for edit, text, times in edits:
        before = buffer.text
        match edit:
            case "insert":
                buffer.insert_text(text * times)
                whole = len((before + text * times).encode("utf-8", "surrogatepass")) <= MOST
                assert bool(full) != whole
            case "yank":
                buffer.paste_clipboard_data(ClipboardData(text), count=times)
            case "undo" | "redo":
                getattr(buffer, edit)()
            case "home":
                buffer.cursor_position = 0
            case "save":
                buffer.save_to_undo_stack()
            case "reset":
                buffer.append_to_history()
                buffer.reset()
            case _ if buffer.text:
                buffer.transform_region(0, len(buffer.text), lambda text: text.replace("a", "ab"))
            case _:
                pass
        full.clear()
        assert len(buffer.text.encode("utf-8", "surrogatepass")) <= MOST
        assert 0 <= buffer.cursor_position <= len(buffer.text)


def test_only_so_many_edits_and_lines_are_kept() -> None:
    buffer = LineBuffer()
    for number in range(many := 3 * max(UNDONE, REMEMBERED)):
        buffer.save_to_undo_stack()
        buffer.text = str(number)
        buffer.history.append_string(str(number))
    kept = buffer.history.get_strings()
    assert (kept[0], len(kept)) == (str(many - REMEMBERED), REMEMBERED)
    texts = set[str]()
    while buffer.text not in texts:
        texts.add(buffer.text)
        buffer.undo()
    assert len(texts) == UNDONE + 1

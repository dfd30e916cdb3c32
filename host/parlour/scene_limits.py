"""The limits of a scene, in one table.

`parlour.scene` declares its types with them and refuses what breaks one. The table of the page for
authors is made from `TABLE`, and the clients have a colour for every hue up to `HUE_MOST`.
"""

from __future__ import annotations

from typing import Final

WIDTH_LEAST: Final = 40
"""Columns of the narrowest screen. Every grid must fit into it."""
BYTES_MOST: Final = 16_000
"""The most bytes a whole scene may take as JSON. Programs read it in one line."""
BLOCKS_MOST: Final = 64
ROWS_MOST: Final = 20
HEADS_MOST: Final = 4
CELLS_MOST: Final = WIDTH_LEAST
FACE_MOST: Final = 8
"""Characters of a cell, a score, a mark."""
LINE_MOST: Final = 200
"""Characters of a few words: a title, a label, a name."""
LONG_MOST: Final = 2_000
"""Characters of a run, a word of a list, the name of a score."""
RUNS_MOST: Final = 64
WORDS_MOST: Final = 5_000
"""Words of a list. A board of Boggle holds up to about 1,000."""
SCORES_MOST: Final = 20
SEATS_MOST: Final = 20
SEAT_MOST: Final = 1_000
HUE_MOST: Final = 8
INDENT_MOST: Final = 20
POWER_MOST: Final = 53
"""Numbers are between minus and plus two to this power: JavaScript knows no larger ones."""
NUMBER_MOST: Final = 2**POWER_MOST

TABLE: Final = (
    ("blocks of a scene", f"{BLOCKS_MOST}; as JSON, {BYTES_MOST:,} bytes in all"),
    (
        "rows of a grid",
        f"{ROWS_MOST}, and up to {HEADS_MOST} heads above them",
    ),
    ("cells of a row", f"{CELLS_MOST}, which must fit into {WIDTH_LEAST} columns"),
    (
        "the text, the note and the face of a cell, the score and the mark of a row, "
        "the end of a list",
        f"{FACE_MOST} characters each",
    ),
    (
        "a title, a status, a label, a name, the note of a row, `says`, `types`, `value`, `big`, "
        "the verb of a trace, the detail of a score",
        f"{LINE_MOST} characters",
    ),
    (
        "a run of a text, a word of a list, the name of a score",
        f"{LONG_MOST:,} characters; up to {RUNS_MOST} runs in a text, "
        f"{WORDS_MOST:,} words in a list",
    ),
    ("scores", f"{SCORES_MOST} rows, each of up to {SEATS_MOST} seats"),
    ("`waits`", f"{SEATS_MOST} seats"),
    ("a seat", f"1 to {SEAT_MOST:,}"),
    ("a hue", f"0 to {HUE_MOST}"),
    ("an indent", f"0 to {INDENT_MOST} columns"),
    (
        "numbers",
        f"between -2^{POWER_MOST} and 2^{POWER_MOST}; the top of a meter and the fewest letters "
        "of a trace from 1",
    ),
)
"""What is limited, and how, as authors read it."""

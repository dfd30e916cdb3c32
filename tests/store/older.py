"""Files as hosts before version 2 wrote them: tokens and codes as they are, rows without marks."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from parlour.store._schema import STEPS, upgrade

TOKEN = "0123456789abcdef0123456789abcdef"
CODE = "ab3s5v"
WELCOME = (
    b'{"name":"welcome","data":{"name":"ann","code":"ab3s5v","tables":0,"table":null},'
    b'"said":["Hello ann. If you are disconnected, type: resume ab3s5v","Type games or help."]}'
)
NOTICE = b'{"name":"notice","data":{"kind":"announce","table":null},"said":["No welcome here."]}'


def make(folder: Path) -> None:
    """A host of version 1 on which Ann was greeted, with an older Bob beside her."""
    with closing(sqlite3.connect(folder / "parlour.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA secure_delete = ON")
        upgrade(db, 0, STEPS[:1])
        db.execute("UPDATE meta SET commits = 3, last_note = 2, last_player = 4")
        player = "INSERT INTO player VALUES (?, ?, ?, ?, ?, 1, ?, CAST('[]' AS BLOB), 0)"
        kept = "scrypt$14$8$1$AAAA$AAAA"
        for row in (
            (1, "ann", "ann", TOKEN, CODE, None),
            (2, "bob", "bob", "f" * 32, "", kept),
            (3, "coco", "coco", "e" * 32, "cccccc", None),
            (4, "\u0441\u043e\u0441\u043e", "\u0441\u043e\u0441\u043e", "d" * 32, "dddddd", None),
        ):
            db.execute(player, row)
        for seq, body in enumerate((WELCOME, NOTICE), 1):
            heard = b"[1,%d,2]" % seq
            db.execute(
                "INSERT INTO journal (tbl, seq, body, heard, mark)"
                " VALUES (0, ?1, ?2, ?3, row_mark(0, ?1, ?2, ?3))",
                (seq, body, heard),
            )
        db.execute("INSERT INTO clock VALUES (7, 700)")
        db.execute("INSERT INTO barred VALUES (1, 'ban', '\u0434\u0430\u043d', 'Dan', 5, '')")
        db.execute("INSERT INTO act VALUES (1, 5, 'announce', 'done')")

"""A house's log of commits in a PostgreSQL database, through one connection.

The log is append-only, and its next number is the fence: a row is inserted only if nobody has
inserted that number, and if the row before it is there. Two writers can never both believe that
they appended it. Old rows are dropped, so the second condition keeps out a writer that is so far
behind that its number is free again.

A session holds an advisory lock as long as it may append. The lock says who the owner is; the
fence is what protects the log, also while an owner does not know yet that it has lost the lock.
"""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, LiteralString, NamedTuple
from urllib.parse import parse_qs, urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict

from parlour.store._interface import Fenced, StoreError

CONNECT_S: Final = 3
"""Seconds to wait for a connection to each address of the database."""
SILENT_MS: Final = 5_000
"""Sent data that is not acknowledged for so long means that the database's machine is gone."""
LOCK_CLASS: Final = 0x50524C52
"""The first half of the keys of our advisory locks: `PRLR`."""
LAG: Final = 1_000
"""Commits kept behind a snapshot, so that a standby that is a little behind can go on. At least
one must be kept, for the fence."""

TABLES: Final[tuple[LiteralString, ...]] = (
    "CREATE SCHEMA IF NOT EXISTS parlour",
    """CREATE TABLE IF NOT EXISTS parlour.log (
        house text NOT NULL,
        n bigint NOT NULL,
        body bytea NOT NULL,
        writer text NOT NULL,
        PRIMARY KEY (house, n)
    )""",
    # A complete parlour.db as of commit n, compressed, in parts. It is replaced as a whole.
    """CREATE TABLE IF NOT EXISTS parlour.snapshot (
        house text NOT NULL,
        n bigint NOT NULL,
        part integer NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (house, part)
    )""",
    # Who is there. `n` is the last commit that the node has; `writer` is NULL for a standby.
    """CREATE TABLE IF NOT EXISTS parlour.node (
        house text NOT NULL,
        id text NOT NULL,
        address text NOT NULL,
        n bigint NOT NULL,
        writer text,
        seen timestamptz NOT NULL,
        PRIMARY KEY (house, id)
    )""",
)


class Row(NamedTuple):
    """A commit in the log."""

    n: int
    body: bytes
    writer: str


class Beat(NamedTuple):
    """The owner's last sign of life."""

    node: str = ""
    """Its id. Empty: nobody has ever owned the house."""
    writer: str = ""
    seen: str = ""
    """A text that is another one each time."""


def check_url(url: str) -> None:
    """Raise StoreError unless *url* names a database, without a password.

    Everybody on a computer can read command lines, and a config is shown to people who help.
    """
    if not url.startswith(("postgresql://", "postgres://")):
        raise StoreError("The store must be a URL such as postgresql://USER@HOST/DATABASE.")
    try:
        conninfo_to_dict(url)
        parts = urlsplit(url)
        secret = parts.password is not None or "password" in parse_qs(parts.query)
    except (psycopg.Error, ValueError) as error:
        raise StoreError(
            "The URL of the store cannot be read. It looks like postgresql://USER@HOST/DATABASE."
        ) from error
    if secret:
        raise StoreError(
            "Leave the password out of the URL of the store, where others could read it. "
            "Put it in a password file and add ?passfile=FILE, or use ~/.pgpass."
        )


def failed(error: psycopg.Error) -> StoreError:
    """Return the error to raise for *error*.

    It passes by itself if the database is out of reach, stops or is full.
    """
    detail = " ".join(str(error).split()) or type(error).__name__
    passing = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return StoreError(f"The database failed: {detail}", passing=passing)


@contextmanager
def told() -> Generator[None]:
    """Turn every failure of the database, within the block, into a StoreError."""
    try:
        yield
    except psycopg.Error as error:
        raise failed(error) from error


class CommitLog:
    """The log of *house* in the database at *url*. *name* says in the database who connects."""

    def __init__(self, url: str, house: str, name: str) -> None:
        self.house = house
        with told():
            # An owner may know that the database takes longer.
            asked = conninfo_to_dict(url).get("connect_timeout")
            self._db = psycopg.connect(
                url,
                autocommit=True,
                connect_timeout=asked or CONNECT_S,
                application_name=name[:63],
                target_session_attrs="read-write",
                tcp_user_timeout=SILENT_MS,
                keepalives_idle=2,
                keepalives_interval=1,
                keepalives_count=3,
            )
            if self._one("SHOW synchronous_commit") == ("off",):
                self._db.execute("SET synchronous_commit = on")  # a commit is a promise
        self._key = zlib.crc32(house.encode()) - (1 << 31)

    @property
    def broken(self) -> bool:
        """The connection is lost, and with it the lock."""
        return self._db.closed

    def close(self) -> None:
        """Release the connection and the lock. May be called twice."""
        with suppress(psycopg.Error):
            self._db.close()

    def prepare(self) -> None:
        """Make the tables if they are not there."""
        with told():
            found = self._one("SELECT to_regclass('parlour.node')")
            if found is None or found[0] is None:
                with self._db.transaction():
                    self._db.execute("SELECT pg_advisory_xact_lock(%s, 0)", (LOCK_CLASS,))
                    for statement in TABLES:
                        self._db.execute(statement)

    # --- the log ---------------------------------------------------------------------

    def append(self, n: int, body: bytes, writer: str) -> None:
        """Append commit *n*, unless this very commit is there.

        Raises Fenced if another writer has appended that number. After any other StoreError
        the commit may be there or not; a repeated call finds out.
        """
        with told():
            added = self._db.execute(
                "INSERT INTO parlour.log (house, n, body, writer)"
                " SELECT %(house)s, %(n)s, %(body)s, %(writer)s WHERE EXISTS"
                " (SELECT 1 FROM parlour.log WHERE house = %(house)s AND n = %(n)s::bigint - 1)"
                " OR %(n)s = 1"
                " AND NOT EXISTS (SELECT 1 FROM parlour.log WHERE house = %(house)s)"
                " ON CONFLICT DO NOTHING",
                {"house": self.house, "n": n, "body": body, "writer": writer},
            ).rowcount
            if added:
                return
            found = self.row(n)
            if found is None or found.writer != writer or found.body != body:
                raise Fenced()
            # An answer was lost, and perhaps with it the wait for the database's own standbys.
            # A later commit of any kind returns only when they have this one too.
            self._db.execute("UPDATE parlour.node SET seen = seen WHERE house = %s", (self.house,))

    def row(self, n: int) -> Row | None:
        """Return commit *n*, if it is still in the log."""
        with told():
            found = self._one(
                "SELECT n, body, writer FROM parlour.log WHERE house = %s AND n = %s",
                (self.house, n),
            )
        return None if found is None else Row(*found)

    def after(self, n: int) -> Iterator[Row]:
        """Yield the commits after *n*, in order. Raises StoreError if one is missing."""
        with told(), self._db.cursor(binary=True) as cursor:
            rows = cursor.stream(
                "SELECT n, body, writer FROM parlour.log WHERE house = %s AND n > %s ORDER BY n",
                (self.house, n),
            )
            for expected, found in enumerate(rows, n + 1):
                row = Row(*found)
                if row.n != expected:
                    raise StoreError(f"Commit {expected} is missing in the database.")
                yield row

    def is_new(self) -> bool:
        """Check whether nothing was ever stored."""
        with told():
            found = self._one(
                "SELECT NOT EXISTS (SELECT 1 FROM parlour.log WHERE house = %s)"
                " AND NOT EXISTS (SELECT 1 FROM parlour.snapshot WHERE house = %s)",
                (self.house, self.house),
            )
        return found == (True,)

    def last(self) -> int:
        """Return the number of the last commit. 0: there is none."""
        with told():
            found = self._one(
                "SELECT greatest("
                " (SELECT max(n) FROM parlour.log WHERE house = %s),"
                " (SELECT max(n) FROM parlour.snapshot WHERE house = %s), 0)",
                (self.house, self.house),
            )
        assert found is not None
        return int(found[0])

    # --- snapshots -------------------------------------------------------------------

    def snapshot(self) -> Generator[tuple[int, bytes]]:
        """Yield the parts of the latest snapshot, each with the number of its last commit."""
        with told(), self._db.cursor(binary=True) as cursor:
            yield from cursor.stream(
                "SELECT n, body FROM parlour.snapshot WHERE house = %s ORDER BY part",
                (self.house,),
            )

    def keep_snapshot(self, n: int, parts: Iterable[bytes], writer: str) -> None:
        """Keep *parts* as the snapshot after commit *n*, and drop what it replaces.

        Raises Fenced if *writer* does not own the house, because what it would replace may be
        newer.
        """
        with told(), self._db.transaction():
            self._db.execute("DELETE FROM parlour.snapshot WHERE house = %s", (self.house,))
            for number, part in enumerate(parts):
                self._db.execute(
                    "INSERT INTO parlour.snapshot (house, n, part, body) VALUES (%s, %s, %s, %s)",
                    (self.house, n, number, part),
                )
            self._db.execute(
                "DELETE FROM parlour.log WHERE house = %s AND n < %s", (self.house, n - LAG)
            )
            # Last, because the owner's row is locked from here on.
            owns = self._db.execute(
                "UPDATE parlour.node SET seen = seen WHERE house = %s AND writer = %s",
                (self.house, writer),
            ).rowcount
            if not owns:
                raise Fenced()

    def weight(self) -> tuple[int, int]:
        """Return the bytes of the latest snapshot, and of the commits after it."""
        with told():
            found = self._one(
                "SELECT (SELECT coalesce(sum(octet_length(body)), 0)::bigint"
                "  FROM parlour.snapshot WHERE house = %(house)s),"
                " (SELECT coalesce(sum(octet_length(body)), 0)::bigint FROM parlour.log"
                "  WHERE house = %(house)s AND n > coalesce("
                "   (SELECT max(n) FROM parlour.snapshot WHERE house = %(house)s), 0))",
                {"house": self.house},
            )
        assert found is not None
        return found[0], found[1]

    # --- who owns the house ----------------------------------------------------------

    def lock(self) -> bool:
        """Take the house, if no session has it. Returns whether this one has it now."""
        with told():
            found = self._one("SELECT pg_try_advisory_lock(%s, %s)", (LOCK_CLASS, self._key))
        return found is not None and bool(found[0])

    def holder(self) -> str | None:
        """Return the name of the session that has the house."""
        with told():
            found = self._one(
                "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
                " WHERE locktype = 'advisory' AND granted AND objsubid = 2"
                " AND classid = %s::bigint::oid AND objid = %s::bigint::oid"
                " AND pg_locks.database ="
                " (SELECT oid FROM pg_database WHERE datname = current_database())",
                (LOCK_CLASS, self._key % (1 << 32)),
            )
        return None if found is None else str(found[0])

    def terminate(self, name: str) -> None:
        """End the other sessions of that name, and those whose names begin with it.

        That frees the lock. Waits for at most two seconds for each.
        """
        with told():
            self._db.execute(
                "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND (application_name = %s OR starts_with(application_name, %s))",
                (name, f"{name} "),
            )

    def claim(self, node: str, address: str, n: int, writer: str) -> None:
        """Say that *node* owns the house, as *writer*. The session must hold the lock."""
        with told(), self._db.transaction():
            self._db.execute(
                "UPDATE parlour.node SET writer = NULL WHERE house = %s", (self.house,)
            )
            self._note(node, address, n, writer)

    def wait_here(self, node: str, address: str, n: int) -> None:
        """Say that *node* is a standby that has the first *n* commits."""
        with told(), self._db.transaction():
            self._note(node, address, n, None)

    def _note(self, node: str, address: str, n: int, writer: str | None) -> None:
        self._db.execute("SET LOCAL synchronous_commit = off")  # it promises nothing
        self._db.execute(
            "INSERT INTO parlour.node VALUES (%s, %s, %s, %s, %s, clock_timestamp())"
            " ON CONFLICT (house, id) DO UPDATE SET address = excluded.address,"
            " n = excluded.n, writer = excluded.writer, seen = excluded.seen",
            (self.house, node, address, n, writer),
        )

    def still_owns(self, writer: str, n: int) -> bool:
        """Say that the owner is there, with *n* commits. Returns False if it is not any more."""
        with told(), self._db.transaction():
            self._db.execute("SET LOCAL synchronous_commit = off")
            found = self._db.execute(
                "UPDATE parlour.node SET seen = clock_timestamp(), n = %s"
                " WHERE house = %s AND writer = %s",
                (n, self.house, writer),
            ).rowcount
        return bool(found)

    def standbys(self, silent_s: float) -> int:
        """Return how many nodes follow, and have said so in the last *silent_s* seconds."""
        with told():
            found = self._one(
                "SELECT count(*) FROM parlour.node WHERE house = %s AND writer IS NULL"
                " AND seen > clock_timestamp() - make_interval(secs => %s)",
                (self.house, silent_s),
            )
        assert found is not None
        return int(found[0])

    def beat(self) -> Beat:
        """Return the owner's last sign of life."""
        with told():
            found = self._one(
                "SELECT id, writer, seen::text FROM parlour.node"
                " WHERE house = %s AND writer IS NOT NULL",
                (self.house,),
            )
        return Beat() if found is None else Beat(*found)

    def probe(self) -> None:
        """Find out whether the database answers."""
        with told():
            self._one("SELECT 1")

    def _one(
        self, query: LiteralString, values: Sequence[object] | Mapping[str, object] = ()
    ) -> tuple[Any, ...] | None:
        return self._db.execute(query, values, binary=True).fetchone()

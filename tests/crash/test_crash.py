"""Hosts that are killed: nothing that was read or acknowledged is ever missing.

`python -m tests.crash.kills` does the same at every write boundary, and under load.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.crash.check import nothing_unknown
from tests.crash.client import Broken, Client
from tests.crash.full import NoGrowth, run_dry
from tests.crash.hosts import Hosts, open_hosts
from tests.crash.kills import at_boundary, at_random, short_lives
from tests.crash.person import Person
from tests.crash.play import Kill, Ordeal
from tests.crash.rule import programs, short, whole
from tests.sizes import sized

SEED = "1"
BOUNDARIES = sized(2, 6)
"""Of some two hundred."""
TABLES = sized(2, 3)


@pytest.fixture
async def hosts(tmp_path: Path) -> AsyncIterator[Hosts]:
    """Hosts that can be killed."""
    async with open_hosts(tmp_path / "log") as hosts:
        yield hosts


@pytest.mark.sweep
async def test_killed_at_a_write_boundary_a_game_goes_on_as_if_nothing_had_been(
    hosts: Hosts, tmp_path: Path
) -> None:
    """Each time at another boundary, and once more while all are coming back."""
    rules = [short(SEED)]
    quiet = Ordeal(hosts, tmp_path / "0")
    await quiet.run(rules)
    died = 0
    for number in Random(SEED).sample(range(1, quiet.wrote + 1), BOUNDARIES):
        ordeal = Ordeal(hosts, tmp_path / str(number), kills=at_boundary(number))
        figures = await ordeal.run(rules)
        assert figures.moves == quiet.figures.moves
        died += figures.kills.total()
    assert died > BOUNDARIES


@pytest.mark.sweep
async def test_a_game_survives_hosts_that_live_for_a_few_writes(
    hosts: Hosts, tmp_path: Path
) -> None:
    ordeal = Ordeal(hosts, tmp_path / "data", kills=short_lives(Random(SEED), sized(8, 20)))
    figures = await ordeal.run([sized(short, whole)(SEED)])
    assert figures.kills.total() > 3
    assert figures.moves - figures.acknowledged <= figures.kills.total()


@pytest.mark.sweep
async def test_games_at_several_tables_survive_kills_at_random_moments(
    hosts: Hosts, tmp_path: Path
) -> None:
    """Also while the host starts: it has served nobody yet, and may just be restoring."""
    kills = [Kill(after_s=0.02, starting=True), *at_random(Random(SEED), sized(3, 8))]
    ordeal = Ordeal(hosts, tmp_path / "data", kills=kills)
    figures = await ordeal.run([whole(f"{SEED}/{table}") for table in range(TABLES)])
    assert figures.games == TABLES
    assert figures.kills.total() > 0, (
        "how many more there are depends on how fast games are played"
    )


@pytest.mark.sweep
@pytest.mark.parametrize("deadly", [False, True])
async def test_games_go_on_where_they_were_when_there_is_room_again(
    deadly: bool, tmp_path: Path
) -> None:
    """What could not be stored waits, and is made again if the host was killed."""
    data = tmp_path / "data"
    rules = [sized(programs, whole)(f"dry/{table}") for table in range(TABLES)]
    dry = await run_dry(tmp_path / "log", data, NoGrowth(data), rules, deadly=deadly)
    assert dry.figures.games == TABLES
    assert dry.figures.kills.total() == deadly
    assert all(len(guest.waits) == 1 for guest in dry.guests), "everybody is told, and once"
    told = "The host cannot store anything now. All clocks are stopped, and nothing is lost. "
    texts = {text[: len(told)] for guest in dry.guests for text in guest.waits}
    assert texts <= {told, ""}, "who wants no text is told by the kind alone"


# --- would it be noticed? -------------------------------------------------------------


async def test_a_host_that_announces_before_it_stores_is_found_out(
    hosts: Hosts, tmp_path: Path
) -> None:
    ordeal = Ordeal(hosts, tmp_path / "data", kills=[Kill(at_write=30)], careless=True)
    with pytest.raises(Broken, match=r"^lost: "):
        await ordeal.run([short(SEED)])


async def test_a_record_without_its_last_rows_is_found_out(hosts: Hosts, tmp_path: Path) -> None:
    ordeal = Ordeal(hosts, tmp_path / "data")
    await ordeal.run([short(SEED)])
    (party,) = ordeal.parties
    nothing_unknown(tmp_path / "data", party.guests)
    db = sqlite3.connect(tmp_path / "data" / "parlour.db")
    db.execute("DELETE FROM journal WHERE CAST(body AS TEXT) LIKE '%moved%' AND seq > 15")
    db.commit()
    db.close()
    with pytest.raises(Broken, match=r"^lost: "):
        nothing_unknown(tmp_path / "data", party.guests)


WELCOME = b'* 1 welcome {"name":"bbw00"}\n'
SEATED = b'#2 ok {"table":1,"seat":4}\n* 2 started {}\n'
PROMPT = b'* %d prompt {"prompt":1,"urgent":true,"moves":[{"verb":"show","args":[]}]}\n'


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ([WELCOME], "duplicated"),
        ([b"* 3 scores {}\n"], "lost"),
        ([SEATED, PROMPT % 3, b"#3 ok {}\n", PROMPT % 4], "lost"),
        ([b'* 2 over {"reason":"deserted"}\n'], "other"),
        ([b"! internal {}\n"], "other"),
        ([b'#2 no {"code":"usage"}\n'], "other"),
    ],
)
def test_a_client_notices_what_must_not_be(told: list[bytes], kind: str) -> None:
    """An event twice, or left out, a move asked for again, an end that is none, a refusal."""
    client = Client("bbw", 4, short(SEED))
    client.party_table = 1
    client.connect()
    client.feed(b'#- ok {}\n#1 ok {"token":"t","seq":0}\n' + WELCOME)
    assert client.take().endswith(b"#2 join 1\n")
    *good, bad = told
    for line in good:
        client.feed(line)
    with pytest.raises(Broken) as found:
        client.feed(bad)
    assert found.value.kind == kind


@pytest.mark.parametrize(
    "absent",
    [
        "bby00 is disconnected. To go on without them (host of the table): /kick bby00",
        "bbw00, bbx00 and bby00 are disconnected. To go on without one (host of the\n"
        "  table): /kick bbw00",
    ],
)
def test_a_person_asks_the_same_whoever_is_not_back_yet(absent: str) -> None:
    """They may look at the table before the others have found the new host."""

    def asks(*said: str) -> bytes:
        person = Person("bbz", 4, short(SEED))
        person.party_table = 1
        person.connect()
        for text in (
            "Your name? (help for help)",
            "Hello bbz00.\nIf you are disconnected, type: resume d9422-nughn-g3gm2\npong 1",
            "Table 1: Probe. You sit at seat 4.\npong 2",
            "Ask for a letter (ask bbw00 e).",
            "\n".join(["It's your turn to ask.", *said, "Activity cards left: 47.", "pong 3"]),
        ):
            person.take()
            person.feed(f"{text}\n".encode())
        return person.take()

    assert asks().startswith(b"/ask bbw00 ")
    assert asks(absent) == asks()

"""A copy of everything, made while the host is running."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from parlour.store import StoreError
from parlour.store.reader import back_up
from parlour.store.sqlite import open_store
from tests.store.samples import entry, finished, player, record_of


def test_a_backup_is_a_place_for_a_host(tmp_path: Path) -> None:
    """With all that was committed when it was made; the host goes on."""
    store = open_store(tmp_path / "data")
    store.commit(record_of(1, 3), [player(1), finished(1)])
    before = store.load()
    (tmp_path / "deep").mkdir()
    back_up(tmp_path / "data", tmp_path / "deep" / "copy")
    store.commit([entry(1, 3)], ())
    store.close()
    copy = tmp_path / "deep" / "copy"
    assert [path.name for path in copy.iterdir()] == ["parlour.db"]
    assert stat.S_IMODE((copy / "parlour.db").stat().st_mode) == 0o600
    store = open_store(copy)
    assert store.load() == before
    assert store.archive.get("g1") == finished(1)
    store.commit([entry(1, 3)], ())
    store.close()


def test_a_backup_of_a_busy_host_is_one_moment_of_it(tmp_path: Path) -> None:
    """It comes to an end however much is written meanwhile."""
    store = open_store(tmp_path / "data")
    store.commit(record_of(1, 2000), [finished(n) for n in range(1, 50)])
    with ThreadPoolExecutor(1) as pool:
        copied = pool.submit(back_up, tmp_path / "data", tmp_path / "copy")
        seq = 2000
        while not copied.done():
            store.commit([entry(1, seq)], ())
            seq += 1
        copied.result()
    store.close()
    store = open_store(tmp_path / "copy")
    length = len(store.load().journal)
    assert 2000 <= length <= seq
    assert store.load().journal == tuple(record_of(1, length))
    store.close()


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    """Neither a file nor a folder with something in it; an empty one will do."""
    open_store(tmp_path / "data").close()
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine").touch()
    (tmp_path / "empty").mkdir()
    for target in ("data", "file", "folder"):
        with pytest.raises(StoreError) as error:
            back_up(tmp_path / "data", tmp_path / target)
        assert error.value.text == (
            f"There is something at {tmp_path / target} already. Name a new folder."
        )
    assert (tmp_path / "file").read_text() == "mine"
    back_up(tmp_path / "data", tmp_path / "empty")
    open_store(tmp_path / "empty").close()


def test_a_backup_needs_something_to_copy_and_a_place_to_put_it(tmp_path: Path) -> None:
    """Without either it says so, and leaves nothing behind."""
    with pytest.raises(StoreError, match=r"^There is no "):
        back_up(tmp_path / "nowhere", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    open_store(tmp_path / "data").close()
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"^There is no folder "):
        back_up(tmp_path / "data", tmp_path / "file" / "copy")
    with pytest.raises(StoreError, match=r"^Cannot write .*: File name too long\."):
        back_up(tmp_path / "data", tmp_path / ("x" * 300))


def test_a_backup_makes_no_folder_in_place_of_a_disk_that_is_not_there(tmp_path: Path) -> None:
    """It would fill the disk whose end it is made for, and look like a backup."""
    open_store(tmp_path / "kept").close()
    with pytest.raises(StoreError) as no:
        back_up(tmp_path / "kept", tmp_path / "disk" / "monday")
    assert no.value.text == (
        f"There is no folder {tmp_path / 'disk'}. Is its disk there? Else make it first."
    )
    assert not (tmp_path / "disk").exists()


def test_a_damaged_file_makes_no_backup(tmp_path: Path) -> None:
    """Anyone who needs it later would find out too late."""
    store = open_store(tmp_path / "data")
    store.commit(record_of(1, 500), [finished(n) for n in range(1, 200)])
    store.close()
    file = tmp_path / "data" / "parlour.db"
    data = bytearray(file.read_bytes())
    data[-8192:-4096] = b"\xff" * 4096
    file.write_bytes(data)
    with pytest.raises(StoreError) as error:
        back_up(tmp_path / "data", tmp_path / "copy")
    assert error.value.text.startswith(f"{file} is damaged.")
    assert list((tmp_path / "copy").iterdir()) == []

"""The store on disk: whole entries or none, nothing trusted unread, nothing fatal."""

import json
import os
import stat
import threading
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from swc.store import Store, StoredKernel, StoreWarning, open_store

KEY = "ab" * 32
OTHER = "cd" * 32
KERNEL = StoredKernel(KEY, "# source\n", b"\x7fELF object", ("swc_kernel", "swc_finish"))
DETAILS = {"command": "a -> 1", "made_from": {"target": "x86-64-v3"}}


def never() -> StoredKernel:
    raise AssertionError("a stored kernel was built again")


def filled(folder: Path) -> Store:
    store = Store(folder)
    store.get(KEY, lambda: KERNEL, DETAILS)
    return store


def names(folder: Path) -> list[str]:
    return sorted(path.name.replace(KEY, "KEY") for path in folder.iterdir())


def the_file(folder: Path, suffix: str) -> Path:
    (path,) = folder.glob(f"{KEY}*.{suffix}")
    return path


def test_a_kernel_is_built_once_and_then_read(tmp_path):
    store = Store(tmp_path / "deep" / "folder")
    assert store.load(KEY) is None
    assert store.get(KEY, lambda: KERNEL, DETAILS) == KERNEL
    assert store.get(KEY, never, DETAILS) == KERNEL
    assert Store(store.folder).get(KEY, never, {}) == KERNEL


def test_only_whole_files_are_left_behind(tmp_path):
    filled(tmp_path)
    digest = json.loads(the_file(tmp_path, "json").read_text())["sha256"][:16]
    assert names(tmp_path) == [f"KEY-{digest}.o", f"KEY-{digest}.py", "KEY.json"]


def test_files_are_readable_for_whom_the_mask_allows(tmp_path):
    before = os.umask(0o022)
    try:
        filled(tmp_path)
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o644}


def test_entries_describe_what_is_stored(tmp_path):
    store = filled(tmp_path)
    (tmp_path / "notes.json").write_text("not json")
    (tmp_path / "list.json").write_text("[1]")
    (entry,) = store.entries()
    assert entry["key"] == KEY
    assert entry["command"] == "a -> 1"
    assert entry["bytes"] == len(KERNEL.object_code)
    assert entry["phases"] == ["swc_kernel", "swc_finish"]


def test_clear_removes_entries_and_nothing_else(tmp_path):
    store = filled(tmp_path)
    store.get(OTHER, lambda: replace(KERNEL, key=OTHER), DETAILS)
    keep = tmp_path / "thesis.json"
    keep.write_text("{}")
    assert store.clear() == 2
    assert list(tmp_path.iterdir()) == [keep]
    assert Store(tmp_path / "missing").clear() == 0


def describe(folder, change):
    path = the_file(folder, "json")
    path.write_text(json.dumps(change(json.loads(path.read_text()))))


def without(name):
    return lambda description: {key: value for key, value in description.items() if key != name}


def with_value(name, value):
    return lambda description: {**description, name: value}


DAMAGE = {
    "object truncated": lambda folder: the_file(folder, "o").write_bytes(KERNEL.object_code[:-1]),
    "object empty": lambda folder: the_file(folder, "o").write_bytes(b""),
    "object changed": lambda folder: the_file(folder, "o").write_bytes(b"\x7fELF objecT"),
    "source changed": lambda folder: the_file(folder, "py").write_text("# other\n"),
    "source no text": lambda folder: the_file(folder, "py").write_bytes(b"\xff\xfe"),
    "description truncated": lambda folder: the_file(folder, "json").write_text('{"format": 2,'),
    "description empty": lambda folder: the_file(folder, "json").write_text(""),
    "description no text": lambda folder: the_file(folder, "json").write_bytes(b"\xff"),
    "description endless": lambda folder: the_file(folder, "json").write_text("[" * 100_000),
    "description a list": lambda folder: the_file(folder, "json").write_text("[]"),
    "no format": lambda folder: describe(folder, without("format")),
    "another format": lambda folder: describe(folder, with_value("format", 1)),
    "no checksum": lambda folder: describe(folder, without("sha256")),
    "checksum a number": lambda folder: describe(folder, with_value("sha256", 5)),
    "no phases": lambda folder: describe(folder, without("phases")),
    "phases no texts": lambda folder: describe(folder, with_value("phases", [1])),
    "other phases": lambda folder: describe(folder, with_value("phases", ["swc_kernel"])),
    "another key": lambda folder: describe(folder, with_value("key", OTHER)),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damaged_entry_is_set_aside_and_rebuilt(tmp_path, damage):
    filled(tmp_path)
    damage(tmp_path)
    store = Store(tmp_path)
    with pytest.warns(StoreWarning, match="is set aside and rebuilt: ") as caught:
        assert store.get(KEY, lambda: KERNEL, DETAILS) == KERNEL
    assert len(caught) == 1
    assert sum(name.endswith(".damaged") for name in names(tmp_path)) == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store.get(KEY, never, DETAILS) == KERNEL
    assert store.clear() == 1
    assert names(tmp_path) == []


def test_entry_under_a_foreign_name_is_set_aside(tmp_path):
    """Every file is sound, but belongs to another kernel."""
    filled(tmp_path)
    for path in list(tmp_path.iterdir()):
        path.rename(tmp_path / path.name.replace(KEY, OTHER))
    with pytest.warns(StoreWarning):
        assert Store(tmp_path).load(OTHER) is None


@pytest.mark.parametrize("suffix", ["o", "py"])
def test_entry_with_a_file_missing_is_rebuilt(tmp_path, suffix):
    store = filled(tmp_path)
    the_file(tmp_path, suffix).unlink()
    assert store.load(KEY) is None
    assert store.get(KEY, lambda: KERNEL, DETAILS) == KERNEL
    assert store.get(KEY, never, DETAILS) == KERNEL


def test_folder_that_cannot_be_written_warns_once(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    store = Store(blocked / "folder")
    with pytest.warns(StoreWarning, match="kernels are not kept: cannot write to ") as caught:
        assert store.get(KEY, lambda: KERNEL, DETAILS) == KERNEL
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert store.get(OTHER, lambda: replace(KERNEL, key=OTHER), DETAILS).key == OTHER
        assert store.get(KEY, lambda: KERNEL, DETAILS) == KERNEL
    assert blocked.read_text() == "in the way"


def test_a_process_has_one_store_for_a_folder(tmp_path):
    assert open_store(tmp_path) is open_store(Path(str(tmp_path)))
    assert open_store(tmp_path) is not open_store(tmp_path / "other")


def test_writers_of_different_objects_leave_one_sound_entry(tmp_path):
    """Objects of one kernel differ from process to process; no mixture of two may ever be seen."""
    variants = [replace(KERNEL, object_code=bytes([number]) * 5000) for number in range(4)]
    gate = threading.Barrier(5)
    faults = []

    def write(variant):
        gate.wait()
        for _ in range(30):
            Store(tmp_path)._write(variant, DETAILS)

    def read():
        gate.wait()
        for _ in range(200):
            found = Store(tmp_path).load(KEY)
            if found is not None and found not in variants:
                faults.append(found)

    threads = [threading.Thread(target=write, args=(variant,)) for variant in variants]
    threads.append(threading.Thread(target=read))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []
    assert Store(tmp_path).load(KEY) in variants
    assert not any(name.endswith(".damaged") for name in names(tmp_path))


def test_a_write_that_fails_leaves_no_part_behind(tmp_path, monkeypatch):
    def fail(self, target):
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.warns(StoreWarning, match="disk full"):
        Store(tmp_path).get(KEY, lambda: KERNEL, DETAILS)
    assert names(tmp_path) == []

"""One contestant of `python -m tools.bench.boggle`, in a process of its own; see there.

    PYTHON tools/bench/solving.py CONTESTANT TASK

reads what to do from the JSON file TASK and prints what came of it as JSON. It needs the
standard library only, and whatever its contestant needs, so that it runs under the Python
of another environment.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

Solve = Callable[[Sequence[str]], Iterable[str]]
"""From the faces of a board, row by row, to its words."""

SIZE = 4
SHORTEST = 3


def main(name: str, file: str) -> None:
    """Do what *file* says with the contestant *name*."""
    task = json.loads(Path(file).read_text())
    boards: Sequence[Sequence[str]] = task["boards"]
    begin = CONTESTANTS[name](task)  # the word list is there before anything is measured
    gc.collect()
    resident, started, used = resident_kib(), time.perf_counter(), time.process_time()
    if task["traced"]:
        tracemalloc.start()
    solve = begin()
    answers = [digest(solve(boards[0]))]
    ready = {"wall_ms": ms(started, time.perf_counter()), "cpu_ms": ms(used, time.process_time())}
    answers += [digest(solve(board)) for board in boards[1:]]
    found: dict[str, Any] = {"answers": answers, "ready": ready}
    if task["traced"]:
        gc.collect()
        found["traced"], found["traced_peak"] = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    else:
        found["passes"] = [a_pass(solve, boards) for _ in range(task["passes"])]
        gc.collect()
        found["resident_kib"] = resident_kib() - resident
    print(json.dumps(found))


def a_pass(solve: Solve, boards: Sequence[Sequence[str]]) -> float:
    """Processor time for a board, in ms, over all *boards*."""
    used = time.process_time()
    for board in boards:
        solve(board)
    return ms(used, time.process_time()) / len(boards)


def ms(start: float, end: float) -> float:
    """From seconds to milliseconds."""
    return (end - start) * 1000


def digest(words: Iterable[str]) -> str:
    """Short, and equal for equal words only."""
    return hashlib.sha256(" ".join(sorted(words)).encode()).hexdigest()[:16]


def resident_kib() -> int:
    """Resident memory of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise ProcessLookupError


def read_words(task: dict[str, Any]) -> list[str]:
    """The word list as the peers want it: strings."""
    return str(Path(task["words"]).read_text()).split()


# --- Contestants: what each does when it is asked to get ready --------------------------


def parlour(task: dict[str, Any]) -> Callable[[], Solve]:
    """Ours, with the host's list. The host has loaded the game's code when it starts."""
    lexicon = import_module("parlour.lexicons").load_builtin(task["lexicon"])
    board = import_module("parlour_boggle.board").Board
    solve = import_module("parlour_boggle.solver").solve
    prepare = import_module("parlour_boggle.automaton").prepare

    def begin() -> Solve:
        automaton = prepare(lexicon)
        return lambda faces: solve(board(tuple(faces)), automaton).words

    return begin


def trie(task: dict[str, Any]) -> Callable[[], Solve]:
    """A trie of dicts in plain Python with a stack of its own: the answers to compare with."""
    words = read_words(task)

    def begin() -> Solve:
        root: dict[str, Any] = {}
        for word in words:
            node = root
            for letter in word:
                node = node.setdefault(letter, {})
            node[""] = word
        return lambda faces: walk(root, faces)

    return begin


NEXT_TO = [
    [
        row * SIZE + column
        for row in range(max(0, at // SIZE - 1), min(SIZE, at // SIZE + 2))
        for column in range(max(0, at % SIZE - 1), min(SIZE, at % SIZE + 2))
        if row * SIZE + column != at
    ]
    for at in range(SIZE * SIZE)
]


def walk(root: dict[str, Any], faces: Sequence[str]) -> set[str]:
    """All words of the trie on the board."""
    found: set[str] = set()
    todo: list[tuple[dict[str, Any], int, Sequence[int]]] = [(root, 0, range(len(faces)))]
    while todo:
        node, used, cells = todo.pop()
        if "" in node:
            found.add(node[""])
        for cell in cells:
            if not used >> cell & 1:
                after = node.get(faces[cell])
                if after is None and len(faces[cell]) > 1:
                    after = node.get(faces[cell][0], {}).get(faces[cell][1])
                if after is not None:
                    todo.append((after, used | 1 << cell, NEXT_TO[cell]))
    return found


def bogglesolver(task: dict[str, Any]) -> Callable[[], Solve]:
    """bogglesolver from PyPI, with our words in place of its own."""
    words = read_words(task)
    package = import_module("bogglesolver.solve_boggle")

    def begin() -> Solve:
        solver = object.__new__(package.SolveBoggle)
        solver.edict = package.Edict()
        solver.boggle = package.Boggle(SIZE, SIZE)
        solver.min_word_len = SHORTEST
        for word in words:
            solver.edict.add_word(word)

        def solve(faces: Sequence[str]) -> Iterable[str]:
            solver.set_board(SIZE, SIZE, list(faces))
            found: Iterable[str] = solver.solve()
            return found

        return solve

    return begin


def pyggle(task: dict[str, Any]) -> Callable[[], Solve]:
    """pyggle from PyPI. In its official mode it writes the face Qu as q."""
    words = read_words(task)
    package = import_module("pyggle")

    def rows(faces: Sequence[str]) -> list[list[str]]:
        cells = [face[0] for face in faces]
        return [cells[start : start + SIZE] for start in range(0, len(cells), SIZE)]

    def begin() -> Solve:
        solver = package.Boggle(rows("a" * SIZE * SIZE), words, official=True)

        def solve(faces: Sequence[str]) -> Iterable[str]:
            solver.board = rows(faces)
            found: Iterable[str] = solver.solve()
            return found

        return solve

    return begin


CONTESTANTS: dict[str, Callable[[dict[str, Any]], Callable[[], Solve]]] = {
    "parlour": parlour,
    "trie": trie,
    "bogglesolver": bogglesolver,
    "pyggle": pyggle,
}

if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

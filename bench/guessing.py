"""`python -m bench.guessing`: how many codes a second can be guessed from many addresses.

The house of a host without a network, whose clock does not run, and *places* addresses, each of
which types wrong codes as fast as this computer can carry them out; an hour later once more.
Prints how many codes the host looked at, how many it refused, and how many lines it had not read
yet, because so many addresses had used up their bursts.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Final

from parlour.house.limits import Limits
from parlour.testing.host import Client, Host

TRIES_A_LINE: Final = 5
"""After so many wrong ones the host closes a line."""


def far(host: Host, number: int) -> Client:
    """A connection from address *number* of a whole country."""
    address = f"{11 + (number >> 16)}.{number >> 8 & 255}.{number & 255}.1"
    client = host.connect(address=address, near=False)
    client.send("HELLO 1")
    return client


def guess(host: Host, places: int, seconds: float) -> Counter[str]:
    """What *places* addresses are answered that guess for *seconds* of this computer's time."""
    answers: Counter[str] = Counter()
    end, number = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        line = far(host, number % places)
        for attempt in range(TRIES_A_LINE):
            got = " ".join(line.send(f"#1 resume abcde-fghjk-{number:05}{attempt}"))
            kind = "refused" if got else "held back"
            answers["looked at" if '"bad_password"' in got else kind] += 1
        line.lose()
        host.clients.pop(line.conn, None)
        number += 1
    return answers


def main() -> None:
    """Measure, and say what came of it."""
    parser = argparse.ArgumentParser(description="Guess way-back codes from many addresses.")
    parser.add_argument("--places", type=int, default=200_000)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    host = Host({}, limits=Limits())
    answers = guess(host, asked.places, asked.seconds)
    print(f"{asked.places} addresses, {asked.seconds:.0f} s: {dict(answers)}")
    print(f"codes looked at a second: {answers['looked at'] / asked.seconds:.1f}")
    host.wait(3_600)
    again = guess(host, asked.places, asked.seconds)
    print(f"an hour later: {dict(again)}")


if __name__ == "__main__":
    main()

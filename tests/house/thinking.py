"""Bots at a table whose thoughts are left to the test."""

from __future__ import annotations

from typing import Any

from parlour.api import Seat
from parlour.core.effects import Job, JobDone, JobKey
from tests.house.scene import Party, new_host, ok

PAUSE_S = 1.2


def think(party: Party, job: Job, result: Any = None, error: BaseException | None = None) -> None:
    """The shell brings a thought, the job's own unless another one is given."""
    if result is None and error is None:
        result = job.work()
    party.host.tick([JobDone(job.key, result, error)])


def job_seat(job: Job) -> Seat:
    """The seat of the bot that thinks: to try itself is never allowed."""
    return Seat(bot_key(job).seat)


def bot_key(job: Job) -> JobKey:
    assert isinstance(job.key, JobKey)
    return job.key


def with_bot(options: str = "", *, game: str = "hunt", watchers: tuple[str, ...] = ()) -> Party:
    """Ann, Bob and a bot; the bot's jobs are left to the test."""
    host = new_host(run_jobs=False, bot_pause_ms=1200)
    party = Party(
        "ann",
        "bob",
        host=host,
        game=game,
        options=options,
        programs=("ann", "bob"),
        watchers=watchers,
        start=False,
    )
    ok(party["ann"], "bot", "start")
    party["ann"].take()
    return party


def next_job(party: Party) -> Job:
    (job,) = party.host.jobs
    party.host.jobs.clear()
    return job


def job_after_pause(party: Party) -> Job:
    """The job that the bot was given after its pause."""
    party.host.wait(PAUSE_S)
    return next_job(party)


def hunting(options: str = "", *, game: str = "hunt") -> Party:
    """All have hidden: ann 1, bob 2, the bot what it likes; Ann is to try."""
    party = with_bot(options, game=game)
    think(party, job_after_pause(party))
    party.hide(1, 2)
    think(party, job_after_pause(party))  # it lets the optional prompt pass
    return party

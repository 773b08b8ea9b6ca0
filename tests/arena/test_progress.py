"""Tests of the line that shows how far a contest is."""

from __future__ import annotations

from pathlib import Path

from coinche.arena.cli import _parser, _run_of
from coinche.arena.progress import duration, progress


def test_durations_are_seconds_then_minutes() -> None:
    assert [duration(seconds) for seconds in (3.4, 59.4, 59.6, 125)] == ["3 s", "59 s", "1 min 00 s", "2 min 05 s"]


def test_progress_tells_what_is_left_and_the_figure_so_far() -> None:
    options = ["duel", "steady", "random", "--boards", "8", "--batch", "4", "--seed", "1", "--practice", "--whole"]
    run = _run_of(_parser().parse_args(options))
    assert progress(run, 3.0) == "0/8 boards, 3 s; the first 4 are being played"
    lines: list[str] = []
    run.batch_over = lambda: lines.append(progress(run, 90.0))
    run.run()
    assert lines[0].startswith("4/8 boards, at most 1 min 30 s left, +")
    assert lines[0].endswith(" points per deal")
    assert run.complete


def test_the_time_left_comes_from_the_boards_of_this_run_alone(tmp_path: Path) -> None:
    out = tmp_path / "contest.jsonl"
    options = ["duel", "steady", "random", "--boards", "10", "--batch", "2", "--practice", "--whole", "--out", str(out)]
    _run_of(_parser().parse_args([*options, "--seed", "1"])).run()
    out.write_bytes(b"".join(out.read_bytes().splitlines(keepends=True)[: 1 + 2 * 6]))
    run = _run_of(_parser().parse_args(options))
    lines: list[str] = []
    run.batch_over = lambda: lines.append(progress(run, 90.0))
    run.run()
    of_the_file, of_this_run = lines[:3], lines[3:]
    assert of_the_file == [f"{done}/10 boards, 1 min 30 s; the next 2 are being played" for done in (2, 4, 6)]
    assert [line.partition(" left")[0] for line in of_this_run] == [
        "8/10 boards, at most 1 min 30 s",
        "10/10 boards, at most 0 s",
    ]


def test_a_contest_of_all_boards_spares_none_of_them() -> None:
    """Neither the line nor the report of a contest that was stopped takes it for decided."""
    options = ["duel", "steady", "random", "--boards", "60", "--batch", "50", "--seed", "1", "--practice"]
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for more in ([], ["--whole"]):
        run = _run_of(_parser().parse_args([*options, *more]))
        run.batch_over = lambda run=run: found.append((run.boards, run.summary.boards))  # type: ignore[misc]
        run.run()
    assert found == [((50, 50), (50, 50)), ((50, 60), (50, 60)), ((60, 60), (60, 60))]

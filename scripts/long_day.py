"""Twelve hours of show on the whole program in accelerated time: memory, latency, restart (field note G-03).

    python scripts/long_day.py --matches 60 --entries 20000
    python scripts/long_day.py --matches 60 --entries 0       every match to its own end

A scripted referee plays matches with four fighters in one show; every command goes through the session, the journal on
disk, the records, the views and the picture, and the crowd board reads the file and draws, too. Afterwards the program
is killed in the middle of a match and started again in a process of its own. Fails where memory grows by 50 MB, where a
command needs 150 ms to its picture, or a restart 5 s; on a machine that does other work the times are those of both.
"""

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from app.long_day import Clock, Day, Figures, opened

from companion.leds.backends import SimulatedLights
from companion.leds.layout import standard_layout
from companion.leds.service import LightService, no_lights

HOURS = 12
GROWTH_MB, COMMAND_MS, RESTART_S = 50, 150, 5
LEFT_OPEN_AFTER = 40
"""Commands of the last match, which is running when the program is killed."""


def resident_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def told(name: str, taken: list[float]) -> None:
    taken = sorted(taken)
    middle, most = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
    print(f"{name:<34} n {len(taken):>6}  median {middle:7.1f}  p95 {most:7.1f}  worst {taken[-1]:7.1f} ms", flush=True)


def day(show: Path, matches: int, entries: int) -> tuple[Figures, float]:
    """Play the day and leave the last match running; gives the growth of memory too."""
    service = LightService(SimulatedLights(standard_layout()))
    clock = Clock()
    with opened(show, service, clock) as program:
        program.play(20)
        warm_mb = resident_mb()
        print(f"{'memory after the first commands':<34} {warm_mb:.1f} MB", flush=True)
        for match in range(1, matches + 1):
            while not program.over and (not entries or program.journal.last_seq < match * entries // matches):
                program.play(10)
            program.end()
            program.journal.wait_for_backups()
            clock.spent_ms = max(clock.spent_ms, match * HOURS * 3_600_000 // matches)
            if match % 10 == 0 or match == matches:
                print(f"match {match}: {program.journal.last_seq} entries, {resident_mb():.1f} MB", flush=True)
            program.next_match()
        program.play(LEFT_OPEN_AFTER)
        grown = resident_mb() - warm_mb
        figures = program.figures
        print(f"{figures.commands} commands, {figures.pictures} pictures, {figures.crowd_pictures} of the crowd board")
    service.close()
    return figures, grown


def restarted(show: Path) -> tuple[float, float, dict[str, object]]:
    """Start the program anew on the show, in a process of its own.

    Returns:
        Seconds to its first picture on both screens, by the wall clock and of the processor; and what it shows.
    """
    began_s, used_s = time.perf_counter(), processor_of_children_s()
    found = subprocess.run(
        [sys.executable, __file__, "--restart", str(show)], check=True, capture_output=True, text=True
    )
    return time.perf_counter() - began_s, processor_of_children_s() - used_s, json.loads(found.stdout)


def processor_of_children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def restart(show: Path) -> None:
    service = no_lights()
    program = Day(show, service, Clock())
    program.look()
    program.look_at_crowd()
    evening = program.live.evening
    print(json.dumps({"match": evening.number, "turn": program.match.turn_no, "acts": evening.session.can_undo}))
    sys.stdout.flush()
    os._exit(0)  # as a kill does


def main(matches: int, entries: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        show = Path(folder) / "largo día.db"
        figures, grown = day(show, matches, entries)
        took_s, used_s, state = restarted(show)
        size_mb = show.stat().st_size / 1e6
    told("command to picture, wall clock", figures.wall_ms)
    told("command to picture, processor", figures.cpu_ms)
    told("of these: an end and its result", figures.at_the_end_ms)
    told("the next match", figures.next_match_ms)
    print(f"{'memory grew by':<34} {grown:.1f} MB; the file has {size_mb:.1f} MB")
    print(f"{'restart into the running match':<34} {took_s:.2f} s, processor {used_s:.2f} s: {state}")
    slow = max(figures.wall_ms + figures.next_match_ms)
    return int(grown >= GROWTH_MB or slow >= COMMAND_MS or took_s >= RESTART_S)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--entries", type=int, default=20_000, help="of the whole day; 0: every match to its own end")
    parser.add_argument("--restart", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.restart is not None:
        restart(given.restart)
    sys.exit(main(given.matches, given.entries))

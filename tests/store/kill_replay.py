"""Kill `companion replay BOUT --show S.db --ack` again and again; count what is lost.

By hand: `python tests/store/kill_replay.py --kills 1000`; the tests run 50. Each run writes into the same show, is
stopped at a random acknowledgement or a random moment after it, by SIGKILL, every third time after a SIGSTOP. Prints
`1000 kills, N events, M acknowledged: 0 missing, 0 twice, 0 unreadable`, and exits with 1 if one of the last is not 0.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.store.show import Show, verify

ROOT = Path(__file__).parent.parent.parent
BOUT = ROOT / "tests" / "golden" / "bouts" / "galaxy_wrestling_federation.yaml"


@dataclass
class Figures:
    kills: int = 0
    events: int = 0
    acknowledged: int = 0
    missing: int = 0
    twice: int = 0
    unreadable: int = 0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.events} events, {self.acknowledged} acknowledged: "
            f"{self.missing} missing, {self.twice} twice, {self.unreadable} unreadable"
        )

    @property
    def clean(self) -> bool:
        return not (self.missing or self.twice or self.unreadable)


def killed_replay(bout: Path, show: Path, chance: random.Random) -> list[int]:
    """Run a replay and kill it; the numbers it acknowledged."""
    command = [sys.executable, "-m", "companion", "replay", str(bout), "--show", str(show), "--ack"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    assert process.stdout is not None
    lines = []
    for _ in range(chance.randint(0, 60)):
        line = process.stdout.readline()
        if not line:
            break
        lines.append(line)
    for _ in range(chance.randint(0, 2_000)):  # into the middle of a commit
        os.getpid()
    if chance.randrange(3) == 0:
        process.send_signal(signal.SIGSTOP)
    process.kill()
    lines += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    return [int(line.split()[1]) for line in lines if line.startswith(b"ack ") and line.endswith(b"\n")]


def check(show: Path, before: list[dict[str, Any]], acknowledged: list[int], figures: Figures) -> list[dict[str, Any]]:
    """Look at the show after a kill; gives its rows."""
    if not show.exists():
        figures.missing += len(acknowledged)
        return before
    try:
        report = verify(show)
        with Show.open(show, readonly=True) as opened:
            rows = [{"seq": row.seq, "at_ms": row.at_ms, "event": row.event} for row in opened.rows()]
    except CompanionError:
        figures.unreadable += 1
        return before
    figures.unreadable += not report.ok
    numbers = [row["seq"] for row in rows]
    figures.twice += len(numbers) - len(set(numbers))
    figures.missing += sum(seq > len(rows) for seq in acknowledged) + (rows[: len(before)] != before)
    figures.events += len(rows) - len(before)
    return rows


def main(kills: int, seed: int, bout: Path, folder: Path) -> Figures:
    chance = random.Random(seed)
    figures = Figures()
    show, part = folder / "velada ñ 0.db", 0
    rows: list[dict[str, Any]] = []
    for _ in range(kills):
        acknowledged = killed_replay(bout, show, chance)
        figures.kills += 1
        figures.acknowledged += len(acknowledged)
        rows = check(show, rows, acknowledged, figures)
        if len(rows) > 5_000:  # begin anew: also the creation of a show is killed now and then
            part += 1
            show, rows = folder / f"velada ñ {part}.db", []
    return figures


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--bout", type=Path, default=BOUT)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        found = main(given.kills, given.seed, given.bout, Path(place))
    print(found)
    sys.exit(0 if found.clean else 1)

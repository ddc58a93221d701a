"""G-03: a long day does not slow the store down: 60 matches, 20,000 entries, a backup at each match end."""

import gc
import os
import time
from pathlib import Path

import pytest

from companion.store.backups import GENERATIONS, back_up, backups_of
from companion.store.resilient import ResilientJournal, SaveState
from companion.store.show import Show, verify

MATCHES = 60
COMMANDS = 111  # of three events: 20,000 entries a day
SLOWEST_MS = 150
GROWTH_BYTES = 50_000_000


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read as Linux tells it")
def test_sixty_matches_and_twenty_thousand_entries(tmp_path: Path) -> None:
    path = tmp_path / "largo día.db"
    journal = ResilientJournal.open(path)
    before = resident_bytes()
    took_ms: list[float] = []
    for match in range(1, MATCHES + 1):
        for command in range(COMMANDS):
            events = [
                {"name": "commanded", "match": match, "command": {"strike": {"attacker": "A", "defender": "B"}}},
                {"name": "rolled", "match": match, "dice": [6, 5, 4, 1], "method": "digital"},
                {"name": "attack_rolled", "match": match, "hits": 2, "of": command},
            ]
            started = time.process_time()
            journal.append(events, by="referee", at_ms=match * 720_000 + command)
            journal.show.set_live({"at_ms": command, "positions": {"1": [0.5, 1.5], "2": [10.0, -3.0]}})
            took_ms.append(1000 * (time.process_time() - started))
        back_up(journal.show, f"match-{match}")
    grown = resident_bytes() - before
    assert journal.state is SaveState.SAVED
    assert journal.last_seq == MATCHES * COMMANDS * 3
    assert grown < GROWTH_BYTES
    took_ms.sort()
    assert took_ms[len(took_ms) * 99 // 100] < SLOWEST_MS, "99 of 100 commands"
    journal.close()
    assert len(backups_of(path)) == GENERATIONS
    started = time.process_time()
    with Show.open(path) as show:
        assert sum(1 for _ in show.rows()) == MATCHES * COMMANDS * 3
    assert time.process_time() - started < 5
    assert verify(path).ok

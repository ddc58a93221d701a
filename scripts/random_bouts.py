"""Play many random clay bouts over all modes and house rules; report commands, endings and speed.

    python scripts/random_bouts.py 1000

Fails on an exception or a state that breaks an invariant, on a median under 8 turns, on a command accepted fewer than
50 times, and on a way of winning that was never met.
"""

import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from games.clay_wrestling.test_random_bouts import bout, replayed

from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.commands import COMMANDS

ENDINGS = {"pin", "submission", "dq", "count_out", "unconscious", "top_rope", "falls"}


def main(bouts: int, first: int = 0) -> int:
    commands: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    turns: list[int] = []
    events = 0
    began = time.perf_counter()
    for seed in range(first, first + bouts):
        session = bout(seed, commands)
        endings[str(session.state.ending)] += 1
        turns.append(session.state.turn_no)
        events += len(session.history())
        assert replayed(session) == session.state, f"seed {seed}: the replay differs"
        done = session.can_undo
        session.handle("undo", {"commands": done})
        assert session.state == GAME.start(), f"seed {seed}: undo-all is not the start"
    spent = time.perf_counter() - began
    print(f"{bouts} bouts, median {median(turns):g} turns, {events} events, {sum(commands.values())} commands")
    print(f"{bouts / spent:.2f} bouts/s, {sum(commands.values()) / spent:.0f} commands/s with all checks and replays")
    print("endings:", dict(endings.most_common()))
    rare = {name: commands[name] for name in COMMANDS if commands[name] < 50}
    missing = ENDINGS - set(endings)
    print("fewer than 50 times:", rare or "none")
    print("never met:", missing or "none")
    return 1 if bouts >= 1000 and (rare or missing or median(turns) < 8) else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 0))

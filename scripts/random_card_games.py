"""Play many random games of the four card games; report commands, endings and events.

    python scripts/random_card_games.py 500 [GAME ...] [--first SEED]

Half of them start with hands and decks entered from the fixture decks. Every step is checked: conservation of cards,
bounds, nothing hidden in the crowd's view or words, the journal folds to the live state, undo-all is the start.
Fails on an exception, a median under 20 commands, fewer than 80 in 100 ended by the rules, or (from 200 games on) a
way of winning that was never met.
"""

import argparse
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from games.random_matches import Report, run

SHORT = {
    "galaxy_wrestling_federation": "gwf",
    "wrasslin_manager": "wm",
    "all_time_wrestling": "atw",
    "raw_deal": "rd",
}
ENOUGH = 200


def one_game(name: str, games: int, first: int) -> bool:
    table = import_module(f"games.{name}.test_{SHORT[name]}_random").TABLE
    began = time.process_time()
    half = games // 2
    reports = [run(table, entered, range(first, first + (games - half if entered else half))) for entered in (0, 1)]
    spent = time.process_time() - began
    methods = _sum(reports, "methods")
    lengths = [length for report in reports for length in report.lengths]
    ended = sum(report.ended for report in reports)
    commands = _sum(reports, "commands")
    missing = table.methods - set(methods)
    unused = set(table.game.commands) - set(commands) - {"referee_ruling"}
    unmet = set(table.game.events) - set(_sum(reports, "events")) - {"ruling_made"}
    print(f"{name}: {games} games ({games - half} entered), median {median(lengths):g} commands")
    print(f"  ended by the rules {100 * ended / games:.1f} %, {sum(lengths)} commands, {spent:.0f} s of processor")
    print("  endings:", dict(methods.most_common()))
    print("  never met:", ", ".join(sorted(missing)) or "none")
    print("  commands never given:", ", ".join(sorted(unused)) or "none")
    print("  events never seen:", ", ".join(sorted(unmet)) or "none", flush=True)
    return ended >= 0.8 * games and median(lengths) >= 20 and (games < ENOUGH or not missing)


def _sum(reports: list[Report], key: str) -> Counter[str]:
    return sum((getattr(report, key) for report in reports), Counter())


def main() -> int:
    parser = argparse.ArgumentParser(description="Random games of the four card games.")
    parser.add_argument("games", type=int, nargs="?", default=500)
    parser.add_argument("names", nargs="*", default=list(SHORT), metavar="GAME")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    held = [one_game(name, options.games, options.first) for name in options.names]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())

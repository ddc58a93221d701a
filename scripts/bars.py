"""Run every bar over the whole data: `python scripts/bars.py SHARED`; exit 1 when one does not hold.

A missing folder is a failure, never a skip.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> int:
    if len(sys.argv) != 2 or not (Path(sys.argv[1]) / "data").is_dir():
        print("bars: give the folder that holds data/ and rules/; without it nothing can be measured", file=sys.stderr)
        return 1
    shared = Path(sys.argv[1]).resolve()
    rulebooks = sorted(str(path) for path in (shared / "rules").glob("*.md"))
    runs = [[str(path), str(shared)] for path in sorted(HERE.glob("bars_*.py"))]
    failed = []
    for run in runs:
        print(f"\n== {Path(run[0]).stem}", flush=True)
        if subprocess.run([sys.executable, *run], check=False).returncode != 0:
            failed.append(Path(run[0]).stem)
    for rulebook in rulebooks:
        if Path(rulebook).stem not in known_games():
            continue
        print(f"\n== replay --check {Path(rulebook).name}", flush=True)
        command = [sys.executable, "-m", "companion", "replay", "--check", rulebook]
        if subprocess.run(command, check=False, cwd=HERE.parent).returncode != 0:
            failed.append(Path(rulebook).stem)
    print("\nall bars hold" if not failed else f"\nnot held: {', '.join(failed)}")
    return 1 if failed else 0


def known_games() -> tuple[str, ...]:
    from companion.games import GAMES

    return GAMES


if __name__ == "__main__":
    sys.exit(main())

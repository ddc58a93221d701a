"""Every test of the house: first the rulebooks with their coverage, then the rest; exit 1 if any failed.

python scripts/run_tests.py [more arguments for pytest]
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PURE = ("tests/kernel", "tests/games", "tests/table")
# random games walk the same lines over and over: measuring them three times as long would tell nothing new
UNMEASURED = ("test_*_random.py", "test_random_*.py", "test_card_games_mutations.py", "test_card_games_anything.py")


def run(workers: int, *arguments: str) -> int:
    """One run of pytest: neighbours stay together, so that what they share is made once, until a worker has no more."""
    spread = ["-n", str(workers), "--dist", "worksteal"]
    command = [sys.executable, "-m", "pytest", "-q", *spread, *arguments, *sys.argv[1:]]
    # windows of the tests draw into memory unless a test brings a display of its own; as in the program itself,
    # no thread of the matrix library spins beside the workers, nor one of OpenCV's
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "OPENBLAS_NUM_THREADS": "1",
        "OPENCV_FOR_THREADS_NUM": "1",
    }
    # some hundred processes begin in these tests: each would translate the whole program anew
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def parts() -> tuple[list[str], list[str]]:
    """What is run with coverage, as arguments for pytest, and what without."""
    unmeasured = sorted(
        path.relative_to(ROOT).as_posix() for name in PURE for one in UNMEASURED for path in (ROOT / name).rglob(one)
    )
    measured = [name for name in PURE if (ROOT / name).is_dir()]
    others = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").iterdir()
        if path.is_dir() or path.match("test_*.py")
    )
    rest = [name for name in others if name not in PURE and not name.endswith("__pycache__")]
    return [*measured, *(f"--ignore={name}" for name in unmeasured)], [*rest, *unmeasured]


def main() -> int:
    measured, rest = parts()
    first = run(2, "--cov", "--cov-report=term:skip-covered", *measured)
    second = run(3, *rest)  # one more: some of these wait for a window or a clock of another process
    return 1 if first or second else 0


if __name__ == "__main__":
    sys.exit(main())

"""Every test of the house: first the rulebooks with their coverage, then the rest; exit 1 if any failed.

python scripts/run_tests.py [more arguments for pytest]
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PURE = ("tests/kernel", "tests/games", "tests/table")


def run(*arguments: str) -> int:
    """One run of pytest: neighbours stay together, so that what they share is made once, until a worker has no more.

    Three workers, as some tests wait for a window or a clock of another process.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-n", "3", "--dist", "worksteal", *arguments, *sys.argv[1:]]
    # windows of the tests draw into memory unless a test brings a display of its own; as in the program itself,
    # no thread of the matrix library spins beside the three workers
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "OPENBLAS_NUM_THREADS": "1",
    }
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def main() -> int:
    pure = [name for name in PURE if (ROOT / name).is_dir()]
    coverage = ["--cov", "--cov-report=term:skip-covered"]
    first = run(*coverage, *pure)
    second = run("tests", *(f"--ignore={name}" for name in pure))
    return 1 if first or second else 0


if __name__ == "__main__":
    sys.exit(main())

"""Full disks, input/output errors, short writes and failed syncs below SQLite, at every write of a match in turn."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the library is preloaded as Linux does it")
def test_every_write_of_a_match_may_fail(tmp_path: Path) -> None:
    library = tmp_path / "fault.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library, HERE / "fault.c", "-ldl"],
        check=True,
    )
    work = tmp_path / "work"
    work.mkdir()
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(HERE.parent.parent)}
    played = subprocess.run(
        [sys.executable, HERE / "faulty_match.py", library, work],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
    )
    assert played.returncode == 0, played.stderr
    faults, saved, side_file, memory = map(int, played.stdout.split())
    assert faults > 300
    assert min(saved, side_file, memory) > 50, "each way of keeping events has been taken"

"""Write requirements.lock: the exact versions every supported Python gets, as pip constraints.

    python scripts/lock.py            (needs the package index)

pip resolves once per Python version; where they differ the line carries a marker.
"""

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.10", "3.11", "3.12", "3.13")
HEAD = "# Made by scripts/lock.py; used as constraints by scripts/setup_env.py. Do not edit.\n"


def wanted() -> list[str]:
    """The requirements of pyproject.toml, dev ones included (read without tomllib: Python 3.10 has none)."""
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    found: list[str] = []
    inside = False
    for line in lines:
        if line.startswith(("dependencies = [", "dev = [")):
            inside = True
        elif line.startswith("]"):
            inside = False
        elif inside and line.strip().startswith('"'):
            found.append(line.strip().strip('",'))
    return found


def resolve(version: str) -> dict[str, str]:
    """Package names and versions for one Python."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        subprocess.run(
            [
                sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed",
                "--python-version", version, "--only-binary=:all:", "--target", folder, "--report", str(report),
                *wanted(),
            ],
            check=True,
        )  # fmt: skip
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {item["metadata"]["name"].lower().replace("_", "-"): item["metadata"]["version"] for item in found}


def main() -> None:
    pins: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for version in VERSIONS:
        for name, pinned in resolve(version).items():
            pins[name][pinned].append(version)
    lines = []
    for name in sorted(pins):
        if len(pins[name]) == 1:
            lines.append(f"{name}=={next(iter(pins[name]))}")
            continue
        for pinned, versions in pins[name].items():
            marker = " or ".join(f'python_version == "{version}"' for version in versions)
            lines.append(f"{name}=={pinned} ; {marker}")
    (ROOT / "requirements.lock").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

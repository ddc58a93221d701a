"""Coverage-guided fuzzing of everything people hand in: YAML, Markdown, CSV, JSON lines, side files, show files.

By hand: `pip install atheris` into an environment of its own, then
`python tests/store/fuzz_by_hand.py -max_total_time=600 -max_len=6000 -timeout=2 -rss_limit_mb=700 CORPUS_FOLDER`.
Anything but a CompanionError on one line is a finding.
"""

import sys
import tempfile
from pathlib import Path

try:
    import atheris  # type: ignore[import-not-found]  # no dependency of the tests
except ImportError:
    sys.exit(f"{__doc__}\natheris is not installed here")

with atheris.instrument_imports(include=["companion", "yaml"]):
    from companion.config.strict import load_text, yaml_blocks
    from companion.errors import CompanionError
    from companion.store.exchange import import_jsonl
    from companion.store.log_end import read_log
    from companion.store.pending import SideFile
    from companion.store.people import People
    from companion.store.roster import import_roster
    from companion.store.sheets import read_sheet
    from companion.store.show import Show, verify

FOLDER = Path(tempfile.mkdtemp())
TEMPLATE = FOLDER / "template.db"
with Show.open(TEMPLATE) as template:
    template.append([{"name": "bell", "n": n} for n in range(20)], by="ana", at_ms=1)
GOOD = TEMPLATE.read_bytes()


def as_show(raw: bytes) -> None:
    """A good show file with bytes written over it; the first two say where."""
    path = FOLDER / "s.db"
    for left in FOLDER.glob("s.db*"):
        left.unlink()
    at = int.from_bytes(raw[:2], "big") % len(GOOD)
    path.write_bytes(GOOD[:at] + raw[2:] + GOOD[at + len(raw) - 2 :])
    verify(path)
    with Show.open(path) as show:
        list(show.rows())


def as_lines(raw: bytes) -> None:
    source, target = FOLDER / "x.jsonl", FOLDER / "new.db"
    target.unlink(missing_ok=True)
    source.write_bytes(raw)
    import_jsonl(source, target)


def as_side_file(raw: bytes) -> None:
    path = FOLDER / "side.db"
    for left in FOLDER.glob("side.db*"):
        left.unlink()
    path.write_bytes(GOOD)
    SideFile(path).path.write_bytes(raw)
    Show.open(path).close()


READERS = (
    lambda raw: load_text(raw, "f.yaml"),
    lambda raw: yaml_blocks(b"```yaml\n" + raw + b"\n```\n", "f.md"),
    lambda raw: import_roster(read_sheet(raw, "f.csv"), People(), "f.csv"),
    lambda raw: import_roster(read_sheet(b"player;name;strike;palm_mm\n" + raw, "f.csv"), People(), "f.csv"),
    as_lines,
    as_side_file,
    as_show,
    read_log,
)


def one_input(raw: bytes) -> None:
    if raw:
        try:
            READERS[raw[0] % len(READERS)](raw[1:])
        except CompanionError as error:
            if "\n" in str(error):
                raise AssertionError(str(error)) from error


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()

"""Measure the tracker on the sample clips: `python scripts/bars_tracking.py ../shared [--full] [--only dev_a]`.

Calibrates each sample set-up with the commands (camera, ring, colours), follows its clip with `companion track`, and
scores tracks and facts against the truth, which nothing else reads. Exits 1 when a bar is missed: the foundation's
always, those of the issue about the eyes with --full. Words as in DESIGN.md section 4.
"""

import argparse
import csv
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import motmetrics
import numpy as np
from make_demo_data import calibrate, run

SETTLED_FRAMES, SETTLED_MM = 8, 2.0
GATE_MM, HULL_GATE_MM = 40.0, 80.0
PALM_MM = 200.0
NEAR_MM = 0.25 * PALM_MM
LEFT_OUT_MM = 5.0
FACINGS = {"dev_a": (30.0, 0.4), "dev_b": (12.0, 0.7), "dev_c": (30.0, 0.4)}
STANDING = {"dev_a": (5.5, 16.0), "dev_b": (3.0, 8.0), "dev_c": (7.0, 21.0)}
IDF1 = {"dev_a": 0.98, "dev_b": 0.98, "dev_c": 0.93}
SWAPS = {"dev_a": 0, "dev_b": 0, "dev_c": 10}
FOUNDATION_MEDIAN_MM, FOUNDATION_FOUND = 12.0, 0.85

Row = dict[str, Any]


@dataclass
class Score:
    """What one clip gave."""

    name: str
    standing_mm: list[float] = field(default_factory=list)
    settled_mm: list[float] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    facing_deg: list[float] = field(default_factory=list)
    standing_rows: int = 0
    settled_rows: int = 0
    uncertain_rows: int = 0
    posture_told: int = 0
    posture_right: int = 0
    frames: int = 0
    frames_all_found: int = 0
    swaps: int = 0
    idf1: float = 0.0
    facts: dict[str, list[bool]] = field(default_factory=dict)
    move_errors: list[tuple[float, float]] = field(default_factory=list)
    moves_missed: int = 0
    moves_false: int = 0


def number(text: str) -> float | None:
    return float(text) if text else None


def read_rows(path: Path) -> dict[tuple[int, str], Row]:
    """A tracks CSV, truth or ours."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (int(line["frame"]), line["id"]): {
                "x": number(line["x_mm"]),
                "y": number(line["y_mm"]),
                "facing": number(line["facing_deg"]),
                "posture": line["posture"],
                "visible": float(line["visible"]),
                "held": line["held"] == "1",
                "confidence": float(line.get("confidence") or 1.0),
            }
            for line in csv.DictReader(file)
        }


def off_mm(a: Row, b: Row) -> float:
    return float(np.hypot(a["x"] - b["x"], a["y"] - b["y"]))


def gate_mm(truth: Row) -> float:
    return HULL_GATE_MM if truth["posture"] in {"lying", "ringside"} else GATE_MM


def is_sure(row: Row) -> bool:
    return row["confidence"] >= 0.5 and row["x"] is not None and not row["held"]


def is_settled(truth: dict[tuple[int, str], Row], frames: list[Row], frame: int, id_: str) -> bool:
    if frame < SETTLED_FRAMES or frames[frame]["hand_present"]:
        return False
    here = truth[frame, id_]
    before = [truth[f, id_] for f in range(frame - SETTLED_FRAMES, frame)]
    return not here["held"] and all(not row["held"] and off_mm(row, here) < SETTLED_MM for row in before)


def score_tracks(score: Score, truth: dict[tuple[int, str], Row], ours: dict[tuple[int, str], Row], setup: Row) -> None:
    """Places, postures, facings, identities."""
    ids = [str(figure["id"]) for figure in setup["figures"]]
    matches = motmetrics.MOTAccumulator(auto_id=True)
    for frame in range(len(setup["frames"])):
        if (frame, ids[0]) not in ours:
            continue
        now = {id_: truth[frame, id_] for id_ in ids}
        counted = [id_ for id_ in ids if not now[id_]["held"] and now[id_]["visible"] >= 0.3]
        told = [id_ for id_ in counted if is_sure(ours[frame, id_])]
        distances = np.full((len(counted), len(told)), np.nan)
        for i, a in enumerate(counted):
            for j, b in enumerate(told):
                off = off_mm(now[a], ours[frame, b])
                distances[i, j] = off if off <= gate_mm(now[a]) else np.nan
        matches.update(counted, told, distances)
        score.swaps += sum(_is_swapped(id_, now, ours[frame, id_]) for id_ in told)
        settled = [id_ for id_ in ids if is_settled(truth, setup["frames"], frame, id_) and now[id_]["visible"] >= 0.6]
        found = [_score_settled(score, now[id_], ours[frame, id_]) for id_ in settled]
        if found:
            score.frames += 1
            score.frames_all_found += all(found)
    summary = motmetrics.metrics.create().compute(matches, metrics=["idf1"], name="clip")
    score.idf1 = float(summary["idf1"].iloc[0])


def _is_swapped(id_: str, now: dict[str, Row], row: Row) -> bool:
    own = off_mm(now[id_], row)
    return own > GATE_MM and any(off_mm(other, row) < min(own, GATE_MM) for key, other in now.items() if key != id_)


def _score_settled(score: Score, due: Row, row: Row) -> bool:
    """One figure that stands still and is seen; whether it was found."""
    score.settled_rows += 1
    if row["confidence"] < 0.5 or row["x"] is None:
        score.uncertain_rows += 1
        return False
    off = off_mm(due, row)
    score.settled_mm.append(off)
    score.confidence.append(row["confidence"])
    if row["posture"] != "unknown":
        score.posture_told += 1
        score.posture_right += row["posture"] == due["posture"]
    if due["posture"] == "standing":
        score.standing_mm.append(off)
        score.standing_rows += 1
        if row["facing"] is not None:
            score.facing_deg.append(abs((row["facing"] - due["facing"] + 180) % 360 - 180))
    return off <= gate_mm(due)


def score_facts(score: Score, truth: dict[tuple[int, str], Row], lines: Iterable[Row], setup: Row) -> None:
    """Adjacency, zones, ropes and posts in frames where every figure has settled; distances of moves."""
    radius = {str(f["id"]): f["footprint_radius_mm"] for f in setup["figures"]}
    half = setup["ring_size_mm"] / 2
    found_moves: list[Row] = []
    for line in lines:
        frame = line["frame"]
        found_moves += line["moves"]
        still = [id_ for id_ in radius if is_settled(truth, setup["frames"], frame, id_)]
        if not still:
            continue
        now = {id_: truth[frame, id_] for id_ in still}
        adjacent = {tuple(sorted(map(str, pair))) for pair in line["adjacent"]}
        gaps = {(a, b): off_mm(now[a], now[b]) - radius[a] - radius[b] for a, b in combinations(sorted(still), 2)}
        _judge(score, "adjacent", gaps, adjacent)
        zones = {id_: max(abs(now[id_]["x"]), abs(now[id_]["y"])) - half for id_ in still}
        in_ring = {id_ for id_ in still if line["zone"].get(id_) == "ring"}
        score.facts.setdefault("ringside", []).append(
            all((beyond <= 0) == (id_ in in_ring) for id_, beyond in zones.items() if abs(beyond) > LEFT_OUT_MM)
        )
        inside = [id_ for id_ in still if zones[id_] < 0]
        sides = {"south": (1, -1), "north": (1, 1), "east": (0, 1), "west": (0, -1)}
        ropes = {
            (id_, side): half - sign * (now[id_]["x"], now[id_]["y"])[axis] - radius[id_]
            for id_ in inside
            for side, (axis, sign) in sides.items()
        }
        _judge(score, "ropes", ropes, {(id_, side) for id_ in inside for side in line["near_ropes"].get(id_, [])})
        posts = {
            id_: min(np.hypot(now[id_]["x"] - x * half, now[id_]["y"] - y * half) for x in (-1, 1) for y in (-1, 1))
            - radius[id_]
            for id_ in inside
        }
        _judge(score, "post", posts, {id_ for id_ in inside if id_ in line["near_post"]})
    _score_moves(score, truth, found_moves, setup, list(radius))


def _judge(score: Score, kind: str, gaps: dict[Any, float], told: set[Any]) -> None:
    clear = {key: gap <= NEAR_MM for key, gap in gaps.items() if abs(gap - NEAR_MM) > LEFT_OUT_MM}
    score.facts.setdefault(kind, []).append(all(due == (key in told) for key, due in clear.items()))


def true_moves(truth: dict[tuple[int, str], Row], ids: list[str], frames: int) -> Iterator[tuple[str, int, float]]:
    """Each carrying of a figure by more than the noise: id, first frame held, straight distance."""
    for id_ in ids:
        start: int | None = None
        for frame in range(1, frames):
            held = truth[frame, id_]["held"]
            if held and start is None:
                start = frame
            elif not held and start is not None:
                length = off_mm(truth[start - 1, id_], truth[frame, id_])
                if length > 15.0:
                    yield id_, start, length
                start = None


def _score_moves(score: Score, truth: dict[tuple[int, str], Row], found: list[Row], setup: Row, ids: list[str]) -> None:
    left = list(found)
    for id_, start, length in true_moves(truth, ids, len(setup["frames"])):
        mine = [m for m in left if str(m["id"]) == id_ and m["from_frame"] <= start + 10 and m["to_frame"] >= start]
        if not mine:
            score.moves_missed += 1
            continue
        left.remove(mine[0])
        score.move_errors.append((abs(mine[0]["path_mm"] - length), length))
    score.moves_false = len(left)


def report(score: Score) -> dict[str, float]:
    """Print the figures of one clip and return those that bars are about."""
    standing, every = np.array(score.standing_mm), np.array(score.settled_mm)
    figures = {
        "standing median mm": float(np.median(standing)),
        "standing p95 mm": float(np.percentile(standing, 95)),
        "settled median mm": float(np.median(every)),
        "settled p95 mm": float(np.percentile(every, 95)),
        "IDF1": score.idf1,
        "swap rows": float(score.swaps),
        "all found": score.frames_all_found / max(score.frames, 1),
        "uncertain": score.uncertain_rows / max(score.settled_rows, 1),
        "posture told": score.posture_told / max(score.settled_rows - score.uncertain_rows, 1),
        "posture right": score.posture_right / max(score.posture_told, 1),
        "facing median deg": float(np.median(score.facing_deg)) if score.facing_deg else 180.0,
        "facing told": len(score.facing_deg) / max(score.standing_rows, 1),
        "moves missed or false": float(score.moves_missed + score.moves_false),
        "moves off": float(sum(off > max(8.0, 0.04 * length) for off, length in score.move_errors)),
        **{f"fact {kind}": float(np.mean(right)) for kind, right in score.facts.items()},
    }
    print(f"\n{score.name}")
    for what, value in figures.items():
        print(f"  {what:<22} {value:8.3f}")
    moves = ", ".join(f"{off:.1f} of {length:.0f}" for off, length in score.move_errors)
    print(f"  move errors mm         {moves}")
    confidence = np.array(score.confidence)
    for low, high in ((0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.01)):
        chosen = every[(confidence >= low) & (confidence < high)]
        if len(chosen):
            print(
                f"  confidence {low:.1f}-{min(high, 1):.1f}: {len(chosen):5} rows, median {np.median(chosen):5.1f} mm, "
                f"over 20 mm {np.mean(chosen > 20):.2f}"
            )
    return figures


def missed(name: str, figures: dict[str, float], *, full: bool) -> list[str]:
    """The bars that a clip misses."""
    bars: list[tuple[str, Callable[[float, float], bool], float]] = []
    at_most: Callable[[float, float], bool] = lambda value, bar: value <= bar  # noqa: E731
    at_least: Callable[[float, float], bool] = lambda value, bar: value >= bar  # noqa: E731
    if name == "dev_a":
        bars += [("standing median mm", at_most, FOUNDATION_MEDIAN_MM), ("all found", at_least, FOUNDATION_FOUND)]
    if full:
        bars += [
            ("standing median mm", at_most, STANDING[name][0]),
            ("standing p95 mm", at_most, STANDING[name][1]),
            ("IDF1", at_least, IDF1[name]),
            ("swap rows", at_most, SWAPS[name]),
            ("uncertain", at_most, 0.05),
            ("posture told", at_least, 0.95),
            ("posture right", at_least, 0.95),
            ("facing median deg", at_most, FACINGS[name][0]),
            ("facing told", at_least, FACINGS[name][1]),
            ("moves off", at_most, 0.0),
            *((what, at_least, 0.98) for what in figures if what.startswith("fact ")),
        ]
    return [
        f"{name}: {what} is {figures[what]:.3f}, due {'at most' if holds is at_most else 'at least'} {bar:g}"
        for what, holds, bar in bars
        if not holds(figures[what], bar)
    ]


def measure(data: Path, name: str, scratch: Path) -> dict[str, float]:
    """Calibrate, track and score one sample set-up."""
    table, tracks, facts = (scratch / f"{name}{ending}" for ending in (".yaml", ".csv", ".jsonl"))
    if not table.exists():
        calibrate(data, name, table, scratch, {})
    started = time.process_time()
    run("track", str(data / f"{name}.mp4"), "--table", str(table), "--csv", str(tracks), "--facts", str(facts))
    print(f"  track: {time.process_time() - started:.1f} s of processor time")
    setup = json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
    truth, ours = read_rows(data / f"{name}_tracks.csv"), read_rows(tracks)
    score = Score(name)
    score_tracks(score, truth, ours, setup)
    score_facts(score, truth, map(json.loads, facts.read_text(encoding="utf-8").splitlines()), setup)
    return report(score)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--full", action="store_true", help="hold the bars of the issue about the eyes too")
    parser.add_argument("--only", nargs="*", default=["dev_a", "dev_b", "dev_c"])
    parser.add_argument("--keep", type=Path, help="folder for tables, tracks and facts; tables there are used again")
    options = parser.parse_args()
    data = options.shared / "data"
    if not data.is_dir():
        print(f"{data}: no such folder; the bars need the sample data", file=sys.stderr)
        return 2
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as temporary:
        scratch = options.keep or Path(temporary)
        scratch.mkdir(parents=True, exist_ok=True)
        for name in options.only:
            failures += missed(name, measure(data, name, scratch), full=options.full)
    print()
    for failure in failures:
        print(f"missed: {failure}")
    print(f"{len(failures)} bars missed" if failures else "all bars hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

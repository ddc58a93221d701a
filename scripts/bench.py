"""Speed as ratios against a yardstick measured in the same run: `python scripts/bench.py [part ...]`.

Machines are noisy and differ; a ratio of two medians taken in turn does not. Each line prints what was measured, its
median, the yardstick's median, the ratio, and the target where DESIGN.md names one. Targets in milliseconds hold on a
machine where the vision floor takes 6.5 ms; they are scaled by the floor measured here.
"""

import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FLOOR_MS = 6.5
DEMO = ROOT / "companion" / "app" / "demo_data"


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    start = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - start) / 1e6


def line(what: str, ms: float, yardstick: str, yard_ms: float, target: str = "") -> None:
    print(f"{what:<52} {ms:9.3f} ms   {ms / yard_ms:8.2f} x {yardstick} ({yard_ms:.3f} ms)   {target}", flush=True)


# -- the eyes ---------------------------------------------------------------------------------------------------


def vision_floor() -> tuple[Callable[[], object], list[Any]]:
    """Decode, half size, Lab difference to the empty ring, components, mean colour: what any tracker must pay."""
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    clip = cv2.VideoCapture(str(DEMO / "demo.mp4"))
    frames = []
    while True:
        good, frame = clip.read()
        if not good:
            break
        frames.append(frame)
    encoded = [cv2.imencode(".jpg", frame)[1] for frame in frames[::10]]
    empty = cv2.imread(str(next(DEMO.glob("*empty*.jpg"))))
    empty_lab = cv2.cvtColor(cv2.resize(empty, None, fx=0.5, fy=0.5), cv2.COLOR_BGR2LAB).astype(np.int16)
    turn = iter(range(10**9))

    def floor() -> object:
        picture = cv2.imdecode(encoded[next(turn) % len(encoded)], cv2.IMREAD_COLOR)
        half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        lab = cv2.cvtColor(half, cv2.COLOR_BGR2LAB)
        mask = (np.abs(lab.astype(np.int16) - empty_lab).max(axis=2) > 18).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
        return [cv2.mean(half, (labels == n).astype(np.uint8)) for n in range(1, min(count, 9)) if stats[n, 4] > 60]

    return floor, frames


def many_figures(count: int, frames: int) -> tuple[Any, list[Any]]:
    """A drawn ring of 1280x720 with so many clay figures of their own colours, one of them carried about.

    Returns:
        A live tracker that has learned them, and the pictures.
    """
    import cv2
    import numpy as np

    from companion.vision.body import Pose, box_of, place, to_skeleton
    from companion.vision.figures import Sitter, as_entry, learn
    from companion.vision.geometry import Camera
    from companion.vision.pipeline import FigureTracker
    from companion.vision.table_file import Ring, Table

    eye, down = np.array([0.0, -800.0, 780.0]), np.array([0.0, 740.0, -780.0])
    forward, right = down / np.linalg.norm(down), np.array([1.0, 0.0, 0.0])
    turn = np.vstack([right, np.cross(forward, right), forward])
    matrix = np.array([[1000.0, 0, 639.5], [0, 1000.0, 359.5], [0, 0, 1]])
    camera = Camera(1280, 720, matrix, np.zeros(5), cv2.Rodrigues(turn)[0].ravel(), -turn @ eye)
    ring = Ring((700.0, 700.0), 200.0, 0.0)
    voxels = box_of("humanoid", 95.0)
    skin = voxels[to_skeleton(voxels, "humanoid", 95.0) <= 0.0]
    hues = (np.arange(count) * 180 / count).astype(np.uint8)
    lights = np.where(np.arange(count) % 2, 120, 210).astype(np.uint8)
    hsv = np.column_stack([hues, np.full(count, 220, np.uint8), lights])[None]
    colours = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0].astype(float)
    places = [(x, y) for y in (-230.0, -75.0, 80.0, 235.0) for x in (-260.0, -130.0, 0.0, 130.0, 260.0)][:count]
    ground = np.full((720, 1280, 3), (60, 85, 120), np.float32)
    cv2.fillConvexPoly(ground, np.round(camera.project(ring.corners_mm)).astype(np.int32), (206, 212, 214))

    def paint(where: list[tuple[float, float]], seed: int) -> Any:
        picture = ground.copy()
        for (x, y), colour in sorted(zip(where, colours, strict=True), key=lambda one: -one[0][1]):
            pixels = np.round(camera.project(place(skin, Pose(x, y, 0.0, -90.0)))).astype(int)
            mask = np.zeros((720, 1280), np.uint8)
            mask[np.clip(pixels[:, 1], 0, 719), np.clip(pixels[:, 0], 0, 1279)] = 1
            picture[cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) > 0] = colour
        noise = np.random.default_rng(seed).normal(0, 2.0, picture.shape)
        return np.clip(picture + noise, 0, 255).astype(np.uint8)

    sitters = [
        Sitter(str(i + 1), f"{i + 1}", f"{i + 1}", x, y, -90.0, "humanoid", 95.0) for i, (x, y) in enumerate(places)
    ]
    empty = np.clip(ground, 0, 255).astype(np.uint8)
    figures, shadow = learn(camera, ring, empty, paint(places, 0), sitters)
    table = Table(1, ring, camera, figures=tuple(as_entry(figure, shadow, "empty.jpg") for figure in figures))
    moved = [[*places[:-1], (places[-1][0], places[-1][1] - 4.0 * min(i, 15))] for i in range(frames)]
    return FigureTracker(table, empty, live=True), [paint(where, i + 1) for i, where in enumerate(moved)]


def frame_times(tracker: Any, frames: list[Any], yardstick: Callable[[], object]) -> tuple[list[float], list[float]]:
    """Milliseconds of each frame from decoded picture to facts, and of the yardstick in turn with it."""
    from companion.vision.track_run import fact_keeper, placements

    keeper = fact_keeper(tracker.table, 200.0)
    ours, yards = [], []
    for index, frame in enumerate(frames):

        def step(index: int = index, frame: Any = frame) -> None:
            found = tracker.update(frame, index, index * 1000 / 15)
            keeper.update(index, index * 1000 / 15, placements(found.tracks))

        ours.append(timed(step))
        yards.append(timed(yardstick))
    return ours, yards


def csrt(frames: list[Any], boxes: list[tuple[int, int, int, int]]) -> list[float]:
    """Milliseconds a frame of OpenCV's CSRT, one tracker a box."""
    import cv2

    trackers = [cv2.TrackerCSRT.create() for _ in boxes]
    for tracker, box in zip(trackers, boxes, strict=True):
        tracker.init(frames[0], box)
    return [timed(lambda frame=frame: [tracker.update(frame) for tracker in trackers]) for frame in frames[1:]]


CSRT_FIGURES, CSRT_FRAMES, MANY_FRAMES = 8, 12, 60


def bench_eyes() -> None:
    from companion.vision.pipeline import open_tracker

    floor, frames = vision_floor()
    tracker = open_tracker(DEMO / "demo_table.yaml", live=True)
    ours, floors = frame_times(tracker, frames, floor)
    yard = statistics.median(floors)
    count = len(tracker.figure_ids)
    few = statistics.median(ours)
    line(f"eyes: frame to facts, {count} figures, 1280x720", few, "vision floor", yard,
         f"target {20 * yard / FLOOR_MS:.1f} ms")  # fmt: skip
    line("eyes: the same, slowest frame in twenty", statistics.quantiles(ours, n=20)[-1], "vision floor", yard)
    boxes = [(int(200 + 110 * i), 260, 60, 100) for i in range(CSRT_FIGURES)]
    theirs = statistics.median(csrt(frames[: CSRT_FRAMES + 1], boxes))
    line(f"eyes: the same against CSRT x {CSRT_FIGURES}", few, f"CSRT x {CSRT_FIGURES}", theirs)
    crowd, pictures = many_figures(20, MANY_FRAMES)
    many, floors = frame_times(crowd, pictures, floor)
    yard = statistics.median(floors)
    line("eyes: frame to facts, 20 figures, 1280x720", statistics.median(many), "vision floor", yard,
         f"target {30 * yard / FLOOR_MS:.1f} ms")  # fmt: skip
    line("eyes: the same, slowest frame in twenty", statistics.quantiles(many, n=20)[-1], "vision floor", yard)
    line(f"eyes: 20 figures against CSRT x {CSRT_FIGURES}", statistics.median(many), f"CSRT x {CSRT_FIGURES}", theirs)


# -- the engine -------------------------------------------------------------------------------------------------


def json_yardstick() -> Callable[[], object]:
    """One journal row to JSON and back."""
    row = {"name": "stamina_changed", "fighter": "Momia", "from": 20, "to": 16, "rules": ["CW-STRIKE-05"]}
    return lambda: json.loads(json.dumps(row, ensure_ascii=False))


def random_bout(fighters: int, seed: str, most: int = 3000) -> tuple[Any, list[float]]:
    """A bout by the random player: the session, and the milliseconds of each command decided and folded."""
    from companion.games.clay_wrestling import GAME
    from companion.games.clay_wrestling.model import Mode
    from companion.games.clay_wrestling.players import line_up, suggest
    from companion.kernel.dice import Roller
    from companion.kernel.session import Session

    roller = Roller(f"{seed}:choices")

    def choose(count: int) -> int:
        nonlocal roller
        (face,), roller = roller.roll(count, 1)
        return face - 1

    session, times = Session(GAME, seed=seed), []
    for name, parameters in line_up(choose, Mode.ELIMINATION_MATCH, fighters):
        session.handle(name, parameters)
    while len(times) < most and GAME.outcome(session.state) is None:
        name, parameters = suggest(session.state, choose)
        times.append(timed(lambda name=name, parameters=parameters: session.handle(name, parameters)))
    return session, times


def bench_engine() -> None:
    from companion.kernel.session import Session, rows

    yardstick = json_yardstick()
    session, times = random_bout(8, "bench")
    yards = [timed(yardstick) for _ in range(2000)]
    yard = statistics.median(yards)
    line(f"engine: a command decided and folded, 8 fighters, {len(times)} commands", statistics.median(times),
         "JSON row", yard, "target 1 ms")  # fmt: skip
    print(f"{'engine: whole bouts of 8 fighters, elimination':<52} {1000 / sum(times):9.2f} bouts/s", flush=True)
    stored = [(0, session.opening())]
    for act in session.acts():
        for event in rows(act):
            stored.append((len(stored), event))
    events = [event for act in session.acts() for event in act.events]
    game = session.game

    def refold() -> object:
        state = game.start()
        folded = 0
        while folded < 10_000:
            for event in events:
                state = game.evolve(state, event)
                folded += 1
                if folded == 10_000:
                    break
            else:
                state = game.start()
        return state

    line("engine: 10,000 events folded again", statistics.median(timed(refold) for _ in range(3)), "JSON row", yard,
         "target 200 ms")  # fmt: skip
    whole = statistics.median(timed(lambda: Session.from_rows(game, stored)) for _ in range(3))
    line(f"engine: a match of {len(stored)} rows read back from its journal", whole, "JSON row", yard)


# -- the card games ---------------------------------------------------------------------------------------------


def card_times(name: str) -> list[float]:
    """Milliseconds of each accepted command of a card game's golden cases, decided and folded."""
    import yaml

    from companion.errors import CompanionError
    from companion.games import game as game_named
    from companion.kernel.refusals import IllegalCommandError
    from companion.kernel.session import Session

    times = []
    for case in yaml.safe_load((ROOT / "tests" / "golden" / "bouts" / f"{name}.yaml").read_text(encoding="utf-8")):
        session = Session(game_named(name), case.get("setup") or {}, "1")
        for step in case["steps"]:
            ((command, parameters),) = step.items()
            if command in {"expect", "undo"}:
                continue
            try:
                spent = timed(lambda c=command, p=parameters or {}, s=session: s.handle(c, p))
            except (CompanionError, IllegalCommandError):
                continue
            times.append(spent)
    return times


def bench_cards() -> None:
    yardstick = json_yardstick()
    yard = statistics.median(timed(yardstick) for _ in range(2000))
    for name in ("galaxy_wrestling_federation", "wrasslin_manager", "all_time_wrestling", "raw_deal"):
        times = [time for _ in range(3) for time in card_times(name)]
        what = f"{name}: a command decided, {len(times)}"
        line(what, statistics.median(times), "JSON row", yard, "target 1 ms")


# -- the show file ----------------------------------------------------------------------------------------------


def bench_store() -> None:
    from companion.store.show import Show

    with tempfile.TemporaryDirectory() as folder:
        bare = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE t(x)")

        def commit_bare() -> None:
            bare.execute("INSERT INTO t VALUES(?)", ("x" * 400,))

        with Show.open(Path(folder) / "show.db") as show:
            event = {"name": "stamina_changed", "fighter": "Momia", "from": 20, "to": 16}

            def commit_ours() -> None:
                show.append([event] * 4, "referee", 0)

            ours, yards = [], []
            for _ in range(200):
                ours.append(timed(commit_ours))
                yards.append(timed(commit_bare))
        line("store: four events durable", statistics.median(ours), "bare SQLite commit", statistics.median(yards))


# -- the screens ------------------------------------------------------------------------------------------------


def bench_screens() -> None:
    import os

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import pygame

    from companion.app.stage import Table, Teller, surroundings
    from companion.screens.clay_view import crowd_view, referee_view
    from companion.screens.render import render_crowd, render_referee

    session, _ = random_bout(8, "bench", most=150)
    game, state = session.game, session.state
    around = surroundings(Table(), Teller(game))
    for size in ((1280, 720), (1920, 1080)):
        blank = pygame.Surface(size)
        yards = [timed(lambda blank=blank: blank.fill((9, 9, 9))) for _ in range(50)]
        yard = statistics.median(yards)
        referee = [
            timed(lambda size=size: render_referee(referee_view(state, around, game.pending(state)), size, "es"))
            for _ in range(8)
        ]
        crowd = [timed(lambda size=size: render_crowd(crowd_view(state, around), size, "es")) for _ in range(8)]
        line(f"screens: referee drawn anew {size[0]}x{size[1]}", statistics.median(referee), "one fill", yard)
        line(f"screens: crowd board drawn anew {size[0]}x{size[1]}", statistics.median(crowd), "one fill", yard)


IDLE_S = 5.0


def idle_share(run: Callable[[Callable[[], bool]], None]) -> float:
    """Share of one core, in percent, that a window takes while nobody touches it.

    Args:
        run: shows the window until the function it gets says True.
    """
    end: list[float] = []

    def over() -> bool:
        if not end:  # what opening the window took is none of its idling
            end.extend((time.perf_counter() + IDLE_S, time.process_time(), time.perf_counter()))
        return time.perf_counter() >= end[0]

    run(over)
    return 100 * (time.process_time() - end[1]) / (time.perf_counter() - end[2])


def bench_windows() -> None:
    import os
    from contextlib import ExitStack

    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    import pygame
    from restart_times import match_in_its_middle

    from companion.app.clocks import steady_ms
    from companion.app.crowd import CrowdFeed
    from companion.app.live_window import Wanted, now_ms, prepare
    from companion.screens import crowd_window, referee, referee_window
    from companion.screens.displays import Display, Placement

    place = Placement(Display(0, 1920, 1080), borderless=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as closing:
        show = Path(folder) / "show.db"
        match_in_its_middle(show)  # six fighters, every choice listed: an empty screen would cost less
        live = prepare(Wanted(show, leds="off", crowd=False, seed="bench"), lambda _: None, closing)
        surface = pygame.Surface((1920, 1080))
        loop = referee_window.RefereeLoop(live)

        def press() -> None:
            loop.press(next(keys), steady_ms())
            referee.draw(surface, loop.view(steady_ms()), "es", steady_ms())

        keys = iter((*("down", "up") * 10, *("1", "escape", "escape", "enter", "u") * 8))
        moved = statistics.median(timed(press) for _ in range(20))
        slowest = max(timed(press) for _ in range(40))
        blank = statistics.median(timed(lambda: surface.fill((9, 9, 9))) for _ in range(50))
        line("screens: a key pressed to a new picture 1920x1080", moved, "one fill", blank, "target 50 ms")
        line("screens: slowest of 40 keys, done, saved, drawn", slowest, "one fill", blank, "target 200 ms")

        def referee_until(over: Callable[[], bool]) -> None:
            referee_window.run(live, place, steady_ms, tick=lambda now: live.tick(now) and not over())

        feed = CrowdFeed(show)
        closing.callback(feed.close)
        shares = [
            idle_share(referee_until),
            idle_share(lambda over: crowd_window.run(feed.fetch, place, now_ms, stop=over)),
        ]
        told = " + ".join(f"{share:.1f}" for share in shares)
        print(f"{'screens: idle, referee + crowd board, 1920x1080':<52} {told} % of one core; target 15 %", flush=True)


PARTS = {
    "eyes": bench_eyes,
    "engine": bench_engine,
    "cards": bench_cards,
    "store": bench_store,
    "screens": bench_screens,
    "windows": bench_windows,
}


def main() -> int:
    wanted = sys.argv[1:] or list(PARTS)
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        print(f"bench: no part {unknown[0]}; parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    for part in wanted:
        PARTS[part]()
    return 0


if __name__ == "__main__":
    sys.exit(main())

# ruff: noqa: S311  noise for a test, no secret
"""By hand: the figures of the lights that take longer than a test may.

    python scripts/bars_leds.py [--commands 10000]   (needs `make -C firmware`)

Ten thousand acknowledged commands to the simulated chip, clean and with 0.6 % bad bytes both ways: exactly once. Loss
without acknowledgements, of the image that is flashed and of the naive one. From the command to the light.
"""

import argparse
import sys
import time
from binascii import crc_hqx
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from companion.leds.firmware_sim import Built, FirmwareSim, find_built
from companion.leds.identify import meaning_steps
from companion.leds.link import BoardLink, LinkState
from companion.leds.packets import AskStatus, BoardStatus, Command, Effect, Hello, Limit, Packet, Scene, Timer
from companion.leds.reader import StreamReader
from companion.leds.scenes import scene_for
from companion.leds.zones import Rgb

STEP_MS = 0.25
BAD_SHARE = 0.006


class Bench:
    """The host's link and the chip in virtual time, with noise."""

    def __init__(self, built: Built, seed: int, bad_share: float) -> None:
        self.sim = FirmwareSim(built.library, built.image)
        self.link = BoardLink(Random(seed))
        self.random = Random(seed + 1)
        self.bad_share = bad_share
        self.until(lambda: self.link.state is LinkState.READY)

    def spoiled(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if self.random.random() >= self.bad_share:
                out.append(byte)
                continue
            kind = self.random.randrange(3)
            if kind == 0:
                out.append(byte ^ 1 << self.random.randrange(8))
            elif kind == 1:
                out += bytes([byte, self.random.randrange(256)])
        return bytes(out)

    def step(self) -> None:
        now_s = self.sim.time_ms / 1000
        out = self.link.poll(now_s)
        if out:
            self.sim.feed(self.spoiled(out))
        self.sim.run_ms(STEP_MS)
        data = self.sim.take()
        if data:
            self.link.receive(self.spoiled(data), self.sim.time_ms / 1000)

    def until(self, done: Callable[[], bool]) -> None:
        end_ms = self.sim.time_ms + 10_000
        while not done():
            if self.sim.time_ms > end_ms:
                raise SystemExit(f"FAILED: no answer for ten seconds; {self.link.state} {self.link.problem}")
            self.step()

    def ask(self, command: Command) -> bytes:
        self.link.request(command)
        self.until(lambda: bool(self.link.replies))
        return self.link.replies.popleft()[2]


def some_command(random: Random) -> Command:
    kind = random.randrange(4)
    if kind == 0:
        return Timer(random.randrange(100_000), 100_000, running=bool(random.randrange(2)))
    if kind == 1:
        return Limit(random.randrange(256), random.randrange(400, 3000))
    colours = [Rgb(*(random.randrange(256) for _ in range(3))) for _ in range(2)]
    return Scene(random.randrange(1 << 16), random.choice(list(Effect)), *colours, speed=random.randrange(256))


def exactly_once(built: Built, count: int, bad_share: float) -> bool:
    began_s = time.monotonic()
    bench = Bench(built, 11, bad_share)
    random = Random(12)
    checksum = 0xFFFF
    for _ in range(count):
        command = some_command(random)
        bench.ask(command)
        checksum = crc_hqx(command.payload(), checksum)
        bench.sim.run_ms(random.random() * 4)
    bench.bad_share = 0.0
    status = BoardStatus.parse(bench.ask(AskStatus()))
    counters = bench.link.counters
    good = (status.executed, status.payload_checksum, counters.greetings) == (count + 1, checksum, 1)
    print(
        f"{count} commands, {bad_share:.1%} bad bytes both ways: executed {status.executed - 1}, "
        f"checksum {'equal' if status.payload_checksum == checksum else 'DIFFERENT'}, "
        f"{counters.retries} retries ({counters.retries / count:.1%}), {status.duplicates} duplicates, "
        f"{status.crc_errors} bad packets, overruns {status.overruns}, "
        f"worst answer {counters.worst_latency_ms:.1f} ms, {time.monotonic() - began_s:.0f} s"
    )
    bench.sim.close()
    return good


def lost_share(built: Built, image: Path) -> float:
    """Of 300 commands every 7.3 ms that wait for nothing."""
    sim = FirmwareSim(built.library, image)
    sim.run_ms(100)
    sim.feed(Packet(0, Hello.code, Hello().payload()).wire())
    sim.run_ms(37)
    sim.take()
    answers = b""
    for number in range(300):
        scene = Scene(0xFFFF, Effect.SOLID, Rgb(number % 256, 9, 9))
        sim.feed(Packet(number % 255 + 1, scene.code, scene.payload()).wire())
        sim.run_ms(7.3)
        answers += sim.take()
    sim.run_ms(60)
    answers += sim.take()
    heard = sum(isinstance(item, Packet) for item in StreamReader().feed(answers))
    sim.close()
    return 1 - heard / 300


def light_latency(built: Built) -> tuple[float, float, float]:
    """From the wish to the last bit of the first picture with the whole scene: median, 95 %, worst, ms."""
    found: list[float] = []
    for seed in range(6):
        bench = Bench(built, seed, 0.0)
        random = Random(seed)
        for _, show in meaning_steps():
            for _ in range(int(1200 + 400 * random.random())):
                bench.step()
            start_ms = bench.sim.time_ms
            bench.link.want(scene_for(show), start_ms / 1000)
            bench.step()
            bench.until(lambda bench=bench: bench.link.settled)
            answered_ms = bench.sim.time_ms
            for lane in range(4):
                bench.sim.take_frames(lane)
            bench.sim.run_ms(45)
            starts = {frame.start_cycle / 16_000 for frame in bench.sim.take_frames(0)}
            last = [frame.start_cycle / 16_000 + 2.7 for frame in bench.sim.take_frames(3)]
            first_ms = min(start for start in starts if start > answered_ms)
            found.append(min(end for end in last if end > first_ms) - start_ms)
        bench.sim.close()
    found.sort()
    return median(found), found[int(len(found) * 0.95)], found[-1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shared", nargs="?", help="not needed here; every bar is called with it")
    parser.add_argument("--commands", type=int, default=10_000)
    wanted = parser.parse_args()
    built = find_built()
    if built is None:
        print("nothing is built: make -C firmware")
        return 1
    good = exactly_once(built, wanted.commands, 0.0)
    good = exactly_once(built, wanted.commands, BAD_SHARE) and good
    ours, naive = lost_share(built, built.image), lost_share(built, built.naive)
    print(f"300 commands that wait for nothing: {ours:.1%} lost; the naive build: {naive:.1%}")
    middle, most, worst = light_latency(built)
    print(f"command to light, whole scene, 280 LEDs: median {middle:.1f} ms, 95 % {most:.1f} ms, worst {worst:.1f} ms")
    good = good and ours == 0.0 and naive > 0.2 and worst < 60.0
    print("all bars hold" if good else "FAILED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

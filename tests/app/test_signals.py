"""A program ends when it is told to, through every `finally`."""

import signal
import subprocess
import sys

import pytest

from companion.app.signals import ENDING, ended_by_signals

PROGRAM = """
import os, signal, time
from companion.app.signals import end_on_signals
end_on_signals()
import pygame
pygame.display.init()
pygame.display.set_mode((64, 64))
try:
    os.kill(os.getpid(), signal.SIGTERM)
    while True:
        pygame.event.wait(10)
finally:
    print("lights out", flush=True)
"""


def test_sigterm_ends_a_program_with_an_open_window() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 128 + signal.SIGTERM
    assert ran.stdout.endswith("lights out\n")


@pytest.mark.usefixtures("in_a_terminal")
def test_a_terminal_that_closes_ends_it_too() -> None:
    last = ENDING[-1]  # SIGHUP where there is one
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("SIGTERM", last.name)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ended.returncode == 128 + last
    assert ended.stdout.endswith("lights out\n")


@pytest.mark.usefixtures("in_a_terminal")
def test_a_block_gives_back_what_was_there_and_leaves_nohup_alone() -> None:
    former = [signal.getsignal(number) for number in ENDING]
    signal.signal(ENDING[-1], signal.SIG_IGN)
    try:
        with ended_by_signals():
            assert signal.getsignal(ENDING[-1]) is signal.SIG_IGN
        assert signal.getsignal(ENDING[-1]) is signal.SIG_IGN
    finally:
        signal.signal(ENDING[-1], former[-1])
    with ended_by_signals():
        assert all(signal.getsignal(number) is not handler for number, handler in zip(ENDING, former, strict=True))
    assert [signal.getsignal(number) for number in ENDING] == former

"""A window's program ends when it is told to, through every `finally`."""

import signal
import subprocess
import sys

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

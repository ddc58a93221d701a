"""Windows of the set-up in processes of their own: on their way, there, gone, or dead with a reason."""

import sys

from companion.app.setting_up.opened import Opened

PATIENCE_S = 60.0
SHOWS = "import os, time; print('hello from a library', flush=True); os.write(1, bytes([6])); time.sleep(600)"
DIES = "import sys; sys.stderr.write('a library warns\\nno display here\\n'); sys.exit(2)"


def program(code: str) -> Opened:
    return Opened([sys.executable, "-c", code])


def test_it_is_there_with_its_first_picture_and_gone_when_it_is_closed() -> None:
    one = program("import time; time.sleep(600)")
    assert one.is_coming
    assert not one.is_there
    assert not one.settled.is_set()
    one.close()
    other = program(SHOWS)
    assert other.settled.wait(PATIENCE_S)
    assert other.is_there
    assert not other.is_coming
    other.close()
    other.wait(PATIENCE_S)
    assert not other.is_there
    # whoever was seen and is closed has not failed
    assert not other.has_failed


def test_one_that_ends_before_its_first_picture_says_why_in_its_last_line() -> None:
    one = program(DIES)
    assert one.settled.wait(PATIENCE_S)
    assert one.has_failed
    assert one.said == "no display here"
    assert not one.is_coming

"""The worker process: privacy, warmth, every way to fail; field notes D-05, D-06."""

import io
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.vision import hand_worker
from companion.vision.hand_model import HandsUnavailableError, find_model
from companion.vision.hand_worker import DEAD_PROXY, HandWorker, HandWorkerError, receive, send, serve
from vision.palm_scene import hand_picture

PICTURE = np.zeros((32, 48, 3), np.uint8)
READY = "import sys, json, struct; w = sys.stdout.buffer\ndef say(m):\n t = json.dumps(m).encode(); w.write(struct.pack('>I', len(t)) + t); w.flush()\n"  # noqa: E501


def program(rest: str) -> tuple[str, ...]:
    return (sys.executable, "-c", READY + rest)


@pytest.fixture
def worker_of() -> Iterator[object]:
    made: list[HandWorker] = []

    def make(*args: object, **options: object) -> HandWorker:
        made.append(HandWorker(*args, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for worker in made:
        worker.close()


class TestMessages:
    def test_what_is_sent_is_received(self):
        pipe = io.BytesIO()
        send(pipe, {"a": [1, 2.5, "ñ"]}, b"payload")
        pipe.seek(0)
        assert receive(pipe) == {"a": [1, 2.5, "ñ"]}
        assert pipe.read() == b"payload"

    @pytest.mark.parametrize("torn", [b"", b"\0\0", b"\0\0\0\x09{}"])
    def test_a_torn_message_is_the_end(self, torn: bytes):
        assert receive(io.BytesIO(torn)) is None


class TestServing:
    class Twice:
        def find(self, rgb, *, fresh, passes):
            return {"points": [[float(rgb[0, 0, 0]), passes]] * 21, "side": "Left", "score": 1.0} if fresh else None

        def close(self):
            self.closed = True

    def ask(self, *questions: tuple[dict[str, object], bytes]) -> list[dict[str, object] | None]:
        inward, outward = io.BytesIO(), io.BytesIO()
        for question, payload in questions:
            send(inward, question, payload)
        inward.seek(0)
        serve(Path("model"), 3600.0, inward, outward, make=lambda _: self.Twice())  # type: ignore[arg-type,return-value]
        outward.seek(0)
        answers = []
        while (answer := receive(outward)) is not None:
            answers.append(answer)
        return answers

    def test_it_is_ready_then_answers_each_question(self):
        size = {"height": 2, "width": 1, "passes": 4}
        answers = self.ask(({**size, "fresh": True}, bytes([7, 8, 9] * 2)), ({**size, "fresh": False}, bytes(6)))
        assert answers[0] == {"ready": True}
        assert answers[1]["hand"]["points"][20] == [7.0, 4]
        assert answers[2] == {"hand": None}

    def test_a_picture_cut_short_ends_it(self):
        assert self.ask(({"height": 9, "width": 9, "passes": 1, "fresh": True}, b"few")) == [{"ready": True}]

    @pytest.mark.parametrize(
        "problem",
        [
            ImportError("No module named 'mediapipe'"),
            TypeError("Descriptors cannot be created directly"),
            OSError("libGL.so.1: cannot open shared object file"),
        ],
    )
    def test_whatever_the_library_throws_becomes_an_answer(self, problem: Exception):
        def make(_: Path) -> object:
            raise problem

        out = io.BytesIO()
        serve(Path("model"), 1.0, io.BytesIO(), out, make=make)  # type: ignore[arg-type]
        out.seek(0)
        assert receive(out) == {"error": type(problem).__name__, "message": str(problem)}


class TestFailures:
    """D-05, D-06: in the real worker process, with a mediapipe that does not import."""

    @pytest.mark.parametrize(
        ("raised", "expected"),
        [
            ("ImportError('DLL load failed')", "pip install"),
            ("ModuleNotFoundError(\"No module named 'mediapipe'\")", "mediapipe is not installed"),
            ("TypeError('Descriptors cannot be created directly')", "protobuf"),
            ("OSError('libGL.so.1: cannot open shared object file')", "sudo apt install libgl1"),
        ],
    )
    def test_a_library_that_does_not_import_is_one_sentence(
        self, worker_of, tmp_path: Path, raised: str, expected: str
    ):
        (tmp_path / "mediapipe").mkdir()
        (tmp_path / "mediapipe" / "__init__.py").write_text(f"raise {raised}\n")
        worker = worker_of(environment={"PYTHONPATH": str(tmp_path)})
        with pytest.raises(HandsUnavailableError, match=expected) as problem:
            worker.look(PICTURE)
        assert "\n" not in str(problem.value)
        assert "two clicks" in str(problem.value)
        assert not worker.is_warm

    def test_a_process_that_dies_at_the_start_is_told(self, worker_of):
        with pytest.raises(HandWorkerError, match=r"stopped.*two clicks"):
            worker_of(command=program("sys.exit(3)")).look(PICTURE)

    def test_a_process_killed_in_the_middle_is_told_and_started_anew(self, worker_of):
        once = program("say({'ready': True}); sys.stdin.buffer.read(8); sys.exit(9)")
        worker = worker_of(command=once)
        for _ in range(2):  # each question starts a process of its own, and each one dies
            with pytest.raises(HandWorkerError) as problem:
                worker.look(PICTURE)
            assert "dos clics" in problem.value.of("es")
            assert not worker.is_warm

    def test_silence_is_told_and_ends_the_process(self, worker_of):
        silent = program("say({'ready': True}); sys.stdin.buffer.read()")
        worker = worker_of(command=silent, answer_timeout_s=0.05)
        with pytest.raises(HandWorkerError, match="does not answer"):
            worker.look(PICTURE)
        assert not worker.is_warm

    def test_nonsense_from_the_model_is_no_hand(self, worker_of):
        point = [0.0, float("nan")]
        answer = {"ready": True, "hand": {"points": [point] * 21, "side": "Left", "score": 1.0}}
        text = json.dumps(answer).replace("NaN", "float('nan')").replace("true", "True")
        worker = worker_of(command=program(f"m = {text}\nsay(m)\nsay(m)\nsys.stdin.buffer.read()"))
        assert worker.look(PICTURE) is None

    def test_a_wrong_array_is_refused_where_it_enters(self, worker_of):
        with pytest.raises(ValueError, match="received"):
            worker_of().look(np.zeros((4, 4), np.uint8))


class TestWarmth:
    def test_a_second_measure_meets_the_same_process(self, worker_of):
        worker = worker_of()
        assert worker.pid is None
        first = worker.look(hand_picture("open_left"))
        pid = worker.pid
        assert first is not None
        assert first.points_px.shape == (21, 2)
        assert worker.look(PICTURE) is None
        assert worker.pid == pid is not None
        worker.close()
        assert worker.pid is None

    def test_it_leaves_by_itself_when_nobody_asks(self, worker_of):
        worker = worker_of(warm_s=0.05)
        worker.start()
        process = worker._process
        assert process.wait(timeout=30) == 0  # the operating system tells; nothing is polled
        assert not worker.is_warm
        assert worker.pid is None


# Linux lets a process forbid itself system calls: a name look-up (the C library asks its cache daemon over a Unix
# socket, then opens a close-on-exec, non-blocking UDP socket) kills it on the spot.
FORBID_LOOKUPS = """
import ctypes, platform, struct
def rule(code, yes, no, value): return struct.pack("HBBI", code, yes, no, value)
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
number = {"x86_64": 41, "aarch64": 198}[platform.machine()]
rules = b"".join((
    rule(LOAD, 0, 0, 0), rule(EQUAL, 0, 4, number),
    rule(LOAD, 0, 0, 16), rule(EQUAL, 3, 0, 1),
    rule(LOAD, 0, 0, 24), rule(EQUAL, 1, 0, 0x80802),
    rule(RETURN, 0, 0, 0x7FFF0000), rule(RETURN, 0, 0, 0x80000000),
))
memory = ctypes.create_string_buffer(rules)
class Program(ctypes.Structure): _fields_ = [("length", ctypes.c_ushort), ("rules", ctypes.c_void_p)]
system = ctypes.CDLL(None)
assert system.prctl(38, 1, 0, 0, 0) == 0
assert system.prctl(22, 2, ctypes.byref(Program(len(rules) // 8, ctypes.addressof(memory))), 0, 0) == 0
"""


class TestPrivacy:
    def ended(self, worker: HandWorker) -> int:
        """Exit code after a few measures and an orderly end, when mediapipe wants to report what was done."""
        for _ in range(3):
            worker.look(hand_picture("open_left"))
        process = worker._process
        process.stdin.close()
        return process.wait(timeout=60)

    def test_it_is_started_with_a_dead_proxy_whatever_the_environment_says(self, monkeypatch):
        monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
        monkeypatch.setenv("no_proxy", "*")
        environment = HandWorker()._env()
        assert environment["https_proxy"] == environment["http_proxy"] == environment["all_proxy"] == DEAD_PROXY
        assert not {"HTTPS_PROXY", "no_proxy", "NO_PROXY"} & environment.keys()

    @pytest.mark.slow
    def test_no_name_is_looked_up(self, worker_of):
        forbid = FORBID_LOOKUPS if sys.platform == "linux" else ""
        command = (sys.executable, "-c", forbid + hand_worker._RUN, str(find_model()), "60")
        assert self.ended(worker_of(command=command)) == 0

    @pytest.mark.slow
    def test_the_trap_closes_when_a_name_is_looked_up(self, worker_of):
        if sys.platform != "linux":
            return
        look_up = "import socket; socket.getaddrinfo('play.googleapis.com', 443)"
        worker = worker_of(command=(sys.executable, "-c", FORBID_LOOKUPS + look_up))
        with pytest.raises(HandWorkerError):
            worker.start()
        import subprocess

        done = subprocess.run([sys.executable, "-c", FORBID_LOOKUPS + look_up], check=False, capture_output=True)
        assert done.returncode == -signal.SIGSYS

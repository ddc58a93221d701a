"""The hand landmarker in a process of its own: it comes when a palm is due and goes when nobody asks any more.

Why a process: mediapipe sends usage figures home and has no switch against it. Started with a proxy that is a dead
local port, it cannot (`vision.md`, privacy; google-ai-edge/mediapipe#6291). The process also gives its memory back
and may crash without touching the match. Pictures travel through its pipes only and are kept nowhere.

Talk on the pipes, both ways: 4 bytes length (big-endian) and that many bytes of JSON, then, in a question, the raw
RGB bytes of the picture. Questions: `{height, width, fresh, passes}`. Answers: first `{ready: true}`, then
`{hand: null | {points, side, score}}`; `{error, message}` in place of either.
"""

import json
import os
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.vision.hand_model import MANUAL_WAY, find_model, why_it_does_not_start

Picture = NDArray[np.uint8]
FloatArray = NDArray[np.float64]

# nothing listens on the discard port of this computer: a call home ends there, before any name is looked up
DEAD_PROXY = "http://127.0.0.1:9"
WARM_S = 60.0
START_TIMEOUT_S = 30.0
ANSWER_TIMEOUT_S = 5.0
# a hand is looked at this often in one picture: from the second time on the model cuts the hand out by its own
# landmarks, not by the palm alone; over 19 rendered hands that brings tips that were up to 59 mm off to within 13 mm
PASSES_OF_A_FRESH_PICTURE = 4
# the model's own doubt is answered by our checks of the outline; with 0.5 dark and pale hands are lost
LEAST_CONFIDENCE = 0.3
LANDMARKS = 21

_LENGTH = struct.Struct(">I")


class HandWorkerError(CompanionError):
    """The worker died or did not answer; the measure goes on by hand."""

    def __init__(self, what: Text) -> None:
        text = Text("{what}; {manual}", "{what}; {manual}").filled(what=what, manual=MANUAL_WAY)
        super().__init__(text.en, text.es)


_DIED = Text("the hand finder stopped", "el buscador de manos se detuvo")
_SILENT = Text("the hand finder does not answer", "el buscador de manos no responde")


@dataclass(frozen=True, eq=False)
class SeenHand:
    """What the model sees.

    Attributes:
        points_px: shape (21, 2), landmarks in the model's order, pixels of the picture looked at.
        side: the model's own word, "left" or "right"; often wrong for the back of a hand, never used to tell people.
        score: of `side`, 0..1.
    """

    points_px: FloatArray
    side: str
    score: float


class HandFinder(Protocol):
    """Finds one hand in a picture."""

    def look(self, picture: Picture, *, fresh: bool = True) -> SeenHand | None:
        """Find the hand; `fresh` forgets where it was, otherwise the search starts from the last picture's place.

        Args:
            picture: shape (h, w, 3), BGR, not mirrored.

        Raises:
            HandsUnavailableError: library, model or system library missing.
            HandWorkerError: the worker died or is silent.
        """
        ...


def send(pipe: IO[bytes], message: dict[str, Any], payload: bytes = b"") -> None:
    text = json.dumps(message).encode()
    pipe.write(_LENGTH.pack(len(text)) + text + payload)
    pipe.flush()


def receive(pipe: IO[bytes]) -> dict[str, Any] | None:
    """The next message; None at the end of the stream, torn messages included."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    text = pipe.read(length)
    if len(text) < length:
        return None
    message: dict[str, Any] = json.loads(text)
    return message


class HandWorker:
    """The asking side: starts the process at the first question, keeps it warm, notices its death.

    Args:
        model: checked when the process starts; None means the installed package's.
        warm_s: the process ends by itself this long after the last question.
        command: starts another program instead (tests).
        environment: additions to the process's environment (tests).
    """

    def __init__(
        self,
        model: Path | None = None,
        *,
        warm_s: float = WARM_S,
        command: Sequence[str] | None = None,
        environment: dict[str, str] | None = None,
        answer_timeout_s: float = ANSWER_TIMEOUT_S,
    ) -> None:
        self._model = model
        self._warm_s = warm_s
        self._command = command
        self._environment = environment or {}
        self._answer_timeout_s = answer_timeout_s
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()

    @property
    def pid(self) -> int | None:
        """Process id while it runs."""
        return self._process.pid if self.is_warm and self._process is not None else None

    @property
    def is_warm(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process and wait until the model is loaded (0.5-2 s); nothing if it is warm already.

        Raises:
            HandsUnavailableError, HandWorkerError: as `look`.
        """
        if self.is_warm:
            return
        self.close()
        command = self._command or (sys.executable, "-c", _RUN, str(find_model(self._model)), str(self._warm_s))
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self._env()
        )
        self._process, self._answers = process, queue.Queue()
        assert process.stdout is not None
        threading.Thread(
            target=_collect, args=(process.stdout, self._answers), name="hand-answers", daemon=True
        ).start()
        self._answer(START_TIMEOUT_S)

    def look(self, picture: Picture, *, fresh: bool = True) -> SeenHand | None:
        if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8:
            raise ValueError(f"picture of shape {picture.shape}, {picture.dtype} received, (h, w, 3) uint8 due")
        self.start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        question = {
            "height": picture.shape[0],
            "width": picture.shape[1],
            "fresh": fresh,
            "passes": PASSES_OF_A_FRESH_PICTURE if fresh else 1,
        }
        try:
            send(process.stdin, question, np.ascontiguousarray(picture[:, :, ::-1]).tobytes())
        except OSError as error:
            self.close()
            raise HandWorkerError(_DIED) from error
        hand = self._answer(self._answer_timeout_s)["hand"]
        if hand is None:
            return None
        points = np.array(hand["points"], dtype=float)
        if points.shape != (LANDMARKS, 2) or not np.isfinite(points).all():
            return None
        return SeenHand(points, str(hand["side"]).lower(), float(hand["score"]))

    def close(self) -> None:
        """End the process now and give its memory back; the next question starts a new one."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # the last question was still on its way into a dead process
                    continue
        process.kill()
        process.wait()

    def _env(self) -> dict[str, str]:
        env = {key: value for key, value in os.environ.items() if key.lower() not in _PROXY_VARIABLES}
        env |= {"https_proxy": DEAD_PROXY, "http_proxy": DEAD_PROXY, "all_proxy": DEAD_PROXY}
        return env | self._environment

    def _answer(self, timeout_s: float) -> dict[str, Any]:
        try:
            answer = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            self.close()
            raise HandWorkerError(_SILENT) from None
        if answer is None:
            self.close()
            raise HandWorkerError(_DIED)
        if "error" in answer:
            self.close()
            raise why_it_does_not_start(answer["error"], answer["message"])
        return answer


# the worker finds us where we lie, installed or not; at the end of its path, so that nothing of the standard library
# is hidden
_RUN = (
    f"import sys; sys.path.append({str(Path(__file__).resolve().parents[2])!r}); "
    "from companion.vision.hand_worker import main; sys.exit(main(sys.argv[1:]))"
)
_PROXY_VARIABLES = {"https_proxy", "http_proxy", "all_proxy", "no_proxy"}


def _collect(pipe: IO[bytes], answers: "queue.Queue[dict[str, Any] | None]") -> None:
    """Read answers until the process ends; the last item is always None."""
    try:
        while (answer := receive(pipe)) is not None:
            answers.put(answer)
    except (OSError, ValueError):  # closed under us, or a torn message: both mean that nothing more comes
        return
    finally:
        answers.put(None)


class Landmarker:
    """The working side: mediapipe in VIDEO mode, made and used in one thread."""

    def __init__(self, model: Path) -> None:
        import mediapipe as mp

        self._mp = mp
        vision = mp.tasks.vision
        self._landmarker = vision.HandLandmarker.create_from_options(
            vision.HandLandmarkerOptions(
                base_options=mp.tasks.BaseOptions(
                    model_asset_path=str(model), delegate=mp.tasks.BaseOptions.Delegate.CPU
                ),
                running_mode=vision.RunningMode.VIDEO,
                num_hands=1,
                min_hand_detection_confidence=LEAST_CONFIDENCE,
                min_hand_presence_confidence=LEAST_CONFIDENCE,
                min_tracking_confidence=LEAST_CONFIDENCE,
            )
        )
        self._at_ms = 0

    def close(self) -> None:
        self._landmarker.close()

    def find(self, rgb: Picture, *, fresh: bool, passes: int) -> dict[str, Any] | None:
        """Landmarks in pixels, pixel (0, 0) being the centre of the first one."""
        if fresh:
            # an empty picture makes the tracker forget the last hand
            self._detect(np.zeros((64, 64, 3), np.uint8))
        found = None
        for _ in range(passes):
            found = self._detect(rgb)
            if not found.hand_landmarks:
                return None
        assert found is not None
        height, width = rgb.shape[:2]
        side = found.handedness[0][0]
        return {
            "points": [[p.x * width - 0.5, p.y * height - 0.5] for p in found.hand_landmarks[0]],
            "side": side.category_name,
            "score": side.score,
        }

    def _detect(self, rgb: Picture) -> Any:
        self._at_ms += 33  # strictly rising; nothing reads it as a time
        image = self._mp.Image(image_format=self._mp.ImageFormat.SRGB, data=np.ascontiguousarray(rgb))
        return self._landmarker.detect_for_video(image, self._at_ms)


def serve(
    model: Path,
    warm_s: float,
    questions: IO[bytes],
    answers: IO[bytes],
    make: Callable[[Path], Landmarker] = Landmarker,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Answer questions until the pipe closes or `warm_s` pass without one."""
    try:
        landmarker = make(model)
    except Exception as error:  # noqa: BLE001 - whatever the library throws becomes one sentence on the other side
        send(answers, {"error": type(error).__name__, "message": str(error)})
        return
    send(answers, {"ready": True})
    asked = [clock()]
    threading.Thread(target=_leave_when_cold, args=(warm_s, asked, clock), name="warm", daemon=True).start()
    while (question := receive(questions)) is not None:
        asked[0] = clock() + warm_s  # while one is being answered the process does not go cold
        size = question["height"] * question["width"] * 3
        raw = questions.read(size)
        if len(raw) < size:
            break
        rgb = np.frombuffer(raw, np.uint8).reshape(question["height"], question["width"], 3)
        send(answers, {"hand": landmarker.find(rgb, fresh=question["fresh"], passes=question["passes"])})
        asked[0] = clock()
    landmarker.close()


def _leave_when_cold(warm_s: float, asked: list[float], clock: Callable[[], float]) -> None:
    # a blocked read of a pipe cannot be timed out on every system, so the process ends from here, and nothing of it
    # is worth a tidy end: the landmarker's own clean-up may hang when it runs in another thread (mediapipe#6233)
    while (left_s := asked[0] + warm_s - clock()) > 0:
        time.sleep(left_s)
    os._exit(0)


def main(arguments: Sequence[str]) -> int:
    model, warm_s = Path(arguments[0]), float(arguments[1])
    # C++ and Python warnings may go to standard output, which is our wire: give the wire a number of its own
    wire = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(model, warm_s, sys.stdin.buffer, wire)
    return 0

"""Palms of a still, a folder of stills, a clip or a live camera."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from companion.errors import FileProblemError
from companion.kernel.text import Text
from companion.vision.camera import NOT_THERE, CameraProblemError, LiveCamera
from companion.vision.hand import FRAMES_DUE, NoPalm, Palm, find_on, palm_of_still
from companion.vision.hand_worker import HandFinder
from companion.vision.live import PATIENCE_MS, clock_ms
from companion.vision.palm_measure import ADVICE, Kind
from companion.vision.palm_session import PalmSession
from companion.vision.references import Scale
from companion.vision.sources import Frame, FrameSource, Picture, Stills, read_picture

# where a picture's scale comes from: the same for every frame with a table, from the picture itself with a reference
ScalesOf = Callable[[Picture], Sequence[Scale]]
# a live camera is given this long; then the manual way is the answer
LONGEST_LIVE_MS = 30_000.0
# a clip is looked at this much longer once it has given a palm
MOST_FRAMES_AFTER = 3 * FRAMES_DUE
TOO_SHORT = Text(
    "too short: {due} frames of a still hand are needed, about a second of film; here are {seen}",
    "demasiado corto: hacen falta {due} fotogramas de una mano quieta, más o menos un segundo; aquí hay {seen}",
)


def palms_of(
    source: FrameSource,
    scales_of: ScalesOf,
    finder: HandFinder,
    *,
    is_child: bool = False,
    without_scale: str = "no_scale",
) -> Iterator[tuple[str, Palm | NoPalm]]:
    """One palm, or the reason why not, for each still picture, or one for a whole clip or camera.

    Args:
        without_scale: key of ADVICE for a picture that `scales_of` has nothing for.

    Raises:
        FileProblemError: a clip cannot be read; a picture that cannot is one of the answers.
        HandsUnavailableError, HandWorkerError: hands cannot be found on this computer.
    """
    if isinstance(source, Stills):
        for path in source.paths:
            # one picture that cannot be read is no reason to leave the others
            try:
                picture = read_picture(path)
            except FileProblemError as problem:
                yield str(path), NoPalm(Text(problem.of("en"), problem.of("es")), is_unreadable=True)
                continue
            scales = scales_of(picture)
            palm = palm_of_still(picture, scales, finder, is_child=is_child)
            yield str(path), palm if scales else NoPalm(ADVICE[without_scale])
    else:
        frames = _live_frames(source) if isinstance(source, LiveCamera) else source.frames()
        yield (
            source.name,
            palm_of_frames(
                frames, scales_of, finder, is_child=is_child, is_live=source.is_live, without_scale=without_scale
            ),
        )


def _live_frames(camera: LiveCamera) -> Iterator[Frame]:
    """A camera's frames; a camera that gives none becomes its own advice instead of an endless wait."""
    began_ms = clock_ms()
    while True:
        frame = camera.wait_newest(250.0)
        if frame is not None:
            began_ms = clock_ms()
            yield frame
        elif clock_ms() - began_ms > PATIENCE_MS:
            raise CameraProblemError(camera.status().advice or NOT_THERE)


def palm_of_frames(
    frames: Iterable[Frame],
    scales_of: ScalesOf,
    finder: HandFinder,
    *,
    is_child: bool = False,
    is_live: bool = False,
    without_scale: str = "no_scale",
) -> Palm | NoPalm:
    """The palm of a clip or camera: the first kind that holds still for the frames due.

    A clip is read on for a while, so that a better measure (smaller spread) replaces the first; a camera stops at once.
    """
    session: PalmSession | None = None
    best: Palm | None = None
    frames_after = 0
    advice, usable = ADVICE["no_hand"], 0
    for frame in frames:
        if session is None:
            if not scales_of(frame.picture):
                return NoPalm(ADVICE[without_scale])
            session = PalmSession(_first_scale(frame.picture, scales_of, finder), finder, is_child=is_child)
        state = session.feed(frame.picture, frame.time_ms)
        advice = state.advice if str(state.advice) else advice
        usable += state.kind is not None
        for palm in state.palms.values():
            if best is None or (palm.kind is best.kind and palm.spread_mm < best.spread_mm):
                best = palm
        frames_after += best is not None
        if is_live and (best is not None or frame.time_ms > LONGEST_LIVE_MS):
            break
        if frames_after > MOST_FRAMES_AFTER:
            break
        session.raise_if_broken()
    if best is None and 0 < usable < FRAMES_DUE and not is_live:
        advice = TOO_SHORT.filled(due=FRAMES_DUE, seen=usable)
    return best if best is not None else NoPalm(advice)


def _first_scale(picture: Picture, scales_of: ScalesOf, finder: HandFinder) -> Scale | None:
    """The scale for a whole clip, from its first frame."""
    scales = scales_of(picture)
    if not scales or scales[0].is_sure:
        return scales[0] if scales else None
    return find_on(picture, scales, finder)[0]


def as_sentence(name: str, result: Palm | NoPalm, language: str) -> str:
    """One line for people."""
    file = Path(name).name or name
    if isinstance(result, NoPalm):
        words = result.advice.of(language)
        return words if result.is_unreadable else f"{file}: {words}"  # such a sentence names the file itself
    palm = {
        ("en", Kind.OPEN): "palm",
        ("en", Kind.CLOSED): "half palm",
        ("es", Kind.OPEN): "palmo",
        ("es", Kind.CLOSED): "medio palmo",
    }[language, result.kind]
    sides = {"left": ("left hand", "mano izquierda"), "right": ("right hand", "mano derecha")}
    side = sides.get(result.hand, ("hand", "mano"))[language == "es"]
    more = "".join(f"; {text.of(language)}" for text in result.advice)
    return f"{file}: {palm} {result.length_mm:.0f} mm ({side}, ± {result.spread_mm / 2:.1f} mm){more}"

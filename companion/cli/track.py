"""`companion track`: figure positions and facts of a recording."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.options import TOLD
from companion.cli.printing import echo
from companion.cli.ranges import FiniteRange
from companion.errors import FileProblemError, UsageProblemError
from companion.kernel.text import Language, Text, plural

if TYPE_CHECKING:
    from companion.vision.pipeline import FigureTracker
    from companion.vision.sources import Frame, FrameSource
    from companion.vision.track_run import Followed, Outputs

_CUT = Text(
    "{source}: ends after {n} of {all} frames; the file is cut off or damaged",
    "{source}: termina tras {n} de {all} imágenes; el archivo está cortado o dañado",
)
_LEFT_OUT = Text("{problem}; left out", "{problem}; descartada")
_DONE = Text("{frames}, {figures} -> {csv}", "{frames}, {figures} -> {csv}")
FEW_FRAMES, FEW_OF_ALL = 2, 0.02
"""A clip that gives fewer frames than its container promises, by more than both, is told to be cut off."""


@click.command(epilog="Example: companion track evening.mp4 --table T.yaml --csv tracks.csv --facts facts.jsonl")
@click.argument("source")
@click.option("--table", "table_path", required=True, type=click.Path(path_type=Path), help="A calibrated table file.")
@click.option("--csv", "csv_path", required=True, type=click.Path(path_type=Path), help="Where the positions go.")
@click.option("--facts", "facts_path", type=click.Path(path_type=Path), help="Where the facts go, a JSON line a frame.")
@click.option("--palm-mm", default=200.0, show_default=True, type=FiniteRange(90, 290), help="Acting palm.")
@click.option("--video", "video_path", type=click.Path(path_type=Path), help="Write the clip with marks (MP4).")
@click.option("--realtime", is_flag=True, help="Spread heavy searches over frames, as in a live evening.")
@click.option("--seconds", type=FiniteRange(min=0, min_open=True), help="With a camera: stop after so long.")
@TOLD
def command(
    source: str,
    table_path: Path,
    csv_path: Path,
    facts_path: Path | None,
    palm_mm: float,
    video_path: Path | None,
    realtime: bool,
    seconds: float | None,
    lang: str | None,
) -> int:
    """Follow the clay figures of a clip, a folder of pictures or pictures; write where each one stands.

    SOURCE may be a live camera too (0, /dev/video0, an address), with --realtime: Ctrl-C or --seconds ends it.

    Positions are millimetres from the ring's centre, x right, y away from the south side. Rows with a confidence
    under 0.5 are uncertain: all of them where the clip does not show the table as it was calibrated, which is told, and
    the exit code is 1; a file that was there is then kept, and the new one stands beside it as NAME.unsure.csv.
    """
    from companion.app.language import chosen
    from companion.app.told import FIGURES, FRAMES
    from companion.config.results import check_apart
    from companion.vision.pipeline import open_tracker
    from companion.vision.sources import is_live_name
    from companion.vision.track_run import Outputs

    is_live = is_live_name(source) and not Path(source).is_file()
    if is_live and not realtime:
        raise UsageProblemError(
            f"{source}: a live camera does not wait: add --realtime",
            f"{source}: una cámara en directo no espera: añade --realtime",
        )
    check_apart({"--csv": csv_path, "--facts": facts_path, "--video": video_path}, (source, table_path))
    language = chosen(lang)
    tracker = open_tracker(table_path, live=realtime)
    recording, frames = _opened(source, tracker, seconds, language, is_live=is_live)
    try:
        followed = _followed(tracker, recording, frames, Outputs(csv_path, facts_path, video_path), palm_mm, language)
    finally:
        recording.close()
    count, promised = followed.frames, getattr(recording, "length", 0)
    if promised - count > max(FEW_FRAMES, FEW_OF_ALL * promised):
        echo(_CUT.filled(source=source, n=count, all=promised).of(language), err=True)
    figures = plural(len(tracker.figure_ids), *FIGURES)
    echo(_DONE.filled(frames=plural(count, *FRAMES), figures=figures, csv=followed.csv).of(language))
    return 1 if followed.is_doubtful else 0


def _opened(
    source: str, tracker: "FigureTracker", seconds: float | None, language: Language, *, is_live: bool
) -> "tuple[FrameSource, Iterable[Frame]]":
    """The source and what is taken from it: of a camera the frames that show something, for `seconds`.

    Of several pictures one that cannot be read is told and left out.
    """
    from companion.vision.camera import LiveCamera
    from companion.vision.health import Mode
    from companion.vision.live import open_camera, watched
    from companion.vision.sources import Stills, open_recorded

    size = tracker.table.camera
    assert size is not None
    recording = open_camera(source, Mode(size.width, size.height, 30.0)) if is_live else open_recorded([source])
    if isinstance(recording, Stills):

        def left_out(problem: FileProblemError) -> None:
            echo(_LEFT_OUT.filled(problem=Text(str(problem), problem.spanish)).of(language), err=True)

        return recording, recording.readable(left_out)
    return recording, watched(recording, seconds) if isinstance(recording, LiveCamera) else recording.frames()


def _followed(
    tracker: "FigureTracker",
    recording: "FrameSource",
    frames: "Iterable[Frame]",
    outputs: "Outputs",
    palm_mm: float,
    language: Language,
) -> "Followed":
    """Follow the figures, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from companion.vision.track_run import run

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("following", total=getattr(recording, "length", None) or None)
        return run(
            tracker,
            frames,
            outputs,
            palm_mm,
            lambda done: bar.update(task, completed=done),
            may_stop=recording.is_live,
            warn=lambda said: echo(said.of(language), err=True),
            language=language,
        )

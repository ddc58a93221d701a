"""`companion demo`: a recorded clip in, a refereed bout out, through every part of the product.

The show file is the only memory: started again on an unfinished show, the demo goes on from its last event.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.app.demo_bout import PALM_MM, DemoBout, Entrant
from companion.app.evening import Evening
from companion.app.eyes import Eyes, Look
from companion.app.now import now_ms
from companion.app.records import keep_result, settle_last
from companion.errors import ConfigError, FileProblemError, spanish
from companion.games.clay_wrestling import GAME
from companion.games.clay_wrestling.model import Match
from companion.kernel.text import Language, Text
from companion.leds.firmware_lights import firmware_or_simulated
from companion.leds.layout import standard_layout
from companion.leds.packets import Limit
from companion.leds.service import LightService
from companion.screens.surroundings import Surroundings
from companion.store.resilient import ResilientJournal
from companion.vision.figure_names import called

BUNDLED = Path(__file__).parent / "demo_data"
CLIP = BUNDLED / "demo.mp4"
TABLE = BUNDLED / "demo_table.yaml"
SEED = "ringside"
DEMO_OPENED = "demo_opened"
FRAMES_AN_ACT = 2
"""While the clip runs the referee gives one command every so many frames; then he goes on by himself."""
MOST_ACTS = 6000
"""A bout that nobody has won by then is given up."""
PICTURE = (1920, 1080)
BY_HAND = tuple(
    Entrant(str(number), name, colour, kind)
    for number, (name, colour, kind) in enumerate(
        (
            ("Momia", "red", "humanoid"),
            ("Pulpo", "blue", "beast"),
            ("Tigre", "orange", "beast"),
            ("Flan", "yellow", "absurd"),
        ),
        start=1,
    )
)
"""Who fights where no table file names the figures."""
NO_EYES = Text(
    "{why}; the bout goes on without a camera, every fact is told by hand",
    "{why}; el combate sigue sin cámara y cada dato se da a mano",
)
NO_PICTURES = Text(
    "no pictures were drawn: pygame cannot be loaded ({why}); run make setup",
    "no se han dibujado imágenes: pygame no se puede cargar ({why}); ejecuta make setup",
)
GOES_ON = Text("going on from event {seq} of {path}", "sigue desde el evento {seq} de {path}")
SET_ASIDE = Text(
    "{path}: the finished show of the last demo is now {other}", "{path}: la velada anterior queda en {other}"
)


@dataclass(frozen=True)
class Settings:
    """What the command line asks for.

    Attributes:
        seconds: how long windows play in real time before the rest is played at full speed.
        seed: of dice and choices.
    """

    out: Path
    clip: Path = CLIP
    table: Path = TABLE
    language: Language = "en"
    seconds: float = 120.0
    fresh: bool = False
    seed: str = SEED


@dataclass
class Summary:
    """`summary.json`; the first seven keys are the contract of DESIGN.md."""

    frames: int
    fps: float
    figures: int
    events: int
    turns: int
    winner: str | None
    light_scenes: int
    method: str | None
    proposals_accepted: int
    proposals_rejected: int
    asked_by_hand: int
    refused: int
    went_on_from: int


class Stage:
    """Where the demo is shown; this one shows nothing.

    `play` returns False when the people closed the windows: the bout then stops where it is and can be taken up again.
    """

    def begin(self, bout: DemoBout, total_frames: int | None) -> None:
        """The bout is ready."""

    def play(self, bout: DemoBout, look: Look | None) -> bool:
        """Called after each frame and, when the clip is over, after each act."""
        del bout, look
        return True

    def end(self, bout: DemoBout) -> None:
        """The bout is over, or was stopped."""


def run(settings: Settings, stage: Stage, say: Callable[[Text], None]) -> Summary | None:
    """Play the demonstration; None where the people stopped it.

    Args:
        say: tells one line (what is missing, what goes on).

    Raises:
        ConfigError: the table file is wrong; nothing was touched.
        FileProblemError: the show file cannot be used.
    """
    _make_folder(settings.out)
    eyes = _open_eyes(settings, say)
    with ExitStack() as closing:
        if eyes is not None:
            closing.callback(eyes.close)
        names = {} if eyes is None else called(eyes.figures)
        entrants = BY_HAND if eyes is None else tuple(Entrant.of(one, names[str(one["id"])]) for one in eyes.figures)
        journal, evening = _open_show(settings, say)
        closing.callback(journal.close)
        lamp = firmware_or_simulated(Limit(), standard_layout())
        closing.callback(lamp.port.stop)
        service = LightService(lamp)
        closing.callback(service.close)
        bout = DemoBout(entrants, eyes, evening, journal, service, lamp, now_ms)
        keep_result(evening, journal, say)
        went_on_from = evening.last_seq if evening.session.can_undo else 0
        stage.begin(bout, None if eyes is None else eyes.length)
        shot = _play(bout, stage)
        stage.end(bout)
        if not bout.over:
            return None
        _draw_if_possible(bout, settings, shot, say)
        summary = _summary(bout, went_on_from)
        text = json.dumps(asdict(summary), ensure_ascii=False, indent=1)
        (settings.out / "summary.json").write_text(text + "\n", encoding="utf-8")
    return summary


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblemError(
            f"{path}: cannot be made: {error.strerror or error}", f"{path}: no se puede crear: {spanish(error)}"
        ) from None


def _open_eyes(settings: Settings, say: Callable[[Text], None]) -> Eyes | None:
    """The eyes, or None with one line that says what is missing."""
    try:
        return Eyes(settings.clip, settings.table, PALM_MM, time.perf_counter)
    except ConfigError:
        raise
    except FileProblemError as error:
        say(NO_EYES.filled(why=Text(str(error), error.of("es"))))
        return None


def _open_show(settings: Settings, say: Callable[[Text], None]) -> tuple[ResilientJournal, Evening[Match]]:
    """The unfinished show of this folder, else a new one; a finished one is set aside, never written over."""
    path = settings.out / "show.db"
    source = {"clip": str(settings.clip), "table": str(settings.table)}
    if path.exists():
        journal = ResilientJournal.open(path)
        evening = None if settings.fresh else _unfinished(journal, source)
        if evening is not None:
            if evening.session.can_undo:
                say(GOES_ON.filled(seq=evening.last_seq, path=path))
            return journal, evening
        used = journal.show.last_seq > 0
        if used:
            settle_last(journal, now_ms, say)
            journal.wait_for_backups()
            other = _free_name(settings.out)
            journal.show.backup_to(other)
            journal.close()
            _remove_show(path)
            say(SET_ASIDE.filled(path=path, other=other.name))
            journal = ResilientJournal.open(path)
    else:
        journal = ResilientJournal.open(path)
    evening = Evening.open_match(journal, GAME, now_ms, seed=settings.seed)
    evening.note({"name": DEMO_OPENED, **source})
    return journal, evening


def _unfinished(journal: ResilientJournal, source: dict[str, str]) -> Evening[Any] | None:
    opened = [row.event for row in journal.rows() if row.event["name"] == DEMO_OPENED]
    if opened and {key: opened[-1][key] for key in source} != source:
        return None  # another clip or table: its facts do not belong to this bout
    evening = Evening.resume(journal, now_ms)
    if evening is None or evening.game.id != GAME.id or evening.game.outcome(evening.state) is not None:
        return None
    if not opened:
        evening.note({"name": DEMO_OPENED, **source})
    return evening


def _free_name(folder: Path) -> Path:
    number = 1
    while (folder / f"show-{number}.db").exists():
        number += 1
    return folder / f"show-{number}.db"


def _remove_show(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


Shot = tuple[Match, Surroundings]


def _play(bout: DemoBout, stage: Stage) -> Shot | None:
    """The clip, then the rest of the bout; returns the last moment with an open decision of a fighter."""
    shot: Shot | None = None
    last: Look | None = None
    for look, acting in _looks(bout):
        last = look
        bout.see(look)
        if acting and not bout.over:
            bout.act(look)
            bout.read(look)
            shot = _worth_a_picture(bout) or shot
        if not stage.play(bout, look):
            return shot
    for _ in range(MOST_ACTS):
        if bout.over:
            break
        bout.act(last)
        shot = _worth_a_picture(bout) or shot
        if not stage.play(bout, None):
            break
    return shot


def _looks(bout: DemoBout) -> Iterator[tuple[Look, bool]]:
    """Frames of the clip, and whether the referee acts on it; what was read before a restart is only seen again."""
    if bout.eyes is None:
        return
    already = bout.read_to
    for look in bout.eyes.looks():
        yield look, look.index > already and look.index % FRAMES_AN_ACT == 0


def _worth_a_picture(bout: DemoBout) -> Shot | None:
    """A moment that shows the referee at work: a rival may defend himself."""
    stack = GAME.pending(bout.evening.state)
    if not stack or stack[-1].kind != "Q-DEFEND":
        return None
    return bout.evening.state, bout.around()


def _draw_if_possible(bout: DemoBout, settings: Settings, shot: Shot | None, say: Callable[[Text], None]) -> None:
    """The pictures; without the library that draws them, one line."""
    try:
        _draw(bout, settings, shot)
    except ImportError as error:
        say(NO_PICTURES.filled(why=error))


def _draw(bout: DemoBout, settings: Settings, shot: Shot | None) -> None:
    """`referee.png`: the last open decision; `crowd.png`: the winner."""
    from companion.screens import render
    from companion.screens.clay_choices import offers_now
    from companion.screens.clay_view import crowd_view, referee_view

    render.headless()
    match, around = shot if shot is not None else (bout.evening.state, bout.around())
    stack = GAME.pending(match)
    referee = referee_view(match, around, stack, offers_now(match), GAME.outcome(match))
    render.save_png(render.render_referee(referee, PICTURE, settings.language), settings.out / "referee.png")
    final = crowd_view(bout.evening.state, bout.around(), GAME.outcome(bout.evening.state))
    render.save_png(render.render_crowd(final, PICTURE, settings.language), settings.out / "crowd.png")


def _summary(bout: DemoBout, went_on_from: int) -> Summary:
    match, outcome = bout.evening.state, GAME.outcome(bout.evening.state)
    winner = bout.names.get(outcome.winners[0]) if outcome is not None and outcome.winners else None
    return Summary(
        frames=bout.tally.frames,
        fps=round(bout.fps, 1) if bout.spent_ms else 0.0,
        figures=len(bout.table.tracks),
        events=bout.journal.show.last_seq,
        turns=match.turn_no,
        winner=winner,
        light_scenes=bout.service.scenes_shown,
        method=None if outcome is None else outcome.method,
        proposals_accepted=bout.tally.accepted,
        proposals_rejected=bout.tally.rejected,
        asked_by_hand=bout.referee.asked,
        refused=bout.tally.refused,
        went_on_from=went_on_from,
    )

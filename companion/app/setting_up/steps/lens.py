"""The lens: a printed sheet is held into the picture, tilted and moved about; or the lens is guessed from the ring."""

from dataclasses import replace
from typing import ClassVar

import numpy as np

from companion.app.setting_up.bench import Bench
from companion.app.setting_up.step import Form, Page, Step
from companion.app.setting_up.steps.camera import reopen
from companion.errors import CompanionError
from companion.kernel.text import Text, decimal, plural
from companion.screens.setup_view import Choice, Lamp, Note, Told
from companion.screens.view_model import Rgb, Tone
from companion.vision.lens import Board, BoardView, LensResult, NoBoard, calibrate_lens, find_board
from companion.vision.sources import Frame
from companion.vision.table_file import read_draft, read_markers
from companion.vision.targets import BAR_MM, KIT_BOARD, PrintScale, print_scale, scaled_board

COLUMNS, ROWS = 4, 3
VIEWS_DUE = 7
# the sheet is held still: its corners move less than this between two looks
STILL_PX = 3.0
# a view that shifts no corner by this share of the diagonal is the one before
NEW_VIEW_SHARE = 0.03
# pictures between two looks: with the sheet in sight, and without it, when a look takes long
EVERY_SEEN, EVERY_UNSEEN = 2, 10
# so many markers may lie on a ring and its posts, whatever their kind; a board carries more
MOST_ON_A_RING = 8
GREEN: Rgb = (104, 214, 160)
BAR = Text("your printed bar measures, mm", "tu barra impresa mide, mm")
BAR_ASKED = Text(
    "the bar was typed as {mm} mm, {off} from 150: every length follows it. Measure it again with a ruler; Enter once "
    "more if it is true",
    "se escribió que la barra mide {mm} mm, un {off} respecto a 150: todo se mide con ella. Mídela otra vez con una "
    "regla; Intro otra vez si es cierto",
)
# a bar of 150 mm that was printed at less than half or more than twice its size is another thing
BAR_BETWEEN = (76.0, 299.0)
NO_SHEET = Text("no sheet in the picture yet", "aún no hay ninguna hoja en la imagen")


class LensStep(Step):
    """Views are taken by themselves while the sheet is held still; seven are asked for (B-03, B-06, B-08)."""

    id = "lens"
    judges_picture = True
    title = Text("Lens", "Lente")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("places are true to about 3 mm", "las posiciones aciertan en unos 3 mm"),
        Lamp.AMBER: Text("lens guessed from the ring: places are true to about 5 mm", "lente estimada con el ring: aciertan en unos 5 mm"),  # noqa: E501
        Lamp.SKIPPED: Text("lens guessed from the ring: places are true to about 5 mm", "lente estimada con el ring: aciertan en unos 5 mm"),  # noqa: E501
    }  # fmt: skip

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        known = bench.path.answers.get("bar_mm", BAR_MM)
        self.form = Form({"bar": BAR}, {"bar": f"{known:g}"}, "bar")
        self.views: list[BoardView] = []
        self._last: BoardView | None = None
        self._looked_at = -EVERY_UNSEEN
        self._points: tuple[tuple[float, float], ...] = ()
        # markers that lie on the table are no sheet of another kind
        own = read_markers(bench.wanted.markers) if bench.wanted.markers else bench.draft().markers
        self._bar_asked: float | None = None
        self._on_table = max(MOST_ON_A_RING, len(own))

    def page(self) -> Page:
        todo = Text(
            "Hold the printed chessboard sheet, glued to something flat, into the picture: still for a moment, then "
            "tilted and in another place, until seven views are taken; fields that were seen are green. Or skip: then "
            "the lens is guessed.",
            "Pon ante la cámara la hoja de tablero, pegada a algo plano: quieta un momento, luego inclinada y en otro "
            "sitio, hasta tener siete vistas; lo ya visto se pone verde. O salta: entonces se estima la lente.",
        )
        count = Text(f"{len(self.views)} of {VIEWS_DUE} views", f"{len(self.views)} de {VIEWS_DUE} vistas")
        if len(self.views) >= VIEWS_DUE:
            number = len(self.views)
            count = Text(f"{number} views: enough, press Enter", f"{number} vistas: ya bastan, pulsa Intro")
        tone = Tone.GOOD if len(self.views) >= VIEWS_DUE else Tone.OFF
        notes = tuple(Note(point, None, GREEN) for point in self._points)
        enough = len(self.views) >= VIEWS_DUE
        old = () if self.views else self.before
        return Page(
            todo, (*old, Told(count, tone), *self.said), (Choice("f5", Text("begin anew", "empezar de nuevo")),),
            self.form.entries(), self.bench.live(cells=self.cells, notes=notes),
            primary=Text("Measure the lens", "Medir la lente") if enough else None,
        )  # fmt: skip

    @property
    def cells(self) -> tuple[tuple[bool, ...], ...]:
        """Where corners of the sheet have been seen."""
        covered = np.zeros((ROWS, COLUMNS), bool)
        frame = self.bench.watch.newest
        if frame is not None and self.views:
            points = np.concatenate([view.image_px for view in self.views])
            at = np.floor(points / np.array(frame.size) * (COLUMNS, ROWS)).astype(int)
            at = np.clip(at, 0, (COLUMNS - 1, ROWS - 1))
            covered[at[:, 1], at[:, 0]] = True
        return tuple(tuple(bool(cell) for cell in row) for row in covered)

    def tick(self) -> None:
        frame = self.bench.watch.newest
        every = EVERY_SEEN if self._last is not None else EVERY_UNSEEN
        is_due = self.bench.watch.count - self._looked_at >= every
        if frame is None or not self.bench.is_live or not is_due or self.bench.runner.busy():
            return
        self._looked_at = self.bench.watch.count
        self.bench.glance(
            Text("looking for the sheet", "buscando la hoja"), lambda: _look(frame), self._seen, self.say_bad
        )

    def _seen(self, found: BoardView | NoBoard) -> None:
        self.bench.changed()
        if isinstance(found, NoBoard):
            self._last, self._points = None, ()
            if not self.views:
                is_tables = 0 < found.others <= self._on_table
                self.say(NO_SHEET if is_tables else found.reason)
            return
        self._points = tuple((float(x), float(y)) for x, y in found.image_px)
        frame = self.bench.watch.newest
        is_still = self._last is not None and _moved_px(found, self._last) < STILL_PX
        self._last = found
        if not is_still or frame is None:
            return
        reach_px = NEW_VIEW_SHARE * float(np.hypot(*frame.size))
        if all(_moved_px(found, view) > reach_px for view in self.views):
            self.views.append(replace(found, name=f"{len(self.views) + 1}"))
            self.said = ()

    def press(self, key: str) -> None:
        if key == "f5":
            self.views, self.said = [], ()
        elif self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._measure()

    def _measure(self) -> None:
        if len(self.views) < VIEWS_DUE:
            self.say_bad(Text("more views, please", "hacen falta más vistas"))
            return
        bar = typed_bar(self.form)
        if isinstance(bar, Text):
            self.say_bad(bar)
            return
        if bar.warning is not None and self._bar_asked != bar.scale:
            self._bar_asked = bar.scale
            self.form.here = "bar"
            self.say(BAR_ASKED.filled(mm=decimal(bar.scale * BAR_MM), off=bar.off), Tone.WARN)
            return
        views, bench = list(self.views), self.bench
        size = bench.watch.newest.size if bench.watch.newest else (0, 0)
        board = scaled_board(KIT_BOARD, bar.scale)

        def job() -> LensResult:
            return calibrate_lens([_in_true_size(view, board) for view in views], size)

        def then(result: LensResult) -> None:
            lens = result.lens
            try:
                said = bench.write(replace(read_draft(bench.table), lens=lens, camera=None))
            except CompanionError as error:
                self.say_bad(Text(error.of("en"), error.of("es")))
                return
            told = Text("focal length {focal} px, error {error} px", "focal {focal} px, error {error} px").filled(
                focal=f"{lens.K[0, 0]:.0f}", error=decimal(lens.error_px or 0)
            )
            bench.answer(bar_mm=self.form.number("bar"))
            bench.done(
                self.id, Lamp.GREEN, told, *left_out_told(result), *([bar.warning] if bar.warning else []), *said
            )
            self.next()

        def otherwise(text: Text) -> None:
            self.say_bad(text)

        bench.start(Text("measuring the lens, some seconds", "midiendo la lente, unos segundos"), job, then, otherwise)


def left_out_told(result: LensResult) -> list[Text]:
    """How many views were left out, one line a reason."""
    reasons: dict[str, list[Text]] = {}
    for why in result.left_out.values():
        reasons.setdefault(why.en, []).append(why)
    return [
        plural(
            len(alike),
            Text("{n} view left out: {why}", "{n} vista descartada: {why}"),
            Text("{n} views left out: {why}", "{n} vistas descartadas: {why}"),
            why=alike[0],
        )
        for alike in reasons.values()
    ]


def typed_bar(form: Form) -> PrintScale | Text:
    """The print's scale as the field `bar` says, or what to ask back (B-06: cm or mm)."""
    measured_mm = form.number("bar")
    if measured_mm is not None and any(abs(measured_mm * factor / BAR_MM - 1) < 0.3 for factor in (10.0, 0.1)):
        try:
            return print_scale(measured_mm)
        except CompanionError as error:
            return form.refused("bar", Text(error.of("en"), error.of("es")))
    within = form.between("bar", *BAR_BETWEEN)
    return within if isinstance(within, Text) else print_scale(within)


def _look(frame: Frame) -> BoardView | NoBoard:
    return find_board(f"{frame.index}", frame.picture, KIT_BOARD)


def _in_true_size(view: BoardView, board: Board) -> BoardView:
    """The view's corners on a sheet that a printer made larger or smaller."""
    scale = board.square_mm / KIT_BOARD.square_mm
    return replace(view, object_mm=view.object_mm * scale)


def _moved_px(one: BoardView, other: BoardView) -> float:
    _, here, there = np.intersect1d(one.ids, other.ids, return_indices=True)
    if len(here) == 0:
        return float("inf")
    return float(np.linalg.norm(one.image_px[here] - other.image_px[there], axis=1).max())

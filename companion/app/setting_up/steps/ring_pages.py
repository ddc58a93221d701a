"""The pages of the step that finds the ring: what each asks, tells and offers."""

import enum
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.app.setting_up import ring_work
from companion.app.setting_up.bench import Bench
from companion.app.setting_up.lengths import AXES, MAT_MM, Doubt, plain_check, rounded
from companion.app.setting_up.ring_work import Found, outline
from companion.app.setting_up.step import TONES, Form, Page, Step
from companion.app.setting_up.steps.camera import reopen
from companion.app.setting_up.steps.lens import BAR, BAR_BETWEEN
from companion.kernel.text import Text, decimal
from companion.screens.setup_view import Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.vision.calibration_report import describe_beside_picture
from companion.vision.check import sure_to
from companion.vision.table_file import Ring
from companion.vision.targets import BAR_MM, print_scale

LABELS = {
    "width": Text("mat, west to east, mm", "lona, de oeste a este, mm"),
    "depth": Text("mat, south to north, mm", "lona, de sur a norte, mm"),
    "diagonal": Text("check: diagonal, mm", "prueba: diagonal, mm"),
    "ringside": Text("free table around the ring, mm", "mesa libre alrededor del ring, mm"),
    "drop": Text("mat over the table, mm", "lona sobre la mesa, mm"),
    "bar": BAR,
}
CORNERS = (
    Text("the left corner on the judges' side (south-west)", "la esquina izquierda del lado de los jueces (suroeste)"),
    Text("the right corner on the judges' side (south-east)", "la esquina derecha del lado de los jueces (sureste)"),
    Text("the far right corner (north-east)", "la esquina derecha del fondo (noreste)"),
    Text("the far left corner (north-west)", "la esquina izquierda del fondo (noroeste)"),
)
GOLD = (247, 187, 64)
UNPROVEN = Text(
    "nothing that is seen says how long the mat is {axes}: press F7, type the diagonal, else this stays amber",
    "nada de lo que se ve dice cuánto mide la lona {axes}: pulsa F7 y escribe la diagonal; si no, queda en amarillo",
)
AND = Text("{one} and {other}", "{one} y {other}")
TAKE_RED = Text("take it all the same (red)", "aceptarla igualmente (rojo)")
BY_ITSELF, BY_CLICKS = (
    Text("find it by itself", "buscarlo solo"),
    Text("click four corners", "hacer clic en cuatro esquinas"),
)
BAR_TYPED = Text(
    "the 150 mm bar was typed as {mm} mm ({off}): if that is wrong, it makes the size doubtful; F7 goes to its field",
    "de la barra de 150 mm se escribió {mm} mm ({off}): si no es cierto, de ahí viene la duda; F7 lleva a su campo",
)
ROPES_NOW = Text(
    "{ropes}. It may stay as it is (Enter). Or move the camera now; then F7 and Enter look for the ring again",
    "{ropes}. Puede quedarse así (Intro). O mueve ahora la cámara; F7 e Intro buscan otra vez el ring",
)
TYPE_AGAIN = Text("type the size again", "escribir el tamaño otra vez")
HOLD_STILL = Text(
    "The ring is being looked for: nothing to do for a moment. F7 or Back gives it up.",
    "Se está buscando el ring: un momento, no hay nada que hacer. F7 o Atrás lo dejan.",
)
CLICK_THEM = Text("Click the corners", "Clic en las esquinas")


class Phase(enum.Enum):
    SIZE = "size"
    CLICKS = "clicks"
    DOUBT = "doubt"
    FOUND = "found"
    BAR = "bar"


class RingPages(Step):
    """What is shown of the search for the ring; the keys are the step's own.

    Attributes:
        by_clicks: the corners are clicked; else the ring is looked for.
        checked: what bears the typed size out; None: nothing does.
        ropes: that some run in front of the mat, seen by the camera that was found.
        doubted: what was said against the typed size, which a person insists on.
        prints: what is told of each printed marker.
    """

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        ring = bench.draft().ring
        bar = bench.path.answers.get("bar_mm", BAR_MM)
        values = {"width": "", "depth": "", "diagonal": "", "ringside": "250", "drop": "", "bar": f"{bar:g}"}
        if ring is not None:
            values |= {
                "width": f"{ring.size_mm[0]:g}", "depth": f"{ring.size_mm[1]:g}", "ringside": f"{ring.ringside_mm:g}",
                "drop": f"{abs(ring.ringside_z_mm):g}", "diagonal": str(bench.path.answers.get("diagonal", "")),
            }  # fmt: skip
        self.form = Form(LABELS, values, here="width" if ring is None else "")
        self.phase = Phase.SIZE
        self.by_clicks = False
        # clicks were asked for because the search failed, not because a person chose them
        self._fell_back = False
        self.clicks: list[tuple[float, float]] = []
        self.found: Found | None = None
        self.prints: tuple[Told, ...] = ()
        self.ropes: Text | None = None
        self.doubt: Doubt | None = None
        self._by_bar = False
        self.checked: Text | None = None
        self.doubted: Text | None = None

    def unfinished(self) -> dict[str, Any]:
        told = self.form.plain()
        # a search that failed is tried again after a restart
        return {**told, "by_clicks": True} if self.by_clicks and not self._fell_back else told

    def recall(self, told: Mapping[str, Any]) -> None:
        self.form.recall(told)
        self.by_clicks = told.get("by_clicks") is True

    # -- the page ---------------------------------------------------------------------------------------------------

    def page(self) -> Page:
        match self.phase:
            case Phase.SIZE:
                return self._size_page()
            case Phase.CLICKS:
                return self._clicks_page()
            case Phase.DOUBT:
                return self._doubt_page()
            case Phase.BAR:
                return self._bar_page()
        return self._found_page()

    def _size_page(self) -> Page:
        todo = Text(
            "Type in mm: the mat's two sides; to check them, the length from corner to corner; how high the mat lies "
            "over the table (0: on it); what your printed 150 mm bar really measures. The ring is empty. Then Enter.",
            "Escribe en mm: los dos lados de la lona; para comprobarlos, la medida de esquina a esquina; a qué altura "
            "sobre la mesa está (0: encima); lo que mide tu barra impresa de 150 mm. El ring, vacío. Intro.",
        )
        if self.by_clicks:
            todo = Text(
                "Type in mm, the ring empty: the mat's two sides; to check them, the length from corner to corner; how "
                "high the mat lies over the table (0: on it). Then Enter; then click the corners, first {corner}.",
                "Escribe en mm, el ring vacío: los dos lados de la lona; para comprobarlos, la medida de esquina a "
                "esquina; a qué altura sobre la mesa está (0: encima). Con Intro vienen los clics; primero {corner}.",
            ).filled(corner=CORNERS[0])
        choices = (Choice("f5", BY_ITSELF, chosen=not self.by_clicks), Choice("f6", BY_CLICKS, chosen=self.by_clicks))
        # what an earlier search gave is no answer to the one that runs
        told = self.said if self.bench.runner.is_asked else self.said or self.before
        return Page(todo, told, choices, self.form.entries(), self.bench.live(),
                    primary=CLICK_THEM if self.by_clicks else Text("Find the ring", "Buscar el ring"))  # fmt: skip

    def _clicks_page(self) -> Page:
        number = min(len(self.clicks), 3)
        todo = Text(
            "Click {corner}. The magnifier shows where; arrows shift the last click, Backspace takes it back.",
            "Haz clic en {corner}. La lupa enseña dónde; las flechas mueven el último clic, Retroceso lo quita.",
        ).filled(corner=CORNERS[number])
        if self.bench.runner.is_asked:
            todo = HOLD_STILL
        notes = tuple(Note(point, None, GOLD) for point in self.clicks)
        last = self.clicks[-1] if self.clicks else None
        choices = (Choice("f5", BY_ITSELF), Choice("f7", TYPE_AGAIN))
        told = (*self.said, *(self._bar_told() if self.said else ()))
        return Page(todo, told, choices,
                    live=self.bench.live(notes=notes, clicks=True, magnified=last), primary=None)  # fmt: skip

    def _doubt_page(self) -> Page:
        assert self.doubt is not None
        other, typed = rounded(self.doubt.size_mm), self._ring()
        assert isinstance(typed, Ring)
        todo = Text(
            "The size that was typed does not fit. Which one is true?",
            "El tamaño escrito no encaja. ¿Cuál es el bueno?",
        )
        choices: tuple[Choice, ...] = (
            Choice("f5", _size("it is {size} mm", "son {size} mm", other)),
            Choice("f6", _size("it is {size} mm as typed", "son {size} mm, como escribí", typed.size_mm)),
            Choice("f7", TYPE_AGAIN),
        )
        if self._by_bar:
            # two clicks are the likelier fault
            choices = (Choice("f8", Text("click the two ends again", "hacer clic otra vez en los extremos")), *choices)
        live = self.bench.live()
        told = (Told(self.doubt.because, Tone.WARN), *self._bar_told(), *self.said)
        return Page(todo, told, choices, live=live, primary=None)

    def _bar_told(self) -> tuple[Told, ...]:
        """A printed bar of another length than due: what is measured with the prints follows it."""
        typed_mm = self.form.number("bar")
        if typed_mm is None or not BAR_BETWEEN[0] <= typed_mm <= BAR_BETWEEN[1]:
            return ()
        bar = print_scale(typed_mm)
        if bar.warning is None:
            return ()
        return (Told(BAR_TYPED.filled(mm=decimal(bar.scale * BAR_MM), off=bar.off), Tone.WARN),)

    def _found_page(self) -> Page:
        assert self.found is not None
        pose, ring = self.found.pose, self.found.ring
        todo = Text(
            "The green lines must lie on the mat's edges, the grid flat on it. Enter takes it.",
            "Las líneas verdes deben caer en los bordes de la lona y la cuadrícula plana sobre ella. Intro la acepta.",
        )
        lamp = ring_work.lamp_of(pose)
        # a length that was proved leaves no doubt of the size
        seen = pose if self.checked is None else replace(pose, other_size_mm=None)
        told = [Told(text) for text in describe_beside_picture(seen, ring)]
        sure = sure_to(pose.sure_mm)
        note = [Told(self.found.note, Tone.WARN)] if self.found.note else []
        told = [Told(sure, TONES[lamp]), *note, *self.prints, *told]
        if self.doubted is not None:
            told.insert(1, Told(self.doubted, Tone.WARN))
        elif self.checked is not None:
            told.insert(1, Told(self.checked, Tone.GOOD))
        else:
            told.insert(1, Told(self._unproven(), Tone.WARN))
        if self.ropes is not None:
            told.append(Told(ROPES_NOW.filled(ropes=self.ropes)))
        choices: tuple[Choice, ...] = (
            Choice("f6", BY_CLICKS), Choice("f7", TYPE_AGAIN),
            Choice("f8", Text("check: chessboard sheet lies on the mat", "prueba: la hoja de tablero está en la lona")),
            Choice("f9", Text("check: click the bar's ends", "prueba: clic en los extremos de la barra")),
        )  # fmt: skip
        near = ring_work.near_ring(pose.camera, ring, ring_work.FAR_BESIDE)
        live = self.bench.live(paths=outline(pose.camera, ring), shown=near)
        if lamp is Lamp.RED:
            choices = (*choices, Choice("f10", TAKE_RED))
        take = None if lamp is Lamp.RED else Text("Take it", "Aceptar")
        return Page(todo, (*self.said, *told), choices, live=live, primary=take)

    def _unproven(self) -> Text:
        """Which of the typed lengths nothing bears out."""
        assert self.found is not None
        axes = [AXES[axis] for axis in self.found.proof.unproven] or list(AXES)
        words = axes[0] if len(axes) == 1 else AND.filled(one=axes[0], other=axes[1])
        return UNPROVEN.filled(axes=words)

    def _bar_page(self) -> Page:
        todo = Text(
            "Lay the printed 150 mm bar flat on the mat and click its two ends.",
            "Pon la barra impresa de 150 mm plana sobre la lona y haz clic en sus dos extremos.",
        )
        notes = tuple(Note(point, None, GOLD) for point in self.clicks)
        return Page(todo, self.said, (Choice("f7", Text("no check", "sin prueba")),),
                    live=self.bench.live(notes=notes, clicks=True), primary=None)  # fmt: skip

    def _ring(self) -> Ring | Text:
        """What was typed, or what is wrong with it; the field that is wrong has the letters then."""
        for key in ("width", "depth"):
            number = self.form.number(key)
            wrong = None if number is None else plain_check(number)
            if wrong is not None:
                return self.form.refused(key, wrong)
            side = self.form.between(key, *MAT_MM)
            if isinstance(side, Text):
                return side
        # whether the table is counted down or the mat up
        self.form.values["drop"] = self.form.values["drop"].strip().removeprefix("-")
        ringside = self.form.between("ringside", 0, 3000)
        drop = ringside if isinstance(ringside, Text) else self.form.between("drop", 0, 2000)
        if isinstance(drop, Text):
            return drop
        width, depth, ringside = (self.form.number(key) or 0.0 for key in ("width", "depth", "ringside"))
        return Ring((width, depth), ringside, -drop)

    @property
    def _is_red(self) -> bool:
        return self.found is not None and ring_work.lamp_of(self.found.pose) is Lamp.RED


def _size(en: str, es: str, size_mm: tuple[float, float]) -> Text:
    words = f"{size_mm[0]:g} x {size_mm[1]:g}"
    return Text(en, es).filled(size=words)

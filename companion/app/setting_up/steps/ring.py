"""The ring: its size is typed and doubted, its place is found by markers or clicked corner by corner."""

import enum
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from companion.app.setting_up import ring_work
from companion.app.setting_up.bench import Bench
from companion.app.setting_up.lengths import (
    AXES,
    DIAGONAL_MM,
    MAT_MM,
    Doubt,
    diagonal_check,
    plain_check,
    rounded,
    size_by_bar,
    size_by_sheet,
)
from companion.app.setting_up.looking import judge_place
from companion.app.setting_up.ring_work import Found, bar_scale, clicked, outline
from companion.app.setting_up.step import TONES, Form, Page, Step, worst
from companion.app.setting_up.steps.camera import mark_view, reopen
from companion.app.setting_up.steps.lens import BAR, BAR_BETWEEN, typed_bar
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens.setup_view import CLICK, Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.vision.calibration_report import describe_beside_picture, size_doubts
from companion.vision.sources import Frame
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
NUDGES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "up": (0.0, -1.0), "down": (0.0, 1.0)}
UNPROVEN = Text(
    "nothing that is seen says how long the mat is {axes}: press F7, type the diagonal, else this stays amber",
    "nada de lo que se ve dice cuánto mide la lona {axes}: pulsa F7 y escribe la diagonal; si no, queda en amarillo",
)
AND = Text("{one} and {other}", "{one} y {other}")
NO_CHECK = Text("its size was not checked by a second length", "su tamaño no se comprobó con otra medida")
TAKE_RED = Text("take it all the same (red)", "aceptarla igualmente (rojo)")
SEARCHING = Text("looking for the ring, 10 to 60 s", "buscando el ring, de 10 a 60 s")
CHECKING = Text("looking for the sheet", "buscando la hoja")
BY_ITSELF, BY_CLICKS = (
    Text("find it by itself", "buscarlo solo"),
    Text("click four corners", "hacer clic en cuatro esquinas"),
)
FITS_DIAGONAL = Text("the length from corner to corner fits", "la medida de esquina a esquina encaja")
FITS_PRINTS = Text("the printed markers fit this size", "las marcas impresas encajan con ese tamaño")
FITS_EDGES = Text("the mat's four edges fit this size", "los cuatro bordes de la lona encajan con ese tamaño")
OWN_MM = Text(
    "the markers' millimetres are right; the mat's own size is checked by the diagonal (F7)",
    "los milímetros de las marcas son buenos; el tamaño de la lona se comprueba con la diagonal (F7)",
)
BAR_TYPED = Text(
    "the 150 mm bar was typed as {mm} mm ({off}): if that is wrong, it makes the size doubtful; F7 goes to its field",
    "de la barra de 150 mm se escribió {mm} mm ({off}): si no es cierto, de ahí viene la duda; F7 lleva a su campo",
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


class RingStep(Step):
    """B-04 to B-06, B-10."""

    id = "ring"
    judges_picture = True
    title = Text("Ring", "Ring")
    meanings: ClassVar[dict[Lamp, Text]] = {
        Lamp.GREEN: Text("distances and sides are known", "se conocen distancias y lados"),
        Lamp.AMBER: Text("distances are known, but mind what is told", "se conocen distancias, pero atiende el aviso"),
        Lamp.RED: Text("distances are too coarse to decide a call", "las distancias son poco finas para decidir"),
        Lamp.SKIPPED: Text("without the ring the camera tells nothing", "sin el ring la cámara no dice nada"),
    }

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        reopen(bench)
        ring = bench.draft().ring
        bar = bench.path.answers.get("bar_mm", BAR_MM)
        values = {"width": "", "depth": "", "diagonal": "", "ringside": "250", "drop": "", "bar": f"{bar:g}"}
        if ring is not None:
            values |= {
                "width": f"{ring.size_mm[0]:g}", "depth": f"{ring.size_mm[1]:g}", "ringside": f"{ring.ringside_mm:g}",
                "drop": f"{-ring.ringside_z_mm:g}", "diagonal": str(bench.path.answers.get("diagonal", "")),
            }  # fmt: skip
        self.form = Form(LABELS, values, here="width" if ring is None else "")
        self.phase = Phase.SIZE
        self.by_clicks = False
        # clicks were asked for because the search failed, not because a person chose them
        self._fell_back = False
        self.clicks: list[tuple[float, float]] = []
        self.found: Found | None = None
        self.prints: tuple[Told, ...] = ()
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
        return (Told(BAR_TYPED.filled(mm=f"{bar.scale * BAR_MM:g}", off=f"{100 * (bar.scale - 1):+.1f} %"), Tone.WARN),)

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
        sure = Text(f"sure to {pose.sure_mm:.1f} mm", f"seguro a {pose.sure_mm:.1f} mm")
        note = [Told(self.found.note, Tone.WARN)] if self.found.note else []
        told = [Told(sure, TONES[lamp]), *note, *self.prints, *told]
        if self.doubted is not None:
            told.insert(1, Told(self.doubted, Tone.WARN))
        elif self.checked is not None:
            told.insert(1, Told(self.checked, Tone.GOOD))
        else:
            told.insert(1, Told(self._unproven(), Tone.WARN))
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

    # -- keys -------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        match self.phase:
            case Phase.SIZE:
                self._size_key(key)
            case Phase.CLICKS | Phase.BAR:
                self._click_key(key)
            case Phase.DOUBT:
                self._doubt_key(key)
            case Phase.FOUND:
                self._found_key(key)

    def _size_key(self, key: str) -> None:
        before = dict(self.form.values)
        if key in {"f5", "f6"}:
            self.by_clicks = key == "f6"
            self._fell_back = False
            self._give_up()
        elif self.form.press(key):
            self.said = ()
            if self.form.values != before:
                # another size: what is looked for is no longer what is typed
                self._give_up()
        elif key == "enter":
            self._begin()

    def _give_up(self) -> None:
        """Nobody waits for the search that runs, if one does."""
        if self.bench.runner.is_asked:
            self.bench.runner.forget()

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

    def _begin(self) -> None:
        ring = self._ring()
        bar = ring if isinstance(ring, Text) else typed_bar(self.form)
        if isinstance(bar, Text):
            self.say_bad(bar)
            return
        assert isinstance(ring, Ring)
        self.checked = self.doubted = None
        self._by_bar = False
        self.bench.answer(bar_mm=self.form.number("bar"))
        if self.form.values["diagonal"].strip():
            doubt = self._diagonal_doubt(ring)
            if isinstance(doubt, Text):
                self.say_bad(doubt)
                return
            if doubt is not None:
                self._ask(doubt)
                return
            self.checked = FITS_DIAGONAL
        if self.by_clicks:
            self._start_clicks()
        else:
            self._find(ring)

    def _diagonal_doubt(self, ring: Ring) -> Doubt | Text | None:
        """What the typed length from corner to corner says of the sides; a refusal where it is none."""
        diagonal = self.form.number("diagonal")
        doubt = None if diagonal is None else diagonal_check(ring, diagonal)
        if isinstance(doubt, Text):
            return self.form.refused("diagonal", doubt)
        due = self.form.between("diagonal", *DIAGONAL_MM, or_empty=True)
        return due if isinstance(due, Text) else doubt

    def _to_size(self) -> None:
        """Back to the fields; a search that failed is tried again, for what was in its way may be gone."""
        self.phase, self.form.here = Phase.SIZE, "width"
        if self._fell_back:
            self.by_clicks = self._fell_back = False

    def _search_again(self) -> None:
        """From the clicks to the search, with the size that is typed."""
        self.by_clicks = self._fell_back = False
        self.clicks = []
        ring = self._ring()
        assert isinstance(ring, Ring)
        self._find(ring)

    def _start_clicks(self) -> None:
        self.phase, self.clicks, self.said, self.by_clicks = Phase.CLICKS, [], (), True

    def _find(self, ring: Ring) -> None:
        """Look for the ring beside the loop; where it cannot be found by itself, clicks are asked for."""
        frame = self.bench.still()
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        job = self._job(frame, ring)

        def otherwise(text: Text) -> None:
            if not self.by_clicks:
                self._start_clicks()
                self._fell_back = True
            else:
                self.clicks = []
            self.say_bad(text)

        self.bench.start(SEARCHING, job, self._take, otherwise, only_looks=True)

    def _job(self, frame: Frame, ring: Ring) -> Callable[[], Found]:
        bench = self.bench
        if not self.by_clicks:
            return lambda: ring_work.find_by_itself(bench, frame, ring)
        corners = clicked(self.clicks)
        return lambda: ring_work.find_by_clicks(bench, frame, ring, corners)

    def _take(self, found: Found) -> None:
        self.found, self.said = found, ()
        self.prints = tuple(ring_work.print_told(found.frame, found.pose, found.markers))
        if found.proof.doubt is not None and self.doubted is None:
            self._ask(found.proof.doubt)
            return
        if found.proof.doubt is None and not found.proof.unproven and self.checked is None:
            self.checked = FITS_EDGES if found.is_own else FITS_PRINTS
        self.phase = Phase.FOUND

    def _ask(self, doubt: Doubt, *, is_by_bar: bool = False) -> None:
        self.doubt, self.phase, self.said = doubt, Phase.DOUBT, ()
        self._by_bar = is_by_bar

    def _doubt_key(self, key: str) -> None:
        assert self.doubt is not None
        if key == "f7":
            self._to_size()
            return
        if key == "f8" and self._by_bar:
            self.phase, self.clicks, self._by_bar = Phase.BAR, [], False
            return
        if key not in {"f5", "f6"}:
            return
        if key == "f5":
            width, depth = rounded(self.doubt.size_mm)
            self.form.values |= {"width": f"{width:g}", "depth": f"{depth:g}"}
            # the new size is held against what is seen again; the diagonal that told it bears it out
            diagonal = self.form.number("diagonal")
            fits = diagonal is not None and diagonal_check(Ring((width, depth), 0.0), diagonal) is None
            self.checked = FITS_DIAGONAL if fits else self.doubt.because if self._by_bar else None
            self.doubted = None
        else:
            self.doubted = self.doubt.because
            self.form.values["diagonal"] = ""
        ring = self._ring()
        assert isinstance(ring, Ring)
        self.phase = Phase.SIZE
        if self.by_clicks and len(self.clicks) < 4:
            self._start_clicks()
        else:
            self._find(ring)

    def _click_key(self, key: str) -> None:
        if key == "f7":
            self.clicks = []
            self._give_up()
            if self.phase is Phase.BAR:
                self.phase = Phase.FOUND
            else:
                self._to_size()
        elif key == "f5" and self.phase is Phase.CLICKS:
            self._search_again()
        elif key == "backspace" and self.clicks:
            self.clicks.pop()
        elif key in NUDGES and self.clicks:
            x, y = self.clicks[-1]
            self.clicks[-1] = (x + NUDGES[key][0], y + NUDGES[key][1])
        elif key.startswith(CLICK) and len(self.clicks) < len(CORNERS):
            x, y = (float(part) for part in key.removeprefix(CLICK).split(","))
            self.clicks.append((x, y))
            self._clicked()

    def _clicked(self) -> None:
        if self.phase is Phase.BAR and len(self.clicks) == 2:
            self._check_bar()
        elif self.phase is Phase.CLICKS and len(self.clicks) == 4:
            ring = self._ring()
            assert isinstance(ring, Ring)
            self._find(ring)

    def _check_bar(self) -> None:
        assert self.found is not None
        bar_mm = float(self.bench.path.answers.get("bar_mm", BAR_MM))
        ends, self.clicks = np.array(self.clicks), []
        doubt = size_by_bar(ends, self.found.ring, self.found.pose.camera, bar_mm)
        self.phase = Phase.FOUND
        good = Text("the bar fits this size", "la barra encaja con ese tamaño")
        self._checked(doubt, good, is_by_bar=True)

    def _checked(self, doubt: Doubt | Text | None, good: Text, *, is_by_bar: bool = False) -> None:
        assert self.found is not None
        if isinstance(doubt, Text):
            self.say(doubt, Tone.WARN)
        elif doubt is not None:
            self._ask(doubt, is_by_bar=is_by_bar)
        elif self.found.is_own:
            # their millimetres are their own: the mat's edges are not in them
            self.say(OWN_MM, Tone.GOOD)
        else:
            self.checked = good

    def _found_key(self, key: str) -> None:
        if key == "f6":
            self._start_clicks()
        elif key == "f7":
            self._to_size()
        elif key == "f8":
            self._check_sheet()
        elif key == "f9":
            self.phase, self.clicks = Phase.BAR, []
        elif key == ("f10" if self._is_red else "enter"):
            self._accept()

    @property
    def _is_red(self) -> bool:
        return self.found is not None and ring_work.lamp_of(self.found.pose) is Lamp.RED

    def _check_sheet(self) -> None:
        frame, found = self.bench.still(), self.found
        assert found is not None
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        scale = bar_scale(self.bench)
        good = Text("the sheet on the mat fits this size", "la hoja sobre la lona encaja con ese tamaño")
        self.bench.start(
            CHECKING, lambda: size_by_sheet(frame.picture, found.ring, found.pose.camera, scale),
            lambda doubt: self._checked(doubt, good), self.say_bad, only_looks=True,
        )  # fmt: skip

    def _accept(self) -> None:
        found = self.found
        assert found is not None
        try:
            said = ring_work.write(self.bench, found)
            self.bench.keep_ring_picture(found.frame.picture)
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            return
        lamp = ring_work.lamp_of(found.pose)
        sure = Text(f"sure to {found.pose.sure_mm:.1f} mm", f"seguro a {found.pose.sure_mm:.1f} mm")
        why = [sure]
        doubts = [found.note] if found.note is not None and found.is_doubted else []
        if self.checked is None:
            doubts += size_doubts(found.pose, found.ring)
        if doubts:
            lamp, why = worst(lamp, Lamp.AMBER), [*doubts, *why]
        if self.doubted is not None:
            lamp, why = worst(lamp, Lamp.AMBER), [self.doubted, *why]
        elif self.checked is None:
            lamp, why = worst(lamp, Lamp.AMBER), [NO_CHECK, *why]
        self.bench.answer(diagonal=self.form.values["diagonal"].strip())
        self.bench.done(self.id, lamp, *why, *said)
        self._judge_view(found)
        self.next()

    def _judge_view(self, found: Found) -> None:
        """Now that the ring is known, what is told about the camera's place is exact."""
        judged = judge_place(found.frame.picture, found.pose.camera, found.ring)
        mark_view(self.bench, judged)


def _size(en: str, es: str, size_mm: tuple[float, float]) -> Text:
    words = f"{size_mm[0]:g} x {size_mm[1]:g}"
    return Text(en, es).filled(size=words)

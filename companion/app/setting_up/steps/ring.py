"""The ring: its size is typed and doubted, its place is found by markers or clicked corner by corner."""

import enum
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from companion.app.setting_up import ring_work
from companion.app.setting_up.bench import Bench
from companion.app.setting_up.lengths import (
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
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens.setup_view import CLICK, Choice, Lamp, Note, Told
from companion.screens.view_model import Tone
from companion.vision.calibration_report import describe
from companion.vision.sources import Frame
from companion.vision.table_file import Ring
from companion.vision.targets import BAR_MM

LABELS = {
    "width": Text("mat, west to east, mm", "lona, de oeste a este, mm"),
    "depth": Text("mat, south to north, mm", "lona, de sur a norte, mm"),
    "diagonal": Text("check: diagonal, mm", "prueba: diagonal, mm"),
    "ringside": Text("ringside around it, mm", "borde alrededor, mm"),
    "drop": Text("mat above the table, mm", "altura de la lona, mm"),
}
CORNERS = (
    Text("the left corner on the judges' side (south-west)", "la esquina izquierda del lado de los jueces (suroeste)"),
    Text("the right corner on the judges' side (south-east)", "la esquina derecha del lado de los jueces (sureste)"),
    Text("the far right corner (north-east)", "la esquina derecha del fondo (noreste)"),
    Text("the far left corner (north-west)", "la esquina izquierda del fondo (noroeste)"),
)
GOLD = (247, 187, 64)
NUDGES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "up": (0.0, -1.0), "down": (0.0, 1.0)}
# sentences of the command that this page shows in its own way
DROPPED = ("lens guessed", "sure to", "that is coarse", "seen: ")
SEARCHING = Text("looking for the ring", "buscando el ring")
BY_ITSELF, BY_CLICKS = (
    Text("find it by itself", "buscarlo solo"),
    Text("click four corners", "hacer clic en cuatro esquinas"),
)
TYPE_AGAIN = Text("type the size again", "escribir el tamaño otra vez")


class Phase(enum.Enum):
    SIZE = "size"
    CLICKS = "clicks"
    DOUBT = "doubt"
    FOUND = "found"
    BAR = "bar"


class RingStep(Step):
    """B-04 to B-06, B-10."""

    id = "ring"
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
        values = {"width": "", "depth": "", "diagonal": "", "ringside": "250", "drop": "0"}
        if ring is not None:
            values |= {
                "width": f"{ring.size_mm[0]:g}", "depth": f"{ring.size_mm[1]:g}", "ringside": f"{ring.ringside_mm:g}",
                "drop": f"{-ring.ringside_z_mm:g}",
            }  # fmt: skip
        self.form = Form(LABELS, values, here="width" if ring is None else "")
        self.phase = Phase.SIZE
        self.by_clicks = False
        self.clicks: list[tuple[float, float]] = []
        self.found: Found | None = None
        self.prints: tuple[Told, ...] = ()
        self.doubt: Doubt | None = None
        self.checked: Text | None = None
        self.doubted: Text | None = None

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
            "Type the mat's size in millimetres, and to check it the length from corner to corner, measured with a "
            "tape. The ring is empty now. Then Enter.",
            "Escribe el tamaño de la lona en milímetros y, para comprobarlo, la medida de esquina a esquina con una "
            "cinta. Ahora el ring está vacío. Después Intro.",
        )
        choices = (Choice("f5", BY_ITSELF, chosen=not self.by_clicks), Choice("f6", BY_CLICKS, chosen=self.by_clicks))
        return Page(todo, self.said or self.before, choices, self.form.entries(), self.bench.live(),
                    primary=Text("Find the ring", "Buscar el ring"))  # fmt: skip

    def _clicks_page(self) -> Page:
        number = min(len(self.clicks), 3)
        todo = Text(
            "Click {corner}. The magnifier shows where; arrows shift the last click, Backspace takes it back.",
            "Haz clic en {corner}. La lupa enseña dónde; las flechas mueven el último clic, Retroceso lo quita.",
        ).filled(corner=CORNERS[number])
        notes = tuple(Note(point, None, GOLD) for point in self.clicks)
        last = self.clicks[-1] if self.clicks else None
        return Page(todo, self.said, (Choice("f7", TYPE_AGAIN),),
                    live=self.bench.live(notes=notes, clicks=True, magnified=last), primary=None)  # fmt: skip

    def _doubt_page(self) -> Page:
        assert self.doubt is not None
        other, typed = rounded(self.doubt.size_mm), self._ring()
        assert isinstance(typed, Ring)
        todo = Text(
            "The size that was typed does not fit. Which one is true?",
            "El tamaño escrito no encaja. ¿Cuál es el bueno?",
        )
        choices = (
            Choice("f5", _size("it is {size} mm", "son {size} mm", other)),
            Choice("f6", _size("it is {size} mm as typed", "son {size} mm, como escribí", typed.size_mm)),
            Choice("f7", TYPE_AGAIN),
        )
        live = self.bench.live()
        return Page(todo, (Told(self.doubt.because, Tone.WARN), *self.said), choices, live=live, primary=None)

    def _found_page(self) -> Page:
        assert self.found is not None
        pose, ring = self.found.pose, self.found.ring
        todo = Text(
            "The green lines must lie on the mat's edges, the grid flat on it. Enter takes it.",
            "Las líneas verdes deben caer en los bordes de la lona y la cuadrícula plana sobre ella. Intro la acepta.",
        )
        lamp = ring_work.lamp_of(pose)
        told = [Told(text) for text in describe(pose, ring)[:-4] if not text.en.startswith(DROPPED)]
        sure = Text(f"sure to {pose.sure_mm:.1f} mm", f"seguro a {pose.sure_mm:.1f} mm")
        note = [Told(self.found.note, Tone.WARN)] if self.found.note else []
        told = [Told(sure, TONES[lamp]), *note, *self.prints, *told]
        told += [Told(self.checked, Tone.GOOD)] if self.checked else []
        choices = (
            Choice("f6", BY_CLICKS), Choice("f7", TYPE_AGAIN),
            Choice("f8", Text("check: sheet lies on the mat", "prueba: la hoja está sobre la lona")),
            Choice("f9", Text("check: click the bar's ends", "prueba: clic en los extremos de la barra")),
        )  # fmt: skip
        live = self.bench.live(paths=outline(pose.camera, ring))
        return Page(todo, (*told, *self.said), choices, live=live, primary=Text("Take it", "Aceptar"))

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
        if key in {"f5", "f6"}:
            self.by_clicks = key == "f6"
        elif self.form.press(key):
            self.said = ()
        elif key == "enter":
            self._begin()

    def _ring(self) -> Ring | Text:
        """What was typed, or what is wrong with it."""
        width, depth = self.form.number("width"), self.form.number("depth")
        wrong = plain_check(width, depth)
        ringside, drop = self.form.number("ringside"), self.form.number("drop")
        if wrong is not None:
            return wrong
        if ringside is None or drop is None or not 0 <= ringside <= 3000 or not 0 <= abs(drop) <= 2000:
            return Text(
                "type ringside and height in mm, 0 where there is none", "escribe borde y altura en mm, 0 si no hay"
            )
        assert width is not None
        assert depth is not None
        return Ring((width, depth), ringside, -abs(drop))

    def _begin(self) -> None:
        ring = self._ring()
        if isinstance(ring, Text):
            self.say_bad(ring)
            return
        self.checked = self.doubted = None
        diagonal = self.form.number("diagonal")
        if diagonal is not None:
            doubt = diagonal_check(ring, diagonal)
            if isinstance(doubt, Text):
                self.say_bad(doubt)
                return
            if doubt is not None:
                self._ask(doubt)
                return
            self.checked = Text("the length from corner to corner fits", "la medida de esquina a esquina encaja")
        if self.by_clicks:
            self._start_clicks()
        else:
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
            else:
                self.clicks = []
            self.say_bad(text)

        self.bench.start(SEARCHING, job, self._take, otherwise)

    def _job(self, frame: Frame, ring: Ring) -> Callable[[], Found]:
        bench = self.bench
        if not self.by_clicks:
            return lambda: ring_work.find_by_itself(bench, frame, ring)
        corners = clicked(self.clicks)
        return lambda: ring_work.find_by_clicks(bench, frame, ring, corners)

    def _take(self, found: Found) -> None:
        self.found, self.said = found, ()
        self.prints = tuple(ring_work.print_told(found.frame, found.pose, found.markers))
        if found.doubt is not None and self.doubted is None:
            self._ask(found.doubt)
            return
        if found.markers and found.doubt is None:
            self.checked = Text("the printed markers fit this size", "las marcas impresas encajan con ese tamaño")
        self.phase = Phase.FOUND

    def _ask(self, doubt: Doubt) -> None:
        self.doubt, self.phase, self.said = doubt, Phase.DOUBT, ()

    def _doubt_key(self, key: str) -> None:
        assert self.doubt is not None
        if key == "f7":
            self.phase = Phase.SIZE
            self.form.here = "width"
            return
        if key not in {"f5", "f6"}:
            return
        if key == "f5":
            width, depth = rounded(self.doubt.size_mm)
            self.form.values |= {"width": f"{width:g}", "depth": f"{depth:g}"}
            self.checked = self.doubt.because
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
            is_bar = self.phase is Phase.BAR
            self.phase, self.clicks = (Phase.FOUND if is_bar else Phase.SIZE), []
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
        self._checked(doubt, Text("the bar fits this size", "la barra encaja con ese tamaño"))

    def _checked(self, doubt: Doubt | Text | None, good: Text) -> None:
        if isinstance(doubt, Text):
            self.say(doubt, Tone.WARN)
        elif doubt is not None:
            self._ask(doubt)
        else:
            self.checked = good

    def _found_key(self, key: str) -> None:
        if key == "f6":
            self._start_clicks()
        elif key == "f7":
            self.phase = Phase.SIZE
        elif key == "f8":
            self._check_sheet()
        elif key == "f9":
            self.phase, self.clicks = Phase.BAR, []
        elif key == "enter":
            self._accept()

    def _check_sheet(self) -> None:
        frame, found = self.bench.still(), self.found
        assert found is not None
        if isinstance(frame, Text):
            self.say_bad(frame)
            return
        scale = bar_scale(self.bench)
        good = Text("the sheet on the mat fits this size", "la hoja sobre la lona encaja con ese tamaño")
        self.bench.start(
            SEARCHING, lambda: size_by_sheet(frame.picture, found.ring, found.pose.camera, scale),
            lambda doubt: self._checked(doubt, good), self.say_bad,
        )  # fmt: skip

    def _accept(self) -> None:
        found = self.found
        assert found is not None
        try:
            said = ring_work.write(self.bench, found)
        except CompanionError as error:
            self.say_bad(Text(error.of("en"), error.of("es")))
            return
        lamp = ring_work.lamp_of(found.pose)
        sure = Text(f"sure to {found.pose.sure_mm:.1f} mm", f"seguro a {found.pose.sure_mm:.1f} mm")
        why = [sure]
        if self.doubted is not None:
            lamp, why = worst(lamp, Lamp.AMBER), [self.doubted, *why]
        elif self.checked is None:
            no_check = Text("its size was not checked by a second length", "su tamaño no se comprobó con otra medida")
            lamp, why = worst(lamp, Lamp.AMBER), [no_check, *why]
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

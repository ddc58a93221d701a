"""The ring: its size is typed and doubted, its place is found by markers or clicked corner by corner."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from companion.app.setting_up import ring_work
from companion.app.setting_up.lengths import (
    DIAGONAL_MM,
    Doubt,
    diagonal_check,
    rounded,
    size_by_bar,
    size_by_sheet,
)
from companion.app.setting_up.looking import judge_place, ropes_judged
from companion.app.setting_up.ring_work import Found, bar_scale, clicked
from companion.app.setting_up.step import worst
from companion.app.setting_up.steps.lens import typed_bar
from companion.app.setting_up.steps.ring_pages import CORNERS, Phase, RingPages
from companion.app.setting_up.steps.view import mark_view
from companion.app.setting_up.words import while_clicking
from companion.errors import CompanionError
from companion.kernel.text import Text
from companion.screens.setup_view import CLICK, Lamp
from companion.screens.view_model import Tone
from companion.vision.calibration_report import size_doubts
from companion.vision.check import sure_to
from companion.vision.sources import Frame
from companion.vision.table_file import Ring
from companion.vision.targets import BAR_MM

NUDGES = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "up": (0.0, -1.0), "down": (0.0, 1.0)}
BESIDE_THE_MAT = Text(
    "that click is beside the mat: lay the bar on the mat and click its two ends",
    "ese clic queda fuera de la lona: pon la barra sobre la lona y haz clic en sus dos extremos",
)
NO_CHECK = Text("its size was not checked by a second length", "su tamaño no se comprobó con otra medida")
SEARCHING = Text("looking for the ring, 10 to 60 s", "buscando el ring, de 10 a 60 s")
CHECKING = Text("looking for the sheet", "buscando la hoja")
FITS_DIAGONAL = Text("the length from corner to corner fits", "la medida de esquina a esquina encaja")
FITS_PRINTS = Text("the printed markers fit this size", "las marcas impresas encajan con ese tamaño")
FITS_EDGES = Text("the mat's four edges fit this size", "los cuatro bordes de la lona encajan con ese tamaño")
OWN_MM = Text(
    "the markers' millimetres are right; the mat's own size is checked by the diagonal (F7)",
    "los milímetros de las marcas son buenos; el tamaño de la lona se comprueba con la diagonal (F7)",
)


class RingStep(RingPages):
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
            self.say_bad(while_clicking(text))

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
        ropes = ropes_judged(found.frame.picture, found.pose.camera, found.ring)
        self.ropes = ropes.text if ropes.mind else None
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
            if self.phase is Phase.BAR and self._is_beside((x, y)):
                self.say_bad(BESIDE_THE_MAT)
                return
            self.said = () if self.phase is Phase.BAR else self.said
            self.clicks.append((x, y))
            self._clicked()

    def _is_beside(self, at_px: tuple[float, float]) -> bool:
        """A bar is measured on the mat: beside it the picture has no such scale."""
        assert self.found is not None
        return ring_work.on_mat(self.found.pose.camera, self.found.ring, at_px) is None

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
        sure = sure_to(found.pose.sure_mm)
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

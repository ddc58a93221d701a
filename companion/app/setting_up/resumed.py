"""A set-up that was left in the middle and begun again: what is kept is trusted once the camera stands as it stood."""

from companion.app.setting_up.another_evening import LEFT_MEANWHILE
from companion.app.setting_up.bench import JUDGED_AFTER, Bench
from companion.app.setting_up.path import SetupPath
from companion.app.setting_up.steps.differences import UNSURE, Differences, compare
from companion.kernel.text import Text
from companion.screens.setup_view import Lamp

LOOKING = Text("looking whether the camera stands as it did", "mirando si la cámara está donde estaba")
# on these the camera is chosen and looked at, or a sheet is held before it
LOOK_THEMSELVES = ("language", "show", "camera", "view", "lens")
# a hand before the camera passes
LOOKS = 2


class Resumed:
    """Looks once the camera gives a picture, beside whatever page is open, and leads to the camera's place if needed.

    Attributes:
        is_due: nobody knows yet whether the camera stands as it stood.
    """

    def __init__(self, path: SetupPath) -> None:
        self.is_due = path.mark("ring").lamp not in {Lamp.NOT_YET, Lamp.SKIPPED} and not path.is_over
        self._looked_at, self._different = 0, 0

    def tick(self, bench: Bench) -> None:
        """Once a round."""
        path = bench.path
        if self.is_due and path.at == "view":
            # that page compares by itself
            self.is_due = False
        if not self.is_due or path.at in LOOK_THEMSELVES or not bench.is_live:
            return
        if bench.watch.count < self._looked_at + JUDGED_AFTER:
            return
        frame = bench.watch.newest
        assert frame is not None

        def then(found: Differences | None) -> None:
            self._looked_at = bench.watch.count
            # what cannot be told was told when the ring was found, and so was a picture that is gone
            is_other = found is not None and found.is_compared and bool(found.due) and UNSURE not in found.found
            self._different = self._different + 1 if is_other else 0
            self.is_due = is_other and self._different < LOOKS
            if self._different >= LOOKS:
                bench.take(bench.path.marked("view", Lamp.NOT_YET, LEFT_MEANWHILE).to("view"))

        def otherwise(_: Text) -> None:
            # a table that cannot be read: the pages tell it
            self.is_due = False

        bench.glance(LOOKING, lambda: compare(bench, frame), then, otherwise)

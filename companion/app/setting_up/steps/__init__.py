"""The steps, in the order of the path."""

from companion.app.setting_up.step import Step
from companion.app.setting_up.steps.begin import LanguageStep, ShowStep
from companion.app.setting_up.steps.camera import CameraStep
from companion.app.setting_up.steps.crowd import CrowdStep
from companion.app.setting_up.steps.figures import FiguresStep
from companion.app.setting_up.steps.lens import LensStep
from companion.app.setting_up.steps.lights import LightsStep
from companion.app.setting_up.steps.palms import PalmsStep
from companion.app.setting_up.steps.rehearsal import DrillStep
from companion.app.setting_up.steps.ring import RingStep
from companion.app.setting_up.steps.sides import EmptyStep, SidesStep
from companion.app.setting_up.steps.sound import SoundStep
from companion.app.setting_up.steps.summary import SummaryStep
from companion.app.setting_up.steps.view import ViewStep

STEP_CLASSES: dict[str, type[Step]] = {
    step.id: step
    for step in (
        LanguageStep, ShowStep, CameraStep, ViewStep, LensStep, RingStep, SidesStep, EmptyStep, FiguresStep, PalmsStep,
        LightsStep, CrowdStep, SoundStep, DrillStep, SummaryStep,
    )
}  # fmt: skip

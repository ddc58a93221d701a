"""The crowd board in every state of a wrestling night, made by hand."""

from dataclasses import replace

from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens.view_model import CrowdView, Ending, Moment, MomentKind, TimerView
from screens.samples import CHIPS, CROWD, FIGHTERS, gauge

SCULPTING = Text("sculpting", "modelado")
BUILDING = replace(
    CROWD,
    turn_no=None,
    phase=None,
    slot=None,
    headline=None,
    ring=None,
    fighters=tuple(
        replace(one, card=None, flags=(), counts=(), die=None, place=None, active=False, gauge=gauge(20))
        for one in FIGHTERS
    ),
    timers=(TimerView(SCULPTING, Timer(900_000, 131_000, 0)),),
)
"""Fifteen minutes to build, before anything else."""
BELT = "Título Mundial de Plastelina"
STATES: dict[str, CrowdView] = {
    "duel": replace(CROWD, fighters=FIGHTERS[:2]),
    "three": replace(CROWD, fighters=FIGHTERS[2:5]),
    "knock_out": replace(
        CROWD, moment=Moment(MomentKind.KNOCK_OUT, Text("Knock-out!", "¡K.O.!"), "Łukasz", CHIPS["Łukasz"])
    ),
    "finisher": replace(
        CROWD,
        moment=Moment(
            MomentKind.FINISHER, Text("Finisher!", "¡Finisher!"), "La Maldición · Momia › Ñandú Peña", CHIPS["Momia"]
        ),
    ),
    "eliminated": replace(
        CROWD,
        moment=Moment(
            MomentKind.ELIMINATED, Text("Eliminated!", "¡Eliminado!"), "El Santísimo Gólem", CHIPS["El Santísimo Gólem"]
        ),
    ),
    "champion": replace(
        CROWD,
        ending=Ending(Text("Momia wins!", "¡Gana Momia!"), Text("by pin", "por Pin"), ("Momia",), (CHIPS["Momia"],)),
        belt=BELT,
        champion="Momia",
    ),
    "for_a_title": replace(CROWD, belt=BELT, champion="Pulpo", timers=()),
    "building": BUILDING,
    "building_for_a_title": replace(BUILDING, belt=BELT, fighters=()),
    "building_stopped": replace(BUILDING, timers=(TimerView(SCULPTING, Timer(900_000, 131_000)),)),
    "built": replace(BUILDING, timers=(TimerView(SCULPTING, Timer(900_000, 900_000)),)),
    "iron_man": replace(
        CROWD,
        mode=Text("Iron Man Match", "Iron Man Match"),
        timers=(TimerView(Text("Iron Man hour", "hora del Iron Man"), Timer(3_600_000, 1_310_000)),),
    ),
}

"""Views made by hand: what the drawing is tried on without any game."""

from dataclasses import replace

from companion.kernel.text import Text
from companion.kernel.timers import Timer
from companion.screens.clay_words import SHORT_ABILITIES
from companion.screens.view_model import (
    Ability,
    Action,
    CardColour,
    Chip,
    Count,
    CrowdView,
    Decision,
    DiceDue,
    FighterView,
    Finisher,
    FinisherState,
    Gauge,
    Ghost,
    HealthItem,
    JournalLine,
    Link,
    MapFigure,
    Moment,
    MomentKind,
    Part,
    Pattern,
    Proposal,
    Reach,
    Reason,
    RefereeView,
    RingMap,
    StatusCard,
    TimerView,
    Tone,
)

CHIPS = {
    "Momia": Chip((193, 24, 36), "M", Pattern.SOLID),
    "Pulpo": Chip((24, 42, 117), "P", Pattern.STRIPES),
    "Ñandú Peña": Chip((242, 204, 23), "Ñ", Pattern.DOTS),
    "Łukasz": Chip((117, 196, 54), "Ł", Pattern.CROSS),
    "El Santísimo Gólem": Chip((33, 35, 37), "G", Pattern.RING),
    "Жаба": Chip((234, 121, 165), "Ж", Pattern.HALVES),
}
TIRED = Reason(-1, "CW-STAM-09", Text("fatigue", "cansancio"))
WOUND = Reason(-1, "CW-STATUS-21", Text("wound", "herida"))


def abilities(**reasons: tuple[int, Reason]) -> tuple[Ability, ...]:
    made = []
    for number, (key, name) in enumerate(SHORT_ABILITIES.items()):
        sheet = 2 + number % 3
        change = reasons.get(key)
        made.append(
            Ability(key, name, sheet + (1 if change else 0), sheet, (change[1],) if change else ())
            if change
            else Ability(key, name, sheet, sheet)
        )
    return tuple(made)


def gauge(value: int) -> Gauge:
    return Gauge(value, -10, 20, 10)


STANDING = Text("standing", "de pie")
FIGHTERS = (
    FighterView(
        "A", "Momia", CHIPS["Momia"], player="Ana", klass=Text("Humanoid", "Humanoide"), gauge=gauge(9),
        posture=STANDING, flags=(Text("in a tie-up", "en Toma de Nuca"),), die=6, place=1, active=True,
        abilities=abilities(strike=(3, TIRED), counter=(2, WOUND)), wounds=(Text("wound: Counter", "herida: Contra"),),
        finisher=Finisher("La Maldición", Text("on the ropes", "en las cuerdas"), FinisherState.READY), group="1",
    ),
    FighterView(
        "B", "Pulpo", CHIPS["Pulpo"], player="Bea", klass=Text("Beast", "Bicharraco"), gauge=gauge(14),
        posture=STANDING, flags=(Text("in a tie-up", "en Toma de Nuca"),), die=5, place=2, group="1",
        finisher=Finisher("Tinta", Text("knocked down", "derribado"), FinisherState.SPENT),
    ),
    FighterView(
        "C", "Ñandú Peña", CHIPS["Ñandú Peña"], player="Íñigo", klass=Text("Absurd", "Absurdo"), gauge=gauge(4),
        posture=Text("knocked down", "derribado"), card=StatusCard(CardColour.RED, Text("Knocked down", "Derribado")),
        die=4, place=3, counter_loss=1,
        finisher=Finisher("Picotazo", Text("in the corner", "en la esquina"), FinisherState.READY),
    ),
    FighterView(
        "D", "Łukasz", CHIPS["Łukasz"], player="Łukasz", klass=Text("Humanoid", "Humanoide"), gauge=gauge(-11),
        posture=Text("unconscious", "inconsciente"),
        card=StatusCard(CardColour.GREEN, Text("Unconscious", "Inconsciente")), die=4, place=4,
        counts=(Count(Text("K.O.", "K.O."), 2, 4),),
        finisher=Finisher("Pierogi", Text("from behind", "de espaldas"), FinisherState.READY),
    ),
    FighterView(
        "E", "El Santísimo Gólem", CHIPS["El Santísimo Gólem"], player="Eva", klass=Text("Humanoid", "Humanoide"),
        gauge=gauge(17), posture=STANDING, die=2, place=5, counts=(Count(Text("ringside", "ringside"), 2, 4),),
        finisher=Finisher("Terremoto", Text("on the ropes", "en las cuerdas"), FinisherState.READY), acted=True,
    ),
    FighterView(
        "F", "Жаба", CHIPS["Жаба"], player="Женя", klass=Text("Beast", "Bicharraco"), gauge=gauge(6),
        posture=Text("lying", "tumbado"), card=StatusCard(CardColour.YELLOW, Text("Submitted", "Sumiso")), place=6,
        finisher=Finisher("Болото", Text("knocked down", "derribado"), FinisherState.READY),
    ),
)  # fmt: skip
LIGHTS = (
    *[(214, 40, 57)] * 3, *[(40, 60, 200)] * 3, *[(214, 40, 57)] * 3, *[(40, 60, 200)] * 3,
    (255, 210, 120), (255, 255, 255), (255, 210, 120), (255, 255, 255),
)  # fmt: skip
RING = RingMap(
    (700.0, 700.0),
    250.0,
    figures=(
        MapFigure("A", CHIPS["Momia"], -60, -40, 20.0, active=True),
        MapFigure("B", CHIPS["Pulpo"], 0, -20, 200.0),
        MapFigure("C", CHIPS["Ñandú Peña"], 220, 180, -120.0, lying=True, card=CardColour.RED),
        MapFigure("D", CHIPS["Łukasz"], -250, 230, 70.0, lying=True, card=CardColour.GREEN),
        MapFigure("E", CHIPS["El Santísimo Gólem"], 410, -120, 180.0, uncertain=True),
        MapFigure("F", CHIPS["Жаба"], -210, -250, None, lying=True, held=True, card=CardColour.YELLOW),
    ),
    links=(Link("A", "B", "tieup"),),
    ghosts=(Ghost(CHIPS["Pulpo"], 170, -60, 0, -20, 1),),
    reach=Reach(-60, -40, (90.0, 180.0, 270.0)),
    zone_mm=50.0,
    lights=LIGHTS,
)
NOT_ADJACENT = Text("He is not adjacent.", "No está adyacente.")
ACTIONS = (
    Action(
        Text("Strike Pulpo", "Golpear a Pulpo"),
        "strike",
        {"attacker": "A", "defender": "B"},
        "A",
        rule="CW-STRIKE-01",
        odds=0.75,
        odds_of=Text("to hit", "de acertar"),
        dice="2d6",
    ),
    Action(
        Text("Irish Whip on Pulpo", "Látigo Irlandés a Pulpo"),
        "whip",
        {},
        "A",
        odds=0.875,
        odds_of=Text("to succeed", "de éxito"),
        dice="3d6",
    ),
    Action(Text("Suplex on Pulpo", "Suplex a Pulpo"), "suplex_grab", {}, "A", odds=0.5, dice="1d6"),
    Action(Text("Submission on Pulpo", "Sumisión a Pulpo"), "submission", {}, "A", odds=0.9375, dice="4d6"),
    Action(Text("Escape", "Zafarse"), "escape", {}, "A", odds=0.41, dice="2d6"),
    Action(
        Text("Activate the finisher", "Activar el finisher"),
        "finisher_activate",
        {},
        "A",
        legal=False,
        rule="CW-FIN-04",
        reason=Text("Pulpo is not at the ropes.", "Pulpo no está en las cuerdas."),
    ),
    Action(Text("Pin", "Pin"), "pin", {}, "A", legal=False, rule="CW-CHECK-04", reason=NOT_ADJACENT),
    Action(
        Text("Move", "Moverse"),
        "move",
        {},
        "A",
        needs=("palms",),
        legal=False,
        rule="CW-TIEUP-07",
        reason=Text("He is in a tie-up.", "Está en Toma de Nuca."),
    ),
    Action(Text("End the slot", "Terminar su momento"), "end_slot", {}, "A"),
)
JOURNAL = tuple(
    JournalLine(40 + number, text)
    for number, text in enumerate(
        (
            Text("Turn 4 begins.", "Empieza el turno 4."),
            Text("Łukasz stays unconscious: 2 of 4.", "Łukasz sigue inconsciente: 2 de 4."),
            Text("Tie-up: Momia and Pulpo.", "Toma de Nuca: Momia y Pulpo."),
            Text("Momia rolls 6 5, Pulpo 4 2: Momia acts first.", "Momia saca 6 5, Pulpo 4 2: Momia actúa primero."),
            Text("Momia strikes Pulpo: 2 successes.", "Momia golpea a Pulpo: 2 éxitos."),
            Text("Pulpo counters with 1 success.", "Pulpo responde con Contra: 1 éxito."),
        )
    )
)
HEALTH = (
    HealthItem(Part.CAMERA, Tone.GOOD, Text("30 fps · 42 ms", "30 fps · 42 ms")),
    HealthItem(Part.LIGHTS, Tone.WARN, Text("simulated", "simuladas")),
    HealthItem(Part.CROWD, Tone.GOOD, Text("1 board", "1 tablero")),
    HealthItem(Part.DISK, Tone.GOOD, Text("saved", "guardado")),
)
TIMERS = (TimerView(Text("Bout", "Combate"), Timer(spent_ms=754_000)),)
REFEREE = RefereeView(
    title=Text("Clay wrestling", "Lucha de plastelina"),
    mode=Text("Wrestling Match", "Wrestling Match"),
    rules_note=Text("house rules: fatigue at 3", "reglas de la casa: cansancio a 3"),
    turn_no=4,
    phase=Text("Tie-ups", "Tomas de Nuca"),
    slot=Text("Momia acts", "actúa Momia"),
    fighters=FIGHTERS,
    ring=RING,
    actions=ACTIONS,
    proposals=(Proposal(1, Text("Pulpo moved 1.9 palms east", "Pulpo se ha movido 1,9 palmos al este"), 0.86),),
    journal=JOURNAL,
    health=HEALTH,
    timers=TIMERS,
    can_undo=23,
)
CROWD = CrowdView(
    title=Text("Clay wrestling", "Lucha de plastelina"),
    mode=Text("Wrestling Match", "Wrestling Match"),
    turn_no=4,
    phase=Text("Tie-ups", "Tomas de Nuca"),
    slot=Text("Momia acts", "actúa Momia"),
    fighters=FIGHTERS,
    ring=replace(RING, ghosts=(), reach=None, zone_mm=0.0),
    headline=JOURNAL[-2].text,
    timers=TIMERS,
)
DEFEND = replace(
    REFEREE,
    decision=Decision(
        Text("Does Pulpo defend?", "¿Se defiende Pulpo?"),
        "CW-COUNTER-01",
        ("Pulpo",),
        (
            Action(
                Text("Counter", "Contra"),
                "counter",
                {"defender": "B"},
                "B",
                odds=0.25,
                odds_of=Text("to cancel it", "de anularlo"),
                dice="2d6",
            ),
            Action(
                Text("Technique", "Técnica"),
                "technique",
                {},
                "B",
                legal=False,
                rule="CW-TECH-01",
                reason=Text("Technique does not stop a Strike.", "La Técnica no detiene un golpe."),
            ),
            Action(Text("No defence", "Sin defensa"), "no_defence", {"defender": "B"}, "B"),
        ),
    ),
    actions=(),
    dice=DiceDue(
        2, 6, Text("Counter", "Contra"), "CW-COUNTER-02", Text("4, 5 and 6 are successes", "4, 5 y 6 son éxitos"), "6"
    ),
)
PIN = replace(
    CROWD, moment=Moment(MomentKind.PIN, Text("Pin!", "¡Pin!"), "Momia › Pulpo", CHIPS["Momia"], count=2, at_ms=0)
)

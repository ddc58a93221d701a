"""Words of the clay rulebook on the screens (rules file, section 9), English and Spanish."""

from companion.games.clay_wrestling.model import ClayClass, FinisherPosition, Flag, Mode, Phase, Posture
from companion.kernel.text import Text

TITLE = Text("Clay wrestling", "Lucha de plastelina")

MODES = {
    Mode.WRESTLING_MATCH: Text("Wrestling Match", "Wrestling Match"),
    Mode.ELIMINATION_MATCH: Text("Elimination Match", "Elimination Match"),
    Mode.IRON_MAN: Text("Iron Man Match", "Iron Man Match"),
    Mode.SURVIVOR_SERIES: Text("Survivor Series Match", "Survivor Series Match"),
    Mode.KATZ_RUMBLE: Text("Katz Rumble Match", "Katz Rumble Match"),
}
MODES_TOLD = {
    Mode.WRESTLING_MATCH: Text("The first fall wins.", "Gana la primera caída."),
    Mode.ELIMINATION_MATCH: Text("A fall eliminates; the last one left wins.", "Una caída elimina; gana quien queda."),
    Mode.IRON_MAN: Text("The most falls in 60 minutes win.", "Ganan más caídas en 60 minutos."),
    Mode.SURVIVOR_SERIES: Text(
        "Two teams of five; a fall eliminates, the team with somebody left wins.",
        "Dos equipos de cinco; una caída elimina, gana el equipo que aún tiene a alguien.",
    ),
    Mode.KATZ_RUMBLE: Text(
        "Up to twenty; who goes over the top rope is out, the last one in the ring wins.",
        "Hasta veinte; quien sale por encima de la cuerda queda fuera, gana el último en el ring.",
    ),
}
"""How each is won, in one line (CW-MODE-01 to -10)."""
PHASES = {
    Phase.SETUP: Text("Before the match", "Antes del combate"),
    Phase.PLACEMENT: Text("Starting places", "Posiciones iniciales"),
    Phase.TURN_START: Text("Start of turn", "Inicio del turno"),
    Phase.RECOVERY: Text("Stamina checks", "Chequeos de Estamina"),
    Phase.PIN_COUNTS: Text("Pin counts", "Conteos de Pin"),
    Phase.GROUPS: Text("Tie-ups form", "Se forman las Tomas de Nuca"),
    Phase.ANNOUNCEMENTS: Text("Rest and taunt", "Descanso y Burla"),
    Phase.GROUP_SLOTS: Text("Tie-ups act", "Actúan las Tomas de Nuca"),
    Phase.INITIATIVE: Text("Initiative", "Iniciativa"),
    Phase.SLOTS: Text("Actions", "Acciones"),
    Phase.LATE_SLOTS: Text("The late ones act", "Actúan los últimos"),
    Phase.TURN_END: Text("End of turn", "Final del turno"),
    Phase.OVER: Text("Match over", "Combate terminado"),
}
CLASSES = {
    ClayClass.HUMANOID: Text("Humanoid", "Humanoide"),
    ClayClass.BEAST: Text("Beast", "Bicharraco"),
    ClayClass.ABSURD: Text("Absurd", "Absurdo"),
}
POSTURES = {
    Posture.STANDING: Text("standing", "de pie"),
    Posture.LYING: Text("lying", "tumbado"),
    Posture.KNOCKED_DOWN: Text("knocked down", "derribado"),
    Posture.UNCONSCIOUS: Text("unconscious", "inconsciente"),
    Posture.HELD: Text("held", "agarrado"),
    Posture.ON_POST: Text("on the post", "en el poste"),
}
FLAGS = {
    Flag.RESTING: Text("resting", "descansando"),
    Flag.IN_TIEUP: Text("in a tie-up", "en Toma de Nuca"),
    Flag.IN_MELEE: Text("in a melee", "en Melee"),
    Flag.SUBMITTED: Text("submitted", "sumiso"),
    Flag.SUBMITTING: Text("applies a submission", "aplica una Sumisión"),
    Flag.HOLDING: Text("holds overhead", "sostiene en alto"),
    Flag.PINNED: Text("pinned", "sufre un Pin"),
    Flag.PINNING: Text("pins", "hace un Pin"),
    Flag.FINISHER_ACTIVE: Text("finisher active", "finisher activado"),
    Flag.SLOT_LOST: Text("has lost the turn", "ha perdido el turno"),
}
KNOCKED_DOWN = Text("Knocked down", "Derribado")
UNCONSCIOUS = Text("Unconscious", "Inconsciente")
SUBMITTED = Text("Submitted", "Sumiso")
ABILITIES = {
    "combat": Text("Combat", "Combate"),
    "speed": Text("Speed", "Velocidad"),
    "strength": Text("Strength", "Fuerza"),
    "technique": Text("Technique", "Técnica"),
    "resistance": Text("Resistance", "Resistencia"),
    "strike": Text("Strike", "Golpear"),
    "whip": Text("Irish Whip", "Látigo Irlandés"),
    "suplex": Text("Suplex", "Suplex"),
    "submission": Text("Submission", "Sumisión"),
    "counter": Text("Counter", "Contra"),
}
SHORT_ABILITIES = {
    **ABILITIES,
    "combat": Text("Comb.", "Comb."),
    "speed": Text("Speed", "Veloc."),
    "strength": Text("Str.", "Fuerza"),
    "technique": Text("Tech.", "Técn."),
    "resistance": Text("Resist.", "Resist."),
    "strike": Text("Strike", "Golp."),
    "whip": Text("Whip", "Látigo"),
    "submission": Text("Subm.", "Sumis."),
    "counter": Text("Count.", "Contra"),
}
FINISHER_POSITIONS = {
    FinisherPosition.KNOCKED_DOWN: Text("rival knocked down", "rival derribado"),
    FinisherPosition.ON_ROPES: Text("rival on the ropes", "rival en las cuerdas"),
    FinisherPosition.BACK_TURNED: Text("rival's back turned", "rival de espaldas"),
    FinisherPosition.IN_CORNER: Text("rival in the corner", "rival en la esquina"),
}
WOUND = Text("wound: {ability}", "herida: {ability}")
INJURY = Text("injury: {ability}", "lesión: {ability}")
ENDINGS = {
    "pin": Text("by pin", "por Pin"),
    "submission": Text("by submission", "por Sumisión"),
    "dq": Text("by disqualification", "por DQ"),
    "disqualification": Text("by disqualification", "por DQ"),
    "count_out": Text("by count-out", "por Count Out"),
    "last_man_standing": Text("last man standing", "Last Man Standing"),
    "top_rope": Text("over the top rope", "sobre la tercera cuerda"),
    "elimination": Text("last one standing", "último en pie"),
    "falls": Text("on falls", "por caídas"),
}
WINS = Text("{name} wins", "Gana {name}")
WIN_TOGETHER = Text("{name} win", "Ganan {name}")
DRAW = Text("Draw", "Empate")
ACTS = Text("{name} acts", "actúa {name}")
KNOCK_OUT_COUNT = Text("K.O.", "K.O.")
AT_RINGSIDE = Text("ringside", "ringside")
AT_RINGSIDE_SO_LONG = Text("ringside {n}", "ringside {n}")
"""With the turns that he has been there."""
RINGSIDE_COUNT = Text("ringside", "ringside")
PIN_COUNT = Text("pin", "Pin")
HOLDS = Text("holds {name} overhead", "sostiene a {name}")
HELD_BY = Text("held by {name}", "en manos de {name}")
SUBMITS = Text("submission on {name}", "Sumisión a {name}")
SUBMITTED_BY = Text("submitted by {name}", "Sumisión de {name}")
PINNED_BY = Text("pinned by {name}", "Pin de {name}")
PINS = Text("pins {name}", "hace un Pin a {name}")

COMMANDS = {
    "strike": Text("Strike", "Golpear"),
    "charge": Text("Charge", "Embestida"),
    "whip": Text("Irish Whip", "Látigo Irlandés"),
    "suplex_grab": Text("Suplex", "Suplex"),
    "submission": Text("Submission", "Sumisión"),
    "pin": Text("Pin", "Pin"),
    "finisher_activate": Text("Activate the finisher", "Activar el finisher"),
    "downed_blow": Text("Blow on the downed", "Golpe automático"),
    "move": Text("Move", "Moverse"),
    "escape": Text("Escape", "Zafarse"),
    "rest": Text("Rest", "Descansar"),
    "taunt": Text("Taunt", "Burla"),
    "rope_jump": Text("Rope jump", "Salto desde Cuerdas"),
    "climb_post": Text("Climb the post", "Subir al poste"),
    "suplex_throw": Text("Throw", "Lanzar"),
    "counter": Text("Counter", "Contra"),
    "technique": Text("Technique", "Técnica"),
    "stamina_check": Text("Stamina check", "Chequeo de Estamina"),
    "pin_check": Text("Check against pin", "Chequeo contra Pin"),
    "place": Text("Starting place", "Posición inicial"),
    "tag": Text("Tag", "Relevo"),
    "stand_up": Text("Stand up", "Levantarse"),
    "grant_title": Text("Grant a title", "Conceder un título"),
    "classify": Text("Class of a figure", "Clase de una figura"),
    "begin_slot": Text("Begin a slot", "Empezar un momento"),
    "referee_ruling": Text("Referee ruling", "Decisión del árbitro"),
    "damage": Text("Damage", "Daño"),
    "no_defence": Text("No defence", "Sin defensa"),
    "end_slot": Text("Done", "Listo"),
    "start_turn": Text("Start of the turn", "Inicio del turno"),
    "end_turn": Text("End of the turn", "Final del turno"),
    "start_match": Text("Start of the match", "Inicio del combate"),
    "initiative_roll": Text("Initiative", "Iniciativa"),
    "late_initiative_roll": Text("Initiative of the late ones", "Iniciativa de los últimos"),
    "tieup_roll": Text("Combat dice", "Dados de Combate"),
    "register_fighter": Text("Registration", "Inscripción"),
    "observe": Text("The table", "La mesa"),
    "submission_check": Text("Check against submission", "Chequeo contra Sumisión"),
    "kickout_choice": Text("After the pin", "Tras el Pin"),
    "whip_path": Text("What stands in the way", "Qué hay en el camino"),
}
CARD_WORDS = {"red": KNOCKED_DOWN, "green": UNCONSCIOUS, "yellow": SUBMITTED}
CLAYS = {
    "red": Text("red", "rojo"),
    "dark_red": Text("dark red", "granate"),
    "blue": Text("blue", "azul"),
    "dark_blue": Text("dark blue", "azul oscuro"),
    "light_blue": Text("light blue", "azul claro"),
    "green": Text("green", "verde"),
    "dark_green": Text("dark green", "verde oscuro"),
    "light_green": Text("light green", "verde claro"),
    "yellow": Text("yellow", "amarillo"),
    "orange": Text("orange", "naranja"),
    "purple": Text("purple", "morado"),
    "pink": Text("pink", "rosa"),
    "white": Text("white", "blanco"),
    "black": Text("black", "negro"),
    "grey": Text("grey", "gris"),
    "brown": Text("brown", "marrón"),
    "skin": Text("skin", "carne"),
    "turquoise": Text("turquoise", "turquesa"),
}
"""The shops' clays, for those who tell colours badly apart."""

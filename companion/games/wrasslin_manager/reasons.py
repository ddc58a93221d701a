"""Every refusal of the game, with its code, its rule and the reason in both languages (section 5, K-17)."""

from companion.kernel.refusals import IllegalCommandError, refuse

# code: (rule, English, Spanish); places in braces are filled by the caller
_WORDS: dict[str, tuple[str, str, str]] = {
    "season_over": ("WM-601", "The season is over.", "La temporada ha terminado."),
    "wrong_phase": (
        "WM-005",
        "That is not due now; the phase is {phase}.",
        "Eso no toca ahora; la fase es {phase}.",
    ),
    "effect_pending": (
        "WM-303",
        "An icon or a knock-out must be settled first.",
        "Antes hay que resolver un icono o un noqueo.",
    ),
    "no_effect_pending": ("WM-303", "No icon waits to be resolved.", "No hay ningún icono por resolver."),
    "reward_pending": ("WM-420", "A reward must be settled first.", "Antes hay que resolver una recompensa."),
    "reward_not_due": ("WM-420", "That reward is not due now.", "Esa recompensa no toca ahora."),
    "not_your_turn": ("WM-204", "It is {other}'s turn.", "Es el turno de {other}."),
    "not_yours": ("WM-303", "That is for {other} to settle.", "Eso le corresponde a {other}."),
    "passed": ("WM-208", "{player} has passed for this phase.", "{player} ya ha pasado en esta fase."),
    "knocked_out": ("WM-337", "{player}'s wrestler is knocked out.", "El luchador de {player} está noqueado."),
    "unknown_seat": (
        "WM-D26",
        "Nobody called {player} plays; seats are p1 and p2.",
        "No juega nadie llamado {player}; los asientos son p1 y p2.",
    ),
    "unknown_card": ("WM-D28", "There is no card {card}.", "No existe la carta {card}."),
    "unknown_wrestler": ("WM-D29", "There is no wrestler {card}.", "No existe el luchador {card}."),
    "unknown_event": (
        "WM-002",
        "There is no Event {slot}; there are 1 to 3.",
        "No existe el Evento {slot}; hay del 1 al 3.",
    ),
    "unknown_field": ("WM-D31", "There is no field {topic}.", "No existe el campo {topic}."),
    "unknown_stat": ("WM-424", "There is no characteristic {stat}.", "No existe la característica {stat}."),
    "value_missing": ("WM-D29", "A value is missing: {what}.", "Falta un valor: {what}."),
    "already_refilled": ("WM-102", "{player} has already refilled the hand.", "{player} ya ha repuesto la mano."),
    "draw_count": ("WM-102", "{player} draws {due}, not {given}.", "{player} roba {due}, no {given}."),
    "reshuffle_flag": (
        "WM-106",
        "Check the deck: {due} reshuffle is due.",
        "Revisa el mazo: {due_es} toca barajar los descartes.",
    ),
    "event_order": ("WM-008", "That is not the Event that comes next.", "Ese no es el Evento que toca."),
    "event_resolved": (
        "WM-430",
        "That Event is resolved and takes no more cards.",
        "Ese Evento está resuelto y no admite más cartas.",
    ),
    "event_not_open": ("WM-D01", "Only the current Event is open.", "Solo está abierto el Evento actual."),
    "card_kind": ("WM-205", "{card} is not a card of that kind.", "{card} no es una carta de ese tipo."),
    "card_not_in_hand": ("WM-205", "{card} is not in {player}'s hand.", "{card} no está en la mano de {player}."),
    "card_not_available": (
        "WM-423",
        "{card} does not lie in {player}'s play area.",
        "{card} no está en la zona de juego de {player}.",
    ),
    "requirement": (
        "WM-332",
        "{card} needs {stat} {due}; the wrestler has {given}.",
        "{card} requiere {stat} {due}; el luchador tiene {given}.",
    ),
    "stamina": (
        "WM-D18",
        "{card} costs {due} Stamina; the wrestler has {given}.",
        "{card} cuesta {due} de Stamina; el luchador tiene {given}.",
    ),
    "wrong_icon": ("WM-D03", "The icon due is {due}.", "El icono que toca es {due}."),
    "stat_at_cap": ("WM-D13", "{stat} is at its limit.", "{stat} está en su límite."),
    "reward_kind": ("WM-420", "{kind} is not a reward that fits here.", "{kind} no es una recompensa que encaje aquí."),
    "grave_injury_disabled": (
        "WM-D20",
        "By this event's rules there are no grave injuries.",
        "Según las reglas de este evento no hay lesiones graves.",
    ),
}
CODES = tuple(_WORDS)


def no(code: str, missing: str = "", **values: object) -> IllegalCommandError:
    """The refusal with that code, its sentences filled.

    Args:
        missing: the value that a ruling can tell, where one is missing.
    """
    rule, en, es = _WORDS[code]
    return refuse(code, rule, en.format(**values), es.format(**values), missing)

"""Every refusal of the game, with its code, its rule and the reason in both languages (section 5, K-17)."""

from companion.kernel.refusals import IllegalCommandError, refuse
from companion.kernel.text import Text

PHASE_WORDS = {
    "SETUP": Text("the set-up", "la preparación"),
    "CHALLENGE": Text("the challenge", "el desafío"),
    "COMMIT": Text("choosing cards", "la elección de cartas"),
    "COUNT": Text("the count to three", "la cuenta hasta tres"),
    "INTERRUPT_SHOW": Text("turning up the target's card", "descubrir la carta del objetivo"),
    "NO_DECISION": Text("the referee's word on the no-decision", "la decisión del árbitro sobre la corrida"),
    "ENDED": Text("over", "terminada"),
}


def game_over() -> IllegalCommandError:
    return refuse("game_over", "GWF-060", "The game is over.", "La partida ha terminado.")


def wrong_phase(phase: str, rule: str) -> IllegalCommandError:
    word = PHASE_WORDS[phase]
    return refuse(
        "wrong_phase",
        rule,
        f"That is not due now; the game stands at: {word.en}.",
        f"Eso no toca ahora; la partida está en: {word.es}.",
    )


def no_count() -> IllegalCommandError:
    return refuse(
        "no_count",
        "GWF-051",
        "You can only interrupt during the count to three.",
        "Solo se puede interrumpir durante la cuenta hasta tres.",
    )


def not_active(seat: str, active: str) -> IllegalCommandError:
    return refuse(
        "not_active", "GWF-044", f"It is {active}'s turn, not {seat}'s.", f"Es el turno de {active}, no de {seat}."
    )


def unknown_seat(seat: str) -> IllegalCommandError:
    return refuse(
        "unknown_seat", "GWF-010", f"Nobody called {seat} sits here.", f"No hay nadie llamado {seat} en la mesa."
    )


def unknown_card(ref: str) -> IllegalCommandError:
    return refuse("unknown_card", "GWF-010", f"There is no card {ref}.", f"No existe la carta {ref}.")


def wrong_seats(low: int, high: int, count: int) -> IllegalCommandError:
    return refuse(
        "seats",
        "GWF-D01",
        f"{low} to {high} different seats are needed, not {count}.",
        f"Hacen falta de {low} a {high} asientos distintos, no {count}.",
    )


def random_value_missing() -> IllegalCommandError:
    return refuse(
        "random_value_missing",
        "GWF-D02",
        "Say which seat chance has chosen to begin.",
        "Di qué asiento ha salido al azar para empezar.",
    )


def self_challenge() -> IllegalCommandError:
    return refuse("self_challenge", "GWF-020", "Nobody challenges himself.", "Nadie puede desafiarse a sí mismo.")


def opponent_without_cards(seat: str) -> IllegalCommandError:
    return refuse(
        "opponent_without_cards",
        "GWF-D20",
        f"{seat} has no cards left to fight with.",
        f"A {seat} no le quedan cartas para combatir.",
    )


def protected_opponent(seat: str) -> IllegalCommandError:
    return refuse(
        "protected_opponent",
        "GWF-020",
        f"{seat} has the most cards on the table and cannot be challenged.",
        f"{seat} tiene la mayor cantidad de cartas en la mesa y no puede ser desafiado.",
    )


def out_of_playoff(seat: str) -> IllegalCommandError:
    return refuse(
        "protected_opponent",
        "GWF-D18",
        f"{seat} is not in the play-off.",
        f"{seat} no participa en el desempate.",
    )


def not_combatant(seat: str) -> IllegalCommandError:
    return refuse("not_combatant", "GWF-022", f"{seat} is not in this combat.", f"{seat} no está en este combate.")


def already_committed(seat: str) -> IllegalCommandError:
    return refuse(
        "already_committed",
        "GWF-022",
        f"{seat}'s card already lies there.",
        f"La carta de {seat} ya está puesta.",
    )


def card_not_in_hand(seat: str) -> IllegalCommandError:
    return refuse(
        "card_not_in_hand",
        "GWF-022",
        f"{seat} does not hold that card.",
        f"{seat} no tiene esa carta en la mano.",
    )


def no_victory_card(seat: str) -> IllegalCommandError:
    return refuse(
        "no_victory_card",
        "GWF-041",
        f"{seat} has already spent the victory card.",
        f"{seat} ya ha gastado su carta de victoria.",
    )


def not_committed(seat: str) -> IllegalCommandError:
    return refuse(
        "not_committed",
        "GWF-050",
        f"{seat} has not chosen a card yet.",
        f"{seat} todavía no ha elegido carta.",
    )


def combatant_interrupts(seat: str) -> IllegalCommandError:
    return refuse(
        "combatant_interrupts",
        "GWF-051",
        f"{seat} is in the combat; only a third player interrupts.",
        f"{seat} está en el combate; solo interrumpe un tercer jugador.",
    )


def target_not_combatant(seat: str) -> IllegalCommandError:
    return refuse(
        "target_not_combatant",
        "GWF-051",
        f"{seat} has no card in this combat.",
        f"{seat} no tiene carta en este combate.",
    )


def interrupts_used() -> IllegalCommandError:
    return refuse(
        "interrupts_used",
        "GWF-D11",
        "No further interruption is allowed in this combat.",
        "No se permiten más interrupciones en este combate.",
    )


def victory_interrupt_not_allowed() -> IllegalCommandError:
    return refuse(
        "victory_interrupt_not_allowed",
        "GWF-D10",
        "By this event's rules a victory card cannot interrupt.",
        "Según las reglas de este evento no se interrumpe con la carta de victoria.",
    )


def card_values_missing(seat: str) -> IllegalCommandError:
    return refuse(
        "card_values_missing",
        "GWF-022",
        f"Tell the strength and the opposition value of {seat}'s card.",
        f"Di la fuerza y la oposición de la carta de {seat}.",
    )

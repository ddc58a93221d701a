"""Why a command is refused: every code of the rules file (section 5.3), in both languages."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.clay_wrestling.tell import ABILITY_WORDS
from companion.kernel.refusals import IllegalCommandError, Refusal
from companion.kernel.text import Text, decimal

REASONS: Final[Mapping[str, Text]] = {
    "not_active": Text("It is not the moment of {who}.", "No es el momento de {who}."),
    "nothing_pending": Text("Nothing waits for this.", "No hay nada pendiente de esto."),
    "not_adjacent": Text("{who} is not adjacent to {target}.", "{who} no está adyacente a {target}."),
    "already_defended": Text("{who} has already defended this turn.", "{who} ya se ha defendido este turno."),
    "attack_used": Text("{who} has used the attack of this turn.", "{who} ya ha gastado su ataque de este turno."),
    "move_used": Text("{who} has made his one movement.", "{who} ya ha hecho su único movimiento."),
    "already_acted": Text("{who} has already acted this turn.", "{who} ya ha actuado este turno."),
    "defence_used": Text("{who} has no defence left this turn.", "A {who} no le queda defensa este turno."),
    "pin_used": Text("{who} has already tried a pin this turn.", "{who} ya ha intentado un Pin este turno."),
    "wrong_defence": Text("This defence does not answer that attack.", "Esta defensa no responde a ese ataque."),
    "wrong_class": Text("{who} is not of the class for this.", "{who} no es de la clase que puede hacerlo."),
    "resting": Text("{who} is resting.", "{who} está descansando."),
    "held": Text("{who} is held.", "{who} está agarrado."),
    "in_tieup": Text("{who} is in a tie-up.", "{who} está en una Toma de Nuca."),
    "unconscious": Text("{who} is unconscious.", "{who} está inconsciente."),
    "knocked_down": Text("{who} is knocked-down.", "{who} está derribado."),
    "lying": Text("The posture of {who} does not allow it.", "La postura de {who} no lo permite."),
    "holding": Text("{who} has his hands full with his rival.", "{who} tiene las manos ocupadas con su rival."),
    "pinned": Text("{who} is locked in a pin.", "{who} está trabado en un Pin."),
    "target_lying": Text("{target} is lying.", "{target} está tumbado."),
    "target_knocked_down": Text("{target} is knocked-down.", "{target} está derribado."),
    "target_holding": Text(
        "{target} is busy with a Suplex: only Strikes reach him.",
        "{target} está ocupado con un Suplex: solo le alcanzan los golpes.",
    ),
    "target_held": Text("{target} is held by another.", "{target} está agarrado por otro."),
    "target_out": Text("{target} is not in play.", "{target} no está en juego."),
    "downed_attack_used": Text(
        "{target} has taken his one attack of this turn.", "{target} ya ha recibido su único ataque de este turno."
    ),
    "melee_worst": Text(
        "{who} was the worst of the melee and cannot attack.", "{who} fue el peor de la Melee y no puede atacar."
    ),
    "escaped_rival": Text("{who} has just escaped from {target}.", "{who} acaba de zafarse de {target}."),
    "slot_lost": Text("{who} has lost his turn.", "{who} ha perdido su turno."),
    "back_turned": Text("{who} has his back turned.", "{who} está de espaldas."),
    "no_speed": Text("{who} has not enough Speed left.", "A {who} no le queda Velocidad suficiente."),
    "facing_used": Text("{who} has already turned this turn.", "{who} ya ha cambiado de encaramiento este turno."),
    "back_step_used": Text("{who} has already stepped back this turn.", "{who} ya ha retrocedido este turno."),
    "overshoot": Text("That is too far: {most} allowed.", "Demasiado lejos: como mucho {most}."),
    "not_near_ropes": Text("{who} is not at the ropes.", "{who} no está en las cuerdas."),
    "not_near_post": Text("{who} is not at a post.", "{who} no está en un poste."),
    "throw_too_early": Text("{who} must hold on for a whole turn first.", "{who} debe aguantar antes un turno entero."),
    "jump_too_early": Text("{who} must wait on the post first.", "{who} debe esperar antes en el poste."),
    "charge_no_run": Text("{who} has not advanced a whole palm.", "{who} no ha avanzado un palmo entero."),
    "pin_at_ringside": Text("There are no pins at ringside.", "En ringside no hay Pin."),
    "pin_posture": Text(
        "{target} cannot be pinned or struck like that now.", "A {target} no se le puede hacer eso ahora."
    ),
    "finisher_position": Text(
        "{target} is not in the position of the finisher.", "{target} no está en la posición del finisher."
    ),
    "finisher_no_attack": Text("{who} has not just attacked {target}.", "{who} no acaba de atacar a {target}."),
    "finisher_spent": Text("{who} has no finisher left.", "A {who} no le queda finisher."),
    "finisher_kind": Text("A finisher is a Strike or a Submission.", "Un finisher es un golpe o una Sumisión."),
    "late_restriction": Text(
        "{who} may attack only those who were lying, or whom he touches on standing up.",
        "{who} solo puede atacar a los que estaban tumbados o al que toca al levantarse.",
    ),
    "rest_not_allowed": Text("{who} cannot rest or taunt now.", "{who} no puede descansar ni burlarse ahora."),
    "capacity": Text(
        "{count} fighters do not fit: {most} at most, two at least.",
        "{count} luchadores no caben: {most} como máximo, dos como mínimo.",
    ),
    "points_total": Text(
        "The points do not add up: {count} given, {most} due.", "Los puntos no cuadran: {count} dados, {most} debidos."
    ),
    "ability_under_min": Text(
        "{ability} is below its minimum of {most}.", "{ability} está por debajo de su mínimo de {most}."
    ),
    "ability_over_max": Text(
        "{ability} is above its maximum of {most}.", "{ability} está por encima de su máximo de {most}."
    ),
    "mode": Text(
        "This match or its house rules do not allow it.", "Este combate o sus reglas de la casa no lo permiten."
    ),
    "match_over": Text("The match is over.", "El combate ha terminado."),
}


ATTACK_WAITS: Final = Text(
    "An attack still waits for its answer or its dice.", "Hay un ataque que aún espera respuesta o dados."
)
"""Why it is nobody else's moment (`not_active`)."""


BARE: Final[Mapping[str, Text]] = {
    "not_active": Text("It is not the moment for that.", "No es el momento de eso."),
}
"""The same where nobody in particular is meant."""


ON_POST: Final[Mapping[str, Text]] = {
    "holding": Text("{who} waits on the post for his leap.", "{who} espera en el poste su salto."),
    "target_holding": Text(
        "{target} waits on the post: only Strikes reach him.",
        "{target} espera en el poste: solo le alcanzan los golpes.",
    ),
}
"""The same of one who waits on a post: he is busy with a Suplex on himself (CW-SPECIAL-03)."""


NO_CLASS: Final[Mapping[str, Text]] = {
    "wrong_class": Text(
        "{who} has no class yet: humanoid, beast or absurd.",
        "{who} aún no tiene clase: humanoide, bicharraco o absurdo.",
    )
}
"""The same of one on whose figure nobody has ruled yet (CW-CLAY-06)."""


def no(code: str, rule: str, **values: object) -> IllegalCommandError:
    """The error to raise: `who` and `target` name fighters, `ability` is the key of one, a float `most` is palms."""
    filled = {"who": "?", "target": "?", "most": "?", "count": "?", "ability": "?", **values}
    word = ABILITY_WORDS.get(str(filled["ability"]))
    reason = REASONS[code] if "who" in values else BARE.get(code, REASONS[code])
    # most refusals are of commands somebody merely thought of: no need for the full machinery of `Text.filled`
    en, es = (filled, filled) if word is None else ({**filled, "ability": word.en}, {**filled, "ability": word.es})
    most = filled["most"]
    if isinstance(most, float):
        en, es = ({**one, "most": decimal(most).of(language)} for one, language in ((en, "en"), (es, "es")))
    return IllegalCommandError(Refusal(code, rule, Text(reason.en.format(**en), reason.es.format(**es))))


RUNS: Final = Text(
    "The match is on: that is fixed until it is over.", "El combate está en marcha: eso queda fijo hasta que acabe."
)
SAME_CLAY: Final = Text(
    "{who} and {target} have the same clay: give one of them another colour.",
    "{who} y {target} tienen la misma plastelina: da otro color a uno de los dos.",
)
TWO_TEAMS: Final = Text("Everybody belongs to one of two teams.", "Cada uno va en uno de los dos equipos.")


def not_so(reason: Text, rule: str, **values: str) -> IllegalCommandError:
    """`mode`, with what exactly does not go together."""
    refused = no("mode", rule)
    return IllegalCommandError(replace(refused.refusal, reason=reason.filled(**values)))


def no_class(who: str) -> IllegalCommandError:
    """The same of one who has no class at all."""
    refused = no("wrong_class", "CW-CLAY-06", who=who)
    return IllegalCommandError(replace(refused.refusal, reason=NO_CLASS["wrong_class"].filled(who=who)))


def on_post(code: str, **values: str) -> IllegalCommandError:
    """The same of one who waits on a post, in words of his own."""
    refused = no(code, "CW-SPECIAL-03", **values)
    return IllegalCommandError(replace(refused.refusal, reason=ON_POST[code].filled(**values)))

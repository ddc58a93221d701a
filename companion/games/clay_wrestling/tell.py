"""Play-by-play: a sentence for what the log and the crowd should hear, in English and Spanish."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.games.clay_wrestling import events as e
from companion.games.clay_wrestling.model import Match
from companion.games.clay_wrestling.names import called
from companion.games.clay_wrestling.profile import CLASSIC
from companion.kernel.text import Text, decimal, plural

Teller = Callable[[Match, Any], Text | None]

ABILITY_WORDS: Final[Mapping[str, Text]] = {
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
ATTACK_WORDS: Final[Mapping[str, Text]] = {
    "strike": Text("the Strike", "el golpe"),
    "whip": Text("the Irish Whip", "el Látigo Irlandés"),
    "suplex": Text("the Suplex", "el Suplex"),
    "suplex_hold": Text("the Suplex", "el Suplex"),
    "submission": Text("the Submission", "la Sumisión"),
    "submission_hold": Text("the Submission", "la Sumisión"),
}
POSTURE_WORDS: Final[Mapping[str, Text]] = {
    "standing": Text("is standing", "está de pie"),
    "lying": Text("is lying", "está tumbado"),
    "knocked_down": Text("is knocked-down", "está derribado"),
    "unconscious": Text("is unconscious", "está inconsciente"),
    "held": Text("is held", "está agarrado"),
    "on_post": Text("is on the post", "está en el poste"),
}
CARD_WORDS: Final[Mapping[str, Text]] = {
    "red": Text("RED card", "cartulina ROJA"),
    "green": Text("GREEN card", "cartulina VERDE"),
    "yellow": Text("YELLOW card", "cartulina AMARILLA"),
}
CLASS_WORDS: Final[Mapping[str, Text]] = {
    "humanoid": Text("a humanoid", "Humanoide"),
    "beast": Text("a beast", "Bicharraco"),
    "absurd": Text("an absurd", "Absurdo"),
}
MODE_WORDS: Final[Mapping[str, Text]] = {
    "wrestling_match": Text("Wrestling Match", "Wrestling Match"),
    "elimination_match": Text("Elimination Match", "Elimination Match"),
    "iron_man": Text("Iron Man Match", "Iron Man Match"),
    "survivor_series": Text("Survivor Series Match", "Survivor Series Match"),
    "katz_rumble": Text("Katz Rumble Match", "Katz Rumble Match"),
}
ENDING_WORDS: Final[Mapping[str, Text]] = {
    "pin": Text("by pin", "por Pin"),
    "submission": Text("by submission", "por Sumisión"),
    "dq": Text("by disqualification", "por DQ"),
    "count_out": Text("by count-out", "por Count Out"),
    "unconscious": Text("as the last man standing", "por Last Man Standing"),
    "top_rope": Text("over the top rope", "sobre la tercera cuerda"),
    "falls": Text("on falls", "por caídas"),
    "sudden_death": Text("in sudden death", "en muerte súbita"),
    "ruling": Text("by the referee's ruling", "por decisión del árbitro"),
}
FOUL_WORDS: Final[Mapping[str, Text]] = {
    "unconscious": Text("attacking an unconscious opponent", "atacar a un oponente inconsciente"),
    "no_tag": Text("attacking without the tag", "atacar sin el relevo"),
    "clay_left_over": Text("clay left over", "plastelina sin emplear"),
    "foreign_clay": Text("clay of another colour", "plastelina de otro color"),
    "cannot_stand": Text("a figure that does not stand alone", "una figura que no se sostiene sola"),
}
COUNT_WORDS: Final = (
    Text("first count", "primer conteo"),
    Text("second count", "segundo conteo"),
    Text("third count", "tercer conteo"),
)
SIDES: Final[Mapping[str, Text]] = {
    "back": Text("backwards", "hacia atrás"),
    "front": Text("forwards", "hacia delante"),
    "left": Text("to the left", "hacia la izquierda"),
    "right": Text("to the right", "hacia la derecha"),
}
ZONE_WORDS: Final[Mapping[str, Text]] = {
    "ring": Text("the mat", "la lona"),
    "ringside": Text("ringside", "ringside"),
}

POINTS = Text("{n} point", "{n} punto"), Text("{n} points", "{n} puntos")
PALMS = Text("{n} palm", "{n} palmo"), Text("{n} palms", "{n} palmos")
HALF: Final = 0.5
HALF_PALM = Text("half a palm", "medio palmo")
HITS = Text("{n} hit", "{n} golpe"), Text("{n} hits", "{n} golpes")
SUCCESSES = Text("{n} success", "{n} éxito"), Text("{n} successes", "{n} éxitos")
FALLS = Text("{n} fall", "{n} caída"), Text("{n} falls", "{n} caídas")
TURNS = Text("{n} turn", "{n} turno"), Text("{n} turns", "{n} turnos")


def _names(match: Match, names: tuple[str, ...]) -> Text:
    shown = [called(match, name) for name in names]
    if len(shown) < 2:
        return Text("".join(shown), "".join(shown))
    head = ", ".join(shown[:-1])
    return Text(f"{head} and {shown[-1]}", f"{head} y {shown[-1]}")


def _count(number: float, words: tuple[Text, Text]) -> Text:
    shown = decimal(number)
    return (words[0] if shown.en == "1" else words[1]).filled(n=shown)


def palms_told(palms: float) -> Text:
    """Palms as people read them wherever they stand: to a hundredth, one half in words."""
    return HALF_PALM if palms == HALF else _count(palms, PALMS)


def _line(en: str, es: str, **fields: str) -> Teller:
    """A sentence with names filled in: `who="fighter"` puts the event's fighter in the place of {who}."""
    text = Text(en, es)

    def tell(match: Match, event: Any) -> Text:
        return text.filled(**{key: called(match, getattr(event, field)) for key, field in fields.items()})

    return tell


def _stamina(match: Match, event: e.StaminaChanged) -> Text:
    change = event.to - event.from_
    line = (
        Text("{who} loses {points} and has {left}.", "{who} pierde {points} y le quedan {left}.")
        if change < 0
        else Text("{who} gains {points} and has {left}.", "{who} gana {points} y tiene {left}.")
    )
    return line.filled(who=called(match, event.fighter), points=_count(abs(change), POINTS), left=event.to)


def _attack(match: Match, event: e.AttackRolled) -> Text:
    return Text("{who} tries {attack} on {rival}: {good}.", "{who} intenta {attack} sobre {rival}: {good}.").filled(
        who=called(match, event.attacker),
        rival=called(match, event.defender),
        attack=ATTACK_WORDS[event.kind],
        good=palms_told(event.palms) if event.palms is not None else _count(event.net, SUCCESSES),
    )


def _defence(match: Match, event: e.DefenceRolled) -> Text:
    return Text("{who} answers with {what}: {good}.", "{who} responde con {what}: {good}.").filled(
        who=called(match, event.defender),
        what=ABILITY_WORDS[event.kind],
        good=plural(event.successes, *SUCCESSES),
    )


def _damage(match: Match, event: e.DamageRolled) -> Text:
    return Text("{who} lands {hits} on {rival}: {points}.", "{who} conecta {hits} a {rival}: {points}.").filled(
        who=called(match, event.attacker),
        rival=called(match, event.defender),
        hits=plural(event.hits, *HITS),
        points=plural(event.damage, *POINTS),
    )


def _posture(match: Match, event: e.PostureChanged) -> Text:
    return Text("{who} {how}.", "{who} {how}.").filled(who=called(match, event.fighter), how=POSTURE_WORDS[event.to])


def _card(match: Match, event: e.CardShown) -> Text:
    return Text("{card} for {who}.", "{card} para {who}.").filled(
        who=called(match, event.fighter), card=CARD_WORDS[event.card]
    )


def _returned(match: Match, event: e.BlowReturned) -> Text:
    amount = plural(event.amount, *(PALMS if event.kind == "whip" else HITS))
    return Text("{who} turns it back on {rival}: {amount}!", "¡{who} se lo devuelve a {rival}: {amount}!").filled(
        who=called(match, event.by), rival=called(match, event.on), amount=amount
    )


def _wounded(match: Match, event: e.Wounded) -> Text:
    return Text("{who} is wounded: {ability}.", "{who} sufre una Herida: {ability}.").filled(
        who=called(match, event.fighter), ability=ABILITY_WORDS[event.ability]
    )


def _injured(match: Match, event: e.Injured) -> Text:
    return Text("{who} is injured: {ability}.", "{who} sufre una Lesión: {ability}.").filled(
        who=called(match, event.fighter), ability=ABILITY_WORDS[event.ability]
    )


def _group(match: Match, event: e.GroupFormed) -> Text:
    line = (
        Text("Tie-up: {who}.", "Toma de Nuca: {who}.")
        if event.kind == "tieup"
        else Text("Melee: {who}.", "Melee: {who}.")
    )
    return line.filled(who=_names(match, event.members))


def _order(match: Match, event: e.OrderSet) -> Text | None:
    if not event.order:  # nobody is left to act: no order is no news
        return None
    return Text("Order: {who}.", "Orden: {who}.").filled(who=", ".join(called(match, one) for one in event.order))


def _moved(match: Match, event: e.Moved) -> Text:
    line = (
        Text("{who} steps back {far}.", "{who} retrocede {far}.")
        if event.way == "back"
        else Text("{who} moves {far}.", "{who} avanza {far}.")
    )
    return line.filled(who=called(match, event.fighter), far=palms_told(event.palms))


def _whipped(match: Match, event: e.Whipped) -> Text:
    return Text("{rival} flies {far}!", "¡{rival} sale volando {far}!").filled(
        rival=called(match, event.defender), far=plural(event.palms, *PALMS)
    )


def _thrown(match: Match, event: e.Thrown) -> Text:
    return Text("{who} throws {rival} {side} to {zone}!", "¡{who} lanza a {rival} {side}, a {zone}!").filled(
        who=called(match, event.attacker),
        rival=called(match, event.defender),
        side=SIDES[event.direction],
        zone=ZONE_WORDS[event.to],
    )


def _dropped(match: Match, event: e.Dropped) -> Text:
    return Text("{holder} drops {who} to {zone}.", "A {holder} se le cae {who} a {zone}.").filled(
        who=called(match, event.fighter), holder=called(match, event.holder), zone=ZONE_WORDS[event.to]
    )


def _pin_counted(match: Match, event: e.PinCounted) -> Text:
    return Text("{count} on {who}!", "¡{count} a {who}!").filled(
        count=COUNT_WORDS[event.count - 1], who=called(match, event.fighter)
    )


def _finisher(en: str, es: str) -> Teller:
    line = Text(en, es)

    def tell(match: Match, event: Any) -> Text:
        name = event.finisher or Text("the finisher", "el finisher")
        return line.filled(who=called(match, event.attacker), finisher=name)

    return tell


def _jumped(match: Match, event: e.Jumped) -> Text:
    if not event.touched:
        return Text("{who} jumps and hits nobody.", "{who} salta y no toca a nadie.").filled(
            who=called(match, event.fighter)
        )
    return Text("{who} jumps onto {rivals}!", "¡{who} salta sobre {rivals}!").filled(
        who=called(match, event.fighter), rivals=_names(match, event.touched)
    )


def _disqualified(match: Match, event: e.Disqualified) -> Text:
    return Text("{who} is disqualified: {foul}.", "{who} queda descalificado: {foul}.").filled(
        who=called(match, event.fighter), foul=FOUL_WORDS[event.foul]
    )


def _fouled(match: Match, event: e.Fouled) -> Text:
    return Text("Foul of {who}: {foul}.", "Falta de {who}: {foul}.").filled(
        who=called(match, event.fighter), foul=FOUL_WORDS[event.foul]
    )


def _eliminated(match: Match, event: e.Eliminated) -> Text:
    return Text("{who} is eliminated {how}.", "{who} queda eliminado {how}.").filled(
        who=called(match, event.fighter), how=ENDING_WORDS[event.cause]
    )


def _fall(match: Match, event: e.FallScored) -> Text:
    return Text("Fall for {who} over {rival}: {falls}.", "Caída de {rival}: {who} suma {falls}.").filled(
        who=called(match, event.fighter), rival=called(match, event.on), falls=plural(event.falls, *FALLS)
    )


def _won(match: Match, event: e.MatchWon) -> Text:
    return Text("{who} wins {how}!", "¡{who} gana {how}!").filled(
        who=called(match, event.winner), how=ENDING_WORDS[event.by]
    )


def _drawn(match: Match, event: e.MatchDrawn) -> Text:
    del match, event
    return Text("The match is a draw.", "El combate termina en empate.")


PROFILE_WORDS: Final[Mapping[str, Text]] = {CLASSIC: Text("as in the book", "las del libro")}
"""Profiles that are the program's own."""


def _started(match: Match, event: e.MatchStarted) -> Text:
    rules = ", ".join(f"{key}={value}" for key, value in event.changed.items())
    line = Text("{mode}: {who}. House rules: {profile}", "{mode}: {who}. Reglas de la casa: {profile}")
    name = PROFILE_WORDS.get(event.profile_name, Text(event.profile_name, event.profile_name_es or event.profile_name))
    more = f" ({rules})" if rules else ""
    shown = Text(name.en + more, name.es + more)
    return line.filled(mode=MODE_WORDS[event.mode], who=_names(match, event.roster), profile=shown)


def _turn(match: Match, event: e.TurnStarted) -> Text:
    del match
    return Text("Turn {n}.", "Turno {n}.").filled(n=event.turn)


def _taunted(match: Match, event: e.Taunted) -> Text:
    return Text("{who} taunts the public: {points}.", "{who} hace Burla: {points}.").filled(
        who=called(match, event.fighter), points=plural(event.gain, *POINTS)
    )


def _title(match: Match, event: e.TitleGranted) -> Text:
    return Text("Title: {who} gains {points} of {ability}.", "Título: {who} gana {points} de {ability}.").filled(
        who=called(match, event.fighter),
        points=plural(event.points, *POINTS),
        ability=ABILITY_WORDS[event.ability],
    )


def _classified(match: Match, event: e.Classified) -> Text:
    return Text("{who} is {what}.", "{who} es {what}.").filled(
        who=called(match, event.fighter), what=CLASS_WORDS[event.class_]
    )


def _escape(en: str, es: str) -> Teller:
    line = Text(en, es)

    def tell(match: Match, event: Any) -> Text:
        return line.filled(
            who=called(match, event.fighter),
            rivals=_names(match, event.rivals),
            total=event.total,
            against=event.against,
        )

    return tell


def _ruling(match: Match, event: e.RulingMade) -> Text:
    about = called(match, event.subject) if event.subject else ""
    note = f" ({event.note})" if event.note else ""
    head, _, rest = event.topic.partition(".")
    field = RULED_WORDS.get(head, Text(event.topic, event.topic))
    if rest and head in RULED_WORDS:
        ability = ABILITY_WORDS.get(rest, Text(rest, rest))
        field = Text(f"{field.en} ({ability.en})", f"{field.es} ({ability.es})")
    shown = Text(f"{field.en}, {about}", f"{field.es}, {about}") if about and about != "match" else field
    if head == "winner" and event.value not in {None, "draw"}:
        won = Text("Referee: {value} wins{note}.", "Árbitro: gana {value}{note}.")
        return won.filled(value=_ruled_value(match, event.value), note=note)
    return Text("Referee: {what}: {value}{note}.", "Árbitro: {what}: {value}{note}.").filled(
        what=shown, value=_ruled_value(match, event.value), note=note
    )


def _pin_broken(match: Match, event: e.PinBroken) -> Text | None:
    """A pin that ends because it has won, or because its man is out, is not told: that is."""
    if event.cause in {"counted", "out"}:
        return None
    return Text("The pin on {who} is broken.", "Se rompe el Pin a {who}.").filled(who=called(match, event.fighter))


def _ruled_value(match: Match, value: Any) -> Text:
    """What a field was set to, in words where there are any."""
    if isinstance(value, bool):
        return Text("yes", "sí") if value else Text("no", "no")
    if value is None:
        return Text("–", "–")
    if isinstance(value, str):
        words = RULED_VALUES.get(value) or POSTURE_WORDS.get(value)
        return words or Text(called(match, value), called(match, value))
    if isinstance(value, Mapping):
        parts = [(key, _ruled_value(match, item)) for key, item in value.items()]
        return Text(
            ", ".join(f"{key}: {item.en}" for key, item in parts), ", ".join(f"{key}: {item.es}" for key, item in parts)
        )
    if isinstance(value, Sequence):
        items = [_ruled_value(match, item) for item in value]
        return Text(", ".join(one.en for one in items) or "–", ", ".join(one.es for one in items) or "–")
    return Text(str(value), str(value))


RULED_WORDS: Final[Mapping[str, Text]] = {
    "stamina": Text("Stamina", "Estamina"),
    "posture": Text("posture", "postura"),
    "zone": Text("place", "lugar"),
    "flags": Text("status", "estatus"),
    "class": Text("class", "clase"),
    "finisher": Text("finisher", "finisher"),
    "initiative": Text("acts before", "actúa antes de"),
    "wounds": Text("wounds", "heridas"),
    "title_points": Text("title points", "puntos de título"),
    "ringside_turns": Text("turns at ringside", "turnos en ringside"),
    "ko_turns": Text("turns knocked out", "turnos de K.O."),
    "counter_loss": Text("Counter dice lost", "dados de Contra perdidos"),
    "speed_left": Text("Speed left", "Velocidad que queda"),
    "has_moved": Text("has moved", "se ha movido"),
    "has_attacked": Text("has attacked", "ha atacado"),
    "has_acted": Text("slot over", "momento pasado"),
    "pin_used": Text("has tried a pin", "ha intentado un Pin"),
    "facing_used": Text("has turned", "ha girado"),
    "winner": Text("winner", "ganador"),
    "turn_no": Text("turn", "turno"),
    "mode": Text("mode", "modalidad"),
    "landing": Text("lands", "cae"),
    "dq": Text("disqualified", "descalificado"),
}
"""Fields as people call them."""
RULED_VALUES: Final[Mapping[str, Text]] = {
    "ring": Text("in the ring", "en el ring"),
    "ringside": Text("at ringside", "en ringside"),
    "out": Text("out", "fuera"),
    "draw": Text("draw", "empate"),
    "humanoid": Text("humanoid", "humanoide"),
    "beast": Text("beast", "bicharraco"),
    "absurd": Text("absurd", "absurdo"),
}


TELLERS: Final[Mapping[type, Teller]] = {
    e.Classified: _classified,
    e.TitleGranted: _title,
    e.MatchStarted: _started,
    e.TurnStarted: _turn,
    e.Woke: _line("{who} wakes!", "¡{who} despierta!", who="fighter"),
    e.StayedUnconscious: _line("{who} stays unconscious.", "{who} sigue inconsciente.", who="fighter"),
    e.DeclaredUnconscious: _line("{who} does not wake any more.", "{who} ya no despierta.", who="fighter"),
    e.GroupFormed: _group,
    e.Rested: _line("{who} rests.", "{who} descansa.", who="fighter"),
    e.Taunted: _taunted,
    e.OrderSet: _order,
    e.Stumbled: _line(
        "{who} stumbles in the scuffle and cannot attack.",
        "{who} da un traspiés en el trasiego y no puede atacar.",
        who="fighter",
    ),
    e.Escaped: _escape(
        "{who} breaks free of {rivals}: {total} to {against}.", "{who} se zafa de {rivals}: {total} a {against}."
    ),
    e.EscapeFailed: _escape(
        "{who} does not get away from {rivals}: {total} to {against}.",
        "{who} no logra zafarse de {rivals}: {total} a {against}.",
    ),
    e.Moved: _moved,
    e.StoodUp: _line("{who} gets up.", "{who} se levanta.", who="fighter"),
    e.EnteredRing: _line("{who} climbs into the ring.", "{who} sube al ring.", who="fighter"),
    e.LeftRing: _line("{who} leaves the ring.", "{who} sale del ring.", who="fighter"),
    e.PinnerMoved: _line("{who} is knocked off the pin.", "{who} sale despedido del Pin.", who="fighter"),
    e.AttackRolled: _attack,
    e.DefenceRolled: _defence,
    e.AttackCancelled: _line("{rival} stops {who}!", "¡{rival} frena a {who}!", rival="defender", who="attacker"),
    e.AttackIneffective: _line("{who} achieves nothing.", "{who} no consigue nada.", who="attacker"),
    e.BlowReturned: _returned,
    e.DamageRolled: _damage,
    e.DownedBlowLanded: _line(
        "{who} hits {rival} on the floor.", "{who} golpea a {rival} en el suelo.", who="attacker", rival="defender"
    ),
    e.ParityDieGranted: _line(
        "{who} earns a Combat die against {rival}.",
        "{who} gana un dado de Combate contra {rival}.",
        who="fighter",
        rival="partner",
    ),
    e.StaminaChanged: _stamina,
    e.FatigueChanged: lambda match, event: (
        Text("{who} is fatigued.", "{who} está cansado.")
        if event.fatigued
        else Text("{who} has his breath back.", "{who} recupera el aliento.")
    ).filled(who=called(match, event.fighter)),
    e.PostureChanged: _posture,
    e.CardShown: _card,
    e.FellToRingside: _line("{who} falls to ringside!", "¡{who} cae a ringside!", who="fighter"),
    e.Wounded: _wounded,
    e.Injured: _injured,
    e.Whipped: _whipped,
    e.Collided: _line("{who} crashes into {rival}!", "¡{who} choca con {rival}!", who="fighter", rival="other"),
    e.Dodged: _line("{who} dodges {rival}.", "{who} esquiva a {rival}.", who="fighter", rival="body"),
    e.DodgeFailed: _line("{who} cannot dodge.", "{who} no logra esquivar.", who="fighter"),
    e.StoppedAtRopes: _line("{who} stops at the ropes.", "{who} se detiene en las cuerdas.", who="fighter"),
    e.Rebounded: _line("{who} rebounds off the ropes!", "¡{who} rebota en las cuerdas!", who="fighter"),
    e.ClashWon: _line("{who} wins the clash.", "{who} gana el envite.", who="winner"),
    e.HitPost: _line("{who} runs into the post!", "¡{who} choca contra el poste!", who="fighter"),
    e.FigureThrown: _line("{who} is thrown to the floor.", "{who} acaba lanzado contra el suelo.", who="fighter"),
    e.Grabbed: _line("{who} lifts {rival}!", "¡{who} levanta a {rival}!", who="attacker", rival="defender"),
    e.HeldOn: _line(
        "{who} keeps {rival} up.", "{who} mantiene en el aire a {rival}.", who="attacker", rival="defender"
    ),
    e.Thrown: _thrown,
    e.Dropped: _dropped,
    e.HoldEscaped: _line("{who} gets free.", "{who} se libera.", who="fighter"),
    e.HoldReversed: _line("{who} reverses the hold!", "¡{who} revierte la llave!", who="by"),
    e.SubmissionApplied: _line(
        "{who} has {rival} in a hold.", "{who} tiene a {rival} en una llave.", who="attacker", rival="defender"
    ),
    e.HeldOut: _line("{who} holds out.", "{who} aguanta.", who="fighter"),
    e.GaveUp: _line("{who} gives up!", "¡{who} se rinde!", who="fighter"),
    e.Released: _line("{who} is released.", "{who} queda suelto.", who="fighter"),
    e.PinStarted: _line("{who} pins {rival}!", "¡Pin de {who} a {rival}!", who="attacker", rival="defender"),
    e.PinCounted: _pin_counted,
    e.PinBroken: _pin_broken,
    e.KickedOut: _line("{who} kicks out!", "¡{who} sale del Pin!", who="fighter"),
    e.FinisherActivated: _finisher("{who} calls for {finisher}!", "¡{who} anuncia {finisher}!"),
    e.FinisherConnected: _finisher("{who} connects {finisher}!!", "¡¡{who} conecta {finisher}!!"),
    e.FinisherMissed: _finisher("{who} misses {finisher}.", "{who} falla {finisher}."),
    e.Climbed: _line("{who} climbs the post.", "{who} sube al poste.", who="fighter"),
    e.Jumped: _jumped,
    e.FellFromPost: _line("{who} falls off the post!", "¡{who} se cae del poste!", who="fighter"),
    e.Fouled: _fouled,
    e.Disqualified: _disqualified,
    e.CountedOut: _line("{who} is counted out.", "Count Out para {who}.", who="fighter"),
    e.Eliminated: _eliminated,
    e.FallScored: _fall,
    e.Returned: _line("{who} is back.", "{who} vuelve.", who="fighter"),
    e.Tagged: _line("{who} tags {rival}.", "{who} da el relevo a {rival}.", who="from_", rival="to"),
    e.SuddenDeath: lambda _match, _event: Text(
        "Sudden death: the next fall wins.", "Muerte súbita: gana la próxima caída."
    ),
    e.MatchWon: _won,
    e.MatchDrawn: _drawn,
    e.RulingMade: _ruling,
    e.ReviewOpened: lambda _match, _event: Text("The action is under review.", "La jugada está en revisión."),
    e.ReviewUpheld: lambda _match, _event: Text("The action stands.", "La jugada es válida."),
    e.ReviewAnnulled: lambda _match, _event: Text("The action is annulled.", "La jugada queda anulada."),
    e.CameraConflict: lambda _match, _event: Text(
        "Camera and referee disagree.", "La cámara y el árbitro no coinciden."
    ),
}


def tell(match: Match, event: e.ClayEvent) -> Text | None:
    """The line of `event`, which led to `match`; None for book-keeping."""
    teller = TELLERS.get(type(event))
    return None if teller is None else teller(match, event)

"""What the demonstration says at its end, for somebody who has never seen the product."""

import shlex

from companion.app.demo import Settings, Summary
from companion.kernel.text import Text

METHODS = {
    "pin": Text("by pin", "por Pin"),
    "submission": Text("by submission", "por sumisión"),
    "dq": Text("by disqualification", "por DQ"),
    "disqualification": Text("by disqualification", "por DQ"),
    "count_out": Text("by count-out", "por Count Out"),
}
STOPPED = Text(
    "Stopped. Everything up to now is in {out}/show.db; the same command goes on from there.",
    "Parado. Todo lo ocurrido está en {out}/show.db; la misma orden sigue desde ahí.",
)
WON = Text("{winner} won {method} in turn {turns}.", "Ganó {winner} {method} en el turno {turns}.")
DRAWN = Text("Nobody won; the bout ended in turn {turns}.", "No ganó nadie; el combate acabó en el turno {turns}.")
SEEN = Text(
    "The camera followed {figures} figures through {frames} frames ({fps} a second). It proposed {all} moves: "
    "the referee accepted {yes}, the rules refused {no}.",
    "La cámara siguió {figures} figuras en {frames} imágenes ({fps} por segundo). Propuso {all} movimientos: "
    "el árbitro aceptó {yes} y las reglas rechazaron {no}.",
)
BLIND = Text(
    "There was no camera: the referee told every fact by hand ({asked} questions).",
    "No había cámara: el árbitro dio cada dato a mano ({asked} preguntas).",
)
KEPT = Text(
    "{events} events are on disk, {scenes} light scenes went to the simulated board.",
    "{events} eventos están en disco; {scenes} escenas de luz fueron a la placa simulada.",
)
FILES = Text(
    "Look at {out}/referee.png and {out}/crowd.png; {out}/summary.json has these figures.",
    "Mira {out}/referee.png y {out}/crowd.png; {out}/summary.json tiene estas cifras.",
)
NEXT = Text("What to try next:", "Qué probar ahora:")
TRY = (
    ("companion verify {out}/show.db", Text("is the journal whole?", "¿está entero el diario?")),
    ("companion scoreboard --show {out}/show.db", Text("the crowd board in its own window", "el marcador")),
    (
        "companion replay --check RULES.md",
        Text("golden cases: give a rulebook's file", "casos de oro: da el archivo de un reglamento"),
    ),
    ("companion doctor", Text("what your machine has, and what is off", "qué tiene tu equipo y qué está apagado")),
    ("companion calibrate --help", Text("your own table and camera", "tu propia mesa y cámara")),
)


def report(summary: Summary | None, settings: Settings) -> str:
    """The closing words."""
    language = settings.language
    out = shlex.quote(str(settings.out))  # the lines below can be pasted, whatever the folder is called
    if summary is None:
        return STOPPED.filled(out=out).of(language)
    method = METHODS.get(summary.method or "", Text(summary.method or "", summary.method or ""))
    lines = [
        WON.filled(winner=summary.winner, method=method, turns=summary.turns)
        if summary.winner
        else DRAWN.filled(turns=summary.turns),
        SEEN.filled(
            figures=summary.figures,
            frames=summary.frames,
            fps=round(summary.fps),
            all=summary.proposals_accepted + summary.proposals_rejected,
            yes=summary.proposals_accepted,
            no=summary.proposals_rejected,
        )
        if summary.frames
        else BLIND.filled(asked=summary.asked_by_hand),
        KEPT.filled(events=summary.events, scenes=summary.light_scenes),
        FILES.filled(out=out),
    ]
    width = max(len(command) for command, _ in TRY) + len(str(out))
    tries = [f"  {command.format(out=out):<{width}}  {what.of(language)}" for command, what in TRY]
    return "\n".join([*(line.of(language) for line in lines), "", NEXT.of(language), *tries])

"""The KICKOUT window (section 1.10)."""

from companion.errors import NotationError
from companion.games.all_time_wrestling import commands as cmd
from companion.games.all_time_wrestling import events as ev
from companion.games.all_time_wrestling.aftermath import dispose, pinned_if_out_of_attempts
from companion.games.all_time_wrestling.model import CONVERSION, Phase
from companion.games.all_time_wrestling.opening import need_faces
from companion.games.all_time_wrestling.reasons import no
from companion.games.all_time_wrestling.table import (
    Play,
    change_health,
    change_stamina,
    need_owner,
    need_stamina,
)

KICKOUT_DICE = 2


def convert_stamina(play: Play, command: cmd.ConvertStamina) -> None:
    """ATW-206, ATW-D03."""
    state = play.state
    seat = command.player
    need_owner(state, Phase.KICKOUT, seat, state.defender)
    points = command.health_points
    if points < 1:
        raise NotationError("convert_stamina.health_points", str(points), "give 1 or more", allowed_es="pon 1 o más")
    need_stamina(state, seat, CONVERSION * points)
    player = state.players[seat]
    if state.rule("health_cap") == "printed_max" and player.health + points > player.health_max:
        raise no("health_cap", player=seat, due=player.health_max)
    change_stamina(play, seat, -CONVERSION * points, "ATW-206")
    change_health(play, seat, points, "ATW-206")


def kickout_roll(play: Play, command: cmd.KickoutRoll) -> None:
    """ATW-203, ATW-204."""
    state = play.state
    need_owner(state, Phase.KICKOUT, command.player, state.defender)
    values = command.values or ()
    need_faces(values, KICKOUT_DICE)
    health = state.players[command.player].health
    success = sum(values) <= health
    play.tell(
        ev.KickoutRolled(sum=sum(values), health=health, success=success, values=values, rules=("ATW-203",)),
    )
    if success:
        dispose(play)
    else:
        pinned_if_out_of_attempts(play)

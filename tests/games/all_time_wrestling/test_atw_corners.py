"""Rules that other tests pass over: each fails when its rule is disabled (`scripts/mutate_cards.py`)."""

from companion.games.all_time_wrestling import GAME

from .table import attack, do, hit, shown, table


def rampage(session, *refs, faces):
    do(session, "play_rampage", player="p1", cards=list(refs))
    do(session, "decline_defense", player="p2")
    return do(session, "attack_roll", values=list(faces))


def test_atw064_the_marker_starts_at_0():
    assert GAME.start().momentum == 0


def test_atw100_one_option_of_the_window_is_told():
    session = table()
    hit(session, "show")
    assert "offense_chosen" in do(session, "offense", player="p1", kind="none")


def test_atw116_a_rampage_in_vain_is_a_miss_and_its_cards_are_discarded():
    session = table()
    events = rampage(session, "r1", "r2", faces=(1, 1))
    assert "attack_missed" in events
    assert shown(session, "discard")["p1"] == ["r1", "r2"]


def test_atw117_a_rampage_counts_once_for_the_streak():
    session = table()
    rampage(session, "r1", "rp", faces=(6, 6))
    do(session, "assign_dice", player="p1", map={"r1": 6, "rp": 6})
    do(session, "choose_compensation", player="p2", kind="stamina")
    if shown(session, "phase") == "OFFENSE":
        do(session, "offense", player="p1", kind="none")
    assert shown(session, "small_streak") == 1


def test_atw135_a_chained_card_needs_its_own_success():
    session = table()
    hit(session, "first")
    do(session, "offense", player="p1", kind="combo")
    attack(session, "second", 1, link="circle")
    do(session, "decline_reroll", player="p1")
    assert shown(session, "initiative") == "p2"
    assert shown(session, "health") == {"p1": 15, "p2": 14}


def test_atw150_a_reversal_is_told_as_a_try_that_succeeds():
    session = table(players={"p2": {"board": {"reversal": {"cost": 1, "damage": 1, "momentum": 1}, "fixture": True}}})
    do(session, "play_attack", player="p1", card="jab")
    assert "defense_tried" in do(session, "defend_reversal", player="p2")


def test_atw_d23_health_stops_at_0_and_that_is_no_loss():
    session = table(players={"p2": {"health": 1}})
    hit(session, "slam")
    assert (shown(session, "health")["p2"], shown(session, "winner")) == (0, None)

"""Rules that other tests pass over: each fails when its rule is disabled (`scripts/mutate_cards.py`)."""

from .table import card, do, play, refusal, reversal, shown, table


def test_rd306_a_maneuver_without_damage_leaves_the_turn_open():
    session = table(cards={"touch": card(0, 0)})
    play(session, "touch")
    assert (shown(session, "phase"), shown(session, "active")) == ("MAIN", "p1")
    play(session, "grab")
    assert shown(session, "damage")["amount"] == 3


def test_rd416_an_effect_without_must_goes_as_far_as_it_can():
    session = table(
        cards={"two": card(kinds=["action"], d=0, effects=[{"to_arsenal": 2}])}, players={"p1": {"ringside": 1}}
    )
    play(session, "two", "action")
    do(session, "resolve_effect", player="p1", effect="to_arsenal")
    assert (shown(session, "ringside_count")["p1"], shown(session, "arsenal")["p1"]) == (0, 51)


def test_rd420_a_card_that_names_foreign_objects_meets_them():
    session = table(cards={"chair_shot": {"f": 0, "d": 4}, "no_chairs": reversal(types=["foreign_object"])})
    do(session, "play_card", player="p1", card="chair_shot", as_="maneuver")
    assert "card_reversed" in do(session, "reverse_from_hand", player="p2", card="no_chairs")


def test_a_hand_that_an_unnamed_card_has_left_may_hold_any_or_none_of_its_names():
    """Six cards, five of them named: the one that goes unnamed may be any, so the sixth can still be played."""
    session = table(players={"p1": {"hand": ["kick", "chop", "grab", "any", "small"], "hand_count": 6}})
    do(session, "move_cards", player="p1", from_="hand", to="ringside", count=1, cause="x")
    assert (shown(session, "hand")["p1"], shown(session, "hand_count")["p1"]) == ([], 5)


def test_somebody_gives_up_before_the_superstars_are_shown():
    session = table(phase="SETUP")
    assert refusal(session, "concede", player="z") == "unknown_seat"
    do(session, "concede", player="p1")
    assert (shown(session, "winner"), shown(session, "method"), shown(session, "fr")) == ("p2", "concession", {})
    four = table(phase="SETUP", seats=["p1", "p2", "p3", "p4"], house_rules={"tag_team": "bookkeeping"})
    assert refusal(four, "concede", player="p1") == "wrong_window"

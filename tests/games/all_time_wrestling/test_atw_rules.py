"""Sentences of the rules file that its golden cases leave out, every option of its decisions, every refusal."""

import pytest

from companion.errors import NotationError
from companion.games.all_time_wrestling import GAME
from companion.kernel.outcome import Result
from companion.kernel.session import Session

from .table import CARDS, REVERSAL, ability, attack, board, card, do, hit, options, refusal, shown, table


class TestOpening:
    """ATW-060..070."""

    def test_wrestlers(self):
        session = Session(GAME)
        maxima = {"health_max": 14, "stamina_max": 9}
        assert refusal(session, "choose_wrestler", player="z", wrestler="shumba") == "unknown_seat"
        assert refusal(session, "choose_wrestler", player="p1", wrestler="shumba") == "value_missing"
        one = {"player": "p1", "wrestler": "shumba", "board": {"health_max": 14}}
        assert refusal(session, "choose_wrestler", **one) == "value_missing"
        do(session, "choose_wrestler", player="p1", wrestler="jax_felix", board=maxima, cards=CARDS)
        assert refusal(session, "choose_wrestler", player="p1", wrestler="shumba", board=maxima) == "not_yours"
        assert GAME.pending(session.state)[-1].owner == ("p2",)
        rules = {"jax_hand_limit": 6}
        do(session, "choose_wrestler", player="p2", wrestler="shumba", board=maxima, house_rules=rules)
        assert session.state.rule("jax_hand_limit") == 6
        assert shown(session, "draw_count") == {"p1": 16, "p2": 15}

    def test_opening_hands(self):
        session = table(phase="OPENING_HANDS")
        five = ["jab", "cover", "show", "r1", "end"]
        assert refusal(session, "set_opening_hand", player="z", cards=five) == "unknown_seat"
        assert refusal(session, "set_opening_hand", player="p1", cards=[*five[:4], "zzz"]) == "unknown_card"
        assert refusal(session, "set_opening_hand", player="p1", cards=[*five[:4], "spare"]) == "value_missing"
        do(session, "set_opening_hand", player="p1", cards=five)
        assert refusal(session, "set_opening_hand", player="p1", cards=five) == "not_yours"
        assert shown(session, "finisher_at")["p1"] == "hand"
        assert refusal(session, "roll_initiative", values={"p1": 1, "p2": 2}) == "wrong_window"

    def test_who_begins(self):
        session = table(phase="INITIATIVE_ROLL")
        assert refusal(session, "roll_initiative", values={"p1": 1}) == "dice_count"
        assert refusal(session, "roll_initiative", values={"p1": 1, "z": 2}) == "unknown_seat"
        assert refusal(session, "roll_initiative", values={"p1": 1, "p2": 7}) == "dice_face"
        do(session, "roll_initiative", values={"p1": 5, "p2": 2})
        assert refusal(session, "starter_shuffle_back", player="p1", card="zzz") == "unknown_card"
        do(session, "starter_shuffle_back", player="p1")
        seeded = table("3", phase="INITIATIVE_ROLL")
        act = seeded.handle("roll_initiative", {})
        assert set(act.parameters["values"]) == {"p1", "p2"}


class TestAction:
    """ATW-080..084."""

    def test_refusals(self):
        session = table(players={"p1": {"hand": ["jab", "costly", "spare"], "hand_count": 3, "discard": ["slam"]}})
        assert refusal(session, "play_attack", player="z", card="jab") == "unknown_seat"
        assert refusal(session, "play_attack", player="p2", card="jab") == "not_yours"
        assert refusal(session, "play_attack", player="p1", card="zzz") == "unknown_card"
        assert refusal(session, "play_attack", player="p1", card="slam") == "card_not_in_hand"
        assert refusal(session, "play_attack", player="p1", card="spare") == "value_missing"
        assert refusal(session, "play_attack", player="p1", card="costly") == "stamina"
        assert refusal(session, "play_attack", player="p1", card="jab", link="circle") == "combo_mismatch"
        assert refusal(session, "play_blind", player="p1", card="jab") == "not_depleted"
        assert refusal(session, "attack_roll", values=[3]) == "wrong_window"
        assert refusal(session, "pass_draw", player="p1", shuffle_back="zzz") == "unknown_card"

    def test_an_empty_draw_pile(self):
        session = table(players={"p1": {"draw_count": 0}, "p2": {"draw_count": 0}})
        assert refusal(session, "pass_draw", player="p1") == "draw_pile_empty"
        attack(session, "jab", 4)
        assert refusal(session, "choose_compensation", player="p2", kind="card") == "draw_pile_empty"
        assert options(session) == {"stamina"}

    @pytest.mark.parametrize("rule", ["free", "strict"])
    def test_forced_pass(self, rule):
        session = table(house_rules={"forced_pass": rule}, players={"p1": {"hand_count": 0}})
        none = table(house_rules={"forced_pass": rule}, players={"p1": {"hand": ["costly"], "hand_count": 1}})
        if rule == "free":
            do(session, "pass_rest", player="p1")
            do(none, "pass_draw", player="p1")
            return
        assert options(session) == {"draw"}
        assert refusal(session, "pass_rest", player="p1") == "wrong_window"
        assert options(none) == {"rest"}
        assert refusal(none, "pass_draw", player="p1") == "wrong_window"

    @pytest.mark.parametrize(("rule", "stamina"), [("printed_max", 10), ("none", 12)])
    def test_stamina_cap(self, rule, stamina):
        session = table(house_rules={"stamina_cap": rule}, players={"p1": {"stamina": 9}})
        do(session, "pass_rest", player="p1")
        assert shown(session, "stamina")["p1"] == stamina

    @pytest.mark.parametrize(("rule", "hand"), [(5, 5), (6, 6)])
    def test_jax_hand_limit(self, rule, hand):
        players = {"p1": {"wrestler": "jax_felix", "hand_count": 5}}
        session = table(house_rules={"jax_hand_limit": rule}, players=players)
        do(session, "pass_draw", player="p1")
        assert shown(session, "hand_count")["p1"] == hand

    @pytest.mark.parametrize(("rule", "drawn"), [("draw_then_shuffle_back", True), ("no_draw", False)])
    def test_over_limit_draw(self, rule, drawn):
        players = {"p1": {"hand_count": 5}, "p2": {"hand_count": 5}}
        session = table(house_rules={"over_limit_draw": rule}, players=players)
        assert ("cards_drawn" in do(session, "pass_draw", player="p1")) is drawn
        session = table(house_rules={"over_limit_draw": rule}, players=players)
        attack(session, "jab", 4)
        events = do(session, "choose_compensation", player="p2", kind="card")
        assert "cards_shuffled_back" in events

    def test_the_card_that_goes_back_may_be_named(self):
        session = table(players={"p1": {"hand": ["jab", "end", "slam", "r1", "r2"]}})
        do(session, "pass_draw", player="p1", shuffle_back="end")
        assert shown(session, "hand")["p1"] == ["jab", "slam", "r1", "r2"]
        assert shown(session, "finisher_at")["p1"] == "draw"


class TestRoll:
    """ATW-086, 087, 095..098."""

    @pytest.mark.parametrize(("rule", "success"), [(False, True), (True, False)])
    def test_natural_one_misses(self, rule, success):
        cards = {**CARDS, "easy": card(1, 1)}
        session = table(cards=cards, house_rules={"natural_one_misses": rule})
        attack(session, "easy")
        assert ("attack_hit" in do(session, "attack_roll", values=[1])) is success

    @pytest.mark.parametrize(("rule", "window"), [(0, "ACTION"), (1, "REROLL"), ("unlimited", "REROLL")])
    def test_rerolls_per_attack(self, rule, window):
        session = table(house_rules={"rerolls_per_attack": rule})
        attack(session, "jab", 1)
        assert shown(session, "phase") == window
        if rule != 0:
            do(session, "reroll", player="p1", discard="spare", roll=1)
            assert shown(session, "phase") == ("REROLL" if rule == "unlimited" else "ACTION")

    @pytest.mark.parametrize(("rule", "discarded"), [("discard_pile", ["spare"]), ("draw_pile", [])])
    def test_paid_discards_to(self, rule, discarded):
        session = table(house_rules={"paid_discards_to": rule})
        attack(session, "jab", 1)
        do(session, "reroll", player="p1", discard="spare", roll=1)
        assert shown(session, "discard")["p1"] == discarded

    def test_refusals(self):
        session = table(players={"p1": {"hand": ["jab", "spare"]}})
        do(session, "play_attack", player="p1", card="jab")
        assert refusal(session, "decline_defense", player="p1") == "not_yours"
        do(session, "decline_defense", player="p2")
        assert refusal(session, "attack_roll") == "dice_count"
        do(session, "attack_roll", values=[1])
        assert refusal(session, "reroll", player="p2", discard="spare", roll=4) == "not_yours"
        assert refusal(session, "reroll", player="p1", discard="zzz", roll=4) == "unknown_card"
        assert refusal(session, "reroll", player="p1", discard="spare", roll=9) == "dice_face"
        assert refusal(session, "reroll", player="p1", discard="spare") == "dice_count"
        assert refusal(session, "reroll", player="p1", discard="end") == "finisher_not_discardable"
        session.handle("undo", {"commands": 1})

    def test_a_seed_rolls_what_is_left_out(self):
        session = table("11")
        do(session, "play_attack", player="p1", card="jab")
        do(session, "decline_defense", player="p2")
        act = session.handle("attack_roll", {})
        assert act.rolls[0].method == "digital"

    def test_a_class_that_nobody_told_is_asked_when_it_counts(self):
        cards = {**CARDS, "ankle_lock": card(3, 6, 2, 1)}
        session = table(cards=cards, momentum=5)
        attack(session, "ankle_lock")
        assert refusal(session, "attack_roll", values=[6]) == "value_missing"
        assert shown(session, "attack")["tn"] is None
        do(session, "referee_ruling", topic="cards", value={"ankle_lock": {"class": "signature"}})
        assert shown(session, "attack")["tn"] == 5

    @pytest.mark.parametrize(("rule", "low"), [("board", True), ("ask", False)])
    def test_low_zone_source(self, rule, low):
        players = {"p2": {"stamina": 2, "health": 2, **board(low_stamina_max=3, low_health_max=3)}}
        session = table(house_rules={"low_zone_source": rule}, players=players)
        assert shown(session, "low_stamina")["p2"] is low
        assert shown(session, "low_health")["p2"] is low
        do(session, "referee_ruling", topic="low_stamina", subject="p2", value=True)
        assert shown(session, "low_stamina")["p2"] is True


class TestRampage:
    """ATW-111..122."""

    def test_refusals(self):
        session = table(combo={"icons": ["circle"]})
        assert refusal(session, "play_rampage", player="p1", cards=["r1", "r2"]) == "combo_and_rampage"
        session = table(players={"p1": {"stamina": 0, "hand": ["r1", "r2", "jab", "rp"]}})
        assert refusal(session, "play_rampage", player="p1", cards=["r1"]) == "rampage_cards"
        assert refusal(session, "play_rampage", player="p1", cards=["r1", "r1"]) == "card_not_in_hand"
        assert refusal(session, "play_rampage", player="p1", cards=["r1", "zzz"]) == "unknown_card"
        assert refusal(session, "play_rampage", player="p1", cards=["r1", "jab"]) == "rampage_icon"
        assert refusal(session, "play_rampage", player="p1", cards=["r1", "r2"]) == "stamina"
        spent = table(players={"p1": {"depleted": 1}})
        assert refusal(spent, "play_rampage", player="p1", cards=["r1", "r2"]) == "depleted"

    def roll(self, faces, cards=("r1", "r2"), **rules):
        session = table(house_rules=rules)
        do(session, "play_rampage", player="p1", cards=list(cards))
        do(session, "decline_defense", player="p2")
        do(session, "attack_roll", values=list(faces))
        return session

    @pytest.mark.parametrize("rule", [True, False])
    def test_enable_rampage(self, rule):
        session = table(house_rules={"enable_rampage": rule})
        assert ("rampage" in options(session)) is rule
        if not rule:
            assert refusal(session, "play_rampage", player="p1", cards=["r1", "r2"]) == "rampage_disabled"

    @pytest.mark.parametrize(("rule", "code"), [(2, "rampage_cards"), (1, None)])
    def test_rampage_min_cards(self, rule, code):
        session = table(house_rules={"rampage_min_cards": rule})
        if code:
            assert refusal(session, "play_rampage", player="p1", cards=["r1"]) == code
        else:
            do(session, "play_rampage", player="p1", cards=["r1"])
            assert shown(session, "attack")["cost"] == 1

    def test_assignment_refusals(self):
        session = self.roll([2, 5])
        assert refusal(session, "assign_dice", player="p2", map={}) == "not_yours"
        assert refusal(session, "assign_dice", player="p1", map={"zzz": 5}) == "unknown_card"
        assert refusal(session, "assign_dice", player="p1", map={"jab": 5}) == "assignment"
        assert refusal(session, "assign_dice", player="p1", map={"r1": 5, "r2": 5}) == "assignment"
        assert refusal(session, "assign_dice", player="p1", map={"r1": 6}) == "assignment"

    def test_copies_of_a_card_go_together(self):
        """ATW-111: any number of cards with the icon; the second copy of `r1` is assigned to as `r1#2`."""
        session = table(players={"p1": {"hand": ["r1", "r1", "jab", "rp"]}})
        assert refusal(session, "play_rampage", player="p1", cards=["r1", "r1", "r1"]) == "card_not_in_hand"
        do(session, "play_rampage", player="p1", cards=["r1", "r1"])
        do(session, "decline_defense", player="p2")
        do(session, "attack_roll", values=[5, 6])
        assert refusal(session, "assign_dice", player="p1", map={"r1#3": 5}) == "unknown_card"
        before = shown(session, "health")["p2"]
        do(session, "assign_dice", player="p1", map={"r1": 5, "r1#2": 6})
        assert shown(session, "health")["p2"] == before - 2 * session.state.cards["r1"].damage
        assert session.state.players["p1"].hand == ("jab", "rp")

    @pytest.mark.parametrize(("rule", "accepted"), [("per_card_tn", False), ("referee", True)])
    def test_rampage_assignment(self, rule, accepted):
        session = self.roll([2, 5], rampage_assignment=rule)
        wish = {"r1": 5, "r2": 2}
        if accepted:
            do(session, "assign_dice", player="p1", map=wish)
        else:
            assert refusal(session, "assign_dice", player="p1", map=wish) == "assignment"

    @pytest.mark.parametrize(("rule", "holder"), [("lose_initiative", "p2"), ("keep_initiative", "p1")])
    def test_rampage_zero(self, rule, holder):
        session = self.roll([1, 1], rampage_zero=rule)
        assert shown(session, "initiative") == holder
        assert shown(session, "discard")["p1"] == ["r1", "r2"]

    @pytest.mark.parametrize(("rule", "offered"), [("successful", False), ("all", True)])
    def test_rampage_icons_from(self, rule, offered):
        session = self.roll([2, 1], rampage_icons_from=rule)
        do(session, "assign_dice", player="p1", map={"r1": 2})
        do(session, "choose_compensation", player="p2", kind="stamina")
        assert (shown(session, "phase") == "OFFENSE") is offered

    @pytest.mark.parametrize(("rule", "found"), [("taunt_recover", "ACTION"), ("full", "OFFENSE")])
    def test_rampage_offense(self, rule, found):
        session = self.roll([2, 2], ("r1", "rp"), rampage_offense=rule)
        do(session, "assign_dice", player="p1", map={"r1": 2, "rp": 2})
        do(session, "choose_compensation", player="p2", kind="stamina")
        assert shown(session, "phase") == found
        if rule == "full":
            assert options(session) == {"none", "pin"}

    @pytest.mark.parametrize(
        ("rule", "roll", "dice"), [("none", None, [1, 2]), ("one_die", 6, [6, 2]), ("all_dice", [5, 6], [5, 6])]
    )
    def test_rampage_reroll(self, rule, roll, dice):
        session = self.roll([1, 2], rampage_reroll=rule)
        if roll is not None:
            assert shown(session, "phase") == "REROLL"
            do(session, "reroll", player="p1", discard="spare", roll=roll)
        assert shown(session, "phase") == "ASSIGN"
        assert shown(session, "attack")["dice"] == dice

    def test_a_rampage_reroll_may_be_declined(self):
        session = self.roll([1, 2], rampage_reroll="one_die")
        do(session, "decline_reroll", player="p1")
        assert shown(session, "phase") == "ASSIGN"

    def test_no_damage_no_compensation(self):
        cards = {**CARDS, "r0": card(0, 2, icons=["rampage"])}
        session = table(cards=cards)
        do(session, "play_rampage", player="p1", cards=["r0", "r1"])
        do(session, "decline_defense", player="p2")
        do(session, "attack_roll", values=[2, 1])
        do(session, "assign_dice", player="p1", map={"r0": 2})
        assert shown(session, "phase") == "ACTION"


class TestCombo:
    """ATW-130..137."""

    def chained(self, **rules):
        session = table(house_rules=rules)
        hit(session, "first")
        do(session, "offense", player="p1", kind="combo")
        return session

    def test_two_links_one_is_chosen(self):
        session = self.chained()
        assert refusal(session, "play_attack", player="p1", card="second") == "link_missing"
        assert refusal(session, "play_attack", player="p1", card="red", link="square") == "combo_mismatch"
        do(session, "play_attack", player="p1", card="second", link="square")
        assert shown(session, "combo")["link"] == "square"
        assert shown(session, "attack")["tn"] == 3

    def test_combo_links_all(self):
        session = self.chained(combo_links="all")
        do(session, "play_attack", player="p1", card="second")
        assert (shown(session, "attack")["tn"], shown(session, "attack")["damage"]) == (3, 2)

    def test_colours_must_match(self):
        session = table(combo={"icons": ["blue_circle"]})
        assert refusal(session, "play_attack", player="p1", card="red") == "combo_mismatch"
        session = table(combo={"icons": ["circle"]})
        do(session, "play_attack", player="p1", card="red")
        assert shown(session, "combo")["link"] == "circle"

    @pytest.mark.parametrize("rule", ["match_or_pass", "free"])
    def test_combo_commitment(self, rule):
        session = self.chained(combo_commitment=rule)
        if rule == "free":
            do(session, "play_attack", player="p1", card="jab")
            assert shown(session, "combo")["active"] is False
            other = self.chained(combo_commitment=rule)
            do(other, "play_rampage", player="p1", cards=["r1", "r2"])
        else:
            assert refusal(session, "play_attack", player="p1", card="jab") == "combo_mismatch"
            do(session, "pass_rest", player="p1")
            assert shown(session, "combo")["active"] is False

    @pytest.mark.parametrize("rule", [True, False])
    def test_enable_combo(self, rule):
        session = table(house_rules={"enable_combo": rule})
        hit(session, "first")
        assert (shown(session, "phase") == "OFFENSE") is rule

    @pytest.mark.parametrize(("rule", "active"), [("ends", False), ("continues", True)])
    def test_combo_after_stop(self, rule, active):
        trick = ability(kind="one_time", window="defense", cost=0, counterable=True, counter_tn=2)
        session = table(house_rules={"combo_after_stop": rule}, combo={"icons": ["circle"]}, players={"p2": trick})
        do(session, "play_attack", player="p1", card="second")
        do(session, "defend_one_time", player="p2", ability="trick")
        do(session, "counter_roll", player="p1", roll=2)
        assert shown(session, "combo")["active"] is active


class TestDefense:
    """ATW-141..191."""

    def test_refusals(self):
        players = {
            "p1": board(reversal=REVERSAL),
            "p2": {
                **board(
                    reversal=REVERSAL,
                    abilities={
                        "wall": {"kind": "permanent", "window": "defense", "cost": 0, "tn": 5},
                        "boast": {"kind": "permanent", "window": "offense", "cost": 0},
                        "dear": {"kind": "one_time", "window": "defense", "cost": 9},
                        "blank": {"kind": "permanent", "window": "defense"},
                    },
                ),
                "tokens": {"reversal": False, "one_time_1": False},
            },
        }
        session = table(players=players)
        assert refusal(session, "defend_reversal", player="p2") == "wrong_window"
        do(session, "play_attack", player="p1", card="jab")
        assert refusal(session, "defend_reversal", player="p1") == "not_yours"
        assert refusal(session, "defend_reversal", player="p2") == "token_spent"
        assert refusal(session, "defend_permanent", player="p2", ability="zzz", roll=6) == "unknown_ability"
        assert refusal(session, "defend_permanent", player="p2", ability="boast", roll=6) == "ability_timing"
        assert refusal(session, "defend_permanent", player="p2", ability="dear", roll=6) == "ability_timing"
        assert refusal(session, "defend_one_time", player="p2", ability="dear") == "token_spent"
        assert refusal(session, "defend_permanent", player="p2", ability="blank") == "value_missing"
        assert refusal(session, "defend_permanent", player="p2", ability="wall") == "dice_count"
        assert refusal(session, "block_stamina", player="p2") == "block_streak"
        assert refusal(session, "block_cards", player="p2", cards=["jab", "zzz"]) == "unknown_card"
        assert options(session) == {"wall", "block_cards", "decline"}

    def test_a_one_time_ability_that_cannot_be_paid(self):
        session = table(players={"p2": ability(kind="one_time", window="defense", cost=9)})
        do(session, "play_attack", player="p1", card="jab")
        assert refusal(session, "defend_one_time", player="p2", ability="trick") == "stamina"

    def test_a_one_time_ability_with_a_die(self):
        session = table(players={"p2": ability(kind="one_time", window="defense", cost=0, tn=5)})
        do(session, "play_attack", player="p1", card="jab")
        do(session, "defend_one_time", player="p2", ability="trick", roll=2)
        assert shown(session, "phase") == "DEFENSE"
        assert shown(session, "tokens")["p2"]["one_time_1"] is False

    def test_a_known_text_is_carried_out(self):
        effect = {"health": 1, "stamina": 1, "momentum": 2, "cards": 1, "opponent": {"health": -3, "cards": -1}}
        players = {"p2": {"health": 10, **ability(kind="one_time", window="defense", cost=0, effect=effect)}}
        session = table(players=players)
        do(session, "play_attack", player="p1", card="jab")
        do(session, "defend_one_time", player="p2", ability="trick")
        assert shown(session, "initiative") == "p2"
        assert shown(session, "health") == {"p1": 12, "p2": 11}
        assert shown(session, "momentum") == -2
        assert shown(session, "hand_count") == {"p1": 3, "p2": 5}
        assert shown(session, "phase") == "ACTION"

    def test_a_permanent_text_may_be_told_before_the_next_command(self):
        session = table(players={"p2": ability(kind="permanent", window="defense", cost=0)})
        do(session, "play_attack", player="p1", card="jab")
        assert "ability_prompted" in do(session, "defend_permanent", player="p2", ability="trick")
        assert GAME.pending(session.state)[-1].kind == "action"
        do(session, "ability_effect", player="p2", ability="trick", changes={"stamina": 1})
        again = {"player": "p2", "ability": "trick", "changes": {}}
        assert refusal(session, "ability_effect", **again) == "wrong_window"

    def test_a_permanent_text_that_is_known(self):
        session = table(players={"p2": ability(kind="permanent", window="defense", cost=0, effect={"stamina": 2})})
        do(session, "play_attack", player="p1", card="jab")
        do(session, "defend_permanent", player="p2", ability="trick")
        assert shown(session, "stamina")["p2"] == 8

    @pytest.mark.parametrize(
        ("rule", "streaks"), [("sliding", {2, 3, 4, 5}), ("third_only", {2}), ("every_third", {2, 5})]
    )
    def test_stamina_block(self, rule, streaks):
        found = set()
        for streak in range(6):
            session = table(house_rules={"stamina_block": rule}, small_streak=streak)
            do(session, "play_attack", player="p1", card="jab")
            if "block_stamina" in options(session):
                found.add(streak)
        assert found == streaks

    def counter(self, **rules):
        trick = ability(kind="one_time", window="defense", cost=0, counterable=True, counter_tn=4)
        players = {"p1": {"stamina": 2, **board(reversal=REVERSAL)}, "p2": trick}
        session = table(house_rules=rules, small_streak=1, players=players)
        do(session, "play_attack", player="p1", card="jab")
        do(session, "defend_one_time", player="p2", ability="trick")
        return session

    def test_counter_refusals(self):
        session = self.counter()
        assert refusal(session, "counter_roll", player="p2", roll=4) == "not_yours"
        assert refusal(session, "counter_roll", player="p1") == "dice_count"
        do(session, "counter_roll", player="p1", roll=3)
        assert refusal(session, "counter_roll", player="p1", roll=5) == "counter_used"
        assert refusal(session, "counter_reversal", player="p1") == "stamina"
        assert options(session) == {"decline"}

    @pytest.mark.parametrize(("rule", "accepted"), [("board", False), ("free", True)])
    def test_counter_reversal_cost(self, rule, accepted):
        session = self.counter(counter_reversal_cost=rule)
        assert ("reversal" in options(session)) is accepted
        if accepted:
            do(session, "counter_reversal", player="p1")
            assert shown(session, "stamina")["p1"] == 1
            assert shown(session, "initiative") == "p1"

    @pytest.mark.parametrize(("rule", "streak"), [(False, 1), (True, 2)])
    def test_stopped_attack_counts(self, rule, streak):
        session = self.counter(stopped_attack_counts=rule)
        do(session, "counter_roll", player="p1", roll=4)
        assert shown(session, "small_streak") == streak


class TestOffense:
    """ATW-100..106."""

    def test_refusals(self):
        boast = ability(kind="permanent", window="offense", cost=1)
        session = table(players={"p1": boast})
        hit(session, "show")
        assert options(session) == {"none", "taunt", "recover", "trick"}
        assert refusal(session, "offense", player="p1", kind="pin") == "offense_option"
        assert refusal(session, "offense", player="p1", kind="dance") == "offense_option"
        assert refusal(session, "offense", player="p1", kind="permanent") == "offense_option"
        assert refusal(session, "offense", player="p1", kind="one_time", ability="trick") == "ability_timing"
        assert refusal(session, "offense", player="p1", kind="permanent", ability="zzz") == "unknown_ability"
        assert refusal(session, "offense", player="p2", kind="none") == "not_yours"

    def test_an_ability_with_text_and_one_that_asks(self):
        known = ability(kind="one_time", window="offense", cost=1, effect={"momentum": 2})
        session = table(players={"p1": known})
        hit(session, "jab")
        assert "offense_chosen" in do(session, "offense", player="p1", kind="one_time", ability="trick")
        assert shown(session, "momentum") == 3
        assert shown(session, "tokens")["p1"]["one_time_1"] is False
        asks = table(players={"p1": ability(kind="permanent", window="offense", cost=0)})
        hit(asks, "jab")
        assert "offense_chosen" in do(asks, "offense", player="p1", kind="permanent", ability="trick")
        assert GAME.pending(asks.state)[-1].kind == "ability_effect"
        effect = {"player": "p2", "ability": "trick", "changes": {}}
        assert refusal(asks, "ability_effect", **effect) == "not_yours"
        do(asks, "ability_effect", player="p1", ability="trick", changes={"cards": 2})
        assert shown(asks, "phase") == "ACTION"

    def test_taunt_that_the_board_does_not_tell(self):
        session = table()
        hit(session, "show")
        do(session, "offense", player="p1", kind="taunt")
        do(session, "ability_effect", player="p1", ability="taunt", changes={"momentum": 1})
        assert shown(session, "momentum") == 2
        assert shown(session, "discard")["p1"] == ["show"]

    def test_changes_that_do_not_exist_or_fit(self):
        session = table(players={"p1": ability()})
        effect = {"player": "p1", "ability": "trick"}
        assert refusal(session, "ability_effect", **effect, changes={"luck": 1}) == "unknown_change"
        assert refusal(session, "ability_effect", **effect, changes={"tn": 1}) == "ability_timing"
        assert refusal(session, "ability_effect", **effect, changes={"attempts": 1}) == "ability_timing"
        assert refusal(session, "ability_effect", player="z", ability="trick", changes={}) == "unknown_seat"
        assert refusal(session, "ability_effect", player="p1", ability="taunt", changes={}) == "wrong_window"
        assert refusal(session, "ability_effect", player="p2", ability="trick", changes={}) == "unknown_ability"
        with pytest.raises(NotationError):
            session.handle("ability_effect", {**effect, "changes": {"health": "x"}})
        early = table(phase="OPENING_HANDS", players={"p1": ability()})
        assert refusal(early, "ability_effect", **effect, changes={}) == "wrong_window"


class TestPin:
    """ATW-200..223."""

    def pin(self, ref, rules=None, **p2):
        session = table(house_rules=rules or {}, players={"p2": p2})
        hit(session, ref)
        do(session, "offense", player="p1", kind="pin")
        return session

    @pytest.mark.parametrize(("rule", "attempts"), [("once", 2), ("stack", 1)])
    def test_finisher_reduction(self, rule, attempts):
        assert shown(self.pin("harsh", {"finisher_reduction": rule}), "pin")["attempts_total"] == attempts

    @pytest.mark.parametrize(("rule", "attempts"), [("this_pin", 3), ("rest_of_match", 2)])
    def test_finisher_reduction_scope(self, rule, attempts):
        session = table(house_rules={"finisher_reduction_scope": rule}, players={"p1": {"stamina": 9}})
        hit(session, "end")
        do(session, "offense", player="p1", kind="none")
        hit(session, "cover")
        do(session, "offense", player="p1", kind="pin")
        assert shown(session, "pin")["attempts_total"] == attempts

    @pytest.mark.parametrize(("rule", "ended"), [(0, True), (1, False)])
    def test_min_kickout_attempts(self, rule, ended):
        cards = {**CARDS, "awful": card(4, 2, 1, 2, icons=["pin", "reduction"], **{"class": "finisher"})}
        session = table(
            cards=cards,
            house_rules={"min_kickout_attempts": rule, "finisher_reduction": "stack"},
            players={"p2": {"low_health": True}},
        )
        hit(session, "awful")
        do(session, "offense", player="p1", kind="pin")
        assert (shown(session, "method") == "pinfall") is ended

    @pytest.mark.parametrize(("rule", "code"), [("printed_max", "health_cap"), ("none", None)])
    def test_health_cap(self, rule, code):
        session = self.pin("cover", {"health_cap": rule}, health=15)
        convert = {"player": "p2", "health_points": 2}
        if code:
            assert refusal(session, "convert_stamina", **convert) == code
        else:
            do(session, "convert_stamina", **convert)
            assert shown(session, "health")["p2"] == 16

    def test_refusals(self):
        session = self.pin("cover", health=5)
        assert refusal(session, "kickout_roll", player="p1", values=[1, 1]) == "not_yours"
        assert refusal(session, "kickout_roll", player="p1") == "not_yours"
        assert refusal(session, "kickout_roll", player="p2") == "dice_count"
        assert refusal(session, "kickout_roll", player="p2", values=[1]) == "dice_count"
        assert refusal(session, "kickout_roll", player="p2", values=[1, 7]) == "dice_face"
        with pytest.raises(NotationError):
            session.handle("convert_stamina", {"player": "p2", "health_points": 0})

    def test_the_reduction_icon_counts(self):
        assert shown(self.pin("hard"), "pin")["attempts_total"] == 2

    def test_an_ability_may_take_the_last_attempt(self):
        session = table(players={"p1": ability(), "p2": {"low_health": True}})
        hit(session, "hard")
        do(session, "offense", player="p1", kind="pin")
        do(session, "ability_effect", player="p1", ability="trick", changes={"attempts": -1})
        assert shown(session, "method") == "pinfall"


class TestOtherEnds:
    """ATW-230..240."""

    def test_what_a_depleted_attacker_may_do(self):
        session = table(players={"p1": {"depleted": 1, "hand": ["end", "jab"]}})
        assert refusal(session, "play_attack", player="p1", card="jab") == "depleted"
        assert options(session) == {"finisher", "blind", "rest"}
        do(session, "play_attack", player="p1", card="end")
        assert shown(session, "finisher_at")["p1"] == "in_play"
        do(session, "decline_defense", player="p2")
        do(session, "attack_roll", values=[1])
        do(session, "decline_reroll", player="p1")
        assert shown(session, "finisher_at")["p1"] == "draw"
        assert shown(session, "hand_count")["p1"] == 1

    def blind(self, rules=None, **p1):
        return table(house_rules=rules or {}, players={"p1": {"depleted": 1, "hand_count": 0, "stamina": 1, **p1}})

    def test_blind_refusals(self):
        session = self.blind(draw_count=1, discard=["slam"])
        assert refusal(session, "play_blind", player="p1", card="jab", skipped=["costly"]) == "draw_pile_empty"
        assert refusal(session, "play_blind", player="p1", card="zzz") == "unknown_card"
        assert refusal(session, "play_blind", player="p1", card="slam") == "card_not_in_hand"

    @pytest.mark.parametrize(("rule", "discarded"), [("shuffle_back", 0), ("discard", 1)])
    def test_blind_unaffordable(self, rule, discarded):
        session = self.blind({"blind_unaffordable": rule}, draw_count=9)
        do(session, "play_blind", player="p1", card="jab", skipped=["costly"])
        assert shown(session, "discard_count")["p1"] == discarded
        assert shown(session, "draw_count")["p1"] == 8 - discarded

    @pytest.mark.parametrize(("rule", "ended"), [("pass_rest", False), ("lose", True)])
    def test_blind_none(self, rule, ended):
        session = self.blind({"blind_none": rule}, draw_count=1)
        do(session, "play_blind", player="p1", card="costly")
        assert (shown(session, "winner") == "p2") is ended
        if not ended:
            assert shown(session, "stamina")["p1"] == 4

    def test_a_blind_card_that_misses_is_not_replaced(self):
        session = self.blind(draw_count=9)
        do(session, "play_blind", player="p1", card="jab")
        do(session, "decline_defense", player="p2")
        do(session, "attack_roll", values=[1])
        assert (shown(session, "hand_count")["p1"], shown(session, "draw_count")["p1"]) == (0, 9)
        assert shown(session, "blind_attacks")["p1"] == 1

    @pytest.mark.parametrize(("rule", "method"), [("combined_7", "time_limit_draw"), ("each_7", None)])
    def test_blind_limit(self, rule, method):
        players = {
            "p1": {"depleted": 1, "hand_count": 0, "draw_count": 9, "blind_attacks": 3},
            "p2": {"depleted": 1, "blind_attacks": 3, "draw_count": 9},
        }
        session = table(house_rules={"blind_limit": rule}, players=players)
        do(session, "play_blind", player="p1", card="jab")
        do(session, "decline_defense", player="p2")
        do(session, "attack_roll", values=[1])
        assert shown(session, "method") == method
        if method is not None:
            assert GAME.outcome(session.state).result is Result.DRAW

    def test_paid_discards_may_deplete_the_defender(self):
        players = {"p2": {"hand": ["spare", "spare2", "end"], "hand_count": 3, "draw_count": 0, "discard": 12}}
        session = table(players=players)
        do(session, "play_attack", player="p1", card="jab")
        events = do(session, "block_cards", player="p2", cards=["spare", "spare2"])
        assert "deck_depleted" in events
        assert shown(session, "draw_count")["p2"] == 14

    def test_concession(self):
        session = table()
        assert refusal(session, "concede", player="z") == "unknown_seat"
        do(session, "concede", player="p2")
        assert GAME.outcome(session.state).winners == ("p1",)
        assert GAME.pending(session.state) == ()


class TestRuling:
    """K-15."""

    @pytest.mark.parametrize(
        ("topic", "value"),
        [
            ("health", 3),
            ("stamina", 3),
            ("hand_count", 2),
            ("hand", ["jab", "slam", "r1", "r2", "end"]),
            ("discard", ["jab"]),
            ("depleted", 1),
            ("finisher_at", "draw"),
        ],
    )
    def test_fields_of_a_player(self, topic, value):
        session = table()
        do(session, "referee_ruling", topic=topic, subject="p1", value=value)
        assert shown(session, topic)["p1"] == value

    def test_fields_of_the_match(self):
        session = table()
        do(session, "referee_ruling", topic="tokens", subject="p1", value={"reversal": False})
        do(session, "referee_ruling", topic="board", subject="p1", value={"low_health_max": 20})
        do(session, "referee_ruling", topic="combo", value={"icons": ["circle"]})
        do(session, "referee_ruling", topic="house_rules", value={"combo_links": "all"})
        do(session, "referee_ruling", topic="pin", value={"attempts_total": 3, "attempts_left": 2})
        do(session, "referee_ruling", topic="cards", value={"newcomer": {"cost": 1, "damage": 1}})
        assert shown(session, "tokens")["p1"]["reversal"] is False
        assert shown(session, "low_health")["p1"] is True
        assert shown(session, "pin") == {"attempts_total": 3, "attempts_left": 2}
        do(session, "referee_ruling", topic="combo", value=None)
        do(session, "referee_ruling", topic="pin", value=None)
        do(session, "referee_ruling", topic="initiative", value="p2")
        assert shown(session, "initiative") == "p2"

    def test_refusals(self):
        session = table()
        assert refusal(session, "referee_ruling", topic="colour", value=1) == "unknown_field"
        assert refusal(session, "referee_ruling", topic="health", subject="z", value=1) == "unknown_seat"
        assert refusal(session, "referee_ruling", topic="initiative", value="z") == "unknown_seat"
        for topic, value in (("momentum", 11), ("health", -1), ("phase", "LUNCH")):
            with pytest.raises(NotationError):
                session.handle("referee_ruling", {"topic": topic, "subject": "p1", "value": value})


class TestSetup:
    @pytest.mark.parametrize(
        "setup",
        [
            {"colour": 1},
            {"momentum": 11},
            {"players": {"z": {}}},
            {"players": {"p1": {"wrestler": "nobody"}}},
            {"players": {"p1": {"hand": ["zzz"]}}},
            {"players": {"p1": {"board": {"colour": 1}}}},
            {"cards": {"x": 3}},
            {"house_rules": {"combo_links": "some"}},
        ],
    )
    def test_what_makes_no_sense_is_named(self, setup):
        with pytest.raises(NotationError):
            table(**setup)


def test_hands_stay_hidden():
    session = table(players={"p1": {"hand": ["jab", "end"]}})
    assert GAME.view(session.state, "public")["hand"]["p1"] == ["face_down", "face_down"]
    assert GAME.view(session.state, "public")["finisher_at"] == {}
    assert GAME.view(session.state, "p1")["finisher_at"] == {"p1": "hand"}
    assert GAME.view(session.state, "referee")["hand"]["p1"] == ["jab", "end"]


def test_odds_are_exact():
    session = table()
    attack(session, "jab")
    (roll,) = [offer for offer in GAME.offers(session.state, "referee") if offer.command == "attack_roll"]
    assert roll.odds == pytest.approx(0.5)
    assert roll.dice[0].count == 1

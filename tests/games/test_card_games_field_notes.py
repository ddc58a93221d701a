"""What players argue about: the field notes R-01 to R-22 on the card games, each with its smallest check."""

from importlib import import_module

import pytest

from companion.errors import UsageProblemError
from companion.games import game as game_of
from companion.kernel.script import play


def holds(name, **case):
    """Play a case of the game; every `expect` must hold."""
    game = import_module(f"companion.games.{name}").GAME
    assert [str(failure) for failure in play(game, {"id": "note", **case}).failures] == []


def rd(*steps, **setup):
    holds("raw_deal", setup=setup, steps=list(steps))


def gwf(*steps, **setup):
    holds("galaxy_wrestling_federation", setup=setup, steps=list(steps))


def atw(*steps, **setup):
    holds("all_time_wrestling", setup=setup, steps=list(steps))


def wm(*steps, **setup):
    holds("wrasslin_manager", setup=setup, steps=list(steps))


def put(card, as_="maneuver"):
    return {"play_card": {"player": "p1", "card": card, "as": as_}}


DECLINE = {"decline_reversal": {"player": "p2"}}
CATCH = {"kinds": ["reversal"], "f": 0, "d": 0, "reverses": {"types": ["all"]}, "fixture": True}


def revealed(count, **more):
    return {"reveal_result": {"player": "p2", "revealed": count, **more}}


class TestRawDeal:
    @pytest.mark.parametrize(("value", "kind"), [(4, "draw"), (5, "coin")])
    def test_r01_the_higher_superstar_value_begins(self, value, kind):
        stars = {"the_rock": {"value": 5}, "kane": {"value": value, "hand_size": 5}}
        start = {"start_match": {"superstars": {"p1": "the_rock", "p2": "kane"}}}
        rd(start, {"expect": {"pending": {"kind": kind}}}, phase="SETUP", superstars=stars)

    def test_r02_fortitude_is_the_sum_of_printed_damage(self):
        cards = {"three": {"f": 0, "d": 3}, "four": {"f": 0, "d": 4}}
        rd(
            put("three"),
            DECLINE,
            revealed(5),
            put("four"),
            DECLINE,
            {"expect": {"fr": {"p1": 7}}},
            cards=cards,
            bonuses=[{"source": "atomic_drop", "d": 2}],
        )

    def test_r03_an_empty_arsenal_loses_at_the_turns_end(self):
        end = [{"end_turn": {"player": "p1"}}, {"expect": {"method": "count_out", "winner": "p1"}}]
        cards = {"five": {"f": 0, "d": 5}}
        rd(
            put("five"),
            DECLINE,
            revealed(5),
            {"expect": {"method": None}},
            *end,
            cards=cards,
            players={"p2": {"arsenal": 5}},
        )

    def test_r04_reversed_from_the_arsenal_counts_from_hand_does_not(self):
        cards = {"twelve": {"f": 0, "d": 12}, "catch": CATCH}
        players = {"p1": {"fr": 28}}
        stopped = revealed(1, reversal="catch")
        rd(put("twelve"), DECLINE, stopped, {"expect": {"fr": {"p1": 40}}}, cards=cards, players=players)
        answer = {"reverse_from_hand": {"player": "p2", "card": "catch"}}
        rd(put("twelve"), answer, {"expect": {"fr": {"p1": 28}}}, cards=cards, players=players)

    def test_r05_damage_of_a_reversal_is_never_reversed(self):
        rd(
            put("punch"),
            {"reverse_from_hand": {"player": "p2", "card": "elbow_to_the_face"}},
            {"reveal_result": {"player": "p1", "revealed": 1, "reversal": "elbow_to_the_face"}},
            {"expect": {"rejected": "not_reversible"}},
        )

    def test_r06_a_must_that_cannot_be_paid_keeps_the_card_in_hand(self):
        rd(put("kick"), {"expect": {"rejected": "cost"}}, cards={"kick": {"f": 0}}, players={"p1": {"arsenal": 0}})

    def test_r07_after_means_immediately_after(self):
        cards = {
            "five": {"f": 0, "d": 5},
            "whip": {"kinds": ["action"], "f": 0, "d": 0},
            "falling_fist": {"f": 0, "d": 7},
        }
        rd(
            put("five"),
            DECLINE,
            revealed(5),
            put("whip", "action"),
            DECLINE,
            put("falling_fist"),
            {"expect": {"rejected": "requirement"}},
            cards=cards,
        )

    def test_r08_the_sample_match_up_to_the_gap(self):
        cards = {"hip_toss": {"f": 2}, "atomic_drop": {"f": 5}, "kick": {"f": 0}, "elbow_to_the_face": {}}
        steps = [{"expect": {"fr": {"p1": 2}}}]
        for card, damage, fr in (("hip_toss", 3, 5), ("atomic_drop", 6, 11), ("atomic_drop", 8, 17), ("kick", 7, 22)):
            steps += [put(card), DECLINE, revealed(damage), {"expect": {"fr": {"p1": fr}}}]
        rd(*steps, cards=cards, players={"p1": {"ring": ["elbow_to_the_face"]}})

    def test_r09_a_cost_stays_paid_when_the_card_is_reversed(self):
        cards = {
            "answer": {**CATCH, "d": 3, "must_costs": [{"discard": 1}]},
            "disqualification": {"f": 0, "d": 0},
        }
        rd(
            put("punch"),
            {"reverse_from_hand": {"player": "p2", "card": "answer", "discards": ["kick"]}},
            {"reverse_from_hand": {"player": "p1", "card": "disqualification", "confirmed": True}},
            {"expect": {"ringside": {"p2": ["kick", "answer"]}, "fr": {"p2": 0}}},
            cards=cards,
        )

    def test_r10_where_an_action_goes_is_no_choice(self):
        cards = {"off": {"kinds": ["action"], "f": 0, "d": 0, "destination": "ringside"}}
        rd(put("off", "action"), DECLINE, {"expect": {"ringside": {"p1": ["off"]}, "ring": {"p1": []}}}, cards=cards)

    def test_r11_deck_limits(self):
        def start(**deck):
            decks = {"p1": deck}
            return {"start_match": {"superstars": {"p1": "the_rock", "p2": "kane"}, "decks": decks}}

        rd(
            start(irish_whip=61),
            {"expect": {"rejected": "deck_size"}},
            start(punch=4, irish_whip=56),
            {"expect": {"rejected": "too_many_copies"}},
            start(irish_whip=60),
            {"expect": {"pending": {"kind": "coin"}}},
            phase="SETUP",
        )

    def test_r12_a_ruling_is_in_the_journal_and_can_be_made_again(self):
        ruling = {"referee_ruling": {"topic": "fr", "subject": "p1", "value": 9, "note": "all or nothing"}}
        found = {"journal": [{"ruling_made": {"topic": "fr", "value": 9, "note": "all or nothing"}}]}
        rd(ruling, {"undo": {"commands": 1}}, ruling, {"expect": {**found, "fr": {"p1": 9}}})


class TestGalaxyWrestlingFederation:
    def test_r13_and_r14_equal_values_are_a_draw_and_cards_go_back(self):
        cards = {"a": {"strength": 5, "beats": 1}, "b": {"strength": 5, "beats": 2}}
        combat = {"kind": "strength", "committed": {"p1": "a", "p2": "b"}}
        expect = {"hand_count": {"p1": 10, "p2": 10}, "belts": {"p1": 0, "p2": 0}, "active": "p2"}
        gwf({"reveal": {}}, {"expect": expect}, cards=cards, combat=combat)

    def test_r14_two_victory_cards_are_both_spent(self):
        combat = {"kind": "speed", "committed": {"p1": "V", "p2": "V"}}
        expect = {"has_victory": {"p1": False, "p2": False}, "belts": {"p1": 0, "p2": 0}}
        gwf({"reveal": {}}, {"expect": expect}, combat=combat)

    def test_r15_three_pairs_lose_whatever_the_belts(self):
        ruling = {"referee_ruling": {"topic": "table", "subject": "p1", "value": [1, 1, 2, 2, 3, 3]}}
        expect = {"losers": ["p1"], "winners": ["p2", "p3"]}
        gwf(ruling, {"expect": expect}, belts={"p1": 5, "p2": 3, "p3": 3})

    def test_r16_another_game_of_that_name_is_another_game(self):
        with pytest.raises(UsageProblemError):
            game_of("cotg")


class TestAllTimeWrestling:
    CARD = {"damage": 1, "cost": 1, "tn": 4, "momentum": 1}  # noqa: RUF012

    def test_r17_equal_is_a_success(self):
        steps = [{"play_attack": {"player": "p1", "card": "jab"}}, {"decline_defense": {"player": "p2"}}]
        roll = {"attack_roll": {"values": [4]}}
        atw(*steps, roll, {"expect": {"health": {"p2": 14}}}, cards={"jab": self.CARD})

    def test_r18_below_two_health_only_stamina_helps(self):
        rolls = [{"kickout_roll": {"player": "p2", "values": [1, 1]}} for _ in range(3)]
        players = {"p2": {"health": 1, "stamina": 2}}
        atw(*rolls, {"expect": {"method": "pinfall"}}, pin={"attempts_total": 3}, players=players)

    def test_r19_combo_and_rampage_exclude_each_other(self):
        cards = {ref: {**self.CARD, "icons": ["rampage"], "left": ["circle"]} for ref in ("a", "b")}
        both = {"play_rampage": {"player": "p1", "cards": ["a", "b"]}}
        atw(both, {"expect": {"rejected": "combo_and_rampage"}}, cards=cards, combo={"icons": ["circle"]})

    def test_r20_a_full_hand_draws_and_gives_one_back(self):
        steps = [
            {"play_attack": {"player": "p1", "card": "jab"}},
            {"decline_defense": {"player": "p2"}},
            {"attack_roll": {"values": [4]}},
            {"choose_compensation": {"player": "p2", "kind": "card"}},
        ]
        expect = {"hand_count": {"p2": 5}, "events": ["cards_shuffled_back"]}
        atw(*steps, {"expect": expect}, cards={"jab": self.CARD}, players={"p2": {"hand_count": 5}})


class TestWrasslinManager:
    def test_r21_equal_power_has_no_winner_and_sides_stay(self):
        slots = {1: {"momentum": "p1", "zone": {"p1": ["hold"]}, "left": {"kind": "fans"}, "center": {"kind": "fans"}}}
        players = {"p1": {"stats": [2, 2, 1]}}
        expect = {"slots": {1: {"winner": None}}, "fans": {"p1": 1, "p2": 0}}
        wm(
            {"resolve_event": {"slot": 1}},
            {"expect": expect},
            phase="RESOLVE",
            cards={"hold": {}},
            slots=slots,
            players=players,
        )

    def test_r22_drawing_goes_on_after_a_reshuffle_and_stops_where_nothing_is_left(self):
        players = {"p1": {"stats": [3, 3, 3], "hand_count": 2, "deck_count": 3, "discard": 1}}
        refill = {"refill_hand": {"player": "p1", "drawn": 4, "reshuffled": True}}
        wm(refill, {"expect": {"hand_count": {"p1": 6}, "deck_count": {"p1": 0}}}, phase="REFILL", players=players)

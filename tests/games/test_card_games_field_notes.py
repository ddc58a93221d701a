"""What players argue about: field notes R-01 to R-22, R-31, R-32, I-01 to I-05, each with its smallest check."""

from importlib import import_module
from pathlib import Path

import pytest

from companion.app.card_files import gather, match_setup
from companion.errors import ConfigError, UsageProblemError
from companion.games import game as game_of
from companion.kernel.game import plain_event
from companion.kernel.script import play
from companion.kernel.session import Session


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


EXTRA = {
    "sly": {"f": 0, "d": 1, "alignment": "heel", "logo": "raw"},
    "kind": {"f": 0, "d": 1, "alignment": "face"},
    "once": {"f": 0, "d": 1, "unique": True},
    "many": {"f": 0, "d": 1, "setup": True},
    "plain": {"f": 0, "d": 1},
}
LATER = {"deck": 50, "copies": 2, "side_decks": [12], "single_logo": True}


class TestRawDeal:
    @pytest.mark.parametrize(("value", "kind"), [(4, "draw"), (5, "coin")])
    def test_r01_the_higher_superstar_value_begins(self, value, kind):
        stars = {"the_rock": {"value": 5}, "kane": {"value": value, "hand_size": 5}}
        start = {"start_match": {"superstars": {"p1": "the_rock", "p2": "kane"}}}
        rd(start, {"expect": {"pending": {"kind": kind}}}, phase="SETUP", superstars=stars)
        if kind == "draw":
            first = [{"first_player_set": {"player": "p1", "by": "superstar_value"}}]
            rd(start, {"expect": {"active": "p1", "events": first}}, phase="SETUP", superstars=stars)
        else:
            first = [{"first_player_set": {"player": "p2", "by": "coin"}}]
            flip = {"flip_for_start": {"value": "p2"}}
            rd(start, flip, {"expect": {"active": "p2", "journal": first}}, phase="SETUP", superstars=stars)

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

    def test_r03_two_empty_arsenals_are_a_draw_a_card_that_is_lacking_is_a_pin(self):
        empty = {"p1": {"arsenal": 0}, "p2": {"arsenal": 0}}
        rd({"end_turn": {"player": "p1"}}, {"expect": {"method": "draw", "winner": None}}, players=empty)
        cards, few = {"six": {"f": 0, "d": 6}}, {"p2": {"arsenal": 5}}
        rd(put("six"), DECLINE, revealed(5), {"expect": {"method": "pin", "winner": "p1"}}, cards=cards, players=few)

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
        cards["stop"] = {"kinds": ["reversal"], "f": 0, "d": 0, "reverses": {"actions": True}}
        answer = {"reverse_from_hand": {"player": "p2", "card": "stop"}}
        cards["on"] = {"kinds": ["action"], "f": 0, "d": 0}
        rd(put("on", "action"), answer, {"expect": {"ringside": {"p1": ["on"]}, "ring": {"p1": []}}}, cards=cards)

    @pytest.mark.parametrize(
        ("deck", "edition", "refused"),
        [
            ({"many": 60}, {}, None),
            ({"many": 61}, {}, "deck_size"),
            ({"many": 59}, {}, "deck_size"),
            ({"plain": 3, "many": 57}, {}, None),
            ({"plain": 4, "many": 56}, {}, "too_many_copies"),
            ({"many": 4, "irish_whip": 56}, {}, None),  # set-up cards: as many as one likes
            ({"once": 1, "many": 59}, {}, None),
            ({"once": 2, "many": 58}, {}, "unique_card"),
            ({"sly": 1, "kind": 1, "many": 58}, {}, "heel_and_face"),
            ({"sly": 2, "many": 58}, {}, None),
            ({"sly": 1, "many": 59}, {"single_logo": True}, "wrong_superstar"),
            ({"many": 60}, LATER, "deck_size"),
            ({"plain": 2, "many": 48}, LATER, None),
            ({"plain": 3, "many": 47}, LATER, "too_many_copies"),
        ],
    )
    def test_r11_deck_limits(self, deck, edition, refused):
        start = {"start_match": {"superstars": {"p1": "the_rock", "p2": "kane"}, "decks": {"p1": deck}}}
        expect = {"rejected": refused} if refused else {"pending": {"kind": "coin"}}
        rd(start, {"expect": expect}, phase="SETUP", cards=EXTRA, edition=edition)

    @pytest.mark.parametrize(
        ("allowed", "sizes", "wrong"),
        [
            ([10, 10], (10, 10), []),
            ([10, 10], (11, 10), [1]),
            ([10, 10], (10, 11), [2]),
            ([12], (12, 1), [2]),
            ([12], (13,), [1]),
            ([], (1,), [1]),
        ],
    )
    def test_r11_side_decks_by_edition(self, tmp_path, allowed, sizes, wrong):
        side_decks = ", ".join(f"{{irish_whip: {size}}}" for size in sizes)
        deck = f"deck: {{superstar: the_rock, cards: {{irish_whip: 60}}, side_decks: [{side_decks}]}}"
        path = tmp_path / "deck.yaml"
        path.write_text(f"game: raw_deal\nedition: {{side_decks: {allowed}}}\n{deck}\n", encoding="utf-8")
        told = [str(error) for error in gather([path]).illegal]
        assert len(told) == len(wrong)
        assert all(f"side deck {n} " in line and "R-11" in line for n, line in zip(wrong, told, strict=True))

    def test_r12_a_ruling_is_in_the_journal_and_can_be_made_again(self):
        ruling = {"referee_ruling": {"topic": "fr", "subject": "p1", "value": 9, "note": "all or nothing"}}
        found = {"journal": [{"ruling_made": {"topic": "fr", "value": 9, "note": "all or nothing"}}]}
        rd(ruling, {"undo": {"commands": 1}}, ruling, {"expect": {**found, "fr": {"p1": 9}}})
        again = {"referee_ruling": {**ruling["referee_ruling"], "subject": "p2"}}
        second = {"journal": [{"ruling_made": {"topic": "fr", "subject": "p2", "note": "all or nothing"}}]}
        rd(ruling, again, {"expect": {**second, "fr": {"p1": 9, "p2": 9}}})


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

    def test_r16_another_game_of_that_name_is_another_game(self, tmp_path):
        with pytest.raises(UsageProblemError):
            game_of("cotg")
        rules = tmp_path / "rules.yaml"
        rules.write_text("game: cotg\nabout: {name: A, source: B, date: C}\nhouse_rules: {}\n", encoding="utf-8")
        with pytest.raises(ConfigError, match="game = cotg is not allowed"):
            match_setup("galaxy_wrestling_federation", [], {}, rules)


class TestAllTimeWrestling:
    CARD = {"damage": 1, "cost": 1, "tn": 4, "momentum": 1}  # noqa: RUF012

    def test_r17_equal_is_a_success(self):
        steps = [{"play_attack": {"player": "p1", "card": "jab"}}, {"decline_defense": {"player": "p2"}}]
        roll = {"attack_roll": {"values": [4]}}
        atw(*steps, roll, {"expect": {"health": {"p2": 14}}}, cards={"jab": self.CARD})
        below = {"attack_roll": {"values": [3]}}
        atw(*steps, below, {"expect": {"health": {"p2": 15}}}, cards={"jab": self.CARD})

    def test_r18_below_two_health_only_stamina_helps(self):
        rolls = [{"kickout_roll": {"player": "p2", "values": [1, 1]}} for _ in range(3)]
        players = {"p2": {"health": 1, "stamina": 2}}
        atw(*rolls, {"expect": {"method": "pinfall"}}, pin={"attempts_total": 3}, players=players)

    def test_r18_the_sum_may_be_the_health(self):
        roll = {"kickout_roll": {"player": "p2", "values": [3, 4]}}
        for health, events in ((7, {"not_events": ["match_ended"], "pin": None}), (6, {"method": "pinfall"})):
            atw(roll, {"expect": events}, pin={"attempts_total": 1}, players={"p2": {"health": health, "stamina": 0}})

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


GAMES = ("galaxy_wrestling_federation", "wrasslin_manager", "all_time_wrestling", "raw_deal")


class TestEveryGame:
    """R-30 stands with the files (`tests/app/test_card_files.py`), I-03 with the drawing of names."""

    @pytest.mark.parametrize("limit", [1, 3])
    def test_r31_rematch_upon_rematch_stops_at_the_limit_and_asks(self, limit):
        cards = {"a": {"strength": 5, "beats": 1}, "b": {"strength": 5, "beats": 2}}
        commits = [{"commit_card": {"player": seat, "card": card}} for seat, card in (("p1", "a"), ("p2", "b"))]
        again = [*commits, {"start_count": {}}, {"reveal": {}}]
        gwf(
            {"challenge": {"player": "p1", "opponent": "p2", "kind": "strength"}},
            *[step for _ in range(limit) for step in (*again, {"expect": {"phase": "COMMIT"}})],
            *again,
            {"expect": {"pending": {"kind": "no_decision", "owner": "referee"}, "events": ["no_decision_asked"]}},
            {"rule_no_decision": {"choice": "draw"}},
            {"expect": {"phase": "CHALLENGE", "active": "p2"}},
            cards=cards,
            house_rules={"equal_values": "rematch", "rematch_limit": limit},
        )

    @pytest.mark.parametrize("name", GAMES)
    def test_r32_a_foul_is_recorded_even_where_nobody_may_punish_it(self, name):
        session = Session(import_module(f"companion.games.{name}").GAME, {})
        before = session.state
        given = {"topic": "foul", "subject": "p1", "value": "looked at the deck", "note": "no referee at the table"}
        act = session.handle("referee_ruling", given)
        assert session.state == before
        (written,) = [plain_event(event) for event in act.events]
        assert (written["topic"], written["subject"], written["value"]) == ("foul", "p1", "looked at the deck")

    def test_i01_every_roll_says_how_it_came(self):
        session = Session(import_module("companion.games.all_time_wrestling").GAME, {"phase": "INITIATIVE_ROLL"}, "7")
        assert session.opening()["generator"]
        rolls = session.plan("roll_initiative", {}).rolls
        assert [(roll.method, roll.sides, roll.counter is not None) for roll in rolls] == [("digital", 6, True)] * 2
        (roll,) = session.plan("roll_initiative", {"values": {"p1": 6, "p2": 1}}).rolls
        assert roll.method == "typed"
        (roll,) = session.plan("roll_initiative", {"values": {"p1": 6, "p2": 1}}, method="camera").rolls
        assert roll.method == "camera"

    def test_i02_an_undo_keeps_the_dice_and_the_coin(self):
        session = Session(import_module("companion.games.all_time_wrestling").GAME, {"phase": "INITIATIVE_ROLL"}, "7")
        first = session.handle("roll_initiative", {}).events[0].values
        session.handle("undo", {"commands": 1})
        again = session.handle("roll_initiative", {})
        assert (again.events[0].values, again.rolls[0].method) == (first, "kept")
        session = Session(import_module("companion.games.raw_deal").GAME, {"phase": "SETUP"}, "7")
        session.handle("start_match", {"superstars": {"p1": "the_rock", "p2": "stone_cold_steve_austin"}})
        session.handle("flip_for_start", {})
        first = session.state.active
        session.handle("undo", {"commands": 1})
        session.handle("flip_for_start", {})
        assert session.state.active == first

    def test_i04_a_profile_stays_as_it_was_until_the_referee_changes_it(self):
        gwf(
            {"referee_ruling": {"topic": "house_rules", "value": {"draw_cards": "table_both"}}},
            {"expect": {"journal": [{"ruling_made": {"topic": "house_rules", "value": {"draw_cards": "table_both"}}}]}},
        )

    def test_i05_typed_dice_are_checked(self):
        setup = {"phase": "INITIATIVE_ROLL"}
        too_high = {"roll_initiative": {"values": {"p1": 7, "p2": 1}}}
        atw(too_high, {"expect": {"rejected": "dice_face"}}, **setup)
        atw({"roll_initiative": {"values": {"p1": 4}}}, {"expect": {"rejected": "dice_count"}}, **setup)
        atw({"roll_initiative": {"values": {"p1": 4, "p2": 1}}}, {"expect": {"initiative": "p1"}}, **setup)


class TestNullIsAsked:
    """K-14: a value that nobody has printed is asked at the table, and the answer is in the journal."""

    def test_rd_values_are_typed_with_the_card(self):
        typed = {"play_card": {"player": "p1", "card": "powerbomb", "as": "maneuver", "typed": {"f": 0, "d": 4}}}
        rd(put("powerbomb"), {"expect": {"rejected": "value_missing"}}, typed, {"expect": {"play": {"damage": 4}}})

    def test_atw_values_are_typed_by_a_ruling(self):
        blank = {"play_attack": {"player": "p1", "card": "strike_combo"}}
        told = {"strike_combo": {"damage": 1, "tn": 4, "momentum": 0, "class": "ordinary"}}
        ruling = {"referee_ruling": {"topic": "cards", "value": told}}
        found = {"journal": [{"ruling_made": {"topic": "cards", "value": told}}], "attack": {"cards": ["strike_combo"]}}
        atw(blank, {"expect": {"rejected": "value_missing"}}, ruling, blank, {"expect": found})

    def test_gwf_values_are_typed_at_the_reveal(self):
        combat = {"kind": "strength", "committed": {"p1": "face_down", "p2": "face_down"}}
        cards = {"p1": {"strength": 4, "beats": 1}, "p2": {"strength": 3, "beats": 2}}
        told = {"expect": {"table": {"p2": [3]}, "events": [{"revealed": {"cards": {"p1": {"strength": 4}}}}]}}
        gwf(
            {"reveal": {}},
            {"expect": {"rejected": "card_values_missing"}},
            {"reveal": {"cards": cards}},
            told,
            combat=combat,
        )

    def test_wm_rewards_are_told_when_they_fall_due(self):
        slots = {1: {"zone": {"p1": ["hold"]}, "left": "unknown"}}
        told = {"grant_reward": {"player": "p1", "slot": 1, "section": "left", "kind": "fans", "amount": 2}}
        asked = {"pending": {"kind": "grant_reward", "owner": "p1", "section": "left"}}
        wm(
            {"resolve_event": {"slot": 1}},
            {"expect": asked},
            told,
            {"expect": {"fans": {"p1": 2}, "journal": [{"reward_granted": {"amount": 2}}]}},
            phase="RESOLVE",
            cards={"hold": {}},
            slots=slots,
        )


NOTES = {
    **{f"R-{n:02d}": f"test_r{n:02d}_" for n in range(1, 23) if n != 13},
    "R-13": "test_r13_and_r14_equal_values_are_a_draw_and_cards_go_back",
    "R-30": "app/test_card_files.py::test_r30_two_profiles_of_one_game_stay_apart",
    "R-31": "test_r31_",
    "R-32": "test_r32_",
    "I-01": "kernel/test_dice.py::chi",
    "I-01, statistics": "screens/test_dice_counts.py::def test_all_time_wrestling_by_hand_here_and_again",
    "I-02": "test_i02_",
    "I-03": "screens/test_drawing.py::I-03",
    "I-04": "app/test_card_files.py::test_i04_it_is_told_at_the_start_and_with_the_result",
    "I-05": "screens/test_bad_dice.py::I-05",
}
"""Where each note is held: the beginning of a test here, or what stands in another file."""


@pytest.mark.parametrize("note", NOTES)
def test_every_note_has_its_test(note):
    file, _, words = NOTES[note].rpartition("::")
    text = (Path(__file__).parents[1] / file if file else Path(__file__)).read_text(encoding="utf-8")
    assert (words if file else f"def {words}") in text

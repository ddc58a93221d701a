"""Every rule and decision of the four rules files stands in a golden case or in a test named here; a gap fails."""

import re
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
BOUTS = HERE.parent / "golden" / "bouts"

# numbers of the rules in section 1, as ranges with both ends, and how many decisions section 6 has
RULES = {
    "galaxy_wrestling_federation": ("GWF", "1-2 10-12 20-24 30-35 40-44 50-54 60-62", 27),
    "wrasslin_manager": (
        "WM",
        "1-11 101-114 201-209 301-304 310-312 320-322 330-338 340-342 350 360-361 401-405 410-412 420-424 430 601-604",
        35,
    ),
    "all_time_wrestling": (
        "ATW",
        (
            "1-6 10-18 20-28 30-39 40-43 50-53 60-70 80-98 100-106 110-122 130-137 140-142 150-155 160-161 170-173 "
            "180-186 190-191 200-206 210 220-223 230-240"
        ),
        39,
    ),
    "raw_deal": (
        "RD",
        "1-15 101-113 201-207 301-308 401-420 501-512 601-607 701-709 801-803 901-902 910-915",
        37,
    ),
}
# what the box holds, names, advice, and sentences that other rules spell out
NO_EFFECT = {
    "GWF": "001 002",
    "WM": "007 010 201 202 304 322 331 341 D33",
    "ATW": "001 003 004 005 010 012 013 014 016 020 021 022 030 031 032 035 050 063 085 110 140 141 142 D32 D33 D35",
    "RD": "001 002 003 004 011 014 015 101 102 103 107 203 407 605 607 D31",
}
# rule or decision: the test that fails without it, where no golden case names it
TESTS = {
    "GWF-021": "test_refusals",
    "GWF-030": "test_case",
    "WM-002": "test_events_are_laid_out_in_order",
    "WM-101": "test_refill_refusals",
    "WM-205": "test_refusals_in_their_order",
    "WM-301": "test_requirement_gate",
    "WM-330": "test_a_roll_back_undoes_knock_out_and_marker",
    "WM-401": "test_power_tie",
    "WM-D31": "test_a_bonus_to_power_holds_for_the_round",
    "ATW-080": "test_forced_pass",
    "ATW-100": "test_an_ability_with_text_and_one_that_asks",
    "ATW-101": "test_an_ability_with_text_and_one_that_asks",
    "ATW-102": "test_an_ability_with_text_and_one_that_asks",
    "ATW-103": "test_taunt_that_the_board_does_not_tell",
    "ATW-105": "test_the_reduction_icon_counts",
    "ATW-121": "test_case",
    "ATW-130": "test_colours_must_match",
    "ATW-131": "test_combo_links_all",
    "ATW-153": "test_case",
    "ATW-200": "test_min_kickout_attempts",
    "ATW-201": "test_finisher_reduction_scope",
    "ATW-205": "test_an_ability_may_take_the_last_attempt",
    "ATW-233": "test_what_a_depleted_attacker_may_do",
    "ATW-236": "test_blind_none",
    "RD-201": "test_count_out_check",
    "RD-202": "test_the_higher_value_begins",
    "RD-204": "test_from_nothing",
    "RD-302": "test_windows_and_seats",
    "RD-303": "test_windows_and_seats",
    "RD-306": "test_next_bonus_expiry",
    "RD-308": "test_next_bonus_expiry",
    "RD-401": "test_fortitude_source",
    "RD-409": "test_an_action_is_reversed_only_by_what_says_so",
    "RD-415": "test_case",
    "RD-504": "test_r04_reversed_from_the_arsenal_counts_from_hand_does_not",
    "RD-601": "test_refusals",
    "GWF-011": "test_case",
    "GWF-D07": "test_the_crowd_sees_only_spent_victory_cards",
    "GWF-D08": "test_beats_match",
    "GWF-D13": "test_refusals",
    "GWF-D22": "test_the_count_is_told_with_its_seconds",
    "GWF-D23": "test_belts_may_run_out",
    "GWF-D24": "test_both_reach_three_pairs_together",
    "WM-008": "test_events_resolve_in_their_order",
    "WM-D14": "test_knockout_lasts",
    "WM-D16": "test_knockout_keeps_lateral",
    "WM-D17": "test_double_knockout",
    "WM-D22": "test_removed_card_returns",
    "WM-D23": "test_remove_star_moves",
    "WM-D24": "test_tiebreak_count",
    "WM-D26": "test_what_makes_no_sense_is_named",
    "WM-D27": "test_knockout_can_play",
    "WM-D30": "test_drawing_stops_where_nothing_is_left",
    "WM-D34": "test_support_cards_any_time",
    "WM-D35": "test_breather_from_a_deck_that_is_empty",
    "ATW-002": "test_wrestlers",
    "ATW-006": "test_enable_rampage",
    "ATW-011": "test_refusals",
    "ATW-015": "test_over_limit_draw",
    "ATW-017": "test_rampage_zero",
    "ATW-018": "test_paid_discards_to",
    "ATW-024": "test_a_one_time_ability_with_a_die",
    "ATW-026": "test_low_zone_source",
    "ATW-027": "test_min_kickout_attempts",
    "ATW-028": "test_r17_equal_is_a_success",
    "ATW-034": "test_rampage_min_cards",
    "ATW-036": "test_the_reduction_icon_counts",
    "ATW-037": "test_two_links_one_is_chosen",
    "ATW-038": "test_taunt_that_the_board_does_not_tell",
    "ATW-039": "test_case",
    "ATW-D01": "test_refusals",
    "ATW-D04": "test_forced_pass",
    "ATW-D10": "test_natural_one_misses",
    "ATW-D11": "test_a_class_that_nobody_told_is_asked_when_it_counts",
    "ATW-D12": "test_low_zone_source",
    "ATW-D14": "test_stopped_attack_counts",
    "ATW-D15": "test_rampage_min_cards",
    "ATW-D17": "test_rampage_icons_from",
    "ATW-D19": "test_rampage_reroll",
    "ATW-D22": "test_combo_links_all",
    "ATW-D23": "test_random_matches",
    "ATW-D24": "test_min_kickout_attempts",
    "ATW-D25": "test_finisher_reduction",
    "ATW-D27": "test_blind_none",
    "ATW-D28": "test_a_blind_card_that_misses_is_not_replaced",
    "ATW-D30": "test_an_empty_draw_pile",
    "ATW-D31": "test_enable_combo",
    "ATW-D36": "test_a_permanent_text_may_be_told_before_the_next_command",
    "ATW-D38": "test_combo_after_stop",
    "ATW-D39": "test_finisher_reduction_scope",
    "RD-013": "test_deck_refusals",
    "RD-105": "test_move_cards",
    "RD-106": "test_a_discard_as_cost_is_asked_for",
    "RD-108": "test_refusals",
    "RD-109": "test_the_higher_value_begins",
    "RD-110": "test_the_higher_value_begins",
    "RD-111": "test_random_matches",
    "RD-113": "test_forced_abilities",
    "RD-D07": "test_stun_draw",
    "RD-D08": "test_stun_on_last_card",
    "RD-D10": "test_mankind_reduces",
    "RD-D14": "test_a_total_below_zero_is_zero",
    "RD-D15": "test_values_that_are_null_are_typed",
    "RD-D16": "test_an_action_that_goes_to_ringside",
    "RD-D21": "test_no_more_is_drawn_than_the_arsenal_has",
    "RD-D22": "test_forced_abilities",
    "RD-D25": "test_case",
    "RD-D29": "test_tag_recover_to",
    "RD-D30": "test_reveal_entry",
    "RD-D34": "test_plain_effects",
}


def numbers(ranges):
    for part in ranges.split():
        low, _, high = part.partition("-")
        yield from range(int(low), int(high or low) + 1)


def every_rule(name):
    prefix, ranges, decisions = RULES[name]
    found = {f"{prefix}-{number:03d}" for number in numbers(ranges)}
    return found | {f"{prefix}-D{number:02d}" for number in range(1, decisions + 1)}


def in_golden_cases(name):
    cases = yaml.safe_load((BOUTS / f"{name}.yaml").read_text(encoding="utf-8"))
    return {rule for case in cases for rule in case["rules"]}


def existing_tests():
    files = [*HERE.glob("test_card_games_*.py"), *(path for name in RULES for path in (HERE / name).glob("test_*.py"))]
    return {name for path in files for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", RULES)
def test_no_rule_is_forgotten(name):
    prefix = RULES[name][0]
    quiet = {f"{prefix}-{number}" for number in NO_EFFECT[prefix].split()}
    named = {rule for rule in TESTS if rule.startswith(f"{prefix}-")}
    golden = in_golden_cases(name)
    assert every_rule(name) - golden - quiet - named == set()
    assert golden <= every_rule(name)
    assert not quiet & named


def test_the_tests_named_here_exist():
    assert set(TESTS.values()) - existing_tests() == set()


@pytest.mark.parametrize("name", RULES)
def test_code_cites_no_rule_that_does_not_exist(name):
    prefix = RULES[name][0]
    known = every_rule(name)
    for path in (HERE.parents[1] / "companion" / "games" / name).glob("*.py"):
        for rule in re.findall(rf'"({prefix}-D?\d+)"', path.read_text(encoding="utf-8")):
            assert rule in known, f"{path.name} cites {rule}"

"""House rules: every option of the rules file's decisions, the first value being the default (section 2)."""

from collections.abc import Mapping
from typing import Any, Final, cast

from companion.games.clay_wrestling.model import Match
from companion.kernel.profile import Option, Options, Value

CLASSIC: Final = "classic"
"""Name of the profile with every default."""


def _one_of(key: str, decision: str, *values: Value) -> Option:
    return Option(key, values[0], decision, values)


def _between(key: str, default: int, decision: str, low: int, high: int) -> Option:
    return Option(key, default, decision, low=low, high=high)


def _measure(key: str, default: float, decision: str, low: float, high: float) -> Option:
    return Option(key, default, decision, low=low, high=high, whole=False)


OPTIONS: Final = Options.of(
    _one_of("capacity_rule", "DEC-01", "mode_overrides", "hard_cap_8"),
    _one_of("clay_full_use", "DEC-02", "recommended", "required"),
    _one_of("shape_limits", "DEC-03", "none", "must_stand_alone"),
    _one_of("clay_repair", "DEC-04", "reattach_only", "none", "between_matches"),
    _one_of("deform_throw", "DEC-04", True, False),
    _one_of("class_overlap", "DEC-05", "referee", "beast_first", "humanoid_first", "absurd_first"),
    _one_of("min_points_rule", "DEC-06", "all_one", "annotated_only"),
    _one_of("sheet_max", "DEC-07", 4, 5),
    Option("title_cap", "none", "DEC-07", ("none",), low=4, high=10),
    Option("title_points", "ask", "DEC-07", ("ask",), low=1, high=5),
    _one_of("spirit_ability", "DEC-08", "merged_into_resistance", "legacy_separate"),
    _one_of("finisher_attack_choice", "DEC-09", "at_activation", "on_sheet"),
    _one_of("negative_stamina", "DEC-10", "conscious_until_ko", "check_below_zero"),
    _one_of("stamina_floor", "DEC-11", "none", "minus_10"),
    _one_of("stamina_cap", "DEC-12", "starting", "none"),
    _one_of("wake_order", "DEC-13", "recover_then_check", "check_then_recover"),
    _one_of("ko_recovery", "DEC-14", "resistance_plus_1", "resistance_only"),
    _one_of("simultaneous_end", "DEC-15", "draw", "referee"),
    _one_of("rest_gain_timing", "DEC-16", "on_declaration", "own_slot"),
    _one_of("rest_eligibility", "DEC-17", "any_not_blocked", "not_knocked_down", "standing_only"),
    _one_of("fatigue_cap", "DEC-18", 4, 3),
    _one_of("fatigue_scope", "DEC-18", "all", "counter_only"),
    _between("fatigue_threshold", 10, "DEC-18", 0, 20),
    _one_of("modifier_order", "DEC-19", "cap_then_bonus", "bonus_then_cap"),
    _one_of("dq_effect", "DEC-21", "auto", "victim_wins", "offender_out"),
    _one_of("count_out_first", "DEC-22", "next_full_turn", "fall_turn"),
    _between("count_out_turns", 4, "DEC-22", 1, 20),
    _between("lms_turns", 4, "DEC-23", 1, 20),
    _one_of("lms_count", "DEC-23", "failed_checks", "full_turns"),
    _one_of("ringside_elimination", "DEC-24", "any_cause", "forced_only"),
    _one_of("team_tag_rule", "DEC-25", "tag", "all_in"),
    _one_of("leave_ring_cost", "DEC-26", 1, 0),
    _one_of("initiative_scope", "DEC-27", "rest_after_tieups", "all_first"),
    _one_of("initiative_tie", "DEC-28", "reroll_tied", "higher_speed"),
    _one_of("defence_counts_when", "DEC-29", "attempted", "successful"),
    _one_of("defences_per_turn", "DEC-30", 1, 2, "unlimited"),
    _one_of("split_move", "DEC-31", False, True),
    _one_of("tieup_trigger", "DEC-32", "adjacent_standing", "after_attack"),
    _one_of("tieup_group_order", "DEC-33", "roll_1d6", "table_order"),
    _one_of("parity_in_melee", "DEC-34", True, False),
    _one_of("melee_worst", "DEC-35", "roll_result", "ability_score"),
    _one_of("escape_may_attack_same", "DEC-36", False, True),
    _one_of("melee_escape_vs", "DEC-37", "highest_rival", "sum_of_rivals"),
    _one_of("escape_fail_keeps_defence", "DEC-38", True, False),
    _one_of("melee_uses_three_plus", "DEC-39", True, False),
    _one_of("back_step", "DEC-40", "once_for_1", "free_once", "per_point"),
    _one_of("half_turn_step", "DEC-41", "up_to_half", "exact_half"),
    _one_of("half_palm_measure", "DEC-42", "closed_hand", "half_of_open"),
    _one_of("palm_owner", "DEC-43", "acting_attacker", "moved_fighter"),
    _one_of("three_crits", "DEC-44", "wound_and_knockdown", "wound_only"),
    _one_of("crit_scope", "DEC-45", "whole_attack", "per_hit"),
    _between("strength_dice_cap", 10, "DEC-46", 1, 40),
    _one_of("strike_ringside_damage", "DEC-47", 0, 4),
    _one_of("cancel_order", "DEC-48", "ordinary_first", "critical_first"),
    _one_of("whip_origin", "DEC-49", "attacker", "defender"),
    _one_of("whip_end_facing", "DEC-49", "run", "attacker"),
    _one_of("whip_leftover", "DEC-50", "ceil", "floor"),
    _one_of("whip_exact_ropes", "DEC-51", "stops_unless_technique_failed", "stops", "must_check"),
    _one_of("rope_check_needed", "DEC-52", "one_per_palm", "one_total"),
    _one_of("dodge_successes", "DEC-53", 1, 2, 3),
    _one_of("collision_ends_run", "DEC-54", True, False),
    _one_of("rebound_tie", "DEC-55", "roll_off", "no_strike"),
    _one_of("rebound_strike", "DEC-56", "rolled_free", "automatic_hit", "rolled_uses_attack"),
    _one_of("collide_with_down", "DEC-57", True, False),
    _one_of("rebound_collisions", "DEC-58", True, False),
    _one_of("suplex_hold_roll", "DEC-59", "holder_slot", "end_of_turn"),
    _one_of("holder_move", "DEC-60", "speed", "crit_palms_only"),
    _one_of("suplex_collision_struck", "DEC-61", "knocked_down", "lying", "standing"),
    _one_of("held_falls_on", "DEC-62", "damage", "hit"),
    _one_of("suplex_reversal", "DEC-63", "grab_if_crit", "strike", "none"),
    _one_of("suplex_range", "DEC-64", "any", "strength_palms"),
    _one_of("held_attackable", "DEC-65", False, True),
    _one_of("submission_check", "DEC-66", "stamina_d10", "stamina_resistance_d10"),
    _one_of("submission_cap", "DEC-67", "strength_part_only", "total"),
    _one_of("submission_slot", "DEC-68", "late", "initiative"),
    _one_of("submission_interrupt", "DEC-69", "knockdown_or_ko", "any_damage", "never"),
    _one_of("submission_ko", "DEC-70", "check_then_release", "auto_surrender"),
    _one_of("submission_hold_three_plus", "DEC-71", False, True),
    _one_of("counter_return", "DEC-72", "all_crits", "surplus_crits", "surplus_successes", "none"),
    _one_of("counter_chain", "DEC-73", False, True),
    _one_of("counter_loss", "DEC-74", "per_use", "single", "disabled"),
    _one_of("counter_fail", "DEC-74", "not_cancelled", "no_success"),
    _one_of("one_on_one_scope", "DEC-74", "roster_of_two", "two_left"),
    _one_of("technique_from_behind", "DEC-75", False, True),
    _measure("rear_arc_deg", 120, "DEC-75", 60, 180),
    _one_of("technique_reversal_crit", "DEC-76", "six", "any_success"),
    _one_of("finisher_connect", "DEC-77", "net_success", "damage"),
    _one_of("finisher_attack", "DEC-78", "extra_attack", "next_attack"),
    _one_of("finisher_on_knocked_down", "DEC-79", "rolled", "flat"),
    _one_of("finisher_scope", "DEC-80", "match", "event"),
    _one_of("finisher_rest_recovers", "DEC-81", True, False),
    _one_of("finisher_bonus_end", "DEC-82", "start_of_next_turn", "after_attack"),
    _one_of("pin_check", "DEC-83", "stamina_resistance_d10", "stamina_d10", "resistance_d10"),
    _one_of("pin_on_unconscious", "DEC-84", "two_counts", "immediate"),
    _one_of("pin_second_check", "DEC-85", "start_of_turn", "pinner_slot"),
    _one_of("pin_checks", "DEC-86", 2, 3),
    _one_of("kickout_clears_knockdown", "DEC-87", True, False),
    _one_of("pinner_locked", "DEC-88", True, False),
    _one_of("pinned_attackable", "DEC-89", True, False),
    _one_of("knocked_down_counter", "DEC-90", "none", "minus_one"),
    _one_of("knocked_down_attacks", "DEC-91", "one_total", "one_per_attacker"),
    _one_of("card_display", "DEC-92", "highest_only", "all"),
    _one_of("jump_victim_status", "DEC-93", "knocked_down", "lying", "none"),
    _one_of("jump_miss_status", "DEC-94", "lying_this_turn", "knocked_down"),
    _one_of("jump_dodge", "DEC-95", False, True),
    _one_of("post_interrupt", "DEC-96", "damage_falls", "no_effect"),
    _one_of("charge_palms", "DEC-97", "floor", "ceil"),
    _one_of("taunt_double_one", "DEC-98", 0, 6, 1),
    _one_of("forced_rest_taunt", "DEC-99", False, True),
    _one_of("injury_total", "DEC-100", 3, 2),
    _one_of("wound_table", "DEC-101", "ten", "combat_only", "main_only"),
    _one_of("wound_persistence", "DEC-102", "match", "event"),
    _one_of("iron_man_stamina", "DEC-103", "half_of_start", "half_of_current"),
    _between("iron_man_out_turns", 1, "DEC-104", 0, 10),
    _one_of("iron_man_tie", "DEC-104", "draw", "sudden_death"),
    _between("iron_man_minutes", 60, "DEC-104", 1, 240),
    _one_of("elimination_by", "DEC-105", "all_flags", "pin_submission_only"),
    _one_of("rumble_falls", "DEC-106", "none", "eliminate"),
    _one_of("late_attack_restriction", "DEC-107", "several_only", "always", "none"),
    _one_of("downed_before_acting", "DEC-108", "late", "keeps_slot"),
    _measure("adjacent_gap_palms", 0.25, "DEC-109", 0, 0.49),
    _measure("near_ropes_palms", 0.25, "DEC-109", 0, 0.49),
    _measure("near_post_palms", 0.25, "DEC-109", 0, 0.49),
    _measure("palm_tolerance", 0.1, "DEC-110", 0, 0.3),
    _one_of("late_stand", "DEC-111", "optional", "forced"),
    _one_of("wound_floor", "DEC-112", 0, 1),
    _one_of("facing_after_stand", "DEC-113", "owner_choice", "unchanged"),
    _one_of("pinner_hit_lying", "DEC-114", "until_late_slot", "whole_next_turn"),
    _one_of("stand_after_entering", "DEC-115", "same_slot", "next_turn"),
    _one_of("pin_targets", "DEC-116", "lying_knocked_unconscious", "lying_knocked_only"),
    _one_of("wake_needs_check", "DEC-118", True, False),
    _one_of("jump_delay", "DEC-119", 1, 2),
    _one_of("ringside_fighting", "DEC-120", True, False),
    _one_of("struck_holder_falls", "DEC-121", False, True),
    _one_of("charge_knocks_down", "DEC-122", False, True),
)

DEFAULTS: Final[Mapping[str, Value]] = OPTIONS.resolve({})

DECISIONS_WITHOUT_OPTIONS: Final = ("DEC-20", "DEC-117")
"""DEC-20 is the mode flag `dq`; DEC-117 is wording only."""


def resolve(changes: Mapping[str, Any]) -> Mapping[str, Value]:
    """The whole profile with the event's changes; `profile` may name it.

    Raises:
        NotationError: an unknown key or a value that is not allowed; the allowed ones are listed.
    """
    return dict(OPTIONS.resolve({key: value for key, value in changes.items() if key != "profile"}))


def word(match: Match, key: str) -> str:
    """A house rule that is a word."""
    return cast("str", match.profile[key])


def number(match: Match, key: str) -> int:
    """A house rule that is a whole number."""
    return cast("int", match.profile[key])


def measure(match: Match, key: str) -> float:
    """A house rule that is a measure."""
    return cast("float", match.profile[key])


def rule_is(match: Match, key: str, value: Value) -> bool:
    """Whether the house plays this reading."""
    return match.profile[key] == value

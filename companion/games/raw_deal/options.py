"""House rules: one option for each decision that has any (section 6)."""

from companion.kernel.profile import Option, Options

OPTIONS = Options.of(
    Option("fortitude_source", "damage_value", "RD-D01", ("damage_value", "fortitude_value")),
    Option("count_out_check", "any_turn_end", "RD-D02", ("any_turn_end", "own_turn_end", "immediate")),
    Option("first_player", "superstar_value", "RD-D04", ("superstar_value", "coin")),
    Option("austin_order", "draw_then_bottom", "RD-D05", ("draw_then_bottom", "bottom_then_draw")),
    Option("ruleset", "advanced", "RD-D06", ("quick", "basic", "advanced")),
    Option("stun_draw", "optional", "RD-D07", ("optional", "mandatory")),
    Option("stun_on_last_card", True, "RD-D08", (True, False)),
    Option("next_bonus_expiry", "turn_end", "RD-D09", ("turn_end", "until_used")),
    Option("mankind_reduces", "all_damage", "RD-D10", ("all_damage", "maneuvers")),
    Option("reversal_limit", "net", "RD-D11", ("net", "printed")),
    Option("requirement_damage", "net", "RD-D12", ("net", "printed")),
    Option("strict_after", True, "RD-D13", (True, False)),
    Option("hybrid_action_fortitude", True, "RD-D17", (True, False)),
    Option("arsenal_reversal", "automatic", "RD-D18", ("automatic", "optional")),
    Option("forced_abilities", "as_written", "RD-D22", ("as_written", "optional", "mandatory")),
    Option("disqualification", "referee", "RD-D27", ("referee", "never")),
    Option("tag_team", "none", "RD-D28", ("none", "bookkeeping")),
    Option("tag_recover_to", "bottom", "RD-D29", ("bottom", "shuffle")),
    Option("reveal_entry", "count", "RD-D30", ("count", "titles")),
    Option("plain_effects", "as_far_as_possible", "RD-D34", ("as_far_as_possible", "free")),
    Option("ringside_public", True, "RD-D37", (True, False)),
)

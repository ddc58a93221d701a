"""House rules: one option for each decision that has any (section 6)."""

from companion.kernel.profile import Option, Options

OPTIONS = Options.of(
    Option("min_players", 3, "GWF-D01", (2, 3)),
    Option("first_player", "random", "GWF-D02", ("random", "chosen")),
    Option("most_cards_rule", "unique_max", "GWF-D03", ("unique_max", "tied_max_protected")),
    Option("draw_cards", "return_both", "GWF-D04", ("return_both", "table_both")),
    Option("equal_values", "draw", "GWF-D05", ("draw", "rematch", "table_both", "referee")),
    Option("double_victory", "spend_both", "GWF-D06", ("spend_both", "return_both")),
    Option("beats_match", "exact", "GWF-D08", ("exact", "at_most")),
    Option("interrupt_by", "opposition", "GWF-D09", ("opposition", "opposition_or_value")),
    Option("interrupt_with_victory", True, "GWF-D10", (True, False)),
    Option("interrupts_per_combat", "one", "GWF-D11", ("one", "each_seat_once")),
    Option("interrupt_loser", "target_tables", "GWF-D12", ("target_tables", "both_table", "both_return")),
    Option("interrupt_shows", "target", "GWF-D14", ("target", "both")),
    Option("recommit_after_interrupt", False, "GWF-D15", (False, True)),
    Option("pair_counting", "distinct_values", "GWF-D16", ("distinct_values", "every_two_cards")),
    Option("end_check", "immediate", "GWF-D17", ("immediate", "after_combat")),
    Option("belt_tie", "shared", "GWF-D18", ("shared", "fewest_table_cards", "playoff")),
    Option("count_seconds", 3, "GWF-D22", low=1, high=10),
    Option("belt_supply", "unlimited", "GWF-D23", ("unlimited",), low=0, high=1000),
    Option("rematch_limit", 3, "R-31", low=1, high=100),
    Option("interrupt_mutual", "succeeds", "GWF-D27", ("succeeds", "fails")),
)

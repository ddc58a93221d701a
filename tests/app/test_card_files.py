"""Card, deck and rules files: strict, with their place; matches that start with them (K-14, R-11, R-30)."""

from pathlib import Path

import pytest

from companion.app.card_files import decks_by_seat, gather, match_setup, profile_of
from companion.app.card_sample import sample_text
from companion.app.evening import Evening
from companion.cli.main import main
from companion.config.strict import load_text
from companion.errors import ConfigError, NotationError, UsageProblemError
from companion.games import game
from companion.kernel.card_files import Provenance
from companion.kernel.session import Session, rows

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "golden" / "cards"
GAMES = ("galaxy_wrestling_federation", "wrasslin_manager", "all_time_wrestling", "raw_deal")


@pytest.fixture
def written(tmp_path):
    def write(text, name="cards.yaml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def lines(path, name="raw_deal", language="en"):
    """What is wrong with the file, without its path."""
    gathered = gather([path], name)
    return [error.of(language).removeprefix(f"{path}:") for error in (*gathered.unreadable, *gathered.illegal)]


def test_every_wrong_value_of_a_file_is_told_at_once(written):
    path = written(
        "game: raw_deal\ncards:\n  punch: {f: two, d: three, sv: 1, sleep: 4}\n"
        "deck:\n  superstar: kane\n  cards: {punch: many, kick: 3, chop: few}\n  tag: 7\n"
    )
    told = [error.split(" = ")[0].split(" is ")[0].split(": ")[1] for error in lines(path)]
    assert sorted(told) == [
        "cards.punch.d", "cards.punch.f", "cards.punch.sleep", "deck.cards.chop", "deck.cards.punch", "deck.tag",
    ]  # fmt: skip


class TestSample:
    """The bundled data says what the sources say, and nothing else."""

    @pytest.mark.parametrize("name", GAMES)
    def test_the_bundled_file_is_what_the_program_knows(self, name):
        assert (ROOT / "calibration" / "cards" / f"{name}.yaml").read_text(encoding="utf-8") == sample_text(name)

    @pytest.mark.parametrize("name", GAMES)
    def test_it_reads_back_to_the_same_entries_and_every_value_has_its_origin(self, name, written):
        gathered = gather([written(sample_text(name))])
        assert not gathered.unreadable
        assert not gathered.illegal
        form = game(name).card_format
        for section, entries in form.sample().items():
            for ref, entry in entries.items():
                plain = gathered.content.given[section][ref]
                given = {key for key, value in plain.items() if value is not None and key != "provenance"}
                assert set(plain["provenance"]) == given
                assert set(plain["provenance"].values()) <= {"printed", "derived"}
                assert form.laid_over(section, ref, plain, ref) == gathered.content.entries[section][ref]
                for key in form.asked.get(section, ()):
                    name_of_field = "class_" if key == "class" else key
                    assert getattr(gathered.content.entries[section][ref], name_of_field) == getattr(
                        entry, name_of_field
                    )

    @pytest.mark.parametrize("name", GAMES)
    def test_it_tells_how_a_deck_is_written(self, name, written):
        told = [line.removeprefix("#   ") for line in sample_text(name).splitlines() if line.startswith("#   ")]
        gathered = gather([written(sample_text(name)), written("\n".join(told), "deck.yaml")])
        assert not gathered.unreadable
        assert gathered.files[1].deck is not None
        assert not [error for error in gathered.illegal if "there is no" in str(error)]

    def test_derived_values_say_so(self):
        text = load_text(sample_text("raw_deal"), "x").value
        assert text["cards"]["hip_toss"]["provenance"]["d"] == "derived"
        assert text["cards"]["punch"]["provenance"] == "printed"
        assert {member.value for member in Provenance} == {"printed", "derived", "user"}


class TestReading:
    def test_every_wrong_place_is_told_at_once(self, written):
        path = written(
            "game: raw_deal\n"
            "cards:\n"
            "  boot: {tittle: Boot, f: 0}\n"
            "  Bad-Ref: {f: 0}\n"
            "  sock: {f: NO}\n"
            "  jab: [1]\n"
            "  hook: {f: 0, provenance: {f: printd, d: user}}\n"
            "sidedeck: {}\n"
        )
        assert [line.partition(" known keys")[0] for line in lines(path)] == [
            "8:1: sidedeck is an unknown key; did you mean deck?",
            "3:10: cards.boot.tittle is an unknown key; did you mean title?",
            "4:3: cards.Bad-Ref is no reference; give its printed name in snake_case",
            "5:13: cards.sock.f = 'NO' is not allowed; give a whole number",
            "6:8: cards.jab is no mapping; give a mapping (key: value)",
            "7:32: cards.hook: provenance.f = printd is not allowed; give printed, derived, user; K-14",
            "7:40: cards.hook: provenance.d says where a value comes from that is not there; K-14",
        ]

    def test_a_title_that_no_board_has_room_for(self, written):
        path = written(f"game: raw_deal\ncards:\n  boot: {{title: {'Boot ' * 20}, f: 0}}\n")
        assert lines(path) == ["3:17: cards.boot: title has 99 letters; 80 find room on the crowd board; F-04"]

    def test_in_spanish_too(self, written):
        path = written("cards:\n  boot: {tittle: Boot}\n  sock: {f: -1}\n")
        assert "¿querías decir title?" in lines(path, language="es")[0]
        path = written("cards:\n  sock: {f: -1}\n")
        assert lines(path, language="es") == ["2:13: cards.sock: f = -1 no está permitido; pon al menos 0; RD-107"]

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("[]\n", "1:1: this is no mapping; give a mapping"),
            ("", "1:1: this is no mapping; give a mapping"),
            ("game: chess\n", "1:7: game = chess is not allowed; known games are"),
            ("game: cotg\nhouse_rules: {pin: 1}\n", "1:7: game = cotg is not allowed"),  # field note R-16
            (
                "game: wrasslin_manager\n",
                "1:7: game = wrasslin_manager is another game than raw_deal; give --game wrasslin_manager",
            ),
        ],
    )
    def test_a_file_of_something_else(self, written, text, line):
        with pytest.raises(ConfigError) as caught:
            gather([written(text)], "raw_deal")
        assert line in str(caught.value)
        assert caught.value.exit_code == 2

    def test_who_says_which_game_it_is(self, written):
        path = written("cards: {}\n")
        with pytest.raises(UsageProblemError, match="does not say which game"):
            gather([path])
        with pytest.raises(UsageProblemError, match="has no card files"):
            gather([path], "clay_wrestling")
        assert gather([], "raw_deal").asked() == 0

    def test_texts_stay_as_they_are_written(self, written):
        gathered = gather(
            [written("game: raw_deal\ncards:\n  x: {title: 007}\n  y: {title: NO}\n  z: {title: 1.50}\n")]
        )
        assert [gathered.content.entries["cards"][ref].title for ref in "xyz"] == ["007", "NO", "1.50"]

    def test_a_card_in_two_files_is_an_error_that_names_both(self, written):
        one = written("game: raw_deal\ncards: {boot: {f: 0}}\n", "one.yaml")
        two = written("game: raw_deal\ncards: {boot: {f: 1}}\n", "two.yaml")
        (error,) = gather([one, two]).unreadable
        assert str(error) == f"{two}:2:9: cards.boot is there twice; it stands in {one}:2 too"

    def test_references_in_the_letters_of_the_people(self, written):
        assert lines(written("cards: {puño_de_hierro: {f: 0}, árbol: {f: 0}}\n")) == []
        assert len(lines(written("cards: {Puño: {f: 0}, _x: {f: 0}, a-b: {f: 0}, a b: {f: 0}}\n"))) == 4

    def test_wrong_kinds_of_parts(self, written):
        path = written("game: raw_deal\nversion: 9\ncards: []\nedition: {copies: x}\ndeck: 3\nabout: {name: A}\n")
        assert [line.split(": ", 1)[1] for line in lines(path)] == [
            "version = 9 is not allowed; give 1",
            "cards is no mapping; give a mapping (key: value)",
            "edition.copies = 'x' is not allowed; give a whole number",
            "deck is no mapping; give a mapping (key: value)",
            "about.source is missing; this key is needed",
        ]

    def test_a_value_of_the_file_goes_before_the_sources(self, written):
        gathered = gather([written("game: raw_deal\ncards: {punch: {d: 4}}\n")])
        punch = gathered.content.entries["cards"]["punch"]
        assert (punch.f, punch.d, punch.provenance) == (0, 4, {"d": "user"})
        state = game("raw_deal").set_up(match_setup("raw_deal", [gathered.files[0].path], {}, None))
        assert (state.cards["punch"].f, state.cards["punch"].d) == (0, 4)

    def test_atw_values_go_before_the_sources_too(self, written):
        text = "cards: {ankle_lock: {tn: 5}, mine: {damage: 1}}\nboards: {shumba: {health_max: 9}}\n"
        state = game("all_time_wrestling").set_up(match_setup("all_time_wrestling", [written(text)], {}, None))
        assert state.cards["ankle_lock"].tn == 5
        assert state.cards["mine"].class_ is None  # asked when it counts
        assert (state.boards["shumba"].health_max, state.boards["shumba"].reversal.damage) == (9, 2)


class TestDeckOfRawDeal:
    """RD-006..013 and field note R-11."""

    CARDS = (
        "game: raw_deal\n"
        "cards:\n"
        "  sly: {f: 0, d: 1, alignment: heel, logo: raw}\n"
        "  kind: {f: 0, d: 1, alignment: face}\n"
        "  once: {f: 0, d: 1, unique: true}\n"
        "  pair: {f: 0, d: 1, tag: true}\n"
    )

    def found(self, written, deck, edition=""):
        return [line.split(": ", 1)[1] for line in lines(written(self.CARDS + edition + f"deck: {deck}\n"))]

    def test_a_legal_deck(self, written):
        deck = "{superstar: the_rock, cards: {irish_whip: 51, punch: 3, kick: 3, rock_bottom: 1, sly: 2}}"
        assert self.found(written, deck) == []

    def test_sixty_cards(self, written):
        found = self.found(written, "{superstar: the_rock, cards: {irish_whip: 61}}")
        assert found == ["deck: the_rock's deck has 61 cards; 60 are needed; RD-006"]

    def test_three_copies_but_set_up_cards(self, written):
        found = self.found(written, "{superstar: the_rock, cards: {irish_whip: 56, punch: 4}}")
        assert found == ["deck: punch: 3 copies at most; RD-007"]

    def test_unique_foreign_and_tag_cards(self, written):
        deck = "{superstar: kane, cards: {irish_whip: 56, once: 2, rock_bottom: 1, pair: 1}}"
        assert self.found(written, deck) == [
            "deck: once is unique: 1 at most; RD-009",
            "deck: rock_bottom belongs to another Superstar; RD-010",
            "deck: pair is for Tag Team games only; RD-013",
        ]
        assert "RD-013" not in str(self.found(written, deck.replace("}}", "}, tag: true}")))

    def test_heel_and_face_do_not_mix(self, written):
        found = self.found(written, "{superstar: kane, cards: {irish_whip: 58, sly: 1, kind: 1}}")
        assert found == ["deck: A deck uses Heel or Face cards, not both; RD-012"]

    def test_side_decks_and_logos_by_edition(self, written):
        deck = "{superstar: kane, cards: {irish_whip: 59, sly: 1}, side_decks: [{punch: 3, kick: 3}, {chop: 3}]}"
        assert self.found(written, deck) == [
            "deck: side deck 1 has 6 cards; this edition allows 0; R-11",
            "deck: side deck 2 has 3 cards; this edition allows 0; R-11",
        ]
        edition = "edition: {name: later, source: a site, date: 2003, side_decks: [10, 10], single_logo: true}\n"
        assert self.found(written, deck, edition) == ["deck: sly belongs to another Superstar; RD-010"]
        edition = "edition: {side_decks: [12]}\n"
        assert self.found(written, deck, edition) == ["deck: side deck 2 has 3 cards; this edition allows 0; R-11"]
        edition = "edition: {deck: 50, copies: 2}\n"
        assert self.found(written, "{superstar: kane, cards: {irish_whip: 47, punch: 3}}", edition) == [
            "deck: punch: 2 copies at most; RD-007"
        ]

    def test_the_opening_hand(self, written):
        deck = "{superstar: the_rock, cards: {irish_whip: 60}, hand: [irish_whip, punch]}"
        assert self.found(written, deck) == [
            "deck: Cards due: 5, not 2; RD-412",
            "deck: hand: the deck has no further punch; K-09",
        ]

    def test_what_does_not_exist(self, written):
        deck = "{superstar: the_rok, cards: {irish_whip: 59, pnch: 1}, hand: [zzz]}"
        assert self.found(written, deck) == [
            "deck: there is no Superstar the_rok; did you mean the_rock?; RD-109",
            "deck: there is no card pnch; did you mean punch?; RD-001",
            "deck: there is no card zzz; RD-001",
            "deck: hand: the deck has no further zzz; K-09",
        ]


class TestEntries:
    """One line for each thing that the rules do not allow in an entry."""

    @pytest.mark.parametrize(
        ("name", "part", "rule"),
        [
            ("raw_deal", "cards: {x: {sv: 4}}", "RD-901"),
            ("raw_deal", "cards: {x: {types: [kick]}}", "RD-407"),
            ("raw_deal", "cards: {x: {kinds: [reversal], reverses: {types: [kick]}}}", "RD-408"),
            ("raw_deal", "cards: {x: {kinds: [reversal], reverses: {titles: [nope]}}}", "RD-502"),
            ("raw_deal", "cards: {x: {kinds: [reversal], reverses: {max_d: -1}}}", "RD-502"),
            ("raw_deal", "cards: {x: {kinds: [action], reverses: {actions: true}}}", "RD-501"),
            ("raw_deal", "cards: {x: {kinds: [maneuver], setup: true}}", "RD-008"),
            ("raw_deal", "cards: {x: {superstar: nobody}}", "RD-010"),
            ("raw_deal", "cards: {x: {f_if: {after: nope, f: -1}}}", "RD-417"),
            ("raw_deal", "cards: {x: {requires: {after_d: 0}}}", "RD-419"),
            ("raw_deal", "cards: {x: {effects: [{draw: 1, mill: 1}]}}", "RD-402"),
            ("raw_deal", "cards: {x: {effects: [{draw: 0}]}}", "RD-402"),
            ("raw_deal", "cards: {x: {effects: [{draw: 1, often: true}]}}", "RD-402"),
            ("raw_deal", "cards: {x: {effects: [{draw: 1, may: 1}]}}", "RD-412"),
            ("raw_deal", "cards: {x: {must_costs: [{mill: 1, as: hybrid}]}}", "RD-411"),
            ("raw_deal", "superstars: {x: {hand_size: 0}}", "RD-110"),
            ("all_time_wrestling", "cards: {x: {damage: -1}}", "ATW-030"),
            ("all_time_wrestling", "cards: {x: {left: [triangle]}}", "ATW-130"),
            ("all_time_wrestling", "cards: {x: {wrestler: nobody}}", "ATW-002"),
            ("all_time_wrestling", "boards: {x: {health_max: 0}}", "ATW-061"),
            ("all_time_wrestling", "boards: {x: {health_max: 9, low_health_max: 10}}", "ATW-027"),
            ("all_time_wrestling", "boards: {x: {low_stamina_max: -1}}", "ATW-026"),
            ("all_time_wrestling", "boards: {x: {reversal: {cost: -1}}}", "ATW-154"),
            ("all_time_wrestling", "boards: {x: {abilities: {a: {tn: 7}}}}", "ATW-053"),
            ("all_time_wrestling", "boards: {x: {abilities: {a: {effect: {hands: 1}}}}}", "ATW-023"),
            ("all_time_wrestling", "boards: {x: {abilities: {a: {effect: {health: lots}}}}}", "ATW-023"),
            ("all_time_wrestling", "boards: {x: {abilities: {a: {effect: {opponent: 3}}}}}", "ATW-023"),
            ("all_time_wrestling", "boards: {x: {abilities: {a: {effect: {opponent: {opponent: 1}}}}}}", "ATW-023"),
            ("raw_deal", "edition: {copies: 0}", "R-11"),
            ("raw_deal", "edition: {side_decks: [10, 0]}", "R-11"),
            (
                "all_time_wrestling",
                "boards: {x: {abilities: {a: {kind: permanent}, b: {kind: permanent}}}}",
                "ATW-022",
            ),
            ("galaxy_wrestling_federation", "cards: {V: {}}", "snake_case"),
            ("galaxy_wrestling_federation", "cards: {face_down: {}}", "GWF-010"),
            ("galaxy_wrestling_federation", "cards: {x: {kind: victory, strength: 3, beats: 2}}", "GWF-034"),
            ("galaxy_wrestling_federation", "cards: {x: {strength: 3}}", "GWF-012"),
            ("galaxy_wrestling_federation", "cards: {x: {beats: 3}}", "GWF-012"),
            ("galaxy_wrestling_federation", "cards: {x: {strength: -3, beats: 2}}", "GWF-011"),
            ("galaxy_wrestling_federation", "cards: {x: {strength: 3, beats: [2, -1]}}", "GWF-012"),
            ("wrasslin_manager", "wrestlers: {x: {fue: 0}}", "WM-335"),
            ("wrasslin_manager", "wrestlers: {x: {sta: 4}}", "WM-107"),
            ("wrasslin_manager", "wrestlers: {x: {deck_count: -1}}", "WM-D29"),
            ("wrasslin_manager", "cards: {x: {requires: {sta: 1}}}", "WM-332"),
            ("wrasslin_manager", "cards: {x: {requires: {fue: 0}}}", "WM-332"),
            ("wrasslin_manager", "cards: {x: {kind: training, effects: [cancel]}}", "WM-301"),
            ("wrasslin_manager", "cards: {x: {stamina_cost: 4}}", "WM-D18"),
            ("wrasslin_manager", "cards: {x: {prevents_knockout: true}}", "WM-338"),
            ("wrasslin_manager", "cards: {x: {reward_left: nothing}}", "WM-402"),
            ("wrasslin_manager", "cards: {x: {kind: minor_event, reward_left: {kind: gold}}}", "WM-420"),
            ("wrasslin_manager", "cards: {x: {kind: minor_event, reward_left: {kind: fans, amount: 0}}}", "WM-420"),
            ("wrasslin_manager", "cards: {x: {kind: minor_event, reward_center: {kind: training, card: y}}}", "WM-420"),
            ("wrasslin_manager", "cards: {y: {}, x: {kind: minor_event, left: {kind: training, card: y}}}", "WM-420"),
            ("wrasslin_manager", "cards: {x: {kind: star_event, round: 5}}", "WM-114"),
        ],
    )
    def test_one_line_with_its_place_and_rule(self, written, name, part, rule):
        path = written(f"game: {name}\n{part}\n")
        found = lines(path, name)
        assert len(found) == 1
        assert found[0].startswith("2:")
        assert rule in found[0]
        assert lines(path, name, "es") != found

    @pytest.mark.parametrize(
        ("name", "deck", "rules"),
        [
            ("galaxy_wrestling_federation", "{hand: [nope, victory_card]}", ["GWF-010", "GWF-010", "GWF-010"]),
            ("all_time_wrestling", "{wrestler: nobody, cards: {big_boot: 15}}", ["ATW-060"]),
            (
                "all_time_wrestling",
                "{wrestler: shumba, cards: {big_boot: 14, nope: 0}}",
                ["ATW-002", "K-09", "ATW-030"],
            ),
            ("all_time_wrestling", "{wrestler: shumba, cards: {big_boot: 14, fall_from_grace: 1}}", ["ATW-002"]),
            (
                "all_time_wrestling",
                "{wrestler: jax_felix, cards: {big_boot: 14, fall_from_grace: 2}}",
                ["ATW-032"],
            ),
            (
                "all_time_wrestling",
                "{wrestler: shumba, cards: {shooting_star: 15}, hand: [" + "shooting_star, " * 3 + "shooting_star]}",
                ["ATW-065", "ATW-065"],
            ),
            ("wrasslin_manager", "{wrestler: nobody, cards: {maneuver: 10}}", ["WM-D29"]),
            (
                "wrasslin_manager",
                "{wrestler: wrestler, cards: {maneuver: 8, training: 1, no: 1}, hand: [no, no], training: [strategy]}",
                ["WM-205", "WM-D28", "WM-D28", "K-09", "WM-D28", "WM-205"],
            ),
            (
                "wrasslin_manager",
                "{wrestler: wrestler, cards: {maneuver: 8}, hand: [" + "maneuver, " * 7 + "maneuver]}",
                ["WM-105"],
            ),
        ],
    )
    def test_decks(self, written, name, deck, rules):
        assert sorted(line.rsplit("; ", 1)[1] for line in lines(written(f"deck: {deck}\n"), name)) == sorted(rules)

    def test_a_deck_that_the_wrestler_does_not_bring(self, written):
        text = "wrestlers: {x: {deck_count: 9}}\ndeck: {wrestler: x, cards: {maneuver: 8}}\n"
        assert "deck_count is 9; this deck has 8" in lines(written(text), "wrasslin_manager")[0]


class TestProfile:
    """House rules with a name: field notes R-30 and I-04."""

    TEXT = "game: raw_deal\nabout: {name: %s, source: %s, date: %s}\nhouse_rules: {%s}\n"

    def test_r30_a_profile_names_its_source_and_date(self, written):
        found = lines(written("game: raw_deal\nhouse_rules: {ruleset: quick}\n"))
        assert found == ["2:1: these house rules do not say who wrote them; add `about: {name, source, date}`"]
        found = lines(written("game: raw_deal\nabout: {name: A, source: B}\nhouse_rules: {ruleset: quick}\n"))
        assert found == ["2:8: about.date is missing; this key is needed"]

    def test_r30_two_profiles_of_one_game_stay_apart(self, written):
        club = written(self.TEXT % ("Club", "our sheet", "2026-11-29", "ruleset: quick"), "club.yaml")
        site = written(self.TEXT % ("Site", "their page", "2003", "stun_draw: mandatory"), "site.yaml")
        first = Session(game("raw_deal"), match_setup("raw_deal", [], {}, club))
        second = Session(game("raw_deal"), match_setup("raw_deal", [], {}, site))
        assert (first.state.rule("ruleset"), first.state.rule("stun_draw")) == ("quick", "optional")
        assert (second.state.rule("ruleset"), second.state.rule("stun_draw")) == ("advanced", "mandatory")
        assert [session.state.profile.name for session in (first, second)] == ["Club", "Site"]
        named = written(
            self.TEXT % ("Site, name_es: Sitio", "their page", "2003", "stun_draw: mandatory"), "named.yaml"
        )
        told = profile_of(match_setup("raw_deal", [], {}, named))
        assert (told.en.split(" (")[0], told.es.split(" (")[0]) == ("House rules: Site", "Reglas de la casa: Sitio")

    def test_a_wrong_rule_names_the_nearest(self, written):
        found = lines(written(self.TEXT % ("A", "B", "C", "count_out_chek: any, ruleset: simple")))
        assert found[0].startswith(
            "3:15: house_rules.count_out_chek = 'any' is not allowed; did you mean count_out_check?"
        )
        assert found[1] == "3:45: house_rules.ruleset = 'simple' is not allowed; give quick or basic or advanced"
        assert "no mapping" in lines(written("about: {name: A, source: B, date: C}\nhouse_rules: 3\n"))[0]

    @pytest.mark.parametrize("name", GAMES)
    def test_i04_it_is_told_at_the_start_and_with_the_result(self, written, name):
        key, option = next(iter(game(name).options.options.items()))
        value = next(value for value in option.values if value != option.default)
        text = (
            f"about: {{name: Club, source: our sheet, date: 2026-11-29, version: 2}}\nhouse_rules: {{{key}: {value}}}\n"
        )
        setup = match_setup(name, [], {}, written(text))
        told = profile_of(setup)
        assert told.en == f"House rules: Club 2 (our sheet, 2026-11-29): {key} = {str(value).lower()}"
        session = Session(game(name), setup)
        assert game(name).snapshot(session.state)["profile"]["name"] == "Club"
        ruled = {"topic": "phase", "value": "ENDED"}
        session.handle("referee_ruling", ruled)
        trace = game(name).outcome(session.state).trace
        assert [line.es for line in trace[-2:]] == [
            "Reglas de la casa: Club 2 (our sheet, 2026-11-29)",
            f"Reglas cambiadas: {key} = {str(value).lower()}",
        ]

    def test_no_profile_no_word(self):
        assert profile_of(match_setup("raw_deal", [], {}, None)) is None


class FakeJournal:
    def __init__(self):
        self.kept = []

    def append(self, events, by, at_ms):
        first = len(self.kept) + 1
        self.kept.extend(events)
        return [*range(first, len(self.kept) + 1)]

    def rows(self, after=0, named=None):
        class Row:
            def __init__(self, seq, event):
                self.seq, self.event = seq, event

        kept = [Row(n, event) for n, event in enumerate(self.kept, start=1) if n > after]
        return iter([row for row in kept if named is None or row.event["name"] in named])


DECKS = {
    "galaxy_wrestling_federation": {"p1": "p1", "p2": "p2", "p3": "p3"},
    "raw_deal": {"p1": "the_rock", "p2": "mankind"},
    "all_time_wrestling": {"p1": "jax_felix", "p2": "kurt_angle"},
    "wrasslin_manager": {"p1": "alma", "p2": "bruno"},
}


def fixture_setup(name):
    decks = {seat: FIXTURES / f"{name}_{who}.yaml" for seat, who in DECKS[name].items()}
    return match_setup(name, [FIXTURES / f"{name}.yaml"], decks, None)


class TestMatch:
    """A match starts with entered decks and hands; resumed, it is the same."""

    @pytest.mark.parametrize("name", GAMES)
    def test_the_first_step_waits_with_everything_filled_in(self, name):
        rules = game(name)
        session = Session(rules, fixture_setup(name), "7")
        actors = ("referee", "p1")
        ready = [o for actor in actors for o in rules.offers(session.state, actor) if o.legal and not o.needs]
        assert ready
        session.handle(ready[0].command, dict(ready[0].parameters))

    @pytest.mark.parametrize("name", GAMES)
    def test_a_resumed_evening_has_the_same_decks(self, name):
        journal = FakeJournal()
        evening = Evening.open_match(journal, game(name), lambda: 0, seed="7", setup=fixture_setup(name))
        again = Evening.resume(journal, lambda: 0)
        assert again.state == evening.state

    def test_gwf_hands_are_the_entered_ones(self):
        rules = game("galaxy_wrestling_federation")
        session = Session(rules, fixture_setup(rules.id), "7")
        session.handle("start_game", {"seats": ["p1", "p2", "p3"], "first": "p1"})
        assert session.state.players["p2"].hand == tuple(f"b{n}" for n in range(10))

    def test_rd_opening_hands_are_named(self):
        rules = game("raw_deal")
        session = Session(rules, fixture_setup("raw_deal"), "7")
        (offer,) = [one for one in rules.offers(session.state, "referee") if one.command == "start_match"]
        assert offer.parameters["superstars"] == {"p1": "the_rock", "p2": "mankind"}
        session.handle(offer.command, dict(offer.parameters))
        assert [len(player.hand) for player in session.state.players.values()] == [5, 6]

    def test_rd_an_entered_deck_is_checked_at_the_start(self):
        setup = fixture_setup("raw_deal")
        session = Session(game("raw_deal"), setup)
        with pytest.raises(Exception, match=r"another Superstar|Cards due"):
            session.handle("start_match", {"superstars": {"p1": "kane", "p2": "mankind"}})

    def test_atw_a_counted_hand_holds_only_cards_of_the_deck(self):
        rules = game("all_time_wrestling")
        session = Session(rules, fixture_setup(rules.id), "7")
        refused = [o for o in rules.offers(session.state, "p1") if o.command == "choose_wrestler"]
        assert [offer.parameters["wrestler"] for offer in refused] == ["jax_felix"]
        for seat, who in DECKS[rules.id].items():
            session.handle("choose_wrestler", {"player": seat, "wrestler": who})
        with pytest.raises(Exception, match="not in p1's hand"):
            session.handle("set_opening_hand", {"player": "p1", "cards": ["k0", "k2", "j0", "j2", "j6", "j8"]})

    def test_wm_deck_and_hand_are_counted_apart(self):
        rules = game("wrasslin_manager")
        session = Session(rules, fixture_setup(rules.id), "7")
        session.handle("start_season", {"wrestlers": {"p1": "alma", "p2": "bruno"}})
        manager = session.state.managers["p1"]
        assert (manager.deck_count, manager.hand_count, manager.star_moves.total) == (18, 4, 2)
        assert manager.training == ("drill_0",)
        with pytest.raises(Exception, match="no wrestler carla"):
            Session(rules, fixture_setup(rules.id)).handle(
                "start_season", {"wrestlers": {"p1": "carla", "p2": "bruno"}}
            )

    def test_files_of_a_match_are_checked_first(self, written):
        deck = written("game: raw_deal\ndeck: {superstar: kane, cards: {punch: 60}}\n")
        with pytest.raises(ConfigError, match="RD-007"):
            match_setup("raw_deal", [], {"p1": deck}, None)
        with pytest.raises(ConfigError, match="has no deck"):
            match_setup("raw_deal", [], {"p1": written("game: raw_deal\ncards: {}\n")}, None)

    @pytest.mark.parametrize(
        ("name", "seats", "rule"),
        [
            ("raw_deal", {"rock": "the_rock"}, "RD-202"),
            ("raw_deal", {"a": "the_rock", "b": "kane", "c": "mankind"}, "RD-202"),
            ("all_time_wrestling", {"p3": "jax_felix"}, "ATW-060"),
            ("wrasslin_manager", {"p3": "alma"}, "WM-D26"),
            ("galaxy_wrestling_federation", {f"s{n}": "p1" for n in range(9)}, "GWF-D01"),
        ],
    )
    def test_seats_that_do_not_play(self, name, seats, rule):
        decks = {seat: FIXTURES / f"{name}_{who}.yaml" for seat, who in seats.items()}
        with pytest.raises(ConfigError, match=rule):
            match_setup(name, [FIXTURES / f"{name}.yaml"], decks, None)

    def test_a_tag_team_deck_begins_no_match_of_two(self, written):
        deck = written("game: raw_deal\ndeck: {superstar: kane, cards: {irish_whip: 60}, tag: true}\n")
        with pytest.raises(ConfigError, match="RD-013"):
            match_setup("raw_deal", [], {"p1": deck}, None)

    @pytest.mark.parametrize("name", GAMES)
    def test_one_deck_is_enough(self, name):
        seat, who = next(iter(DECKS[name].items()))
        setup = match_setup(name, [FIXTURES / f"{name}.yaml"], {seat: FIXTURES / f"{name}_{who}.yaml"}, None)
        state = Session(game(name), setup, "1").state
        offers = [one for actor in ("referee", "p1") for one in game(name).offers(state, actor)]
        # a value that no file tells is asked for when the season begins
        assert any(one.legal or (one.refusal is not None and one.refusal.missing) for one in offers)

    @pytest.mark.parametrize(
        ("name", "setup"),
        [
            ("galaxy_wrestling_federation", {"hands": {"p1": ["x"]}}),
            ("raw_deal", {"decks": {"p1": {"superstar": "kane", "cards": {"x": 1}}}}),
            ("raw_deal", {"decks": {"p9": {"superstar": "kane", "cards": {}}}}),
            ("raw_deal", {"decks": {"p1": {"superstar": "kane", "cards": {}, "hand": ["punch"]}}}),
            ("all_time_wrestling", {"decks": {"p1": {"wrestler": "x", "cards": {}}}}),
            ("all_time_wrestling", {"decks": {"p1": {"wrestler": "shumba", "cards": {"x": 1}}}}),
            ("all_time_wrestling", {"decks": {"p1": {"wrestler": "shumba", "cards": {}, "hand": ["pounce"]}}}),
            ("wrasslin_manager", {"decks": {"p1": {"wrestler": "x", "cards": {"x": 1}}}}),
        ],
    )
    def test_a_setup_that_makes_no_sense(self, name, setup):
        with pytest.raises(NotationError):
            game(name).set_up(setup)

    def test_a_journal_names_the_origin_of_every_value(self):
        session = Session(game("raw_deal"), fixture_setup("raw_deal"), "7")
        assert session.opening()["setup"]["cards"]["m0"]["provenance"]["d"] == "user"
        act = session.plan("start_match", {"superstars": {"p1": "the_rock", "p2": "mankind"}})
        assert rows(act)

    def test_deck_words(self):
        assert decks_by_seat(["p1=a.yaml"]) == {"p1": Path("a.yaml")}
        for words in (["p1"], ["=a"], ["p1=a", "p1=b"]):
            with pytest.raises(UsageProblemError):
                decks_by_seat(words)


class TestCommand:
    def test_exit_codes(self, written, capsys):
        good = str(FIXTURES / "raw_deal.yaml")
        assert main(["cards", "check", good, str(FIXTURES / "raw_deal_kane.yaml"), "--lang", "en"]) == 0
        assert capsys.readouterr().out.startswith("ok: cards 25, superstars 7, decks 1; 0 values are null")
        empty = str(written("deck: {superstar: kane, cards: {}}\n"))
        assert main(["cards", "check", empty, "--game", "raw_deal", "--lang", "en"]) == 1
        assert ":1:32: deck: kane's deck has 0 cards; 60 are needed; RD-006" in capsys.readouterr().out
        assert main(["cards", "check", str(written("card: {}\n")), "--game", "raw_deal", "--lang", "es"]) == 2
        assert "card es una clave desconocida; ¿querías decir cards?" in capsys.readouterr().out
        assert main(["cards", "check", str(written("")), "--game", "raw_deal"]) == 2
        assert main(["cards", "check", "nowhere.yaml", "--game", "raw_deal"]) == 2

    def test_sample(self, tmp_path, capsys):
        assert main(["cards", "sample", "--game", "raw_deal"]) == 0
        assert capsys.readouterr().out == sample_text("raw_deal")
        out = tmp_path / "mine.yaml"
        assert main(["cards", "sample", "--game", "raw_deal", "--out", str(out), "--lang", "en"]) == 0
        assert main(["cards", "sample", "--game", "raw_deal", "--out", str(out)]) == 2
        assert main(["cards", "check", str(out)]) == 0
        assert main(["cards", "sample", "--game", "clay_wrestling"]) == 2


@pytest.mark.parametrize(
    ("name", "setup"),
    [
        ("raw_deal", {"cards": {"x": {"d": -1}}}),
        ("raw_deal", {"cards": {"x": {"effects": [{"drow": 1}]}}}),
        ("raw_deal", {"superstars": {"kane": {"hand_size": 0}}}),
        ("all_time_wrestling", {"cards": {"x": {"tn": 0}}}),
        ("all_time_wrestling", {"boards": {"x": {"health_max": 0}}}),
        ("all_time_wrestling", {"players": {"p1": {"board": {"reversal": {"cost": -1}}}}}),
        ("galaxy_wrestling_federation", {"cards": {"x": {"strength": -1, "beats": 1}}}),
        ("wrasslin_manager", {"wrestlers": {"x": {"fue": 0}}}),
    ],
)
def test_a_script_cannot_invent_cards_that_make_no_sense_either(name, setup):
    with pytest.raises(NotationError, match="this value is not allowed"):
        game(name).set_up(setup)


def test_a_board_told_at_the_table_is_checked_too():
    session = Session(game("all_time_wrestling"), {"phase": "SETUP_WRESTLERS"})
    told = {"player": "p1", "wrestler": "shumba", "board": {"health_max": -3, "stamina_max": 8}}
    with pytest.raises(NotationError, match="give at least 1"):
        session.handle("choose_wrestler", told)


def test_every_fault_of_the_files_is_told_at_once(tmp_path, capsys):
    """A value of the wrong type hides no number out of range, and a key that stands twice not the rest of the file."""
    one, two = tmp_path / "a.yaml", tmp_path / "b.yaml"
    one.write_text(
        "game: wrasslin_manager\ncards:\n  a: {stamina_cost: x, round: 9}\n  b: {stamina_cost: -3}\n  b: {kind: bad}\n"
        "  c: {stamina_cost: -4}\n",
        encoding="utf-8",
    )
    two.write_text("cards:\n  d: {stamina_cost: y, round: 8}\n", encoding="utf-8")
    assert main(["cards", "check", str(one), str(two), "--lang", "en"]) == 2
    told = [line.partition(": ")[0].rpartition("/")[2] for line in capsys.readouterr().out.splitlines()]
    assert told == [
        "a.yaml:3:21",
        "a.yaml:3:31",
        "a.yaml:5:3",
        "a.yaml:5:13",
        "a.yaml:6:21",
        "b.yaml:2:21",
        "b.yaml:2:31",
    ]

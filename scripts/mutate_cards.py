# ruff: noqa: E501  # one change a line reads as the table it is
"""Disable one rule of a card game at a time in a copy of the engine, and see that a test fails.

    python scripts/mutate_cards.py raw_deal --draw 20 --seed 7    that many rules drawn by a seed
    python scripts/mutate_cards.py raw_deal RD-404 RD-D13         these
    python scripts/mutate_cards.py raw_deal                       every rule that has an effect
    python scripts/mutate_cards.py raw_deal --options             every value of every house rule, taken for the default

How a rule is disabled: the statements that cite it do nothing; the refusals that give it as their reason are not made;
the option of a decision is deaf to everything but its default; and where the code is a number or an expression, it is
changed as `CHANGES` says. `SAME` names rules that are said by the code of another one.

The golden cases are played first; a change they do not notice is shown to the unit tests. A change that nothing notices
is printed as SURVIVED, and the script fails.
"""

import argparse
import ast
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from games.test_card_games_rule_map import NO_EFFECT, RULES, every_rule

from companion.kernel.profile import Option

ROOT = Path(__file__).resolve().parent.parent
ASIDE = {"options.py", "__init__.py", "card_file.py", "reasons.py", "telling.py", "showing.py"}
PATIENCE_S = 300
"""A rule that is disabled may leave a test without an end."""


@dataclass(frozen=True)
class Change:
    """One place of one file that plays another game."""

    file: str
    before: str
    after: str


C = Change
CHANGES: Mapping[str, Change] = {
    # -- Galaxy Wrestling Federation
    "GWF-011": C("combat.py", "if mine.strength == theirs.strength:", "if mine.strength != theirs.strength:"),
    "GWF-012": C("combat.py", "return other.strength in card.beats", "return False"),
    "GWF-023": C("combat.py", "if first or second:", "if first and second:"),
    "GWF-031": C("combat.py", "return card.strength > other.strength if", "return card.strength < other.strength if"),
    "GWF-032": C("combat.py", "else card.strength < other.strength", "else card.strength > other.strength"),
    "GWF-034": C("combat.py", "if mine.victory or theirs.victory:", "if mine.victory and theirs.victory:"),
    "GWF-042": C("reveal.py", "lay(play, play.state.running.other(winner))", "give_back(play, play.state.running.other(winner))"),
    "GWF-053": C("interruption.py", "    award_belt(play, winner)\n", ""),
    "GWF-D07": C("folding.py", "has_victory=False", "has_victory=True"),
    "GWF-D13": C("interruption.py", "raise reasons.interrupts_used()", "pass"),
    "GWF-D19": C("turn.py", "if seat not in lost)\n    winners", ")\n    winners"),
    "GWF-D24": C("turn.py", "beaten = with_three_pairs(play.state)", "beaten = with_three_pairs(play.state)[:1]"),
    "GWF-D25": C("combat.py", "if target.victory:\n        return False", "if target.victory:\n        return True"),
    "GWF-D26": C("folding.py", "if other != seat), seat),", "if other != seat),),"),
    # -- Wrasslin' Manager
    "WM-002": C("model.py", "SLOTS = (1, 2, 3)", "SLOTS = (1, 2)"),
    "WM-003": C("maintenance.py", "world_title=due == STAR_SLOT and state.round == ROUNDS", "world_title=False"),
    "WM-004": C("season.py", '"p1" if one["fans"] > two["fans"] else "p2"', '"p2" if one["fans"] > two["fans"] else "p1"'),
    "WM-006": C("fold_maintenance.py", "phase=Phase.REFILL,", "phase=Phase.CONFRONT,"),
    "WM-009": C("resolution.py", "return state.managers[seat].power + (", "return state.managers[seat].start('fue') + state.managers[seat].start('agi') + state.managers[seat].start('tec') + ("),
    "WM-103": C("model.py", "base = manager.fue + manager.agi + manager.tec", "base = manager.fue_start + manager.agi_start + manager.tec_start"),
    "WM-105": C("model.py", "HAND_LIMIT = 7", "HAND_LIMIT = 8"),
    "WM-109": C("maintenance.py", '(("agi", "WM-109"), ("tec", "WM-110"))', '(("tec", "WM-110"),)'),
    "WM-110": C("maintenance.py", '(("agi", "WM-109"), ("tec", "WM-110"))', '(("agi", "WM-109"),)'),
    "WM-203": C("confrontation.py", "following = other if", "following = seat if"),
    "WM-301": C("effects.py", "for icon in entry.effects", "for icon in entry.effects[:0]"),
    "WM-310": C("effects.py", "            _momentum(play, effect)", "            pass"),
    "WM-330": C("effects.py", "            _attrition(play, effect)", "            pass"),
    "WM-335": C("model.py", "FLOOR = 1", "FLOOR = 0"),
    "WM-361": C("effects.py", 'if not lying or state.cards[lying[-1].card].kind != "maneuver":', "if not lying:"),
    "WM-402": C("resolution.py", 'due.append(Due(seat, "center"))', "pass"),
    "WM-403": C("resolution.py", "if slot.zone[seat] and kept:", "if slot.zone[seat] and kept and seat in winners:"),
    "WM-404": C("resolution.py", "if slot.zone[seat] and kept:", "if kept:"),
    "WM-405": C("resolution.py", "if seat in winners:", "if True:"),
    "WM-422": C("fold_resolution.py", "deck_count=manager.deck_count + ", "deck_count=manager.deck_count - "),
    "WM-D26": C("model.py", 'SEATS = ("p1", "p2")', 'SEATS = ("p1", "p2", "p3")'),
    "WM-D30": C("model.py", "return min(wanted, manager.deck_count + manager.discard_count)", "return wanted"),
    "WM-D31": C("ruling.py", "return replace(manager, bonus=manager.bonus + value - manager.power)", "return manager"),
    "WM-D35": C("effects.py", "            return can_draw", "            return True"),
    # -- All Time Wrestling
    "ATW-002": C("model.py", "JAX_DECK_SIZE = 16", "JAX_DECK_SIZE = 15"),
    "ATW-011": C("table.py", "    if seat != owner:\n", "    if not owner:\n"),
    "ATW-015": C("model.py", "HAND_LIMIT = 5", "HAND_LIMIT = 6"),
    "ATW-017": C("folding.py", "discard_count=player.discard_count + 1", "discard_count=player.discard_count"),
    "ATW-018": C("rolling.py", '    card_back(play, "ATW-097")\n', ""),
    "ATW-026": C("numbers.py", "found.plus(-int(low_stamina(state, state.defender))", "found.plus(-0"),
    "ATW-027": C("numbers.py", "reductions += int(low_health(state, state.defender))", "pass"),
    "ATW-028": C("table.py", "change_health(play, seat, -damage, rule)", "pass"),
    "ATW-034": C("actions.py", "max(0, total - 1) if", "max(0, total) if"),
    "ATW-036": C("aftermath.py", 'found.append("pin")', "pass"),
    "ATW-037": C("actions.py", "right.endswith(shape) and left.endswith(shape) and (", "right.endswith(shape) and ("),
    "ATW-038": C("aftermath.py", "apply_benefit(play, benefit,", "(lambda *_: None)(play, benefit,"),
    "ATW-040": C("table.py", 'steps if seat == "p1" else -steps', "steps"),
    "ATW-042": C("model.py", "ON_A_ROLL = 5", "ON_A_ROLL = 6"),
    "ATW-043": C("model.py", "UNSTOPPABLE = 8", "UNSTOPPABLE = 9"),
    "ATW-053": C("defense.py", "return roll >= ability.tn", "return roll > ability.tn"),
    "ATW-064": C("model.py", "    momentum: int = 0\n    small_streak", "    momentum: int = 1\n    small_streak"),
    "ATW-066": C("opening.py", "OPENING_HAND + int(state.players[seat].wrestler == JAX)", "OPENING_HAND"),
    "ATW-096": C("rolling.py", '("ATW-095",)))\n    if success:\n        hit(play, (card,))', '("ATW-095",)))\n    if success:\n        _missed(play)'),
    "ATW-105": C("aftermath.py", 'if full and "pin" in icons:', "if False:"),
    "ATW-112": C("actions.py", "max(0, total - 1) if", "max(0, total) if"),
    "ATW-115": C("aftermath.py", 'full = not rampage or state.rule("rampage_offense") == "full"', "full = True"),
    "ATW-117": C("aftermath.py", "streak = streak + 1 if declared", "streak = streak + len(state.attack.cards) if declared"),
    "ATW-119": C("aftermath.py", 'if damage > 0 or state.in_play.kind != "rampage":', "if True:"),
    "ATW-120": C("model.py", "BLOCK_CARDS = 2", "BLOCK_CARDS = 3"),
    "ATW-122": C("table.py", "count = len(attack.cards)", "count = 1"),
    "ATW-130": C("actions.py", "(right == left or shape in {right, left})", "(True)"),
    "ATW-131": C("numbers.py", '+ int("circle" in links)', ""),
    "ATW-133": C("numbers.py", '+ int("circle" in links)', '+ 2 * int("circle" in links)'),
    "ATW-134": C("numbers.py", '-int("square" in attack.links)', '-0 * int("square" in attack.links)'),
    "ATW-135": C("rolling.py", "    success = reaches(state, card, faces[0])", "    success = bool(state.combo) or reaches(state, card, faces[0])"),
    "ATW-153": C("defense.py", "    _reverse(play, command.player, numbers)\n    _stopped", "    _stopped"),
    "ATW-155": C("table.py", '    if attack.kind != "blind":\n        draw(play, seat, count, rule)', "    pass"),
    "ATW-173": C("defense.py", "    if success:\n        _countered(play, ref)", "    if True:\n        _countered(play, ref)"),
    "ATW-181": C("numbers.py", "return damage_of(state, attack.cards, attack.links)", "return damage_of(state, attack.cards[:1], ())"),
    "ATW-183": C("folding.py", "        small_streak=0,\n", ""),
    "ATW-184": C("aftermath.py", "<= SMALL_DAMAGE else 0", "<= SMALL_DAMAGE else streak"),
    "ATW-190": C("defense.py", '    if not success:\n        return\n    _stopped(play, "permanent"', '    if not success:\n        open_window(play, Phase.ROLL, "ATW-086")\n        return\n    _stopped(play, "permanent"'),
    "ATW-201": C("aftermath.py", 'if full and "pin" in icons:', "if full:"),
    "ATW-205": C("numbers.py", "ATTEMPTS - reductions)", "ATTEMPTS)"),
    "ATW-221": C("numbers.py", "reductions += int(low_health(state, state.defender))", "pass"),
    "ATW-222": C("numbers.py", "reductions = icons + int(finisher or later)", "reductions = icons"),
    "ATW-232": C("table.py", "    if player.depleted:\n        return\n", ""),
    "ATW-236": C("model.py", "REST = 3", "REST = 2"),
    "ATW-238": C("folding.py", 'changes["draw_count"] = player.draw_count - 1\n    else', "pass\n    else"),
    "ATW-D01": C("model.py", "SIDES = 6", "SIDES = 8"),
    "ATW-D23": C("numbers.py", "return max(0, value)", "return value"),
    "ATW-D28": C("actions.py", 'play.tell(ev.BlindAttack(player=seat, rules=("ATW-235",)))', "pass"),
    "ATW-D36": C("defense.py", "ability=ref, waits=False", "ability=ref, waits=True"),
    "ATW-D37": C("model.py", "MAX_MOMENTUM = 10", "MAX_MOMENTUM = 12"),
    "ATW-D11": C("numbers.py", "if step and entry.class_ is None:", "if False:"),
    # -- Raw Deal
    "RD-005": C("damage.py", 'state.rule("ruleset") != "advanced" or', "False or"),
    "RD-008": C("decks.py", "and not entry.setup", ""),
    "RD-104": C("folding.py", "ringside_count=player.ringside_count + event.count", "ringside_count=player.ringside_count"),
    "RD-110": C("opening.py", 'draw(play, seat, size, "RD-205", named)', 'draw(play, seat, 1, "RD-205", named)'),
    "RD-111": C("opening.py", 'draw(play, seat, size, "RD-205", named)', 'draw(play, seat, size + 1, "RD-205", named)'),
    "RD-201": C("turn.py", 'ev.MatchEnded(winner=other, method="count_out", rules=("RD-802",))', 'ev.TurnEnded(player=ended, why="ended")'),
    "RD-207": C("model.py", "return max(0, total + player.correction)", "return max(1, total + player.correction)"),
    "RD-306": C("playing.py", '        _finish(play, down)\n        open_window(play, Phase.MAIN, "RD-303")\n    else', '        _finish(play, down)\n        finish_turn(play, "ended")\n    else'),
    "RD-401": C("playing.py", 'play.tell(ev.CardToRingside(player=down.player, card=down.card, rules=("RD-405",)))', "_into_ring(play, down)"),
    "RD-403": C("values.py", "max(0, printed + bonus - less),\n        reversal_f=", "max(0, printed),\n        reversal_f="),
    "RD-406": C("values.py", "return not entry.kinds or function in entry.kinds", "return True"),
    "RD-408": C("values.py", 'if not ("all" in reverses.types or set(reverses.types) & set(down.types)):', "if False:"),
    "RD-409": C("values.py", "        return reverses.actions", "        return True"),
    "RD-415": C("damage.py", 'play.tell(ev.MatchEnded(winner=opponent(state, damage.target), method="pin", rules=("RD-801",)))', "_all_taken(play, damage)"),
    "RD-416": C("effects.py", "            return min(effect.number, owner.ringside_count)", "            return effect.number"),
    "RD-417": C("values.py", "f += entry.f_if.f", "pass"),
    "RD-420": C("values.py", "set(reverses.types) & set(down.types)", "set(reverses.types) & set(down.types[:1])"),
    "RD-503": C("playing.py", "    need_fortitude(state, seat, card, f)\n    _need_cost", "    _need_cost"),
    "RD-504": C("damage.py", "    if command.reversal is not None:\n        _stop(play, damage, command, command.reversal)\n        return\n", ""),
    "RD-507": C("playing.py", "ring_card = RingCard(down.card, down.used_as, down.f if f is None else f, down.printed, against)", 'ring_card = RingCard(down.card, down.used_as, down.f if f is None else f, 0 if down.used_as == "reversal" else down.printed, against)'),
    "RD-510": C("damage.py", "    finish_card(play)\n    if value:", '    draw(play, damage.target, 1, "RD-510")\n    finish_card(play)\n    if value:'),
    "RD-603": C("playing.py", "down.f if f is None else f, down.printed, against)", "down.f if f is None else f, down.damage, against)"),
    "RD-604": C("model.py", "total = sum(counts_for(state, card) for card in player.ring) +", "total = sum(counts_for(state, card) for card in player.ring[:1]) +"),
    "RD-606": C("values.py", "if rating(state, seat) < f:", "if rating(state, seat) < f - 1:"),
    "RD-703": C("turn.py", "MANKIND_DRAW = 2", "MANKIND_DRAW = 1"),
    "RD-704": C("values.py", "return int(maneuver or", "return 0 * int(maneuver or"),
    "RD-705": C("playing.py", "last = LastCard(down.card, down.used_as, down.damage, down.printed)", "last = LastCard(down.card, down.used_as, down.printed, down.printed)"),
    "RD-708": C("abilities.py", "if superstar not in WHEN or", "if superstar is None or"),
    "RD-911": C("opening.py", "return sum(state.superstars[command.superstars[seat]].value or 0 for seat in party)", "return max(state.superstars[command.superstars[seat]].value or 0 for seat in party)"),
    "RD-913": C("model.py", "    for seat in state.teams[team]:", "    for seat in state.teams[team][:1]:"),
    "RD-914": C("model.py", "if card.against == enemy)", ")"),
    "RD-D03": C("turn.py", "if mine and theirs:", "if False:"),
    "RD-D14": C("values.py", "    return max(0, f)", "    return f"),
    "RD-D16": C("playing.py", 'if state.cards[down.card].destination == "ringside":', 'if state.cards[down.card].destination == "ringside" or down.used_as == "action":'),
    "RD-D20": C("damage.py", "if command.revealed < damage.amount:", "if command.revealed < damage.amount or state.players[damage.target].arsenal == command.revealed:"),
    "RD-D21": C("table.py", "got = min(count, play.state.players[seat].arsenal)\n    if got > 0:\n        play.tell(ev.CardsDrawn", "got = count\n    if got > 0:\n        play.tell(ev.CardsDrawn"),
    "RD-D25": C("folding.py", "        ability_used=(),\n", ""),
    "RD-D26": C("abilities.py", "    UNDERTAKER: (Phase.MAIN,),\n    JERICHO: (Phase.MAIN,),", "    UNDERTAKER: (Phase.PRE_DRAW,),\n    JERICHO: (Phase.PRE_DRAW,),"),
    "RD-D32": C("playing.py", "if (fitting is None or word) and not confirmed:", "if word and not confirmed:"),
    "RD-D36": C("abilities.py", "if superstar not in WHEN or", "if superstar is None or"),
}  # fmt: skip
SAME: Mapping[str, str] = {
    "GWF-030": "GWF-031", "GWF-D21": "GWF-053",
    "WM-008": "WM-D01", "WM-101": "WM-006", "WM-303": "WM-301",
    "ATW-006": "ATW-D31", "ATW-039": "ATW-038", "ATW-041": "ATW-089", "ATW-051": "ATW-028", "ATW-052": "ATW-026",
    "ATW-118": "ATW-181", "ATW-121": "ATW-182", "ATW-210": "ATW-026", "ATW-223": "ATW-203", "ATW-234": "ATW-233",
    "RD-113": "RD-707", "RD-508": "RD-501", "RD-D19": "RD-413", "RD-D24": "RD-703", "RD-D35": "RD-602",
}  # fmt: skip


# -- how a rule is disabled -----------------------------------------------------------------------------------------


def disabled(game: str, rule: str, sources: Mapping[str, str]) -> dict[str, str]:
    """The files that change when the rule is disabled; empty where nothing is known to do it."""
    if "=" in rule:
        key, _, value = rule.partition("=")
        return _deaf([_options(game)[key]], sources, value)
    rule = SAME.get(rule, rule)
    if rule in CHANGES:
        change = CHANGES[rule]
        if change.before not in sources[change.file]:
            raise SystemExit(f"{rule}: {change.file} has no {change.before!r}: bring this list up to date")
        return {change.file: sources[change.file].replace(change.before, change.after)}
    options = [one for one in _options(game).values() if one.decision == rule]
    found = _deaf(options, sources) if options else {}
    if not found:
        found = _without_statements(sources, lambda node: _cites(node, rule))
    return found or _without_statements(sources, lambda node: _refuses(node, _codes(game, rule)))


def _options(game: str) -> Mapping[str, Option]:
    options: Mapping[str, Option] = import_module(f"companion.games.{game}.options").OPTIONS.options
    return options


def _deaf(options: list[Option], sources: Mapping[str, str], value: str | None = None) -> dict[str, str]:
    """The option always says its default; with `value`, only in place of that one."""
    found = {}
    for name, text in sources.items():
        changed = text
        for option in options:
            key, default = option.key, repr(option.default)

            def instead(asked: "re.Match[str]", default: str = default) -> str:
                return default if value is None else f"({default} if str({asked[0]}) == {value!r} else {asked[0]})"

            changed = re.sub(rf'\b(?:\w+\.)*rule\("{key}"\)|\b_?rules(?:\([^()]*\))?\["{key}"\]', instead, changed)
            if key.endswith("_cap"):
                deaf = f'({default} if what == "{key[:-4]}" else state.rule(f"{{what}}_cap"))'
                changed = changed.replace('state.rule(f"{what}_cap")', deaf)
        if changed != text:
            found[name] = changed
    return found


@functools.cache
def _statements(text: str) -> tuple[ast.stmt, ...]:
    return tuple(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr | ast.Raise))


def _without_statements(sources: Mapping[str, str], wanted: "object") -> dict[str, str]:
    found = {}
    for name, text in sources.items():
        if name in ASIDE:
            continue
        hits = [
            node for node in _statements(text)
            if wanted(node)  # type: ignore[operator]
        ]  # fmt: skip
        lines = text.split("\n")
        for node in sorted(hits, key=lambda one: -one.lineno):
            assert node.end_lineno is not None
            lines[node.lineno - 1 : node.end_lineno] = [" " * node.col_offset + "pass"]
        if hits:
            found[name] = "\n".join(lines)
    return found


def _cites(node: ast.stmt, rule: str) -> bool:
    return any(isinstance(part, ast.Constant) and part.value == rule for part in ast.walk(node))


def _refuses(node: ast.stmt, codes: frozenset[str]) -> bool:
    """`raise no("code")`, `raise reasons.code()` and `yield card, no("code")`."""
    if not isinstance(node, ast.Raise) and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)):
        return False
    for called in ast.walk(node):
        if not isinstance(called, ast.Call):
            continue
        if isinstance(called.func, ast.Attribute) and called.func.attr in codes:
            return True
        if called.args and isinstance(called.args[0], ast.Constant) and called.args[0].value in codes:
            return True
    return False


def _codes(game: str, rule: str) -> frozenset[str]:
    """Refusals that give the rule as their reason: codes, or the names of the functions that make them."""
    reasons = import_module(f"companion.games.{game}.reasons")
    if hasattr(reasons, "_WORDS"):
        return frozenset(code for code, words in reasons._WORDS.items() if words[0] == rule)  # noqa: SLF001
    tree = ast.parse(Path(str(reasons.__file__)).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef) and _cites(node, rule))


# -- who notices ----------------------------------------------------------------------------------------------------

PLAY = """
import sys, yaml
from importlib import import_module
from pathlib import Path
from companion.kernel.script import play
game = import_module("companion.games." + sys.argv[2]).GAME
for file in (sys.argv[2] + ".yaml", sys.argv[2] + "_options.yaml"):
    for case in yaml.safe_load((Path(sys.argv[1]) / "golden" / "bouts" / file).read_text(encoding="utf-8")):
        if not play(game, case).passed:
            sys.exit(case["id"])
"""


def noticed(game: str, changed: Mapping[str, str]) -> str:
    """Which test notices; empty where none does."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        _copy_engine(copy, game)
        for name, text in changed.items():
            (copy / "companion" / "games" / game / name).write_text(text, encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": folder, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        try:
            played = _run([sys.executable, "-c", PLAY, str(ROOT / "tests"), game], copy, env)
            if played.returncode:
                return (played.stderr.strip().splitlines() or ["?"])[-1]
            return _unit_tests(copy, game, env)
        except subprocess.TimeoutExpired:
            return "a test without an end"


def _copy_engine(copy: Path, game: str) -> None:
    for part in ("companion/__init__.py", "companion/errors.py", "companion/games/__init__.py"):
        (copy / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, copy / part)
    for part in ("companion/kernel", f"companion/games/{game}"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))


def _unit_tests(copy: Path, game: str, env: dict[str, str]) -> str:
    here = copy / "tests" / "games"
    (here / game).mkdir(parents=True)
    names = ["__init__.py", f"{game}/__init__.py", f"{game}/table.py", *_test_files(game)]
    for name in names:
        shutil.copy(ROOT / "tests" / "games" / name, here / name)
    paths = [str(here / name) for name in _test_files(game)]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--rootdir", str(copy), *paths]
    run = _run(command, copy, env)
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or ["a test"])[0] if run.returncode else ""


def _test_files(game: str) -> Iterator[str]:
    yield from (f"{game}/{path.name}" for path in sorted((ROOT / "tests" / "games" / game).glob("test_*_rules.py")))
    yield from (f"{game}/{path.name}" for path in sorted((ROOT / "tests" / "games" / game).glob("test_*_corners.py")))


def _run(command: list[str], copy: Path, env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, cwd=copy, timeout=PATIENCE_S)


def rules_with_effect(game: str) -> list[str]:
    prefix = RULES[game][0]
    quiet = {f"{prefix}-{number}" for number in NO_EFFECT[prefix].split()}
    return sorted(every_rule(game) - quiet)


def values_of_options(game: str) -> list[str]:
    """`key=value` for every value that is not the default; a range by itself."""
    found = []
    for key, option in _options(game).items():
        found.extend(f"{key}={value}" for value in option.values if value != option.default)
        if option.low is not None:
            found.append(option.decision)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutation check of the card games.")
    parser.add_argument("game", choices=sorted(RULES))
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--draw", type=int, help="how many rules to draw; all without it")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--options", action="store_true", help="the values of the house rules")
    parser.add_argument("--list", action="store_true", help="only say which rules nothing here disables")
    options = parser.parse_args()
    folder = ROOT / "companion" / "games" / options.game
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}
    rules = options.rules or (values_of_options if options.options else rules_with_effect)(options.game)
    if options.draw:
        rules = sorted(Random(options.seed).sample(rules, options.draw))  # noqa: S311  # a draw, no secret
    survived = 0
    for rule in rules:
        changed = disabled(options.game, rule, sources)
        if options.list:
            if not changed:
                print(rule)
            continue
        by = noticed(options.game, changed) if changed else ""
        survived += not by
        how = f"noticed by {by[:70]}" if by else "SURVIVED" if changed else "NOTHING DISABLES IT"
        print(f"{rule:34} {', '.join(changed):40} {how}", flush=True)
    if not options.list:
        print(f"{len(rules) - survived} of {len(rules)} noticed")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())

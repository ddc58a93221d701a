"""`companion replay`: files in, honest counts out."""

import json
from pathlib import Path

import pytest

from companion.cli.main import main

GOOD = """
game: galaxy_wrestling_federation
id: GOOD
steps:
- challenge: {player: p1, opponent: p2, kind: strength}
- expect: {phase: COMMIT}
"""
BAD = """
- game: galaxy_wrestling_federation
  id: BAD
  setup: {}
  steps:
  - challenge: {player: p1, opponent: p2, kind: strength}
  - expect: {phase: ENDED}
- game: galaxy_wrestling_federation
  id: UNEXPECTED
  steps:
  - challenge: {player: p2, opponent: p1, kind: strength}
  - skip_turn: {player: p1, reason: late}
"""


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_check_counts_and_names_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path / "good.yaml", GOOD)
    bad = write(tmp_path / "bad.yaml", BAD)
    assert main(["replay", "--check", good]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main(["replay", "--check", good, bad]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "BAD step 2 phase: due ENDED, found COMMIT",
        "UNEXPECTED step 1 rejected: due nothing, found not_active (GWF-044)",
        "1 passed, 2 failed",
    ]


def test_markdown_cases_are_found_and_other_blocks_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = "- id: M1\n  steps:\n  - expect: {phase: CHALLENGE}\n"
    text = f"# Rules\n\n```yaml\nprofile: classic\n```\n\n```yaml\n{case}```\n"
    path = write(tmp_path / "galaxy_wrestling_federation.md", text)
    assert main(["replay", "--check", path]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_without_check_what_differs_is_told_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bout.yaml"
    path.write_text("{game: clay_wrestling, id: N-1, setup: {adjacant: all, fighters: {A: {}, B: {}}}, steps: []}")
    assert main(["replay", str(path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == "N-1: 0 commands, 0 events\n"
    assert "adjacant" in printed.err


def test_json_has_one_object_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", write(tmp_path / "bad.yaml", BAD)]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert set(first) == {"id", "game", "passed", "state", "pending", "events", "failures"}
    assert first["failures"] == [{"step": 2, "key": "phase", "due": "ENDED", "found": "COMMIT"}]
    assert [event["name"] for event in first["events"]] == ["challenged"]
    assert second["id"] == "UNEXPECTED"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("nogame.yaml", "id: X\nsteps: []\n", "nogame.yaml:1:1: game = nogame is not known"),
        ("chess.yaml", "id: X\ngame: chess\nsteps: []\n", "chess.yaml:2:7: game = chess is not known"),
        ("list.yaml", "- id: X\n- 3\n", "list.yaml:1:3: this is no case"),
        ("empty.yaml", "", "empty.yaml"),
        ("broken.yaml", "id: [\n", "broken.yaml:"),
        ("a.yaml", "id: X\nsetpu: {}\nsteps: []\n", "a.yaml:2:1: setpu is an unknown key; did you mean setup?"),
        ("a.yaml", "- id: X\n  gmae: chess\n  steps: []\n", "a.yaml:2:3: gmae is an unknown key; did you mean game?"),
        ("a.yaml", "id: X\nstpes: []\n", "a.yaml:2:1: stpes is an unknown key; did you mean steps?"),
        ("a.yaml", "zzz: X\nsteps: []\n", "a.yaml:1:1: zzz is an unknown key; known are game, id"),
        ("raw_deal.md", "```yaml\n- steps: []\n- stpes: []\n```\n", "raw_deal.md:3:3: stpes is an unknown key"),
    ],
)
def test_a_wrong_file_is_named_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    assert main(["replay", "--check", write(tmp_path / name, text)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


FAULTS = """\
- id: F
  setup: {fighters: {A: {}, B: {strenght: 4}}}
  steps: []
- id: G
  setup: 5
  steps: []
- id: H
  setup: {fighters: {A: {}, B: {}}}
  seed: [1]
  steps: 7
- id: I
  setup: {fighters: {A: {}, B: {}}, adjacent: all}
  steps:
  - 5
  -
  - strik: {attacker: A}
  - strike: {attacker: A,
             defender: B, strike_dice: [6, x]}
  - strike: 1
  - expect: 4
  - expect: {postur: {A: standing}, stamina: {A: 3}}
"""


def test_a_fault_of_the_script_is_told_with_its_place_what_is_allowed_and_the_nearest_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("clay_wrestling.yaml").write_text(FAULTS, encoding="utf-8")
    assert main(["replay", "--check", "clay_wrestling.yaml"]) == 1
    lines = capsys.readouterr().out.splitlines()
    begins = [
        ("F step 0 setup.fighters.B.strenght: due did you mean strength? known keys are combat, ", "2:33"),
        ("G step 0 setup: due a set-up of this game, found 5", "5:10"),
        ("H step 0 steps: due a list of steps, found 7", "10:10"),
        ("H step 0 seed: due a number or a text, found [1]", "9:9"),
        ("I step 1 step: due a single `command: {parameters}`, found 5", "14:5"),
        ("I step 2 step: due a single `command: {parameters}`, found nothing", "15:4"),
        ("I step 3 strik: due did you mean strike? known commands are ", "16:5"),
        ("I step 4 strike.strike_dice[1]: due give a whole number, found 'x'", "18:44"),
        ("I step 5 strike: due a mapping of parameters, found 1", "19:13"),
        ("I step 6 expect: due a mapping, found 4", "20:13"),
        ("I step 7 postur: due a key of this game, found did you mean posture? known keys are ", "21:14"),
        ("I step 7 stamina: due {'A': 3}, found {'A': 20}", ""),
    ]
    assert len(lines) == len(begins) + 1
    for line, (begin, place) in zip(lines, begins, strict=False):
        assert line.startswith(begin)
        assert line.endswith(f" (clay_wrestling.yaml:{place})" if place else begin)
        assert "..." not in line
    assert main(["replay", "--json", "clay_wrestling.yaml"]) == 0
    assert set(json.loads(capsys.readouterr().out)[0]["failures"][0]) == {"step", "key", "due", "found"}


@pytest.mark.parametrize("name", ["good.yaml", "good.md"])
def test_a_file_that_is_no_utf8_is_read_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text = GOOD.replace("id: GOOD", "id: GOOD\ntitle: Peña")
    if name.endswith(".md"):
        text = "# Rules\n\n```yaml\n- " + text.strip().replace("\n", "\n  ") + "\n```\n"
    path = tmp_path / name
    path.write_bytes(text.encode("cp1252"))
    assert main(["replay", "--check", str(path), "--lang", "es"]) == 0
    error = capsys.readouterr().err
    assert "el archivo no es UTF-8, se lee como cp1252: «Peña»; guárdalo como UTF-8" in error
    assert error.count("\n") == 1


def test_every_commit_is_acknowledged_after_it_is_durable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    show = tmp_path / "show.db"
    assert main(["replay", write(tmp_path / "good.yaml", GOOD), "--show", str(show), "--ack"]) == 0
    acknowledged = [line for line in capsys.readouterr().out.splitlines() if line.startswith("ack ")]
    assert acknowledged == ["ack 1", "ack 3"]
    assert main(["verify", str(show)]) == 0
    assert capsys.readouterr().out == "ok 3 events\n"


def test_a_file_that_cannot_be_read_leaves_no_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "no.yaml"), "--show", str(tmp_path / "new.db")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []

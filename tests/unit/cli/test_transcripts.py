"""Conversations in line mode, compared as a whole with golden files.

A transcript shows what a person sees: what the program writes, and what they type. Run with
`--update-golden` after a change, and read the difference.
"""

from __future__ import annotations

from datetime import date
from random import Random
from shlex import join

import pytest
from click.testing import CliRunner

from codepegs.cli.main import group
from tests.support.golden_files import Golden
from tests.unit.cli.conftest import Run, set_day

PUZZLE = "one-code:mini:KYW=1+0,WGB=0+2,GYW=1+0,YRR=1+0:814d"
BEST_GUESS = "best-guess:classic-1:RYYR=0+0,WGRK=1+1,GGWB=2+0:87e7"
GAVE_UP = "give up / no / give up / yes"


def play(*words: str, edition: str = "mini rows=2") -> tuple[str, ...]:
    return ("play", "-e", edition, "--two", "Ada", "Bob", *words)


CONVERSATIONS = {
    "editions": (("editions",), ""),
    "editions-house-rules": (("editions", "INVICTA", "rows=8"), ""),
    "play-two-games": (
        play(edition="classic-1 rows=2"),
        "red blue yellow green / 1 1 2 2 / r, blu, y, g / KKWW / KKWW",
    ),
    # A lie is proved by two rows, another is owned up to, a third is settled at the reveal.
    "play-wrong-answers": (
        play(edition="mini rows=3 answers=hand"),
        (
            "RBY / RRB / 1 1 / claim / RRB / 0 1 / claim / "
            "RBY / KKK / 1 0 / own up / no / own up / yes / "
            "RBY / KKK / 2 1 / no / 1 0 / give up / y / RBY / RBY / 3 0 / RBY / RBY / 3 0"
        ),
    ),
    "play-solo": (("play", "-e", "mini rows=2"), "KKW / help / terms / KWK / share / review / quit"),
    "play-compact": (
        ("play", "-e", "mini rows=2", "--style", "compact"),
        "KKW / 0 0 / board / KWK / ? / quit",
    ),
    "play-compact-by-hand": (
        play("--style", "compact", edition="mini rows=2 answers=hand"),
        "RBY / RRB / 1 1 / KKW / 0 0 / quit",
    ),
    "puzzle-compact": (("puzzle", PUZZLE, "--style", "compact"), "RRR / board / give up / y"),
    "play-daily": (("play", "--daily"), "RRBB / hint / stop / leave / y / share / again / quit"),
    "play-friendly": (
        ("play", "-e", "mini", "--against", "beginner", "--friendly", "--name", "Ada"),
        "RRR / help / take back / take back / quit",
    ),
    "play-misread-lines": (
        play(edition="hasbro-2010 rows=2"),
        "RRBB / RB / RBYG / nonsense / RBY /  / KKKK / red blue yellow green / quit",
    ),
    "play-give-up-and-leave": (
        play(),
        f"RBY / claim / {GAVE_UP} / RBY / leave /  / leave / Eve / bob",
    ),
    "play-stop": (play(), "stop / RBY / stop / no / stop / yes"),
    "play-words-at-the-wrong-time": (
        play(edition="mini rows=2 answers=hand"),
        "claim / hint / RBY / own up / claim / take back / gone / left / KKK / claim / quit",
    ),
    "play-clock": (
        play("-n", "1"),
        "clock 60 / RBY / clock soon / clock 0 / clock 60 / no / clock 60 / y / KKK / clock off / y / RBY",
    ),
    "play-help": (
        play(edition="classic-2 colours=3 rows=2 answers=hand"),
        "help / nonsense / RBYR / ? / board / terms / RRBB / help / left / 1 1 / help / quit",
    ),
    "play-help-for-one-peg": (play(edition="mini pegs=1"), "help / quit"),
    "play-hints": (play("--hints", "-n", "1"), "RBY / RRB / hint xyz / hint kkw / Hint / hint / hint / RBY"),
    "play-hints-allowed-later": (
        play("-n", "1"),
        "RBY / KKW / hint / no / hint kkw / perhaps / y / RBY",
    ),
    "solve": (("solve",), "1 1 / 12 / bb / 4 0"),
    "solve-own-guesses": (("solve",), "RRBB: 1+1 / RYGK / 0 2 / RYGK 0 2 / left / quit"),
    "solve-undo": (("solve",), "RRBB 1 1 / undo / RYGK / undo / undo / quit"),
    "solve-contradiction": (
        ("solve", "-e", "mini rows=4"),
        "KKK 1 0 / RRB 1 1 / RRB 0 1 / YYY 1 0 / left / why / board / fix 3 / fix 7 0 0 / fix 3 11",
    ),
    "solve-impossible-code": (("solve",), "RRBB 1 1 / RRBB 4 0 / undo / RBYG 4 0 / undo / quit"),
    "solve-fix-a-guess": (
        ("solve",),
        "RRBB 1 1 / RYGK 0 2 / fix 1 RRBY 2 0 / fix 1 RBYG / fix 1 4 0 / quit",
    ),
    "solve-misread-lines": (
        ("solve",),
        "hello you /  / 5 5 / 3 2 / RRQB 1 1 / RBY 1 1 / RBY / bbww / left over / 0 0 / quit",
    ),
    "solve-position": (("solve", "mini / RGB 1+1 / timeout / RYK ?"), "1 0 / why / quit"),
    "solve-solved-position": (("solve", "mini / RGB 3+0"), ""),
    "solve-more-rows": (("solve", "-e", "mini rows=1"), "KKK 0 0 / RRR 0 0 / GGG 3 0"),
    "solve-why": (("solve", "-e", "pressman-2007"), "why / MMMM / why / help / quit"),
    "puzzle-solved": (("puzzle", PUZZLE), "RRG / RRG / hint / nonsense /  / help / board / b r w"),
    "puzzle-best-guess": (("puzzle", BEST_GUESS), "BGKB"),
    "puzzle-given-up": (("puzzle", PUZZLE), f"RRR / {GAVE_UP}"),
    "puzzle-best-guess-given-up": (("puzzle", BEST_GUESS), f"RRRR / RRRB / {GAVE_UP}"),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_conversation_reads_as_in_its_transcript(
    run: Run, golden: Golden, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.monotonic_ns", lambda: 0)
    monkeypatch.setattr("codepegs.cli.commands.play.SystemRandom", lambda: Random(1))
    set_day(monkeypatch, date(2026, 11, 17))
    words, typed = CONVERSATIONS[name]
    lines = typed.replace(" / ", "\n") + "\n" * bool(typed)
    shown = CliRunner(echo_stdin=True).invoke(group, words, input=lines, prog_name="codepegs")
    golden(f"transcripts/{name}.txt", f"$ {join(('codepegs', *words))}\n{shown.stdout}")
    assert shown.exit_code in (0, 1)  # 1 if the input ends first
    assert "Error" not in shown.stderr
    assert shown.exception is None or isinstance(shown.exception, SystemExit)

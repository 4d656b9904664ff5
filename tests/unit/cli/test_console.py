"""The console of line mode, without a terminal."""

from __future__ import annotations

from errno import EIO
from io import StringIO
from itertools import pairwise

import pytest

from codepegs.cli.console_text import Style, cell_width, wrap
from codepegs.cli.picture import Picture
from codepegs.cli.repl.console import Console, InputEnded
from codepegs.rules import Board, find_edition


class Wide(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


class Gone(StringIO):
    """A terminal whose window was closed."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise OSError(EIO, "Input/output error")


def test_a_closed_terminal_ends_the_input() -> None:
    console = Console(Gone(), StringIO(), Style(ansi=False, ascii_only=True))
    with pytest.raises(InputEnded):
        console.ask("Code: ")


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize(
    "line",
    [
        "  hint RRBB  the same; the first also says whether this can be the code, and what it would tell you",
        "Points     the Codemaker gets 1 point for each row; most points win, and 1 more if it is unbroken",
        "           an indented line that is long enough to be wrapped to the width of a terminal of 80",
        "There is no edition '明子明子明子明子明子明子'. Choose one of: hasbro-2010, invicta, classic-1.",
        "A sentence of many words that is just as long as it takes to fill more than one line of a terminal.",
    ],
)
def test_lines_are_wrapped_in_their_column(monkeypatch: pytest.MonkeyPatch, columns: int, line: str) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = wrap(line, Wide()).splitlines()
    assert len(lines) > 1
    assert all(cell_width(part) <= columns for part in lines)
    assert " ".join(lines).split() == line.split()
    # A line breaks only where the next word does not fit.
    for part, following in pairwise(lines):
        assert cell_width(f"{part} {following.split()[0]}") > columns
    if "  " in line.rstrip():
        column = len(line) - len(line.split("  ", 3)[-1].lstrip()) if line.startswith(" ") else 11
        indents = {len(part) - len(part.lstrip()) for part in lines[1:]}
        assert indents == {column}


@pytest.mark.parametrize("word", ["?", "help", "perhaps"])
def test_every_question_says_how_to_answer_it(word: str) -> None:
    shown = StringIO()
    console = Console(StringIO(f"{word}\nyes\n"), shown, Style(ansi=False, ascii_only=True))
    assert console.confirm("Really?")
    assert "Type yes or no. Enter means no" in shown.getvalue()
    assert ("perhaps" in shown.getvalue()) == (word == "perhaps")


def test_the_legend_of_a_board_breaks_between_colours() -> None:
    picture = Picture(Board(find_edition("classic-1")))
    lines = picture.text(Style(ansi=False, ascii_only=False, width=40)).splitlines()
    assert all(cell_width(line) <= 40 for line in lines)
    assert lines[-4:] == [
        "R red  B blue  Y yellow  G green",
        "W white  K black",
        "● black: right colour, right place",
        "○ white: right colour, wrong place",
    ]

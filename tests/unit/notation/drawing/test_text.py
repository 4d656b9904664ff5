import json
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.notation import position
from codepegs.notation.drawing.text import WIDTH, draw
from codepegs.rules import CATALOGUE, Board, Edition, ScorePeg, find_edition
from codepegs.rules.agreement import MAX_NAME_LENGTH
from tests.support.golden_files import FOLDER, Golden
from tests.support.strategies import editions, feedbacks, guesses

BOARDS = json.loads((FOLDER / "boards" / "boards.json").read_text(encoding="utf-8"))
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
CLASSIC = find_edition("classic-2")


def drawn(name: str, *, ansi: bool = False, ascii_only: bool = False) -> str:
    """The drawing of a board in boards.json."""
    given = BOARDS[name]
    board = position.read(given["board"])
    return draw(
        board,
        board.edition.code(given["code"]) if "code" in given else None,
        marked=given.get("marked", ()),
        score_pegs=pegs(*given["score"], *(board.edition.box.score_pegs or ())) if "score" in given else None,
        players=tuple(given["players"]) if "players" in given else None,
        ansi=ansi,
        ascii_only=ascii_only,
    )


def pegs(one: int, other: int, *paints: str) -> tuple[ScorePeg, ScorePeg]:
    first, second = paints or ("white", "black")
    return ScorePeg(first, one), ScorePeg(second, other)


def line(text: str, number: int) -> str:
    """The line of a drawing that shows a row."""
    return next(line for line in text.splitlines() if re.match(rf"[> ] *{number} ", line))


def answer(terms: Edition, guess: str, feedback: str) -> str:
    """What stands beside a row of `terms`."""
    return line(draw(position.read(f"{terms.slug} / {guess} {feedback}")), 1).rpartition("│ ")[2]


@st.composite
def boards(draw: DrawFn) -> Board:
    """A board of any edition with rows of every kind."""
    board = Board(draw(editions()))
    for _ in range(draw(st.integers(0, min(3, board.edition.rows)))):
        if board.broken:
            break
        if draw(st.booleans()):
            board = board.time_out()
        else:
            board = board.guess(draw(guesses(board.edition))).answer(draw(feedbacks(board.edition)))
    return board


@pytest.mark.parametrize("name", BOARDS)
def test_every_edition_is_drawn_as_before(golden: Golden, name: str) -> None:
    golden(f"boards/{name.replace(' ', '-')}.txt", drawn(name) + "\n")


def test_every_edition_has_a_golden_board() -> None:
    assert CATALOGUE.keys() <= BOARDS.keys()
    assert all(position.read(BOARDS[slug]["board"]).edition.slug == slug for slug in CATALOGUE)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_text_without_escapes_is_the_same_in_colour(name: str, ascii_only: bool) -> None:
    painted = drawn(name, ansi=True, ascii_only=ascii_only)
    assert "\x1b" in painted
    assert ESCAPE.sub("", painted) == drawn(name, ascii_only=ascii_only)


@given(board=boards(), ansi=st.booleans(), ascii_only=st.booleans())
def test_any_board_fits_eighty_columns(board: Board, ansi: bool, ascii_only: bool) -> None:
    names = "W" * MAX_NAME_LENGTH, "M" * MAX_NAME_LENGTH
    text = draw(board, score_pegs=pegs(3000, 0), players=names, ansi=ansi, ascii_only=ascii_only)
    for drawn_line in ESCAPE.sub("", text).split("\n"):
        assert len(drawn_line) <= WIDTH == 80
        assert drawn_line == drawn_line.rstrip()


@pytest.mark.parametrize("name", BOARDS)
def test_ascii_drawings_are_ascii_names_included(name: str) -> None:
    assert drawn(name, ascii_only=True).isascii()


def test_unplayed_empty_and_timed_out_holes_look_different() -> None:
    text = draw(position.read("classic-2 time=60 rows=3 / ---- 0+0 / timeout"))
    assert line(text, 3).split("│")[1:] == [" · · · · ", ""]
    assert line(text, 2).split("│")[1:] == [" ~ ~ ~ ~ ", " out of time"]
    assert line(text, 1).split("│")[1:] == [" - - - - ", " ····"]
    assert "- left empty" in text
    assert "left empty" not in draw(Board(find_edition("classic-1")))


@given(data=st.data(), terms=editions())
def test_key_pegs_show_counts_but_no_places(data: st.DataObject, terms: Edition) -> None:
    feedback = data.draw(feedbacks(terms))
    beside = set()
    for _ in range(2):
        text = draw(Board(terms).guess(data.draw(guesses(terms))).answer(feedback))
        beside.add(line(text, 1).rpartition("│")[2])
    assert len(beside) == 1


@pytest.mark.parametrize(
    ("slug", "guess", "feedback", "shown"),
    [
        ("classic-1", "RBYG", "1+2", "●○○·"),
        ("pressman-2007", "MTPW", "1+2", "●○○·"),
        ("pressman-2007", "MTPW", "0+0", "····"),
        ("super", "RBYGW", "5+0", "●●●●●"),
        ("hasbro-2010", "RBYG", "1+2", "red 1  white 2"),
        ("hasbro-2010", "RBYG", "0+0", "red 0  white 0"),
    ],
)
def test_an_answer_is_shown_by_pegs_or_by_arms(slug: str, guess: str, feedback: str, shown: str) -> None:
    assert answer(find_edition(slug), guess, feedback) == shown


@pytest.mark.parametrize(
    ("slug", "legend"),
    [
        ("invicta", "● black: right colour, right place  ○ white: right colour, wrong place"),
        ("pressman-2007", "● red: right colour, right place  ○ white: right colour, wrong place"),
        ("hasbro-2010", "red: right colour, right place  white: right colour, wrong place"),
    ],
)
def test_the_legend_names_the_paint_of_the_key_pegs(slug: str, legend: str) -> None:
    assert draw(Board(find_edition(slug))).endswith(f"\n{legend}")


def test_the_code_replaces_the_shield() -> None:
    code = CLASSIC.code("RB-K")
    assert "│ R B - K │ code" in draw(Board(CLASSIC), code)
    assert "│ ▒▒▒▒▒▒▒ │ shield" in draw(Board(CLASSIC))


@pytest.mark.parametrize(
    ("one", "other", "first", "second"),
    [
        (0, 7, "◆|··········|··········|··········| 0", " |······◆···|··········|··········| 7"),
        (10, 30, " |·········◆|··········|··········| 10", " |··········|··········|·········◆| 30"),
        (
            1,
            61,
            "30 ◆|··········|··········|··········|··········|··········|··········| 1",
            "30  |··········|··········|··········|◆·········|··········|··········| 61",
        ),
    ],
)
def test_score_pegs_are_at_the_points_on_a_moving_track(
    one: int, other: int, first: str, second: str
) -> None:
    text = draw(Board(CLASSIC), score_pegs=pegs(one, other), players=("Ada", "Bob"))
    assert text.split("┘\n")[1].splitlines()[:4] == ["Ada (white)", first, "Bob (black)", second]


def rgb(number: int) -> tuple[int, ...]:
    """A colour of the terminal's table, as xterm defines it."""
    if number >= 232:
        return (10 * number - 2312,) * 3
    digits = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
    return tuple(40 * digit + 55 if digit else 0 for digit in digits)


def luminance(colour: Sequence[int]) -> float:
    parts = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Sequence[int], other: Sequence[int]) -> float:
    """How far two colours stand apart, after WCAG 2.2."""
    low, high = sorted(luminance(colour) + 0.05 for colour in (one, other))
    return high / low


def painted(text: str) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """The painted stretches of a drawing: text, background and foreground."""
    found = re.findall(r"\x1b\[48;5;([0-9]+);38;5;([0-9]+)m(.*?)\x1b\[0m", text)
    return [(shown, rgb(int(ground)), rgb(int(ink))) for ground, ink, shown in found]


def test_letters_are_legible_in_256_colours() -> None:
    terms = find_edition("classic-1", colours=26)
    tiles = painted(draw(Board(terms), ansi=True))
    assert [letter for letter, _, _ in tiles] == [hue.letter for hue in terms.hues]
    for hue, (_, ground, ink) in zip(terms.hues, tiles, strict=True):
        printed = contrast(bytes.fromhex(hue.paint.fill[1:]), bytes.fromhex(hue.paint.ink[1:]))
        assert contrast(ground, ink) >= min(3, 0.8 * printed), hue.name


@pytest.mark.parametrize(
    ("name", "number"), [("red", 124), ("yellow", 221), ("navy", 17), ("black", 236), ("white", 255)]
)
def test_a_colour_keeps_its_hue_in_256_colours(name: str, number: int) -> None:
    text = draw(Board(CLASSIC), score_pegs=(ScorePeg(name, 0), ScorePeg("white", 0)), ansi=True)
    assert next(ground for shown, ground, _ in painted(text) if shown == "◆") == rgb(number)


@pytest.mark.parametrize(("slug", "guess"), [("classic-1", "RBYG"), ("pressman-2007", "MTPW")])
def test_key_pegs_stand_out_from_their_tray(slug: str, guess: str) -> None:
    text = draw(position.read(f"{slug} / {guess} 2+1"), ansi=True)
    (black, tray, dark), (white, same_tray, light) = (tile for tile in painted(text) if tile[0][0] in "●○")
    assert (black, white, tray) == ("●●", "○", same_tray)
    assert min(contrast(tray, dark), contrast(tray, light)) >= 3

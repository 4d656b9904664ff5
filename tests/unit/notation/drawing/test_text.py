import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.notation import position
from codepegs.notation.drawing.text import WIDTH, draw
from codepegs.rules import Board, Edition, ScorePeg, find_edition
from codepegs.rules.agreement import MAX_NAME_LENGTH
from codepegs.rules.box import contrast
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


@given(data=st.data(), terms=editions())
def test_key_pegs_show_counts_but_no_places(data: st.DataObject, terms: Edition) -> None:
    feedback = data.draw(feedbacks(terms))
    beside = set()
    for _ in range(2):
        text = draw(Board(terms).guess(data.draw(guesses(terms))).answer(feedback))
        beside.add(line(text, 1).rpartition("│")[2])
    assert len(beside) == 1


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


def rgb(number: int) -> str:
    """A colour of the terminal's table, as xterm defines it."""
    if number >= 232:
        return "#" + 3 * f"{10 * number - 2312:02x}"
    digits = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
    return "#" + "".join(f"{40 * digit + 55 if digit else 0:02x}" for digit in digits)


def painted(text: str) -> list[tuple[str, str, str]]:
    """The painted stretches of a drawing: text, background and foreground."""
    found = re.findall(r"\x1b\[48;5;([0-9]+);38;5;([0-9]+)m(.*?)\x1b\[0m", text)
    return [(shown, rgb(int(ground)), rgb(int(ink))) for ground, ink, shown in found]


def test_letters_are_legible_in_256_colours() -> None:
    terms = find_edition("classic-1", colours=26)
    tiles = painted(draw(Board(terms), ansi=True))
    assert [letter for letter, _, _ in tiles] == [hue.letter for hue in terms.hues]
    for hue, (_, ground, ink) in zip(terms.hues, tiles, strict=True):
        printed = contrast(hue.paint.fill, hue.paint.ink)
        assert contrast(ground, ink) >= min(3, 0.8 * printed), hue.name


@pytest.mark.parametrize(("slug", "guess"), [("classic-1", "RBYG"), ("pressman-2007", "MTPW")])
def test_key_pegs_stand_out_from_their_tray(slug: str, guess: str) -> None:
    text = draw(position.read(f"{slug} / {guess} 2+1"), ansi=True)
    (black, tray, dark), (white, same_tray, light) = (tile for tile in painted(text) if tile[0][0] in "●○")
    assert (black, white, tray) == ("●●", "○", same_tray)
    assert min(contrast(tray, dark), contrast(tray, light)) >= 3

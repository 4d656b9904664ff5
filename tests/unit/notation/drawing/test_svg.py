import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.notation import position
from codepegs.notation.drawing import svg
from codepegs.notation.drawing.svg import Svg, draw
from codepegs.rules import Board, Edition, find_edition
from codepegs.rules.agreement import MAX_NAME_LENGTH
from codepegs.rules.box import KEY_PAINTS, KeyStyle, contrast
from tests.support.golden_files import Golden
from tests.support.strategies import editions, feedbacks, guesses, secrets
from tests.unit.notation.drawing.test_text import BOARDS, pegs

NAMESPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert(1)</script>", "\"'&lt;]]>--><b a='")


def drawn(name: str) -> Svg:
    """The drawing of a board in boards.json."""
    given = BOARDS[name]
    board = position.read(given["board"])
    return draw(
        board,
        board.edition.code(given["code"]) if "code" in given else None,
        marked=given.get("marked", ()),
        score_pegs=pegs(*given["score"], *(board.edition.box.score_pegs or ())) if "score" in given else None,
        players=tuple(given["players"]) if "players" in given else None,
    )


def picture(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def groups(text: str) -> list[list[ElementTree.Element]]:
    """What is drawn at the place of the code, then in each row from the top, then for each score peg."""
    return [list(group) for group in picture(text).findall(f"{NAMESPACE}g")]


def writing(text: str) -> list[str]:
    return [element.text or "" for element in picture(text).iter(f"{NAMESPACE}text")]


def description(text: str) -> str:
    return picture(text).findtext(f"{NAMESPACE}desc") or ""


@pytest.mark.parametrize("name", BOARDS)
def test_every_edition_is_drawn_as_before(golden: Golden, name: str) -> None:
    golden(f"boards/{name.replace(' ', '-')}.svg", drawn(name) + "\n")


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_contains_only_plain_shapes(name: str) -> None:
    for element in picture(drawn(name)).iter():
        tag = element.tag.removeprefix(NAMESPACE)
        assert tag in {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}
        assert not {"id", "class", "style", "href"}.intersection(element.keys())
        assert not any(key.startswith("on") or "url" in value for key, value in element.items())


@pytest.mark.parametrize("slug", [name for name in BOARDS if " " not in name])
def test_names_are_escaped(slug: str) -> None:
    text = draw(Board(find_edition(slug)), score_pegs=pegs(3, 5), players=HOSTILE)
    assert set(HOSTILE) <= set(writing(text))
    assert all(name in description(text) for name in HOSTILE)


@given(data=st.data(), terms=editions())
def test_everything_of_any_board_is_inside_the_picture(data: st.DataObject, terms: Edition) -> None:
    board = Board(terms).guess(data.draw(guesses(terms))).answer(data.draw(feedbacks(terms)))
    score = pegs(data.draw(st.integers(0, 4000)), data.draw(st.integers(0, 40)))
    names = "W" * MAX_NAME_LENGTH, "."
    code = data.draw(st.none() | secrets(terms))
    root = picture(draw(board, code, marked=[1], score_pegs=score, players=names))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for group in root.findall(f"{NAMESPACE}g"):
        left, top = map(float, re.findall(r"[0-9.]+", group.attrib["transform"]))
        for shape in group.iter(f"{NAMESPACE}circle"):
            x, y, r = (float(shape.attrib[key]) for key in ("cx", "cy", "r"))
            assert r <= left + x <= width - r
            assert r <= top + y <= height - r
        for shape in group.iter(f"{NAMESPACE}rect"):
            x, y, w, h = (float(shape.attrib[key]) for key in ("x", "y", "width", "height"))
            assert 0 <= left + x <= left + x + w <= width
            assert 0 <= top + y <= top + y + h <= height


def test_a_notebook_shows_the_picture() -> None:
    text = draw(Board(find_edition("classic-2")))
    assert text._repr_svg_() == str(text)


@given(data=st.data(), terms=editions())
def test_key_pegs_show_counts_but_no_places(data: st.DataObject, terms: Edition) -> None:
    feedback = data.draw(feedbacks(terms))
    beside = set()
    for _ in range(2):
        board = Board(terms).guess(data.draw(guesses(terms))).answer(feedback)
        shapes = [ElementTree.tostring(shape) for shape in groups(draw(board))[terms.rows]]
        arms, shown = terms.box.keys.style is KeyStyle.ARMS, max(1, feedback.black + feedback.white)
        beside.add(tuple(shapes[-4 if arms else -shown :]))
    assert len(beside) == 1


@given(data=st.data(), terms=editions())
def test_without_colours_only_the_answers_can_be_read(data: st.DataObject, terms: Edition) -> None:
    answer, drawings = data.draw(feedbacks(terms)), set()
    for _ in range(2):
        board = Board(terms).guess(data.draw(guesses(terms))).answer(answer)
        drawings.add(draw(board, colours=False))
    assert len(drawings) == 1
    assert f"answered {answer.black} " in drawings.pop()


@pytest.mark.parametrize(
    ("shape", "ground", "least"),
    [
        (svg.CHALK, svg.CHANNEL, 3),
        (svg.HOLE_RIM, svg.CHANNEL, 3),
        (svg.HOLE, svg.PLATE, 3),
        (svg.MARK, svg.BOARD, 3),
        (svg.CHALK, svg.BOARD, 4.5),
        (svg.CHALK, svg.MARKED, 4.5),
        (KEY_PAINTS["black"].fill, KEY_PAINTS["white"].fill, 3),
        (KEY_PAINTS["red"].fill, KEY_PAINTS["white"].fill, 3),
    ],
)
def test_pegs_holes_and_writing_stand_out_without_colour(shape: str, ground: str, least: float) -> None:
    assert contrast(shape, ground) >= least

"""The words of each edition for key pegs and colours, in everything that is written about a game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from codepegs.errors import CodepegsError
from codepegs.notation import edition_facts, position, sentences, user_input
from codepegs.notation.drawing import svg, text
from codepegs.notation.share import share_text
from codepegs.notation.terms import describe_terms
from codepegs.protocol.view import make_terms
from codepegs.rules.box import KEY_PAINTS
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.server.pages import play
from codepegs.tui import keys as tui_keys
from codepegs.tui.look import Depth, Look, pen
from codepegs.tui.match.narration import question_answer
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.panel import describe_answer, describe_codes

WORDS = {
    "hasbro-2010": ("1 red, 2 white", "0 red, 1 white"),
    "invicta": ("1 black, 2 white", "0 black, 1 white"),
    "pressman-2007": ("1 red, 2 white", "0 red, 1 white"),
    "pressman-tracker": ("1 red, 2 white", "0 red, 1 white"),
    "classic-1": ("1 black, 2 white", "0 black, 1 white"),
    "classic-2": ("1 black, 2 white", "0 black, 1 white"),
    "bulls-and-cows": ("1 bull, 2 cows", "0 bulls, 1 cow"),
    "super": ("1 black, 2 white", "0 black, 1 white"),
    "mini": ("1 black, 2 white", "0 black, 1 white"),
}


def refusals(edition: Edition) -> Iterator[str]:
    for read, typed in ((user_input.read_feedback, "x"), (user_input.read_code, "????")):
        with pytest.raises(CodepegsError) as refused:
            read(edition, typed)
        yield str(refused.value)


def everything_said(edition: Edition) -> Iterator[str]:
    """Yield what a player of this edition reads in the terminal, in line mode and on the site."""
    board = position.read(f"{edition.slug} / {position.example_guess(edition)} 1+1")
    yield from edition_facts.lines(edition)
    yield from describe_terms(
        edition, 2, ("Ada", "Ben"), hints=False, friendly=False, daily=None, time_limit=None
    )
    yield sentences.describe_row(edition, 1, board.rows[0])
    yield text.draw(board)
    yield re.sub("<[^>]*>", "", svg.draw(board))
    yield share_text(board)
    yield from refusals(edition)
    yield play.describe_size(edition)
    yield play.describe_repeats(edition)
    yield tui_keys.explain_rules(edition)
    for lines in tui_keys.table_keys(edition).values():
        yield from (f"{key}: {does}" for key, does in lines)
    yield question_answer(edition, Feedback(edition.pegs - 1, 1))
    yield describe_answer(edition, Feedback(1, 1))
    yield describe_codes(edition)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_an_answer_is_told_in_the_words_of_the_edition(slug: str) -> None:
    edition = CATALOGUE[slug]
    told = tuple(sentences.describe_feedback(edition, answer) for answer in (Feedback(1, 2), Feedback(0, 1)))
    assert told == WORDS[slug]
    assert describe_answer(edition, Feedback(1, 2)) == WORDS[slug][0].replace(",", " ·")


@pytest.mark.parametrize("slug", CATALOGUE)
def test_nothing_is_told_in_the_words_of_another_edition(slug: str) -> None:
    edition = CATALOGUE[slug]
    own = {word for key in edition.box.keys.both for word in (key.name, key.plural)}
    own |= {hue.name for hue in edition.hues} | {*(edition.box.score_pegs or ())}
    own |= {edition.colour_word, f"{edition.colour_word}s"}
    foreign = {"black", "red", "white", "bull", "bulls", "cow", "cows", "zero", "colour", "colours"} - own
    foreign |= {"digit", "digits"} - own
    title = edition.box.title.casefold()
    for said in everything_said(edition):
        words = re.findall("[a-z]+", said.casefold().replace(title, "").replace(slug, ""))
        assert not foreign & {*words}, said


@pytest.mark.parametrize("slug", CATALOGUE)
def test_key_pegs_have_the_paint_of_the_box(slug: str) -> None:
    edition = CATALOGUE[slug]
    paints = tuple(key.paint for key in edition.box.keys.both)
    exact = "red" if slug in ("hasbro-2010", "pressman-2007", "pressman-tracker") else "black"
    assert paints == (exact, "white")
    drawing = svg.draw(position.read(f"{slug} / {position.example_guess(edition)} 1+1"))
    assert all(f'fill="{KEY_PAINTS[paint].fill}"' in drawing for paint in paints)
    look = Look("dark", Depth.TRUE)
    signs = KeyPainter(edition, look).sign(1, 1, look["ground"])
    assert [style for sign, style in signs if sign == "●"] == [
        pen(look[f"k{paint}"], look["tray"]) for paint in paints
    ]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_browsers_get_the_word_and_the_paint_of_key_pegs(slug: str) -> None:
    edition = CATALOGUE[slug]
    terms = make_terms(edition, 2)
    for sent, key in zip((terms.keys.black, terms.keys.white), edition.box.keys.both, strict=True):
        assert (sent.name, sent.plural, sent.paint) == (key.name, key.plural, key.paint)
    assert terms.colour_word == ("digit" if slug == "bulls-and-cows" else "colour")


def test_digits_beside_letters_are_colours() -> None:
    assert CATALOGUE["bulls-and-cows"].with_rules(colours=12).colour_word == "colour"

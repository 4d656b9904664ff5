"""Strategies written out: walked by the rules alone, and refused where they are wrong."""

from __future__ import annotations

import re
import string
from functools import cache
from itertools import permutations, product

import pytest

from codepegs.engine import tree
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.optimum import Optimum
from codepegs.engine.tree import UNPROVED, Tree, build_tree, bundled_trees
from codepegs.errors import CodepegsError, IllegalCode, NotationError
from codepegs.rules import find_edition, mark

MINI = tree.read(bundled_trees()["mini"])

# The optimum of each board, as published by others; hasbro-2010's is ours.
TOTALS = {
    "bulls-and-cows": (26274, 7),
    "classic-1": (5625, 6),
    "classic-1-in-5": (5626, 5),
    "classic-2": (11228, 6),
    "hasbro-2010": (7797, 6),
    "hasbro-2010-no-repeats": (7817, 6),
    "mini": (854, 5),
}


def test_a_tree_comes_with_the_package_for_every_board_in_the_table() -> None:
    assert set(bundled_trees()) == set(TOTALS) | UNPROVED


@pytest.mark.parametrize("name", TOTALS)
def test_a_tree_on_the_shelf_has_the_optimal_total_and_is_written_as_its_file(name: str) -> None:
    found = tree.read(bundled_trees()[name])
    histogram = found.histogram()
    assert (tree.total(histogram), len(histogram)) == TOTALS[name]
    assert tree.write(found) == bundled_trees()[name]


def test_the_walk_meets_every_code_once_with_its_true_answers() -> None:
    walked = dict(MINI.walk())
    assert sorted(walked) == [*MINI.edition.codes()]
    first = MINI.guesses[0]
    for code, answers in walked.items():
        assert answers[0] == mark(first, code)
        assert answers[-1].black == 3
        assert all(answer.black < 3 for answer in answers[:-1])


def test_the_tree_of_a_search_costs_what_the_search_says() -> None:
    terms = find_edition("mini", colours=4)
    space = CodeSpace.of(terms)
    optimum = Optimum(space)
    value = optimum.solve(space.codes).upper
    assert (
        tree.total(build_tree(terms, lambda codes, depth: optimum.guess(codes)).histogram()) == value == 206
    )


@pytest.mark.parametrize("place", range(len(MINI.guesses)))
def test_a_tree_with_one_guess_changed_is_refused(place: int) -> None:
    words = bundled_trees()["mini"].split("\n")
    letters = [*words[4].split(), *words[5].split()] if words[5] else words[4].split()
    changed = "RRR" if letters[place] != "RRR" else "BBB"
    letters[place] = changed
    text = "\n".join([*words[:4], *_lines(letters)]) + "\n"
    with pytest.raises(CodepegsError):
        tree.read(text)


def _lines(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) >= 100:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("codepegs tree 1", "codepegs tree 2"), "not a tree file"),
        (lambda text: text.replace("total 854", "total 853"), "854 guesses, 5 at worst"),
        (lambda text: text.replace("worst 5", "worst 4"), "854 guesses, 5 at worst"),
        (lambda text: text + "RBY\n", "more guesses than its parts need"),
        (lambda text: text.rsplit(" ", 1)[0] + "\n", "fewer guesses than its parts need"),
        (lambda text: text.replace("\n", " \n"), "There is no house rule|not a tree file|standard format"),
        (lambda text: text[:-1], "standard format"),
        (lambda text: "", "not a tree file"),
    ],
)
def test_a_file_that_is_not_as_it_must_be_is_refused(change: object, reason: str) -> None:
    assert callable(change)
    with pytest.raises(NotationError, match=reason):
        tree.read(change(bundled_trees()["mini"]))


def test_a_guess_that_tells_nothing_is_refused_and_not_walked_for_ever() -> None:
    terms = find_edition("mini", pegs=1, colours=5, blanks=True)
    with pytest.raises(NotationError, match="no information"):
        Tree(terms, (terms.code("R"), terms.code("R"))).histogram()


def test_a_guess_that_the_edition_forbids_is_refused() -> None:
    terms = find_edition("bulls-and-cows", pegs=2, colours=4)
    with pytest.raises(IllegalCode):
        Tree(terms, (terms.code("00"),)).histogram()


def play_nested(text: str, code: str) -> int:
    """Return how many guesses a nested tree needs for a code, by a reader of that grammar alone."""
    for depth in range(1, 100):
        guess = text.lstrip("{")[: len(code)]
        if guess == code:
            return depth
        black = sum(map(str.__eq__, guess, code))
        both = sum(min(guess.count(letter), code.count(letter)) for letter in set(guess))
        text = branches(text)[f"{black}{both - black}"]
    raise AssertionError(code)


@cache
def branches(text: str) -> dict[str, str]:
    found, level, start = list[str](), 0, 0
    inner = text[text.index(":") + 2 : -2]
    for place, letter in enumerate(f"{inner},"):
        level += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and level == 0:
            found.append(inner[start:place])
            start = place + 1
    return {branch[:2]: branch[3:] for branch in found}


@pytest.mark.parametrize("name", ["mini", "hasbro-2010"])
def test_a_nested_tree_plays_as_the_tree_does(name: str) -> None:
    found = tree.read(bundled_trees()[name])
    text = tree.write_nested(found).removesuffix("\n")
    letters = string.ascii_uppercase[: len(found.edition.kinds)]
    repeats = found.edition.code_repeats
    codes = (
        product(letters, repeat=found.edition.pegs) if repeats else permutations(letters, found.edition.pegs)
    )
    assert sum(play_nested(text, "".join(code)) for code in codes) == TOTALS[name][0]


def test_a_nested_tree_is_written_as_in_the_challenge() -> None:
    """The example of the challenge has two pegs and three colours, and needs 21 guesses."""
    terms = find_edition("mini", pegs=2, colours=3)
    space = CodeSpace.of(terms)
    optimum = Optimum(space)
    text = tree.write_nested(build_tree(terms, lambda codes, depth: optimum.guess(codes)))
    assert re.fullmatch(r"\{[A-C]{2}:\{([012]{2}:|[A-C]{2}|[{}:,])+\}\}\n", text)
    assert sum(play_nested(text.strip(), a + b) for a, b in product("ABC", repeat=2)) == 21

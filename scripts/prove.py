#!/usr/bin/env -S uv run --dev python
"""Prove optimal totals, on boards too large for the tests too. From the root of the project:

    scripts/prove.py            all boards, smallest first: this takes a long time
    scripts/prove.py 4x6 4of8   these boards; --list names them all

4x6 has four pegs and six colours, 4of8 four pegs of eight colours without repeats. A name
that ends in -in-5 allows five rows at most, one in -fitting only guesses that fit every answer.
Prints board, value, expected value and CPU seconds, and exits with 1 if the values differ. The
value of an impossible limit is printed as `impossible`.
"""

from __future__ import annotations

import re
import sys
from time import process_time

from codepegs.engine import CodeSpace
from codepegs.engine.bounds import INFINITE
from codepegs.engine.optimum import Optimum
from codepegs.rules import CATALOGUE, Edition, find_edition

TOTALS = {
    **{"3x4": 206, "3x5": 451, "3x6": 854, "3x7": 1474, "3x8": 2359},
    **{"3of5": 196, "3of6": 436, "3of8": 1449, "3of10": 3575},
    **{"4of5": 462, "4of6": 1446, "4of7": 3639, "5of6": 3434},
    **{"4x4": 905, "4x5": 2463, "5x3": 816, "5x4": 3954, "6x3": 2649},
    **{"4x6": 5625, "4x6-in-6": 5625, "4x6-in-5": 5626, "4x6-fitting": 5660, "classic-1": 5625},
    **{"4of8": 7817, "hasbro-2010": 7797, "4of9": 14914},
    **{"4x7": 11228, "4x7-in-6": 11228, "classic-2": 11228, "5x5": 13496},
    **{"4x6-in-4": INFINITE, "4x7-in-5": INFINITE, "4of8-in-5": INFINITE, "4x8-in-5": INFINITE},
    "bulls-and-cows-in-6": INFINITE,
    **{"5of8": 34444, "bulls-and-cows": 26274, "4x8": 20471, "4x8-in-6": 20473, "4x9": 34666, "5x6": 36721},
}
"""Known totals; INFINITE if no strategy stays within the rows."""


def parsed(name: str) -> tuple[Edition, int | None, bool]:
    """Return the edition of a name, its limit of rows, and whether guesses must fit."""
    board, rows, fitting = re.fullmatch(r"(.+?)(?:-in-(\d+))?(-fitting)?", name).groups()  # type: ignore[union-attr]
    if board in CATALOGUE:
        terms = find_edition(board)
    else:
        pegs, kind, colours = re.fullmatch(r"(\d+)(x|of)(\d+)", board).groups()  # type: ignore[union-attr]
        repeats = kind == "x"
        terms = find_edition(
            "classic-1",
            pegs=int(pegs),
            colours=int(colours),
            code_repeats=repeats,
            guess_repeats=repeats,
        )
    return terms, int(rows) if rows else None, bool(fitting)


def main(names: list[str]) -> int:
    if names == ["--list"]:
        print(*TOTALS, sep="\n")
        return 0
    unknown = [name for name in names if name not in TOTALS]
    if unknown:
        print(f"No total is known of {', '.join(unknown)}. Choose from: {' '.join(TOTALS)}.", file=sys.stderr)
        return 2
    different = 0
    for name in names or TOTALS:
        terms, rows, consistent = parsed(name)
        begun = process_time()
        space = CodeSpace(terms)
        value = Optimum(space, consistent=consistent).solve(space.codes, rows=rows, sure=True).lower
        seconds = process_time() - begun
        right = value == TOTALS[name]
        different += not right
        shown = "".join(
            f"{'impossible' if total == INFINITE else total:>12}" for total in (value, TOTALS[name])
        )
        print(f"{name:20}{shown}{seconds:10.2f} s{'' if right else '  DIFFERS'}", flush=True)
    return 1 if different else 0


sys.exit(main(sys.argv[1:]))

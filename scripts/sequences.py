#!/usr/bin/env -S uv run --dev python
"""Write docs/sequences: optima by pegs and colours, as b-files of OEIS. From the root of the project:

    scripts/sequences.py                                each term that takes up to 3 CPU seconds
    scripts/sequences.py total-4 total-5 --seconds 100  these files, with one or two terms more

One file for each number of pegs: `total` is the fewest guesses summed over all codes, and `rows` the fewest
rows in which every code can be broken. A line has the number of colours and the term. Files with `distinct`
are about codes and guesses without repeats. A sequence ends before the first term that takes longer.
"""

from __future__ import annotations

import argparse
from itertools import count, product
from pathlib import Path
from time import process_time

from codepegs.engine import CodeSpace, Optimum
from codepegs.errors import TooLarge
from codepegs.rules import find_edition

HEADS = {
    "total": "Fewest guesses, summed over all codes of {pegs} pegs and n colours{distinct}.",
    "rows": "Fewest guesses that always break a code of {pegs} pegs and n colours{distinct}.",
}
COLOURS = 26


def term(kind: str, pegs: int, colours: int, *, repeats: bool, seconds: float) -> int | None:
    """Return a term of a sequence; None if its proof takes longer, or if the board is too large."""
    end = process_time() + seconds
    try:
        space = CodeSpace(
            find_edition("classic-1", pegs=pegs, colours=colours, code_repeats=repeats, guess_repeats=repeats)
        )
        optimum = Optimum(space, stop=lambda: process_time() > end)
    except TooLarge:
        return None
    if kind == "total":
        bounds = optimum.solve(space.codes)
        return bounds.lower if bounds.proved else None
    for rows in count(1):
        bounds = optimum.solve(space.codes, rows=rows, sure=True)
        if bounds.possible and bounds.upper is not None:
            return rows
        if bounds.possible:
            return None
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--folder", type=Path, default=Path("docs/sequences"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for kind, pegs, repeats in product(HEADS, range(2, 7), (True, False)):
        name = f"{kind}-{pegs}{'' if repeats else '-distinct'}"
        if given.names and name not in given.names:
            continue
        distinct = "" if repeats else ", without repeats in codes and guesses"
        lines = [f"# {HEADS[kind].format(pegs=pegs, distinct=distinct)}"]
        for colours in range(2 if repeats else pegs, COLOURS + 1):
            found = term(kind, pegs, colours, repeats=repeats, seconds=given.seconds)
            if found is None:
                break
            lines.append(f"{colours} {found}")
        (given.folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
        print(f"{name}: {len(lines) - 1} terms", flush=True)


if __name__ == "__main__":
    main()

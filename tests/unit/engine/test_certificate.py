"""Certificates: what the writer writes, two checkers accept; what is broken, both refuse."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from random import Random

import pytest

from codepegs.engine import CodeSpace
from codepegs.engine.certificate import write
from codepegs.engine.certificate_checker import Part, Proof
from codepegs.engine.optimum import Optimum
from codepegs.errors import NotNow, TooLarge
from codepegs.rules import Edition, find_edition
from tests.support.twins import both

ROOT = Path(__file__).resolve().parents[3]
CHECKER = ROOT / "src" / "codepegs" / "engine" / "certificate_checker.py"
TOTALS = {
    "mini": 854,
    "classic-1": 5625,
    "classic-2": 11228,
    "hasbro-2010": 7797,
    "hasbro-2010-no-repeats": 7817,
}
QUICK = {"mini", "classic-1"}
"""Certificates that the checker in Python reads within a second."""
CLASSIC = find_edition("classic-1")
Accepts = Callable[[bytes], bool]


def certificate(name: str) -> bytes:
    return (ROOT / "certificates" / f"{name}.certificate").read_bytes()


@pytest.fixture(scope="module")
def c_accepts(tmp_path_factory: pytest.TempPathFactory) -> Accepts:
    """Whether the checker in C accepts a certificate. It prints the total of one that it accepts."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("checker")
    program, file = folder / "check", folder / "certificate"
    words = ["cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program)]
    subprocess.run([*words, str(ROOT / "certificates" / "check.c")], check=True)

    def accepts(text: bytes) -> bool:
        file.write_bytes(text)
        shown = subprocess.run([program, file], capture_output=True, text=True)
        assert (shown.returncode, bool(shown.stderr)) in ((0, False), (1, True)), shown
        if shown.returncode == 0:
            total = re.search(rb"^total (\d+)$", text, re.MULTILINE)
            assert total is not None
            assert shown.stdout.startswith(f"{file}: {int(total[1])} guesses for ")
        return shown.returncode == 0

    return accepts


def python_accepts(text: bytes) -> bool:
    try:
        Proof(text.decode("ascii"))
    except ValueError:
        return False
    return True


# What is right ---------------------------------------------------------------------------


def test_every_certificate_in_the_folder_has_a_test() -> None:
    assert {file.stem for file in (ROOT / "certificates").glob("*.certificate")} == set(TOTALS)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.night) for name in TOTALS]
)
def test_python_accepts_the_certificate(name: str) -> None:
    assert Proof(certificate(name).decode("ascii")).total == TOTALS[name]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in {*QUICK, "hasbro-2010-no-repeats"} else pytest.mark.night)
        for name in TOTALS
    ],
)
def test_c_accepts_the_certificate(name: str, c_accepts: Accepts) -> None:
    assert f"\ntotal {TOTALS[name]}\n".encode() in certificate(name)
    assert c_accepts(certificate(name))


SMALL = [
    CLASSIC.with_rules(pegs=pegs, colours=colours, blanks=blanks, code_repeats=codes, guess_repeats=guesses)
    for pegs, colours, blanks, codes, guesses in [
        *(
            (1, 4, False, True, True),
            (2, 5, False, True, True),
            (3, 3, True, True, True),
            (5, 2, False, True, True),
        ),
        *(
            (3, 4, False, False, True),
            (3, 5, False, False, False),
            (2, 2, False, False, False),
            (4, 3, False, True, True),
        ),
    ]
]


@both
@pytest.mark.parametrize("edition", SMALL, ids=str)
def test_both_accept_what_is_written_for_a_small_board(
    edition: Edition, kernel: bool, c_accepts: Accepts
) -> None:
    space = CodeSpace.of(edition)
    optimum = Optimum(space, kernel=kernel)
    text = write(edition, optimum)
    proof = Proof(text)
    assert (proof.total, proof.codes) == (optimum.solve(space.codes).lower, len(space.codes))
    assert c_accepts(text.encode())


def test_the_checker_reports_the_worst_case_of_the_tree() -> None:
    assert Proof(certificate("classic-1").decode()).worst == 6
    edition = find_edition("classic-1", pegs=3, colours=4)
    assert Proof(write(edition, Optimum(CodeSpace.of(edition)), rows=4)).worst == 4


def test_the_checker_runs_without_codepegs() -> None:
    alone = (
        "import runpy, sys; sys.modules['codepegs'] = None; sys.path.clear; "
        "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    file = ROOT / "certificates" / "mini.certificate"
    shown = subprocess.run(
        [sys.executable, "-c", alone, CHECKER, file], capture_output=True, text=True, check=True
    )
    assert shown.stdout == f"{file}: 854 guesses for 216 codes, 5 at worst: proved\n"


def test_a_checker_is_short_enough_to_read() -> None:
    assert len(CHECKER.read_text().splitlines()) <= 150
    assert len((ROOT / "certificates" / "check.c").read_text().splitlines()) <= 300


# What is broken --------------------------------------------------------------------------

EDITION = find_edition("mini", colours=5)
RIGHT = write(EDITION, Optimum(CodeSpace.of(EDITION)))
"""A certificate with 451 guesses for 125 codes, and few items."""
HEAD, TREE, ITEMS = re.fullmatch(r"(.*\ntree\n)(.*)\nrefutation\n(.*)\nend\n", RIGHT, re.DOTALL).groups()  # type: ignore[union-attr]
ITEM_LIST = re.findall(r"[a-z]\d*", ITEMS)


def with_items(items: list[str]) -> str:
    return f"{HEAD}{TREE}\nrefutation\n{''.join(items)}\nend\n"


def raised(item: str) -> str:
    return f"{item[0]}{int(item[1:] or 1) + 1}"


class _Watched(Proof):
    """A proof that notes where the items of each first guess begin."""

    read = 0

    def _prove(self, part: Part, least: int, made: Part) -> None:
        if not made:
            self.starts: dict[int, int] = {}
            self._items = self._counted(self._items)
        elif len(made) == 1:
            self.starts.setdefault(made[0], self.read - 1)
        super()._prove(part, least, made)

    def _counted(self, items: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        for item in items:
            self.read += 1
            yield item


def orbits() -> list[list[str]]:
    """Return the items by the first guess that they refute: one of each orbit."""
    starts = [*_Watched(RIGHT).starts.values(), len(ITEM_LIST)]
    return [ITEM_LIST[start:end] for start, end in pairwise(starts)]


def broken() -> Iterator[tuple[str, str]]:
    """Yield a name and a certificate that is not one."""
    count = len(ITEM_LIST)
    for total in (450, 452):
        yield "total", RIGHT.replace("451", str(total))
    for place, item in enumerate(ITEM_LIST):
        before, after = ITEM_LIST[:place], ITEM_LIST[place + 1 :]
        yield f"bound {place} raised", with_items([*before, raised(item), *after])
        yield f"item {place} left out", with_items([*before, *after])
        yield f"item {place} twice", with_items([*before, item, item, *after])
    for place in range(count - 1):
        yield f"node {place} left out", with_items(ITEM_LIST[:place] + ITEM_LIST[place + 2 :])
    groups = orbits()
    for place in range(len(groups) - 1):
        swapped = [*groups[:place], groups[place + 1], groups[place], *groups[place + 2 :]]
        yield f"orbits {place} and {place + 1} swapped", with_items([*chain(*swapped)])
        yield f"orbit {place} left out", with_items([*chain(*groups[:place], *groups[place + 1 :])])
    words = TREE.split()
    for place in range(len(words)):
        rest = " ".join(words[:place] + words[place + 1 :])
        yield f"guess {place} left out", RIGHT.replace(TREE, rest)
    yield "a guess too many", RIGHT.replace(TREE, f"{TREE} AAA")
    yield "an item too many", with_items([*ITEM_LIST, "a"])
    for size in range(len(RIGHT)):
        yield f"cut off after {size} characters", RIGHT[:size]
    yield "something after the end", RIGHT + "\n"
    yield "line ends of another system", RIGHT.replace("\n", "\r\n")
    yield "another version", RIGHT.replace("certificate 1", "certificate 2")
    yield "another board", RIGHT.replace("colours=5", "colours=6")


def test_both_refuse_every_broken_certificate(c_accepts: Accepts) -> None:
    assert len(orbits()) > 1
    accepted = [
        name
        for name, text in broken()
        if text != RIGHT and (python_accepts(text.encode()) or c_accepts(text.encode()))
    ]
    assert accepted == []


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff",
        RIGHT.encode() + b"\0",
        RIGHT.replace("A", "F").encode(),
        RIGHT.replace("pegs=3 colours=5", "pegs=6 colours=26").encode(),
        RIGHT.replace("code-repeats=yes", "code-repeats=no").encode(),
        RIGHT.replace("guess-repeats=yes", "guess-repeats=no").encode(),
        RIGHT.replace("colours=5 code-repeats=yes", "colours=2 code-repeats=no").encode(),
        RIGHT.replace("451", "0451").encode(),
        RIGHT.replace(TREE, "AAA " * 5_000).encode(),
        with_items(["a999999999"] * 1_000).encode(),
        with_items([f"a{'9' * 10}"]).encode(),
        with_items(["a1", *ITEM_LIST]).encode(),
    ],
    ids=lambda text: repr(text[:60]),
)
def test_both_refuse_text_that_is_hostile(text: bytes, c_accepts: Accepts) -> None:
    assert not python_accepts(text)
    assert not c_accepts(text)


def test_both_agree_about_certificates_changed_at_random(c_accepts: Accepts) -> None:
    random, accepted = Random(1), 0
    for _ in range(300):
        text = bytearray(RIGHT.encode())
        for _ in range(random.choice((1, 1, 2))):
            place = random.randrange(len(text))
            change = random.choice((b"", bytes([random.choice(b"abcdefghi123ABCDEF \n")])))
            text[place : place + random.choice((0, 1))] = change
        verdict = python_accepts(bytes(text))
        assert c_accepts(bytes(text)) == verdict, bytes(text)
        assert not verdict or b"\ntotal 451\n" in text
        accepted += verdict
    # Some changes are harmless: line ends between items, or a guess that is as good as another.
    assert 0 < accepted < 100


# What cannot be certified ------------------------------------------------------------------


def test_a_limit_of_rows_that_costs_guesses_has_no_certificate() -> None:
    with pytest.raises(NotNow, match="without a limit"):
        write(CLASSIC, Optimum(CodeSpace.of(CLASSIC)), rows=5)


def test_a_board_that_is_too_large_for_the_format_has_no_certificate() -> None:
    edition = CLASSIC.with_rules(pegs=7, colours=2)
    with pytest.raises(TooLarge, match="certified"):
        write(edition, Optimum(CodeSpace.of(edition)))


def test_writing_stops_when_asked_to() -> None:
    with pytest.raises(NotNow, match="Stopped"):
        write(CLASSIC, Optimum(CodeSpace.of(CLASSIC)), stop=lambda: True)

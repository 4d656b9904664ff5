"""A solver in C, built from its file and run beside ours."""

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path
from time import process_time

import click

from codepegs.cli.workers import workers
from codepegs.rules.edition import Edition

BOARDS = ("4x6", "4of8", "4x7", "4of10")
"""Boards on which all guesses are codes, as such a solver takes them to be."""
_SYMMETRIC, _TABLE_BITS, _REMEMBERED, _OPTIONS = 2, 22, 4, 0b11010111
"""Depth of symmetry, size of the memory, smallest set remembered, techniques: the fastest of those tried."""


def build(file: Path, folder: Path) -> Path:
    """The library of a C file, made in `folder`."""
    library = folder / "beside.so"
    compiler = os.environ.get("CC", "cc")
    command = [compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(file)]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except OSError:
        raise click.ClickException(
            f"There is no C compiler {compiler!r}: install one, or name it in CC."
        ) from None
    except subprocess.CalledProcessError as failure:
        fault = next((line for line in failure.stderr.splitlines() if "error" in line), "no reason given")
        raise click.ClickException(f"{file} does not compile: {fault}") from None
    if not hasattr(ctypes.CDLL(str(library)), "ctx_solve"):
        raise click.ClickException(f"{file} has no ctx_new and ctx_solve to drive it by.")
    return library


def solved(library: Path, terms: Edition, repeat: int) -> list[tuple[int, float]]:
    """The optimum and the CPU seconds it took, several times over.

    In a process of its own: such a solver does not hear Ctrl-C, and keeps its memory.
    """
    with workers(1, lost="The solver beside ours crashed.") as executor:
        return [executor.submit(_solve, library, terms).result() for _ in range(repeat)]


def _solve(library: Path, terms: Edition) -> tuple[int, float]:
    import numpy as np

    from codepegs.engine.codespace import CodeSpace

    driven = ctypes.CDLL(str(library))
    driven.ctx_new.restype = ctypes.c_void_p
    driven.ctx_new.argtypes = [ctypes.c_void_p] * 2 + [ctypes.c_int] * 8
    driven.ctx_solve.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
    driven.ctx_solve.argtypes += [ctypes.c_int, ctypes.c_int, ctypes.c_double, ctypes.c_void_p]
    space = CodeSpace.of(terms)
    assert space.table is not None
    rows, table = np.ascontiguousarray(space.guesses), np.ascontiguousarray(space.table)
    codes, guess = np.arange(len(rows), dtype=np.uint16), ctypes.c_int()
    numbers = (len(rows), len(space.classes), terms.pegs, len(terms.kinds))
    begun = process_time()
    context = driven.ctx_new(
        rows.ctypes.data, table.ctypes.data, *numbers, _SYMMETRIC, _TABLE_BITS, _REMEMBERED, _OPTIONS
    )
    total = driven.ctx_solve(
        context, None, 0, codes.ctypes.data, len(codes), 1 << 27, 0.0, ctypes.byref(guess)
    )
    return total, process_time() - begun

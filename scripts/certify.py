#!/usr/bin/env -S uv run --dev python
"""Write the certificates of docs/certificates.md. From the root of the project:

    scripts/certify.py                       those of the folder certificates/, again; takes minutes
    scripts/certify.py bulls-and-cows --folder /tmp

Prints name, total, bytes, the CPU seconds of search and writing, and the SHA-256 of the file. NAME is a
bundled tree, such as classic-1, or an edition line, such as "classic-1 colours=8".
"""

from __future__ import annotations

import argparse
from hashlib import sha256
from pathlib import Path
from time import process_time

from codepegs.engine import CodeSpace
from codepegs.engine.certificate import write
from codepegs.engine.optimum import Optimum
from codepegs.notation import edition_line

BUNDLED = {
    "mini": "mini",
    "classic-1": "classic-1",
    "classic-2": "classic-2",
    "hasbro-2010": "hasbro-2010",
    "hasbro-2010-no-repeats": "hasbro-2010 guess-repeats=no",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", default=[*BUNDLED], metavar="NAME")
    parser.add_argument("--folder", type=Path, default=Path("certificates"))
    given = parser.parse_args()
    for name in given.names:
        edition = edition_line.read(BUNDLED.get(name, name))
        begun = process_time()
        text = write(edition, Optimum(CodeSpace.of(edition)), rows=edition.rows).encode("ascii")
        seconds = process_time() - begun
        (given.folder / f"{name.replace(' ', '-')}.certificate").write_bytes(text)
        total = text.split(b"\n")[2].decode()
        print(f"{name}: {total}, {len(text)} bytes, {seconds:.1f} s, {sha256(text).hexdigest()}", flush=True)


main()

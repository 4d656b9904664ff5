#!/usr/bin/env -S uv run --dev python
"""Count phrases that read like a translation, per 10,000 words of docs and docstrings.

    scripts/plain_english.py            the rate; fails above the ceiling
    scripts/plain_english.py --list     every phrase with its file

The ceiling may only fall. When you have lowered the rate, lower the ceiling too.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

CEILING = 6
PHRASES = {
    "whoever, whatever": r"\b(who|what)ever\b",
    "is told, without an actor": r"\b(is|are|was|were) (said|told|kept|asked|heard|let go)\b",
    "where for a condition": r"(?:^|[,;(] )where (?:it|they|that|there|no|a|the|one)\b",
    "a sentence that begins with Who, What or Of": r"(?:^|[.:;] )(Who|What|Of) [a-z]+[^?]*?[.]",
    "beside, at a stroke, behind it": r"\bbeside\b|\bat a stroke\b|\bbehind it\b",
    "so many": r"\bso (many|often|much)\b(?! (as|that))",
    "is no": r"\b(is|are) no [a-z]+\b",
}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := Path(name)).exists()]


def prose(path: Path) -> str:
    """The text in a file that people read: a page without its examples, or the docstrings of a module."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return "\n".join(docstrings(ast.parse(text)))


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Every string that stands alone: docstrings, also those after an attribute or a constant."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                yield text


def read_by_people(path: Path) -> bool:
    if path.suffix == ".md":
        return path.parts[0] == "docs" or len(path.parts) == 1
    return path.suffix == ".py" and path.parts[0] == "src"


def main(words: list[str]) -> int:
    if words not in ([], ["--list"]):
        print(__doc__, file=sys.stderr)
        return 2
    texts = {path: prose(path) for path in tracked() if read_by_people(path)}
    found = [
        (path, kind, hit.group().strip())
        for path, text in texts.items()
        for kind, pattern in PHRASES.items()
        for hit in re.finditer(pattern, text, flags=re.MULTILINE)
    ]
    if words:
        for path, kind, phrase in found:
            print(f"{path}: {' '.join(phrase.split())}  ({kind})")
    total = sum(len(re.findall(r"[A-Za-z']+", text)) for text in texts.values())
    rate = 10_000 * len(found) / total
    print(f"{rate:.1f} phrases per 10,000 words; at most {CEILING} are allowed")
    return int(rate > CEILING)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

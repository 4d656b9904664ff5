"""Check the documentation: links, named modules and classes exist, no line is too long."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
MODULE = re.compile(r"`([a-z_]+(?:/[a-z_.-]+)+)`")
"""A module, file or folder named in text, such as `rules/points`."""
CLASS = re.compile(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)*)(?:[.(][^`]*)?`")
"""A class named in text, such as `SetCode` or `Claim(rows)`."""
MAX_LINE_LENGTH = 120
GUIDES = ("ARCHITECTURE.md", "CONTRIBUTING.md")


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def identifiers() -> set[str]:
    """Return every word in the code."""
    files = [*ROOT.glob("src/**/*.py"), *ROOT.glob("src/**/*.js"), *ROOT.glob("tests/support/*.py")]
    return {word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}


def exists(name: str) -> bool:
    """Return whether `name` is a path of the repository or of the package, with or without its suffix."""
    paths = (ROOT / name, ROOT / "src" / "codepegs" / name)
    return any(path.exists() or path.with_suffix(".py").exists() for path in paths)


def faults(page: Path) -> Iterator[str]:
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{page.relative_to(ROOT)}:{number}"
        if len(line) > MAX_LINE_LENGTH and not line.startswith("|"):
            yield f"{where}: {len(line)} characters; at most {MAX_LINE_LENGTH} are allowed"
        if page.name in GUIDES:
            yield from (f"{where}: there is no {name}" for name in MODULE.findall(line) if not exists(name))
        if page.name != "CHANGELOG.md":
            yield from (
                f"{where}: there is no {name}" for name in CLASS.findall(line) if name not in identifiers()
            )
        for link in LINK.findall(line):
            if link.startswith(("http:", "https:", "mailto:")):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists():
                yield f"{where}: {link} does not exist"
            elif anchor and anchor not in anchors(target):
                yield f"{where}: {link} has no such heading"


def main() -> int:
    found = [fault for page in pages() for fault in faults(page)]
    print("\n".join(found) or f"{len(pages())} pages are fine")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

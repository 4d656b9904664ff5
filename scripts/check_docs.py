"""Check that the documentation hangs together: links lead somewhere, no line is overlong."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
LONGEST = 120


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings make, by GitHub's rule."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def faults(page: Path) -> Iterator[str]:
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{page.relative_to(ROOT)}:{number}"
        if len(line) > LONGEST and not line.startswith("|"):
            yield f"{where}: {len(line)} characters, {LONGEST} are enough"
        for link in LINK.findall(line):
            if link.startswith(("http:", "https:", "mailto:")):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists():
                yield f"{where}: {link} leads nowhere"
            elif anchor and anchor not in anchors(target):
                yield f"{where}: {link} names no heading"


def main() -> int:
    found = [fault for page in pages() for fault in faults(page)]
    print("\n".join(found) or f"{len(pages())} pages are in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

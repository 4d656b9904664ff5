#!/usr/bin/env -S uv run --dev python
"""Take the screenshots of the pages with Chromium. From the root:

    scripts/screenshots.py [FOLDER]     default: docs/pictures

It needs Chromium or its headless shell. Only the computer's code is random. For the terminal see
`scripts/terminal_animation.py`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from tests.browser.conftest import FLAGS  # noqa: E402
from tests.support.serving import Server  # noqa: E402

GUESSES = ("RRBB", "YGWK", "RYBG")


def pages(folder: Path, chromium: str) -> None:
    """The start page, a table by day, one on a phone by night, and a record."""
    with (
        tempfile.TemporaryDirectory() as home,
        Server.unlimited(Path(home)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        context = browser.new_context(
            base_url=server.address, viewport={"width": 1200, "height": 780}, reduced_motion="reduce"
        )
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Got it").click()
        take(page, folder / "start.jpg")
        page.goto("/?play=computer")
        page.get_by_role("button", name="Start", exact=True).click()
        for number, guess in enumerate(GUESSES, start=1):
            lay(page, guess)
            page.get_by_role("button", name="Check").click()
            page.locator(f'.row.played[data-number="{number}"]').wait_for()
        lay(page, "RY")
        take(page, folder / "table.jpg")
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": 390, "height": 780})
        take(page, folder / "phone.jpg")
        browser.close()


def lay(page: Page, code: str) -> None:
    page.locator("[data-hole]").first.wait_for()
    for letter in code:
        page.locator(f'.swatch[data-letter="{letter}"]').click()


def take(page: Page, file: Path) -> None:
    # Hides the focus ring of the last button.
    page.evaluate("document.activeElement?.blur()")
    page.mouse.move(0, 0)
    page.screenshot(path=file, type="jpeg", quality=80)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        sys.exit("There is no chromium here: the pictures of the pages stay as they are.")
    pages(folder, chromium)


if __name__ == "__main__":
    main()

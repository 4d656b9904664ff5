"""What the pages cost: bytes sent, and the time until a guest can lay a peg. It needs `chromium`.

uv run python bench/pages.py [RUNS]
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from tests.pages.conftest import FLAGS  # noqa: E402
from tests.pages.serving import serving  # noqa: E402


class Sent:
    """Bytes and answers that came over the network, as they were sent: packed, with their headers."""

    def __init__(self, page: Page) -> None:
        self.bytes, self.answers = 0, 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._finished)

    def _finished(self, told: dict[str, Any]) -> None:
        self.bytes += int(told["encodedDataLength"])
        self.answers += 1

    def since(self) -> tuple[int, int]:
        """Both since this was last asked."""
        found, self.bytes, self.answers = (self.bytes, self.answers), 0, 0
        return found


def measured(browser: Browser, address: str) -> list[tuple[str, float, int, int]]:
    """One visit by a browser that has never been here: what is waited for, seconds, bytes and answers."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    sent, found = Sent(page), []
    try:
        begun = time.perf_counter()
        page.goto("/")
        page.locator("#facts dt").first.wait_for()
        found.append(("start page, to its facts and board", time.perf_counter() - begun, *sent.since()))
        begun = time.perf_counter()
        page.get_by_role("button", name="Play the computer").click()
        page.locator(".line.current .cell").first.wait_for()
        found.append(("from the click to a playable row", time.perf_counter() - begun, *sent.since()))
        path = page.url
        page.close()
        page = browser.new_context(base_url=address).new_page()
        sent = Sent(page)
        begun = time.perf_counter()
        page.goto(path)
        page.locator(".board").wait_for()
        found.append(("a table, by its link, for a stranger", time.perf_counter() - begun, *sent.since()))
        page.context.close()
    finally:
        context.close()
    return found


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("There is no chromium here.")
    with (
        tempfile.TemporaryDirectory() as home,
        serving(Path(home)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        measured(browser, server.address)  # so that the server has read its templates
        visits = [measured(browser, server.address) for _ in range(runs)]
        browser.close()
    print(f"{'what':<38}{'best':>8}{'median':>8}{'KB':>8}{'answers':>9}")
    for row in zip(*visits, strict=True):
        times = [seconds for _, seconds, _, _ in row]
        name, _, size, answers = row[-1]
        print(
            f"{name:<38}{min(times):>7.2f}s{statistics.median(times):>7.2f}s{size / 1000:>8.1f}{answers:>9}"
        )


if __name__ == "__main__":
    main()

#!/usr/bin/env -S uv run python
"""Measure pages: bytes over the network, and the time until the first row can be placed.

    bench/pages.py                    a table against a computer, and the way there from the start page,
                                      nine times each with an empty cache

It starts `codepegs serve` with a new archive, and a fresh Chromium for each visit. The time counts from the
start of the navigation until a row accepts pegs, by the page's own clock. On the start page it counts until
the chosen board is drawn.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_urlsafe
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
)
FIRST_ROW = """
new MutationObserver(() => {
  if (document.querySelector(".line.current, .preview .line")) globalThis.firstRow ??= performance.now();
}).observe(document, { childList: true, subtree: true });
"""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server of our own."""
    environment = {**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{folder / 'matches.db'}"}
    command = [sys.executable, "-m", "codepegs", "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def measured(browser: Browser, server: str) -> tuple[int, int, float]:
    """Requests, bytes and milliseconds of one visit."""
    context = browser.new_context(base_url=server)
    key = token_urlsafe(16)
    opening = {"key": key, "edition": "classic-1", "games": 1, "players": ["computer expert", "Ada"]}
    told = context.request.post("/api/tables", data=opening).json()
    page = context.new_page()
    page.add_init_script(FIRST_ROW)
    sizes: list[int] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(f"/t/{told['id']}")
    page.wait_for_selector(".line.current")
    milliseconds = float(page.evaluate("firstRow"))
    context.close()
    return len(sizes), sum(sizes), milliseconds


def arrived(browser: Browser, server: str) -> tuple[int, int, float]:
    """The same from the start page, and one click, to a row; without the time that the click takes."""
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.add_init_script(FIRST_ROW)
    sizes: list[int] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto("/")
    page.wait_for_selector(".preview .line")
    milliseconds = float(page.evaluate("firstRow"))
    page.get_by_role("button", name="Play the computer").click()
    page.wait_for_selector(".line.current")
    milliseconds += float(page.evaluate("firstRow"))
    context.close()
    return len(sizes), sum(sizes), milliseconds


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--visits", type=int, default=9)
    visits = arguments.parse_args().visits
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("There is no chromium here to measure with.")
    with TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        table = [measured(browser, server) for _ in range(visits)]
        start = [arrived(browser, server) for _ in range(visits)]
        browser.close()
    for title, figures in (("a table", table), ("start page, then a table", start)):
        requests, sizes, times = zip(*figures, strict=True)
        print(title)
        print(f"requests        {max(requests)}")
        print(f"bytes           {max(sizes):,} with headers, packed")
        print(f"first row       {median(times):.0f} ms median, {min(times):.0f} to {max(times):.0f} ms")


if __name__ == "__main__":
    main()

#!/usr/bin/env -S uv run --dev python
"""Measure pages: bytes over the network, and the time until the first row can be placed.

    bench/pages.py                    the start page, the daily code and a table, nine visits each

It starts `codepegs serve` with a new archive, and each visit has an empty cache. The time counts from the
start of the navigation until a row accepts pegs, by the page's own clock.
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

from playwright.sync_api import Browser, BrowserContext, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
)
FIRST_ROW = """
new MutationObserver(() => {
  const row = document.querySelector(".row[data-state=current] [data-hole]");
  if (row) globalThis.firstRow ??= performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
PAGES = {"start page": "/", "daily code": "/daily", "a table": None}


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


def open_table(context: BrowserContext) -> str:
    """Open a table against a computer, and return its address."""
    key = token_urlsafe(16)
    opening = {"key": key, "edition": "classic-1", "games": 1, "players": ["computer expert", "Ada"]}
    return f"/t/{context.request.post('/api/tables', data=opening).json()['id']}"


def visit(browser: Browser, server: str, path: str | None) -> tuple[int, int, float]:
    """Return requests, bytes and milliseconds of one visit, by default to a new table."""
    context = browser.new_context(base_url=server, service_workers="block")
    address = path or open_table(context)
    page = context.new_page()
    page.add_init_script(FIRST_ROW)
    sizes: list[int] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(address)
    page.locator(".row[data-state=current] [data-hole]").first.wait_for()
    milliseconds = float(page.evaluate("firstRow"))
    page.wait_for_load_state("networkidle")
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
        for title, path in PAGES.items():
            figures = [visit(browser, server, path) for _ in range(visits)]
            requests, sizes, times = zip(*figures, strict=True)
            print(title)
            print(f"requests        {max(requests)}")
            print(f"bytes           {max(sizes):,} with headers, packed")
            print(f"first row       {median(times):.0f} ms median, {min(times):.0f} to {max(times):.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()

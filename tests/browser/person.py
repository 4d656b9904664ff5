"""Somebody at a browser: what people do at a table, by what they see there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

import segno
from playwright.sync_api import Browser, Locator, Page, Request, Response, SourceLocation, WebSocket, expect

PATIENCE = 20.0
"""Seconds after which something that should have come does not come any more."""
expect.set_options(timeout=PATIENCE * 1000)

# Playwright waits for whatever moves, and does not see what a service worker fetches. So there is
# neither, unless a test is about that.
CONTEXT = {"reduced_motion": "reduce", "service_workers": "block"}

ALOUD = """
globalThis.aloud = [];
new MutationObserver(() => {
  const text = document.querySelector("body > [role=status]")?.textContent;
  if (text && text !== aloud.at(-1)) aloud.push(text);
}).observe(document, { childList: true, characterData: true, subtree: true });
"""
"""Remember everything that a page says aloud."""

WELCOMED = "try { localStorage.setItem('codepegs.welcomed', 'yes') } catch {}"
"""Somebody who has seen how the game is played, which is shown on the first visit."""


class Person:
    """One browser with its cookies and its storage, and one page in it."""

    def __init__(
        self, name: str, server: str, browser: Browser, *, newcomer: bool = False, **context: Any
    ) -> None:
        self.name, self.server = name, server
        self.context = browser.new_context(base_url=server, **CONTEXT | context)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(ALOUD)
        if not newcomer:
            self.context.add_init_script(WELCOMED)
        self.gone = False
        self.faults: list[str] = []
        self.refused = False
        """Whether a test is about refusals: a browser reports those of its own accord."""
        self.heard: list[str] = []
        """Everything that came over sockets, as text, and over HTTP too after `listen`."""
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda said: self._console(said.type, said.text, said.location))
        page.on("pageerror", lambda error: self.faults.append(f"{self.name}: {error}"))
        page.on("request", self._requested)
        page.on("websocket", self._socket)
        return page

    def _console(self, kind: str, text: str, place: SourceLocation) -> None:
        # A lost connection is reported by the browser itself, and is what some tests are about.
        quiet = r"WebSocket connection to|ERR_INTERNET_DISCONN|ERR_CONNECTION_RESET"
        quiet += r"|Service Worker registration blocked|Cross-Origin-Opener-Policy header has been ignored"
        if self.refused:
            quiet += r"|responded with a status of 4\d\d"
        if kind in ("error", "warning") and not re.search(quiet, text):
            self.faults.append(f"{self.name}: {text} at {place['url']}")

    def _requested(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.server).netloc:
            self.faults.append(f"{self.name} asked another host: {request.url}")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def listen(self) -> None:
        """Also hear what comes over HTTP."""

        def came(response: Response) -> None:
            if "/api/" in response.url and response.status == 200 and not self.gone:
                self.heard.append(response.text())

        self.page.on("response", came)

    def close(self) -> None:
        """Close the browser, which cannot be asked for what it hears meanwhile."""
        self.gone = True
        self.context.close()

    # Sitting down ------------------------------------------------------------------------

    def open(
        self,
        edition: str,
        games: int,
        *,
        friend: str | None = None,
        second: bool = False,
        hints: bool = False,
        friendly: bool = False,
    ) -> str:
        """A new table; the link for a friend, or its address where a computer or nobody else plays."""
        players = [friend, self.name] if second else [self.name, friend]
        opening: dict[str, object] = {"edition": edition, "games": games, "players": players, "hints": hints}
        opening["friendly"] = friendly
        told = self.post("/api/tables", opening)
        address = f"/t/{told['id']}"
        if told["invitation"]:
            # What the start page does before it leads here.
            kept = f"localStorage.setItem('codepegs.invitation.{told['id']}', '{told['invitation']}')"
            self.context.add_init_script(kept)
        self.page.goto(address)
        return f"{self.server}{address}#{told['invitation']}" if told["invitation"] else address

    def post(self, path: str, body: dict[str, object]) -> Any:
        """Send a command past the page. One that opens a table gets a new key."""
        if path == "/api/tables":
            body = {"key": token_urlsafe(16)} | body
        response = self.context.request.post(path, data=body, headers={"origin": self.server})
        assert response.ok, response.text()
        return response.json()

    def join(self, link: str) -> None:
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Join the game").click()

    def ask(self, link: str, name: str | None = None) -> None:
        """Open the page without the secret link, and ask to play."""
        self.watch(link)
        self.page.get_by_label("Your name").fill(name or self.name)
        self.press("Ask to join")

    def watch(self, link: str) -> None:
        self.page.goto(link.partition("#")[0])

    def move_seat(self) -> str:
        """Ask for the link that moves the seat to another device, whose QR code is shown."""
        self.press("Move to another device")
        field = self.page.get_by_role("dialog").get_by_label("Link for the other device")
        expect(field).to_have_value(re.compile("#move="))
        assert self.shows_code_of(field.input_value())
        return field.input_value()

    def rematch(self, other: Person) -> None:
        """Play another match against the same player, at an address that says nothing else."""
        before = self.page.url
        self.press("Offer a rematch")
        other.press("Yes")
        for each in (self, other):
            each.page.wait_for_url(lambda url: url != before and "?" not in url)
        assert self.page.url == other.page.url

    # Playing -----------------------------------------------------------------------------

    @property
    def headline(self) -> Locator:
        return self.page.get_by_role("heading", level=1)

    def sees(self, headline: str) -> None:
        expect(self.headline).to_have_text(re.compile(headline))

    def result(self, headline: str) -> None:
        """The result card lies next to the board, with this headline."""
        card = self.page.get_by_role("region", name="Result")
        expect(card.get_by_role("heading", level=2)).to_have_text(re.compile(headline))

    def reads(self, text: str) -> None:
        """Something stands on the page, beside what is only said aloud."""
        expect(self.page.locator("peg-table").get_by_text(text)).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        """Press a button, as people do, when what was pressed before is done."""
        expect(self.page.locator('[data-sending="true"]')).to_have_count(0)
        self.button(name).click()

    def confirm(self, name: str) -> None:
        """Answer the question that a button has asked."""
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()

    def leave(self) -> None:
        """Leave the match, and mean it."""
        self.press("Leave match")
        self.confirm("Leave the match")

    def offer(self, button: str, *, clock: str | None = None) -> None:
        """Offer other terms in the dialog that shows them."""
        self.press("Match details")
        terms = self.page.get_by_role("dialog")
        if clock is not None:
            terms.get_by_label("Time limit", exact=True).select_option(clock)
        terms.get_by_role("button", name=button, exact=True).click()
        expect(self.page.locator("dialog .terms")).to_have_count(0)

    def lay(self, code: str) -> None:
        """Put pegs into the row, or behind the shield, by pressing colours."""
        for letter in code:
            self.page.locator(f'.swatch[data-letter="{letter}"]').click()

    @contextmanager
    def move(self, headline: str) -> Iterator[None]:
        """A move is made under a headline, and has arrived when another one stands there."""
        self.sees(headline)
        before = self.headline.inner_text()
        yield
        expect(self.headline).not_to_have_text(before)

    def set_code(self, code: str) -> None:
        with self.move("Make a secret code"):
            self.lay(code)
            self.press("Set code")

    def guess(self, code: str) -> None:
        with self.move("Your turn: guess|^Guess"):
            self.lay(code)
            self.press("Check")

    def answer(self, black: int, white: int) -> None:
        with self.move("Mark .*guess"):
            for kind, count in (("black", black), ("white", white)):
                for _ in range(count):
                    self.page.locator(f'[data-act="more"][data-kind="{kind}"]').click()
            self.page.locator('[data-act="answer"]').click()

    def go_on(self) -> None:
        """Leave a game that has ended for the one that comes."""
        self.page.locator('[data-act="go-on"]').click()

    # Looking -----------------------------------------------------------------------------

    def row(self, number: int) -> Locator:
        return self.page.locator(f'.row[data-number="{number}"]')

    def hole(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("gridcell", name=name, exact=True)

    def shows_code_of(self, link: str) -> bool:
        """Return whether the QR code on the page is that of a link."""
        drawn = BytesIO()
        segno.make_qr(link, error="m").save(drawn, kind="svg", border=4, omitsize=True)
        (line,) = re.findall(r'd="([^"]+)"', drawn.getvalue().decode())
        expect(self.page.locator(".qr path")).to_be_visible()
        return bool(self.page.locator(".qr path").last.get_attribute("d") == line)

    def aloud(self) -> str:
        """What this page has said to those who listen, from the start."""
        return str(self.page.evaluate("aloud.join(' ')"))

    def stored(self) -> str:
        """What the browser keeps for the page."""
        return str(
            self.page.evaluate(
                "JSON.stringify([localStorage, sessionStorage].map((kept) => Object.entries(kept).sort()))"
            )
        )

    def surroundings(self) -> str:
        """Everything that the browser shows, keeps and was sent, as one text."""
        return "\n".join([self.page.content(), self.page.title(), self.page.url, self.stored(), *self.heard])

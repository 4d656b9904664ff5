"""The code does not reach the codebreaker's browser, nor a spectator's, before it is revealed: nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]


def played(person: Coming, code: str) -> tuple[list[str], list[str]]:
    """What Bob's and Eve's surroundings are after each of some rows, up to the one before the reveal."""
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    bob.listen()
    eve.listen()
    link = ada.open("classic-1", 1)
    bob.join(link)
    eve.watch(link)
    # Before there is a code they hear now more, now less, as people sit down; from here on the same.
    expect(bob.page.locator(".players")).to_contain_text("You")
    eve.sees("Ada is making")
    for each in (bob, eve):
        each.heard.clear()
    ada.set_code(code)
    seen: tuple[list[str], list[str]] = ([], [])
    left = eve.page.locator(".big")
    expect(left).to_have_text("1,296")
    rows = (("RRBB", "0 black, 0 white", "256"), ("GGYY", "1 black, 1 white", "56"))
    for row, (guess, answer, codes) in enumerate(rows, start=1):
        bob.guess(guess)
        for each, texts in zip((bob, eve), seen, strict=True):
            for reload in (True, False):
                expect(each.hole(f"row {row}, answer: {answer}")).to_be_visible()
                expect(each.page.locator(".banner")).to_have_attribute("data-sending", "false")
                if each is eve:
                    expect(left).to_have_text(codes)
                if reload:
                    each.page.reload()
            texts.append(each.surroundings())
    return seen


def alike(text: str) -> str:
    """The text without what differs from table to table: names, hashes, times, keys."""
    text = re.sub(r"/t/\w{10}|Table \w{10}|(?<=data-table=\")\w{10}", "TABLE", text)
    text = re.sub(r"\"id\":\"\w{10}\"|codepegs\.\w+\.\w{10}|\w{10}(?= \d\.\d)", "TABLE", text)
    text = re.sub(r"\b([0-9a-f]{64}|[0-9a-f]{32})\b", "HASH", text)
    text = re.sub(r'"left":\d+', "", text)
    # Who is there is told later than the table itself, or not before it is left.
    text = re.sub(r'\{"here":\[\w+,\w+\],"watching":\d+,"away":\[\w+,\w+\],"idle":\d+\}', "", text)
    # Which pegs of a row are sent while it is laid is a question of time.
    text = re.sub(r'\{"moves":\d+,"laid":"[\w.]+"\}', "", text)
    text = re.sub(r'<p class="hint-line" data-part="watching">.*?</p>', "", text)
    return re.sub(r'<span class="away">.*?</span>', "", text)


def test_two_codes_behind_one_board_look_the_same(person: Coming) -> None:
    one, other = played(person, "GYWK"), played(person, "YGKW")
    for mine, theirs in zip(one, other, strict=True):
        for first, second in zip(mine, theirs, strict=True):
            assert frames(alike(first)) == frames(alike(second))
            assert "GYWK" not in first
            assert "green, yellow, white, black" not in first


def frames(text: str) -> set[str]:
    """The lines, in whatever order presence and changes came."""
    return set(text.splitlines()) - {""}


def test_an_invitation_leaves_the_address_bar_and_is_sent_by_post_alone(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("classic-1", 1)
    token = link.partition("#")[2]
    urls: list[str] = []
    bob.page.on("request", lambda request: urls.append(request.url))
    bob.page.goto(link)
    expect(bob.page.get_by_label("Your name")).to_be_visible()
    assert token not in bob.page.url
    bob.page.reload()
    expect(bob.page.get_by_label("Your name")).to_be_visible()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.press("Join the game")
    bob.sees("Ada is making a code")
    assert not any(token in url for url in urls)
    # A spectator sees as much: the answer to sitting down may still be on its way.
    bob.page.wait_for_function("() => Object.keys(sessionStorage).length === 0")
    assert token not in bob.stored()


def test_nothing_is_kept_of_a_match_that_is_over(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 1))
    ada.set_code("RGB")
    bob.sees("Your turn")
    bob.press("Notes")
    bob.press("red is not in hole 1")
    bob.guess("RGB")
    bob.result("You cracked it in 1!")
    ada.result("Bob cracked it in 1.")
    for each in (ada, bob):
        assert not re.search("draft|notes|invit", each.stored())

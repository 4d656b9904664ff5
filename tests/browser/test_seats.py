"""Seats in a real browser: answers that get lost, rematches, and cookies that somebody has planted."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Route, expect

from codepegs.server.http.auth import SEAT_COOKIE, SESSION_COOKIE
from tests.browser.person import Person

Coming = Callable[..., Person]
SEAT_REQUESTS = re.compile(r"/api/tables(/\w+/join)?$")


class Losses:
    """Loses the answers to the next requests for a seat. The server has done what they ask by then."""

    def __init__(self, each: Person, number: int) -> None:
        self.server, self.left = each.server, number
        self.tables: list[str] = []
        """Tables that the lost answers named."""
        each.page.route(SEAT_REQUESTS, self._lose)

    def _lose(self, route: Route) -> None:
        request = route.request
        if request.method != "POST" or not self.left:
            return route.continue_()
        # Not by the browser, which would keep the cookies.
        headers = {"content-type": "application/json", "origin": self.server}
        answer = httpx.post(request.url, content=request.post_data_buffer, headers=headers)
        assert answer.is_success, answer.text
        assert "set-cookie" in answer.headers
        self.left -= 1
        self.tables.append(answer.json()["id"])
        return route.abort("connectionreset")


def tables_of(each: Person) -> list[dict[str, object]]:
    found: list[dict[str, object]] = each.context.request.get("/api/tables").json()["tables"]
    return found


# Lost answers -----------------------------------------------------------------------------


def test_a_friend_whose_answer_is_lost_sits_down(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("mini", 1)
    losses = Losses(bob, 1)
    bob.join(link)
    bob.sees("Ada is making a code")
    assert len(losses.tables) == 1
    ada.set_code("RGB")
    bob.guess("RGB")
    assert [table["you"] for table in tables_of(bob)] == [1]


@pytest.mark.parametrize("then", ["press", "reload"])
def test_a_friend_who_lost_every_answer_comes_back(person: Coming, then: str) -> None:
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("mini", 1)
    losses = Losses(bob, 5)
    bob.join(link)
    bob.reads("Can’t reach the server")
    assert len(losses.tables) == 5
    ada.set_code("RGB")  # the match has begun
    expect(bob.page.get_by_text("The seat of this invitation")).to_have_count(0)
    if then == "reload":
        bob.page.reload()
    else:
        bob.page.get_by_label("Your name").fill("Robert")  # too late: it was Bob who sat down
        bob.press("Join the game")
    bob.sees("Your turn: guess")
    bob.guess("RGB")
    assert [table["names"] for table in tables_of(bob)] == [["Ada", "Bob"]]


def test_a_table_whose_answer_is_lost_opens_once(person: Coming) -> None:
    ada = person("Ada")
    losses = Losses(ada, 1)
    ada.page.goto("/?edition=mini&play=friend")
    ada.press("Create invite link")
    ada.sees("Waiting for your friend")
    assert [table["id"] for table in tables_of(ada)] == losses.tables
    expect(ada.page.get_by_label("Invite link")).to_have_value(re.compile(r"/t/\w{10}#[\w-]{43}$"))


# Rematches --------------------------------------------------------------------------------


def rematch(ada: Person, bob: Person) -> None:
    """Leave a match, and go on to the rematch."""
    ada.leave()
    ada.rematch(bob)


def test_a_player_comes_to_the_rematch_from_the_list(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 1))
    ada.sees("Make a secret code")
    bob.leave()
    bob.press("Offer a rematch")
    ada.reads("would like a rematch")
    bob.page.goto("/games")
    ada.press("Yes")
    ada.sees("Bob is making a code")
    bob.page.reload()
    bob.page.locator("my-games .item-link").first.click()
    bob.set_code("RGB")
    ada.guess("RRR")
    # The old table leads there too.
    ada.page.goto("/")
    ada.page.go_back()
    ada.sees("[Gg]uess 2 of")


# Planted cookies --------------------------------------------------------------------------


@pytest.mark.parametrize("issued", [False, True])
def test_who_planted_cookies_sees_no_code(person: Coming, server: str, issued: bool) -> None:
    token = httpx.post(f"{server}/api/tokens").json()["token"] if issued else "A" * 65
    ada, bob = person("Ada"), person("Bob")

    def plant(name: str, path: str) -> None:
        ada.context.add_cookies([{"domain": "127.0.0.1", "path": path, "name": name, "value": token}])

    for name, path in ((SESSION_COOKIE, "/"), (SESSION_COOKIE, "/api"), (SEAT_COOKIE, "/api/tables")):
        plant(name, path)
    bob.join(ada.open("mini", 1))
    ada.set_code("RGB")
    table = ada.page.url.rpartition("/")[2]
    plant(SEAT_COOKIE, f"/api/tables/{table}/socket")
    ada.page.reload()
    expect(ada.hole("code, hole 2, green")).to_be_visible()
    seen = httpx.get(f"{server}/api/tables/{table}", headers={"authorization": f"Bearer {token}"})
    assert seen.status_code == (200 if issued else 401)
    assert "RGB" not in seen.text
    bob.guess("RRR")

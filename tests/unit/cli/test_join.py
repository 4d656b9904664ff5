"""`codepegs join` up to the table: links, seats and tokens. The match itself is in tests/processes."""

from __future__ import annotations

import itertools
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from codepegs.cli import guest, paths
from codepegs.cli.commands import join
from codepegs.cli.tokens import read_token, save_token
from codepegs.client import Client
from codepegs.storage import atomic_file
from tests.support.world import ORIGIN, World, world
from tests.unit.cli.conftest import Run

TOKEN = "t" * 43


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server at ORIGIN. Nobody plays: the command ends when it would open the match."""
    with world() as running:
        monkeypatch.setattr(guest, "Client", partial(Client, transport=running.client._transport))
        monkeypatch.setattr(join, "_play_lines", lambda *_: 0)
        monkeypatch.setattr(guest, "CONNECT_TIMEOUT", 0)
        yield running


def link_of(opened: dict[str, Any]) -> str:
    return f"{ORIGIN}/t/{opened['id']}#{opened['invitation']}"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "k7m2abcdef",
        "pegs.example/t/k7m2abcdef",
        "ftp://pegs.example/t/k7m2abcdef",
        "http:///t/k7m2abcdef",
        "http://pegs.example/",
        "http://pegs.example/t/k7m2",
        "http://pegs.example/t/K7M2ABCDEF",
        "http://pegs.example/t/k7m2abcdef/moves",
        "http://pegs.example/t/k7m2abcdef#" + "t" * 42,
        "http://[::1/t/k7m2abcdef",
        "http://pegs.example:x/t/k7m2abcdef",
    ],
)
def test_a_bad_link_is_explained(run: Run, url: str) -> None:
    shown = run("join", url)
    assert shown.exit_code == 2
    assert "Copy all of it from the web page" in " ".join(shown.stderr.split())


def test_a_friend_takes_the_seat_and_returns_to_it(run: Run, here: World) -> None:
    opened = here.open()
    assert run("join", link_of(opened), "--name", "Bob").exit_code == 0
    view = here.look(opened["id"])
    assert [player["name"] for player in view["players"]] == ["Ada", "Bob"]
    token = read_token(ORIGIN)
    assert token is not None
    assert stat.S_IMODE(paths.tokens_file().stat().st_mode) == 0o600
    # The same link and the plain address lead back to the seat, without a name.
    assert run("join", link_of(opened)).exit_code == 0
    assert run("join", f"{ORIGIN}/t/{opened['id']}/").exit_code == 0
    assert read_token(ORIGIN) == token


def test_all_terms_are_shown_before_the_name_is_sent(run: Run, here: World) -> None:
    opened = here.open(edition="classic-1 scoring=key-pegs bonus=30 rows=8")
    shown = run("join", link_of(opened), "--name", "computer")  # a name that is refused
    assert shown.exit_code == 1
    terms = here.look(opened["id"])["agreed"]
    assert any("30" in sentence for sentence in terms)
    assert shown.stderr.startswith("\n".join(terms))
    assert here.look(opened["id"])["phase"] == "waiting"


def used(here: World) -> str:
    opened = here.open()
    here.post(
        f"/api/tables/{opened['id']}/join", {"invitation": opened["invitation"], "name": "B"}, who="Bob"
    )
    return link_of(opened)


def wrong(here: World) -> str:
    return f"{ORIGIN}/t/{here.open()['id']}#{TOKEN}"


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        (
            used,
            "Somebody else has used this invitation. To watch the match, leave out the part",
        ),
        (wrong, "This invitation link is not valid"),
        (lambda here: f"{ORIGIN}/t/zzzzzzzzzz", "There is no table 'zzzzzzzzzz'. Check that you copied"),
        (lambda here: link_of(here.open(players=["Bob", None])), "Both players are called Bob."),
    ],
    ids=["used", "wrong", "unknown", "same name"],
)
def test_a_seat_that_cannot_be_taken_is_explained(
    run: Run, here: World, link: Callable[[World], str], sentence: str
) -> None:
    shown = run("join", link(here), "--name", "Bob")
    assert shown.exit_code == 1
    assert sentence in " ".join(shown.stderr.split())
    assert "Traceback" not in shown.output


class LosesReply(httpx.BaseTransport):
    """Loses the first reply to a request to join."""

    def __init__(self, transport: httpx.BaseTransport) -> None:
        self._transport, self.lost = transport, 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._transport.handle_request(request)
        if request.url.path.endswith("/join") and not self.lost:
            self.lost += 1
            raise httpx.ReadError("lost")
        return response


def test_a_lost_reply_does_not_lose_the_seat(run: Run, here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    transport = LosesReply(here.client._transport)
    monkeypatch.setattr(guest, "Client", partial(Client, transport=transport))
    monkeypatch.setattr(guest, "CONNECT_TIMEOUT", 5)
    opened = here.open()
    assert run("join", link_of(opened), "--name", "Bob").exit_code == 0
    assert transport.lost == 1
    assert here.look(opened["id"])["phase"] == "setting"


def test_a_server_that_is_not_there_is_explained(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest, "CONNECT_TIMEOUT", 0)
    for server, *more in itertools.product(("http://127.0.0.1:9", "http://xn--a"), ("--lines", "--watch")):
        shown = run("join", f"{server}/t/k7m2abcdef", *more)
        assert shown.exit_code == 1
        assert f"Cannot connect to {server}." in shown.stderr


def test_a_pipe_has_to_name_the_player(run: Run, here: World) -> None:
    shown = run("join", link_of(here.open()))
    assert shown.exit_code == 2
    assert "--name NAME" in shown.stderr


@pytest.mark.parametrize("stored", [TOKEN, "t" * 65])
def test_a_token_that_the_server_does_not_know_is_replaced(run: Run, here: World, stored: str) -> None:
    save_token(ORIGIN, stored)
    save_token("http://other", "kept")
    opened = here.open()
    assert run("join", link_of(opened), "--name", "Bob").exit_code == 0
    assert here.look(opened["id"])["phase"] == "setting"
    token = read_token(ORIGIN)
    assert token not in (None, stored)
    assert read_token("http://other") == "kept"
    # It has the seat.
    assert run("join", link_of(opened)).exit_code == 0
    assert read_token(ORIGIN) == token


def test_a_token_that_another_process_has_stored_is_used(run: Run) -> None:
    assert save_token("http://one", "old") == "old"
    assert save_token("http://one", "late") == "old"
    assert save_token("http://one", "new", instead_of="old") == "new"
    assert save_token("http://one", "newer", instead_of="old") == "new"
    assert save_token("http://two", "first", instead_of="gone") == "first"
    assert [read_token(f"http://{name}") for name in ("one", "two", "three")] == ["new", "first", None]


def test_who_watches_leaves_no_token(run: Run, here: World) -> None:
    opened = here.open()
    assert run("join", link_of(opened), "--watch").exit_code == 0
    assert not paths.tokens_file().exists()
    assert here.look(opened["id"])["phase"] == "waiting"


def test_two_processes_that_store_tokens_at_once_both_keep_theirs(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, others = atomic_file.write, list[Thread]()

    def write_late(file: Path, content: str) -> None:
        monkeypatch.setattr(atomic_file, "write", write)
        others.append(Thread(target=save_token, args=("http://two", "2")))
        others[0].start()
        others[0].join(0.2)  # without a lock it ends here, and its token is lost
        write(file, content)

    monkeypatch.setattr(atomic_file, "write", write_late)
    save_token("http://one", "1")
    others[0].join()
    assert [read_token(f"http://{name}") for name in ("one", "two")] == ["1", "2"]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"http://testserver": 1}'])
def test_a_damaged_file_of_tokens_is_named(run: Run, here: World, content: str, tmp_path: Path) -> None:
    paths.tokens_file().parent.mkdir(parents=True)
    paths.tokens_file().write_text(content)
    shown = run("join", f"{ORIGIN}/t/zzzzzzzzzz")
    assert shown.exit_code == 1
    assert "tokens.json is damaged" in " ".join(shown.stderr.split())
    assert paths.tokens_file().read_text() == content

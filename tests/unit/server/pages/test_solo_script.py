"""Solo games that the browser plays by itself, run by Node.js: the same record and words as in Python."""

from __future__ import annotations

import json
from datetime import date
from random import Random

import msgspec

from codepegs.engine.par import find_par
from codepegs.notation import headlines, record
from codepegs.notation.share import share_text
from codepegs.protocol.view import make_terms
from codepegs.protocol.view import make_view as make_table_view
from codepegs.rules import CATALOGUE, NOBODY, Agreement, Edition, GiveUp, Guess, Match, SetCode
from codepegs.rules.catalogue import find_edition
from codepegs.rules.daily import DAILY_EDITION, daily_code, daily_number
from codepegs.rules.edition import Answers
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret
from codepegs.rules.view import View
from codepegs.storage.archive import MatchId
from codepegs.table import offline
from codepegs.table.seats import ClientId
from tests.support.script import needs_node, run_script

DAY = date(2026, 11, 20)
EXPORTS = "resultOf, shareText, viewOf, writeRecord"
pytestmark = needs_node
WORK = """given.map((solo) => ({
  record: writeRecord(solo), text: shareText(solo), told: resultOf(solo), view: viewOf("offline", solo)}))"""


def play(
    edition: Edition, rows: int, *, cracked: bool, day: date | None = None, hints: bool = False
) -> Match:
    """Return a game of `rows` guesses: the last one is right, or the game is given up if it is not over."""
    random = Random(f"{edition.slug} {rows} {cracked}")
    agreement = Agreement(edition, (NOBODY, "Ada"), 1, hints, daily=day)
    codes = edition.codes()
    code = (
        daily_code(day) if day else random.choice([*codes] if edition.size < 10_000 else [next(iter(codes))])
    )
    match = Match.start(agreement).play(SetCode(Secret(code)))
    others = (one for one in edition.codes() if one != code)
    for _ in range(rows - cracked):
        match = match.play(Guess(next(others)))
    if cracked:
        return match.play(Guess(code))
    return match if match.over else match.play(GiveUp())


def games() -> list[Match]:
    solo = {slug: find_edition(slug).with_rules(answers=Answers.REFEREE) for slug in CATALOGUE}
    found = [
        play(edition, rows, cracked=cracked)
        for edition in solo.values()
        for rows, cracked in ((1, True), (2, False), (edition.rows, True), (edition.rows, False))
    ]
    classic = solo["classic-1"]
    found += [play(classic, rows, cracked=True, day=DAY) for rows in range(1, classic.rows + 1)]
    return [*found, play(classic, 0, cracked=False), play(classic, 3, cracked=True, hints=True)]


def describe(match: Match) -> dict[str, object]:
    """Return a game as the browser keeps it."""
    agreement, game = match.agreement, match.game
    terms = make_terms(agreement.edition, 1, hints=agreement.hints, solo=True, daily=agreement.daily)
    assert game.secret is not None
    spell = agreement.edition.spell
    return {
        "terms": msgspec.to_builtins(terms),
        "name": agreement.players[1],
        "code": spell(game.secret.reveal()),
        "guesses": [spell(row.guess) for row in game.board.rows if row.guess is not None],
        "givenUp": game.given_up,
    }


def test_games_without_the_server_read_as_with_it() -> None:
    matches = games()
    own = {"agreed", "game", "id", "moves", "told", "version"}
    for match, found in zip(
        matches, run_script("solo.js", EXPORTS, WORK, [describe(match) for match in matches]), strict=True
    ):
        agreement, board = match.agreement, match.game.board
        assert found["record"] == record.write(match)
        assert offline.read_game(found["record"]) == match
        par = find_par(agreement.edition) if agreement.edition == DAILY_EDITION else None
        daily = None if agreement.daily is None else daily_number(agreement.daily)
        assert found["text"] == share_text(board, par=par, daily=daily)
        told = headlines.describe_game_result(agreement, View.of(match.game, Seat.CODEBREAKER), 1, par=par)
        assert (found["told"]["headline"], *found["told"]["sentences"]) == (told.headline, *told.sentences)
        # The view is that of the server.
        table = offline.make_table(match, table_id=MatchId("abcdefghjk"), owner=ClientId("ada"))
        there, view = json.loads(msgspec.json.encode(make_table_view(table, 1))), found["view"]
        assert view.keys() == there.keys()
        assert {key: view[key] for key in view.keys() - own} == {key: there[key] for key in view.keys() - own}
        assert view["game"].keys() == there["game"].keys()
        for key in ("rows", "code", "ending", "given_up", "number", "codemaker", "points"):
            assert view["game"][key] == there["game"][key]


def test_a_running_game_does_not_show_its_code() -> None:
    match = play(DAILY_EDITION, 2, cracked=False)
    running = describe(match) | {"givenUp": False}
    (found,) = run_script("solo.js", EXPORTS, WORK, [running])
    view = found["view"]
    assert (view["game"]["code"], view["status"], view["turn"]) == (None, "Guess 3 of 10", 1)
    assert str(running["code"]) not in json.dumps(view)

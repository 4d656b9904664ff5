"""A reviewed match as one HTML page: no script, nothing from elsewhere, for light screens and dark ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from codepegs.analysis import reason, report
from codepegs.analysis.option import Option
from codepegs.analysis.review import MatchReview, Review
from codepegs.analysis.reviewed import Reviewed
from codepegs.analysis.reviewplot import review_plot
from codepegs.notation import svg, wording
from codepegs.rules.edition import Edition

_STYLE = """
:root { color-scheme: light dark; --paper: #fcfcfa; --ink: #1f2328; --quiet: #5c6370; --line: #d8d8d2 }
:root { --bad: #b3420e }
@media (prefers-color-scheme: dark) {
:root { --paper: #16181c; --ink: #eceae4; --quiet: #a4a8b0; --line: #3a3d44; --bad: #f2a65a }
}
body { background: var(--paper); color: var(--ink); margin: 0 auto; padding: 1rem; max-width: 76rem }
body { font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }
h1, h2 { line-height: 1.2 }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
.pictures svg { max-width: 100%; height: auto }
.table { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0 }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--line) }
th { color: var(--quiet); font-weight: 600 }
td.word, th.word { text-align: left }
td.code { font-family: ui-monospace, Consolas, monospace; text-align: left }
.weak, .bad, .wasted { color: var(--bad); font-weight: 600 }
summary { cursor: pointer; padding: .4rem 0 }
details p { margin: .3rem 0 .3rem 1rem }
"""
_CODES = {"guess", "answer", "best"}
_WORDS = {
    "left": "codes left before the row",
    "after": "codes left after its answer",
    "best": "the best guess",
    "leaves": "codes that the best guess leaves on average",
    "lost": "guesses lost on average against the best guess",
    "luck": "guesses that the answer saved, compared with the average",
}


def review_page(review: MatchReview) -> str:
    """The page: each game with its board, its plot, its rows in figures, and each guess in words."""
    title = wording.agreed(review.agreement)
    body = [f"<h1>{escape(title)}</h1>"]
    for game in review.games:
        body += _game(review, game)
    if len(review.games) > 1:
        body += ["<h2>The match</h2>", *_sentences(report.totals(review))]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
    )
    lines = ["<!doctype html>", f'<html lang="en"><head>{head}</head><body><main>', *body]
    return "\n".join([*lines, "</main></body></html>"])


def _game(review: MatchReview, game: Review) -> Iterator[str]:
    edition = game.board.edition
    maker, breaker = report.names(review, game)
    again = ", played again" if game.replay else ""
    ending = "" if game.ending is None else f", {game.ending.value}"
    title = f"Game {game.number}{again}{ending}: {breaker} guesses {maker}'s code"
    yield f"<section><h2>{escape(title)}</h2>"
    yield from _sentences([*report.summary(game, breaker), *report.codemaker(game, maker)])
    plot = review_plot(game, codemaker=maker, codebreaker=breaker)
    board = svg.draw(game.board, game.code, marked=[wrong.row for wrong in game.made.wrong])
    yield f'<div class="pictures">{board}{plot}</div>'
    yield '<div class="table"><table><thead><tr>'
    for name in report.HEADINGS:
        kind = ' class="word"' if name in _CODES | {"grade"} else ""
        yield f'<th scope="col"{kind} title="{_WORDS.get(name, name)}">{name}</th>'
    yield "</tr></thead><tbody>"
    for row in game.rows:
        yield f"<tr>{''.join(_cells(edition, row))}</tr>"
    yield "</tbody></table></div>"
    if not game.proved:
        yield from _sentences([report.ESTIMATED])
    for row in game.rows:
        yield from _details(game, row)
    yield "</section>"


def _cells(edition: Edition, row: Reviewed) -> Iterator[str]:
    for name, cell in zip(report.HEADINGS, report.cells(edition, row), strict=True):
        if name == "row":
            yield f'<th scope="row">{cell}</th>'
        else:
            kind = "code" if name in _CODES else f"word {cell}" if name == "grade" else ""
            yield f'<td class="{kind}">{escape(cell)}</td>' if kind else f"<td>{escape(cell)}</td>"


def _details(game: Review, row: Reviewed) -> Iterator[str]:
    if row.played is None or row.guess is None:
        return
    edition = game.board.edition
    grade = "" if row.grade is None else f": {row.grade.value}"
    yield f"<details><summary>Row {row.row}, {escape(edition.spell(row.guess))}{grade}</summary>"
    yield from _sentences(report.explained(game, row))
    yield from _answers(edition, row, row.played)
    yield "</details>"


def _answers(edition: Edition, row: Reviewed, played: Option) -> Iterator[str]:
    """What each answer would have left, the one that was given pointed out."""
    yield '<div class="table"><table><thead><tr><th scope="col" class="word">answer</th>'
    yield '<th scope="col">chance</th><th scope="col">codes left</th>'
    yield '<th scope="col">guesses to go</th></tr></thead><tbody>'
    for part in played.parts:
        given = " (given)" if part.answer == row.answer else ""
        codes = f"{part.codes:,}" if isinstance(part.codes, int) else f"~{reason.round_number(part.codes)}"
        about = "" if part.to_go.proved else "~"
        yield f'<tr><th scope="row" class="word">{escape(wording.answer(edition, part.answer))}{given}</th>'
        yield f"<td>{part.chance:.1%}</td><td>{codes}</td><td>{about}{part.to_go.guesses:.2f}</td></tr>"
    yield "</tbody></table></div>"


def _sentences(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield f"<p>{escape(sentence)}</p>"

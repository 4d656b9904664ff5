"""Endpoints of the analysis board and the opening explorer.

They are about a position in the request, not about a table, so anyone may ask about anything.
Someone who plays can ask too, as with any solver.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from codepegs.notation import edition_line, position
from codepegs.protocol.errors import Malformed
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.server.context import Json
from codepegs.server.http.compression import compressed
from codepegs.server.learn.analysis_jobs import analyse, explore_opening
from codepegs.server.learn.routes import run_job

MAX_POSITION_LENGTH = 2_000
"""Characters. The longest position is shorter."""


async def get_analysis(request: Request) -> Response:
    """Analyse the position in the query, and a guess on it."""
    text = request.query_params.get("position")
    if text is None:
        raise Malformed('The request needs a position, such as "classic-1 / RRBB 1+1", percent-encoded.')
    if len(text) > MAX_POSITION_LENGTH:
        raise Malformed(f"The position is too long. The limit is {MAX_POSITION_LENGTH} characters.")
    board = position.read(text)
    guess = _guess(request, board.edition, "guess")
    found = await run_job(request, ("analysis", board, guess), analyse, board, guess)
    return compressed(request, Json(found))


async def get_opening(request: Request) -> Response:
    """Explore the first guess of an edition, or the second after a guess and its answer."""
    edition = edition_line.read(request.path_params["edition"])
    board, guess = Board(edition), _guess(request, edition, "guess")
    answer = request.query_params.get("answer")
    if answer is not None:
        if guess is None:
            raise Malformed("The answer needs a guess. Send both, or neither.")
        # A plus sign that is not percent-encoded arrives as a space.
        board = board.guess(guess).answer(Feedback.parse(answer.replace(" ", "+")))
        guess = _guess(request, edition, "second")
    found = await run_job(request, ("opening", board, guess), explore_opening, board, guess)
    return compressed(request, Json(found))


def _guess(request: Request, edition: Edition, name: str) -> Code | None:
    """Return a guess from the query, or None if it is missing."""
    text = request.query_params.get(name)
    if text is None:
        return None
    code = edition.code(text)
    edition.check_guess(code)
    return code

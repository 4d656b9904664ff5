"""`codepegs mark`: the feedback of a guess."""

from __future__ import annotations

import json

import click

from codepegs.cli import options
from codepegs.notation import user_input
from codepegs.notation.sentences import describe_feedback
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import mark


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("code")
@click.argument("guess")
@options.edition
@options.json
def command(code: str, guess: str, edition: Edition, as_json: bool) -> None:
    """Mark a guess: count its black and white key pegs.

    Write CODE and GUESS in letters of the edition, or in names or numbers of its colours.

    \b
    codepegs mark RWBG WYBK
    codepegs mark "red white blue green" "white yellow blue black"
    codepegs mark -e pressman-2007 MWPT WYPO
    """
    secret, attempt = user_input.read_code(edition, code), user_input.read_code(edition, guess)
    edition.check_secret(secret)
    edition.check_guess(attempt)
    feedback = mark(attempt, secret)
    if as_json:
        click.echo(json.dumps({"black": feedback.black, "white": feedback.white}))
    else:
        click.echo(describe_feedback(edition, feedback))

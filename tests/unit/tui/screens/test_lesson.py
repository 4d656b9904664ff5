"""How to play: drawn examples, and a lesson that explains every answer."""

from __future__ import annotations

from pathlib import Path

from codepegs.rules import Agreement
from codepegs.rules.agreement import NOBODY
from codepegs.rules.daily import DAILY_EDITION
from codepegs.rules.feedback import Feedback, mark
from codepegs.tui.screens.help import _EXAMPLES
from codepegs.tui.screens.lesson import EDITION, LessonScreen, _advise, explain_answer
from tests.support.application import open_context, play
from tests.support.strategies import played


async def test_help_shows_examples_and_opens_the_lesson(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("h")
        assert "1 black: one peg has the right" in user.seen
        await user.press("t")
        assert user.screen == "LessonScreen"
        await user.press("escape", "escape")
        assert user.screen == "MenuScreen"


def test_the_examples_say_what_the_rules_answer() -> None:
    answers = [mark(DAILY_EDITION.code(code), DAILY_EDITION.code(guess)) for code, guess, _ in _EXAMPLES]
    assert answers == [Feedback(1, 0), Feedback(0, 1), Feedback(1, 2), Feedback(0, 0)]


async def test_the_lesson_explains_real_answers_until_the_code_is_cracked(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("h", "t", *"rrr", "enter")
        screen = user.app.screen
        assert isinstance(screen, LessonScreen)
        feedback = screen._match.game.board.rows[0].feedback
        assert feedback is not None
        assert explain_answer(feedback) in user.words
        assert "of 216 could still be the secret" in user.words
        secret = screen._match.game.secret
        assert secret is not None
        await user.press(*EDITION.spell(secret.reveal()).lower(), "enter")
        assert "You cracked it in 2 guesses!" in user.words
        assert context.archive.entries() == [], "A lesson counts nowhere."


def test_the_only_code_left_is_named_as_such() -> None:
    agreement, *moves = Agreement(EDITION, (NOBODY, "Player"), 1), "code ABC", "guess ABD", "guess ABE"
    board = played(agreement, *moves, "guess ABF", "guess CBA").game.board
    assert _advise(board) == "Only one code is possible now: RBY. Try it."

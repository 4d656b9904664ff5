"""A puzzle in line mode: tries, hints, and giving up."""

from __future__ import annotations

from dataclasses import replace

from codepegs.analysis.puzzle import hints
from codepegs.analysis.puzzle.puzzle import Puzzle, answer, judge
from codepegs.cli.picture import Picture
from codepegs.cli.repl.console import Console, Leave
from codepegs.cli.repl.report import describe_colours
from codepegs.errors import CodepegsError
from codepegs.notation import edition_facts, edition_line, position, sentences, user_input
from codepegs.rules.code import Code


class PuzzleRunner:
    """Runs one puzzle until it is solved or given up."""

    def __init__(self, console: Console, puzzle: Puzzle) -> None:
        self._console, self._puzzle = console, puzzle
        self._edition = puzzle.board.edition
        self._tried: list[Code] = []
        self._clues = 0

    def run(self) -> None:
        """Ask for codes until the puzzle is solved or given up."""
        puzzle = self._puzzle
        self._console.say(
            f"{puzzle.difficulty.value.capitalize()} puzzle in {edition_line.write(self._edition)}, "
            f"theme {puzzle.theme.value}."
        )
        self._draw()
        self._console.say()
        self._console.say(hints.task(puzzle))
        self._console.say("Type help at any time.\n")
        over = False
        while not over:
            number = len(self._tried) + 1
            line = self._console.ask(f"Try {number}, your {self._wanted}: ")
            try:
                over = self._do(line)
            except CodepegsError as error:
                self._console.say(str(error))

    @property
    def _wanted(self) -> str:
        return "code" if self._puzzle.theme.asks_for_code else "guess"

    def _do(self, line: str) -> bool:
        """Run a line, and return whether the puzzle is over."""
        word = " ".join(line.casefold().split())
        match word:
            case "help" | "?":
                self._help()
            case "board":
                self._draw()
            case "rules":
                for sentence in edition_facts.lines(self._edition):
                    self._console.say(sentences.spell_out(sentence))
            case "hint":
                self._hint()
            case "quit" | "exit":
                raise Leave
            case "give up":
                return self._give_up()
            case _:
                return self._try(user_input.read_code(self._edition, line))
        return False

    def _try(self, code: Code) -> bool:
        verdict = judge(self._puzzle, code)
        if code in self._tried:
            self._console.say("You've already tried that, so it doesn't count again.")
        else:
            self._tried.append(code)
        self._console.say(sentences.spell_out(hints.describe_verdict(self._puzzle, code, verdict)))
        if verdict.right:
            tries = sentences.pluralize(len(self._tried), "try", "tries")
            self._console.say(f"Solved with {tries}{self._helped}.")
        return verdict.right

    @property
    def _helped(self) -> str:
        return f" and {sentences.pluralize(self._clues, 'hint')}" if self._clues else ""

    def _hint(self) -> None:
        clues = hints.clues(self._puzzle)
        if self._clues == len(clues):
            self._console.say("There are no more hints. Type give up to see the answer.")
            return
        self._console.say(sentences.spell_out(clues[self._clues]))
        self._clues += 1

    def _give_up(self) -> bool:
        sure = self._console.confirm("Give up and see the answer?")
        if sure:
            self._show_answer()
        return sure

    def _show_answer(self) -> None:
        if not self._console.style.compact:
            self._draw(answer(self._puzzle) if self._puzzle.theme.asks_for_code else None)
        for sentence in hints.explain_answer(self._puzzle):
            self._console.say(sentences.spell_out(sentence))
        if self._tried:
            tries = sentences.pluralize(len(self._tried), "try", "tries")
            self._console.say(f"Given up after {tries}{self._helped}.")

    def _draw(self, code: Code | None = None) -> None:
        """Draw the rows of the puzzle, without empty rows after them."""
        board, console = self._puzzle.board, self._console
        rows = replace(board, edition=self._edition.with_rules(rows=len(board.rows)))
        if console.style.compact:
            console.say(describe_colours(self._edition))
        else:
            console.say()
        console.show(Picture(rows, code).text(console.style))

    def _help(self) -> None:
        keys, like = self._edition.box.keys, position.example_guess(self._edition)
        word = self._edition.colour_word
        self._console.say(
            f"Each row has an answer: one {keys.black.name} for each peg of the right {word} "
            f"in the right place, one {keys.white.name} for each of the right {word} in the wrong place.\n"
            f"Type a {self._wanted} in letters, such as {like}, or in names or numbers of colours.\n"
            "You can also type:\n"
            "  hint     get a hint; each one tells you a little more\n"
            "  board    show the rows again\n"
            "  rules    show the rules of this edition\n"
            "  give up  see the answer, and why it is the only one\n"
            "  quit     leave; you can come back with the puzzle ID"
        )

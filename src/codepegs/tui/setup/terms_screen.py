"""A new match, second step: who plays, how many games, and under which rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Static

from codepegs.notation import edition_line, sentences
from codepegs.notation.edition_facts import SCORINGS
from codepegs.notation.sentences import escape_unprintable
from codepegs.players.level import LEVELS
from codepegs.rules.agreement import MAX_NAME_LENGTH, Agreement
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.code import MAX_COLOURS
from codepegs.rules.edition import MAX_BONUS, MAX_PEGS, MAX_ROWS
from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.match_form import COMPANIES, Choices, Refusal, agreed, house
from codepegs.tui.store import Store
from codepegs.tui.widgets.edition_sheet import TURN, Facts
from codepegs.tui.widgets.inputs import Line
from codepegs.tui.widgets.status import refuse
from codepegs.tui.widgets.stepper import Stepper

_GAMES = {str(number): str(number) for number in (1, 2, 4, 6, 8, 10, 12, 20)}
_TIMES = {
    "none": "none",
    "30": "30 seconds a turn",
    "60": "1 minute a turn",
    "120": "2 minutes a turn",
    "180": "3 minutes a turn",
    "240": "4 minutes a turn",
    "600": "10 minutes a turn",
}
_SCORINGS = {scoring.value: text.short_label for scoring, text in SCORINGS.items()}
_ANSWERS = {"referee": "a referee", "hand": "codemaker, by hand"}
_YES = {"yes": "yes", "no": "no"}


def _numbers(least: int, most: int) -> dict[str, str]:
    return {str(number): str(number) for number in range(least, most + 1)}


RULES = {
    "answers": ("Who answers", _ANSWERS, False),
    "time": ("Time limit", _TIMES, True),
    "scoring": ("What counts", _SCORINGS, False),
    "rows": ("Rows", _numbers(1, MAX_ROWS), True),
    "pegs": ("Pegs in a code", _numbers(1, MAX_PEGS), True),
    "colours": ("Colours", _numbers(2, MAX_COLOURS), True),
    "blanks": ("Empty holes", _YES, False),
    "code-repeats": ("Repeats in a code", _YES, False),
    "guess-repeats": ("Repeats in guesses", _YES, False),
    "bonus": ("Bonus if unbroken", _numbers(0, MAX_BONUS), True),
    "even": ("Even no. of games", _YES, False),
}
"""The house rules in the order of the form: label, values, and whether a number can be typed."""
assert RULES.keys() == edition_line.RULES.keys()


class TermsScreen(Screen[Agreement | None]):
    """A form of one line a field, the facts that follow from it beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑ ↓", priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        *TURN,
        Binding("f2", "begin", "Begin"),
        Binding("f3", "printed", "As printed"),
        Binding("escape", "dismiss(None)", "Back"),
    ]
    CSS = """
    TermsScreen .heading { padding: 0 1; height: 1; background: $panel; text-style: bold; }
    TermsScreen #form { width: 46; height: 1fr; scrollbar-size: 1 1; }
    TermsScreen .part { color: $text-accent; padding: 0 1; height: 1; }
    TermsScreen .name { height: 1; padding: 0 1; }
    TermsScreen .name:focus-within { background: $primary 30%; }
    TermsScreen .name Static { width: 21; color: $text-muted; }
    TermsScreen .name Input { width: 1fr; background: transparent; }
    TermsScreen .refusal { display: none; height: auto; padding: 0 1; color: $text-error; }
    TermsScreen Facts { width: 1fr; border-left: solid $panel-lighten-1; }
    TermsScreen #foot { height: auto; background: $panel; }
    TermsScreen #begin { min-width: 11; }
    TermsScreen #summary { width: 1fr; height: auto; min-height: 1; padding: 0 1; }
    """

    def __init__(self, store: Store, choices: Choices) -> None:
        super().__init__()
        self._store, self._choices, self._touched = store, choices, ""

    @property
    def edition(self) -> str:
        """The slug of the edition, for the help screen."""
        return self._choices.edition

    def compose(self) -> ComposeResult:
        yield Static(f"New match: {CATALOGUE[self.edition].box.title}", classes="heading", markup=False)
        with Horizontal():
            with VerticalScroll(id="form", can_focus=False):
                yield from self._players()
                yield from _noted(Stepper("Games", self._choices.games, _GAMES, types=True, id="games"))
                yield from _noted(Stepper("Hints allowed", self._choices.hints, _YES, id="hints"))
                for word, (label, values, types) in RULES.items():
                    if word == "rows":
                        yield Static("The board, as printed or by house rule", classes="part")
                    yield from _noted(Stepper(label, self._choices.rule(word), values, types=types, id=word))
            yield Facts(CATALOGUE[self.edition])
        with Horizontal(id="foot"):
            yield Button("▶ Begin", id="begin", variant="success", compact=True)
            yield Static("", id="summary", markup=False)
        yield Footer()

    def _players(self) -> Iterator[Widget]:
        choices, levels = self._choices, {name: name for name in LEVELS}
        yield from _noted(Stepper("Players", choices.company, COMPANIES, id="company"))
        yield from _noted(_name("one", "Name", choices.one))
        yield from _noted(_name("two", "Other name", choices.two))
        yield from _noted(Stepper("Level", choices.level, levels, id="level"))
        yield from _noted(Stepper("Other level", choices.other, levels, id="other"))
        yield from _noted(Stepper("Makes first code", choices.first, {}, id="first"))

    async def on_mount(self) -> None:
        await self._show()
        self.query_one("#begin").focus()

    async def on_stepper_changed(self, event: Stepper.Changed) -> None:
        assert event.stepper.id is not None
        self._touched, value = event.stepper.id, event.stepper.value
        if self._touched in RULES:
            self._choices = self._choices.ruled(self._touched, value)
        else:
            self._choices = replace(self._choices, **{self._touched: value})  # type: ignore[arg-type]
        await self._show()

    async def on_input_changed(self, event: Input.Changed) -> None:
        assert event.input.id is not None
        self._touched = event.input.id
        name = " ".join(event.value.split())
        self._choices = replace(self._choices, **{self._touched: name})  # type: ignore[arg-type]
        await self._show()

    def on_input_submitted(self) -> None:
        self.app.action_focus_next()

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        """Go to the table, or to the field that is in the way."""
        agreement = agreed(self._choices, touched=self._touched)
        if isinstance(agreement, Refusal):
            self.query_one(f"#{agreement.field}").focus()
            return
        try:
            self._store.keep(choices=self._choices)
        except SettingsNotSaved as refusal:
            refuse(self, refusal)
        self.dismiss(agreement)

    async def action_printed(self) -> None:
        """Take back every house rule."""
        self._choices, self._touched = replace(self._choices, rules={}), ""
        for word in RULES:
            stepper = self.query_one(f"#{word}", Stepper)
            stepper.set_reactive(Stepper.value, self._choices.rule(word))
            stepper.refresh()
        await self._show()

    def action_turn(self, by: int) -> None:
        self.query_one(Facts).turn(by)

    async def _show(self) -> None:
        """Bring everything into line with the choices: fields, refusals, facts and the sentence below."""
        self._show_players()
        terms = house(self._choices, touched=self._touched)
        if not isinstance(terms, Refusal):
            await self.query_one(Facts).show(terms)
        agreement = agreed(self._choices, touched=self._touched)
        for note in self.query(".refusal").results(Static):
            here = isinstance(agreement, Refusal) and note.id == f"no-{agreement.field}"
            note.display = here
            if here and isinstance(agreement, Refusal):
                note.update(Content("↑ " + escape_unprintable(agreement.reason)))
        summary = "" if isinstance(agreement, Refusal) else _summary(agreement)
        self.query_one("#summary", Static).update(Content(summary))

    def _show_players(self) -> None:
        """Only the fields that this company needs."""
        company = self._choices.company
        needed = {
            "#row-one": company != "computers",
            "#row-two": company == "people",
            "#level": company != "people",
            "#other": company == "computers",
            "#hints": company != "computers",
        }
        for name, wanted in needed.items():
            self.query_one(name).display = wanted
        one, two = map(escape_unprintable, self._choices.names)
        self.query_one("#first", Stepper).choose_from({"one": one or "…", "two": two or "…"})


def _name(identity: str, label: str, value: str) -> Widget:
    return Horizontal(
        Static(label),
        Line(value, max_length=MAX_NAME_LENGTH, compact=True, id=identity, select_on_focus=True),
        classes="name",
        id=f"row-{identity}",
    )


def _noted(field: Widget) -> Iterator[Widget]:
    """A field, and below it the place for what is wrong with it."""
    yield field
    assert field.id is not None
    yield Static("", classes="refusal", id=f"no-{field.id.removeprefix('row-')}", markup=False)


def _summary(agreement: Agreement) -> str:
    one, two = agreement.players
    games = sentences.pluralize(agreement.games, "game")
    hints = ", with hints" if agreement.hints else ""
    return f"{one} makes the first code, {two} breaks it; {games}{hints}."

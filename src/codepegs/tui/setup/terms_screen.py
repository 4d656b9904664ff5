"""Second step of a new match: players, number of games and house rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Static

from codepegs.notation import sentences
from codepegs.notation.house_rules import BOARD_RULES, MATCH_RULES, RULES, HouseRule
from codepegs.notation.sentences import escape_unprintable
from codepegs.notation.terms import describe_one_game
from codepegs.players.level import LEVELS
from codepegs.rules.agreement import MAX_NAME_LENGTH, Agreement
from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.match_form import (
    NO_OPTION,
    PLAYER_KINDS,
    FieldError,
    MatchForm,
    build_agreement,
    build_edition,
)
from codepegs.tui.store import Store
from codepegs.tui.widgets.edition_sheet import PAGE_KEYS, EditionSheet
from codepegs.tui.widgets.inputs import PrintableInput
from codepegs.tui.widgets.status import notify_error
from codepegs.tui.widgets.stepper import Stepper

_GAMES = {str(number): str(number) for number in (1, 2, 4, 6, 8, 10, 12, 20)}
_YES = {"yes": "yes", "no": "no"}
_FRIENDLY = {"yes": "yes, take rows back", "no": "no"}


class TermsScreen(Screen[Agreement | None]):
    """Form with one field per line, next to the facts of the resulting edition."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑ ↓", priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        *PAGE_KEYS,
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
    TermsScreen EditionSheet { width: 1fr; border-left: solid $panel-lighten-1; }
    TermsScreen #foot { height: auto; background: $panel; }
    TermsScreen #begin { min-width: 11; }
    TermsScreen #summary { width: 1fr; height: auto; min-height: 1; padding: 0 1; }
    """

    def __init__(self, store: Store, form: MatchForm) -> None:
        super().__init__()
        self._store, self._form, self._last_changed = store, form, ""

    @property
    def edition(self) -> str:
        """The slug of the edition, for the help screen."""
        return self._form.edition

    def compose(self) -> ComposeResult:
        yield Static(f"New match: {CATALOGUE[self.edition].box.title}", classes="heading", markup=False)
        with Horizontal():
            with VerticalScroll(id="form", can_focus=False):
                yield from self._players()
                yield from _with_error_line(
                    Stepper("Games", self._form.games, _GAMES, typable=True, id="games")
                )
                yield from _with_error_line(Stepper("Hints allowed", self._form.hints, _YES, id="hints"))
                yield from _with_error_line(
                    Stepper("Friendly", self._form.friendly, _FRIENDLY, id="friendly")
                )
                yield from self._options()
                yield from self._rules(MATCH_RULES)
                yield Static("The board, as printed or by house rule", classes="part")
                yield from self._rules(BOARD_RULES)
            yield EditionSheet(CATALOGUE[self.edition])
        with Horizontal(id="foot"):
            yield Button("▶ Begin", id="begin", variant="success", compact=True)
            yield Static("", id="summary", markup=False)
        yield Footer()

    def _players(self) -> Iterator[Widget]:
        form, levels = self._form, {name: name for name in LEVELS}
        yield from _with_error_line(Stepper("Players", form.company, PLAYER_KINDS, id="company"))
        yield from _with_error_line(_name_field("one", "Name", form.one))
        yield from _with_error_line(_name_field("two", "Other name", form.two))
        yield from _with_error_line(Stepper("Level", form.level, levels, id="level"))
        yield from _with_error_line(Stepper("Other level", form.other, levels, id="other"))
        yield from _with_error_line(Stepper("Makes first code", form.first, {}, id="first"))

    def _options(self) -> Iterator[Widget]:
        names = [option.name for option in CATALOGUE[self.edition].box.options]
        if names:
            choices = {name: name for name in (NO_OPTION, *names)}
            yield Stepper("Printed option", self._form.option, choices, id="option")

    def _rules(self, rules: Iterable[HouseRule]) -> Iterator[Widget]:
        for rule in rules:
            yield from _with_error_line(
                Stepper(
                    rule.label,
                    self._form.rule(rule.word),
                    rule.choices,
                    typable=rule.limits is not None,
                    id=rule.word,
                )
            )

    async def on_mount(self) -> None:
        await self._show()
        self.query_one("#begin").focus()

    async def on_stepper_step_changed(self, event: Stepper.StepChanged) -> None:
        assert event.stepper.id is not None
        self._last_changed, value = event.stepper.id, event.stepper.value
        if self._last_changed in RULES:
            self._form = self._form.with_rule(self._last_changed, value)
        elif self._last_changed == "option":
            self._form = self._form.with_option(value)
        else:
            self._form = replace(self._form, **{self._last_changed: value})  # type: ignore[arg-type]
        await self._show()

    async def on_input_changed(self, event: Input.Changed) -> None:
        assert event.input.id is not None
        self._last_changed = event.input.id
        name = " ".join(event.value.split())
        self._form = replace(self._form, **{self._last_changed: name})  # type: ignore[arg-type]
        await self._show()

    def on_input_submitted(self) -> None:
        self.app.action_focus_next()

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        """Start the match, or focus the first invalid field."""
        agreement = build_agreement(self._form, last_changed=self._last_changed)
        if isinstance(agreement, FieldError):
            self.query_one(f"#{agreement.field}").focus()
            return
        try:
            self._store.save(match_form=self._form)
        except SettingsNotSaved as refusal:
            notify_error(self, refusal)
        self.dismiss(agreement)

    async def action_printed(self) -> None:
        """Set all house rules to what the sheet prints."""
        self._form, self._last_changed = self._form.as_printed(), ""
        await self._show()

    def action_page(self, by: int) -> None:
        self.query_one(EditionSheet).page(by)

    async def _show(self) -> None:
        """Update fields, errors, facts and summary from the form."""
        self._show_players()
        self._show_rules()
        terms = build_edition(self._form, last_changed=self._last_changed)
        if not isinstance(terms, FieldError):
            await self.query_one(EditionSheet).show(terms)
        agreement = build_agreement(self._form, last_changed=self._last_changed)
        for note in self.query(".refusal").results(Static):
            here = isinstance(agreement, FieldError) and note.id == f"no-{agreement.field}"
            note.display = here
            if here and isinstance(agreement, FieldError):
                note.update(Content("↑ " + escape_unprintable(agreement.reason)))
        summary = "" if isinstance(agreement, FieldError) else _summary(agreement)
        self.query_one("#summary", Static).update(Content(summary))

    def _show_rules(self) -> None:
        """Show the house rules and the printed option, which set each other."""
        values = {word: self._form.rule(word) for word in RULES} | {"option": self._form.option}
        for stepper in self.query(Stepper):
            if stepper.id in values:
                stepper.set_reactive(Stepper.value, values[stepper.id])
                stepper.refresh()

    def _show_players(self) -> None:
        """Show only the fields that this kind of players needs."""
        company = self._form.company
        needed = {
            "#row-one": company != "computers",
            "#row-two": company == "people",
            "#level": company != "people",
            "#other": company == "computers",
            "#hints": company != "computers",
            "#friendly": company == "computer",
        }
        for name, wanted in needed.items():
            self.query_one(name).display = wanted
        one, two = map(escape_unprintable, self._form.names)
        self.query_one("#first", Stepper).set_choices({"one": one or "…", "two": two or "…"})


def _name_field(identity: str, label: str, value: str) -> Widget:
    return Horizontal(
        Static(label),
        PrintableInput(value, max_length=MAX_NAME_LENGTH, compact=True, id=identity, select_on_focus=True),
        classes="name",
        id=f"row-{identity}",
    )


def _with_error_line(field: Widget) -> Iterator[Widget]:
    """Yield a field and an empty line for its error."""
    yield field
    assert field.id is not None
    yield Static("", classes="refusal", id=f"no-{field.id.removeprefix('row-')}", markup=False)


def _summary(agreement: Agreement) -> str:
    one, two = agreement.players
    games = sentences.pluralize(agreement.games, "game")
    hints = ", with hints" if agreement.hints else ""
    friendly = ", friendly" if agreement.friendly else ""
    who_scores = f" {describe_one_game(agreement.edition, one)}" if agreement.games == 1 else ""
    return f"{one} makes the first code, {two} breaks it; {games}{hints}{friendly}.{who_scores}"

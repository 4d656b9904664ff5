"""Form of a game: three fields that matter, and the rest folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input, Static

from codepegs.notation import feel, sentences
from codepegs.notation.house_rules import BOARD_RULES, MATCH_RULES, RULES, HouseRule
from codepegs.notation.sentences import escape_unprintable
from codepegs.notation.terms import describe_one_game
from codepegs.players.level import LEVELS, level_of
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
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.edition_sheet import PAGE_KEYS, Colours, EditionSheet
from codepegs.tui.widgets.inputs import NameField, StartButton
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.status import notify_error
from codepegs.tui.widgets.stepper import Stepper

_GAMES = {str(number): str(number) for number in (1, 2, 4, 6, 8, 10, 12, 20)}
_YES = {"yes": "yes", "no": "no"}
_FRIENDLY = {"yes": "yes, take guesses back", "no": "no"}
_INTRODUCTIONS = {
    "solo": ("Play on your own", "Crack a random code. No points, just par to beat."),
    "computer": ("Play against the computer", "You and the computer take turns hiding the code."),
    "people": (
        "Two players at one keyboard",
        "You take turns hiding the code. A cover hides it when you swap.",
    ),
    "computers": ("Watch two computers", "They take turns hiding the code, and you watch."),
}
_COMPANY_NOTES = {"solo": "a random code", "people": "at this keyboard", "computers": "you watch"}
_ALWAYS_FOLDED = {"games", "friendly", *(rule.word for rule in MATCH_RULES)} - {"time"}
"""Fields under More options that mean nothing in a solo game."""
_SHEET = 116
"""Columns of a window with space for the rule sheet next to the form."""


class MatchFormScreen(AppScreen[Agreement | None]):
    """Form of a game, which it returns as an agreement. A `custom` one also chooses the opponent."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Field", key_display="↑↓", priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("space", "fold", "More options", key_display="Space"),
        Binding("enter,f2", "begin", "Start", key_display="Enter"),
        Binding("escape", "dismiss(None)", "Back"),
        Binding("f3,ctrl+p", "printed", "Printed rules", key_display="F3"),
        *PAGE_KEYS,
    ]
    CSS = """
    MatchFormScreen #all { align: center middle; height: 1fr; }
    MatchFormScreen #form { width: 74; height: auto; max-height: 100%; scrollbar-size: 1 1; padding: 0 1; }
    MatchFormScreen #title { text-style: bold; color: $accent; }
    MatchFormScreen Colours { margin: 1 2; }
    MatchFormScreen .field { height: auto; }
    MatchFormScreen.-airy #top .field { margin-bottom: 1; }
    MatchFormScreen .refusal { display: none; height: auto; padding: 0 2; color: $text-error; }
    MatchFormScreen #more { height: auto; display: none; }
    MatchFormScreen.-open #more { display: block; }
    MatchFormScreen EditionSheet { width: 40; height: auto; max-height: 100%; margin-left: 2; }
    MatchFormScreen #foot { height: auto; margin-top: 1; padding-left: 2; }
    MatchFormScreen #begin { min-width: 11; margin-right: 2; }
    MatchFormScreen #summary { width: 1fr; height: auto; color: $text-muted; }
    """

    def __init__(self, store: Store, form: MatchForm, *, custom: bool = False) -> None:
        super().__init__()
        self._store, self._form, self._custom, self._last_changed = store, form, custom, ""

    @property
    def edition(self) -> str:
        """The slug of the edition, for the help screen."""
        return self._form.edition

    def compose(self) -> ComposeResult:
        yield TitleBar("New game")
        with Horizontal(id="all"):
            with VerticalScroll(id="form", can_focus=False):
                yield Static(id="title")
                yield Static(id="introduction")
                yield Colours(self._store.settings)
                with Vertical(id="top", classes="field"):
                    yield from self._top_fields()
                yield Fold(id="fold")
                with Vertical(id="more"):
                    yield from self._more_fields()
                with Horizontal(id="foot"):
                    yield StartButton("  Start  ", id="begin", variant="primary", compact=True)
                    yield Static("", id="summary", markup=False)
            yield EditionSheet(CATALOGUE[self.edition])
        yield KeyLine()

    def _top_fields(self) -> Iterator[Widget]:
        form, levels = self._form, {name: name for name in LEVELS}
        level_notes = {level.name: _as_note(level.summary) for level in LEVELS.values()}
        boards = dict.fromkeys((*(one.slug for one in feel.FEELS), *CATALOGUE))
        if self._custom:
            yield from _field(
                Stepper("Opponent", form.company, PLAYER_KINDS, notes=_COMPANY_NOTES, id="company")
            )
        names, notes = (
            {slug: feel.name_board(slug) for slug in boards},
            {slug: _size(slug) for slug in boards},
        )
        yield from _field(Stepper("Board", form.edition, names, notes=notes, id="edition"))
        yield from _field(Stepper("Level", form.level, levels, notes=level_notes, id="level"))
        yield from _field(Stepper("Other level", form.other, levels, notes=level_notes, id="other"))
        yield from _field(NameField("Name", form.one, max_length=MAX_NAME_LENGTH, id="one"), "one")
        yield from _field(NameField("Other name", form.two, max_length=MAX_NAME_LENGTH, id="two"), "two")
        yield from _field(Stepper("First code", form.first, {}, id="first"))

    def _more_fields(self) -> Iterator[Widget]:
        yield from _field(Stepper("Games", self._form.games, _GAMES, typable=True, id="games"))
        yield from _field(Stepper("Hints allowed", self._form.hints, _YES, id="hints"))
        yield from _field(Stepper("Friendly", self._form.friendly, _FRIENDLY, id="friendly"))
        yield from _field(Stepper("Rule variant", NO_OPTION, {}, id="option"))
        yield from self._rules(MATCH_RULES)
        yield from self._rules(BOARD_RULES)

    def _rules(self, rules: Iterable[HouseRule]) -> Iterator[Widget]:
        for rule in rules:
            typable = rule.limits is not None
            value = self._form.rule(rule.word)
            yield from _field(Stepper(rule.label, value, rule.choices, typable=typable, id=rule.word))

    def on_mount(self) -> None:
        # Before the first frame, which would show a sheet that does not fit.
        self._fit(self.app.size)
        self._show()
        self.query_one("#company" if self._custom else "#edition").focus()

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size)

    def _fit(self, size: Size) -> None:
        self.set_class(size.height >= 22, "-airy")
        self.query_one(EditionSheet).display = size.width >= _SHEET

    def on_stepper_step_changed(self, event: Stepper.StepChanged) -> None:
        assert event.stepper.id is not None
        self._last_changed, value = event.stepper.id, event.stepper.value
        if self._last_changed in RULES:
            self._form = self._form.with_rule(self._last_changed, value)
        elif self._last_changed == "option":
            self._form = self._form.with_option(value)
        elif self._last_changed == "edition":
            self._form = self._form.with_edition(value)
        else:
            self._form = replace(self._form, **{self._last_changed: value})  # type: ignore[arg-type]
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        assert event.input.id is not None
        self._last_changed = event.input.id
        name = " ".join(event.value.split())
        self._form = replace(self._form, **{self._last_changed: name})  # type: ignore[arg-type]
        self._show()

    def on_input_submitted(self) -> None:
        self.action_begin()

    def on_button_pressed(self) -> None:
        self.action_begin()

    def action_fold(self) -> None:
        """Show or hide More options."""
        opened = not self.has_class("-open")
        if not opened and self.focused in [*self.query("#more Stepper")]:
            self.query_one(Fold).focus()
        self.set_class(opened, "-open")
        self.query_one(Fold).refresh()

    def action_begin(self) -> None:
        """Start the game, or focus the first invalid field."""
        agreement = build_agreement(self._form, last_changed=self._last_changed)
        if isinstance(agreement, FieldError):
            if self.query(f"#more #{agreement.field}"):
                self.add_class("-open")
            self.call_after_refresh(self.query_one(f"#{agreement.field}").focus)
            return
        try:
            self._store.save(match_form=self._form)
        except SettingsNotSaved as refusal:
            notify_error(self, refusal)
        self.dismiss(agreement)

    def action_printed(self) -> None:
        """Set all house rules to what the sheet prints."""
        self._form, self._last_changed = self._form.as_printed(), ""
        self._show()

    def action_page(self, by: int) -> None:
        self.query_one(EditionSheet).page(by)

    # What is shown --------------------------------------------------------------------

    def _show(self) -> None:
        """Update fields, errors, facts and summary from the form."""
        title, introduction = _INTRODUCTIONS[self._form.company]
        self.query_one("#title", Static).update(title)
        self.query_one("#introduction", Static).update(introduction)
        self._show_players()
        self._show_rules()
        terms = build_edition(self._form, last_changed=self._last_changed)
        if not isinstance(terms, FieldError):
            self.query_one(EditionSheet).show(terms)
            self.query_one(Colours).show(terms)
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
        names = [option.name for option in CATALOGUE[self.edition].box.options]
        option = self.query_one("#option", Stepper)
        option.display = bool(names)
        option.set_choices({name: name for name in (NO_OPTION, *names)})
        values = {word: self._form.rule(word) for word in RULES} | {"option": self._form.option}
        for stepper in self.query(Stepper):
            if stepper.id in values:
                stepper.set_reactive(Stepper.value, values[stepper.id])
                stepper.refresh()

    def _show_players(self) -> None:
        """Show only the fields that this kind of players needs."""
        company = self._form.company
        needed = {
            "one": company == "people",
            "two": company == "people",
            "level": company in ("computer", "computers"),
            "other": company == "computers",
            "first": company != "solo",
            "hints": company != "computers",
            **dict.fromkeys(_ALWAYS_FOLDED, company != "solo"),
            "friendly": company == "computer",
        }
        for name, wanted in needed.items():
            self.query_one(f"#field-{name}").display = wanted
        one, two = map(escape_unprintable, self._form.names)
        if company == "computer":
            one, two = "you", "the computer"
        self.query_one("#first", Stepper).set_choices({"one": one or "…", "two": two or "…"})


class Fold(Static, can_focus=True):
    """Line that opens and closes More options."""

    DEFAULT_CSS = "Fold { height: 1; } Fold:focus { background: $block-cursor-background; }"

    def render(self) -> Content:
        opened = self.screen.has_class("-open")
        return Content.assemble(
            ("▶ " if self.has_focus else "  ", "bold $accent"),
            (f"{'▾' if opened else '▸'} More options", "bold $foreground"),
            ("" if opened else "   games, rows, repeats, marking, hints, clock …", "$foreground-muted"),
        )

    async def on_click(self) -> None:
        await self.run_action("screen.fold")


def _field(field: Widget, name: str | None = None) -> Iterator[Widget]:
    """Yield a field with an empty line for its error."""
    name = name or field.id
    refusal = Static("", classes="refusal", id=f"no-{name}", markup=False)
    yield Vertical(field, refusal, classes="field", id=f"field-{name}")


def _size(slug: str) -> str:
    edition = CATALOGUE[slug]
    note = next((one.note for one in feel.FEELS if one.slug == slug), "")
    return _as_note(note) if note else f"{edition.pegs} pegs, {edition.colours} {edition.colour_word}s"


def _as_note(sentence: str) -> str:
    """Return a sentence as it stands next to a field."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")


def _summary(agreement: Agreement) -> str:
    if agreement.solo:
        return "With hints." if agreement.hints else ""
    one, two = agreement.players
    first = f"{one} makes"
    if (level_of(one) is None) != (level_of(two) is None):
        first = "You make" if level_of(one) is None else "The computer makes"
    hints = ", with hints" if agreement.hints else ""
    friendly = " (friendly)" if agreement.friendly else ""
    games = f"{sentences.pluralize(agreement.games, 'game')}{hints}{friendly}."
    who_scores = f" {describe_one_game(agreement.edition, one)}" if agreement.games == 1 else ""
    return f"{games} {first} the first code.{who_scores}"

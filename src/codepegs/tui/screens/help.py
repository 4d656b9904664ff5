"""Help screen: keys, and the rules of an edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from codepegs.notation import sentences
from codepegs.notation.edition_facts import title
from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.keys import KeyList, Keys, row_keys, table_keys
from codepegs.tui.widgets.app_screen import AppScreen, KeyLine
from codepegs.tui.widgets.edition_sheet import Facts
from codepegs.tui.widgets.play_board import PlayBoard


def list_keys(screen: Screen[Any]) -> Keys:
    """Return the active keys of a screen. Keys with the same purpose share a line."""
    found: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if (
            binding.description
            and active.enabled
            and (binding.action, binding.description) in _own_bindings(active.node)
        ):
            shown = binding.key_display or screen.app.get_key_display(binding)
            keys = found.setdefault(binding.description, [])
            if shown not in keys:
                keys.append(shown)
    return [(" ".join(keys), does) for does, keys in found.items()]


def _own_bindings(node: DOMNode) -> set[tuple[str, str]]:
    """Return action and description of our own bindings, without those of Textual."""
    classes = (cls for cls in type(node).__mro__ if cls.__module__.startswith("codepegs"))
    bindings = [binding for cls in classes for binding in vars(cls).get("BINDINGS", ())]
    return {(binding.action, binding.description) for binding in bindings}


class HelpScreen(AppScreen[None]):
    """Keys, then rules. Left and right change the edition.

    Shows the keys of `screen`, and those that build a row if it has a board. Without a
    screen, shows the keys of the match screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "leaf(-1)", "Edition", key_display="←→", priority=True),
        Binding("right", "leaf(1)", show=False, priority=True),
        Binding("escape,question_mark,q", "dismiss", "Back", key_display="Esc"),
    ]
    CSS = """
    HelpScreen #page { padding: 0 2; height: 1fr; scrollbar-size: 1 1; }
    HelpScreen .heading { text-style: bold; color: $text-accent; margin-top: 1; }
    HelpScreen KeyList .heading { margin-top: 0; }
    HelpScreen .summary { margin-bottom: 1; }
    """

    def __init__(self, edition: str, screen: Screen[Any] | None = None) -> None:
        super().__init__()
        self.edition = edition
        self._keys = {} if screen is None else {"Keys": list_keys(screen)}
        self._has_board = screen is not None and bool(screen.query(PlayBoard))

    @property
    def _lists(self) -> dict[str, Keys]:
        edition = CATALOGUE[self.edition]
        if not self._keys:
            return table_keys(edition)
        return {**self._keys, **(row_keys(edition) if self._has_board else {})}

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield from self._page()
        yield KeyLine()

    def _page(self) -> Iterator[Widget]:
        for heading, keys in self._lists.items():
            yield KeyList(heading, keys)
        edition = CATALOGUE[self.edition]
        yield Static(f"The rules: {title(edition)}", classes="heading", markup=False)
        pegs = sentences.pluralize(edition.pegs, "peg")
        yield Static(
            _RULES_SUMMARY.format(box=edition.box, edition=edition, pegs=pegs),
            classes="summary",
            markup=False,
        )
        yield Facts(edition)

    async def action_leaf(self, by: int) -> None:
        """Show the next or previous edition."""
        slugs = [*CATALOGUE]
        self.edition = slugs[(slugs.index(self.edition) + by) % len(slugs)]
        page = self.query_one("#page", VerticalScroll)
        at = page.scroll_y
        await page.remove_children()
        await page.mount_all(self._page())
        page.scroll_to(y=at, animate=False)


_RULES_SUMMARY = (
    "The {box.codemaker} hides a code of {pegs} behind the shield. The {box.codebreaker} "
    "places a row of pegs, and the answer counts: one {box.keys.black} for every peg of the right colour in "
    "the right place, one {box.keys.white} for every other peg of the right colour in a wrong place. Key "
    "pegs do not tell which peg they stand for. Rows stay until the code is cracked or all {edition.rows} "
    "are used; then the shield comes down, points are counted, and the players change roles."
)

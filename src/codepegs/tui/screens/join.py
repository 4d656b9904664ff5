"""Screen to join a table of a server by its link."""

from __future__ import annotations

from asyncio import to_thread
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable
from codepegs.rules.agreement import MAX_NAME_LENGTH
from codepegs.tui.context import AppContext, Visitor
from codepegs.tui.match_form import person_name
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.inputs import NameField
from codepegs.tui.widgets.key_line import KeyLine

_INTRODUCTION = (
    "Paste the link you got from a friend or a web page. With an invitation link you join the game; with the "
    "address of a game you return to your seat, or watch."
)


class JoinScreen(AppScreen[None]):
    """Asks for a link and a name. With an invitation, Enter shows the terms, and Enter again sits down."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Field", key_display="↑↓", priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("enter", "join", "Join", priority=True),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    JoinScreen #middle { height: 1fr; align-horizontal: center; padding: 1 0; }
    JoinScreen #middle > * { width: 74; max-width: 100%; }
    JoinScreen #title { text-style: bold; color: $accent; }
    JoinScreen #middle > Static { padding: 0 1; height: auto; }
    JoinScreen #introduction, JoinScreen #answer { margin-bottom: 1; }
    JoinScreen #answer { margin-top: 1; color: $text-warning; }
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context
        self._visitor: Visitor | None = None
        """The visitor whose terms are on the screen."""

    def compose(self) -> ComposeResult:
        name = person_name(self._app_context.store.match_form)
        yield TitleBar("Join a game")
        with VerticalScroll(id="middle", can_focus=False):
            yield Static("Play on a server", id="title")
            yield Static(_INTRODUCTION, id="introduction")
            yield NameField("Link", max_length=500, id="link")
            yield NameField("Your name", name, max_length=MAX_NAME_LENGTH, id="name")
            yield Static("", id="answer", markup=False)
            yield Static("", id="terms", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one("#link").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "link":
            self._visitor = None
            self._say("")

    def action_join(self) -> None:
        """Look at the table, or sit down if the terms are on the screen."""
        if not any(worker.group == "join" and not worker.is_finished for worker in self.workers):
            self.run_worker(self._sit_down() if self._visitor else self._look(), group="join")

    async def _look(self) -> None:
        link = self.query_one("#link", Input).value.strip()
        self._say("Looking for the game …")
        try:
            visitor = self._app_context.visit(link)
            terms = await to_thread(visitor.look)
        except CodepegsError as refusal:
            self._say(str(refusal))
            return
        if terms is None:
            await self._open(visitor)
            return
        self._visitor = visitor
        self._say("These are the rules of the match. Press Enter again to accept them and join.", terms)

    async def _sit_down(self) -> None:
        visitor, name = self._visitor, self.query_one("#name", Input).value
        assert visitor is not None
        try:
            await to_thread(visitor.sit_down, " ".join(name.split()))
        except CodepegsError as refusal:
            self._say(str(refusal))
            return
        await self._open(visitor)

    async def _open(self, visitor: Visitor) -> None:
        from codepegs.tui.match.opening import open_match

        self._visitor = None
        self._say("")
        await open_match(self, self._app_context, lambda _: visitor.open_keyboard(), visitor=visitor)

    def _say(self, words: str, terms: tuple[str, ...] = ()) -> None:
        self.query_one("#answer", Static).update(Content(escape_unprintable(words)))
        shown = "\n".join(f"· {escape_unprintable(sentence)}" for sentence in terms)
        self.query_one("#terms", Static).update(Content(shown))

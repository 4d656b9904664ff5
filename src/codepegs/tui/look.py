"""The look of the application: a theme in the colours that the terminal can show."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Literal

from rich.color import Color as RichColor
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme
from textual.widget import Widget

from codepegs.rules.box import PAINTS, Hue
from codepegs.tui.paints import INK_DARK, INK_LIGHT, OWN, PEGS, ROLES, PegPaint, ThemeName, Tone

_NAMES = {paint: name for name, paint in PAINTS.items()}
_RGB = tuple[int, int, int]


class Depth(Enum):
    """How many colours the terminal shows."""

    TRUE = "truecolor"
    MANY = "256"
    FEW = "16"
    NONE = "none"

    @classmethod
    def of(cls, app: App[None]) -> Depth:
        """Return what the environment says about the terminal."""
        if app.no_color:
            return cls.NONE
        return {"truecolor": cls.TRUE, "256": cls.MANY}.get(app.console.color_system or "", cls.FEW)


@lru_cache(4096)
def pen(fore: str | None = None, back: str | None = None, *, bold: bool = False) -> Style:
    """Return a style in colours of the tables, as `#rrggbb`."""
    return Style(color=fore, bgcolor=back, bold=bold or None)


class Look:
    """A theme in a colour depth. `look["text"]` is the colour of a role, to draw with.

    Widgets draw in `#rrggbb` only. `filter` turns that into the codes that are sent.
    """

    def __init__(self, theme: ThemeName = "dark", depth: Depth = Depth.TRUE) -> None:
        self.theme = theme
        self.depth = Depth.FEW if theme == "terminal" and depth is not Depth.NONE else depth
        self._roles = {role: tone.true for role, tone in ROLES[theme].items()}
        # A new one for each look, because Textual caches lines by filter.
        self.filter = PaintFilter(theme, self.depth)

    def __getitem__(self, role: str) -> str:
        return self._roles[role]

    @property
    def few(self) -> bool:
        """Whether characters have to do the work of paint."""
        return self.depth in (Depth.FEW, Depth.NONE)

    @property
    def plain(self) -> bool:
        """Whether nothing has a colour."""
        return self.depth is Depth.NONE

    def ink(self, paint: PegPaint) -> str:
        return (paint.ink_16 if self.depth is Depth.FEW else paint.ink).true

    def rim(self, paint: PegPaint, around: str) -> str | None:
        """Return the colour of the outline, if the peg would vanish in what is `around` it."""
        if paint is PEGS["black"]:
            return self["rim_dark"]
        bright = self.theme == "light" and (self.few or around != self["board"])
        if paint is PEGS["white"] and (bright or self.theme == "terminal"):
            return self["rim_light"]
        return None

    def textual_theme(self) -> Theme:
        """Return the theme for the widgets of Textual. It has the accent, and no other bright colour."""
        names = {"foreground-muted": "muted", "text-muted": "muted", "text-accent": "accent"}
        names |= {"text-warning": "accent", "text-error": "accent", "text-success": "text"}
        names |= {"text-mark": "mark"}
        names |= {"primary-muted": "board", "block-cursor-background": "lit", "border-blurred": "line"}
        names |= {"block-cursor-foreground": "text", "block-cursor-blurred-background": "panel"}
        names |= {"button-foreground": "text", "button-color-foreground": "on_accent"}
        names |= {"footer-background": "panel", "footer-key-foreground": "accent"}
        names |= {"scrollbar": "line", "scrollbar-background": "panel", "scrollbar-corner-color": "panel"}
        return Theme(
            name=f"codepegs-{self.theme}",
            primary=self["accent"],
            secondary=self["edge"],
            accent=self["accent"],
            warning=self["accent"],
            error=self["accent"],
            success=self["text"],
            foreground=self["text"],
            background=self["ground"],
            surface=self["panel"],
            panel=self["board"],
            dark=self.theme != "light",
            variables={name: self[role] for name, role in names.items()},
        )


class PaintFilter(LineFilter):
    """Replaces every colour by its code for the depth, so that no library rounds it.

    A colour that is not in the tables, such as a blend by Textual, becomes the nearest role.
    """

    def __init__(self, theme: ThemeName, depth: Depth) -> None:
        super().__init__()
        self._depth, self._roles = depth, ROLES[theme]
        pegs = (tone for paint in PEGS.values() for tone in (paint.fill, paint.cap, paint.shade))
        self._tones = {tone.true: tone for tone in (*pegs, INK_DARK, INK_LIGHT, *self._roles.values())}
        self._nearest: dict[str, Tone] = {}
        self._styles: dict[Style, Style] = {}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if self._depth is Depth.TRUE:
            return segments
        return [Segment(text, style and self._translate(style), control) for text, style, control in segments]

    def _translate(self, style: Style) -> Style:
        if style not in self._styles:
            self._styles[style] = self._replace_colours(style)
        return self._styles[style]

    def _replace_colours(self, style: Style) -> Style:
        fore, back = self._tone(style.color), self._tone(style.bgcolor)
        if self._depth is Depth.MANY:
            return style + Style(color=_code(fore, "of_256"), bgcolor=_code(back, "of_256"))
        # The chosen entry of a list has a background that few colours cannot show.
        chosen = back is self._roles["lit"] or (self._depth is Depth.NONE and back is self._roles["accent"])
        turned = Style(reverse=not style.reverse) if chosen else Style.null()
        if self._depth is Depth.NONE:
            return style.without_color + turned
        return style + Style(color=_code(fore, "of_16"), bgcolor=_code(back, "of_16")) + turned

    def _tone(self, colour: RichColor | None) -> Tone | None:
        if colour is None or colour.type is not ColorType.TRUECOLOR or colour.triplet is None:
            return None
        name = colour.triplet.hex
        if name in self._tones:
            return self._tones[name]
        if name not in self._nearest:
            self._nearest[name] = min(self._roles.values(), key=lambda tone: _gap(tone.true, name))
        return self._nearest[name]


def _code(tone: Tone | None, palette: Literal["of_256", "of_16"]) -> RichColor | None:
    if tone is None:
        return None
    number: int = getattr(tone, palette)
    return RichColor.default() if number == OWN else RichColor.from_ansi(number)


def _gap(one: str, other: str) -> int:
    parts = zip(_rgb(one), _rgb(other), (3, 6, 1), strict=True)
    return sum(weight * (a - b) ** 2 for a, b, weight in parts)


def _rgb(colour: str) -> _RGB:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def paint_of(hue: Hue) -> PegPaint:
    """Return the paint of a colour in the terminal."""
    return PEGS[_NAMES[hue.paint]]


class PaintedApp(App[None]):
    """Application whose widgets draw with :attr:`look`."""

    def __init__(self, theme: ThemeName = "dark") -> None:
        super().__init__()
        self.depth = Depth.of(self)
        self.apply_theme(theme)

    def apply_theme(self, theme: ThemeName) -> None:
        """Change the theme of everything on the screen."""
        self.look = Look(theme, self.depth)
        self.register_theme(self.look.textual_theme())
        self.theme = f"codepegs-{theme}"
        for screen in self.screen_stack if self.is_running else ():
            for widget in screen.walk_children():
                widget.refresh()

    def get_line_filters(self) -> list[LineFilter]:
        """Return our own filter only. Those of Textual turn ANSI colours back into truecolor."""
        return [self.look.filter]


def look_of(widget: Widget) -> Look:
    """Return the look of the application that a widget belongs to."""
    app = widget.app
    assert isinstance(app, PaintedApp)
    return app.look

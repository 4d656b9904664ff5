"""Scenes of the application for pictures: what is in the archive, and which keys are pressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

from codepegs.rules import Agreement, Edition, Match, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.code import Code
from codepegs.rules.edition import Answers
from codepegs.tui.paints import ThemeName
from codepegs.tui.settings import Settings
from tests.support.application import archive_match, open_context, play
from tests.support.picture import DARK, LIGHT, draw, frame
from tests.support.strategies import played, two

SIZES = {
    "50x15": (50, 15),
    "60x20": (60, 20),
    "80x24": (80, 24),
    "100x30": (100, 30),
    "120x40": (120, 40),
    "200x50": (200, 50),
}
DEPTHS = {
    "truecolor": {"COLORTERM": "truecolor", "TERM": "xterm-256color"},
    "256": {"TERM": "xterm-256color"},
    "16": {"TERM": "xterm"},
    "none": {"TERM": "xterm-256color", "NO_COLOR": "1"},
}
"""Environments of terminals, by number of colours."""

_HOUR = 3_600_000_000
_NOW = 1_795_000_000_000_000
"""A morning after the first daily code."""
_RESUME = ("r", "enter")


@dataclass(frozen=True, slots=True)
class Scene:
    """Keys that are pressed in the menu. A match of the scene is the first that can be resumed."""

    keys: tuple[str, ...]
    match: Callable[[], Match] | None = None
    symbols: Literal["letters", "shapes"] = "letters"


def _solo(edition: Edition, *, hints: bool = False) -> Agreement:
    return Agreement(edition, (NOBODY, "Player"), 1, hints=hints)


def _codes(edition: Edition) -> list[Code]:
    """Return some different codes of an edition: the secret, and guesses."""
    kinds, pegs = edition.kinds, edition.pegs
    return [Code(tuple(kinds[(start + i) % len(kinds)] for i in range(pegs))) for start in (2, 0, 4, 3, 1)]


def _in_play(edition: Edition, guesses: int = 3) -> Match:
    secret, *others = _codes(edition)
    rows = [others[number % len(others)] for number in range(guesses)]
    return played(_solo(edition), f"code {secret}", *(f"guess {code}" for code in rows))


def _table(edition: Edition, *, guesses: int = 3) -> Scene:
    """Two pegs of the next row are placed."""
    letters = edition.spell(_codes(edition)[0]).lower()
    return Scene((*_RESUME, *letters[:2]), lambda: _in_play(edition, guesses))


def _won(edition: Edition) -> Scene:
    return Scene((*_RESUME, *edition.spell(_codes(edition)[0]).lower(), "enter"), lambda: _in_play(edition))


def _lost(edition: Edition) -> Scene:
    letters = edition.spell(_codes(edition)[1]).lower()
    return Scene((*_RESUME, *letters, "enter"), lambda: _in_play(edition, edition.rows - 1))


def _by_hand(slug: str, keys: str) -> Scene:
    edition = find_edition(slug, answers=Answers.HAND)
    secret, guess, *_ = _codes(edition)
    match = played(two(edition), f"code {secret}", f"guess {guess}")
    return Scene((*_RESUME, *(("f2", *keys) if keys else ())), lambda: match)


_CLASSIC = CATALOGUE["classic-1"]
SCENES = {
    **{f"table-{slug}": _table(edition) for slug, edition in CATALOGUE.items()},
    **{f"won-{slug}": _won(edition) for slug, edition in CATALOGUE.items()},
    **{f"lost-{slug}": _lost(edition) for slug, edition in CATALOGUE.items()},
    **{f"answer-{slug}": _by_hand(slug, "1") for slug in CATALOGUE},
    "blanks": _table(find_edition("classic-1", blanks=True)),
    "wide": _table(find_edition("classic-1", pegs=12)),
    "tall": _table(find_edition("classic-1", rows=30), guesses=20),
    "large": _table(find_edition("super", pegs=12, colours=26, rows=30), guesses=20),
    "shapes": Scene(_table(_CLASSIC).keys, _table(_CLASSIC).match, symbols="shapes"),
    "actions": Scene((*_RESUME, "colon"), lambda: _in_play(_CLASSIC)),
    "help-table": Scene((*_RESUME, "question_mark"), lambda: _in_play(_CLASSIC)),
    "hint": Scene(
        (*_RESUME, "f5", "f5"), lambda: played(_solo(_CLASSIC, hints=True), "code ABCD", "guess AABB")
    ),
    "cover": _by_hand("classic-1", ""),
    "menu": Scene(()),
    "people": Scene(("t",)),
    "form": Scene(("a", "down")),
    "form-open": Scene(("a", "space")),
    "editions": Scene(("c",)),
    "daily": Scene(("d",)),
    "help": Scene(("h",)),
    "lesson": Scene(("h", "t", *"rrb", "enter", *"by")),
    "games": Scene(("m", "down")),
    "review": Scene(("m", "down", "v", "down", "down")),
    "review-won": Scene(("m", "v")),
    "statistics": Scene(("s",)),
    "settings": Scene(("e",)),
    "puzzles": Scene(("z",)),
    "join": Scene(("o",)),
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the documentation."""

    scene: str
    title: str
    size: str = "80x24"
    depth: str = "truecolor"
    theme: ThemeName = "dark"


PICTURES = {
    "menu": Picture("menu", "The menu"),
    "lesson": Picture("lesson", "The one-minute lesson explains an answer"),
    "daily": Picture("daily", "The daily code and its calendar"),
    "cracked": Picture("won-classic-1", "A cracked code and the result card", "100x30"),
    "answer": Picture("answer-classic-1", "Two players: the codemaker marks the guesses", "100x30"),
    "review": Picture("review", "The review of a game"),
    "light": Picture("table-classic-1", "The light theme", "100x30", theme="light"),
    "contrast": Picture("table-classic-1", "The high-contrast theme", "100x30", theme="contrast"),
    "large": Picture("table-bulls-and-cows", "Larger pegs in a larger window", "120x40"),
    "256-colours": Picture("table-hasbro-2010", "256 colours", "100x30", "256"),
    "16-colours": Picture("table-super", "16 colours", "100x30", "16"),
    "no-colours": Picture("table-classic-1", "No colours", "100x30", "none"),
}
"""Pictures in docs/pictures/terminal by the name of their file."""


async def shown(
    scene: str, *, size: tuple[int, int], theme: ThemeName = "dark", title: str = ""
) -> tuple[str, str]:
    """Return a scene as text and as a picture, in the colours of the environment."""
    about = SCENES[scene]
    with TemporaryDirectory() as folder:
        context = open_context(Path(folder), now=_NOW, ids=Random(2))
        context.store.save(settings=Settings(theme=theme, motion=False, symbols=about.symbols))
        for number, match in enumerate(_past_games()):
            archive_match(context, match, at=_NOW - (40 - number) * _HOUR)
        if about.match is not None:
            archive_match(context, about.match(), at=_NOW)
        async with play(context, size=size) as user:
            await user.press(*about.keys)
            return frame(user.app), draw(
                user.app, LIGHT if theme in ("light", "terminal") else DARK, title=title
            )


def _past_games() -> list[Match]:
    """Return solo games for the statistics, and a match of two."""
    random, games = Random(3), list[Match]()
    series = ["code AABC", "guess ABCD", "guess AACB", "guess AABC", "code DEFA", "guess DDEE", "guess DEFA"]
    for rows in (4, 5, 5, 4, 6, 5, 3, 5, 6, 4):
        wrong = [f"guess {''.join(random.choices('BCDEF', k=4))}" for _ in range(rows - 1)]
        games.append(played(_solo(_CLASSIC), "code ABCA", *wrong, "guess ABCA"))
    return [*games, played(two(_CLASSIC), *series), played(_solo(_CLASSIC), "code FEED", "guess FEED")]

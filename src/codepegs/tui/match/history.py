"""A player's results: two lines of numbers, and a bar for each number of rows."""

from __future__ import annotations

from codepegs.tui.match.figures import History
from codepegs.tui.widgets.lines import Line, Lines


class HistoryView(Lines):
    """The "You" block of the panel. With `bars`, also how often each number of rows was enough."""

    def __init__(self, *, bars: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._bars = bars
        self.history: History | None = None

    def show(self, history: History | None) -> None:
        self.history = history
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Line]:
        if self.history is None:
            return []
        head, *rest = describe_history(self.history, width)
        lines: list[Line] = [self.rule("Your games" if self._bars else "You", width)]
        if self._bars:
            lines += [[], *draw_bars(self, self.history, width, None), []]
        return [*lines, [self.say(head, "muted")], *([self.say(line, "muted")] for line in rest)]


def describe_history(history: History, width: int) -> list[str]:
    """Return the numbers in two lines."""
    results, average = history.results, history.results.average
    first = f"{results.broken} of {results.games} cracked"
    mean = "" if average is None else f"average {average:.2f}"
    if mean and len(first) + len(mean) + 3 <= width:
        first, mean = f"{first} · {mean}", ""
    parts = [
        "" if results.best is None else f"best {results.best}",
        "" if history.streak is None else f"streak {history.streak}",
        "" if history.par is None else f"par {history.par:.2f}",
    ]
    second = " · ".join(part for part in parts if part)
    if len(second) > width:
        second = " · ".join(part for part in parts[:2] if part)
    return [line for line in (first, mean, second[:1].upper() + second[1:]) if line]


def draw_bars(on: Lines, history: History, width: int, guesses: int | None) -> list[Line]:
    """Return a bar for each number of rows. That of `guesses` stands out."""
    counts = history.results.distribution
    if not counts:
        return []
    most, room = max(counts.values()), max(1, width - 8)
    lines = list[Line]()
    for number in range(min(counts), max(counts) + 1):
        count, own = counts.get(number, 0), number == guesses
        bar = "▇" * -(-room * count // most) or "▏"
        lines.append(
            [
                on.say(f"{number:>2} ", "accent" if own else "muted", bold=own),
                on.say(bar, "accent" if own else "faint"),
                on.say(f" {count}", "text" if own else "muted", bold=own),
            ]
        )
    return lines

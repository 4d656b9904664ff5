"""Sentences that explain guesses, from facts that anyone can recount with `rules.mark`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from codepegs.analysis.guess import EvaluatedGuess
from codepegs.errors import IllegalCode
from codepegs.notation import sentences as wording
from codepegs.notation.review import Estimate
from codepegs.rules.board import Board
from codepegs.rules.claim import WrongAnswer, find_wrong_answers
from codepegs.rules.code import Code, Colour
from codepegs.rules.edition import Edition

LAST_ROWS = 3
"""From this many rows left on, sentences say whether they are sure to be enough."""

ROUNDING = 0.0005
"""Guesses, or a chance, that are too few to count."""


def find_misfits(board: Board, code: Code) -> tuple[WrongAnswer, ...]:
    """Return the rows that rule out a code: their answers would be wrong if it were the secret."""
    found = find_wrong_answers(board, code)
    return found.answers if found else ()


@dataclass(frozen=True, slots=True)
class Common:
    """Facts that hold for all codes left."""

    surely: tuple[tuple[Colour, int, int], ...]
    """Colours in all of them, with the least and the most pegs of each."""
    never: tuple[Colour, ...]
    """Colours in none of them."""
    places: tuple[tuple[int, Colour], ...]
    """Holes, counted from 1, with the same peg in all of them."""


def find_common(edition: Edition, codes: tuple[Code, ...]) -> Common:
    """Find what some codes, at least one, have in common."""
    least = {kind: min(code.pegs.count(kind) for code in codes) for kind in edition.kinds}
    most = {kind: max(code.pegs.count(kind) for code in codes) for kind in edition.kinds}
    columns = [{code.pegs[place] for code in codes} for place in range(edition.pegs)]
    return Common(
        tuple((kind, count, most[kind]) for kind, count in least.items() if count),
        tuple(kind for kind, count in most.items() if not count),
        tuple((place, next(iter(found))) for place, found in enumerate(columns, start=1) if len(found) == 1),
    )


# Sentences ------------------------------------------------------------------------------------


def possibility(board: Board, code: Code) -> str:
    """Say whether a guess can be the code, or which rows rule it out."""
    named = wording.name_code(board.edition, code)
    try:
        board.edition.check_secret(code)
    except IllegalCode as refusal:
        return f"{named} can't be the code: {refusal.reason}."
    against = find_misfits(board, code)
    if not against:
        fits = "it fits every answer" if board.answered else "nothing rules it out yet"
        return f"{named} could be the code: {fits}."
    first, *others = against
    given, would = (wording.describe_feedback(board.edition, answer) for answer in (first.given, first.true))
    sentence = f"{named} can't be the code: row {first.row} got {given}, but would have got {would}."
    if not others:
        return sentence
    rows = wording.join_words([str(misfit.row) for misfit in others])
    return f"{sentence} Row{'s' * (len(others) > 1)} {rows} rule{'s' * (len(others) == 1)} it out too."


def left(count: int) -> str:
    """Say how many codes fit every answer."""
    return f"{count:,} code{'s' * (count != 1)} left."


def information(guess: EvaluatedGuess, count: int) -> str:
    """Say how well a guess splits the codes left."""
    if count == 1:
        return "It's the only code left." if guess.possible else "Only one code is left, and this isn't it."
    if len(guess.parts) == 1:
        return f"It tells you nothing: all {count:,} codes left would give the same answer."
    if guess.largest == 1:
        every = "Both" if count == 2 else f"All {count:,}"
        return f"{every} codes left would give different answers, so you'll know the code after it."
    return (
        f"It leaves {guess.average:,.1f} of the {count:,} codes on average, "
        f"and {guess.largest:,} at worst ({len(guess.parts)} possible answers)."
    )


def prospects(best: EvaluatedGuess) -> tuple[str, ...]:
    """Say how likely the best guess leads to the code, if the rows left are few or may not be enough."""
    chance, rows = best.to_go.chance, best.rows
    if rows is None or best.codes == 1 or (chance == 1 and (rows > LAST_ROWS or not best.to_go.proved)):
        return ()
    if chance == 1:
        return (f"You're certain to crack it in {_rows(rows)}.",)
    found = "" if best.to_go.proved else " found"
    return (f"The best chance{found} of cracking it in {_rows(rows)} is {_chance(best)}.",)


def cost(guess: EvaluatedGuess, best: EvaluatedGuess, name: str = "it") -> str:
    """Say what follows, compared with the best guess: guesses, or the chance if the rows may run out."""
    if guess.to_go.chance < 1 or best.to_go.chance < 1:
        return _cost_in_chance(guess, best, name)
    more = guess.to_go.guesses - best.to_go.guesses
    takes = f"With {name} you need {guesses(guess.to_go)} on average, counting this one"
    if guess.to_go.proved and best.to_go.proved:
        if more <= 0:
            return " ".join([f"{takes}, which is proved to be the fewest.", *prospects(guess)])
        return f"{takes}: {more:.2f} more than with the best guess."
    if more <= 0 and best.to_go.proved:
        return f"{takes}. By our estimate, that's as good as the best guess."
    if more <= 0:
        return f"{takes}. That's an estimate, and we found nothing better."
    return f"{takes}: by our estimate, about {more:.2f} more than with the best guess we found."


def _cost_in_chance(guess: EvaluatedGuess, best: EvaluatedGuess, name: str) -> str:
    assert guess.rows is not None, "With unlimited rows every code is broken."
    within = f"With {name} the chance of cracking it in {_rows(guess.rows)} is {_chance(guess)}"
    if not guess.to_go.chance:
        within = f"With {name} you can't crack it in {_rows(guess.rows)}"
    proved = guess.to_go.proved and best.to_go.proved
    if guess.to_go.chance < best.to_go.chance:
        other = f"with the best guess{'' if proved else ' found'}"
        if best.to_go.chance == 1 and _is_exact(best):
            return f"{within}; {other} you're certain to."
        return f"{within}; {other} the chance is {_chance(best)}."
    if not proved:
        return f"{within}{'' if _is_exact(guess) else ', by our estimate'}. We found nothing better."
    more = guess.to_go.guesses - best.to_go.guesses
    if more <= 0:
        return f"{within}, which is proved to be the best chance."
    return f"{within}, the same as with the best guess, which takes {more:.2f} fewer guesses on average."


def _chance(guess: EvaluatedGuess) -> str:
    """`5 in 9`, or `about 60%` for an estimate."""
    if _is_exact(guess):
        return f"{round(guess.codes * guess.to_go.chance):,} in {guess.codes:,}"
    return f"about {100 * guess.to_go.chance:.0f}%"


def _is_exact(guess: EvaluatedGuess) -> bool:
    """Whether the value of a guess is known, even if it is not proved that none is better."""
    return all(part.to_go.proved for part in guess.parts)


def _rows(rows: int) -> str:
    return "one guess" if rows == 1 else f"the {rows} guesses left"


def best_guess(
    board: Board, best: EvaluatedGuess, rival: EvaluatedGuess | None, count: int
) -> tuple[str, ...]:
    """Explain the best guess: how it splits the codes, what it costs, and why it may not fit itself.

    `rival` is the most informative guess that can be the code, if known.
    """
    if count == 1:
        return (information(best, count),)
    sentences = [possibility(board, best.guess), information(best, count), cost(best, best)]
    if not best.possible and rival is not None and rival.to_go.rank > best.to_go.rank:
        better = "it takes fewer guesses on average"
        if rival.to_go.chance < best.to_go.chance:
            better = "the chance is better"
        named = wording.name_code(board.edition, rival.guess)
        sentences.append(
            f"It can't win right away, but {better}. "
            f"The most informative guess that could be the code is {named}. {cost(rival, best)}"
        )
    return tuple(sentences)


def advantage(board: Board, best: EvaluatedGuess, played: EvaluatedGuess) -> str:
    """Say how much better the best guess was than the one played; an empty string if by nothing."""
    named, own = (wording.name_code(board.edition, each.guess) for each in (best, played))
    about, ours = ("", "") if played.to_go.proved and best.to_go.proved else ("about ", "By our estimate, ")
    nature = f"{ours}{named} " + (
        "could be the code, and" if best.possible else "can't be the code, and still"
    )
    more = best.to_go.chance - played.to_go.chance
    if more >= ROUNDING:
        digits = 0 if more >= 0.01 else 2
        most, less = (f"{about}{100 * each.to_go.chance:.{digits}f}%" for each in (best, played))
        if _is_exact(best) and _is_exact(played):
            most, less = _chance(best), _chance(played)
        return f"{nature} gives a better chance of cracking it in time: {most}, not {less}."
    saved = played.to_go.guesses - best.to_go.guesses
    if saved < ROUNDING:
        return ""
    digits = 2 if round(saved, 2) else 4
    saved, few = round(saved, digits), round(best.to_go.guesses, digits)
    # The last number is their sum, so that the three agree.
    return (
        f"{nature} saves {about}{saved:.{digits}f} guesses: with it you need {about}{few:.{digits}f} "
        f"on average, counting this one, and with {own} {about}{few + saved:.{digits}f}."
    )


def common_facts(edition: Edition, found: Common) -> tuple[str, ...]:
    """Say what all codes left have in common, if anything."""
    sentences = []
    if found.surely:
        words = [
            f"{'at least ' * (most > least)}{pegs(edition, colour, least)}"
            for colour, least, most in found.surely
        ]
        sentences.append(f"The code must have {wording.join_words(words)}.")
    if found.never:
        sentences.append(f"The code can't have {any_of(edition, found.never)}.")
    for place, colour in found.places:
        sentences.append(f"Hole {place} must be {colour_name(edition, colour)}.")
    return tuple(sentences)


def colours(edition: Edition, code: Code) -> str:
    """List the pegs of a code without their places."""
    return wording.join_words(
        [pegs(edition, kind, code.pegs.count(kind)) for kind in edition.kinds if kind in code.pegs]
    )


def pegs(edition: Edition, colour: Colour, count: int) -> str:
    """`1 red peg`, `2 empty holes`, `1 digit 0`."""
    if colour >= edition.colours:
        return f"{count} empty hole{'s' * (count > 1)}"
    if edition.colour_word == "digit":
        return f"{count} digit{'s' * (count > 1)} {colour_name(edition, colour)}"
    return f"{count} {colour_name(edition, colour)} peg{'s' * (count > 1)}"


def any_of(edition: Edition, found: Iterable[Colour]) -> str:
    """`red, blue or an empty hole`."""
    names = [
        colour_name(edition, colour) if colour < edition.colours else "an empty hole"
        for colour in dict.fromkeys(found)
    ]
    return wording.join_words(names, word="or")


def colour_name(edition: Edition, colour: Colour) -> str:
    return edition.hues[colour].name if colour < edition.colours else "empty"


def guesses(value: Estimate) -> str:
    """`2.36 guesses`, `about 4.6 guesses (± 0.2)`."""
    if value.proved:
        return f"{value.guesses:.2f} guesses"
    return f"about {value.guesses:.1f} guesses (± {value.margin:.1f})"

"""Renaming of players in stored matches, for people who want their names removed."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, RowMapping, select, update

from codepegs.notation import move_line
from codepegs.rules.agreement import Agreement, check_name
from codepegs.rules.match import Match
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import MatchUnfinished, UnknownMatch, UnknownPlayer
from codepegs.storage.sql.rows import SELECT_MATCHES, check, read_agreement
from codepegs.storage.sql.schema import MATCHES, MOVE, MOVES, TABLES, TERMS
from codepegs.storage.sql.table_rows import lock_tables, update_table


def rename(connection: Connection, match: MatchId, old: str, new: str) -> None:
    """Change the name of the player `old` of a match that is over, at its table too, or raise an error.

    It must be over, because codes are veiled with the names, and a program that plays the match has the
    old name in memory.
    """
    check_name(new)
    lock_tables(connection, [match])
    row = connection.execute(SELECT_MATCHES.where(MATCHES.c.id == match)).mappings().one_or_none()
    if row is None:
        raise UnknownMatch(match)
    check(row)
    before = read_agreement(row)
    if old not in before.players:
        raise UnknownPlayer(match, old)
    if not row[MATCHES.c.over]:
        raise MatchUnfinished(match)
    one, two = (new if name == old else name for name in before.players)
    after = replace(before, players=(one, two))  # raises IllegalAgreement if they look alike
    _update_terms(connection, row, after)
    _update_moves(connection, match, before, after)
    if row[TABLES.c.id] is not None:
        update_table(connection, row, events=row[TABLES.c.events] + 1, name_one=one, name_two=two)


def _update_terms(connection: Connection, row: RowMapping, after: Agreement) -> None:
    names = dict(zip(("codemaker", "codebreaker"), after.players, strict=True))
    terms = {column.name: row[column] for column in TERMS.columns} | names
    values = {**names, "terms_checksum": TERMS.seal(terms)}
    connection.execute(update(MATCHES).where(MATCHES.c.id == terms["id"]).values(**values))


def _update_moves(connection: Connection, match: MatchId, before: Agreement, after: Agreement) -> None:
    """Rewrite the moves whose text depends on the names, because a code is veiled with them."""
    old, new = (Match.start(agreement, name=match) for agreement in (before, after))
    moves = select(MOVES).where(MOVES.c.match == match).order_by(MOVES.c.number)
    for row in connection.execute(moves).mappings().all():
        move = move_line.read(old, row[MOVES.c.text])
        text = move_line.write(new, move)
        if text != row[MOVES.c.text]:
            line = {column.name: row[column] for column in MOVE.columns} | {"text": text}
            here = (MOVES.c.match == match, MOVES.c.number == row[MOVES.c.number])
            connection.execute(update(MOVES).where(*here).values(text=text, checksum=MOVE.seal(line)))
        old, new = old.play(move), new.play(move)

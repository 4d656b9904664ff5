"""Addresses of PostgreSQL databases, and how to show them without their passwords."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from codepegs.storage.errors import CannotOpenArchive

EXAMPLE = "postgresql://user@host/database"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is."""

    options: Mapping[str, str] = field(repr=False)
    """What the URL says, by the names that libpq gives it. It may contain a password."""
    place: str
    """The URL without passwords, for messages."""


def parse(url: str) -> Address:
    """Return the address of a PostgreSQL URL, or raise CannotOpenArchive.

    libpq reads the URL, so it means the same as in psql.
    """
    try:
        options = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    except ProgrammingError:
        # Neither the URL nor the message of libpq, because they may contain the password.
        raise CannotOpenArchive("at this URL", f"use a URL such as {EXAMPLE}") from None
    return Address(options, _show(options))


def _show(options: dict[str, str]) -> str:
    """Return the URL with these options, without passwords.

    >>> _show({"user": "ada", "password": "x", "host": "db", "dbname": "pegs", "sslmode": "require"})
    'postgresql://ada@db/pegs?sslmode=require'
    """
    shown = {name: value for name, value in options.items() if not _is_secret(name)}
    user = quote(shown.pop("user", ""), safe="")
    database = quote(shown.pop("dbname", ""), safe="")
    host = ""
    if not set("/,:") & set(shown.get("host", "/")):
        host = shown.pop("host")
        if port := shown.pop("port", ""):
            host = f"{host}:{port}"
    query = urlencode(shown, quote_via=quote, safe="/")
    return f"postgresql://{user and user + '@'}{host}/{database}{query and '?' + query}"


def _is_secret(name: str) -> bool:
    return "password" in name or "secret" in name

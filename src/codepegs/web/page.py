"""The description of the API as HTML to read."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any


def description(api: dict[str, Any]) -> str:
    """What an OpenAPI description says, to stand in a page."""
    return "".join(_description(api))


def _description(api: dict[str, Any]) -> Iterator[str]:
    yield "<h1>API</h1>"
    yield "".join(f"<p>{escape(part)}</p>" for part in api["info"]["description"].split("\n\n"))
    yield '<p><a href="/api/openapi.json">The same for programs (OpenAPI 3.1)</a></p>'
    yield "<h2>Addresses</h2>"
    for path, methods in api["paths"].items():
        for method, told in methods.items():
            yield f"<h3><code>{method.upper()} {escape(path)}</code></h3><p>{escape(told['summary'])}</p>"
            yield f"<p>{escape(told['description'])}</p>" if "description" in told else ""
            yield "<table><tbody>"
            for parameter in told.get("parameters", ()):
                yield _row(f"{parameter['in']}: {parameter['name']}", escape(parameter["description"]))
            if "requestBody" in told:
                yield _row("send", _kind(told["requestBody"]["content"]))
            for status, answer in told["responses"].items():
                kind = _kind(answer["content"]) if "content" in answer else ""
                yield _row(status, f"{escape(answer['description'])} {kind}")
            yield "</tbody></table>"
    yield "<h2>What is sent</h2>"
    for name, schema in api["components"]["schemas"].items():
        yield f'<h3 id="{escape(name)}">{escape(name)}</h3>'
        yield f"<p>{escape(schema['description'])}</p>" if "description" in schema else ""
        needed = schema.get("required", ())
        yield "<table><tbody>"
        for part, value in schema.get("properties", {}).items():
            yield _row(part, _type(value) + ("" if part in needed else ", may be left out"))
        yield "</tbody></table>"


def _row(head: str, text: str) -> str:
    return f'<tr><th scope="row"><code>{escape(head)}</code></th><td>{text}</td></tr>'


def _kind(content: dict[str, Any]) -> str:
    return ", ".join(f"{_type(part['schema'])} ({escape(kind)})" for kind, part in content.items())


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words, with links to those that have a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    kind = escape(str(schema.get("type", "anything")))
    if kind == "array":
        inner = schema.get("items") or {"anyOf": schema.get("prefixItems", [])}
        return f"list of {_type(inner)}"
    return kind

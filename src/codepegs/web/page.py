"""The pages that stand here already: where a visitor arrives, and the description of the API to read."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

STYLE = """\
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 48rem; padding: 1rem 1rem 4rem; }
h2 { margin-top: 2.5rem; }
h3 { margin-bottom: 0; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; border-radius: 0.25rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid; padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; }
a:focus-visible { outline: 3px solid; outline-offset: 2px; }
"""


def start() -> str:
    """What a visitor of the server reads first."""
    return _page(
        "codepegs",
        """
<h1>codepegs</h1>
<p>This is a server for the code-breaking peg game, by every rule sheet: two people apart, or a computer,
play here in real time. A move that was acknowledged is kept, and nobody sees a code before its time.</p>
<p>It speaks to programs so far: there is no board to click on yet.</p>
<ul>
<li><a href="/api">How to play here by HTTP, sockets and streams</a></li>
<li><a href="/api/openapi.json">The same for programs (OpenAPI 3.1)</a></li>
<li><a href="/healthz">Whether the server is well</a></li>
</ul>
""",
    )


def description(api: dict[str, Any]) -> str:
    """The OpenAPI description as a page to read."""
    return _page(f"{api['info']['title']}: API", "".join(_description(api)))


def _description(api: dict[str, Any]) -> Iterator[str]:
    yield f"<h1>{escape(api['info']['title'])}: API</h1>"
    yield "".join(f"<p>{escape(part)}</p>" for part in api["info"]["description"].split("\n\n"))
    yield '<p><a href="/api/openapi.json">The same for programs (OpenAPI 3.1)</a> · <a href="/">Start</a></p>'
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


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        '<link rel="stylesheet" href="/style.css">\n</head>\n<body>\n'
        f"<main>{body}</main>\n</body>\n</html>\n"
    )

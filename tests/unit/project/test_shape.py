"""The shape of the project: what imports load, what is exported, what is committed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from pkgutil import walk_packages

import pytest

import codepegs
from codepegs import rules
from codepegs.cli.main import COMMANDS
from tests.conftest import TIERS

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a statement loads in a fresh process, Python's own left out."""
    code = f"import sys; {statement}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    ).stdout
    before = {name.split(".")[0] for name in bare.split()}
    return set(shown.split()) - set(sys.stdlib_module_names) - before


@pytest.mark.parametrize(
    "module", ["codepegs", "codepegs.notation.record", "codepegs.notation.drawing.svg", "codepegs.storage"]
)
def test_importing_the_library_loads_no_third_party_module(module: str) -> None:
    assert loaded_by(f"import {module}") == {"codepegs"}


def test_the_menu_loads_no_storage_and_no_format_of_the_notation_that_it_does_not_show() -> None:
    code = "import sys; from codepegs.cli import run_tui; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    waiting = [
        "codepegs.storage",
        "codepegs.table",
        "codepegs.engine",
        "codepegs.client",
        "codepegs.tui.match",
    ]
    waiting += [f"codepegs.notation.{name}" for name in ("record", "drawing", "share", "user_input")]
    assert not {*waiting, "sqlalchemy", "numpy"} & set(run.stdout.split())


@pytest.mark.parametrize("package", ["rules", "notation"])
def test_rules_and_notation_know_no_clock_no_chance_and_no_world(package: str) -> None:
    allowed = {
        "__future__",
        "codepegs",
        "collections",
        "colorsys",
        "contextlib",
        "dataclasses",
        "datetime",
        "enum",
        "functools",
    }
    allowed |= {"hashlib", "html", "importlib", "itertools", "math", "re", "string", "types", "typing"}
    allowed |= {"unicodedata"}
    for file in (ROOT / "src" / "codepegs" / package).rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
        names = {alias.name for node in imports for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert {name.split(".")[0] for name in names} <= allowed, file
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not attributes & {"now", "today", "utcnow"}, file


@pytest.mark.parametrize("module", ["registry", "persistence"])
def test_a_table_service_loads_no_server_and_no_database(module: str) -> None:
    program = f"import sys, codepegs.table.{module}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    unwanted = {"httpx", "jinja2", "msgspec", "numpy", "sqlalchemy", "starlette", "textual"}
    unwanted |= {f"codepegs.{name}" for name in ("server", "protocol", "compute", "client", "tui")}
    assert not unwanted & set(run.stdout.split())


def test_help_loads_no_command() -> None:
    code = (
        "import sys\nfrom codepegs.cli.main import group\ntry: group(['--help'])\nexcept SystemExit: pass\n"
    )
    code += "print('LOADED', *(name for name in sys.modules if name.startswith('codepegs.cli')))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = shown.splitlines()[-1].split()
    assert "codepegs.cli.main" in loaded
    assert not {f"codepegs.cli.commands.{name}" for name in COMMANDS} & set(loaded)


def test_every_module_is_what_its_dotted_name_says() -> None:
    names = {module.name for module in walk_packages(codepegs.__path__, "codepegs.")}
    names -= {"codepegs.__main__"}  # which runs when it is imported
    # In a fresh process, because doctests import some modules a second time.
    code = """
import sys
from importlib import import_module
from operator import attrgetter
modules = {name: import_module(name) for name in sys.argv[1:]}
named = {name: attrgetter(name.partition(".")[2])(sys.modules["codepegs"]) for name in modules}
print([name for name in modules if named[name] is not modules[name]])
"""
    command = [sys.executable, "-c", code, *sorted(names)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("module", [codepegs, rules])
def test_what_is_exported_exists_and_is_listed_once(module: object) -> None:
    exported = module.__all__  # type: ignore[attr-defined]
    assert len(exported) == len(set(exported))
    assert all(hasattr(module, name) for name in exported)


def test_the_version_stands_in_one_spelling() -> None:
    assert PROJECT["project"]["version"] == codepegs.__version__


def test_every_declared_dependency_has_a_tested_version() -> None:
    project = PROJECT["project"]
    declared = [*project["dependencies"], *PROJECT["dependency-groups"]["dev"]]
    for extra in project["optional-dependencies"].values():
        declared += extra
    pinned = {pin.split("==")[0] for pin in PROJECT["tool"]["uv"]["constraint-dependencies"]}
    assert {re.split(r"[\[<>=]", name)[0] for name in declared} <= pinned


def test_every_place_with_a_tier_is_there() -> None:
    assert [place for place in TIERS if not (ROOT / "tests" / place).exists()] == []


def committed() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def test_no_committed_file_names_a_package_registry() -> None:
    hosts = re.compile(
        "|".join(["pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npmjs", "index" + "-url"])
    )
    for file in committed():
        # As bytes, since photographs are no text.
        assert not hosts.search(file.read_bytes().decode("latin-1")), file
        assert file.name not in {"uv.lock", "package-lock.json"}

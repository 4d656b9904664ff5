"""The audit of dependencies: what it can do without a network, and how it judges a report."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_SPEC = spec_from_file_location("audit", ROOT / "scripts" / "audit.py")
assert _SPEC is not None
assert _SPEC.loader is not None
audit = module_from_spec(_SPEC)
_SPEC.loader.exec_module(audit)


@pytest.fixture(scope="module")
def bill(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The SBOM that the script writes."""
    file = tmp_path_factory.mktemp("audit") / "sbom.json"
    subprocess.run([sys.executable, str(ROOT / "scripts" / "audit.py"), "--sbom", str(file)], check=True)
    made: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return made


def test_the_sbom_lists_every_runtime_dependency_and_no_other(bill: dict[str, Any]) -> None:
    listed = {each["name"]: each["version"] for each in bill["components"]}
    declared = {re.split(r"[<>=]", name)[0] for name in PROJECT["project"]["dependencies"]}
    assert {name: listed.get(name) for name in declared} == {name: version(name) for name in declared}
    assert {"h11", "markupsafe", "anyio"} <= set(listed), "dependencies of dependencies are missing"
    assert not {"pytest", "mypy", "ruff", "hypothesis"} & set(listed)


def test_the_sbom_refers_only_to_its_own_components(bill: dict[str, Any]) -> None:
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    known = {each["bom-ref"] for each in (bill["metadata"]["component"], *bill["components"])}
    assert {each["ref"] for each in bill["dependencies"]} == known
    assert {name for each in bill["dependencies"] for name in each["dependsOn"]} <= known


CLEAN = {"name": "click", "version": "8.5.1", "vulns": []}
SKIPPED = {"name": "h11", "skip_reason": "not found"}
BAD = {"name": "h11", "version": "0.1", "vulns": [{"id": "CVE-1"}]}


@pytest.mark.parametrize(
    ("found", "code", "said"),
    [
        ([CLEAN], audit.CLEAN, "1 packages"),
        ([CLEAN, BAD], audit.VULNERABLE, "h11 0.1: CVE-1"),
        ([CLEAN, SKIPPED], audit.NOT_AUDITED, "did not answer for h11"),
        ([SKIPPED, BAD], audit.VULNERABLE, "CVE-1"),
        ([], audit.NOT_AUDITED, "did not answer for any package"),
    ],
)
def test_a_report_is_judged(found: list[dict[str, Any]], code: int, said: str) -> None:
    judged, message = audit.judge(json.dumps({"dependencies": found}))
    assert judged == code
    assert said in message


def test_without_a_report_nothing_was_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "PIP_AUDIT", (sys.executable, "-c", "raise SystemExit('no network')"))
    assert audit.audit()[0] == audit.NOT_AUDITED

#!/usr/bin/env -S uv run --dev python
"""Lists what codepegs is built from, and looks for known vulnerabilities in it.

    scripts/audit.py                    audit the installed versions
    scripts/audit.py --sbom FILE        only write a CycloneDX SBOM of them; needs no network

The audit asks a vulnerability service on the network, with pip-audit. It exits with 0 if no
vulnerability is known, with 1 if some are, and with 3 if the service did not answer for every package.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = "codepegs"
CLEAN, VULNERABLE, NOT_AUDITED = 0, 1, 3
PIP_AUDIT = ("uv", "tool", "run", "pip-audit==2.10.1")
SECONDS = 300


def requirements(name: str) -> list[str]:
    """Return the names of the packages that an installed package needs on this machine."""
    found = (Requirement(line) for line in distribution(name).requires or ())
    return sorted(
        canonicalize_name(each.name)
        for each in found
        if not each.marker or each.marker.evaluate({"extra": ""})
    )


def packages(root: str = PROJECT) -> list[Distribution]:
    """Return everything that an installed package needs, directly or not, by name."""
    found: dict[str, Distribution] = {}
    waiting = requirements(root)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = distribution(name)
            waiting += requirements(name)
    return [found[name] for name in sorted(found)]


def sbom() -> dict[str, Any]:
    """Return the software bill of materials of the installed versions, in the CycloneDX format."""
    whole, parts = distribution(PROJECT), packages()
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component(whole, "application")},
        "components": [_component(part, "library") for part in parts],
        "dependencies": [
            {"ref": _purl(each), "dependsOn": [_purl(distribution(name)) for name in requirements(each.name)]}
            for each in (whole, *parts)
        ],
    }


def _component(package: Distribution, kind: str) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": kind,
        "bom-ref": _purl(package),
        "name": canonicalize_name(package.name),
        "version": package.version,
        "purl": _purl(package),
    }
    if "License-Expression" in package.metadata:
        component["licenses"] = [{"expression": package.metadata["License-Expression"]}]
    return component


def _purl(package: Distribution) -> str:
    return f"pkg:pypi/{canonicalize_name(package.name)}@{package.version}"


def judge(report: str) -> tuple[int, str]:
    """Return the exit code for a report of pip-audit, and what it means."""
    try:
        found = json.loads(report)["dependencies"]
    except (ValueError, KeyError):
        return NOT_AUDITED, _not_audited(())
    vulnerable = [
        f"{each['name']} {each['version']}: {', '.join(fault['id'] for fault in each['vulns'])}"
        for each in found
        if each.get("vulns")
    ]
    skipped = [each["name"] for each in found if "skip_reason" in each]
    if vulnerable:
        return VULNERABLE, "Known vulnerabilities:\n" + "\n".join(vulnerable)
    if skipped or not found:
        return NOT_AUDITED, _not_audited(skipped)
    return CLEAN, f"No known vulnerability in {len(found)} packages."


def _not_audited(names: Iterable[str]) -> str:
    which = ", ".join(names) or "any package"
    return (
        f"The audit is not complete: the vulnerability service did not answer for {which}. "
        "Run it again on a machine that can reach the internet."
    )


def audit() -> tuple[int, str]:
    """Run pip-audit for the installed versions."""
    with TemporaryDirectory() as folder:
        pins = Path(folder) / "requirements.txt"
        pins.write_text("".join(f"{each.name}=={each.version}\n" for each in packages()), encoding="utf-8")
        command = [*PIP_AUDIT, "--requirement", str(pins), "--no-deps", "--disable-pip"]
        command += ["--format", "json", "--progress-spinner", "off"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return NOT_AUDITED, _not_audited(())
    return judge(done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--sbom", metavar="FILE", type=Path, help="write an SBOM to this file, and do not audit"
    )
    path: Path | None = parser.parse_args().sbom
    if path is not None:
        path.write_text(json.dumps(sbom(), indent=2) + "\n", encoding="utf-8")
        return CLEAN
    code, message = audit()
    print(message, file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main())

"""Scripts of the pages in Node.js, for tests that compare them with their twins in Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from codepegs.server.pages import static_files

NODE = shutil.which("node")
needs_node = [
    pytest.mark.process,
    pytest.mark.skipif(NODE is None, reason="there is no Node.js here to run the script with"),
]


def run_script(name: str, exports: str, work: str, given: object) -> Any:
    """Return what the expression `work` makes of `given`, with exports of a script in scope."""
    address = (static_files.FOLDER / "js/lib" / name).as_uri()
    program = f"""
        import {{ {exports} }} from {json.dumps(address)};
        const given = JSON.parse(await new Response(process.stdin).text());
        console.log(JSON.stringify(await {work}));
    """
    assert NODE is not None
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", program],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)

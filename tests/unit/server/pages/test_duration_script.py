"""Durations in the browser's script, run by Node.js: the same words as in Python."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from codepegs.notation.sentences import describe_duration
from codepegs.server.pages import static_files

NODE = shutil.which("node")
SCRIPT = static_files.FOLDER / "js/lib/sentences.js"

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(NODE is None, reason="there is no Node.js here to run the script with"),
]


def test_durations_read_alike_in_the_script_and_in_python() -> None:
    seconds = [*range(1, 4000), *range(3600, 90_000, 600), 86_400, 3_600_000, 3_600_001]
    program = f"""
        import {{ duration }} from {json.dumps(SCRIPT.as_uri())};
        const given = JSON.parse(await new Response(process.stdin).text());
        console.log(JSON.stringify(given.map(duration)));
    """
    assert NODE is not None
    ran = subprocess.run(
        [NODE, "--input-type=module", "--eval", program],
        input=json.dumps(seconds),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(ran.stdout) == [describe_duration(each) for each in seconds]

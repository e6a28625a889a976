"""Runs the command `trilobite` and reads its messages."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

NAME = "trilobite.exe" if os.name == "nt" else "trilobite"
_MESSAGE = re.compile(r"(?:^|: )(note|warning|error)\[\w+\]")
_SEVERITIES = {"note": "INFO", "warning": "WARNING", "error": "ERROR"}


class CommandError(Exception):
    """Its text is for people."""


class Result:
    def __init__(self, code, output, messages):
        self.code = code
        self.output = output
        self.messages = messages  # pairs of a kind of Operator.report and a text

    def errors(self):
        if self.code < 0:
            return f"trilobite was stopped by signal {-self.code}"
        texts = [text for kind, text in self.messages if kind == "ERROR"]
        return "\n".join(texts or [text for _, text in self.messages]) or f"trilobite ended with status {self.code}"


def _bundled():
    path = Path(__file__).with_name(NAME)
    if not path.is_file():
        return None
    if not os.access(path, os.X_OK):  # Blender unpacks zip files without access rights
        try:
            path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        except OSError as error:
            raise CommandError(f"{path} cannot be made executable: {error.strerror}") from error
    return str(path)


def find(preferred):
    """The command's path: the preferred one, else that in the extension's folder, else that on PATH."""
    if preferred:
        if os.path.isfile(preferred):
            return preferred
        raise CommandError(f"{preferred}, the command in the preferences of Trilobite, does not exist")
    found = _bundled() or shutil.which(NAME)
    if not found:
        raise CommandError(
            f'The command "{NAME}" was not found in {os.path.dirname(__file__)} or on PATH; install it, '
            "or choose it in Preferences > Add-ons > Trilobite"
        )
    return found


def _messages(text, paths):
    """Of the lines of standard error, without these paths before them."""
    for line in text.splitlines():
        for path in paths:
            line = line.removeprefix(path + ": ")
        match = _MESSAGE.search(line)
        if match:
            yield _SEVERITIES[match[1]], line
        elif line:
            yield "ERROR", line.removeprefix("trilobite: ")


def run(preferred, words, paths=()):
    """Raises CommandError where there is no command or it cannot be started."""
    path = find(preferred)
    more = {"creationflags": subprocess.CREATE_NO_WINDOW} if sys.platform == "win32" else {}
    try:
        done = subprocess.run(
            [path, *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", **more
        )
    except OSError as error:
        raise CommandError(f"{path} cannot be run: {error.strerror}") from error
    return Result(done.returncode, done.stdout, list(_messages(done.stderr, paths)))


def convert(preferred, source, target, words):
    """Converts to a file, which is there only if it is complete; gives the messages. Raises CommandError."""
    result = run(preferred, ["convert", source, target, "--force", *words], (source, target))
    # 1: it is written, though an option had no effect.
    if result.code not in (0, 1) or not os.path.exists(target):
        raise CommandError(result.errors())
    return result.messages

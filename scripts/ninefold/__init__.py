"""What the scripts share: the program, a conversation with it, its arguments."""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent.parent

# What the engine says before the reason of a refusal.
ERROR = "info string error: "


def program() -> str:
    """The program: $NINEFOLD, else the one built here, else the one on the path."""
    target = os.environ.get("CARGO_TARGET_DIR") or ROOT / "target"
    built = Path(target) / "release" / "ninefold"
    return os.environ.get("NINEFOLD") or (str(built) if built.exists() else "ninefold")


class EngineError(Exception):
    """The engine cannot be started, or has ended too soon."""


class Engine:
    """An engine that is spoken to line by line."""

    def __init__(self, command: list[str]) -> None:
        self.name = shlex.join(command)
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise EngineError(
                f"cannot start the engine '{self.name}': {reason}; is it built?"
            ) from None

    def send(self, line: str) -> None:
        """Says a line; whatever parts its words, it stays one line."""
        assert self.process.stdin is not None
        try:
            print(" ".join(line.split()), file=self.process.stdin, flush=True)
        except OSError:
            # That it has ended is seen, and told, where an answer is missing.
            pass

    def lines_until(self, word: str) -> Iterator[str]:
        """The lines up to and with the one that begins with `word`."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield line.rstrip("\n")
            if line.split()[:1] == [word]:
                return
        raise EngineError(f"the engine '{self.name}' has ended without '{word}'")

    def identify(self, seconds: float) -> str:
        """Begins a conversation in UGI; the name of the engine. One that does not
        answer within `seconds` is ended."""
        timer = threading.Timer(seconds, self.process.kill)
        timer.start()
        try:
            self.send("ugi")
            names = [line for line in self.lines_until("ugiok") if line.startswith("id name ")]
        finally:
            timer.cancel()
        return names[0][len("id name ") :] if names else ""

    def refusal(self, line: str) -> str | None:
        """Says a line that has no answer of its own, or why the engine refuses it."""
        self.send(line)
        self.send("isready")
        # What comes before `readyok` is the error.
        errors = [line for line in self.lines_until("readyok") if line.startswith(ERROR)]
        return errors[0][len(ERROR) :] if errors else None

    def set_position(self, fen: str) -> str | None:
        """Sets up a position, or says why the engine refuses it."""
        return self.refusal(f"position {fen if fen == 'startpos' else 'fen ' + fen}")

    def set_option(self, name: str, value: str) -> str | None:
        """Sets an option, or says why the engine refuses it."""
        return self.refusal(f"setoption name {name} value {value}")

    def query(self, what: str) -> str:
        """The answer to a question."""
        self.send(f"query {what}")
        *_, answer = self.lines_until("response")
        return answer[len("response ") :]

    def quit(self) -> None:
        """Lets the engine end."""
        self.send("quit")
        # Closes its input, too.
        self.process.communicate()

    def kill(self) -> None:
        """Ends the engine, whatever it is doing."""
        self.process.kill()
        self.process.wait()


class Parser(argparse.ArgumentParser):
    """A command line whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {' '.join(message.split())}\n")


def positive(text: str) -> int:
    """A whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, found '{text}'")
    return int(text)


def command(text: str) -> list[str]:
    """A program and its arguments, quoted as in a shell."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}': {error}") from None
    if not words:
        raise argparse.ArgumentTypeError("expected a program, found nothing")
    return words


def pair(text: str, separator: str, form: str) -> tuple[str, str]:
    """Both sides of the separator, neither of them empty."""
    left, found, right = text.partition(separator)
    left, right = left.strip(), right.strip()
    if not (found and left and right):
        raise argparse.ArgumentTypeError(f"expected {form}, found '{text}'")
    return left, right


def option(text: str) -> tuple[str, str]:
    """NAME=VALUE"""
    return pair(text, "=", "NAME=VALUE")

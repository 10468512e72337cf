"""The arguments that the scripts have in common."""

from __future__ import annotations

import argparse
import shlex
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A command line whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {' '.join(message.split())}\n")


def explained(documentation: str | None) -> Parser:
    """A command line whose help has the documentation of the script: the first
    paragraph in front of the arguments, the rest behind them."""
    summary, _, rest = (documentation or "").partition("\n\n")
    return Parser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )


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

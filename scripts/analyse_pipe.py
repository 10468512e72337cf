#!/usr/bin/env python3
"""Search many positions with one engine process.

Reads FENs, one a line, from a file or from standard input; empty lines and lines
that begin with '#' are skipped, 'startpos' is the start position. Prints for each
position, parted by tabs: the FEN, the best move, its score for the side to move,
and the depth. A FEN that the engine refuses goes to standard error with the
reason, and the exit status is then 1.

examples:
  scripts/analyse_pipe.py --depth 12 positions.txt
  echo startpos | scripts/analyse_pipe.py --variant wari --nodes 100000
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def ninefold() -> str:
    """The program: $NINEFOLD, else the one built here, else the one on the path."""
    target = os.environ.get("CARGO_TARGET_DIR") or ROOT / "target"
    built = Path(target) / "release" / "ninefold"
    return os.environ.get("NINEFOLD") or (str(built) if built.exists() else "ninefold")


class Engine:
    """An engine that is spoken to line by line."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        print(line, file=self.process.stdin, flush=True)

    def lines_until(self, word: str) -> Iterator[str]:
        """The lines up to and with the one that begins with `word`."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield line.rstrip("\n")
            if line.split()[:1] == [word]:
                return
        raise RuntimeError(f"the engine has ended without '{word}'")

    def set_position(self, fen: str) -> str | None:
        """Sets up a position, or says why the engine refuses it."""
        self.send(f"position {fen if fen == 'startpos' else 'fen ' + fen}")
        # `position` has no answer of its own: what comes before `readyok` is the error.
        self.send("isready")
        for line in self.lines_until("readyok"):
            if line.startswith("info string error: "):
                return line[len("info string error: ") :]
        return None

    def search(self, limit: str) -> tuple[str, str, str]:
        """The best move, its score and the depth."""
        self.send(f"go {limit}")
        score, depth = "", ""
        for line in self.lines_until("bestmove"):
            words = line.split()
            if words[0] == "bestmove":
                return words[1], score, depth
            # With MultiPV there is a line of each rank; the first has the best move.
            other_rank = "multipv" in words and words[words.index("multipv") + 1] != "1"
            if "score" in words and not other_rank:
                at = words.index("score")
                score = " ".join(words[at + 1 : at + 3])
                depth = words[words.index("depth") + 1]
        raise AssertionError("lines_until ends with bestmove")

    def quit(self) -> None:
        self.send("quit")
        self.process.wait()


def fens(lines: Iterable[str]) -> Iterator[str]:
    """The positions among the lines."""
    for line in lines:
        line = line.strip()
        if line and not line.startswith("#"):
            yield line


def parse_arguments() -> argparse.Namespace:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar="FILE", help="the FENs (default: standard input)")
    add("--engine", default=ninefold(), metavar="PROGRAM", help="the engine (default: %(default)s)")
    add("--variant", default="wari", help="the variant (default: %(default)s)")
    add("--option", action="append", default=[], metavar="NAME=VALUE",
        help="set an option, such as Hash=64; may be repeated")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--depth", type=int, metavar="PLIES", help="(default: 10)")
    limits.add_argument("--nodes", type=int, metavar="N")
    limits.add_argument("--movetime", type=int, metavar="MS")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    limit = "depth 10"
    for name in ("depth", "nodes", "movetime"):
        if (value := getattr(arguments, name)) is not None:
            limit = f"{name} {value}"
    command = [arguments.engine, "--variant", arguments.variant]
    for option in arguments.option:
        command += ["--option", option]
    try:
        engine = Engine(command)
    except OSError as error:
        print(f"cannot start the engine: {error}; is it built?", file=sys.stderr)
        return 2
    status = 0
    lines = arguments.file.read_text("utf-8").splitlines() if arguments.file else sys.stdin
    for fen in fens(lines):
        if reason := engine.set_position(fen):
            print(f"{fen}: {reason}", file=sys.stderr)
            status = 1
            continue
        best, score, depth = engine.search(limit)
        print(fen, best, score, depth, sep="\t", flush=True)
    engine.quit()
    return status


if __name__ == "__main__":
    sys.exit(main())

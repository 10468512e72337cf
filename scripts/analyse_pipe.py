#!/usr/bin/env python3
"""Search many positions with one engine process.

Reads FENs, one a line, from a file or from standard input; empty lines and lines
that begin with '#' are skipped, 'startpos' is the start position. Prints for each
position, parted by tabs: the FEN, the best move, its score for the side to move,
and the depth. A FEN that the engine refuses goes to standard error with the
reason, and the exit status is then 1. It is 2 if nothing can be searched.

The engine keeps its hash table and what it has learnt from one position to the
next, so a result may depend on the positions before it. With --fresh it does not.

examples:
  scripts/analyse_pipe.py --depth 12 positions.txt
  echo startpos | scripts/analyse_pipe.py --variant wari --nodes 100000 --fresh
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

from arguments import Parser, command, explained, option, positive
from ninefold_client import Engine, EngineError, Limit, Refused, program


def fens(lines: Iterable[str]) -> Iterator[str]:
    """The positions among the lines."""
    for line in lines:
        line = line.strip()
        if line and not line.startswith("#"):
            yield line


def parser() -> Parser:
    options = explained(__doc__)
    add = options.add_argument
    add("file", nargs="?", type=Path, metavar="FILE", help="the FENs (default: standard input)")
    add("--engine", type=command, default=[program()], metavar="COMMAND",
        help=f"the engine, and arguments for it (default: {program().replace('%', '%%')})")
    add("--variant", metavar="NAME", help="the variant (default: the one the engine begins with)")
    add("--option", type=option, action="append", default=[], metavar="NAME=VALUE",
        help="set an option, such as Hash=64; may be repeated")
    add("--fresh", action="store_true",
        help="forget everything before each position, so that none depends on the others")
    limits = options.add_mutually_exclusive_group()
    limits.add_argument("--depth", type=positive, metavar="PLIES", help="(default: 10)")
    limits.add_argument("--nodes", type=positive, metavar="N")
    limits.add_argument("--movetime", type=positive, metavar="MS")
    return options


def analyse(engine: Engine, lines: Iterable[str], arguments: argparse.Namespace) -> int:
    """Searches each position; the exit status."""
    given = {name: getattr(arguments, name) for name in ("depth", "nodes", "movetime")}
    limit = Limit(**given) if any(given.values()) else Limit(depth=10)
    status = 0
    for fen in fens(lines):
        if arguments.fresh:
            engine.new_game()
        try:
            engine.position(fen)
        except Refused as refusal:
            print(f"{fen}: {refusal}", file=sys.stderr)
            status = 1
            continue
        answer = engine.go(limit)
        best = answer.info
        print(fen, answer.move or "(none)", best.score, best.depth, sep="\t", flush=True)
    return status


def main() -> int:
    options = parser()
    arguments = options.parse_args()
    # What is no UTF-8 is for the engine to refuse, in its line.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    path: Path | None = arguments.file
    try:
        source = path.open(encoding="utf-8", errors="replace") if path else nullcontext(sys.stdin)
    except OSError as error:
        options.error(f"cannot read '{path}': {error.strerror}")
    settings = dict(arguments.option)
    try:
        with source as lines, Engine(
            arguments.engine, variant=arguments.variant, options=settings
        ) as engine:
            return analyse(engine, lines, arguments)
    except EngineError as error:
        options.error(str(error))
    except BrokenPipeError:
        # Nobody reads any more. The interpreter must not try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

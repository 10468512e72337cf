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

from ninefold import Engine, EngineError, Parser, command, option, positive, program


def search(engine: Engine, limit: str) -> tuple[str, str, str]:
    """The best move, its score and the depth."""
    engine.send(f"go {limit}")
    score, depth = "", ""
    for line in engine.lines_until("bestmove"):
        words = line.split()
        if words[:1] == ["bestmove"]:
            return words[1], score, depth
        # With MultiPV there is a line of each rank; the first has the best move.
        other_rank = "multipv" in words and words[words.index("multipv") + 1] != "1"
        if "score" in words and words[1] != "string" and not other_rank:
            at = words.index("score")
            score = " ".join(words[at + 1 : at + 3])
            depth = words[words.index("depth") + 1]
    raise AssertionError("lines_until ends with bestmove")


def fens(lines: Iterable[str]) -> Iterator[str]:
    """The positions among the lines."""
    for line in lines:
        line = line.strip()
        if line and not line.startswith("#"):
            yield line


def parser() -> Parser:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    options = Parser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
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


def limit(arguments: argparse.Namespace) -> str:
    """The words behind `go`."""
    for name in ("depth", "nodes", "movetime"):
        if value := getattr(arguments, name):
            return f"{name} {value}"
    return "depth 10"


def analyse(engine: Engine, lines: Iterable[str], arguments: argparse.Namespace) -> int:
    """Searches each position; the exit status."""
    status = 0
    for fen in fens(lines):
        if arguments.fresh:
            engine.send("ucinewgame")
        if reason := engine.set_position(fen):
            print(f"{fen}: {reason}", file=sys.stderr)
            status = 1
            continue
        best, score, depth = search(engine, limit(arguments))
        print(fen, best, score, depth, sep="\t", flush=True)
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
    try:
        engine = Engine(arguments.engine)
    except EngineError as error:
        options.error(str(error))
    try:
        with source as lines:
            variant = [("UCI_Variant", arguments.variant)] if arguments.variant else []
            for name, value in variant + arguments.option:
                if reason := engine.set_option(name, value):
                    options.error(reason)
            status = analyse(engine, lines, arguments)
        engine.quit()
        return status
    except EngineError as error:
        options.error(str(error))
    except BrokenPipeError:
        # Nobody reads any more. The interpreter must not try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        engine.kill()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Analyse positions or play matches on many machines, by Dask.

The work is cut into chunks, each of which a worker of the cluster does with its
local ninefold; the results are written in order as they come. Chunks of workers
that fail or are killed are done again elsewhere, and nothing is lost or doubled.

Without --scheduler, a cluster of this machine's cores is started. What stands
behind '--' goes on to 'ninefold analyse' or 'ninefold match'.

  analyse  the records of 'ninefold analyse', byte by byte, in JSON Lines
  match    the records of 'ninefold match', each with the number of its chunk; the
           random openings of chunk N are those of the seed --seed plus N

examples:
  scripts/python scripts/cluster.py analyse positions.txt --output records.jsonl \\
      -- --variant wari --depth 12
  scripts/python scripts/cluster.py match --games 1000 --record games.jsonl \\
      --scheduler tcp://head:8786 --ninefold /opt/ninefold -- --variant tablut --limit nodes=5000
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from arguments import Parser, positive
from ninefold_client import program

if TYPE_CHECKING:
    from distributed import Client

# Chunks on their way for each thread of the cluster.
IN_FLIGHT = 4
# How often a chunk may fail, or lose its worker.
RETRIES = 5
# Seconds between two words about the progress.
PAUSE = 10.0
# Arguments of the two jobs that this program gives itself, or that are about all of the work.
OWN = {
    "analyse": {"--format", "--output", "--resume", "--first-line", "--threads"},
    "match": {
        "--games", "--record", "--pgn", "--resume", "--openings", "--seed", "--sprt", "--settings"
    },
}  # fmt: skip


def analyse_chunk(ninefold: str, arguments: list[str], first_line: int, lines: bytes) -> bytes:
    """The records of these lines. Runs on a worker, as the next function."""
    command = [ninefold, "analyse", "--quiet", "--threads", "1", "--first-line", str(first_line)]
    done = subprocess.run(
        command + arguments, check=False, input=lines, capture_output=True
    )
    # 1 means that there was a bad line, which has its record.
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode(errors="replace").strip() or str(done))
    return done.stdout


def match_chunk(ninefold: str, arguments: list[str], openings: list[str]) -> bytes:
    """The records of a match; the openings are given as lines, or random."""
    with tempfile.TemporaryDirectory() as folder:
        record, file = Path(folder, "record"), Path(folder, "openings")
        command = [ninefold, "match", "--record", str(record)] + arguments
        if openings:
            file.write_text("\n".join(openings) + "\n", encoding="utf-8")
            command += ["--openings", str(file)]
        done = subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, capture_output=True
        )
        # 1 means that a game ended by a fault, which its record tells.
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr.decode(errors="replace").strip() or str(done))
        return record.read_bytes()


def games_of_opening(ninefold: str, arguments: list[str]) -> int:
    """How many games two engines play from one opening: from each seat, or among three
    players in each of six ways. Runs on a worker."""
    variant = []
    for word, value in zip(arguments, [*arguments[1:], ""]):
        if word == "--variant":
            variant = [word, value]
        elif word.startswith("--variant="):
            variant = [word]
    command = [ninefold, *variant, "--command", "query players"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or str(done))
    return 2 if done.stdout.split() == ["response", "2"] else 6


def in_order(
    client: Client, work: Callable[..., bytes], chunks: Iterable[tuple[Any, ...]]
) -> Iterator[bytes]:
    """What `work` makes of each chunk, in their order. No more chunks are on their way
    than keep the cluster busy."""
    from distributed import KilledWorker

    most = max(8, IN_FLIGHT * sum(client.nthreads().values()))
    pending: deque[tuple[Any, tuple[Any, ...], int]] = deque()

    def send(chunk: tuple[Any, ...]) -> Any:
        return client.submit(work, *chunk, pure=False, retries=RETRIES)

    def first() -> bytes:
        future, chunk, lives = pending.popleft()
        while True:
            try:
                result: bytes = future.result()
                return result
            except KilledWorker:
                # Dask gives up a chunk with which several workers have died. If they were
                # killed by others, it is innocent.
                if lives == 0:
                    raise
                lives -= 1
                future = send(chunk)

    for chunk in chunks:
        pending.append((send(chunk), chunk, RETRIES))
        if len(pending) >= most:
            yield first()
    while pending:
        yield first()


class Reporter:
    """Tells how far it has got, now and then, on the standard error."""

    def __init__(self, quiet: bool, what: str) -> None:
        self.quiet, self.what = quiet, what
        self.begun = self.last = time.monotonic()
        self.count = 0

    def add(self, count: int) -> None:
        self.count += count
        if time.monotonic() - self.last >= PAUSE:
            self.last = time.monotonic()
            self.say()

    def say(self) -> None:
        seconds = time.monotonic() - self.begun
        if not self.quiet:
            rate = self.count / max(seconds, 0.001)
            print(f"{self.count} {self.what}, {seconds:.1f} s, {rate:.1f} a second", file=sys.stderr)


def numbered_lines(paths: list[str]) -> Iterator[tuple[int, bytes]]:
    """The lines of the files, one after the other, numbered from 1."""
    number = 0
    for path in paths or ["-"]:
        with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
            for line in file:
                number += 1
                # A last line without an end must not run into the next file.
                yield number, line if line.endswith(b"\n") else line + b"\n"


def chunked(lines: Iterable[tuple[int, bytes]], size: int) -> Iterator[tuple[int, bytes]]:
    """Pieces of so many lines, with the number of the first."""
    first, piece = 0, []
    for number, line in lines:
        first = first or number
        piece.append(line)
        if len(piece) == size:
            yield first, b"".join(piece)
            first, piece = 0, []
    if piece:
        yield first, b"".join(piece)


def whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, without a torn last one, which is cut off."""
    end = 0
    file.seek(0)
    while (line := file.readline()).endswith(b"\n"):
        end += len(line)
        yield line
    if line and not line.startswith(b"{"):
        raise Refused("the last line of the file to go on with is no record")
    file.truncate(end)
    file.seek(end)


class Refused(Exception):
    """The work cannot be done as it was asked for."""


def opened(path: Path | None, resume: bool) -> IO[bytes]:
    """The file for the results, new unless it is to be gone on with."""
    if path is None:
        return sys.stdout.buffer
    try:
        return open(path, "xb+" if not (resume and path.exists()) else "rb+")
    except FileExistsError:
        raise Refused(f"'{path}' is there already; --resume goes on with it") from None


def is_asked(line: bytes) -> bool:
    """Whether a line of input has a record."""
    return not line.strip().startswith(b"#") and bool(line.strip())


def pass_over(
    lines: Iterator[tuple[int, bytes]],
    output: IO[bytes],
    path: Path,
    again: Callable[[int, bytes], bytes] | None,
) -> int:
    """Passes over the lines whose records are there; how many of those tell errors. The
    last record must be the one that comes out `again`."""
    errors = 0
    last = None
    for place, row in enumerate(whole_lines(output), 1):
        record = json.loads(row)
        if not isinstance(record, dict):
            raise Refused(f"'{path}': its line {place} is no record")
        number, line = next((it for it in lines if is_asked(it[1])), (0, b""))
        same = record.get("line") == number
        # A line that cannot be read has no id in its record.
        if same and line.lstrip().startswith(b"{") and ("id" in record or "error" not in record):
            same = json.loads(line).get("id") == record.get("id")
        if not same:
            raise Refused(f"'{path}': its line {place} is not the record of this input")
        errors += "error" in record
        last = place, number, line, row
    if last and again:
        place, number, line, row = last
        if again(number, line) != row:
            raise Refused(f"'{path}': its line {place} is not what this analysis gives")
    return errors


def analyse(client: Client, arguments: argparse.Namespace) -> int:
    """Writes the records of all lines; the exit status."""
    lines = numbered_lines(arguments.files)
    errors = 0
    reporter = Reporter(arguments.quiet, "positions")
    with opened(arguments.output, arguments.resume) as output:
        if arguments.resume:

            def again(number: int, line: bytes) -> bytes:
                task = (arguments.ninefold, arguments.rest, number, line)
                result: bytes = client.submit(analyse_chunk, *task, retries=RETRIES).result()
                return result

            # A time is never the same again.
            check = None if "--timing" in arguments.rest else again
            errors = pass_over(lines, output, arguments.output, check)
        pieces = chunked(lines, arguments.chunk)
        chunks = ((arguments.ninefold, arguments.rest, *piece) for piece in pieces)
        for records in in_order(client, analyse_chunk, chunks):
            output.write(records)
            output.flush()
            rows = records.splitlines()
            # Texts have their quotes escaped, so this is no part of one.
            errors += sum(b'"error":{"kind":' in row for row in rows)
            reporter.add(len(rows))
    reporter.say()
    return 1 if errors else 0


def openings_of(path: Path | None) -> list[str]:
    """The openings of a file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path else []
    openings = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    if path and not openings:
        raise Refused(f"'{path}': there is no opening in it")
    return openings


def match_chunks(
    arguments: argparse.Namespace, begun: int, each: int
) -> Iterator[tuple[Any, ...]]:
    """The pieces of a match from number `begun` on: as many openings as they have games by
    `each`, or a seed of their own."""
    openings = openings_of(arguments.openings)
    rounds = arguments.chunk // each
    for chunk in range(begun, math.ceil(arguments.games / arguments.chunk)):
        games = min(arguments.chunk, arguments.games - chunk * arguments.chunk)
        options = ["--games", str(games)]
        own = []
        if openings:
            own = [openings[(chunk * rounds + at) % len(openings)] for at in range(rounds)]
        else:
            options += ["--seed", str(arguments.seed + chunk)]
        yield arguments.ninefold, options + arguments.rest, own


def kept_games(file: IO[bytes]) -> list[dict[str, Any]]:
    """The games of a record whose chunks are whole; those of one that is not are cut off."""
    rows = list(whole_lines(file))
    games: list[dict[str, Any]] = [json.loads(row) for row in rows]
    if not all(isinstance(game, dict) and "games_of_chunk" in game for game in games):
        raise Refused("the file to go on with is no record of this program")
    there = Counter(game["chunk"] for game in games)
    kept = [game for game in games if there[game["chunk"]] == game["games_of_chunk"]]
    file.truncate(sum(map(len, rows[: len(kept)])))
    file.seek(0, os.SEEK_END)
    return kept


def kind(game: dict[str, Any]) -> list[Any]:
    """What all games of a match have in common."""
    seats = zip(game["players"], game["limits"], game["settings"])
    engines = {player: (limit, settings) for player, limit, settings in seats}
    return [game["variant"], game.get("options"), engines]


def match(client: Client, arguments: argparse.Namespace) -> int:
    """Plays a match and prints its table; the exit status."""
    reporter = Reporter(arguments.quiet, "games")
    with opened(arguments.record, arguments.resume) as file:
        games = kept_games(file) if arguments.resume else []
        begun = games[-1]["chunk"] + 1 if games else 0
        each = client.submit(games_of_opening, arguments.ninefold, arguments.rest).result()
        chunks = match_chunks(arguments, begun, each)
        for chunk, records in enumerate(in_order(client, match_chunk, chunks), begun):
            played = sorted(map(json.loads, records.splitlines()), key=lambda game: game["number"])
            if games and played and kind(games[0]) != kind(played[0]):
                raise Refused(f"'{arguments.record}' is the record of another match")
            for game in played:
                game["number"], game["chunk"] = len(games), chunk
                game["games_of_chunk"] = len(played)
                games.append(game)
                row = json.dumps(game, ensure_ascii=False, separators=(",", ":"))
                file.write(row.encode() + b"\n")
            file.flush()
            reporter.add(len(played))
    reporter.say()
    print(table(games))
    return 1 if any("offence" in game for game in games) else 0


def table(games: list[dict[str, Any]]) -> str:
    """Points of each player; for two, the difference in Elo with its interval of 95 %."""
    scores: dict[str, list[float]] = {}
    for game in games:
        for player in set(game["players"]):
            seats = zip(game["players"], game["points"])
            won = sum(points for seated, points in seats if seated == player)
            scores.setdefault(player, []).append(won)
    rows = [f"{'player':<20} {'games':>7} {'points':>9} {'mean':>7}"]
    for player, points in sorted(scores.items()):
        total = sum(points)
        rows.append(f"{player:<20} {len(points):>7} {total:>9.1f} {total / len(points):>7.3f}")
    if len(scores) == 2 and all(len(game["players"]) == 2 for game in games):
        first = games[0]["players"][0]
        rows.append(f"Elo of {first}: {elo(games, first)}")
    return "\n".join(rows)


def elo(games: list[dict[str, Any]], player: str) -> str:
    """The Elo of a player of two, by the pairs of games from one opening."""
    pairs: dict[tuple[int, str], list[float]] = {}
    for game in games:
        key = (game["chunk"], json.dumps(game["opening"]))
        pairs.setdefault(key, []).append(game["points"][game["players"].index(player)])
    means = [sum(points) / len(points) for points in pairs.values()]
    mean = sum(means) / len(means)
    variance = sum((it - mean) ** 2 for it in means) / max(1, len(means) - 1)
    margin = 1.96 * math.sqrt(variance / len(means))

    def rating(score: float) -> str:
        if not 0 < score < 1:
            return "inf" if score >= 1 else "-inf"
        return f"{-400 * math.log10(1 / score - 1):+.1f}"

    return f"{rating(mean)} ({rating(mean - margin)} to {rating(mean + margin)})"


def parser() -> Parser:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    options = Parser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    jobs = options.add_subparsers(dest="job", required=True, metavar="analyse|match")
    shared = argparse.ArgumentParser(add_help=False)
    add = shared.add_argument
    add("--scheduler", metavar="ADDRESS", help="a running cluster (default: this machine)")
    add("--workers", type=positive, metavar="N",
        help="worker processes on this machine (default: one for each core)")
    add("--ninefold", default=program(), metavar="PATH",
        help=f"the program, where workers find it (default: {program().replace('%', '%%')})")
    add("--resume", action="store_true", help="go on with what an interrupted run has written")
    add("--quiet", action="store_true", help="say nothing of the progress")

    add = jobs.add_parser("analyse", parents=[shared], help="search positions").add_argument
    add("files", nargs="*", metavar="FILE", help="positions; '-' is the standard input (default)")
    add("--output", type=Path, metavar="FILE", help="a new file (default: the standard output)")
    add("--chunk", type=positive, default=1000, metavar="LINES",
        help="lines of a piece of the work (default: 1000)")

    add = jobs.add_parser("match", parents=[shared], help="play a match").add_argument
    add("--games", type=positive, required=True, metavar="N", help="as in 'ninefold match'")
    add("--record", type=Path, required=True, metavar="FILE", help="a new file for the games")
    add("--openings", type=Path, metavar="FILE", help="as in 'ninefold match' (default: random)")
    add("--seed", type=int, default=1, metavar="N", help="of the first chunk (default: 1)")
    add("--chunk", type=positive, default=12, metavar="GAMES",
        help="games of a piece of the work, a multiple of 6 (default: 12)")
    return options


def connect(arguments: argparse.Namespace) -> Client:
    """A client of the cluster that was asked for."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ModuleNotFoundError as error:
        raise Refused(f"{error}; 'scripts/python scripts/cluster.py' has what it needs") from None
    if arguments.scheduler:
        try:
            return Client(arguments.scheduler)
        except OSError as error:
            raise Refused(f"no cluster at '{arguments.scheduler}': {error}") from None
    dask.config.set({"distributed.scheduler.allowed-failures": RETRIES})
    cluster = LocalCluster(
        n_workers=arguments.workers or os.cpu_count() or 1,
        threads_per_worker=1,
        dashboard_address=None,
        silence_logs=50,
    )
    return Client(cluster)


def main() -> int:
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options = parser()
    arguments = options.parse_args(words[:cut])
    arguments.rest = words[cut + 1 :]
    for word in arguments.rest:
        if word.partition("=")[0] in OWN[arguments.job]:
            options.error(f"'{word}' cannot stand behind '--': a piece of the work is not the whole")
    if arguments.job == "match":
        # From each opening there are two games, or among three players six.
        arguments.chunk = math.ceil(arguments.chunk / 6) * 6
    if arguments.resume and arguments.job == "analyse" and not arguments.output:
        options.error("--resume needs --output")
    try:
        with connect(arguments) as client:
            try:
                return (analyse if arguments.job == "analyse" else match)(client, arguments)
            finally:
                if not arguments.scheduler:
                    client.shutdown()
    except BrokenPipeError:
        # Who has closed the pipe has seen enough. The interpreter must not try again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Refused, RuntimeError, OSError, ValueError) as error:
        options.error(str(error).removeprefix("error: "))
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

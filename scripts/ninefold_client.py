#!/usr/bin/env python3
"""A client of Ninefold, and of other engines that speak UCI or UGI.

As a module it needs nothing but Python 3.9 or later; the file may be copied:

    from ninefold_client import Engine, Limit

    with Engine(["ninefold"], variant="wari", options={"MultiPV": 2}) as engine:
        engine.position(moves=["D", "b"])
        answer = engine.go(Limit(depth=12))
        for line in answer.lines:
            print(line.score, *line.pv)
        engine.play(answer.move)
        print(engine.turn(), engine.legal_moves(), engine.fen())

As a script it lets the engine play against itself, and prints how the games end:
variant, plies, result, the reason and the score.

examples:
  scripts/ninefold_client.py --variant wari --nodes 10000
  scripts/ninefold_client.py --all
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

__all__ = [
    "Answer",
    "Engine",
    "EngineError",
    "EngineTimeout",
    "Info",
    "Limit",
    "Option",
    "Refused",
    "Search",
    "program",
]

# What the engine says before the reason of a refusal.
ERROR = "info string error: "

# Seconds for an answer that should come at once. A large hash table takes some.
PATIENCE = 30.0

# Seconds for an engine to end after `quit`.
PARTING = 5.0


class EngineError(Exception):
    """The engine cannot be started, has ended, or says what cannot be understood."""


class EngineTimeout(EngineError):
    """The engine has not answered in time. It has been ended, since an answer that
    came late would be taken for that to the next question."""


class Refused(EngineError):
    """The engine refuses a command, which has changed nothing; the reason."""


def program() -> str:
    """The program: $NINEFOLD, else the one built here, else the one on the path."""
    root = Path(__file__).resolve().parent.parent
    built = Path(os.environ.get("CARGO_TARGET_DIR") or root / "target") / "release" / "ninefold"
    return os.environ.get("NINEFOLD") or (str(built) if built.exists() else "ninefold")


@dataclass(frozen=True)
class Option:
    """An option as the engine tells it."""

    name: str
    kind: str
    """check, spin, combo, string or button"""
    default: str | None = None
    least: int | None = None
    greatest: int | None = None
    values: tuple[str, ...] = ()
    """what a combo can be"""

    @classmethod
    def parse(cls, line: str) -> Option:
        """Reads a line `option name ... type ...`."""
        # Names and values may have blanks: a field goes on to the next keyword.
        fields: list[tuple[str, list[str]]] = []
        for word in line.split()[1:]:
            if word in ("name", "type", "default", "min", "max", "var"):
                fields.append((word, []))
            elif fields:
                fields[-1][1].append(word)
        texts = {key: " ".join(words) for key, words in fields}
        return cls(
            name=texts.get("name", ""),
            kind=texts.get("type", ""),
            default=texts.get("default"),
            least=int(texts["min"]) if "min" in texts else None,
            greatest=int(texts["max"]) if "max" in texts else None,
            values=tuple(" ".join(words) for key, words in fields if key == "var"),
        )


@dataclass(frozen=True)
class Limit:
    """When a search ends: with the first of these that it reaches."""

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    """milliseconds"""
    mate: int | None = None
    """the mover's own moves"""
    clocks: Sequence[int] = ()
    """milliseconds that are left, by seat"""
    increments: Sequence[int] = ()
    """milliseconds that each move brings, by seat"""
    moves_to_go: int | None = None

    def words(self, dialect: str) -> str:
        """The words behind `go`; without a limit, `infinite`."""
        words = []
        for name in ("depth", "nodes", "movetime", "mate"):
            if (value := getattr(self, name)) is not None:
                words.append(f"{name} {value}")
        for what, values in (("time", self.clocks), ("inc", self.increments)):
            for seat, value in enumerate(values):
                # The seats of UCI are White and Black.
                side = "wb"[seat] if dialect == "uci" and seat < 2 else f"p{seat + 1}"
                words.append(f"{side}{what} {value}")
        if self.moves_to_go is not None:
            words.append(f"movestogo {self.moves_to_go}")
        return " ".join(words) or "infinite"

    def seconds(self) -> float | None:
        """The longest that a search may take, if the clock limits it."""
        if self.movetime is not None:
            return self.movetime / 1000
        if self.clocks:
            return (max(self.clocks) + max(self.increments, default=0)) / 1000
        return None


@dataclass(frozen=True)
class Info:
    """What the engine says while it searches."""

    depth: int = 0
    seldepth: int = 0
    rank: int = 1
    """of the line of play, from 1, with MultiPV"""
    cp: int | None = None
    """the score for the side to move, in hundredths of a plain piece"""
    mate: int | None = None
    """instead of it, the mover's moves (in the dialect UGI, all plies) to the end;
    negative if the mover loses"""
    bound: Literal["lower", "upper"] | None = None
    """the score is at least, or at most, what it says"""
    wdl: tuple[int, int, int] | None = None
    """chances of win, draw and loss in thousandths, with UCI_ShowWDL"""
    nodes: int = 0
    nps: int = 0
    hashfull: int = 0
    """in thousandths"""
    time: int = 0
    """milliseconds"""
    pv: tuple[str, ...] = ()
    """the line of play"""

    @classmethod
    def parse(cls, line: str) -> Info:
        """Reads a line `info ...`; words that it does not know are passed over."""
        found: dict[str, Any] = {}
        words = iter(line.split()[1:])
        try:
            for word in words:
                if word in ("depth", "seldepth", "nodes", "nps", "hashfull", "time", "cp", "mate"):
                    found[word] = int(next(words))
                elif word == "multipv":
                    found["rank"] = int(next(words))
                elif word in ("lowerbound", "upperbound"):
                    found["bound"] = word[:5]
                elif word == "wdl":
                    found["wdl"] = (int(next(words)), int(next(words)), int(next(words)))
                elif word == "pv":
                    found["pv"] = tuple(words)
        except (StopIteration, ValueError):
            raise EngineError(f"the engine says '{line}'") from None
        return cls(**found)

    @property
    def score(self) -> str:
        """The score in words of the protocol, such as 'cp -20' or 'mate 3'; empty if
        there is none."""
        if self.mate is not None:
            return f"mate {self.mate}"
        return "" if self.cp is None else f"cp {self.cp}"


@dataclass(frozen=True)
class Answer:
    """What a search has found."""

    move: str | None
    """None: the game is over"""
    ponder: str | None
    """the expected reply, with the option Ponder"""
    lines: tuple[Info, ...]
    """the last word on each line of play, best first"""

    @property
    def info(self) -> Info:
        """The last word on the best line of play."""
        return self.lines[0] if self.lines else Info()


class Search:
    """A search that is going on: it can be looped over for what it says."""

    def __init__(self, engine: Engine, limit: Limit, ponders: bool) -> None:
        self.answer: Answer | None = None
        """once it has ended"""
        self._engine = engine
        self._limit = limit
        self._lines: dict[int, Info] = {}
        self._deadline: float | None = None
        if not ponders:
            self._expect(limit.seconds())

    def __iter__(self) -> Iterator[Info]:
        while self.answer is None:
            if info := self._next():
                yield info

    def wait(self) -> Answer:
        """Waits for the end. A limit of time tells for how long, at most; other limits
        do not."""
        for _ in self:
            pass
        assert self.answer is not None
        return self.answer

    def stop(self) -> None:
        """Ends the search; `wait` has what it has found."""
        if self.answer is None:
            self._engine.send("stop")
            self._expect(0.0)

    def ponderhit(self) -> None:
        """The expected reply was made: a search that ponders goes on under its limits."""
        if self.answer is None:
            self._engine.send("ponderhit")
            self._expect(self._limit.seconds())

    def _expect(self, seconds: float | None) -> None:
        """From now on the search has so long, if that is known."""
        if seconds is not None:
            self._deadline = time.monotonic() + seconds + self._engine.timeout

    def _next(self) -> Info | None:
        """The next word of the search; None is the end."""
        line = self._engine._take(self._engine._searching, self._deadline, "bestmove")
        words = line.split()
        if words[0] == "info":
            info = Info.parse(line)
            if info.score and info.bound is None:
                self._lines[info.rank] = info
            return info
        self._engine._search = None
        # It is `bestmove M` or `bestmove M ponder P`.
        move, _, ponder = (*words[1:4], "(none)", "", "")[:3]
        lines = tuple(info for _, info in sorted(self._lines.items()))
        self.answer = Answer(None if move == "(none)" else move, ponder or None, lines)
        return None


class Engine:
    """An engine in a process of its own. What it is asked or told counts when the method
    returns; it may raise an EngineError. Only `Search.stop` and `Search.ponderhit` are
    for other threads, too."""

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        variant: str | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        dialect: Literal["uci", "ugi"] = "uci",
        timeout: float = PATIENCE,
    ) -> None:
        """Starts the engine, Ninefold if no command is given. It has `timeout` seconds
        for each answer that should come at once."""
        command = list(command or [program()])
        self.command = shlex.join(command)
        self.dialect = dialect
        self.timeout = timeout
        self.name = self.author = ""
        """as it tells them, as the options"""
        self.options: dict[str, Option] = {}
        self._search: Search | None = None
        # Its lines; None is its end.
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._searching: queue.Queue[str | None] = queue.Queue()
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                encoding="utf-8", errors="replace",
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise EngineError(
                f"cannot start the engine '{self.command}': {reason}; is it built?"
            ) from None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self._identify()
            for name, value in {"UCI_Variant": variant, **(options or {})}.items():
                if value is not None:
                    self.set_option(name, value)
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    # The conversation.

    def send(self, line: str) -> None:
        """Says a line, whatever parts its words, and does not wait for an answer."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(" ".join(line.split()) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            # That it has ended is seen, and told, where an answer is missing.
            pass

    def say(self, line: str) -> list[str]:
        """Says a line; what the engine has to say to it. Not for what searches."""
        self.send(line)
        self.send("isready")
        *answers, _ = self._until("readyok")
        for answer in answers:
            if answer.startswith(ERROR):
                raise Refused(answer[len(ERROR) :])
        return answers

    def query(self, what: str) -> str:
        """The answer to a question of the protocol, such as 'variant' or 'score'."""
        for line in self.say(f"query {what}"):
            if line.startswith("response "):
                return line[len("response ") :]
        raise EngineError(f"the engine '{self.command}' has no answer to 'query {what}'")

    def close(self) -> None:
        """Lets the engine end."""
        self.send("quit")
        self._close(self._process.stdin)
        try:
            self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            pass
        self.kill()

    def kill(self) -> None:
        """Ends the engine, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._close(self._process.stdin)
        # A program that it has started may still hold its output.
        self._reader.join(PARTING)
        if not self._reader.is_alive():
            self._close(self._process.stdout)

    # Settings.

    def set_option(self, name: str, value: str | int | bool | None = None) -> None:
        """Sets an option, or presses a button."""
        text = str(value).lower() if isinstance(value, bool) else value
        self._tell(f"setoption name {name}" + ("" if text is None else f" value {text}"))

    def set_variant(self, name: str) -> None:
        """Chooses the variant, and with it its start position."""
        self.set_option("UCI_Variant", name)

    def variants(self) -> tuple[str, ...]:
        """The variants that the engine can play."""
        option = self.options.get("UCI_Variant")
        return option.values if option else ()

    # The game.

    def new_game(self) -> None:
        """The start position; everything that was learnt is forgotten."""
        self._tell("ucinewgame")

    def position(self, fen: str = "startpos", moves: Iterable[str] = ()) -> None:
        """Sets up a position, and plays moves from there. In the dialect UGI an illegal
        move is refused, and has lost the game nevertheless."""
        moves = list(moves)
        start = fen if fen == "startpos" else f"fen {fen}"
        self._tell(" ".join(["position", start, *(["moves", *moves] if moves else [])]))

    def play(self, *moves: str) -> None:
        """Plays on from the present position."""
        self._tell(" ".join(["moves", *moves]))

    def legal_moves(self) -> list[str]:
        """The legal moves; none if the game is over."""
        answer = self.query("legalmoves")
        return [] if answer == "none" else answer.split()

    def is_legal(self, move: str) -> bool:
        """Whether this is a legal move."""
        return self.query(f"islegal {move}") == "true"

    def fen(self) -> str:
        """The position."""
        return self.query("fen")

    def turn(self) -> int:
        """The seat that moves next, from 1. It need not be another one than before."""
        return int(self.query("turn"))

    def players(self) -> int:
        """The number of seats."""
        return int(self.query("players"))

    def ply(self) -> int:
        """The number of moves that were played."""
        return int(self.query("ply"))

    def game_over(self) -> bool:
        """Whether the game is over."""
        return self.query("gameover") == "true"

    def result(self) -> str | None:
        """'p1win', 'p2win', 'p3win' or 'draw'; None while the game goes on."""
        answer = self.query("result")
        return None if answer == "none" else answer

    def reason(self) -> str | None:
        """Why the game is over, in a word of its rules; None while it goes on."""
        answer = self.query("reason")
        return None if answer == "none" else answer

    def score(self) -> tuple[int, ...] | None:
        """The game's own score by seat; None in games without."""
        answer = self.query("score")
        return None if answer == "none" else tuple(int(word) for word in answer.split())

    def board(self) -> dict[str, Any]:
        """The position as docs/protocol.md describes it under 'The board as JSON'."""
        board: dict[str, Any] = json.loads(self.query("board"))
        return board

    # Searches.

    def go(self, limit: Limit, *, only: Sequence[str] = ()) -> Answer:
        """Searches the present position, or only these moves of it, to the end."""
        if limit.words(self.dialect) == "infinite":
            raise ValueError("a search without a limit does not end; see Engine.start")
        return self.start(limit, only=only).wait()

    def start(self, limit: Limit | None = None, *, only: Sequence[str] = (),
              ponder: bool = False) -> Search:
        """Begins a search, without a limit one that `stop` ends. One that ponders has
        no limit until its `ponderhit`."""
        limit = limit or Limit()
        for move in only:
            if not self.is_legal(move):
                raise Refused(f"illegal move '{move}'")
        words = ["go", *(["ponder"] if ponder else []), limit.words(self.dialect)]
        self._tell(" ".join(words + (["searchmoves", *only] if only else [])))
        self._search = Search(self, limit, ponder)
        return self._search

    # What is behind all this.

    def _identify(self) -> None:
        """Begins the conversation."""
        self.send(self.dialect)
        for line in self._until(f"{self.dialect}ok"):
            if line.startswith("id name "):
                self.name = line[len("id name ") :]
            elif line.startswith("id author "):
                self.author = line[len("id author ") :]
            elif line.startswith("option "):
                option = Option.parse(line)
                self.options[option.name] = option

    @staticmethod
    def _close(pipe: IO[str] | None) -> None:
        """Closes a pipe; what was still to be said to it is said to nobody."""
        try:
            if pipe is not None:
                pipe.close()
        except OSError:
            pass

    def _tell(self, line: str) -> None:
        """Says a line that has no answer, and that no search is to be going on for."""
        if self._search is not None:
            raise RuntimeError("a search is going on: stop it, and wait for its answer")
        self.say(line)

    def _read(self) -> None:
        """Parts what searches say from the answers to all else."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            line = line.strip()
            words = line.split(maxsplit=2)[:2]
            of_search = words[:1] == ["bestmove"] or words[:1] == ["info"] and words[1:] != ["string"]
            (self._searching if of_search else self._answers).put(line)
        self._searching.put(None)
        self._answers.put(None)

    def _until(self, word: str) -> list[str]:
        """The answers up to and with the one that begins with `word`."""
        deadline = time.monotonic() + self.timeout
        lines = [self._take(self._answers, deadline, word)]
        while lines[-1].split()[:1] != [word]:
            lines.append(self._take(self._answers, deadline, word))
        return lines

    def _take(self, lines: queue.Queue[str | None], deadline: float | None,
              word: str) -> str:
        """The next of these lines, on the way to the one that begins with `word`."""
        try:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            line = lines.get(timeout=left)
        except queue.Empty:
            self.kill()
            raise EngineTimeout(
                f"the engine '{self.command}' has not said '{word}' in time"
            ) from None
        if line is None:
            # Whoever asks next is to see it, too.
            lines.put(None)
            raise EngineError(f"the engine '{self.command}' has ended without '{word}'")
        return line


def play_game(engine: Engine, limit: Limit, longest: int) -> list[str]:
    """Lets the engine play against itself from the present position; the moves. This is
    the same for every variant: who moves next is the engine's business."""
    moves: list[str] = []
    while len(moves) < longest and not engine.game_over():
        move = engine.go(limit).move
        assert move is not None, "the game goes on"
        engine.play(move)
        moves.append(move)
    return moves


def main() -> int:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--variant", action="append", metavar="NAME",
                       help="what is played; may be repeated (default: ultima)")
    which.add_argument("--all", action="store_true", help="a game of every variant")
    add("--engine", type=shlex.split, default=[program()], metavar="COMMAND",
        help="the engine, and arguments for it (default: Ninefold)")
    add("--nodes", type=int, default=1000, metavar="N",
        help="nodes of each search (default: %(default)s)")
    add("--plies", type=int, default=500, metavar="N",
        help="where a game is broken off (default: %(default)s)")
    arguments = parser.parse_args()
    try:
        with Engine(arguments.engine) as engine:
            for variant in engine.variants() if arguments.all else arguments.variant or ["ultima"]:
                engine.set_variant(variant)
                moves = play_game(engine, Limit(nodes=arguments.nodes), arguments.plies)
                score = " ".join(map(str, engine.score() or ()))
                result, reason = engine.result() or "unfinished", engine.reason() or "-"
                row = f"{variant:<15}{len(moves):>4} plies  {result:<11}{reason:<18}{score}"
                print(row.rstrip(), flush=True)
    except EngineError as error:
        print(f"{parser.prog}: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

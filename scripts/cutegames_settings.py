#!/usr/bin/env python3
"""Write the settings of a cutegames match between engines of the UGI protocol.

Without engines the match is between two Ninefolds, A and B. The settings go to
SETTINGS; unless --openings names a file of its own, the openings go to a file
beside it. Then run:

    cutegames --settings SETTINGS

examples:
  Two Ninefolds, ten seconds a game and a tenth of a second a move:
    scripts/cutegames_settings.py --variant wari --clock 10000+100 --games 20 match.json

  Full strength against skill level 5, at 20000 nodes a move:
    scripts/cutegames_settings.py --nodes 20000 --engine-option 'B:Skill Level=5' match.json

  A new build against an old one, from given positions:
    scripts/cutegames_settings.py --engine new=target/release/ninefold \\
        --engine old=/opt/ninefold-0.1.0 --openings positions.txt match.json
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Engine:
    """A player of the match."""

    name: str
    command: list[str]
    options: dict[str, str] = field(default_factory=dict)

    def settings(self, variant: str) -> dict[str, Any]:
        """The engine as cutegames wants it.

        The variant is told on the command line: cutegames sends options in no
        order, and never asks for what is set.
        """
        path, *arguments = self.command
        settings: dict[str, Any] = {
            "name": self.name,
            "path": path,
            "protocol": "UGI",
            "parameters": " ".join([*arguments, "--variant", variant]),
        }
        if self.options:
            settings["options"] = self.options
        return settings


def ninefold() -> str:
    """The program: $NINEFOLD, else the one built here, else the one on the path."""
    target = os.environ.get("CARGO_TARGET_DIR") or ROOT / "target"
    built = Path(target) / "release" / "ninefold"
    return os.environ.get("NINEFOLD") or (str(built) if built.exists() else "ninefold")


def split_pair(text: str, separator: str, form: str) -> tuple[str, str]:
    """Both sides of the separator, neither of them empty."""
    left, found, right = text.partition(separator)
    left, right = left.strip(), right.strip()
    if not (found and left and right):
        raise argparse.ArgumentTypeError(f"expected {form}, found '{text}'")
    return left, right


def engine(text: str) -> Engine:
    """NAME=COMMAND"""
    name, command = split_pair(text, "=", "NAME=COMMAND")
    return Engine(name, shlex.split(command))


def option(text: str) -> tuple[str, str]:
    """NAME=VALUE"""
    return split_pair(text, "=", "NAME=VALUE")


def engine_option(text: str) -> tuple[str, str, str]:
    """ENGINE:NAME=VALUE"""
    name, setting = split_pair(text, ":", "ENGINE:NAME=VALUE")
    return (name, *option(setting))


def positive(text: str) -> int:
    """A whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, found '{text}'")
    return int(text)


def clock(text: str) -> dict[str, Any]:
    """TIME or TIME+INCREMENT, in milliseconds"""
    time, _, increment = text.partition("+")
    if not time.isdecimal() or int(time) == 0 or not (increment or "0").isdecimal():
        raise argparse.ArgumentTypeError(f"expected TIME+INCREMENT, found '{text}'")
    return {"type": "clock", "time": int(time), "increment": int(increment or 0)}


def elo_pair(text: str) -> tuple[float, float]:
    """ELO0,ELO1"""
    low, high = split_pair(text, ",", "ELO0,ELO1")
    try:
        return float(low), float(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected two numbers, found '{text}'") from None


def parser() -> argparse.ArgumentParser:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    options = argparse.ArgumentParser(
        description=summary,
        epilog=rest,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = options.add_argument
    add("settings", type=Path, metavar="SETTINGS", help="the JSON file to write")
    add("--variant", default="wari", help="what is played (default: %(default)s)")

    players = options.add_argument_group("engines")
    add = players.add_argument
    add("--engine", type=engine, action="append", default=[], metavar="NAME=COMMAND",
        help="a player; give it twice or more; the command gets '--variant VARIANT'")
    add("--option", type=option, action="append", default=[], metavar="NAME=VALUE",
        help="set an option of every engine, such as Hash=64; may be repeated")
    add("--engine-option", type=engine_option, action="append", default=[],
        metavar="ENGINE:NAME=VALUE", help="set an option of one engine; may be repeated")

    limits = options.add_argument_group("time control").add_mutually_exclusive_group()
    add = limits.add_argument
    add("--clock", type=clock, metavar="TIME+INCREMENT",
        help="milliseconds for a game and for each move (default: 1000+10)")
    add("--movetime", type=positive, metavar="MS", help="milliseconds for each move")
    add("--depth", type=positive, metavar="PLIES", help="plies for each move")
    add("--nodes", type=positive, metavar="N", help="nodes for each move")

    match = options.add_argument_group("match")
    add = match.add_argument
    add("--games", type=positive, default=2, metavar="N",
        help="games of each pair of engines (default: %(default)s)")
    add("--concurrency", type=positive, default=1, metavar="N",
        help="games at a time (default: %(default)s)")
    add("--tournament", choices=["roundrobin", "gauntlet"], default="roundrobin",
        help="all against all, or the first against the others (default: %(default)s)")
    add("--sprt", type=elo_pair, metavar="ELO0,ELO1",
        help="end as soon as one of the two hypotheses is accepted (confidence 0.95)")
    add("--pgn", type=Path, metavar="FILE", help="write the games to a file")

    openings = options.add_argument_group("openings").add_mutually_exclusive_group()
    add = openings.add_argument
    add("--openings", type=Path, metavar="FILE",
        help="a file with a FEN or 'startpos' on each line; each is played with both sides")
    add("--fen", action="append", default=[], metavar="FEN",
        help="a position to begin from; may be repeated (default: the start position)")
    return options


def time_control(arguments: argparse.Namespace) -> dict[str, Any]:
    """The limits of each move."""
    if arguments.movetime:
        return {"type": "movetime", "time": arguments.movetime}
    if arguments.depth:
        return {"type": "depth", "ply": arguments.depth}
    if arguments.nodes:
        return {"type": "nodes", "nodes": arguments.nodes}
    control: dict[str, Any] = arguments.clock or clock("1000+10")
    return control


def choose_engines(arguments: argparse.Namespace, options: argparse.ArgumentParser) -> list[Engine]:
    """The players, each with its own options."""
    engines: list[Engine] = arguments.engine or [
        Engine("A", [ninefold()]),
        Engine("B", [ninefold()]),
    ]
    if len(engines) < 2:
        options.error("a match needs two engines or more")
    by_name = {player.name: player for player in engines}
    if len(by_name) < len(engines):
        options.error("two engines have the same name")
    for player in engines:
        program = shutil.which(player.command[0])
        if program is None:
            options.error(f"there is no program '{player.command[0]}'; is it built?")
        player.command[0] = os.path.abspath(program)
        if any(" " in word for word in player.command):
            options.error(f"cutegames cuts commands at blanks, quoted or not: {player.command}")
    for name, key, value in arguments.engine_option:
        if name not in by_name:
            options.error(f"no engine is called '{name}'")
        by_name[name].options[key] = value
    return engines


def main() -> int:
    options = parser()
    arguments = options.parse_args()
    engines = choose_engines(arguments, options)
    openings: Path | None = arguments.openings
    if openings is None:
        openings = arguments.settings.with_suffix(".openings.txt")
        openings.write_text("".join(f"{fen}\n" for fen in arguments.fen or ["startpos"]))
    elif not openings.is_file():
        options.error(f"there is no file '{openings}'")

    settings: dict[str, Any] = {
        "game": "generic",
        "games": arguments.games,
        "concurrency": arguments.concurrency,
        "tournament": arguments.tournament,
        "ratinginterval": 10,
        "verbose": False,
        "debug": False,
        "recover": False,
        # In some games a player moves twice running; and both must agree on the end.
        "protocol": {"askturn": True, "gameover": "both"},
        "openings": {"path": os.path.abspath(openings), "repeat": True, "shuffle": False},
        # A `movetime` may be exceeded by this before the game is lost.
        "adjudication": {"timeoutbuffer": 25},
        "timecontrol": time_control(arguments),
        "options": dict(arguments.option),
        "engines": [player.settings(arguments.variant) for player in engines],
    }
    if arguments.sprt:
        low, high = arguments.sprt
        settings["sprt"] = {"enabled": True, "elo0": low, "elo1": high, "confidence": 0.95}
    if arguments.pgn:
        settings["pgn"] = {
            "enabled": True,
            "verbose": True,
            "override": True,
            "colour1": "First",
            "colour2": "Second",
            "path": os.path.abspath(arguments.pgn),
            "event": arguments.variant,
        }
    arguments.settings.write_text(json.dumps(settings, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

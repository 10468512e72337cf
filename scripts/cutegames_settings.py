#!/usr/bin/env python3
"""Write the settings of a cutegames match between engines of the UGI protocol.

Without engines the match is between two Ninefolds, A and B. The settings go to
SETTINGS; the openings and, when cutegames plays, the games go to files beside it,
unless --openings and --pgn name others. Then run:

    cutegames --settings SETTINGS

Every engine is started, and has to answer 'ugi'. A Ninefold is asked as well whether
it takes the variant, the options and the openings: cutegames does not heed what an
engine refuses, and plays on.

examples:
  Two Ninefolds, ten seconds a game and a tenth of a second a move:
    scripts/cutegames_settings.py --variant wari --clock 10000+100 --games 20 match.json

  Full strength against skill level 5, at 20000 nodes a move:
    scripts/cutegames_settings.py --nodes 20000 --engine-option 'B:Skill Level=5' match.json

  A new build against an old one, each of 50 random openings with both sides:
    scripts/cutegames_settings.py --engine new=target/release/ninefold \\
        --engine old=/opt/ninefold-0.1.0 --nodes 20000 \\
        --games 100 --random-openings 50 --plies 6 match.json
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arguments import Parser, command, explained, option, pair, positive
from ninefold_client import Engine, EngineError, Refused, program

# An engine that has not answered 'ugi' after so many seconds will not do so.
PATIENCE = 60

# Milliseconds of a game; with less, it is decided by the load of the machine.
SHORTEST_CLOCK = 100

DEFAULT_PLIES = 6

# Random games for each opening that is wanted, before it is given up.
TRIES = 100


@dataclass
class Player:
    """An engine of the match."""

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


def player(text: str) -> Player:
    """NAME=COMMAND"""
    name, words = pair(text, "=", "NAME=COMMAND")
    return Player(name, command(words))


def player_option(text: str) -> tuple[str, str, str]:
    """ENGINE:NAME=VALUE"""
    name, setting = pair(text, ":", "ENGINE:NAME=VALUE")
    return (name, *option(setting))


def clock(text: str) -> dict[str, Any]:
    """TIME or TIME+INCREMENT, in milliseconds"""
    time, _, increment = text.partition("+")
    if not time.isdecimal() or not (increment or "0").isdecimal() or int(time) < SHORTEST_CLOCK:
        raise argparse.ArgumentTypeError(
            f"expected TIME+INCREMENT in milliseconds, TIME at least {SHORTEST_CLOCK}, "
            f"found '{text}'"
        )
    return {"type": "clock", "time": int(time), "increment": int(increment or 0)}


def elo_pair(text: str) -> tuple[float, float]:
    """ELO0,ELO1"""
    low, high = pair(text, ",", "ELO0,ELO1")
    try:
        return float(low), float(high)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected two numbers, found '{text}'") from None


def parser() -> Parser:
    options = explained(__doc__)
    add = options.add_argument
    add("settings", type=Path, metavar="SETTINGS", help="the JSON file to write")
    add("--variant", default="ultima", help="what is played (default: %(default)s)")

    players = options.add_argument_group("engines")
    add = players.add_argument
    add("--engine", type=player, action="append", default=[], metavar="NAME=COMMAND",
        help="an engine; give it twice or more; the command gets '--variant VARIANT'")
    add("--option", type=option, action="append", default=[], metavar="NAME=VALUE",
        help="set an option of every engine, such as Hash=64; may be repeated")
    add("--engine-option", type=player_option, action="append", default=[],
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
    add("--pgn", type=Path, metavar="FILE",
        help="where cutegames writes the games (default: beside SETTINGS)")

    openings = options.add_argument_group("openings").add_mutually_exclusive_group()
    add = openings.add_argument
    add("--openings", type=Path, metavar="FILE",
        help="a file with a FEN or 'startpos' on each line; each is played with both sides")
    add("--fen", action="append", default=[], metavar="FEN",
        help="a position to begin from; may be repeated (default: the start position)")
    add("--random-openings", type=positive, metavar="N",
        help="N different positions, to which the first engine is led by random moves")

    randomness = options.add_argument_group("random openings")
    add = randomness.add_argument
    add("--plies", type=positive, metavar="N",
        help=f"random moves of each opening (default: {DEFAULT_PLIES})")
    add("--seed", type=int, metavar="S",
        help="another S, other openings; the same S, the same ones (default: 1)")
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


def choose_players(arguments: argparse.Namespace, options: Parser) -> list[Player]:
    """The engines, each with its own options."""
    players: list[Player] = arguments.engine or [
        Player("A", [program()]),
        Player("B", [program()]),
    ]
    if len(players) < 2:
        options.error("a match needs two engines or more")
    by_name = {it.name: it for it in players}
    if len(by_name) < len(players):
        options.error("two engines have the same name")
    for it in players:
        path = shutil.which(it.command[0])
        if path is None:
            options.error(f"there is no program '{it.command[0]}'; is it built?")
        it.command[0] = os.path.abspath(path)
        if any(" " in word for word in it.command):
            options.error(f"cutegames cuts commands at blanks, quoted or not: {it.command}")
        if "--variant" in it.command:
            options.error(f"engine '{it.name}' gets '--variant' from here, as all of them do")
    for name, key, value in arguments.engine_option:
        if name not in by_name:
            options.error(f"no engine is called '{name}'")
        by_name[name].options[key] = value
    return players


def choose_openings(arguments: argparse.Namespace, options: Parser) -> list[str]:
    """The openings that are given: FENs and 'startpos'."""
    path: Path | None = arguments.openings
    if path is None:
        return [" ".join(fen.split()) for fen in arguments.fen or ["startpos"]]
    if not path.is_file():
        options.error(f"there is no file '{path}'")
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        options.error(f"cannot read '{path}': {error}")
    # As cutegames reads it.
    openings = [line for line in lines if line and not line.startswith("#")]
    if not openings:
        options.error(f"there is no opening in '{path}'")
    return openings


def set_up(engine: Engine, arguments: argparse.Namespace, own: dict[str, str],
           openings: list[str]) -> None:
    """Sets the variant and the options, and looks at the openings. What the engine
    refuses, it could not play."""
    settings = {"UCI_Variant": arguments.variant, **dict(arguments.option), **own}
    for name, value in settings.items():
        engine.set_option(name, value)
    for fen in openings:
        try:
            engine.position(fen)
        except Refused as refusal:
            raise Refused(f"opening '{fen[:60]}': {refusal}") from None


def random_opening(engine: Engine, plies: int, chance: random.Random) -> str | None:
    """The position after random moves, unless the game is over by then."""
    engine.position()
    for _ in range(plies):
        moves = engine.legal_moves()
        if not moves:
            return None
        engine.play(chance.choice(moves))
    return None if engine.game_over() else engine.fen()


def random_openings(engine: Engine, arguments: argparse.Namespace, options: Parser) -> list[str]:
    """Different positions after random moves."""
    count, plies = arguments.random_openings, arguments.plies or DEFAULT_PLIES
    chance = random.Random(1 if arguments.seed is None else arguments.seed)
    found: dict[str, str] = {}
    for _ in range(TRIES * count):
        if fen := random_opening(engine, plies, chance):
            # The last two fields count moves.
            found.setdefault(" ".join(fen.split()[:-2]), fen)
        if len(found) == count:
            return list(found.values())
    options.error(f"found only {len(found)} different openings with --plies {plies}")


def ask(players: list[Player], arguments: argparse.Namespace, options: Parser) -> list[str]:
    """The openings, after each engine has agreed to the match."""
    wanted = arguments.random_openings
    openings = [] if wanted else choose_openings(arguments, options)
    for it in players:
        try:
            with Engine(it.command, dialect="ugi", timeout=PATIENCE) as engine:
                if engine.name.startswith("Ninefold"):
                    set_up(engine, arguments, it.options, openings)
                    if wanted and not openings:
                        openings = random_openings(engine, arguments, options)
                else:
                    note = f"engine '{it.name}' is no Ninefold and was not asked what it takes"
                    print(f"{options.prog}: note: {note}", file=sys.stderr)
        except EngineError as error:
            options.error(f"engine '{it.name}': {error}")
    if not openings:
        options.error("only a Ninefold can make random openings, and none plays")
    return openings


def main() -> int:
    options = parser()
    arguments = options.parse_args()
    if arguments.random_openings is None and (arguments.plies or arguments.seed is not None):
        options.error("--plies and --seed are for --random-openings")
    players = choose_players(arguments, options)
    openings = ask(players, arguments, options)
    openings_file = arguments.openings or arguments.settings.with_suffix(".openings.txt")
    pgn = arguments.pgn or arguments.settings.with_suffix(".pgn")

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
        "openings": {"path": os.path.abspath(openings_file), "repeat": True, "shuffle": False},
        # A `movetime` may be exceeded by this before the game is lost.
        "adjudication": {"timeoutbuffer": 25},
        "timecontrol": time_control(arguments),
        "options": dict(arguments.option),
        # Without this cutegames writes games.pgn to the folder that it is started in.
        "pgn": {
            "enabled": True,
            "verbose": True,
            "override": True,
            "colour1": "First",
            "colour2": "Second",
            "path": os.path.abspath(pgn),
            "event": arguments.variant,
        },
        "engines": [it.settings(arguments.variant) for it in players],
    }
    if arguments.sprt:
        low, high = arguments.sprt
        settings["sprt"] = {"enabled": True, "elo0": low, "elo1": high, "confidence": 0.95}
    try:
        if arguments.openings is None:
            openings_file.write_text("".join(f"{fen}\n" for fen in openings), "utf-8")
        arguments.settings.write_text(json.dumps(settings, indent=2) + "\n", "utf-8")
    except OSError as error:
        options.error(f"cannot write '{error.filename}': {error.strerror}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Draw the course of a match from the records of `ninefold match --record`.

Four pictures in one: how the score of each player went on, with its interval of
95 %; the differences in Elo, with theirs; how long the games were; and how they
ended. For a match of two players the Elo is that of `ninefold match`. Among three
it means the same of the odds: 400 Elo are ten times the odds of a fair share.

The file may be that of a match that is still going on.

examples:
  ninefold --variant wari match --games 200 --limit nodes=5000 --record games.jsonl
  scripts/python scripts/plot_match.py games.jsonl --out games.svg
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from arguments import Parser, explained

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Standard deviations that 95 % of a normal distribution lie within.
CONFIDENCE_95 = 1.959964

# Characters of a name.
LONGEST_NAME = 20

# Colours that those who see no red or no green can tell apart (Okabe and Ito).
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]

# By result: how it is called, and its colour.
RESULTS = {
    "p1win": ("seat 1 wins", "#0072B2"),
    "p2win": ("seat 2 wins", "#E69F00"),
    "p3win": ("seat 3 wins", "#009E73"),
    "draw": ("draw", "#BBBBBB"),
}


@dataclass(frozen=True)
class Game:
    """What the pictures need to know of a game."""

    number: int
    variant: str
    limits: tuple[str, ...]
    players: tuple[str, ...]
    """by seat"""
    points: tuple[float, ...]
    """by seat, 1 in all"""
    opening: str
    plies: int
    result: str
    reason: str
    fault: bool

    @classmethod
    def parse(cls, line: str) -> Game:
        """Reads a line of the record."""
        record = json.loads(line)
        opening = record["opening"]
        return cls(
            number=int(record["number"]),
            variant=record["variant"],
            limits=tuple(record.get("limits", ())),
            players=tuple(record["players"]),
            points=tuple(float(share) for share in record["points"]),
            opening=json.dumps(opening, sort_keys=True),
            plies=len(opening.get("moves", ())) + len(record["moves"]),
            result=record["result"],
            reason=record["reason"],
            fault="offence" in record,
        )

    def won_by(self, player: str) -> tuple[float, float]:
        """The points of a player, and the fair share of his seats."""
        seats = [place for place, name in enumerate(self.players) if name == player]
        return sum(self.points[place] for place in seats), len(seats) / len(self.players)


@dataclass
class Player:
    """How a player has got on."""

    name: str
    played: list[int] = field(default_factory=list)
    """the numbers of his games, from 1"""
    scores: list[float] = field(default_factory=list)
    """the mean of his points after each of them"""
    errors: list[float] = field(default_factory=list)
    """half the width of its interval of 95 %"""
    score: float = 0.0
    """the mean of whole rounds of an opening, which Elo comes from"""
    error: float = 0.0
    fair: float = 0.5
    """what it would be among equals"""

    @property
    def label(self) -> str:
        """The name, if need be shortened."""
        short = len(self.name) <= LONGEST_NAME
        return self.name if short else self.name[: LONGEST_NAME - 1] + "…"

    def elo(self, score: float) -> float:
        """The difference in Elo that a score means: infinite beyond 0 and 1."""
        if not 0.0 < score < 1.0:
            return math.copysign(math.inf, score - 0.5)
        return 400 * math.log10(score / (1 - score) * (1 - self.fair) / self.fair)

    def elo_with_error(self) -> tuple[float, float]:
        """The difference in Elo, and half the width of its interval of 95 %; 0 where all
        rounds ended alike, which says nothing about it."""
        low, high = self.elo(self.score - self.error), self.elo(self.score + self.error)
        return self.elo(self.score), (high - low) / 2 if self.error > 0 else 0.0


def rounds(games: Iterable[Game]) -> list[list[Game]]:
    """The games in rounds: one opening, and all ways to seat the same players, two for
    a game of two and six for one of three. A round counts when it is whole."""
    found: dict[tuple[str, tuple[str, ...]], list[Game]] = defaultdict(list)
    whole = []
    for game in games:
        key = (game.opening, tuple(sorted(set(game.players))))
        found[key].append(game)
        if len(found[key]) == math.factorial(len(game.players)):
            whole.append(found.pop(key))
    return whole


def follow(name: str, games: Sequence[Game], whole: Sequence[Sequence[Game]]) -> Player:
    """How a player has got on in these games, and in the rounds of them."""
    player = Player(name)
    points = fair = squares = 0.0
    for number, game in enumerate(games, 1):
        if name not in game.players:
            continue
        won, share = game.won_by(name)
        points, fair, squares = points + won, fair + share, squares + (won - share) ** 2
        player.played.append(number)
        count = len(player.played)
        variance = max(squares / count - ((points - fair) / count) ** 2, 0.0)
        player.scores.append(points / count)
        player.errors.append(CONFIDENCE_95 * math.sqrt(variance / count))
    player.fair = fair / len(player.played)
    own = [group for group in whole if name in group[0].players]
    means = [statistics.fmean(game.won_by(name)[0] for game in group) for group in own]
    if means:
        player.score = statistics.fmean(means)
        player.error = CONFIDENCE_95 * statistics.pstdev(means) / math.sqrt(len(means))
    else:
        player.score = player.scores[-1]
    return player


def explain_colours(axes: Axes) -> None:
    """What the colours mean, below the picture."""
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=4)


def draw_scores(axes: Axes, players: Sequence[Player], two: bool) -> None:
    """How the scores went on."""
    axes.set_title(f"Score of {players[0].label}" if two else "Score")
    for player, colour in zip(players[:1] if two else players, COLOURS * len(players)):
        band = list(zip(player.scores, player.errors))
        low = [100 * max(score - error, 0.0) for score, error in band]
        high = [100 * min(score + error, 1.0) for score, error in band]
        percent = [100 * score for score in player.scores]
        axes.fill_between(player.played, low, high, color=colour, alpha=0.15, linewidth=0)
        # Few games make no line.
        marker = "." if len(player.played) < 20 else ""
        axes.plot(player.played, percent, marker=marker, color=colour, label=player.label)
    for fair in {round(100 * player.fair, 6) for player in players}:
        axes.axhline(fair, color="black", linewidth=0.8, linestyle="--")
    axes.set(xlabel="games", ylabel="points a game, %", ylim=(-2, 102))
    axes.set_xlim(0, max(player.played[-1] for player in players))
    if not two:
        explain_colours(axes)


def draw_elo(axes: Axes, players: Sequence[Player]) -> None:
    """The differences in Elo, the best player on top."""
    axes.set_title("Elo against the others met")
    colours = dict(zip((player.name for player in players), COLOURS * len(players)))
    ranked = sorted(players, key=lambda player: player.elo(player.score))
    # One without bounds is drawn beyond all that have some.
    ends = [abs(elo) + (error if math.isfinite(error) else 0) for elo, error in
            (player.elo_with_error() for player in ranked) if math.isfinite(elo)]
    edge = max([50.0, *ends]) * 1.15
    for place, player in enumerate(ranked):
        elo, error = player.elo_with_error()
        colour = colours[player.name]
        at = max(-edge, min(edge, elo))
        text = f"{elo:+.1f}"
        if error > 0:
            reach = error if math.isfinite(error) else 2 * edge
            axes.errorbar(at, place, xerr=reach, color=colour, capsize=4)
            text += f" ± {error:.1f}"
        marker = "o" if math.isfinite(elo) else ">" if elo > 0 else "<"
        axes.plot(at, place, marker=marker, color=colour, markersize=8)
        axes.annotate(text, (at, place), (0, 9), textcoords="offset points", ha="center")
    axes.axvline(0, color="black", linewidth=0.8, linestyle="--")
    axes.set_yticks(range(len(ranked)), [player.label for player in ranked])
    axes.set(xlabel="Elo, with the interval of 95 %")
    axes.set(xlim=(-1.2 * edge, 1.2 * edge), ylim=(-0.6, len(ranked) - 0.4))


def draw_lengths(axes: Axes, games: Sequence[Game]) -> None:
    """How long the games were."""
    lengths = [game.plies for game in games]
    middle = statistics.median(lengths)
    axes.set_title("Length of the games")
    width = max(1, math.ceil((max(lengths) - min(lengths) + 1) / 30))
    bins = [edge - 0.5 for edge in range(min(lengths), max(lengths) + width + 1, width)]
    results = [result for result in RESULTS if any(game.result == result for game in games)]
    axes.hist(
        [[game.plies for game in games if game.result == result] for result in results],
        bins=bins, stacked=True, color=[RESULTS[result][1] for result in results],
    )
    axes.axvline(middle, color="black", linewidth=0.8, linestyle="--")
    axes.annotate(f"median {middle:g}", (middle, 1), (4, -12), ha="left",
                  xycoords=("data", "axes fraction"), textcoords="offset points")
    axes.set(xlabel="plies", ylabel="games")
    axes.set_ylim(0, 1.1 * axes.get_ylim()[1])


def draw_ends(axes: Axes, games: Sequence[Game]) -> None:
    """How the games ended, the most frequent reason on top."""
    axes.set_title("Ends")
    reasons = Counter(game.reason for game in games)
    ranked = [reason for reason, _ in reasons.most_common()][::-1]
    faults = {game.reason for game in games if game.fault}
    results = Counter((game.reason, game.result) for game in games)
    so_far = dict.fromkeys(ranked, 0)
    for result, (label, colour) in RESULTS.items():
        counts = [results[reason, result] for reason in ranked]
        if any(counts):
            axes.barh(range(len(ranked)), counts, left=list(so_far.values()), color=colour,
                      label=label, height=0.6)
            so_far = {reason: so_far[reason] + n for reason, n in zip(ranked, counts)}
    for place, reason in enumerate(ranked):
        axes.annotate(f"{reasons[reason]}", (reasons[reason], place), (4, 0),
                      textcoords="offset points", va="center")
    labels = [f"{reason} (fault)" if reason in faults else reason for reason in ranked]
    axes.set_yticks(range(len(ranked)), labels)
    axes.set(xlabel="games", ylim=(-0.6, len(ranked) - 0.4))
    axes.set_xlim(0, 1.12 * max(reasons.values()))
    explain_colours(axes)


def title(games: Sequence[Game], players: Sequence[Player]) -> str:
    """What was played."""
    limits = sorted({limit for game in games for limit in game.limits})
    variants = sorted({game.variant for game in games})
    if len(players) <= 3:
        names = ", ".join(player.label for player in players)
    else:
        names = f"{len(players)} players"
    count = "1 game" if len(games) == 1 else f"{len(games)} games"
    return f"{', '.join(variants)}: {'; '.join([names, count, *limits])}"


def draw(games: Sequence[Game]) -> Figure:
    """The four pictures."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams.update({
        "font.size": 10,
        "axes.titlesize": 11,
        "axes.titleweight": "bold",
        "axes.spines.top": False,
        "axes.spines.right": False,
        # Names are no formulas, and texts of an SVG can be searched for.
        "text.parse_math": False,
        "svg.fonttype": "none",
        # The same match, the same file.
        "svg.hashsalt": "ninefold",
    })
    from matplotlib import pyplot as plt
    from matplotlib.ticker import MaxNLocator

    names = list(dict.fromkeys(name for game in games for name in game.players))
    whole = rounds(games)
    players = [follow(name, games, whole) for name in names]
    figure, ((scores, elo), (lengths, ends)) = plt.subplots(
        2, 2, figsize=(12, 8), layout="constrained"
    )
    figure.suptitle(title(games, players), fontsize=13)
    # Of two who share the point, the one tells of the other.
    draw_scores(scores, players, two=len(players) == 2)
    draw_elo(elo, players)
    draw_lengths(lengths, games)
    draw_ends(ends, games)
    for axis in (scores.xaxis, lengths.yaxis, lengths.xaxis, ends.xaxis):
        axis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    return figure


def read(path: Path, options: Parser) -> list[Game]:
    """The games of a record. A last line that is still being written does not count."""
    games = []
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeError) as error:
        options.error(f"cannot read '{path}': {error}")
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not line.endswith("\n"):
            break
        try:
            games.append(Game.parse(line))
        except (ValueError, LookupError, TypeError, AttributeError):
            options.error(f"line {number} of '{path}' is not the record of a game")
    if not games:
        options.error(f"there is no game in '{path}'")
    # Games that are played at a time end in any order.
    return sorted(games, key=lambda game: game.number)


def main() -> int:
    options = explained(__doc__)
    add = options.add_argument
    add("record", type=Path, metavar="RECORD", help="the file of `ninefold match --record`")
    add("--out", type=Path, metavar="FILE",
        help="the picture: .png, .svg or .pdf (default: RECORD with .png)")
    arguments = options.parse_args()
    out: Path = arguments.out or arguments.record.with_suffix(".png")
    kind = out.suffix[1:]
    if kind not in ("png", "svg", "pdf"):
        options.error(f"'{out}' is to end in .png, .svg or .pdf")
    games = read(arguments.record, options)
    try:
        figure = draw(games)
    except ModuleNotFoundError as error:
        need = "'scripts/python scripts/plot_match.py' has what it needs"
        options.error(f"there is no module '{error.name}'; {need}")
    metadata = {} if kind == "png" else {"Date" if kind == "svg" else "CreationDate": None}
    try:
        figure.savefig(out, dpi=150, metadata=metadata)
    except OSError as error:
        options.error(f"cannot write '{out}': {error.strerror}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

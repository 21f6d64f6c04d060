#!/usr/bin/env python3
"""How well an engine judges positions of chess, and how good the moves are that it chooses.

    benches/judge.py FMAX FILE.epd [ARGUMENT]...

FMAX is the program; the arguments go to its command `suite`, for instance `--nodes 20000 --uci fairy-stockfish`.

Where the file has scores (`ce`): the root mean square error of the winning chance 1 / (1 + 10^(-ce / 400)), and how many
centipawns of the engine fit 100 of the file best. Where it has points for moves (`c0 "Nf3=10, e4=7"`): the mean share of
the best move's points, with its 95 % interval. The latter needs python-chess.
"""

import json
import math
import re
import statistics
import subprocess
import sys


def chance(centipawns):
    # beyond that many it is 0 or 1, and the power too large
    return 1 / (1 + 10 ** (-max(-10000, min(10000, centipawns)) / 400))


def main():
    fmax, file, *arguments = sys.argv[1:]
    with open(file, encoding="utf-8") as epd:
        lines = epd.read().splitlines()
    searched = subprocess.run([fmax, "suite", file, "--json", *arguments], stdout=subprocess.PIPE, check=True)
    scores, shares = [], []
    for answer in map(json.loads, searched.stdout.splitlines()):
        line = lines[answer["line"] - 1]
        if worth := re.search(r" ce (-?\d+)", line):
            scores.append((answer["score"] or 0, chance(int(worth[1]))))
        if points := re.search(r' c0 "([^"]*=[^"]*)"', line):
            import chess

            board = chess.Board(answer["fen"])
            pairs = (move.rsplit("=", 1) for move in points[1].split(","))
            points = {board.parse_san(san.strip()).uci(): int(number) for san, number in pairs}
            shares.append(points.get(answer["move"], 0) / max(points.values()))
    if scores:
        def error(hundred):
            return statistics.fmean((chance(score * 100 / hundred) - known) ** 2 for score, known in scores)

        hundred = min((10 * 1.01**step for step in range(464)), key=error)
        print(f"{len(scores)} positions: error {100 * math.sqrt(error(hundred)):.2f} %, {hundred:.0f} centipawns for 100")
    if shares:
        interval = 1.96 * statistics.stdev(shares) / math.sqrt(len(shares))
        print(f"{len(shares)} positions: {100 * statistics.fmean(shares):.2f} ± {100 * interval:.2f} % of the points")


if __name__ == "__main__":
    main()

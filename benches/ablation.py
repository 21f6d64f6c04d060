#!/usr/bin/env python3
"""What each part of the search is worth, from games of programs that leave out random parts.

    cargo build --release --features tune-search --target-dir target/tune-search
    benches/ablation.py target/tune-search/release/fmax RECORD [PAIRS]

Each pair of games (one opening, both colours, 30,000 nodes a move) is played by two sides that each leave out
every part with a chance of one in five, so that one game says something of several parts. RECORD gets a line for
each pair; the same command continues where it was stopped. The table is a logistic regression: the Elo of
leaving a part out, with a 95 % interval from resampling the pairs. It needs numpy.
"""
import json
import math
import os
import random
import sys
import threading

import numpy

from pairs import VARIANTS, in_parallel, play

# part -> values of tunables that switch it off
PARTS = {
    "reverse futility": "reverse_futility_depth=-1",
    "null move": "null_move_depth=99",
    "ProbCut": "probcut_depth=99",
    "internal iterative reduction": "iir_depth=99",
    "late move pruning": "lmp_base=999",
    "futility": "futility_depth=-1",
    "history pruning": "history_pruning_depth=-1",
    "SEE pruning": "see_quiet=9999,see_capture=9999",
    "late move reductions": "lmr_depth=99",
    "reductions at the root": "root_lmr_first=999",
    "deeper or shallower after a reduced search": "deeper_margin=99999,shallower_margin=-99999",
    "singular extensions": "singular_depth=99",
    "correction history": "correction_rate=0",
    "hindsight": "hindsight_extension=99,hindsight_reduction=99",
}
NODES = 30_000
CHANCE = 0.2
ELO = 400 / math.log(10)


def draw(number):
    """The parts that both sides of a pair leave out."""
    lots = random.Random(number)
    return [[part for part in PARTS if lots.random() < CHANCE] for _ in "ab"]


def play_all(program, record, pairs):
    """Plays the pairs that the record lacks."""
    done = {line["pair"] for line in read(record)}
    lock = threading.Lock()

    def pair(number):
        sides = draw(number)
        points = play(program, [",".join(PARTS[part] for part in parts) for parts in sides], number, NODES)
        line = {"pair": number, "variant": VARIANTS[number % len(VARIANTS)], "a": sides[0], "b": sides[1], "points": points}
        with lock, open(record, "a", encoding="utf-8") as out:
            print(json.dumps(line), file=out)

    in_parallel((number for number in range(pairs) if number not in done), pair)


def read(record):
    """The pairs that were played."""
    if not os.path.exists(record):
        return []
    with open(record, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def fit(sides, score):
    """Logistic regression by Newton's method: what leaving out a part adds, in Elo."""
    worth = numpy.zeros(sides.shape[1])
    for _ in range(30):
        chance = 1 / (1 + numpy.exp(-sides @ worth))
        # a trace of a prior keeps parts that were never left out solvable
        slope = sides.T @ (score - chance) - 1e-3 * worth
        curve = sides.T @ (sides * (chance * (1 - chance))[:, None]) + 1e-3 * numpy.eye(len(worth))
        worth += numpy.linalg.solve(curve, slope)
    return worth * ELO


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, record = os.path.abspath(sys.argv[1]), sys.argv[2]
    parts = list(PARTS)
    play_all(program, record, int(sys.argv[3]) if len(sys.argv) > 3 else 320)
    pairs = read(record)
    sides = numpy.array([[(part in pair["a"]) - (part in pair["b"]) for part in parts]
                         for pair in pairs], float)
    score = numpy.array([sum(pair["points"]) / len(pair["points"]) for pair in pairs])
    worth = fit(sides, score)
    lots = numpy.random.default_rng(1)
    drawn = [lots.integers(0, len(score), len(score)) for _ in range(400)]
    error = 1.96 * numpy.std([fit(sides[lot], score[lot]) for lot in drawn], axis=0)
    played = numpy.abs(sides).T @ [len(pair["points"]) for pair in pairs]
    print("| left out | games | Elo without it |\n|---|---|---|")
    for i in numpy.argsort(worth):
        print(f"| {parts[i]} | {played[i]:.0f} | {worth[i]:+.0f} ± {error[i]:.0f} |")


main()

#!/usr/bin/env python3
"""Measures many changes of the search in the same games.

    cargo build --release --features tune-search --target-dir target/tune-search
    benches/effects.py target/tune-search/release/fmax RECORD [--pairs N] [--nodes N] [--tc TC] [CHANGE...]

A change is a setting of tunables: `probcut_margin=110` or `see_quiet=35,see_capture=60`. Without changes, each part of the
search is left out. In each pair of games (one opening, both colours) one side has a random half of the changes and the
other side the rest; where parts are left out, each side lacks a random fifth of them. So every game says something about
every change, and n changes need no more games than one. RECORD gets a line for each pair; the same command continues where
it was stopped. The table is a logistic regression with 95 % intervals from resampling the pairs. It needs numpy.
"""
import argparse
import json
import math
import os
import random
import threading

import numpy

from pairs import VARIANTS, in_parallel, limit, play

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
    "correction history": "correction_scale=0",
}
# of a part to be left out: without half of them a search is too weak
CHANCE = 0.2
ELO = 400 / math.log(10)


def draw(number, changes):
    """The changes that the two sides of a pair have."""
    lots = random.Random(number)
    if changes is PARTS:
        return [[part for part in PARTS if lots.random() < CHANCE] for _ in "ab"]
    one = {change for change in changes if lots.random() < 0.5}
    return [[change for change in changes if (change in one) == chosen] for chosen in (True, False)]


def play_all(program, record, pairs, limits, changes):
    """Plays the pairs that the record lacks."""
    done = {line["pair"] for line in read(record)}
    lock = threading.Lock()

    def pair(number):
        sides = draw(number, changes)
        points = play(program, [",".join(changes[name] for name in side) for side in sides], number, limits)
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
    """Logistic regression by Newton's method: what each change adds, in Elo."""
    worth = numpy.zeros(sides.shape[1])
    for _ in range(30):
        chance = 1 / (1 + numpy.exp(-sides @ worth))
        # a trace of a prior keeps changes that were never drawn solvable
        slope = sides.T @ (score - chance) - 1e-3 * worth
        curve = sides.T @ (sides * (chance * (1 - chance))[:, None]) + 1e-3 * numpy.eye(len(worth))
        worth += numpy.linalg.solve(curve, slope)
    return worth * ELO


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("record")
    parser.add_argument("changes", nargs="*", metavar="CHANGE")
    parser.add_argument("--pairs", type=int, default=320)
    parser.add_argument("--nodes", type=int, default=30_000, help="a move, or with --tc a second")
    parser.add_argument("--tc", help="a clock that counts nodes, such as 8+0.08")
    asked = parser.parse_intermixed_args()
    changes = {change: change for change in asked.changes} or PARTS
    names = list(changes)
    program = os.path.abspath(asked.program)
    play_all(program, asked.record, asked.pairs, limit(asked.nodes, asked.tc), changes)
    pairs = read(asked.record)
    sides = numpy.array([[(name in pair["a"]) - (name in pair["b"]) for name in names] for pair in pairs], float)
    score = numpy.array([sum(pair["points"]) / len(pair["points"]) for pair in pairs])
    worth = fit(sides, score)
    lots = numpy.random.default_rng(1)
    drawn = [lots.integers(0, len(score), len(score)) for _ in range(400)]
    error = 1.96 * numpy.std([fit(sides[lot], score[lot]) for lot in drawn], axis=0)
    played = numpy.abs(sides).T @ [len(pair["points"]) for pair in pairs]
    print("| change | games | Elo |\n|---|---|---|")
    for i in numpy.argsort(-worth):
        print(f"| {names[i]} | {played[i]:.0f} | {worth[i]:+.0f} ± {error[i]:.0f} |")


main()

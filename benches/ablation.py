#!/usr/bin/env python3
"""What each part of the search is worth, from games of programs that leave out parts drawn by lot.

    cargo build --release --features ablation --target-dir target/ablation
    benches/ablation.py target/ablation/release/fmax RECORD [PAIRS]

Each pair of games (one opening, both colours, 30,000 positions a move) is played by two sides that
each leave out every part with a chance of one in five; so one game tells of several parts, and of what
they are worth while others are missing. The eight games take turns. RECORD gets a line for each pair
as it ends; the same command goes on where it was stopped, and tells what is known so far. Two pairs are
played at a time (a game takes about six seconds of one processor). The table is that of a logistic
regression: the Elo of leaving a part out, with an interval of 95 % from drawing the pairs anew. It
needs numpy.
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import threading

import numpy

GAMES = "normal capablanca knightmate seirawan shatranj makruk xiangqi crazyhouse".split()
MATCH = ["--games", "2", "--nodes", "30000", "--hash", "32",
         "--resign-adjudication", "4,900", "--draw-adjudication", "8,8,60"]
CHANCE = 0.2
AT_A_TIME = 2
ELO = 400 / math.log(10)


def parts_of(program):
    """The names of the parts, which the program tells to whoever asks for one that there is not."""
    asked = subprocess.run([program, "variants"], env={**os.environ, "FMAX_ABLATE": "?"},
                           capture_output=True, text=True, check=False)
    if ", but " not in asked.stderr:
        sys.exit(f"{program} is not built with --features ablation")
    return asked.stderr.split(", but ")[1].split("\n")[0].split(", ")


def play(program, parts, number):
    """One pair of games, as a line of the record."""
    lot = random.Random(number)
    sides = [[part for part in parts if lot.random() < CHANCE] for _ in "ab"]
    game = GAMES[number % len(GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        games = os.path.join(folder, "games.jsonl")
        engines = [f"env FMAX_ABLATE={','.join(left_out)} {program}" for left_out in sides]
        subprocess.run([program, "match", *engines, "--variant", game, "--seed", str(1000 + number),
                        "--jsonl", games, *MATCH],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(games, encoding="utf-8") as lines:
            played = [json.loads(line) for line in lines]
    points = [{"A": 1, "B": 0}.get(game["winner"], 0.5) for game in played]
    return {"pair": number, "game": game, "a": sides[0], "b": sides[1], "points": points}


def play_all(program, parts, record, pairs):
    """Plays the pairs that the record lacks."""
    done = {line["pair"] for line in read(record)}
    missing = iter([number for number in range(pairs) if number not in done])
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                number = next(missing, None)
            if number is None:
                return
            line = json.dumps(play(program, parts, number))
            with lock, open(record, "a", encoding="utf-8") as out:
                print(line, file=out)

    workers = [threading.Thread(target=work) for _ in range(AT_A_TIME)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


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
    parts = parts_of(program)
    play_all(program, parts, record, int(sys.argv[3]) if len(sys.argv) > 3 else 320)
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

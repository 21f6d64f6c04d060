"""Pairs of games between two settings of one program built with --features tune-search.

Both games of a pair begin from the same opening, with colours exchanged. The eight variants take turns.
"""
import json
import os
import subprocess
import tempfile
import threading

VARIANTS = "normal capablanca knightmate seirawan shatranj makruk xiangqi crazyhouse".split()


def play(program, tuned, number, limits):
    """Points of the first setting in each game of a pair: 1, 0.5 or 0. `tuned` is FMAX_TUNE for both sides."""
    with tempfile.TemporaryDirectory() as folder:
        games = os.path.join(folder, "games.jsonl")
        engines = [f"env FMAX_TUNE={values} {program}" for values in tuned]
        done = subprocess.run(
            [program, "match", *engines, "--games", "2", *limits, "--hash", "16",
             "--stall", "3600", "--resign-adjudication", "3,600", "--draw-adjudication", "6,15,30",
             "--variant", VARIANTS[number % len(VARIANTS)], "--seed", str(1000 + number), "--jsonl", games],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr)
        with open(games, encoding="utf-8") as lines:
            played = [json.loads(line) for line in lines]
    return [{"A": 1, "B": 0}.get(game["winner"], 0.5) for game in played]


def limit(nodes, clock):
    """Options of `fmax match`: nodes per move, or a clock such as "8+0.08" with this many nodes to a second."""
    return ["--tc", clock, "--nps", str(nodes)] if clock else ["--nodes", str(nodes)]


def in_parallel(numbers, work, at_a_time=2):
    """Calls `work(number)` for each number, some at a time."""
    numbers = iter(numbers)
    lock = threading.Lock()
    failures = []

    def run():
        while not failures:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            try:
                work(number)
            except Exception as error:  # stops the others
                failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(at_a_time)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]

#!/usr/bin/env python3
"""Speeds of fmax beside Fairy-Max and Fairy-Stockfish, as a table in Markdown.

usage: benches/speeds.py target/release/fmax [fairymax] [fairy-stockfish]

All figures come from one run. Each is a number of positions over the user CPU seconds of the program
(what it takes to load is measured apart and taken off), so that a busy machine slows all of them
alike. Perft starts from the opening position; fmax and Fairy-Stockfish count the last ply in bulk.
The search thinks for three seconds about the opening position, with one thread; its positions and its
time are those of the last line it prints (or the CPU seconds, if they are fewer).
"""
import re
import resource
import subprocess
import sys
import time

# the game here, its name in Fairy-Stockfish if that has it, and the depth of perft
GAMES = [
    ("normal", "chess", 6), ("capablanca", "capablanca", 5), ("knightmate", "knightmate", 5),
    ("shatranj", "shatranj", 6), ("makruk", "makruk", 6), ("seirawan", "seirawan", 5),
    ("spartan", "spartan", 5), ("berolina", "berolina", 5), ("courier", "courier", 5),
    ("amazon", "amazon", 5), ("xiangqi", "xiangqi", 5), ("crazyhouse", "crazyhouse", 5),
    ("bifurcator", None, 5), ("falcon", None, 5), ("team-mate", None, 5),
]
SECONDS = 3


def run(command, text, wait=0.0):
    """The output of a program for an input, and its user CPU time in seconds; with a wait it gets `quit` then."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    program.stdin.write(text)
    program.stdin.flush()
    if wait:
        time.sleep(wait)
        program.stdin.write("quit\n")
    said, _ = program.communicate()
    return said, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def speed(command, setup, go, line, ticks):
    """Millions of positions a second in the search; None without any answer. A line reports the time
    in ticks, of which `ticks` are a second, and the nodes until then."""
    _, loading = run(command, setup, 1)
    said, used = run(command, setup + go, SECONDS + 1.5)
    lines = [found for found in re.finditer(line, said, re.M) if int(found["time"]) > 0]
    if not lines:
        return None
    seconds = min(int(lines[-1]["time"]) / ticks, used - loading)
    return int(lines[-1]["nodes"]) / max(seconds, 0.01) / 1e6


def cecp(program, game):
    said, _ = run([program], "xboard\nprotover 2\n", 1)
    if game not in re.search(r'variants="([^"]*)"', said)[1].split(","):
        return None
    setup = f"xboard\nprotover 2\nnew\nvariant {game}\n"
    go = f"level 0 1 0\nst {SECONDS}\npost\neasy\ngo\n"
    return speed([program], setup, go, r"^\s*\d+\s+-?\d+\s+(?P<time>\d+)\s+(?P<nodes>\d+)\b", 100)


def uci(program, game):
    setup = f"uci\nsetoption name UCI_Variant value {game}\nposition startpos\nisready\n"
    go = f"go movetime {SECONDS * 1000}\n"
    return speed([program], setup, go, r" nodes (?P<nodes>\d+) .*\btime (?P<time>\d+)", 1000)


def main():
    fmax, fairymax, stockfish = (sys.argv[1:] + ["fairymax", "fairy-stockfish"][len(sys.argv) - 2:])[:3]
    print("| game | perft | positions | fmax M/s | Fairy-Stockfish M/s | ratio "
          "| search fmax M/s | Fairy-Max M/s | Fairy-Stockfish M/s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for game, name, depth in GAMES:
        said, used = run([fmax, "perft", "--variant", game, str(depth)], "")
        positions = int(re.search(r"nodes (\d+)", said)[1])
        ours = positions / used / 1e6
        theirs = None
        if name:
            text = f"setoption name UCI_Variant value {name}\nposition startpos\ngo perft {depth}\nquit\n"
            said, used = run([stockfish], text)
            found = re.search(r"Nodes searched: (\d+)", said)
            theirs = int(found[1]) / used / 1e6 if found else None
        searches = [cecp(fmax, game), cecp(fairymax, game), uci(stockfish, name) if name else None]
        ratio = ours / theirs if theirs else None
        cells = [f"{n:.1f}" if n else "-" for n in (ours, theirs, ratio)]
        cells += [f"{n:.2f}" if n else "-" for n in searches]
        print(f"| {game} | {depth} | {positions} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()

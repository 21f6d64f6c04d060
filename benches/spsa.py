#!/usr/bin/env python3
"""Tunes the constants of the search by simultaneous perturbation (SPSA).

    cargo build --release --features tune-search --target-dir target/tune-search
    benches/spsa.py target/tune-search/release/fmax [--pairs N] [--nodes N] [--tc TC] [--only NAME,...] [--show]

Each pair of games compares two settings that differ from the current values by a random step up or down in
every constant; the result moves all of them. Constants, ranges and steps are read from src/search/tunables.rs.
The state is benches/spsa.json: interrupt with Ctrl-C at any time, and the same command continues. The schedule is
that of fishtest (gains fall with the power 0.602 of the pairs played, steps with 0.101).
"""
import argparse
import json
import os
import random
import re
import sys
import threading
from pathlib import Path

from pairs import in_parallel, limit, play

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / "benches" / "spsa.json"
# the schedule is laid out for this many pairs; a tenth of them begin it gently
PLANNED = 20_000
# the step times this is what one won game moves a constant by at the end of the schedule
FINAL_GAIN = 0.002


def tunables():
    """Name -> (default, lowest, highest, step)."""
    text = (ROOT / "src" / "search" / "tunables.rs").read_text(encoding="utf-8")
    rows = re.findall(r"^    (\w+) = (\d+), (\d+)\.\.=(\d+), (\d+);$", text, re.M)
    return {name: tuple(map(int, numbers)) for name, *numbers in rows}


def rounded(value, lots):
    """One of the two integers around a value, the nearer one more often."""
    return int(value // 1) + (lots.random() < value % 1)


def save(state):
    text = json.dumps(state, indent=1)
    new = STATE.with_suffix(".new")
    new.write_text(text + "\n", encoding="utf-8")
    os.replace(new, STATE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--pairs", type=int, default=PLANNED, help="stop when this many have been played in all")
    parser.add_argument("--nodes", type=int, default=10_000, help="a move, or with --tc a second")
    parser.add_argument("--tc", help="a clock that counts nodes, such as 8+0.08: tunes the constants of the clock too")
    parser.add_argument("--only", help="tune these alone, separated by commas")
    parser.add_argument("--show", action="store_true", help="print the values and play nothing")
    arguments = parser.parse_args()
    known = tunables()
    state = json.loads(STATE.read_text(encoding="utf-8")) if STATE.exists() else {"pairs": 0, "values": {}}
    values = {name: state["values"].get(name, float(known[name][0])) for name in known}
    state["values"] = values
    if arguments.show:
        print(f"{state['pairs']} pairs")
        for name, value in values.items():
            default, low, high, step = known[name]
            print(f"{name:28} {value:10.2f}  was {default}  ({(value - default) / step:+.2f} steps, {low}..{high})")
        return
    names = [name for name in known if arguments.tc or not name.startswith("time_")]
    if arguments.only:
        names = arguments.only.split(",")
    program = os.path.abspath(arguments.program)
    limits = limit(arguments.nodes, arguments.tc)
    lock = threading.Lock()

    def pair(number):
        lots = random.Random(number)
        scale = ((1.1 * PLANNED) / (0.1 * PLANNED + number)) ** 0.602
        widen = (PLANNED / (number + 1)) ** 0.101
        signs = {name: lots.choice((-1, 1)) for name in names}
        sides = []
        for side in (1, -1):
            setting = dict(values)
            for name in names:
                _, low, high, step = known[name]
                setting[name] = min(max(values[name] + side * signs[name] * step * widen, low), high)
            sides.append(",".join(f"{name}={rounded(value, lots)}" for name, value in setting.items()))
        result = 2 * sum(play(program, sides, number, limits)) - 2
        with lock:
            for name in names:
                _, low, high, step = known[name]
                moved = values[name] + FINAL_GAIN * scale * step * widen * result * signs[name]
                values[name] = min(max(moved, low), high)
            state["pairs"] += 1
            save(state)
            print(f"pair {state['pairs']}: {result:+.0f}", file=sys.stderr)

    in_parallel(range(state["pairs"], arguments.pairs), pair)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plays games for the shared net, and learns it.

usage: benches/shared_net.py PROGRAM FOLDER [--minutes M] [--seconds S] [--nodes N]
       benches/shared_net.py PROGRAM FOLDER --learn FILE [GAMES ...]

The first form plays variants that have no net of their own, always the one with the fewest positions so far, S seconds at a
time and at the lowest priority, until the time is over. It can be stopped at any time; the same command continues. The
second form learns from all games in FOLDER, and from more files, and writes the net: src/eval/net/box/shared.bin
is the one of the program.
"""
import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

BOX = Path(__file__).resolve().parent.parent / "src" / "eval" / "net" / "box"
# a variant with long or rare games is not tried for ever: each try counts as this many bytes of games
TRY = 40_000


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--learn")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.learn:
        sys.exit(learn(asked))
    play(asked)


def play(asked):
    listed = json.loads(subprocess.check_output([asked.program, "variants", "--json"]))["games"]
    own = {path.stem for path in BOX.glob("*.net")}
    names = [variant["name"] for variant in listed if variant["listed"] and variant["playable"] and variant["name"] not in own]
    notes = asked.folder / "tries.json"
    tries = json.loads(notes.read_text()) if notes.exists() else {}
    end = time.monotonic() + 60 * asked.minutes

    def games_of(name):
        stem = name.replace("/", "_")
        return sum(path.stat().st_size for path in asked.folder.glob(f"{stem}.seed*.games")) + TRY * tries.get(name, 0)

    while time.monotonic() < end:
        name = min(names, key=games_of)
        tries[name] = tries.get(name, 0) + 1
        notes.write_text(json.dumps(tries))
        command = [asked.program, "learn", "--games-only", "--variant", name, "--data", asked.folder, "--openings", "8",
                   "--nodes", str(asked.nodes), "--minutes", str(asked.seconds / 60)]
        if subprocess.run(["nice", "-n", "19", *command], check=False).returncode != 0:
            sys.exit(f"cannot play {name}")


def variant_of(path):
    """The variant of a file of games, from its first line."""
    with open(path, "rb") as file:
        first = file.readline()
    return json.loads(first[first.index(b"{"):])["game"]


def learn(asked):
    files = sorted(asked.folder.glob("*.games")) + [Path(name) for name in asked.games]
    names = sorted({variant_of(path) for path in files})
    command = [asked.program, "learn", "--variant", ",".join(names), "--shared", asked.learn, "--train", *map(os.fspath, files)]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    main()

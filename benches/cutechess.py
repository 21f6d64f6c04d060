#!/usr/bin/env python3
"""Games of fmax under cutechess-cli, which referees them by its own rules.

usage: benches/cutechess.py FMAX [--uci] [--games N] [VARIANT...]

Plays N games (60 by default) of each variant that both programs know, or of those named, at depth 3 and
`Skill Level` 6 against depth 2 and level 3, so that games differ. Lists every game that ended by a dispute (an
illegal move, an invalid result claim, a loss on time, a lost or stalled connection) with its moves. With --uci the first of the two speaks UCI. Needs cutechess-cli in the path. The exit
status is 1 if there was a dispute.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

# variants as cutechess-cli's help spells them, and their names
MISSPELT = {"discplacedgrid": "displacedgrid", "standard": "normal"}
SIDES = [("deep", 3, 6), ("shallow", 2, 3)]
DISPUTE = re.compile(r"illegal move|invalid|on time|disconnect|stall|error|no result", re.IGNORECASE)
FINISHED = re.compile(r"^Finished game (\d+) .*?: \S+ \{(.*)\}")


def known_to_both(program, uci):
    """The variants that cutechess-cli and the program know, as cutechess-cli calls them."""
    shown = subprocess.run(["cutechess-cli", "-help"], capture_output=True, text=True, check=True).stdout
    theirs = re.findall(r"^\s+'([a-z0-9-]+)'\s?:", shown, re.MULTILINE)
    said = subprocess.run([program], input="uci\nquit\n" if uci else "xboard\nprotover 2\nquit\n",
                          capture_output=True, text=True, check=True).stdout
    if uci:
        ours = set(re.search(r"UCI_Variant .*", said).group().split(" var ")) | {"normal"}
    else:
        ours = set(re.search(r'variants="([^"]*)"', said).group(1).split(","))
    return [MISSPELT.get(name, name) for name in theirs if MISSPELT.get(name, name) in ours]


def play(program, variant, games, uci, folder):
    """The numbers of finished games, and of disputes with what was said, by number of the game."""
    pgn = os.path.join(folder, f"{variant}.pgn")
    command = ["cutechess-cli", "-variant", {"normal": "standard"}.get(variant, variant)]
    for name, depth, skill in SIDES:
        protocol = "uci" if uci and name == SIDES[0][0] else "xboard"
        command += ["-engine", f"name={name}", f"proto={protocol}", f"depth={depth}", f"option.Skill Level={skill}"]
    command += ["-each", f"cmd={program}", "tc=60+1", "-games", str(games), "-repeat", "-recover", "-pgnout", pgn]
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
    finished = [FINISHED.match(line) for line in said.splitlines()]
    reasons = {int(line.group(1)): line.group(2) for line in finished if line}
    disputes = {number: why for number, why in reasons.items() if DISPUTE.search(why)}
    if len(reasons) < games:
        disputes[0] = f"only {len(reasons)} games were finished: {said[-2000:]}"
    return len(reasons), disputes, pgn


def moves(pgn, number):
    """The moves of a game of a PGN file; those of start positions with their FEN."""
    with open(pgn, encoding="utf-8") as text:
        game = re.split(r"\n(?=\[Event )", text.read())[number - 1]
    game = re.sub(r"\{[^}]*\}", "", game)
    fen = re.search(r'\[FEN "([^"]*)"\]', game)
    return (f"{fen.group(1)}: " if fen else "") + " ".join(game.split("\n\n", 1)[-1].split())


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("fmax")
    arguments.add_argument("--uci", action="store_true")
    arguments.add_argument("--games", type=int, default=60)
    arguments.add_argument("variant", nargs="*")
    options = arguments.parse_intermixed_args()
    program = os.path.abspath(options.fmax)
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for variant in options.variant or known_to_both(program, options.uci):
            started = time.monotonic()
            finished, disputes, pgn = play(program, variant, options.games, options.uci, folder)
            seconds = time.monotonic() - started
            print(f"{variant}: {finished} games, {len(disputes)} disputes, {seconds:.0f} s", flush=True)
            for number, why in disputes.items():
                print(f"  {why}\n    {moves(pgn, number) if number else ''}", flush=True)
            total += len(disputes)
    print(f"{total} disputes")
    sys.exit(total > 0)


if __name__ == "__main__":
    main()

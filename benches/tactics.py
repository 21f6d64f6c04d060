#!/usr/bin/env python3
"""Finds tactical positions, as tests/data/tactics/README.md says: a line for each is added to NAME.epd.

    benches/tactics.py FMAX FOLDER COUNT GAME...

FMAX is the program, FOLDER that of the files, COUNT how many positions each file shall have. It needs
fairy-stockfish (Debian's 11.1) on the path and pyffish (from PyPI). One position takes half a minute to a
minute of one core; what is broken off is gone on with by the same command.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pyffish

MATE = 30_000


class Engine:
    """A program that is spoken to by lines."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )

    def say(self, *lines):
        for line in lines:
            print(line, file=self.process.stdin, flush=True)

    def lines(self):
        for line in self.process.stdout:
            yield line.strip()
        raise EOFError("the engine has ended")

    def until(self, last):
        """All lines up to one that begins like this."""
        seen = []
        for line in self.lines():
            seen.append(line)
            if line.startswith(last):
                return seen


class Fmax(Engine):
    def __init__(self, program, game):
        super().__init__([program])
        self.game = game
        self.say("xboard", "protover 2")
        self.until("feature done=1")
        self.say("memory 64")

    def best(self, fen, nodes):
        """The move and its score, centipawns; None if there is no game to be played."""
        setup = ["new", f"variant {self.game}", "force", "post", "easy", f"option Nodes={nodes}", "st 600"]
        self.say(*setup, f"setboard {fen}", "ping 1")
        if any(line.startswith(("tellusererror", "Error", "Illegal")) for line in self.until("pong 1")):
            return None
        self.say("go")
        score = None
        for line in self.lines():
            words = line.split()
            if line.startswith("move "):
                return None if score is None else (ranks(self.game, words[1], 1), score)
            if line.startswith(("1-0", "0-1", "1/2")):
                return None
            if len(words) > 4 and re.fullmatch(r"\d+\W?", words[0]):
                score = int(words[1])


class FairyStockfish(Engine):
    def __init__(self, game):
        super().__init__(["fairy-stockfish"])
        self.say("uci")
        self.until("uciok")
        self.say(f"setoption name UCI_Variant value {fairy(game)}", "setoption name Hash value 64")

    def best(self, fen, nodes, lines):
        """The best moves with their scores, centipawns."""
        self.say(f"setoption name MultiPV value {lines}", "ucinewgame", f"position fen {fen}", f"go nodes {nodes}")
        found = {}
        for line in self.until("bestmove"):
            report = re.search(r"(?:multipv (\d+) )?score (cp|mate) (-?\d+).* pv (\S+)", line)
            if report:
                rank, unit, score, move = report.groups()
                score = int(score)
                if unit == "mate":
                    score = MATE - score if score > 0 else -MATE - score
                found[int(rank or 1)] = (move, score)
        return [found[rank] for rank in sorted(found)]


def fairy(game):
    return {"normal": "chess"}.get(game, game)


def ranks(game, move, more):
    """Xiangqi counts its ranks from 0 here and from 1 there."""
    if game != "xiangqi":
        return move
    return re.sub(r"([a-i])(\d+)", lambda sq: sq[1] + str(int(sq[2]) + more), move)


def positions(fmax, game, seed):
    """Positions from games that the program plays with itself, in random order."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "games.jsonl")
        plies = random.Random(seed).choice([6, 8, 10])
        limits = f"--games 20 --nodes 1000 --hash 8 --max-moves 100 --openings {plies} --seed {seed}"
        command = [fmax, "match", fmax, fmax, "--variant", game, "--jsonl", str(file), *limits.split()]
        subprocess.run(command, check=True, capture_output=True)
        games = [json.loads(line) for line in file.read_text().splitlines()]
    start = pyffish.start_fen(fairy(game))
    found = []
    for played in games:
        moves = [ranks(game, move, 1) for move in played["opening"] + played["moves"]]
        plies = range(len(played["opening"]) + 4, len(moves) - 4, 3)
        found += [pyffish.get_fen(fairy(game), start, moves[:ply]) for ply in plies]
    random.Random(seed).shuffle(found)
    return found


def tactic(fmax, other, fen, lot):
    """The move of a position that is a tactical one."""
    shallow = fmax.best(fen, 2_000)
    if not shallow or abs(shallow[1]) > 400:
        return None
    # is it likely to be one? one of the two is asked
    if lot:
        deeper = fmax.best(fen, 25_000)
        if not deeper or deeper[0] == shallow[0] or deeper[1] < shallow[1] + 50:
            return None
    elif not apart(other.best(fen, 12_000, 2), shallow[0], 60):
        return None
    at_once = other.best(fen, 500, 1)
    if not apart(other.best(fen, 60_000, 2), shallow[0], 40):
        return None
    lines = other.best(fen, 400_000, 2)
    if not apart(lines, shallow[0], 100):
        return None
    (move, score), (_, second) = lines
    if score < 100 or second > 450 or at_once and at_once[0][0] == move:
        return None
    deep = fmax.best(fen, 800_000)
    return move if deep and deep[0] == move and deep[1] >= 60 else None


def apart(lines, shallow, margin):
    """True if the first of two lines is better by this many centipawns and not the shallow move."""
    return len(lines) == 2 and lines[0][0] != shallow and lines[0][1] - lines[1][1] >= margin


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    fmax, folder, count, games = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
    for game in games:
        file = folder / f"{game}.epd"
        known = [line for line in file.read_text().splitlines() if " bm " in line]
        seen = {tuple(line.split()[:2]) for line in known}
        number = len(known)
        engines = Fmax(fmax, game), FairyStockfish(game)
        # other games than those that the positions before are from
        seed = 1_000 * number
        while number < count:
            seed += 1
            for turn, fen in enumerate(positions(fmax, game, seed)):
                key = tuple(fen.split()[:2])
                if number == count or key in seen:
                    continue
                move = tactic(*engines, fen, turn % 2)
                if not move:
                    continue
                number += 1
                seen.add(key)
                with file.open("a") as out:
                    fields = " ".join(fen.split()[:4])
                    print(f'{fields} bm {ranks(game, move, -1)}; id "{game} {number:02}"; variant "{game}";', file=out)
                print(f"{game}: {number} of {count}", flush=True)


if __name__ == "__main__":
    main()

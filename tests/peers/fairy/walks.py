"""Random walks through games of Fairy-Stockfish, by its Python module.

Called with names of games, which are those of the module and of the file that FAIRY_VARIANTS names;
FAIRY_WALKS is the number of walks through each.
Writes for each game that it knows `NAME known`, then lines `NAME<TAB>FEN<TAB>N1<TAB>N2`: a position and the
number of sequences of one and of two legal moves from it, where no move follows the end of the game (`-` for
the second where there are very many).
"""

import os
import random
import sys

import pyffish

WALKS = int(os.environ.get("FAIRY_WALKS", "2"))
PLIES, SHARE, MOST_MOVES = 120, 0.08, 300


def moves_of(game, fen, line=()):
    line = list(line)
    over, _ = pyffish.is_immediate_game_end(game, fen, line)
    return [] if over else pyffish.legal_moves(game, fen, line)


def write(game, fen, moves):
    two = "-"
    if len(moves) < MOST_MOVES:
        two = sum(len(moves_of(game, fen, [move])) for move in moves)
    print(game, fen, len(moves), two, sep="\t")


def walk(game, chance, is_first):
    fen = pyffish.start_fen(game)
    for ply in range(PLIES):
        moves = moves_of(game, fen)
        if not moves:
            break
        if chance.random() < SHARE or ply == 0 and is_first:
            write(game, fen, moves)
        fen = pyffish.get_fen(game, fen, [chance.choice(moves)])


if file := os.environ.get("FAIRY_VARIANTS"):
    with open(file, encoding="utf-8") as text:
        pyffish.load_variant_config(text.read())
known = set(pyffish.variants())
for game in sys.argv[1:]:
    if game in known:
        print(game, "known")
        chance = random.Random(game)
        for number in range(WALKS):
            walk(game, chance, number == 0)
        sys.stdout.flush()

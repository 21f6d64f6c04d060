"""Random walks through games of Fairy-Stockfish, by its Python module.

Called with names of games, which are those of the module and of the file that FAIRY_VARIANTS names;
FAIRY_WALKS is the number of walks through each.
Writes for each game that it knows `NAME known`, then lines `NAME<TAB>FEN<TAB>N1<TAB>N2`: a position and the
number of sequences of one and of two legal moves from it, where no move follows the end of the game. The second, which takes
nearly all of the time, is counted in every sixth position, unless that has too many moves; elsewhere it is `-`. One more walk
begins with the back ranks shuffled, if there is castling or gating: the king between two rooks and the castling field as
usual, then that of Shredder-FEN.
"""

import os
import random
import sys

import pyffish

WALKS = int(os.environ.get("FAIRY_WALKS", "2"))
PLIES, SHARE, MOST_MOVES, EVERY = 120, 0.08, 300, 6


def moves_of(game, fen, line, is_shuffled):
    line = list(line)
    over, _ = pyffish.is_immediate_game_end(game, fen, line, is_shuffled)
    return [] if over else pyffish.legal_moves(game, fen, line, is_shuffled)


def write(game, fen, moves, is_shuffled, number):
    two = "-"
    if len(moves) < MOST_MOVES and number % EVERY == 0:
        two = sum(len(moves_of(game, fen, [move], is_shuffled)) for move in moves)
    print(game, fen, len(moves), two, sep="\t")


def walk(game, fen, chance, is_first, is_shuffled):
    written, line = 0, []
    for ply in range(PLIES):
        moves = moves_of(game, fen, line, is_shuffled)
        if not moves:
            break
        if chance.random() < SHARE or ply == 0 and is_first:
            if line:
                # not for each move, since the module takes milliseconds for any answer
                fen, line = pyffish.get_fen(game, fen, line, is_shuffled), []
                moves = moves_of(game, fen, line, is_shuffled)
            write(game, fen, moves, is_shuffled, written)
            written += 1
        if moves:
            line.append(chance.choice(moves))


def shuffled(game, chance):
    """The start position with its back ranks in another order, the same for both sides."""
    board, *fields = pyffish.start_fen(game).split(" ")
    ranks = board.split("[")[0].split("/")
    order = list(ranks[0])
    plain = ranks[-1] == ranks[0].upper() and ranks[0].isalpha() and order.count("k") == 1 and order.count("r") == 2
    if not plain or len(fields) < 2 or fields[1] == "-":
        return None
    while True:
        chance.shuffle(order)
        if order.index("r") < order.index("k") < len(order) - 1 - order[::-1].index("r"):
            break
    black = "".join(order)
    ranks[0], ranks[-1] = black, black.upper()
    return " ".join(["/".join(ranks) + board[len(board.split("[")[0]) :], *fields])


if file := os.environ.get("FAIRY_VARIANTS"):
    with open(file, encoding="utf-8") as text:
        pyffish.load_variant_config(text.read())
known = set(pyffish.variants())
for game in sys.argv[1:]:
    if game in known:
        print(game, "known")
        chance = random.Random(game)
        for number in range(WALKS):
            walk(game, pyffish.start_fen(game), chance, number == 0, False)
        if fen := shuffled(game, chance):
            walk(game, fen, chance, True, True)
        sys.stdout.flush()

# Plays, analyses and ponders over UCI with the engine that is named, in each variant that is named behind it, and
# prints the variant, the plies played and the result. python-chess refuses whatever it does not understand.
import sys

import chess
import chess.engine
import chess.variant

PLIES = 60

engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "--hash", "1"])
for name in sys.argv[2:]:
    board = chess.Board() if name == "chess" else chess.variant.find_variant(name)()
    plies = 0
    while plies < PLIES and not board.is_game_over(claim_draw=True):
        limit = chess.engine.Limit(nodes=100)
        if plies % 5 == 4:
            limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
        if plies % 10 == 5:
            lines = engine.analyse(board, chess.engine.Limit(depth=2), multipv=2)
            assert all(line["pv"][0] in board.legal_moves and "score" in line for line in lines)
        played = engine.play(board, limit, ponder=plies % 2 == 0, info=chess.engine.INFO_ALL)
        assert played.move in board.legal_moves, board.fen()
        board.push(played.move)
        plies += 1
    print(name, plies, board.result(claim_draw=True))
board = chess.Board("1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1", chess960=True)
castling = chess.Move.from_uci("f1h1")
played = engine.play(board, chess.engine.Limit(depth=1), root_moves=[castling])
assert played.move == castling, played
engine.quit()

# Reads games in PGN from a file and prints what python-chess makes of each: the variant, how many moves
# are spelled as python-chess spells them, and the first one that is not. Drops of pawns have no letter there.
import io
import re
import sys

import chess.pgn

for raw in re.split(r"(?=^\[Event )", open(sys.argv[1]).read(), flags=re.M)[1:]:
    node = chess.pgn.read_game(io.StringIO(raw))
    variant, problem = node.headers["Variant"], "".join(map(str, node.errors))
    body = re.sub(r"\{[^}]*\}", " ", raw.split("\n\n", 1)[1])
    words = [word for word in body.split() if not word.endswith(".")][:-1]
    moves = 0
    for word in words:
        if problem or not node.variations:
            break
        node = node.variations[0]
        san = node.san()
        if word != ("P" + san if san.startswith("@") else san):
            problem = f"{word} is {san} in {node.parent.board().fen()}"
        moves += 1
    print(variant, moves, len(words), type(node.board()).__name__, problem, sep="|")

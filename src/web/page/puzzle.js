// A task of the address: a position in which the user finds the moves of one side.

export class Puzzle {
  // `solution` has the move to find; if there are more moves, then the user must also win with the next one. `ply` is that of the
  // position.
  constructor({ task, solution, ply }) {
    Object.assign(this, { task, ply });
    [this.key, ...this.others] = solution.split(" ");
  }

  // Judges the last move of the user: "wrong", "right", or "solved".
  judge({ move, result, side, ply }) {
    if (ply > this.ply + 1) {
      const isWon = result?.score === (side === "w" ? "0-1" : "1-0");
      return isWon ? "solved" : "wrong";
    }
    if (move !== this.key) return "wrong";
    return this.others.length ? "right" : "solved";
  }
}

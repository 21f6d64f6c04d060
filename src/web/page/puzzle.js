// A task of the address: a position in which the user finds the moves of one side.

export class Puzzle {
  // `solution` has the move to find; if there are more moves, then the user must also win with the next one.
  constructor({ task, solution }) {
    this.task = task;
    [this.key, ...this.others] = solution.split(" ");
    this.found = false;
  }

  // Judges the last move of the user: "wrong", "right", or "solved".
  judge({ move, result, side }) {
    if (this.found) {
      const won = result?.score === (side === "w" ? "0-1" : "1-0");
      return won ? "solved" : "wrong";
    }
    if (move !== this.key) return "wrong";
    this.found = true;
    return this.others.length ? "right" : "solved";
  }
}

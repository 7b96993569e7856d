// A joint step of several Sokoban players, composed of one direction each.

export const DIRECTION_OF = { u: "up", l: "left", r: "right", d: "down" }; // by letter
export const WAIT = ".";

export class JointStep {
  constructor(board) {
    this.board = board;
    this.clear();
  }

  clear() {
    this.letters = this.board.initial.players.map(() => null);
  }

  add({ player, letter }) {
    this.letters[player] = letter;
  }

  get complete() {
    return this.letters.every((letter) => letter !== null);
  }

  /** The directions chosen so far, as text. */
  get description() {
    return this.letters.map((letter, player) => `player ${player + 1} ${DIRECTION_OF[letter] ?? "?"}`).join(", ");
  }

  /** The joint move, in which players without a direction wait. Clears the step. */
  take(state) {
    const move = this.letters.map((letter) => letter ?? WAIT).join(",");
    this.clear();
    return this.board.moveText(state, move);
  }
}

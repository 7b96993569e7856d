// A step that several players of Sokoban make at once, put together from a direction of each.

export const WORDS = { u: "up", l: "left", r: "right", d: "down" }; // by the letter of a step
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

  /** Who goes where, as far as it is known. */
  get words() {
    return this.letters.map((letter, player) => `player ${player + 1} ${WORDS[letter] ?? "?"}`).join(", ");
  }

  /** The move of all players, in which those that have no direction wait; the next one begins empty. */
  take(state) {
    const move = this.letters.map((letter) => letter ?? WAIT).join(",");
    this.clear();
    return this.board.written(state, move);
  }
}

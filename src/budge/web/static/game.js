// A game: the moves made so far, in groups that are undone together, and what they cost.

export class Game {
  constructor(board) {
    this.board = board;
    this.restart();
  }

  restart() {
    this.past = []; // groups: {moves, states}
    this.future = [];
    this.began = null;
    this.ended = null;
  }

  get state() {
    return this.past.at(-1)?.states.at(-1) ?? this.board.initial;
  }

  get moves() {
    return this.past.flatMap(({ moves }) => moves);
  }

  get costs() {
    return this.board.costs(this.moves);
  }

  get solved() {
    return this.board.isGoal(this.state);
  }

  /** Seconds since the first move, until the goal. */
  get seconds() {
    return this.began === null ? 0 : ((this.ended ?? Date.now()) - this.began) / 1000;
  }

  /** Make moves by the rules, as far as they are legal; the states they lead through. */
  make(moves) {
    const [made, states] = [[], []];
    let state = this.state;
    for (const move of moves) {
      const after = this.board.apply(state, move);
      if (!after) break;
      made.push(move);
      states.push(after);
      state = after;
    }
    if (!made.length) return [];
    this.past.push({ moves: made, states });
    this.future = [];
    this.began ??= Date.now();
    if (this.solved) this.ended ??= Date.now();
    return states;
  }

  undo() {
    if (this.past.length) this.future.push(this.past.pop());
  }

  redo() {
    if (this.future.length) this.past.push(this.future.pop());
  }
}

// A game: the moves made so far, in groups that are undone together, what they cost, and the time they took.

export class Game {
  constructor(board) {
    this.board = board;
    this.restart();
  }

  restart() {
    this.past = []; // groups: {moves, states}
    this.future = [];
    this.spent = 0; // seconds of play before the clock was started last
    this.since = null; // when that was; null while it stands
    this.won = false;
  }

  /** The game as plain data, and back: moves that the rules do not allow, and all after them, are left out. */
  toJSON() {
    const text = ({ moves }) => this.board.join(moves);
    return { past: this.past.map(text), future: this.future.map(text), seconds: this.seconds };
  }

  restore({ past, future, seconds }) {
    this.restart();
    const all = [...past, ...future.toReversed()];
    for (const text of all) if (!this.make(this.board.split(text)).length) break;
    for (let undone = this.past.length - past.length; undone > 0; undone--) this.undo();
    Object.assign(this, { spent: seconds, since: null, won: this.solved });
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

  /** Seconds of play since the first move, until the goal. */
  get seconds() {
    return this.spent + (this.since === null ? 0 : (Date.now() - this.since) / 1000);
  }

  /** Stop the clock; the next move, or `resume`, lets it run on. */
  pause() {
    this.spent = this.seconds;
    this.since = null;
  }

  resume() {
    if (!this.won && (this.spent || this.past.length)) this.since ??= Date.now();
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
    this.resume();
    if (this.solved) {
      this.pause();
      this.won = true;
    }
    return states;
  }

  undo() {
    if (this.past.length) this.future.push(this.past.pop());
  }

  redo() {
    if (this.future.length) this.past.push(this.future.pop());
  }
}

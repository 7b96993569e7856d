// A game: the moves made so far, in groups that are undone together, their costs, the time, and the hints taken.

export class Game {
  constructor(board) {
    this.board = board;
    this.clear();
  }

  clear() {
    this.past = []; // groups: {moves, states}
    this.future = [];
    this.spent = 0; // seconds before the clock was last started
    this.since = null; // when it was last started; null while it is stopped
    this.hints = 0;
    this.won = false;
    this.abandoned = null; // the game before the last restart, as plain data
  }

  /** Return to the start. `undo` at the start returns to the game that this ends. */
  restart() {
    if (!this.past.length && !this.future.length) return;
    const abandoned = { ...this.toJSON(), abandoned: null };
    this.clear();
    this.abandoned = abandoned;
  }

  /** The game as plain data. `restore` reads it and drops the first illegal move and all later ones. */
  toJSON() {
    const text = ({ moves }) => this.board.join(moves);
    const { past, future, seconds, hints, abandoned } = this;
    return { past: past.map(text), future: future.map(text), seconds, hints, abandoned, solved: this.solved };
  }

  restore({ past, future, seconds, hints = 0, abandoned = null }) {
    this.clear();
    const all = [...past, ...future.toReversed()];
    for (const text of all) if (!this.make(this.board.split(text)).length) break;
    for (let undone = this.past.length - past.length; undone > 0; undone--) this.undo();
    Object.assign(this, { spent: seconds, since: null, hints, won: this.solved, abandoned });
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

  /** Seconds of play from the first move to the goal. */
  get seconds() {
    return this.spent + (this.since === null ? 0 : (Date.now() - this.since) / 1000);
  }

  get running() {
    return this.since !== null;
  }

  /** Stop the clock; `resume` or the next move starts it again. */
  pause() {
    this.spent = this.seconds;
    this.since = null;
  }

  resume() {
    if (!this.won && (this.spent || this.past.length)) this.since ??= Date.now();
  }

  /** Make moves up to the first illegal one. Returns the states after each of them. */
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

  get canUndo() {
    return this.past.length > 0 || this.abandoned !== null;
  }

  undo() {
    if (this.past.length) this.future.push(this.past.pop());
    else if (this.abandoned) this.restore(this.abandoned);
  }

  redo() {
    if (this.future.length) this.past.push(this.future.pop());
  }
}

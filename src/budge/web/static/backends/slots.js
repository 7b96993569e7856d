// A limit on what runs at the same time.

export class Slots {
  constructor(free) {
    this.free = free;
    this.waiting = [];
  }

  /** Call `start` as soon as a slot is free. Returns a function that frees the slot or stops waiting for one. */
  take(start) {
    let taken = this.free > 0;
    const begin = () => { taken = true; start(); };
    if (taken) {
      this.free -= 1;
      start();
    } else this.waiting.push(begin);
    return () => {
      this.waiting = this.waiting.filter((each) => each !== begin);
      if (!taken) return;
      taken = false;
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }
}

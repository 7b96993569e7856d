// One instance of the core in WebAssembly. A call takes a list of numbers and returns JSON; wasm/interface.cpp is the
// other side, and lists the functions.

const [NO_FOLDER, NOT_SUPPORTED] = [8, 52]; // EBADF and ENOSYS of WASI

/** The arguments of a call as numbers: a text and an array start with their length. */
function flat(value) {
  if (typeof value === "string") return [value.length, ...[...value].map((each) => each.charCodeAt(0))];
  if (Array.isArray(value)) return [value.length, ...value.flatMap(flat)];
  return [Number(value)];
}

export class Instance {
  /** `report(progress)` is called during a search and returns whether to continue. */
  static async start(module, report) {
    const instance = new Instance();
    const wasi = {
      clock_time_get: (id, _precision, at) => {
        const milliseconds = id === 0 ? Date.now() : performance.now();
        instance.view.setBigUint64(at >>> 0, BigInt(Math.round(milliseconds * 1e6)), true);
        return 0;
      },
      fd_prestat_get: () => NO_FOLDER, // the C++ library asks at its start which folders it may open
      proc_exit: (code) => { throw new Error(`the core ended with code ${code}`); },
    };
    const { exports } = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: new Proxy(wasi, { get: (known, name) => known[name] ?? (() => NOT_SUPPORTED) }),
      budge: { report: (at, length) => Number(report(JSON.parse(instance.text(at >>> 0, length)))) },
    });
    instance.exports = exports;
    exports["_initialize"](); // of the C++ library
    return instance;
  }

  // The memory grows during a call, which replaces its buffer. An address is a signed number until `>>> 0`.
  get bytes() {
    return new Uint8Array(this.exports.memory.buffer);
  }

  get view() {
    return new DataView(this.exports.memory.buffer);
  }

  text(at, length = this.bytes.indexOf(0, at) - at) {
    return new TextDecoder().decode(this.bytes.slice(at, at + length));
  }

  /** Copy bytes into the memory. Returns their address. */
  store(bytes) {
    const at = this.exports.budge_allocate(bytes.length) >>> 0;
    if (at === 0) throw new Error("out of memory");
    this.bytes.set(bytes, at);
    return at;
  }

  /** Call a function; throws if the arguments are invalid. */
  call(values) {
    const numbers = new Float64Array(values.flatMap(flat));
    const at = this.store(new Uint8Array(numbers.buffer));
    const found = JSON.parse(this.text(this.exports.budge_call(at, numbers.length) >>> 0));
    this.exports.budge_free(at);
    if (found.problem) throw new Error(found.problem);
    return found;
  }
}

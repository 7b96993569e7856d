// A worker that runs one call of the core at a time. The page ends it to stop a call at once, or revokes the address
// `running`: the search then returns what it has found.

import { Instance } from "./instance.js";

const CHECK_MILLISECONDS = 150; // between two looks at `running`
let instance = null;
let current = null; // {id, running}
let checked = 0;

/** A worker that is busy receives no messages, but it can read an address and notice that it is gone. */
function isRevoked(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  try {
    request.send();
  } catch {
    return true;
  }
  return false;
}

function report(progress) {
  postMessage({ id: current.id, progress });
  if (performance.now() - checked < CHECK_MILLISECONDS) return true;
  checked = performance.now();
  return !isRevoked(current.running);
}

addEventListener("message", async ({ data: { id, module, values, databases, running } }) => {
  current = { id, running };
  try {
    instance ??= await Instance.start(module, report);
    const addresses = databases.map((bytes) => instance.store(bytes));
    const placed = (value) => (Array.isArray(value) ? value.map(placed) : addresses[value?.database] ?? value);
    const answer = instance.call(values.map(placed));
    const built = "data" in answer ? instance.bytes.slice(answer.data, answer.data + answer.bytes) : null;
    postMessage({ id, answer, built }, built ? [built.buffer] : []);
  } catch (problem) {
    postMessage({ id, problem: problem.message });
  }
});

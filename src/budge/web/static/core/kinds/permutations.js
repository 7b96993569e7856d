// Parity of permutations: why a blank cannot bring tokens to their goal.

/** Whether an odd number of swaps turns one arrangement of different items into the other. */
export function isOdd(before, after) {
  const place = new Map(after.map((item, index) => [item, index]));
  const seen = new Set();
  let swaps = 0;
  for (let start = 0; start < before.length; start++) {
    for (let at = start, first = true; !seen.has(at); first = false) {
      seen.add(at);
      if (!first) swaps += 1;
      at = place.get(before[at]);
    }
  }
  return swaps % 2 === 1;
}

/**
 * Why no walk of a blank turns one arrangement into the other, or null if parity does not tell. Every move is a swap
 * and changes the colour of the blank's place (Johnson and Story, 1879); `oddSteps`: its two places differ in colour.
 */
export function parityReason(before, after, oddSteps) {
  const odd = isOdd(before, after);
  if (odd === oddSteps) return null;
  const parity = (isTrue) => (isTrue ? "odd" : "even");
  return `start and goal differ by an ${parity(odd)} permutation, but the blank is an ${parity(oddSteps)} number of `
    + "steps from its goal cell";
}

/** Chance that is no chance: the same inputs give the same numbers on every machine. */

/** A 32-bit hash of a text. */
export function hashText(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return finish(hash);
}

/** A 32-bit hash of two numbers; chain it for more. */
export function mix(left: number, right: number): number {
  return finish(Math.imul(left ^ (left >>> 15), 0x2c1b3c6d) ^ Math.imul(right | 0, 0x297a2d39));
}

/** 0 (inclusive) to 1 (exclusive). */
export function unit(hash: number): number {
  return hash / 4_294_967_296;
}

/** Minus one to one. */
export function signed(hash: number): number {
  return hash / 2_147_483_648 - 1;
}

/** One of the values of a list that is not empty. */
export function pick<Value>(values: readonly Value[], hash: number): Value {
  return values[hash % values.length] as Value;
}

/** Smooth noise over time, minus one to one: chance at whole numbers, a soft curve between them. */
export function noise(hash: number, time: number): number {
  const whole = Math.floor(time);
  const part = time - whole;
  const before = signed(mix(hash, whole));
  if (part === 0) return before;
  const after = signed(mix(hash, whole + 1));
  return before + (after - before) * part * part * (3 - 2 * part);
}

function finish(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

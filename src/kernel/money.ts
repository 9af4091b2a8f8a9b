/**
 * Amounts are added, divided and compared as whole millionths of a dollar, which is what the ledger
 * keeps: fractions in binary do not add up.
 */
const MICROS_PER_USD = 1_000_000;

export function toMicros(usd: number): number {
  return Math.round(usd * MICROS_PER_USD);
}

export function toUsd(micros: number): number {
  return micros / MICROS_PER_USD;
}

/** An amount in USD to the millionth. */
export function roundUsd(usd: number): number {
  return toUsd(toMicros(usd));
}

/** The sum of amounts in USD, exact to the millionth. */
export function sumUsd(amounts: Iterable<number>): number {
  let micros = 0;
  for (const usd of amounts) micros += toMicros(usd);
  return toUsd(micros);
}

/**
 * One of `count` parts of an amount in millionths. The parts are as even as can be and add up to it;
 * the first ones are the larger.
 */
export function partOf(micros: number, index: number, count: number): number {
  const least = Math.floor(micros / count);
  return index < micros - least * count ? least + 1 : least;
}

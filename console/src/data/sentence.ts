/** Parts of the sentences with which screens begin. */
import { formatDecimal } from './format.ts';

/** `a`, `a and b`, `a, b and c`; what is empty is left out. */
export function joinWords(parts: readonly (string | false | undefined)[]): string {
  const said = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  if (said.length < 2) return said[0] ?? '';
  return `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
}

/** Sentences after each other; what is empty is left out. */
export function joinSentences(sentences: readonly (string | false | undefined)[]): string {
  return sentences.filter((sentence) => typeof sentence === 'string' && sentence !== '').join(' ');
}

const PERCENT = 100;

/** The difference of two shares: `0.4 points`. Undefined where it is too small to be said. */
export function sayPoints(change: number | null): string | undefined {
  if (change === null) return undefined;
  const points = formatDecimal(Math.abs(change) * PERCENT);
  if (points === '0.0') return undefined;
  return points === '1.0' ? '1 point' : `${points} points`;
}

/** A part with its verb: `1 keyword is`, `3 keywords are`. */
export function sayIs(count: number, text: string): string {
  return `${text} ${count === 1 ? 'is' : 'are'}`;
}

/** Text and numbers from outside, made storable: bounded, and null where unusable. */

const INTEGER_MAX = 2_147_483_647;
const SCORE_MAX = 100;
const NAMES_MAX = 20;
const NAME_LENGTH_MAX = 60;

/** At most `lengthMax` units, none of them half a character; NUL, which PostgreSQL cannot store, is left out. */
export function cleanText(text: string, lengthMax: number): string {
  const usable = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const bounded = usable.length > lengthMax ? usable.slice(0, lengthMax).replace(/\p{Surrogate}$/u, '') : usable;
  return bounded.toWellFormed();
}

export function cleanOptional(text: string | null, lengthMax: number): string | null {
  return text === null ? null : cleanText(text, lengthMax);
}

export function cleanNames(names: readonly string[]): string[] {
  return names.slice(0, NAMES_MAX).map((name) => cleanText(name, NAME_LENGTH_MAX));
}

/** Counts by name. */
export function cleanCounts(counts: Readonly<Record<string, number>>): Record<string, number> {
  const entries = Object.entries(counts).slice(0, NAMES_MAX);
  return Object.fromEntries(entries.map(([name, count]) => [cleanText(name, NAME_LENGTH_MAX), cleanCount(count) ?? 0]));
}

/** A rank or score from 0 to 100; null when it is none. */
export function cleanScore(value: number | null): number | null {
  return value === null || !(value >= 0 && value <= SCORE_MAX) ? null : Math.round(value);
}

/** A whole number from 0 up; null when it is none. */
export function cleanCount(value: number | null): number | null {
  return value === null || !(value >= 0) ? null : Math.min(Math.round(value), INTEGER_MAX);
}

export function cleanNumber(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : value;
}

export function cleanDate(value: Date | null): Date | null {
  return value === null || Number.isNaN(value.getTime()) ? null : value;
}

import { FIELD_RULES, type AppField } from './app-fields.ts';

const TEXT_MAX = 20_000;
const LINE_MAX = 2_048;
const LIST_MAX = 50;
const STARS = 5;

/**
 * A value from outside as it is stored: text without what PostgreSQL cannot hold and bounded, whole counts.
 * @returns undefined: it says nothing (null, empty text, empty list) or is unusable (`NaN`, no date)
 */
export function cleanValue(field: AppField, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  switch (FIELD_RULES[field].kind) {
    case 'text':
    case 'picture':
      return cleanAppText(value, field === 'description' ? TEXT_MAX : LINE_MAX);
    case 'texts':
    case 'pictures':
      return cleanList(value);
    case 'number':
    case 'count':
      return cleanNumber(value, FIELD_RULES[field].kind === 'count');
    case 'counts':
      return cleanHistogram(value);
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return value instanceof Date && !Number.isNaN(value.getTime()) ? value : undefined;
  }
}

/** Without what PostgreSQL cannot hold, and bounded; undefined: nothing is left. */
export function cleanAppText(value: unknown, lengthMax: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const usable = value
    .replaceAll('\0', '')
    .trim()
    .slice(0, lengthMax)
    .replace(/\p{Surrogate}$/u, '')
    .toWellFormed();
  return usable === '' ? undefined : usable;
}

function cleanList(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = new Set(value.flatMap((item) => cleanAppText(item, LINE_MAX) ?? []));
  return texts.size === 0 ? undefined : [...texts].slice(0, LIST_MAX);
}

function cleanNumber(value: unknown, isWhole: boolean): number | undefined {
  if (typeof value !== 'number' || !(value >= 0) || value > Number.MAX_SAFE_INTEGER) return undefined;
  return isWhole ? Math.round(value) : value;
}

function cleanHistogram(value: unknown): number[] | undefined {
  if (!Array.isArray(value) || value.length !== STARS) return undefined;
  const counts = value.flatMap((item) => cleanNumber(item, true) ?? []);
  return counts.length === STARS ? counts : undefined;
}

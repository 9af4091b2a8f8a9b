import type { OnSurprise } from './surprises.ts';

type Maybe<Value> = Value | null | undefined;

/** A text without what no store takes. */
export function toText(value: Maybe<string>): string | null {
  const text = value?.replaceAll('\0', '').toWellFormed() ?? '';
  return text === '' ? null : text;
}

export function toTexts(values: Maybe<readonly string[]>): string[] {
  return (values ?? []).flatMap((value) => toText(value) ?? []);
}

/** The provider decodes `%##` and `+` in keywords. */
export function escapeKeyword(keyword: string): string {
  return keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/** A whole number that is not negative. */
export function toCount(value: Maybe<number>): number | null {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? Math.round(value) : null;
}

export function toNumber(value: Maybe<number>): number | null {
  return value ?? null;
}

const SHARE_MAX = 100;

/** A rank or a score from 0 to 100. A larger value was counted on another scale, which is not known. */
export function toScore(value: Maybe<number>, onSurprise: OnSurprise): number | null {
  const count = toCount(value);
  if (count === null || count <= SHARE_MAX) return count;
  onSurprise('score_out_of_scale');
  return null;
}

/** `2026-11-21 04:05:06 +00:00` */
export function toTime(value: Maybe<string>): Date | null {
  const instant = new Date(value ?? '');
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** Where the provider has no name for what it counts. */
const UNNAMED = 'unknown';

/** Counts by name. The provider knows "unknown" by two names. */
export function toCounts(map: Maybe<Readonly<Record<string, number>>>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const [key, value] of Object.entries(map ?? {})) {
    const name = toText(key) ?? UNNAMED;
    counts.set(name, (counts.get(name) ?? 0) + (toCount(value) ?? 0));
  }
  return Object.fromEntries(counts);
}

import { z } from 'zod';
import { formatPlural } from '#kernel/text.ts';

const PLACES_MAX = 200;
const TIERS_MAX = 10;
const TIER = /^([1-9]\d{0,2})-([1-9]\d{0,2})?$/u;

/** Nearer the top fewer places are much. */
export const TIERS_DEFAULT = { '1-10': 3, '11-30': 5, '31-': 10 } as const;

const Places = z.int().min(1, 'must be at least 1').max(PLACES_MAX, `must be at most ${PLACES_MAX}`);

const Tiers = z
  .record(z.string().regex(TIER, 'must be a range of positions such as 1-10 or 31-'), Places)
  .refine((tiers) => Object.keys(tiers).length >= 1 && Object.keys(tiers).length <= TIERS_MAX, `must have 1 to ${TIERS_MAX} ranges`)
  .refine((tiers) => Object.keys(tiers).every(isInOrder), 'must have ranges that begin with the lower position');

/** So many places: a number, or one for each range of positions that it moves from. */
export const By = z.union([Places, Tiers]).default(TIERS_DEFAULT).meta({
  description: 'Places: a number, or one for each range of positions that it moves from, such as `{"1-10": 3, "11-30": 5, "31-": 10}`.',
});
export type By = z.output<typeof By>;

/** How many places count from a position; infinite where no tier has it. */
export function toThreshold(by: By): (position: number) => number {
  if (typeof by === 'number') return () => by;
  const tiers = Object.entries(by).map(([range, places]) => ({ ...readTier(range), places }));
  return (position) => {
    for (const tier of tiers) if (position >= tier.first && position <= tier.last) return tier.places;
    return Infinity;
  };
}

/** As a sentence goes on: "5 places or more". */
export function describeBy(by: By): string {
  if (typeof by === 'number') return `${formatPlural(by, 'place')} or more`;
  return Object.entries(by)
    .map(
      ([range, places]) => `${places} places or more from ${range.endsWith('-') ? `${range.slice(0, -1)} on` : range.replace('-', ' to ')}`,
    )
    .join(', ');
}

function readTier(range: string): { readonly first: number; readonly last: number } {
  const [, first = '1', last] = TIER.exec(range) ?? [];
  return { first: Number(first), last: last === undefined ? Infinity : Number(last) };
}

function isInOrder(range: string): boolean {
  const { first, last } = readTier(range);
  return first <= last;
}

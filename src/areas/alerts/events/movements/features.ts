import { z } from 'zod';
import type { DayOutcome } from '#areas/rankings/index.ts';
import { outcomeAt } from './series.ts';
import type { Compared, Movement } from './movement.ts';

const NAME_LENGTH_MAX = 60;
const PAGE_RESULTS = 10;

export const FeatureParams = z.strictObject({
  feature: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/u, 'must be the name of a feature, such as featured_snippet')
    .max(NAME_LENGTH_MAX)
    .meta({ description: 'As `GET /api/rankings/features` names it, such as `featured_snippet`.' }),
  ours: z.boolean().default(false).meta({ description: 'Whether it is about an own site in it, and not about the page having it.' }),
});
export type FeatureParams = z.output<typeof FeatureParams>;

/**
 * A feature that came or went. A check that read fewer pages than the other does not say that there was none.
 * @param isHad whether it is about having it
 */
export function toFeatureMovement({ feature, ours }: FeatureParams, isHad: boolean): Movement {
  const has = (outcome: DayOutcome): boolean | undefined => hasFeature(outcome, feature, ours);
  return {
    direction: isHad ? 'up' : 'down',
    toSize: () => 1,
    isMet: ({ series, a, b }: Compared) => {
      const [before, now] = [outcomeAt(series, a), outcomeAt(series, b)];
      const [had, hasNow] = [has(before), has(now)];
      if (had === undefined || hasNow === undefined) return undefined;
      if (hasNow !== isHad || had === isHad) return false;
      const [without, having] = isHad ? [before, now] : [now, before];
      return toPages(without) >= toPages(having) ? true : undefined;
    },
    describe: ({ series }, index) => ({
      feature,
      has_feature: hasFeature(outcomeAt(series, index), feature, false) ?? null,
      ours: ours ? (has(outcomeAt(series, index)) ?? null) : null,
    }),
  };
}

/** Undefined: it is not known. */
function hasFeature({ facts, ours, knowable }: DayOutcome, feature: string, isOurs: boolean): boolean | undefined {
  if (facts.features === null) return undefined;
  const isThere = facts.features.includes(feature);
  if (!isOurs || !isThere) return isThere;
  return knowable?.has(feature) === true ? (ours?.has(feature) ?? false) : undefined;
}

function toPages({ depth }: DayOutcome): number {
  return Math.ceil(depth / PAGE_RESULTS);
}

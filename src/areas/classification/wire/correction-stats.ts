import { z } from 'zod';
import type { CorrectionSum } from '../corrections/store/corrections.ts';

const Counts = z.object({ total: z.int(), corrected: z.int(), confirmed: z.int(), pending: z.int(), processed: z.int() });

export const CorrectionStatsResponse = z.object({
  success: z.boolean(),
  ...Counts.shape,
  by_entity_type: z.record(z.string(), Counts),
  by_dimension: z.record(z.string(), Counts),
  accuracy_by_source: z
    .record(z.string(), z.object({ reviewed: z.int(), confirmed: z.int(), accuracy_pct: z.number() }))
    .meta({ description: 'Of the labels from each source that a person looked at: how many were right.' }),
});

export function toCorrectionStatsBody(sums: readonly CorrectionSum[]): z.input<typeof CorrectionStatsResponse> {
  return {
    success: true,
    ...toCounts(sums),
    by_entity_type: groupCounts(sums, ({ entityType }) => entityType),
    by_dimension: groupCounts(sums, ({ dimension }) => dimension),
    accuracy_by_source: toAccuracy(sums),
  };
}

function toCounts(sums: readonly CorrectionSum[]): z.input<typeof Counts> {
  const add = (valueOf: (sum: CorrectionSum) => number): number => sums.reduce((total, sum) => total + valueOf(sum), 0);
  const [total, confirmed, pending] = [add(({ corrections }) => corrections), add((sum) => sum.confirmed), add((sum) => sum.pending)];
  return { total, corrected: total - confirmed, confirmed, pending, processed: total - pending };
}

function groupCounts(sums: readonly CorrectionSum[], nameOf: (sum: CorrectionSum) => string): Record<string, z.input<typeof Counts>> {
  return Object.fromEntries([...Map.groupBy(sums, nameOf)].map(([name, ofOne]) => [name, toCounts(ofOne)]));
}

/** What had no label has no source, and says nothing of one. */
function toAccuracy(sums: readonly CorrectionSum[]) {
  const bySource = Map.groupBy(
    sums.filter(({ source }) => source !== ''),
    ({ source }) => source,
  );
  const entries = [...bySource].map(([source, ofOne]) => {
    const { total: reviewed, confirmed } = toCounts(ofOne);
    return [source, { reviewed, confirmed, accuracy_pct: Math.round((1000 * confirmed) / reviewed) / 10 }] as const;
  });
  return Object.fromEntries(entries);
}

import type { GetDomainsByDomainBacklinksHistoryResponse } from '../../../../clients/typescript/src/index.ts';
import { formatCount, formatDay, formatShortDay } from '../../data/format.ts';
import type { Bar } from '../../ui/bars/layout.ts';
import type { ChartSpec } from '../../ui/chart/spec.ts';

export type Week = GetDomainsByDomainBacklinksHistoryResponse['snapshots'][number];

const KINDS_SHOWN = 8;

function toChart(weeks: readonly Week[], id: string, label: string, read: (week: Week) => number | null): ChartSpec {
  return { days: weeks.map(({ as_of: day }) => day), lines: [{ id, label, values: weeks.map(read) }], format: formatCount };
}

export interface WeeklyCharts {
  readonly domains: ChartSpec;
  readonly links: ChartSpec;
  /** One bar a week: won or lost referring domains. */
  readonly moves: readonly Bar[];
}

/** The charts of weekly snapshots, which come with the newest first. A week that is not known is a gap. */
export function toWeeks(snapshots: readonly Week[]): WeeklyCharts {
  const weeks = snapshots.toReversed();
  return {
    domains: toChart(weeks, 'domains', 'Referring domains', ({ referring_domains: domains }) => domains),
    links: toChart(weeks, 'links', 'Backlinks', ({ backlinks }) => backlinks),
    moves: weeks.map(({ as_of: day, deltas: { referring_domains_change: change } }) => {
      if (change === null) return { label: formatDay(day), short: formatShortDay(day), parts: [], isUnknown: true };
      return {
        label: formatDay(day),
        short: formatShortDay(day),
        parts: [
          { name: 'won', value: Math.max(0, change) },
          { name: 'lost', value: Math.max(0, -change) },
        ],
      };
    }),
  };
}

/** The kinds of sites of the newest snapshot that says them, the most frequent first. */
export function toKinds(snapshots: readonly Week[]): readonly Bar[] {
  const kinds = snapshots.find(({ platform_types: types }) => types !== null)?.platform_types ?? {};
  return Object.entries(kinds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, KINDS_SHOWN)
    .map(([kind, value]) => ({ label: kind, parts: [{ name: 'referring domains', value }] }));
}

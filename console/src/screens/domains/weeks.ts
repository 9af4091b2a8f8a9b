import type { GetDomainsByDomainBacklinksHistoryResponse } from '#client';
import { formatCount, formatDay, formatShortDay } from '#data/format.ts';
import type { Bar } from '#ui/charts/bars/layout.ts';
import type { ReadChart } from '#ui/charts/chart/spec.ts';
import { METRICS_PROVIDER, type Reading } from '#ui/states/reading.ts';

export type Week = GetDomainsByDomainBacklinksHistoryResponse['snapshots'][number];

const KINDS_SHOWN = 8;

type Filled = GetDomainsByDomainBacklinksHistoryResponse['filled'];

/** How a week was read: by a call of its own, or filled in later with others. */
function toReading(week: Week | undefined, { weeks: count, cost_usd: costUsd }: Filled): Reading | undefined {
  if (!week) return undefined;
  const price = week.cost_usd === null ? { together: { count, costUsd } } : { costUsd: week.cost_usd };
  return { checkedAt: week.captured_at, day: week.as_of, provider: METRICS_PROVIDER, ...price };
}

interface OneChart {
  readonly id: string;
  readonly label: string;
  readonly read: (week: Week) => number | null;
}

function toChart(weeks: readonly Week[], filled: Filled, { id, label, read }: OneChart): ReadChart {
  return {
    days: weeks.map(({ as_of: day }) => day),
    lines: [{ id, label, values: weeks.map(read) }],
    format: formatCount,
    reading: (at) => toReading(weeks[at], filled),
  };
}

export interface WeeklyCharts {
  readonly domains: ReadChart;
  readonly links: ReadChart;
  /** One bar a week: gained or lost referring domains. */
  readonly moves: readonly Bar[];
}

/** The charts of weekly snapshots, which come with the newest first. A week that is not known is a gap. */
export function toWeeks(snapshots: readonly Week[], filled: Filled): WeeklyCharts {
  const weeks = snapshots.toReversed();
  return {
    domains: toChart(weeks, filled, { id: 'domains', label: 'Referring domains', read: ({ referring_domains: domains }) => domains }),
    links: toChart(weeks, filled, { id: 'links', label: 'Backlinks', read: ({ backlinks }) => backlinks }),
    moves: weeks.map(({ as_of: day, deltas: { referring_domains_change: change } }) => {
      if (change === null) return { label: formatDay(day), short: formatShortDay(day), parts: [], isUnknown: true };
      return {
        label: formatDay(day),
        short: formatShortDay(day),
        reading: { computedFrom: 'this week and the one before', day },
        parts: [
          { name: 'gained', value: Math.max(0, change) },
          { name: 'lost', value: Math.max(0, -change) },
        ],
      };
    }),
  };
}

/** The kinds of sites of the newest snapshot that says them, the most frequent first. */
export function toKinds(snapshots: readonly Week[], filled: Filled): readonly Bar[] {
  const week = snapshots.find(({ platform_types: types }) => types !== null);
  const kinds = week?.platform_types ?? {};
  const reading = toReading(week, filled);
  return Object.entries(kinds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, KINDS_SHOWN)
    .map(([kind, value]) => ({ label: kind, parts: [{ name: 'links', value }], ...(reading && { reading }) }));
}

const CLASSES = ['news', 'blogs', 'ecommerce', 'forums', 'social', 'owned', 'earned', 'paid', 'shared'] as const;

/** What our classifier says of the links that were read, of the newest week that has it, and how much of all links that is. */
export function toOwnClasses(snapshots: readonly Week[]): { readonly bars: readonly Bar[]; readonly coverage: string } | undefined {
  const week = snapshots.find(({ classified }) => (classified?.domains_classified ?? 0) > 0);
  const classified = week?.classified;
  if (!week || !classified) return undefined;
  const of = (part: number | null, whole: number | null, name: string): string => `${formatCount(part)} of ${formatCount(whole)} ${name}`;
  const domains = of(classified.domains_classified, classified.domains_total, 'referring domains');
  const links = of(classified.links_classified, classified.links_total, 'links');
  const share = classified.links_share_pct === null ? '' : ` (${classified.links_share_pct}%)`;
  return {
    coverage: `${domains} were read and classified, with ${links}${share}. The rest is not in these counts.`,
    bars: CLASSES.map((name) => ({
      label: name,
      parts: [{ name: 'links', value: classified[`count_${name}`] ?? 0 }],
      reading: { computedFrom: `${formatCount(classified.links_classified)} classified links`, day: week.as_of },
    })),
  };
}

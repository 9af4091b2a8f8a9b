import type { TrackedApp } from '#client';
import { formatCount, formatDecimal, formatInstant } from '#data/format.ts';
import { toCountryName } from '#data/names.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { Line } from '#ui/grid/line.tsx';
import type { Reading } from '#ui/states/reading.ts';
import { toListReading, toRatingReading } from './app/readings.ts';
import { AppIcon } from './app-icon.tsx';
import { toChartName, toStatusName, toStoreName } from './store/store.ts';

/** Its best place in a chart now. */
function findBest({ ranks }: TrackedApp): TrackedApp['ranks'][number] | undefined {
  return ranks.filter(({ rank }) => rank !== null).toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))[0];
}

function describeBest(app: TrackedApp): string | null {
  const best = findBest(app);
  return best ? `${toChartName(best.chart)}, ${best.category_name ?? best.category_id}` : null;
}

function toBestReading(app: TrackedApp): Reading | undefined {
  const best = findBest(app);
  return best && toListReading({ scraped_at: best.seen_at, list_usd: best.list_usd });
}

function toReading({ rating_reading: read }: TrackedApp): Reading {
  return toRatingReading(read);
}

export const TRACKED_APPS: readonly RowColumn<TrackedApp>[] = [
  {
    id: 'app',
    title: 'App',
    kind: 'text',
    width: 260,
    value: ({ title, name, app_id: appId }) => title ?? name ?? appId,
    render: ({ title, name, app_id: appId, icon_url: icon }) => <Line before={<AppIcon url={icon} />}>{title ?? name ?? appId}</Line>,
    isOnPhone: true,
  },
  { id: 'store', title: 'Store', kind: 'text', width: 140, value: ({ platform }) => toStoreName(platform), isOnPhone: true },
  { id: 'country', title: 'Country', kind: 'text', width: 130, value: ({ storefront }) => toCountryName(storefront) },
  {
    id: 'rank',
    title: 'Best rank',
    kind: 'number',
    width: 110,
    isDescendingFirst: false,
    value: (app) => findBest(app)?.rank ?? null,
    reading: toBestReading,
  },
  { id: 'chart', title: 'In', kind: 'text', width: 190, value: describeBest },
  {
    id: 'rating',
    title: 'Rating',
    kind: 'number',
    width: 90,
    value: ({ rating }) => rating,
    render: ({ rating }) => formatDecimal(rating),
    reading: toReading,
    isOnPhone: true,
  },
  {
    id: 'ratings',
    title: 'Ratings',
    kind: 'number',
    width: 110,
    value: ({ rating_count: ratings }) => ratings,
    render: ({ rating_count: ratings }) => formatCount(ratings),
    reading: toReading,
  },
  { id: 'version', title: 'Version', kind: 'text', width: 100, value: ({ version }) => version },
  { id: 'status', title: 'In the store', kind: 'text', width: 120, value: ({ store_status: status }) => status && toStatusName(status) },
  {
    id: 'read',
    title: 'Read (UTC)',
    kind: 'text',
    width: 160,
    isDescendingFirst: true,
    value: ({ last_run_at: at }) => at,
    render: ({ last_run_at: at }) => formatInstant(at),
  },
  { id: 'error', title: 'Last error', kind: 'text', width: 240, value: ({ last_error: error }) => error },
];

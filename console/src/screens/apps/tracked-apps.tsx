import type { TrackedApp } from '#client';
import { toCountryName } from '#data/names.ts';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
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
  column.text('app', 'App', 260, {
    of: ({ title, name, app_id: appId }) => title ?? name ?? appId,
    isOnPhone: true,
    render: ({ title, name, app_id: appId, icon_url: icon }) => <Line before={<AppIcon url={icon} />}>{title ?? name ?? appId}</Line>,
  }),
  column.text('store', 'Store', 140, { of: ({ platform }) => toStoreName(platform), isOnPhone: true }),
  column.text('country', 'Country', 130, { of: ({ storefront }) => toCountryName(storefront) }),
  column.rank('rank', 'Best rank', 110, { of: (app) => findBest(app)?.rank ?? null, reading: toBestReading }),
  column.text('chart', 'In', 190, { of: describeBest }),
  column.decimal('rating', 'Rating', 90, { isOnPhone: true, reading: toReading }),
  column.count('ratings', 'Ratings', 110, { of: 'rating_count', reading: toReading }),
  column.text('version', 'Version', 100),
  column.text('status', 'In the store', 120, { of: ({ store_status: status }) => status && toStatusName(status) }),
  column.instant('read', 'Read (UTC)', 160, { of: 'last_run_at' }),
  column.text('error', 'Last error', 240, { of: 'last_error' }),
];

import { Button } from '@mantine/core';
import { useState } from 'react';
import { getAppsTracked, type TrackedApp } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { AddApp } from './track/add-app.tsx';
import { FailedReadings } from './app/failed-readings.tsx';
import { sayApps } from './app/leads.ts';
import { defineListScreen } from '#ui/list/define-list.tsx';
import { appsSearch } from './search.ts';
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

const TRACKED_APPS: readonly RowColumn<TrackedApp>[] = [
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

/** The apps that a project tracks, with what both stores say of them today. */
export const View = defineListScreen({
  title: 'Apps',
  sayLead: ({ apps }) => sayApps(apps),
  question: 'Each app is read once a day: store listing, chart ranks, and rating.',
  actions: Add,
  search: appsSearch,
  operation: getAppsTracked,
  useOptions: () => ({ query: { project_id: useProjectId() } }),
  // While apps are read, the list is read again.
  useEveryMs: () => 5_000,
  limit: 200,
  height: 320,
  before: ({ data: { apps } }) => <FailedReadings apps={apps} />,
  empty: () => (
    <Empty title="No apps tracked yet">Chart ranks, ratings, and versions appear here a few minutes after you add an app.</Empty>
  ),
  label: 'Tracked apps',
  fileName: 'apps',
  rows: ({ apps }) => apps,
  columns: TRACKED_APPS,
  rowKey: ({ id }) => id,
  open: ({ platform, app_id: appId, storefront: country }, { navigate }) =>
    void navigate({
      to: '/p/$projectId/apps/$platform/$appId',
      params: (before: object) => ({ ...before, platform, appId }),
      search: { country },
    } as never),
});

function Add() {
  const projectId = useProjectId();
  const { rights } = useSession();
  const [isAdding, setAdding] = useState(false);
  if (!rights.has('edit')) return null;
  return (
    <>
      <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>
        Track an app
      </Button>
      <AddApp projectId={projectId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

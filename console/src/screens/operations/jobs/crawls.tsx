import { getAdminCrawlRuns, getAdminCrawlRunsByRunId, type JobRun } from '#client';
import { answerKey } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { Crawl } from './crawl.tsx';
import { toStoreName } from '#screens/apps/store/store.ts';
import { runMs } from './job-outcomes.tsx';
import { jobsSearch } from './search.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { defineList } from '#ui/list/define-list.tsx';

const COLUMNS: readonly RowColumn<JobRun>[] = [
  column.instant('created', 'Requested (UTC)', 190, { of: 'created_at' }),
  column.text('platform', 'Store', 150, { of: ({ platform }) => platform && toStoreName(platform), isOnPhone: true }),
  drawn.status('status', 'Status', 120, { isOnPhone: true }),
  column.count('categories', 'Categories', 120, {
    of: ({ metadata }) => metadata.categories_processed,
    isOnPhone: true,
    render: ({ metadata }) => `${formatCount(metadata.categories_processed)} of ${formatCount(metadata.categories_queued)}`,
  }),
  column.count('apps', 'New apps', 100, { of: ({ metadata }) => metadata.apps_discovered }),
  column.count('errors', 'Errors', 90, { of: ({ metadata }) => metadata.errors }),
  column.duration('took', 'Took', 110, { of: runMs }),
  column.usd('cost', 'Cost', 100, { of: 'total_cost_usd' }),
  column.text('why', 'Why', 220, { of: ({ error, reason }) => error ?? reason }),
];

/** Crawls of app stores, by jobs and by hand. */
export const Crawls = defineList({
  search: jobsSearch,
  operation: getAdminCrawlRuns,
  useOptions: () => ({ query: {} }),
  useEveryMs: ({ search: { crawl } }) =>
    useLive({
      topics: ['crawl'],
      answers: [answerKey(getAdminCrawlRuns), answerKey(getAdminCrawlRunsByRunId)],
      isBusy: crawl !== undefined,
    }),
  limit: 100,
  height: 320,
  after: ({ search: { crawl }, setSearch, everyMs }) => (
    <Drawer opened={crawl !== undefined} onClose={() => setSearch({ crawl: undefined })} title="Crawl" size="xl">
      {crawl !== undefined && <Crawl runId={crawl} everyMs={everyMs} />}
    </Drawer>
  ),
  empty: () => <Empty title="No app store crawled yet">Run the Catalog refresh job to read the categories of a store.</Empty>,
  label: 'Crawls',
  fileName: 'crawls',
  rows: ({ runs }) => runs,
  columns: COLUMNS,
  rowKey: ({ id }) => id,
  open: ({ run_id: id }, { setSearch }) => setSearch({ crawl: id }),
});

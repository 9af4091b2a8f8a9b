import { getAdminCrawlRuns, getAdminCrawlRunsByRunId, type JobRun } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatDuration } from '#data/time/duration.ts';
import { formatCount, formatInstant, formatUsd } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Pager } from '#ui/pager.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { Crawl } from './crawl.tsx';
import { toStoreName } from '../../apps/store/store.ts';
import { runMs } from './job-outcomes.tsx';
import { jobsSearch } from './search.ts';
import { Drawer } from '#ui/overlay/overlay.tsx';

const LIMIT = 100;

/** Crawls of app stores, by jobs and by hand. */
export function Crawls() {
  const { search, setSearch } = useScreenSearch(jobsSearch);
  const { crawl, offset = 0 } = search;
  const everyMs = useLive({
    topics: ['crawl'],
    answers: [answerKey(getAdminCrawlRuns), answerKey(getAdminCrawlRunsByRunId)],
    isBusy: crawl !== undefined,
  });
  const options = { query: { limit: LIMIT, offset } };
  const answer = useAnswer(getAdminCrawlRuns, options, { everyMs });
  const place = useGridPlace();
  return (
    <>
      <Answered answer={answer} height={320}>
        {({ runs, pagination }) => (
          <>
            <RowsGrid
              label="Crawls"
              rows={runs}
              columns={COLUMNS}
              rowKey={toKey}
              place={place}
              fileName="crawls"
              whole={toWholeList(getAdminCrawlRuns, options, pagination)}
              onOpen={({ run_id: id }) => setSearch({ crawl: id })}
              empty={<Empty title="No app store crawled yet">Run the Catalog refresh job to read the categories of a store.</Empty>}
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next })} />
          </>
        )}
      </Answered>
      <Drawer opened={crawl !== undefined} onClose={() => setSearch({ crawl: undefined })} title="Crawl" size="xl">
        {crawl !== undefined && <Crawl runId={crawl} everyMs={everyMs} />}
      </Drawer>
    </>
  );
}

const toKey = ({ id }: JobRun): string => id;

const COLUMNS: readonly RowColumn<JobRun>[] = [
  {
    id: 'created',
    title: 'Requested (UTC)',
    kind: 'text',
    width: 190,
    value: ({ created_at: at }) => at,
    render: ({ created_at: at }) => formatInstant(at),
  },
  { id: 'platform', title: 'Store', kind: 'text', width: 150, value: ({ platform }) => platform && toStoreName(platform), isOnPhone: true },
  {
    id: 'status',
    title: 'Status',
    kind: 'text',
    width: 120,
    value: ({ status }) => status,
    render: ({ status }) => <StatusBadge status={status} />,
    isOnPhone: true,
  },
  {
    id: 'categories',
    title: 'Categories',
    kind: 'number',
    width: 120,
    value: ({ metadata }) => metadata.categories_processed,
    render: ({ metadata }) => `${formatCount(metadata.categories_processed)} of ${formatCount(metadata.categories_queued)}`,
    isOnPhone: true,
  },
  { id: 'apps', title: 'New apps', kind: 'number', width: 100, value: ({ metadata }) => metadata.apps_discovered },
  { id: 'errors', title: 'Errors', kind: 'number', width: 90, value: ({ metadata }) => metadata.errors },
  { id: 'took', title: 'Took', kind: 'number', width: 110, value: runMs, render: (run) => formatDuration(runMs(run)) },
  {
    id: 'cost',
    title: 'Cost',
    kind: 'number',
    width: 100,
    value: ({ total_cost_usd: usd }) => usd,
    render: ({ total_cost_usd: usd }) => formatUsd(usd),
  },
  { id: 'why', title: 'Why', kind: 'text', width: 220, value: ({ error, reason }) => error ?? reason },
];

import { getAdminCrawlRuns, getAdminCrawlRunsByRunId, type JobRun } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { drawn } from '#ui/grid/columns/drawn.tsx';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Pager } from '#ui/pager.tsx';
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

import { Switch, Tabs } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getJobs, getJobsByJobIdRuns, putJobsByJobId, type Job } from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { say } from '#data/answers/announce.ts';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useLive } from '#data/live.ts';
import { Empty, ErrorNote } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { defineList } from '#ui/list/define-list.tsx';
import { sayJobs } from '../leads.ts';
import { useRefresh } from '../use-refresh.ts';
import { describeCron } from './cron-words.ts';
import { Crawls } from './crawls.tsx';
import { JobOutcomes } from './job-outcomes.tsx';
import { jobsSearch, type JobTab } from './search.ts';

const EVERY_JOB = { query: { limit: 500, offset: 0 } };

/** What the service does automatically, and when. */
export function View() {
  const { search, setSearch } = useScreenSearch(jobsSearch);
  const known = useAnswer(getJobs, EVERY_JOB);
  return (
    <>
      <PageHeader title="Jobs" lead={(known.data && sayJobs(known.data.jobs)) ?? 'What the service does automatically, and when.'} />
      <Tabs
        value={search.tab}
        onChange={(tab) => setSearch({ tab: (tab ?? 'jobs') as JobTab, sort: undefined, columns: undefined, offset: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="jobs">Jobs</Tabs.Tab>
          <Tabs.Tab value="crawls">Crawls of app stores</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="jobs">
          <JobList />
        </Tabs.Panel>
        <Tabs.Panel value="crawls">
          <Crawls />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const COLUMNS: readonly RowColumn<Job>[] = [
  column.text('name', 'Job', 220, {
    render: ({ id, name }) => (
      <AppLink to="/ops/jobs/$jobId" params={{ jobId: id }} inherit>
        {name}
      </AppLink>
    ),
  }),
  column.text('enabled', 'On', 70, {
    of: ({ is_enabled: isEnabled }) => (isEnabled ? 'on' : 'off'),
    isOnPhone: true,
    render: (job) => <Enabled job={job} />,
  }),
  column.text('schedule', 'When', 270, { of: ({ cron_schedule: cron }) => describeCron(cron), isOnPhone: true }),
  column.instant('next', 'Next (UTC)', 170, { of: 'next_run', isOnPhone: true }),
  column.instant('last', 'Last (UTC)', 170, { of: 'last_run' }),
  column.text('outcomes', 'Last runs', 330, { of: 'last_run_status', isSortable: false, render: ({ id }) => <JobOutcomes jobId={id} /> }),
];

const JobList = defineList({
  search: jobsSearch,
  operation: getJobs,
  useOptions: () => ({ query: {} }),
  useEveryMs: () =>
    useLive({
      topics: ['workflow'],
      answers: [answerKey(getJobs), answerKey(getJobsByJobIdRuns)],
      matches: ({ workflow_type: type }) => type === 'job-run' || type === 'crawl-run',
    }),
  limit: EVERY_JOB.query.limit,
  height: 320,
  empty: () => <Empty title="No jobs" />,
  label: 'Jobs',
  fileName: 'jobs',
  rows: ({ jobs }) => jobs,
  columns: COLUMNS,
  rowKey: ({ id }) => id,
});

/** Turns a job on or off. It costs nothing at once and can be taken back, so it does not ask. */
export function Enabled({ job: { id, name, is_enabled: isEnabled, cron_schedule: cron } }: { readonly job: Job }) {
  const refresh = useRefresh(getJobs);
  const change = useMutation<unknown, ApiError, boolean>({
    mutationFn: (value) => ask(putJobsByJobId, { path: { jobId: id }, body: { is_enabled: value } }),
    onSuccess: (_, value) => {
      say(`${name} is ${value ? 'on' : 'off'}`);
      refresh();
    },
  });
  return (
    <>
      <Switch
        size="sm"
        aria-label={`${name} runs on schedule`}
        checked={change.isPending ? change.variables : isEnabled}
        disabled={cron === null}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      {change.error && <ErrorNote error={change.error} />}
    </>
  );
}

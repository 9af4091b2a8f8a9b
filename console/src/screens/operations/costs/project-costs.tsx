import { SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import { getProjectsByProjectIdCosts, getProjectsByProjectIdCostsDaily } from '#client';
import { useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatPlural, formatUsd } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { CostDays, ProjectedTotal } from './cost-days.tsx';
import { useLedgerColumns } from './ledger-columns.tsx';
import { projectMonth } from './projection.ts';
import { projectCostsSearch } from './search.ts';
import { sayProjectCosts } from './leads.ts';
import { defineList, type Asked, type ListAt } from '#ui/list/define-list.tsx';

const MONTH_DAYS = 40;
const LIMIT = 500;

/** What a project paid for, for everyone who sees the project. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(projectCostsSearch);
  const { span: range, offset = 0 } = search;
  const path = { project_id: projectId };
  const everyMs = useLive({
    topics: [`project:${projectId}`],
    answers: [answerKey(getProjectsByProjectIdCosts), answerKey(getProjectsByProjectIdCostsDaily)],
    matches: ({ change }) => change === 'costs',
  });
  const options = { path, query: { limit: LIMIT, offset } };
  const costs = useAnswer(getProjectsByProjectIdCosts, options, { everyMs });
  const days = range === 'month' ? MONTH_DAYS : Math.max(MONTH_DAYS, Number(range));
  const daily = useAnswer(getProjectsByProjectIdCostsDaily, { path, query: { days } }, { everyMs });
  const projection = useMemo(() => projectMonth(daily.data?.daily ?? []), [daily.data]);
  return (
    <>
      <PageHeader title="Costs" lead={costs.data ? sayProjectCosts(costs.data) : 'What this project was charged for.'} />
      <Answered answer={costs} height={80}>
        {({ today_cost_usd: today, month_cost_usd: month, total_cost_usd: total, total_requests: requests }) => (
          <SimpleGrid cols={{ base: 2, sm: 4 }} mb="md">
            <Stat label="Today" value={formatUsd(today)} />
            <Stat label="This month" value={formatUsd(month)} />
            <ProjectedTotal projection={projection} />
            <Stat label="All time" value={formatUsd(total)} note={formatPlural(requests, 'call')} />
          </SimpleGrid>
        )}
      </Answered>
      <Answered answer={daily} height={320}>
        {(data) => <CostDays days={data.daily} range={range} onRange={(next) => setSearch({ span: next })} projection={projection} />}
      </Answered>
      <ProjectLedger everyMs={everyMs} />
    </>
  );
}

/** Every call that was paid for the project, newest first. */
const ProjectLedger = defineList({
  search: projectCostsSearch,
  operation: getProjectsByProjectIdCosts,
  useOptions: () => ({ path: { project_id: useProjectId() } }),
  useEveryMs: ({ given }: ListAt<typeof projectCostsSearch, Asked>) => given.everyMs,
  limit: LIMIT,
  height: 400,
  empty: () => <Empty title="No spend yet">Checks and other paid calls for this project appear here.</Empty>,
  label: 'Ledger of the project',
  fileName: 'project-costs',
  rows: ({ costs }) => costs,
  columns: useLedgerColumns,
  rowKey: ({ id }) => id,
});

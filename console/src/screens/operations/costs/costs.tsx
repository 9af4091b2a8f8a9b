import { SimpleGrid, Tabs } from '@mantine/core';
import { useMemo } from 'react';
import {
  getAdminCostsByProject,
  getAdminCostsDaily,
  getAdminCostsRecent,
  getAdminCostsSummary,
  type GetAdminCostsSummaryResponse,
  type ProjectCosts,
} from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { answerKey, useAnswer } from '#data/answers/answers.ts';
import { formatPlural, formatUsd } from '#data/format.ts';
import { useLive } from '#data/live.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { Budgets } from './budgets.tsx';
import { CostDays, ProjectedTotal } from './cost-days.tsx';
import { Ledger } from './ledger.tsx';
import { projectMonth, type Projection } from './projection.ts';
import { Reconcile } from './reconcile.tsx';
import { COST_TABS, costsSearch, type CostTab } from './search.ts';
import { Services } from './services.tsx';
import { sayCosts } from './leads.ts';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { defineList, type Asked, type ListAt } from '#ui/list/define-list.tsx';

const LABELS: Readonly<Record<CostTab, string>> = {
  overview: 'Overview',
  ledger: 'Ledger',
  projects: 'Projects',
  reconcile: 'Reconcile',
  services: 'Services',
};
/** Enough for the average before the first of a month. */
const MONTH_DAYS = 40;

/** What outside calls cost, and how full the budgets are. */
export function View() {
  const { search, setSearch } = useScreenSearch(costsSearch);
  const reads = [getAdminCostsSummary, getAdminCostsDaily, getAdminCostsRecent, getAdminCostsByProject];
  const everyMs = useLive({ topics: ['cost'], answers: reads.map((read) => answerKey(read)) });
  const summary = useAnswer(getAdminCostsSummary, {}, { everyMs });
  return (
    <>
      <PageHeader title="Costs" lead={summary.data ? sayCosts(summary.data.summary) : 'What calls to outside services cost, as charged.'} />
      <Tabs
        value={search.tab}
        onChange={(tab) => setSearch({ tab: (tab ?? 'overview') as CostTab, sort: undefined, columns: undefined, offset: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {COST_TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {LABELS[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview everyMs={everyMs} />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <Ledger everyMs={everyMs} />
        </Tabs.Panel>
        <Tabs.Panel value="projects">
          <ProjectsTable everyMs={everyMs} />
        </Tabs.Panel>
        <Tabs.Panel value="reconcile">
          <Reconcile />
        </Tabs.Panel>
        <Tabs.Panel value="services">
          <Services />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Overview({ everyMs }: { readonly everyMs: number | undefined }) {
  const { search, setSearch } = useScreenSearch(costsSearch);
  const { span: range } = search;
  const summary = useAnswer(getAdminCostsSummary, {}, { everyMs });
  const daily = useAnswer(
    getAdminCostsDaily,
    { query: { days: range === 'month' ? MONTH_DAYS : Math.max(MONTH_DAYS, Number(range)) } },
    { everyMs },
  );
  const projection = useMemo(() => projectMonth(daily.data?.daily ?? []), [daily.data]);
  return (
    <>
      <Answered answer={summary} height={80}>
        {(data) => <Figures summary={data.summary} projection={projection} />}
      </Answered>
      <Answered answer={daily} height={320}>
        {({ daily: days }) => <CostDays days={days} range={range} onRange={(next) => setSearch({ span: next })} projection={projection} />}
      </Answered>
      <Answered answer={summary} height={320}>
        {(data) => <Budgets budgets={data.summary.budgets} days={daily.data?.daily ?? []} />}
      </Answered>
    </>
  );
}

function Figures({ summary, projection }: { readonly summary: GetAdminCostsSummaryResponse['summary']; readonly projection: Projection }) {
  const { today_cost_usd: today, yesterday_cost_usd: yesterday, month_cost_usd: month, unsettled, all_time: all } = summary;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} mb="md">
      <Stat label="Today" value={formatUsd(today)} note={`${formatUsd(yesterday)} yesterday`} />
      <Stat label="This month" value={formatUsd(month)} />
      <ProjectedTotal projection={projection} />
      <Stat label="Reserved" value={formatUsd(unsettled.estimate_usd)} note={`${formatPlural(unsettled.calls, 'call')} under way`} />
      <Stat label="All time" value={formatUsd(all.total_cost_usd)} note={formatPlural(all.total_requests, 'call')} />
    </SimpleGrid>
  );
}

const COLUMNS: readonly RowColumn<ProjectCosts>[] = [
  column.text('project', 'Project', 280, {
    of: ({ project_id: id, project_name: name }) => name ?? id ?? 'No project',
    render: ({ project_id: id, project_name: name }) =>
      id === null ? (
        'No project'
      ) : (
        <AppLink to="/p/$projectId/costs" params={{ projectId: id }} inherit>
          {name ?? id}
        </AppLink>
      ),
  }),
  column.text('organization', 'Organization', 200, { of: 'organization_id' }),
  column.usd('cost', 'Cost', 120, { of: 'total_cost_usd', isOnPhone: true }),
  column.count('requests', 'Calls', 100, { isOnPhone: true }),
  column.count('runs', 'Runs', 100, { isOnPhone: true }),
];

/** What each project paid for since the beginning, most expensive first. */
const ProjectsTable = defineList({
  search: costsSearch,
  operation: getAdminCostsByProject,
  useOptions: () => ({ query: {} }),
  useEveryMs: ({ given }: ListAt<typeof costsSearch, Asked>) => given.everyMs,
  limit: 500,
  height: 320,
  empty: () => <Empty title="No project has spent anything yet" />,
  label: 'Costs of projects',
  fileName: 'costs-by-project',
  rows: ({ projects }) => projects,
  columns: COLUMNS,
  rowKey: ({ project_id: id }) => id ?? 'none',
});

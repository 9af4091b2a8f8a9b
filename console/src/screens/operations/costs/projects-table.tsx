import { getAdminCostsByProject, type ProjectCosts } from '#client';
import { Empty } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { defineList, type Asked, type ListAt } from '#ui/list/define-list.tsx';
import { costsSearch } from './search.ts';

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
export const ProjectsTable = defineList({
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

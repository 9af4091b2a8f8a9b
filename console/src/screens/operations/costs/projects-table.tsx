import { getAdminCostsByProject, type ProjectCosts } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatUsd } from '#data/format.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';

const OPTIONS = { query: { limit: 500 } };

const COLUMNS: readonly RowColumn<ProjectCosts>[] = [
  {
    id: 'project',
    title: 'Project',
    kind: 'text',
    width: 280,
    value: ({ project_id: id, project_name: name }) => name ?? id ?? 'No project',
    render: ({ project_id: id, project_name: name }) =>
      id === null ? (
        'No project'
      ) : (
        <AppLink to="/p/$projectId/costs" params={{ projectId: id }} inherit>
          {name ?? id}
        </AppLink>
      ),
  },
  { id: 'organization', title: 'Organization', kind: 'text', width: 200, value: ({ organization_id: id }) => id },
  {
    id: 'cost',
    title: 'Cost',
    kind: 'number',
    width: 120,
    value: ({ total_cost_usd: usd }) => usd,
    render: ({ total_cost_usd: usd }) => formatUsd(usd),
    isOnPhone: true,
  },
  { id: 'requests', title: 'Calls', kind: 'number', width: 100, value: ({ requests }) => requests, isOnPhone: true },
  { id: 'runs', title: 'Runs', kind: 'number', width: 100, value: ({ runs }) => runs, isOnPhone: true },
];

const toKey = ({ project_id: id }: ProjectCosts): string => id ?? 'none';

/** What each project paid for since the beginning, most expensive first. */
export function ProjectsTable({ everyMs }: { readonly everyMs: number | undefined }) {
  const answer = useAnswer(getAdminCostsByProject, OPTIONS, { everyMs });
  const place = useGridPlace();
  return (
    <Answered answer={answer} height={320}>
      {({ projects, pagination }) => (
        <RowsGrid
          label="Costs of projects"
          rows={projects}
          columns={COLUMNS}
          rowKey={toKey}
          place={place}
          fileName="costs-by-project"
          whole={toWholeList(getAdminCostsByProject, OPTIONS, pagination)}
          empty={<Empty title="No project has spent anything yet" />}
        />
      )}
    </Answered>
  );
}

import { getAdminCostsByProject, type ProjectCosts } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';

const OPTIONS = { query: { limit: 500 } };

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

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { toLines } from '#screens/exports/editor/draft.ts';
import { toApiFilters } from './filters/api-filters.ts';
import { toWanted } from './grid-query.ts';
import { keywordsSearch } from './search.ts';

const GRID = '/api/rankings/grid';

/** Leads to an export of these rows; of those that only the browser finds there is none. Days move on: the newest outcomes are taken. */
export function SaveAsExport() {
  const projectId = useProjectId();
  const { values } = useFilters();
  const { search } = useScreenSearch(keywordsSearch);
  const navigate = useNavigate();
  const asked = toApiFilters(search);
  if (asked === undefined) return null;
  const wanted = { project_id: projectId, ...toWanted(values, { compare: search.since }), ...asked };
  const texts = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)] as const],
  );
  const open = (): void =>
    void navigate({
      to: '/p/$projectId/exports',
      params: { projectId },
      search: { add: true, list: GRID, filters: toLines(Object.fromEntries(texts)) },
    } as never);
  return (
    <Button variant="default" size="xs" onClick={open}>
      Save as export
    </Button>
  );
}

import { getRankingsGrid } from '#client';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { toListSource, type ListSource } from '#data/answers/list-source.ts';
import { toApiFilters } from './filters/api-filters.ts';
import type { KeywordFilters } from './filters/filters.ts';
import { toWanted, type Wanted } from './grid-query.ts';

/** The list of the rows of the table; of those that only the browser finds there is none. Days move on: the newest outcomes are taken. */
export function useGridSource(search: KeywordFilters & { readonly since?: Wanted['compare'] }): ListSource | undefined {
  const projectId = useProjectId();
  const { values } = useFilters();
  const asked = toApiFilters(search);
  if (asked === undefined) return undefined;
  const query = { project_id: projectId, ...toWanted(values, { compare: search.since }), ...asked };
  return toListSource(getRankingsGrid, { query });
}

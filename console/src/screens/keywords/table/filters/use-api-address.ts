import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { toApiAddress, toApiFilters } from './api-filters.ts';
import type { KeywordFilters } from './filters.ts';
import { toGridOptions, toWanted } from '../grid-query.ts';
import { keywordsSearch } from '../search.ts';

/** What asks the API for the rows that the filters leave, as CSV; undefined: only the browser can find them. */
export function useApiAddress(filters: KeywordFilters): string | undefined {
  const projectId = useProjectId();
  const period = useFilters();
  const { search } = useScreenSearch(keywordsSearch);
  const asked = toApiFilters(filters);
  if (asked === undefined) return undefined;
  const { query } = toGridOptions(projectId, period, toWanted(period.values, { compare: search.since }));
  return toApiAddress(globalThis.location.origin, { ...query, ...asked });
}

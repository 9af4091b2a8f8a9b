import { useMemo } from 'react';
import { filtersSchema, toComparedPeriod, toPeriod, type FilterValues, type Period } from './filters.ts';
import { useProject, useProjectId, useToday } from './project.ts';
import { useScreenSearch } from './use-screen-search.ts';
import { toDay } from '#data/time/days.ts';

export interface Filters extends Period {
  /** The days to compare with, unless comparing is off. */
  readonly compared: Period | undefined;
  readonly values: FilterValues;
  readonly setFilters: (changes: Partial<FilterValues>) => void;
}

/** The shared filters of the address, with the days that they name in the zone of the project. */
export function useFilters(): Filters {
  const { search: values, setSearch } = useScreenSearch(filtersSchema);
  const today = useToday();
  const { data } = useProject(useProjectId());
  const began = data && toDay(new Date(data.project.created_at), data.project.time_zone);
  return useMemo(() => {
    const period = toPeriod(values, today, began);
    return { ...period, compared: toComparedPeriod(period, values.compare), values, setFilters: setSearch };
  }, [values, today, began, setSearch]);
}

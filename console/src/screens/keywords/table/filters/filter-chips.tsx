import { Button, Group, Pill } from '@mantine/core';
import { useProjectId } from '#app/project.ts';
import { useFilters } from '#app/use-filters.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import { toApiAddress, toApiFilters } from './api-filters.ts';
import type { FilterPanelProps } from './filter-panel.tsx';
import { NO_FILTERS, type KeywordFilters, type toChips } from './filters.ts';
import { toGridOptions, toWanted } from '../grid-query.ts';
import { keywordsSearch } from '../search.ts';

interface FilterChipsProps extends Pick<FilterPanelProps, 'onChange' | 'filters'> {
  readonly chips: ReturnType<typeof toChips>;
}

/** The filters that are on, each of which can be taken off, and the API address of the same rows. */
export function FilterChips({ chips, filters, onChange }: FilterChipsProps) {
  const address = useApiAddress(filters);
  return (
    <Group gap={6}>
      {chips.map(({ label, without }) => (
        <Pill
          key={label}
          withRemoveButton
          onRemove={() => onChange(without)}
          removeButtonProps={{ 'aria-label': `Remove filter ${label}`, 'aria-hidden': false, tabIndex: 0 }}
        >
          {label}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-xs" onClick={() => onChange(NO_FILTERS)}>
        Clear filters
      </Button>
      {address !== undefined && <CopyButton text={address} label="Copy the API address of these rows" />}
    </Group>
  );
}

/** Address under which the API answers the filtered rows as CSV; undefined: only the browser can find them. */
function useApiAddress(filters: KeywordFilters): string | undefined {
  const projectId = useProjectId();
  const period = useFilters();
  const { search } = useScreenSearch(keywordsSearch);
  const asked = toApiFilters(filters);
  if (asked === undefined) return undefined;
  const { query } = toGridOptions(projectId, period, toWanted(period.values, { compare: search.since }));
  return toApiAddress(globalThis.location.origin, { ...query, ...asked });
}

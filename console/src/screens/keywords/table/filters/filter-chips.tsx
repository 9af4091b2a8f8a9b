import { Button, Group, Pill } from '@mantine/core';
import { CopyButton } from '#ui/actions/copy-button.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';
import { NO_FILTERS, type toChips } from './filters.ts';
import { useApiAddress } from './use-api-address.ts';

interface FilterChipsProps extends Pick<FilterPanelProps, 'onChange' | 'filters'> {
  readonly chips: ReturnType<typeof toChips>;
}

/** The filters that are on, each of which can be taken off, and what asks the API for the same rows. */
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

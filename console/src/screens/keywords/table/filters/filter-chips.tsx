import { Button, Group, Pill } from '@mantine/core';
import type { FilterPanelProps } from './filter-panel.tsx';
import { NO_FILTERS, type toChips } from './filters.ts';

interface FilterChipsProps extends Pick<FilterPanelProps, 'onChange'> {
  readonly chips: ReturnType<typeof toChips>;
}

/** The filters that are on, each of which can be taken off. */
export function FilterChips({ chips, onChange }: FilterChipsProps) {
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
    </Group>
  );
}

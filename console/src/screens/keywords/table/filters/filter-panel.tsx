import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { FirstClick } from '#ui/actions/first-click.tsx';
import { useFiltersShown } from '#ui/layout/folded-filters.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { later } from '#ui/states/later.tsx';
import { Toggle } from '#ui/forms/toggle.tsx';
import { findBadPattern, toChips, type KeywordFilters } from './filters.ts';
import type { Keywords } from '../keywords.ts';

const FilterFields = later(async () => (await import('./filter-fields.tsx')).FilterFields);

const FilterChips = later(async () => (await import('./filter-chips.tsx')).FilterChips);

const TYPING_MS = 120;

export interface FilterPanelProps {
  readonly keywords: Keywords;
  readonly filters: KeywordFilters;
  readonly onChange: (changes: Partial<KeywordFilters>) => void;
}

/** The filters of the work table: what is typed, what is chosen, and chips of what is on. */
export function FilterPanel({ keywords, filters, onChange }: FilterPanelProps) {
  const chips = toChips(filters, (id) => keywords.tags.find((tag) => tag.id === id)?.name ?? id);
  const areFiltersShown = useFiltersShown();
  const button = (
    <Button variant="default" size="xs" leftSection={<Icon name="filter" size={14} />}>
      Filters
    </Button>
  );
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <TextFilter filters={filters} onChange={onChange} />
        {areFiltersShown && (
          <FirstClick opens="dialog" button={button}>
            {(target, giveBack) => (
              <FilterFields button={target} onClose={giveBack} keywords={keywords} filters={filters} onChange={onChange} />
            )}
          </FirstClick>
        )}
      </Group>
      {chips.length > 0 && <FilterChips chips={chips} filters={filters} onChange={onChange} />}
    </Stack>
  );
}

function TextFilter({ filters, onChange }: Omit<FilterPanelProps, 'keywords'>) {
  const { q = '', regex = false } = filters;
  const areFiltersShown = useFiltersShown();
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  const send = useDebouncedCallback((value: string) => onChange({ q: value || undefined }), TYPING_MS);
  return (
    <Group gap="xs">
      <TextInput
        size="xs"
        w={220}
        maxLength={200}
        aria-label="Filter keywords"
        placeholder={regex ? 'Regular expression' : 'Filter keywords'}
        value={typed}
        error={findBadPattern(filters)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          send(value);
        }}
      />
      {(areFiltersShown || regex) && (
        <Toggle isOn={regex} onChange={(isOn) => onChange({ regex: isOn || undefined })}>
          Regex
        </Toggle>
      )}
    </Group>
  );
}

import { SimpleGrid } from '@mantine/core';
import { Select } from '#ui/forms/select.tsx';
import type { ImportMapping } from './mapping-step.tsx';

const LAYOUTS = [
  { value: 'long', label: 'A row for each day' },
  { value: 'wide', label: 'A column for each day' },
] as const;
const ROLES = [
  { role: 'keyword', label: 'Keyword' },
  { role: 'date', label: 'Date' },
  { role: 'position', label: 'Position' },
  { role: 'url', label: 'Page' },
  { role: 'domain', label: 'Website' },
  { role: 'device', label: 'Device' },
  { role: 'location', label: 'Place' },
  { role: 'language', label: 'Language' },
  { role: 'engine', label: 'Search engine' },
  { role: 'depth', label: 'Depth' },
  { role: 'tags', label: 'Tags' },
] as const;

interface ColumnFieldsProps {
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly onChange: (changes: Pick<ImportMapping, 'columns' | 'layout'>) => void;
}

/** Fields for the contents of a table's columns. */
export function ColumnFields({ columns, mapping, onChange }: ColumnFieldsProps) {
  const { layout = 'long', columns: chosen = {} } = mapping;
  const choose = (role: string, name: string | null): void =>
    onChange({ columns: Object.fromEntries(Object.entries({ ...chosen, [role]: name ?? '' }).filter(([, held]) => held !== '')) });
  const roles = layout === 'wide' ? ROLES.filter(({ role }) => role !== 'date' && role !== 'position') : ROLES;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      <Select label="Layout" data={LAYOUTS} value={layout} onChange={(next) => next && onChange({ layout: next })} />
      {roles.map(({ role, label }) => (
        <Select
          key={role}
          label={`Column: ${label}`}
          clearable
          data={[...new Set(columns)].filter((name) => name !== '')}
          value={chosen[role] ?? null}
          onChange={(name) => choose(role, name)}
        />
      ))}
    </SimpleGrid>
  );
}

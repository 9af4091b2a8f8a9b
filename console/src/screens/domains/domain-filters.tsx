import { Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Select } from '#ui/forms/select.tsx';
import { domainsSearch } from './search.ts';

const WAIT_MS = 300;
const STATUSES = [
  { value: '', label: 'Any state' },
  { value: 'pending', label: 'Pending' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'complete', label: 'Complete' },
  { value: 'failed', label: 'Failed' },
];
const TIERS = [
  { value: '', label: 'Any tier' },
  { value: 'customer', label: 'Customers' },
  { value: 'competitor', label: 'Competitors' },
  { value: 'prospect', label: 'Prospects' },
  { value: 'classified', label: 'Only classified' },
];

/** Which domains the list holds, all of it in the address. */
export function DomainFilters() {
  const { search, setSearch } = useScreenSearch(domainsSearch);
  const { text, status, tier } = search;
  const find = useDebouncedCallback((value: string) => setSearch({ text: value, offset: undefined }), WAIT_MS);
  return (
    <Group mb="sm" gap="xs">
      <TextInput
        size="xs"
        w={220}
        aria-label="Name starts with"
        placeholder="Name starts with"
        defaultValue={text ?? ''}
        onChange={({ currentTarget: { value } }) => find(value)}
      />
      <Choice
        label="State"
        data={STATUSES}
        value={status}
        onChange={(value) => setSearch({ status: value as typeof status, offset: undefined })}
      />
      <Choice label="Tier" data={TIERS} value={tier} onChange={(value) => setSearch({ tier: value as typeof tier, offset: undefined })} />
    </Group>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Choice({ label, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      w={150}
      aria-label={label}
      data={[...data]}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}

import '@mantine/core/styles/Fieldset.css';
import { Checkbox, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Quiet } from '../say-channel.ts';
import { USUAL_QUIET } from './draft.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface QuietFieldsProps {
  readonly quiet: Quiet | null;
  readonly error: string | undefined;
  readonly onChange: (quiet: Quiet | null) => void;
}

/** When messages are held, and sent as one at the end. */
export function QuietFields({ quiet, error, onChange }: QuietFieldsProps) {
  return (
    <Fieldset legend="Quiet hours">
      <Stack gap="xs">
        <Checkbox
          label="Hold messages at night, and send them as one in the morning"
          checked={quiet !== null}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? USUAL_QUIET : null)}
        />
        {quiet !== null && <Times quiet={quiet} onChange={onChange} />}
        {error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

function Times({ quiet, onChange }: { readonly quiet: Quiet; readonly onChange: (quiet: Quiet) => void }) {
  return (
    <>
      <Group grow align="start">
        <TextInput
          type="time"
          label="From"
          value={quiet.from}
          onChange={({ currentTarget }) => onChange({ ...quiet, from: currentTarget.value })}
        />
        <TextInput
          type="time"
          label="To"
          value={quiet.to}
          onChange={({ currentTarget }) => onChange({ ...quiet, to: currentTarget.value })}
        />
      </Group>
      <Checkbox.Group
        label="Working days"
        description="The others are quiet all day. In the time zone of the project; UTC where there is none"
        value={quiet.days.map(String)}
        onChange={(days) => onChange({ ...quiet, days: days.map(Number).toSorted((a, b) => a - b) })}
      >
        <Group gap="sm" mt={6}>
          {DAYS.map((day, at) => (
            <Checkbox key={day} value={String(at + 1)} label={day} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox
        label="Critical ones pass"
        checked={quiet.critical_passes}
        onChange={({ currentTarget }) => onChange({ ...quiet, critical_passes: currentTarget.checked })}
      />
    </>
  );
}

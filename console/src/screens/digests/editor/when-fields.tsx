import { Group, NumberInput, TextInput } from '@mantine/core';
import type { Problems } from '#data/answers/problems.ts';
import { Select } from '#ui/forms/select.tsx';
import { DAYS } from '../say-digest.ts';
import type { Draft } from './draft.ts';

const RHYTHMS = [
  { value: 'day', label: 'Each day' },
  { value: 'week', label: 'Each week' },
  { value: 'month', label: 'Each month' },
] as const;
const LAST_DAY = 31;

interface WhenFieldsProps {
  readonly draft: Draft;
  readonly problems: Problems;
  readonly onChange: (values: Partial<Draft>) => void;
}

/** When a digest is sent; its period is what lies between two of them. */
export function WhenFields({ draft: { every, weekday, day_of_month: day, at, time_zone: zone }, problems, onChange }: WhenFieldsProps) {
  return (
    <>
      <Group grow align="start">
        <Select
          label="When"
          data={RHYTHMS}
          value={every}
          error={problems.of('every')}
          onChange={(one) => one && onChange({ every: one })}
        />
        {every === 'week' && (
          <Select
            label="On"
            data={DAYS.map((label, index) => ({ value: String(index + 1), label }))}
            value={String(weekday ?? 1)}
            error={problems.of('weekday')}
            onChange={(one) => one && onChange({ weekday: Number(one) })}
          />
        )}
        {every === 'month' && (
          <NumberInput
            label="On day"
            description="In shorter months the last one"
            min={1}
            max={LAST_DAY}
            value={day ?? 1}
            error={problems.of('day_of_month')}
            onChange={(value) => onChange({ day_of_month: Number(value) || null })}
          />
        )}
        <TextInput
          type="time"
          label="At"
          value={at}
          error={problems.of('at')}
          onChange={({ currentTarget }) => onChange({ at: currentTarget.value })}
        />
      </Group>
      <Select
        label="Time zone"
        data={[...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]}
        value={zone}
        error={problems.of('time_zone')}
        onChange={(one) => one && onChange({ time_zone: one })}
      />
    </>
  );
}

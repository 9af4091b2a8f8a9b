import { Group, NumberInput, TextInput } from '@mantine/core';
import type { Problems } from '#data/answers/problems.ts';
import { DAYS } from '#screens/digests/say-digest.ts';
import { Select } from '#ui/forms/select.tsx';
import type { Draft } from './draft.ts';

const RHYTHMS = [
  { value: 'hand', label: 'By hand' },
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

/** When an export comes by itself. */
export function WhenFields({ draft: { every, weekday, dayOfMonth, at, timeZone }, problems, onChange }: WhenFieldsProps) {
  return (
    <>
      <Group grow align="start">
        <Select
          label="When"
          data={RHYTHMS}
          value={every ?? 'hand'}
          onChange={(one) => one && onChange({ every: one === 'hand' ? null : one })}
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
            value={dayOfMonth ?? 1}
            error={problems.of('day_of_month')}
            onChange={(value) => onChange({ dayOfMonth: Number(value) || null })}
          />
        )}
        {every !== null && (
          <TextInput
            type="time"
            label="At"
            value={at}
            error={problems.of('at')}
            onChange={({ currentTarget }) => onChange({ at: currentTarget.value })}
          />
        )}
      </Group>
      {every !== null && (
        <Select
          label="Time zone"
          data={[...new Set(['UTC', timeZone, ...Intl.supportedValuesOf('timeZone')])]}
          value={timeZone}
          error={problems.of('time_zone')}
          onChange={(one) => one && onChange({ timeZone: one })}
        />
      )}
    </>
  );
}

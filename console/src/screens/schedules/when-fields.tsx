import { Group, NumberInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Problems } from '#data/answers/problems.ts';
import { Select } from '#ui/forms/select.tsx';
import { DAYS, type Timing } from './say-when.ts';

export const RHYTHMS = [
  { value: 'day', label: 'Each day' },
  { value: 'week', label: 'Each week' },
  { value: 'month', label: 'Each month' },
] as const;
const LAST_DAY = 31;

interface WhenFieldsProps {
  readonly timing: Timing;
  readonly problems: Problems;
  readonly onChange: (values: Partial<Omit<Timing, 'every'>>) => void;
  /** The choice of the rhythm, which stands first. */
  readonly children: ReactNode;
}

/** When something comes by itself: the fields that its rhythm has, none of them where it comes by hand. */
export function WhenFields({ timing, problems, onChange, children }: WhenFieldsProps) {
  const { every, weekday, day_of_month: day, at, time_zone: zone } = timing;
  return (
    <>
      <Group grow align="start">
        {children}
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
          data={[...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]}
          value={zone}
          error={problems.of('time_zone')}
          onChange={(one) => one && onChange({ time_zone: one })}
        />
      )}
    </>
  );
}

import { TextInput } from '@mantine/core';
import { addDays } from '#data/time/days.ts';

interface TextFilterProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'text' | 'date';
  readonly value: string | undefined;
  /** `undefined` when the field is empty. */
  readonly onChange: (value: string | undefined) => void;
}

/** A field that narrows a list. */
export function TextFilter({ value, onChange, ...field }: TextFilterProps) {
  return <TextInput {...field} value={value ?? ''} onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)} />;
}

interface DaysFilterProps {
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly onChange: (days: { readonly since?: string | undefined; readonly until?: string | undefined }) => void;
}

/** The first and the last day of a list. */
export function DaysFilter({ since, until, onChange }: DaysFilterProps) {
  return (
    <>
      <TextFilter label="From (UTC)" type="date" value={since} onChange={(value) => onChange({ since: value })} />
      <TextFilter label="To (UTC)" type="date" value={until} onChange={(value) => onChange({ until: value })} />
    </>
  );
}

/** Days as the service is asked for them: both are included. */
export function toInstants({ since, until }: Omit<DaysFilterProps, 'onChange'>): { readonly since?: string; readonly until?: string } {
  return { ...(since && { since: `${since}T00:00:00Z` }), ...(until && { until: `${addDays(until, 1)}T00:00:00Z` }) };
}

import { NumberInput } from '@mantine/core';

const KEYWORDS_MAX = 20_000;

interface KeywordsMaxProps {
  /** Undefined: as many as the service takes by itself. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** How many keywords a run harvests at most. */
export function KeywordsMax({ value, onChange }: KeywordsMaxProps) {
  return (
    <NumberInput
      label="Keyword limit"
      min={1}
      max={KEYWORDS_MAX}
      allowDecimal={false}
      thousandSeparator=","
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
}

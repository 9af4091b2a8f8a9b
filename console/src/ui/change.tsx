import { Text } from '@mantine/core';
import { formatChange, formatCount, UNKNOWN } from '#data/format.ts';

interface ChangeProps {
  /** Null: nothing to compare with. */
  readonly value: number | null | undefined;
  readonly format?: (value: number) => string;
  /** True for positions: a lower one is a gain, and is shown as one. */
  readonly isLessBetter?: boolean;
  readonly size?: string;
}

/** A change with sign, arrow and word: colour alone says nothing. */
export function Change({ value, format = formatCount, isLessBetter = false, size = 'sm' }: ChangeProps) {
  if (value === null || value === undefined) {
    return (
      <Text span size={size} c="dimmed" title="No earlier value">
        {UNKNOWN}
      </Text>
    );
  }
  if (value === 0) {
    return (
      <Text span size={size} c="dimmed">
        <span aria-hidden>=</span> <span className="sr-only">unchanged</span>
      </Text>
    );
  }
  const gained = isLessBetter ? -value : value;
  return (
    <Text
      span
      size={size}
      c={gained > 0 ? 'var(--good)' : 'var(--bad)'}
      role="img"
      aria-label={`${gained > 0 ? 'better' : 'worse'} by ${format(Math.abs(value))}`}
    >
      {gained > 0 ? '▲' : '▼'} {formatChange(gained, format)}
    </Text>
  );
}

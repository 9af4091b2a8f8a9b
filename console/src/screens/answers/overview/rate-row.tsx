import { Group, Stack, Text } from '@mantine/core';
import { Stat } from '#ui/layout/stat.tsx';
import type { Reading } from '#ui/states/reading.ts';
import type { Said } from '../data/words.ts';
import { IntervalBar } from './interval-bar.tsx';

interface RateRowProps {
  readonly label: string;
  readonly said: Said;
  readonly interval: { readonly value: number | null; readonly low: number | null; readonly high: number | null };
  /** Whether it moved, in words. */
  readonly change?: string;
  readonly reading: Reading;
}

/** A rate: its number, its interval as a bar and in words, of how many, and whether it moved. */
export function RateRow({ label, said, interval, change, reading }: RateRowProps) {
  const { text, isKnown, interval: span, of } = said;
  const sentence = `${label}: ${text}, interval ${span}`;
  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <Stat label={label} value={text} reading={reading} />
        <Text size="xs" c="dimmed" ta="right">
          {of}
        </Text>
      </Group>
      {span !== '' && <IntervalBar label={sentence} {...interval} value={isKnown ? interval.value : null} />}
      {span !== '' && (
        <Text size="xs" c="dimmed">
          Interval of 95%: {span}
        </Text>
      )}
      {change !== undefined && <Text size="sm">{change}.</Text>}
    </Stack>
  );
}

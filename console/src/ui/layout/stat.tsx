import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Figure } from './figure.tsx';
import type { Reading } from '../states/reading.ts';

interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
  /** How a number came about. */
  readonly reading?: Reading;
  /** What the figure is made of. */
  readonly note?: ReactNode;
}

/** A figure that a screen is about. */
export function Stat({ label, value, reading, note }: StatProps) {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={600} lh={1.2} data-tile={label}>
        <Figure text={value} reading={reading} />
      </Text>
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Stack>
  );
}

import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
  /** What the figure is made of. */
  readonly note?: ReactNode;
}

/** A figure that a screen is about. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz={22} fw={600} lh={1.2}>
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Stack>
  );
}

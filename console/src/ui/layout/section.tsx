import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen, with a title of its own. */
export function Section({ title, actions, children }: SectionProps) {
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title}</Title>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}

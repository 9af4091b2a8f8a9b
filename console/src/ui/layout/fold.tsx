import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import './fold.css';

interface FoldProps {
  readonly label: string;
  /** What holds while it is folded. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** What need not be looked at: one line that says how it stands, and unfolds. */
export function Fold({ label, summary, children }: FoldProps) {
  return (
    <details className="fold">
      <summary>
        <Text span size="sm" fw={500}>
          {label}
        </Text>
        <Text span size="sm" c="dimmed" className="fold-summary">
          {summary}
        </Text>
      </summary>
      <Stack pt="sm">{children}</Stack>
    </details>
  );
}

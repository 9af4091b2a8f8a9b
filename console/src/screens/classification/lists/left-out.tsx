import { Text } from '@mantine/core';
import type { DuplicateLine, RefusedLine } from '#client';
import { formatPlural } from '#data/format.ts';

interface LeftOutProps {
  readonly refused: readonly RefusedLine[];
  readonly duplicates: readonly DuplicateLine[];
}

/** Lines that are no items, by their numbers, and those that came again. They hold up no other line. */
export function LeftOut({ refused, duplicates }: LeftOutProps) {
  return (
    <>
      {refused.length > 0 && (
        <details open={refused.length <= 5}>
          <Text component="summary" size="sm" py={2}>
            {formatPlural(refused.length, 'line cannot be read and is left out', 'lines cannot be read and are left out')}
          </Text>
          <Lines lines={refused.map(({ line, value, reason }) => `Line ${line}, "${value}": ${reason}`)} label="Unreadable lines" />
        </details>
      )}
      {duplicates.length > 0 && (
        <details>
          <Text component="summary" size="sm" py={2}>
            {formatPlural(duplicates.length, 'line repeats', 'lines repeat')} an earlier line (counted once)
          </Text>
          <Lines lines={duplicates.map(({ line, value, of }) => `Line ${line}, "${value}": as line ${of}`)} label="Repeated lines" />
        </details>
      )}
    </>
  );
}

function Lines({ lines, label }: { readonly lines: readonly string[]; readonly label: string }) {
  return (
    <Text component="ul" size="sm" aria-label={label} tabIndex={0} mah={160} my={4} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Text>
  );
}

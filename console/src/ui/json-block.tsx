import { Code, Group, Text } from '@mantine/core';
import { CopyButton } from './actions/copy-button.tsx';

/** A value as JSON text, to read and to copy. */
export function JsonBlock({
  label,
  value,
  maxHeight = 320,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly maxHeight?: number;
}) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </Group>
      <Code block mah={maxHeight} tabIndex={0} role="region" aria-label={label} style={{ overflow: 'auto' }}>
        {text}
      </Code>
    </div>
  );
}

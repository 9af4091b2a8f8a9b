import { Badge, Group, List, Text } from '@mantine/core';
import { formatCount } from '#data/format.ts';
import { toWords } from './figures.ts';

interface EvidenceProps {
  readonly verdict:
    | { readonly label: string; readonly confidence: number; readonly stage: string; readonly evidence: readonly string[] }
    | undefined;
}

/** What rules and the shipped models say of the address now: it costs nothing, and reads no page. */
export function Evidence({ verdict }: EvidenceProps) {
  if (!verdict) return <Text size="sm">Rules and the built-in models have no opinion on this page.</Text>;
  return (
    <div>
      <Group gap="xs" mb="xs">
        <Text size="sm">Rules and the built-in models say</Text>
        <Badge variant="outline">{toWords(verdict.label)}</Badge>
        <Text size="sm">
          {formatCount(verdict.confidence)} of 100, by {toWords(verdict.stage)}
        </Text>
      </Group>
      <List size="sm">
        {verdict.evidence.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}

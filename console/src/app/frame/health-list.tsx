import { Group, Popover, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import type { GetHealthResponse } from '../../../../clients/typescript/src/index.ts';
import { HEALTH_COLORS, HEALTH_WORDS } from './health.ts';

const PARTS = {
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
  workflows: 'Workflows',
  provider: 'Data provider',
  llm: 'Language model',
} as const;

interface HealthListProps {
  readonly button: ReactElement;
  readonly sentence: string;
  /** Undefined: the service has not answered. */
  readonly health: GetHealthResponse | undefined;
}

/** How each part of the service is; open from the start, because a click has loaded it. */
export function HealthList({ button, sentence, health }: HealthListProps) {
  return (
    <Popover width={280} position="bottom-end" withArrow defaultOpened>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {sentence}
          </Text>
          {health &&
            Object.entries(PARTS).map(([name, label]) => {
              const part = health.checks[name as keyof typeof PARTS];
              return (
                <Group key={name} justify="space-between">
                  <Text size="sm">{label}</Text>
                  <Text size="sm" c={part.status === 'ok' ? 'dimmed' : HEALTH_COLORS[part.status]}>
                    {HEALTH_WORDS[part.status]}
                    {part.latency_ms === undefined ? '' : `, ${Math.round(part.latency_ms)} ms`}
                  </Text>
                </Group>
              );
            })}
          {health && (
            <Text size="xs" c="dimmed">
              Version {health.version}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

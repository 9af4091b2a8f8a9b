import { Group, Popover, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { cloneElement, useState, type ReactElement } from 'react';
import type { GetHealthResponse } from '#client';
import { AppLink } from '#ui/links/app-link.tsx';
import { screens } from '#screens/index.ts';
import type { Waiting } from '#app/waiting.ts';
import { useCurrentProjectId } from '#app/project.ts';
import { toPath } from '#app/sidebar.ts';
import { HEALTH_COLORS, HEALTH_WORDS } from './health.ts';

const PARTS = {
  postgres: 'PostgreSQL',
  clickhouse: 'ClickHouse',
  workflows: 'Workflows',
  provider: 'Data provider',
  llm: 'Language model',
} as const;

interface HealthListProps {
  readonly button: ReactElement<{ readonly onClick?: () => void }>;
  readonly sentence: string;
  /** Undefined: the service has not answered. */
  readonly health: GetHealthResponse | undefined;
  /** What waits for the person. */
  readonly waiting: readonly Waiting[];
}

/** How each part of the service is; open from the start, because a click has loaded it. */
export function HealthList({ button, sentence, health, waiting }: HealthListProps) {
  const [isOpen, setOpen] = useState(true);
  // Nothing in it takes the focus: the kit listens for Escape only where the focus is.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') setOpen(false);
  });
  return (
    <Popover width={280} position="bottom-end" withArrow opened={isOpen} onChange={setOpen}>
      <Popover.Target>{cloneElement(button, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
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
          {waiting.map((one) => (
            <WaitingLink key={one.screen} waiting={one} onOpen={() => setOpen(false)} />
          ))}
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

/** A kind of what waits, as the way to it. */
function WaitingLink({ waiting: { screen, words, search = {} }, onOpen }: { readonly waiting: Waiting; readonly onOpen: () => void }) {
  const projectId = useCurrentProjectId();
  const target = screens.find(({ name }) => name === screen);
  return target === undefined ? null : (
    <AppLink to={toPath(target, projectId)} search={search} size="sm" onClick={onOpen}>
      {words}
    </AppLink>
  );
}

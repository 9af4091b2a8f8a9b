import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { isolate } from '#data/isolate.ts';

interface PageHeaderProps {
  readonly title: string;
  /** The answer of the screen in a sentence, from what was read; until it is read, the question. */
  readonly lead?: ReactNode;
  /** What the title is of: one line. */
  readonly description?: ReactNode;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
}

/** The title of a screen, also in the tab of the browser, and what the screen says in a sentence. */
export function PageHeader({ title, lead, description, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${isolate(title)} · Sightline`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      <Stack gap={4} miw={0}>
        <Title order={1}>
          <bdi>{title}</bdi>
        </Title>
        {lead && (
          <Text className="lead" data-lead>
            {lead}
          </Text>
        )}
        {description && (
          <Text size="sm" c="dimmed" component="div">
            {description}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}

import { Anchor, Button, Card, Group, List, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '#app/session.tsx';
import { formatDay } from '#data/format.ts';
import { toEngineName } from '#data/names.ts';
import type { Notes } from '#data/notes.ts';
import { Annotate, type Draft } from '#ui/annotate.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';

interface HappenedProps {
  readonly notes: Notes;
  readonly projectId: string;
  /** The last day shown. */
  readonly today: string;
}

/** What happened on the days that the charts show: annotations, and what the search engine announced. */
export function Happened({ notes: { annotations, updates, source }, projectId, today }: HappenedProps) {
  const { rights } = useSession();
  const [draft, setDraft] = useState<Draft>();
  const canWrite = rights.has('annotate');
  if (annotations.length === 0 && updates.length === 0 && !canWrite) return null;
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <Title order={2}>What happened</Title>
        {canWrite && (
          <Button size="compact-xs" variant="default" onClick={() => setDraft({ projectId, date: today })}>
            Annotate
          </Button>
        )}
      </Group>
      {annotations.length === 0 && updates.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is noted for these days.
        </Text>
      )}
      <List size="sm" listStyleType="none" aria-label="What happened">
        {annotations.map((existing) => (
          <List.Item key={existing.id}>
            <Days from={existing.date} to={existing.end_date} />{' '}
            {canWrite && existing.scope !== 'instance' ? (
              <Anchor component="button" type="button" size="sm" onClick={() => setDraft({ projectId, date: existing.date, existing })}>
                {existing.text}
              </Anchor>
            ) : existing.source === null ? (
              existing.text
            ) : (
              <OutsideLink href={existing.source} isInText>
                {existing.text}
              </OutsideLink>
            )}
          </List.Item>
        ))}
        {updates.map(({ name, platform, date, end_date: end }) => (
          <List.Item key={name}>
            <Days from={date} to={end} /> {toEngineName(platform)}:{' '}
            {source === undefined ? (
              name
            ) : (
              <OutsideLink href={source} isInText>
                {name}
              </OutsideLink>
            )}
          </List.Item>
        ))}
      </List>
      <Annotate draft={draft} onClose={() => setDraft(undefined)} />
    </Card>
  );
}

function Days({ from, to }: { readonly from: string; readonly to: string | null }) {
  return (
    <Text span size="sm" c="dimmed">
      {formatDay(from)}
      {to !== null && to !== from && ` to ${formatDay(to)}`}
    </Text>
  );
}

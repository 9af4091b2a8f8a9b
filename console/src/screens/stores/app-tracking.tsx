import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { TopApp } from '#client';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { TrackApp } from '../apps/track/track-app.tsx';
import { useIsTracked } from '../apps/track/tracking-button.tsx';
import type { StoreList } from './use-store-list.ts';
import { isolate } from '#data/isolate.ts';

interface AppTrackingProps {
  readonly list: StoreList;
  readonly appId: string;
  readonly app: TopApp | undefined;
}

/** Whether the project at hand tracks the app, and the way to begin it. */
export function AppTracking({ list: { platform, country }, appId, app }: AppTrackingProps) {
  const projectId = useCurrentProjectId();
  const { me, rights } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { tracked, isKnown, answer } = useIsTracked({ projectId, platform, appId });
  if (projectId === undefined) return null;
  const project = me.projects.find(({ id }) => id === projectId)?.name ?? 'the project';
  return (
    <Group gap="xs">
      {answer.error && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {rights.has('edit') && isKnown && !tracked && (
        <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setAsking(true)}>
          Track this app
        </Button>
      )}
      <ButtonLink
        size="xs"
        variant="default"
        to="/p/$projectId/apps/$platform/$appId"
        params={{ projectId, platform, appId }}
        search={{ country }}
      >
        Open the app
      </ButtonLink>
      {tracked && (
        <Text size="sm" c="dimmed">
          Tracked by {isolate(project)}.
        </Text>
      )}
      <TrackApp
        app={{ projectId, platform, appId, country, name: app?.title ?? null }}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </Group>
  );
}

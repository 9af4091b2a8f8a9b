import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { getAppsTracked, type TopApp } from '../../../../clients/typescript/src/index.ts';
import { useCurrentProjectId } from '../../app/project.ts';
import { useSession } from '../../app/session.tsx';
import { useAnswer } from '../../data/answers.ts';
import { ErrorNote } from '../../ui/answered.tsx';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { TrackApp } from '../apps/track-app.tsx';
import type { StoreList } from './use-store-list.ts';

const TRACKED_MAX = 200;

interface AppTrackingProps {
  readonly list: StoreList;
  readonly appId: string;
  readonly app: TopApp | undefined;
}

/** Whether the project at hand tracks the app, and the way to begin it. */
export function AppTracking({ list: { platform, country }, appId, app }: AppTrackingProps) {
  const projectId = useCurrentProjectId();
  const { me, scopes } = useSession();
  const [isAsking, setAsking] = useState(false);
  const tracked = useAnswer(
    getAppsTracked,
    { query: { project_id: projectId ?? '', limit: TRACKED_MAX } },
    { isWanted: projectId !== undefined },
  );
  if (projectId === undefined) return null;
  const isTracked = tracked.data?.apps.some((one) => one.app_id === appId && one.platform === platform && one.storefront === country);
  const project = me.projects.find(({ id }) => id === projectId)?.name ?? 'the project';
  return (
    <Group gap="xs">
      {tracked.error && <ErrorNote error={tracked.error} onRetry={() => void tracked.refetch()} />}
      {scopes.has('write') && isTracked === false && (
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
      {isTracked === true && (
        <Text size="sm" c="dimmed">
          Tracked by {project}.
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

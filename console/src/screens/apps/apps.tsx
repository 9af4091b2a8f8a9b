import { Button } from '@mantine/core';
import { useState } from 'react';
import { getAppsTracked } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { AddApp } from './track/add-app.tsx';
import { FailedReadings } from './app/failed-readings.tsx';
import { TRACKED_APPS } from './tracked-apps.tsx';
import { sayApps } from './app/leads.ts';
import { defineListScreen } from '#ui/list/define-list.tsx';
import { appsSearch } from './index.ts';

/** The apps that a project tracks, with what both stores say of them today. */
export const View = defineListScreen({
  title: 'Apps',
  sayLead: ({ apps }) => sayApps(apps),
  question: 'Each app is read once a day: store listing, chart ranks, and rating.',
  actions: Add,
  search: appsSearch,
  operation: getAppsTracked,
  useOptions: () => ({ query: { project_id: useProjectId() } }),
  // While apps are read, the list is read again.
  useEveryMs: () => 5_000,
  limit: 200,
  height: 320,
  before: ({ data: { apps } }) => <FailedReadings apps={apps} />,
  empty: () => (
    <Empty title="No apps tracked yet">Chart ranks, ratings, and versions appear here a few minutes after you add an app.</Empty>
  ),
  label: 'Tracked apps',
  fileName: 'apps',
  rows: ({ apps }) => apps,
  columns: TRACKED_APPS,
  rowKey: ({ id }) => id,
  open: ({ platform, app_id: appId, storefront: country }, { navigate }) =>
    void navigate({
      to: '/p/$projectId/apps/$platform/$appId',
      params: (before: object) => ({ ...before, platform, appId }),
      search: { country },
    } as never),
});

function Add() {
  const projectId = useProjectId();
  const { scopes } = useSession();
  const [isAdding, setAdding] = useState(false);
  if (!scopes.has('write')) return null;
  return (
    <>
      <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>
        Track an app
      </Button>
      <AddApp projectId={projectId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

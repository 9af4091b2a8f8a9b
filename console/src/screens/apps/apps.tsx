import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { getAppsTracked } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { AddApp } from './track/add-app.tsx';
import { FailedReadings } from './app/failed-readings.tsx';
import { TRACKED_APPS } from './tracked-apps.tsx';
import { sayApps } from './app/leads.ts';

const APPS = 200;
/** While apps are read, the list is read again. */
const LOOK_MS = 5_000;

/** The apps that a project tracks, with what both stores say of them today. */
export function View() {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const place = useGridPlace();
  const { scopes } = useSession();
  const [isAdding, setAdding] = useState(false);
  const answer = useAnswer(getAppsTracked, { query: { project_id: projectId, limit: APPS } }, { everyMs: LOOK_MS });
  return (
    <>
      <PageHeader
        title="Apps"
        lead={(answer.data && sayApps(answer.data.apps)) ?? 'Each app is read once a day: store listing, chart ranks, and rating.'}
        actions={
          scopes.has('write') && (
            <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>
              Track an app
            </Button>
          )
        }
      />
      <Answered answer={answer} height={320}>
        {({ apps }) => (
          <>
            <FailedReadings apps={apps} />
            <RowsGrid
              label="Tracked apps"
              rows={apps}
              columns={TRACKED_APPS}
              rowKey={({ id }) => id}
              place={place}
              fileName="apps"
              onOpen={({ platform, app_id: appId, storefront: country }) =>
                void navigate({
                  to: '/p/$projectId/apps/$platform/$appId',
                  params: { projectId, platform, appId },
                  search: { country },
                } as never)
              }
              empty={
                <Empty title="No apps tracked yet">
                  Chart ranks, ratings, and versions appear here a few minutes after you add an app.
                </Empty>
              }
            />
          </>
        )}
      </Answered>
      <AddApp projectId={projectId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

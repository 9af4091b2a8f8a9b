import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteAppsUntrack } from '#client';
import { ask } from '#data/answers.ts';
import { ConfirmAction } from '#ui/confirm-action.tsx';
import type { AppOfProject } from './store.ts';

/** Ends the tracking of an app, after a question. */
export function Untrack({ app: { projectId, platform, appId } }: { readonly app: AppOfProject }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Stop tracking
      </Button>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Stop tracking this app"
        verb="Stop tracking"
        run={() => ask(deleteAppsUntrack, { body: { project_id: projectId, app_id: appId, platform } })}
        onDone={() => void navigate({ to: '/p/$projectId/apps', params: { projectId } } as never)}
      >
        The app and its terms are no longer checked for this project. Existing data is kept.
      </ConfirmAction>
    </>
  );
}

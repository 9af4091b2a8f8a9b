import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteAppsUntrack } from '../../../../clients/typescript/src/index.ts';
import { ask } from '../../data/answers.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import type { AppOfProject } from './store.ts';

/** Ends the tracking of an app, after a question. */
export function Untrack({ app: { projectId, platform, appId } }: { readonly app: AppOfProject }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        End tracking
      </Button>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="End tracking of this app"
        verb="End tracking"
        run={() => ask(deleteAppsUntrack, { body: { project_id: projectId, app_id: appId, platform } })}
        onDone={() => void navigate({ to: '/p/$projectId/apps', params: { projectId } } as never)}
      >
        Neither the app nor its terms are read for this project any more. What was read stays.
      </ConfirmAction>
    </>
  );
}

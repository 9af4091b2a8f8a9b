import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { getAppsTracked, deleteAppsUntrack } from '#client';
import { useAnswer, ask } from '#data/answers/answers.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import type { AppOfProject } from '../store/store.ts';
import { TrackApp } from './track-app.tsx';

const LOOK_MS = 5_000;

/** Whether the project tracks the app; undefined until that is known. An app of a project is tracked in one country. */
export function useIsTracked({
  projectId,
  platform,
  appId,
}: Pick<AppOfProject, 'platform' | 'appId'> & { readonly projectId: string | undefined }) {
  const isWanted = projectId !== undefined;
  const query = { project_id: projectId ?? '', platform, app_id: appId };
  // A reading may be under way.
  const answer = useAnswer(getAppsTracked, { query }, { isWanted, everyMs: LOOK_MS });
  return { tracked: answer.data?.apps[0], isKnown: answer.data !== undefined, answer };
}

interface TrackingButtonProps {
  readonly app: AppOfProject;
  /** Null: not known. */
  readonly title: string | null;
  /** The storefront in which the app was read. */
  readonly storefront: string | undefined;
}

/** Begins the tracking of an app, after its price was shown, or ends it. */
export function TrackingButton({ app, title, storefront }: TrackingButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { tracked, isKnown, answer } = useIsTracked(app);
  const country = app.country ?? storefront;
  if (answer.error) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!isKnown) return null;
  if (tracked) return <Untrack app={app} />;
  return (
    <>
      <Button size="xs" leftSection={<Icon name="plus" size={15} />} disabled={country === undefined} onClick={() => setAsking(true)}>
        Track this app
      </Button>
      {country !== undefined && <TrackApp app={{ ...app, country, name: title }} isOpen={isAsking} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Ends the tracking of an app, after a question. */
function Untrack({ app: { projectId, platform, appId } }: { readonly app: AppOfProject }) {
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

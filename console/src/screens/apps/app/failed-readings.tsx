import { Alert, Button, List, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postAppsByAppIdRefresh, type Estimate, type TrackedApp } from '#client';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers/answers.ts';
import { readEstimate } from '#data/estimate.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { nameApp, sayUnread, whyUnread } from './leads.ts';
import { toStoreName } from '../store/store.ts';

/** Which apps could not be read, why, and the way to read them again, price first. Nothing when all could. */
export function FailedReadings({ apps }: { readonly apps: readonly TrackedApp[] }) {
  const queries = useQueryClient();
  const { rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  const failed = apps.filter(({ last_error: error }) => error !== null);
  if (failed.length === 0) return null;
  const [first] = failed;
  const title = failed.length === 1 && first ? `Read ${nameApp(first)} again` : `Read ${failed.length} apps again`;
  const orderAll = (isDryRun: boolean) => Promise.all(failed.map((app) => order(app, isDryRun)));
  return (
    <Alert color="red" variant="outline" mb="md" title={sayUnread(failed)} icon={<Icon name="alert" />}>
      <Stack gap="xs" align="flex-start">
        <List size="sm" listStyleType="none" aria-label="Apps that could not be read">
          {failed.map((app) => (
            <List.Item key={app.id}>
              {failed.length > 1 && `${nameApp(app)}, ${toStoreName(app.platform)}: `}
              {whyUnread(app)}
            </List.Item>
          ))}
        </List>
        {rights.has('edit') && (
          <Button size="xs" leftSection={<Icon name="refresh" size={15} />} onClick={() => setOpen(true)}>
            {title}
          </Button>
        )}
      </Stack>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        verb="Read again"
        of={failed.map(({ id }) => id)}
        dryRun={async () => ({ estimate: addUp((await orderAll(true)).map(readEstimate)) })}
        run={() => orderAll(false)}
        cameOf={() => ({ state: 'started' })}
        endsAt={(begun) => begun.flatMap((one) => ('status_url' in one ? [one.status_url] : []))}
        onDone={() => void queries.invalidateQueries()}
      >
        The app and its charts are read. What was read before is kept until then.
      </ConfirmPrice>
    </Alert>
  );
}

async function order({ project_id: projectId, platform, app_id: appId }: TrackedApp, isDryRun: boolean) {
  return await ask(postAppsByAppIdRefresh, {
    path: { app_id: appId },
    body: { project_id: projectId, platform, ...(isDryRun && { dry_run: true }) },
  });
}

/** The price of all, and the refusal of the first that a budget refuses. */
function addUp(estimates: readonly Estimate[]): Estimate {
  const sum = (read: (one: Estimate) => number): number => estimates.reduce((total, one) => total + read(one), 0);
  const refusal = estimates.find((one) => one.refusal)?.refusal;
  return { calls: sum(({ calls }) => calls), cost_usd: sum(({ cost_usd: usd }) => usd), ...(refusal && { refusal }) };
}

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteRunByRunId, getRun, getRunByRunIdStatus } from '#client';
import { useSession } from '#app/session.tsx';
import { answerKey, ask } from '#data/answers/answers.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { Run } from './run.tsx';

/** Ends a run that goes on, after asking. */
export function Cancel({ run }: { readonly run: Run }) {
  const queries = useQueryClient();
  const { scopes } = useSession();
  const [isAsking, setAsking] = useState(false);
  const runId = run.run_id;
  if (!scopes.has('write') || run.status === 'complete' || run.status === 'failed') return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="stop" size={15} />} onClick={() => setAsking(true)}>
        Cancel the run
      </Button>
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel the run"
        verb="Cancel run"
        isDanger
        run={() => ask(deleteRunByRunId, { path: { runId } })}
        // Its status is then that of a run that has failed.
        cameOf={() => ({ state: 'done' })}
        onDone={() => {
          void queries.invalidateQueries({ queryKey: answerKey(getRunByRunIdStatus) });
          void queries.invalidateQueries({ queryKey: answerKey(getRun) });
        }}
      >
        The run stops and cannot be resumed. Results so far are kept, and money already spent is not refunded.
      </ConfirmAction>
    </>
  );
}

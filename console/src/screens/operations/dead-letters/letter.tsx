import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { getDiagnosticsRunByRunId, type DeadLetter } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { JsonBlock } from '#ui/json-block.tsx';
import { RetryLetters } from './retry-letters.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';

interface LetterProps {
  /** Undefined: closed. */
  readonly letter: DeadLetter | undefined;
  readonly onClose: () => void;
}

/** A dead letter with what it asked for and where it failed. */
export function Letter({ letter, onClose }: LetterProps) {
  return (
    <Drawer opened={letter !== undefined} onClose={onClose} title={letter?.title ?? 'Dead letter'} size="xl">
      {letter && <Details letter={letter} />}
    </Drawer>
  );
}

function Details({ letter }: { readonly letter: DeadLetter }) {
  const [isRetried, setRetried] = useState(false);
  const { id, queue, workflow, workflow_id: workflowId, payload, error, attempts, failed_at: failedAt, retried_at: retriedAt } = letter;
  const run = useAnswer(getDiagnosticsRunByRunId, { path: { runId: workflowId } });
  return (
    <Stack>
      <Facts
        facts={[
          ['Letter', id],
          ['Queue', queue],
          ['Tries', attempts],
          ['Failed', `${formatInstant(failedAt)} UTC`],
          ['Sent again', retriedAt === null ? 'not yet' : `${formatInstant(retriedAt)} UTC`],
          ['Error', error],
        ]}
      />
      <Group>
        <Button onClick={() => setRetried(true)} disabled={retriedAt !== null}>
          Send again
        </Button>
        <ButtonLink variant="default" to="/ops/workflows/$type/$workflowId" params={{ type: workflow, workflowId }}>
          Open the workflow
        </ButtonLink>
      </Group>
      <JsonBlock label="Payload" value={payload} />
      <Answered answer={run} height={160}>
        {({ stack }) => (stack === null ? <Text size="sm">No stack was recorded.</Text> : <JsonBlock label="Stack" value={stack} />)}
      </Answered>
      {isRetried && <RetryLetters letters={[letter]} onClose={() => setRetried(false)} />}
    </Stack>
  );
}

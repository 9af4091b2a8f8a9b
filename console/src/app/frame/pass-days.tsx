import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getAdminWorkflowByTypeByWorkflowId, postAdminSandboxClock } from '../../../../clients/typescript/src/index.ts';
import { say } from '../../data/announce.ts';
import { ask } from '../../data/answers.ts';
import type { ApiError } from '../../data/api-error.ts';
import { formatPlural } from '../../data/format.ts';

const AGAIN_MS = 2000;
const STEPS = [1, 7] as const;
const BROKEN_OFF: ReadonlySet<string> = new Set(['failed', 'terminated']);

/** Resolves when the days have passed, each with the checks that became due on it. */
async function passDays(days: number): Promise<void> {
  const answer = await ask(postAdminSandboxClock, { body: { advance_days: days } });
  if (!('workflow_id' in answer)) return;
  const path = { type: answer.workflow_type, workflow_id: answer.workflow_id };
  for (;;) {
    const { status } = await ask(getAdminWorkflowByTypeByWorkflowId, { path });
    if (status === 'completed') return;
    if (BROKEN_OFF.has(status)) throw new Error(`The days did not all pass: the workflow ended as ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Moves the simulated world on by a day or a week. */
export function PassDays() {
  const queries = useQueryClient();
  const pass = useMutation<void, ApiError, number>({
    mutationFn: passDays,
    onSuccess: (_nothing, days) => {
      say(`${formatPlural(days, 'day')} passed`);
      void queries.invalidateQueries();
    },
  });
  return (
    <Group gap={6} ml="auto" wrap="nowrap">
      {pass.error && <Text size="sm">{pass.error.message}</Text>}
      {STEPS.map((days) => (
        <Button
          key={days}
          size="compact-xs"
          variant="white"
          color="dark"
          aria-label={`+${days} d: let ${formatPlural(days, 'day')} pass`}
          loading={pass.isPending && pass.variables === days}
          disabled={pass.isPending}
          onClick={() => pass.mutate(days)}
        >
          +{days} d
        </Button>
      ))}
    </Group>
  );
}

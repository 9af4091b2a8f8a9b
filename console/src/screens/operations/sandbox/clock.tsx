import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  getAdminSandboxClock,
  getAdminWorkflowByTypeByWorkflowId,
  postAdminSandboxClock,
} from '../../../../../clients/typescript/src/index.ts';
import { answerKey, ask, useAnswer } from '../../../data/answers.ts';
import type { ApiError } from '../../../data/api-error.ts';
import { formatInstant, formatPlural } from '../../../data/format.ts';
import { useLive } from '../../../data/live.ts';
import { Answered, ErrorNote } from '../../../ui/answered.tsx';
import { AppLink } from '../../../ui/app-link.tsx';
import { Section } from '../../../ui/section.tsx';

const STEPS = [1, 7, 30];
const POLL_MS = 10_000;

interface Passing {
  readonly workflowId: string;
  readonly days: number;
}

/** The date of the simulated world. Days pass one after the other, each with the checks that become due. */
export function Clock() {
  const clock = useAnswer(getAdminSandboxClock, {}, { everyMs: POLL_MS });
  const [passing, setPassing] = useState<Passing>();
  const advance = useMutation<Passing | undefined, ApiError, number>({
    mutationFn: async (days) => {
      const answer = await ask(postAdminSandboxClock, { body: { advance_days: days } });
      return 'workflow_id' in answer ? { workflowId: answer.workflow_id, days } : undefined;
    },
    onSuccess: setPassing,
  });
  return (
    <Section title="Date">
      <Answered answer={clock} height={90}>
        {({ now }) => (
          <Stack align="flex-start">
            <Text fz={22} fw={600}>
              {formatInstant(now)} UTC
            </Text>
            <Group>
              {STEPS.map((days) => (
                <Button
                  key={days}
                  variant="default"
                  disabled={passing !== undefined}
                  loading={advance.isPending && advance.variables === days}
                  onClick={() => advance.mutate(days)}
                >
                  +{formatPlural(days, 'day')}
                </Button>
              ))}
            </Group>
          </Stack>
        )}
      </Answered>
      {advance.error && <ErrorNote error={advance.error} />}
      {passing && <PassingDays passing={passing} onEnd={() => setPassing(undefined)} />}
    </Section>
  );
}

const TYPE = 'sandbox-days';

/** How many of the days have passed: each is done when the steps of its day are. */
function PassingDays({ passing: { workflowId, days }, onEnd }: { readonly passing: Passing; readonly onEnd: () => void }) {
  const queries = useQueryClient();
  const everyMs = useLive({
    topics: ['workflow', 'step'],
    answers: [answerKey(getAdminWorkflowByTypeByWorkflowId), answerKey(getAdminSandboxClock)],
    matches: ({ workflow_id: id }) => id === workflowId,
    isBusy: true,
  });
  const { data, error } = useAnswer(getAdminWorkflowByTypeByWorkflowId, { path: { type: TYPE, workflow_id: workflowId } }, { everyMs });
  const isEnded = data !== undefined && ['completed', 'failed', 'terminated'].includes(data.status);
  useEffect(() => {
    // Nearly everything on other screens is older than the world now.
    if (isEnded) void queries.invalidateQueries();
  }, [isEnded, queries]);
  if (error) return <ErrorNote error={error} />;
  const done = Math.min(days, data?.children_total ?? 0);
  return (
    <Stack mt="md" gap="xs" aria-live="polite">
      <Text size="sm">
        {isEnded ? `${formatPlural(days, 'day')}: ${data.status}.` : `Days pass: day ${Math.max(1, done)} of ${days}.`}{' '}
        <AppLink to="/ops/workflows/$type/$workflowId" params={{ type: TYPE, workflowId }} inherit>
          Watch the work
        </AppLink>
      </Text>
      <Progress value={isEnded ? 100 : (100 * Math.max(0, done - 0.5)) / days} animated={!isEnded} aria-label="Days passed" />
      {isEnded && (
        <Group>
          <Button size="xs" variant="default" onClick={onEnd}>
            Done
          </Button>
        </Group>
      )}
    </Stack>
  );
}

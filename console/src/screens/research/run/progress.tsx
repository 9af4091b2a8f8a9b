import { Group, Progress as ProgressBar, Stack, Text } from '@mantine/core';
import { getRunByRunIdStatus, type GetRunByRunIdStatusResponse as Run } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { toStepName } from '../words.ts';

/** While the run goes on, it is asked for again. */
const LOOK_MS = 1_500;

/** The steps of a run that goes on. As long as it is shown, the record of the run is kept new. */
export function Progress({ run }: { readonly run: Run }) {
  useAnswer(getRunByRunIdStatus, { path: { runId: run.run_id } }, { everyMs: LOOK_MS });
  const { steps, completed_steps: done, current_step: current } = run.progress;
  const title = run.status === 'queued' ? 'Reading the website' : 'Harvesting keywords';
  return (
    <Section title={title}>
      <Stack>
        <Text size="sm" role="status">
          {current === null ? `${done} of ${steps.length} steps done` : `${toStepName(current)}: step ${done + 1} of ${steps.length}`}
        </Text>
        <ProgressBar value={steps.length === 0 ? 0 : (100 * done) / steps.length} aria-label="Steps done" />
        {steps.map(({ name, status, attempts }) => (
          <Group key={name} justify="space-between">
            <Text size="sm">
              {toStepName(name)}
              {attempts > 1 ? `, attempt ${attempts}` : ''}
            </Text>
            <StatusBadge status={status} />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

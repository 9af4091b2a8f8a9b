import { Group } from '@mantine/core';
import { getJobsByJobIdRuns, type JobRun } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatDuration } from '#data/time/duration.ts';
import { formatInstant } from '#data/format.ts';
import { nameStatus } from '#ui/states/status-badge.tsx';
import { describeOutcomes, type Outcome } from './describe-outcomes.ts';
import classes from './job-outcomes.module.css';

const SHOWN = 20;

/** The last runs of a job as squares, the oldest first. Each kind has a shape of its own beside its colour. */
export function JobOutcomes({ jobId }: { readonly jobId: string }) {
  const { data } = useAnswer(getJobsByJobIdRuns, { path: { jobId }, query: { limit: SHOWN } });
  if (!data) return null;
  const outcomes = data.runs.toReversed().map((run) => toOutcome(run));
  return (
    <Group gap={3} role="img" aria-label={describeOutcomes(outcomes)}>
      {outcomes.map(({ id, status, label }) => (
        <span key={id} className={classes.square} data-status={status} title={label} />
      ))}
    </Group>
  );
}

function toOutcome(run: JobRun): Outcome {
  const why = run.error ?? run.reason;
  return {
    id: run.id,
    status: run.status,
    label: `${formatInstant(run.created_at)} UTC: ${nameStatus(run.status)} after ${formatDuration(runMs(run))}${why === null ? '' : ` (${why})`}`,
  };
}

/** How long a run took; null while it goes on. */
export function runMs({ started_at: start, completed_at: end }: Pick<JobRun, 'started_at' | 'completed_at'>): number | null {
  return start === null || end === null ? null : Date.parse(end) - Date.parse(start);
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { getJobs, getJobsByJobId, getJobsByJobIdRuns, postJobsByJobIdRun, type Job } from '#client';
import { ask } from '#data/answers/answers.ts';
import { formatCount } from '#data/format.ts';
import { ConfirmPrice, type Price } from '#ui/actions/confirm-price.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { useRefresh } from '../use-refresh.ts';

interface RunJobProps {
  readonly job: Pick<Job, 'id' | 'name'>;
  /** Its last run failed. */
  readonly hasFailed?: boolean;
}

/** Runs a job at once, after its price was shown. */
export function RunJob({ job: { id, name }, hasFailed = false }: RunJobProps) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh(getJobs, getJobsByJobId, getJobsByJobIdRuns);
  return (
    <>
      <Button leftSection={<Icon name="play" size={15} />} onClick={() => setOpen(true)}>
        {hasFailed ? 'Try again' : 'Run now'}
      </Button>
      <ConfirmPrice
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Run ${name}`}
        verb="Run"
        dryRun={() => readPrice(id)}
        run={() => ask(postJobsByJobIdRun, { path: { jobId: id }, body: {} })}
        onDone={refresh}
      />
    </>
  );
}

async function readPrice(jobId: string): Promise<Price> {
  const answer = await ask(postJobsByJobIdRun, { path: { jobId }, body: { dry_run: true } });
  const { queued_categories: categories, estimated_apps: apps, estimated_duration: duration } = answer;
  const lines = [
    ...(categories > 0 ? [['Categories', formatCount(categories)] as const] : []),
    ...(apps > 0 ? [['Apps, about', formatCount(apps)] as const] : []),
    ['Duration, about', duration] as const,
  ];
  return { estimate: 'estimate' in answer ? answer.estimate : { calls: 0, cost_usd: 0 }, lines };
}

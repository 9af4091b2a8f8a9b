import { Alert, Group } from '@mantine/core';
import { getRunByRunIdStatus, type GetRunByRunIdStatusResponse } from '#client';
import { useParameter } from '#app/project.ts';
import { useAnswer } from '#data/answers.ts';
import { formatInstant, formatUsd } from '#data/format.ts';
import { Answered } from '#ui/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { OutsideLink } from '#ui/outside-link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RunStatus } from './run-status.tsx';
import { toInstant, toStepName } from './words.ts';
import { RunAgain } from './run-again.tsx';
import { Cancel } from './cancel-run.tsx';
import { later } from '#ui/later.tsx';
import { sayRun } from './words.ts';

// A run is at one of them.
const Confirm = later(async () => (await import('./confirm.tsx')).Confirm);
const Progress = later(async () => (await import('./progress.tsx')).Progress);
const Results = later(async () => (await import('./results.tsx')).Results);

export type Run = GetRunByRunIdStatusResponse;

/** A research run: its progress, what it waits for, or what it found. */
export function View() {
  const runId = useParameter('researchId');
  const answer = useAnswer(getRunByRunIdStatus, { path: { runId } });
  return (
    <>
      <PageHeader
        title={answer.data?.host ?? 'Research run'}
        lead={answer.data && sayRun(answer.data)}
        description={answer.data && <About run={answer.data} />}
        actions={answer.data && <Cancel run={answer.data} />}
      />
      <Answered answer={answer} height={480}>
        {(run) => (
          <>
            <Errors run={run} />
            <Stage run={run} />
          </>
        )}
      </Answered>
    </>
  );
}

function Stage({ run }: { readonly run: Run }) {
  if (run.status === 'queued' || run.status === 'harvesting_keywords') return <Progress run={run} />;
  if (run.status === 'awaiting_category_confirmation' && run.enrichment !== null)
    return <Confirm key={run.run_id} run={run} enrichment={run.enrichment} />;
  return <Results run={run} />;
}

function About({ run }: { readonly run: Run }) {
  return (
    <Group gap="xs">
      <RunStatus status={run.status} />
      <span>
        Began {formatInstant(toInstant(run.created_at))} UTC, has cost {formatUsd(run.cost_usd)}.
      </span>
      <OutsideLink href={run.url}>Open the website</OutsideLink>
    </Group>
  );
}

/** What went wrong on the way: also a run that is complete can lack a source. */
function Errors({ run }: { readonly run: Run }) {
  const { status, error, errors } = run;
  if (error === null && errors.length === 0) return null;
  const title = status === 'failed' ? `The run failed${error === null ? '' : `: ${error}`}` : 'Some parts failed';
  return (
    <Alert color={status === 'failed' ? 'red' : 'yellow'} variant="outline" mb="md" title={title} icon={<Icon name="alert" />}>
      {errors.map(({ step, message }) => (
        <div key={`${step} ${message}`}>
          {toStepName(step)}: {message}
        </div>
      ))}
      {status === 'failed' && <RunAgain run={run} />}
    </Alert>
  );
}

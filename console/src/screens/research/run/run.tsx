import { toInstant } from '#data/time/instant.ts';
import { Alert, Group, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getRunByRunIdStatus, type GetRunByRunIdStatusResponse as Run, postRun, deleteRunByRunId, getRun } from '#client';
import { useParameter, useProjectId } from '#app/project.ts';
import { useAnswer, ask, answerKey } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { forUsd } from '#ui/states/money.ts';
import { Answered } from '#ui/states/answered.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { OutsideLink } from '#ui/links/outside-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { later } from '#ui/states/later.tsx';
import { useSession } from '#app/session.tsx';
import { readEstimate } from '#data/estimate.ts';
import { PricedButton } from '#ui/actions/priced-button.tsx';
import { RunStatus } from './run-status.tsx';
import { toStepName, sayErrors, sayRun } from '../words.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';

// A run is at one of them.
const Confirm = later(async () => (await import('./confirm.tsx')).Confirm);
const Progress = later(async () => (await import('./progress.tsx')).Progress);
const Results = later(async () => (await import('./results.tsx')).Results);

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
        Began {formatInstant(toInstant(run.created_at))} UTC{forUsd(run.cost_usd, ', has cost ')}.
      </span>
      <OutsideLink href={run.url}>Open the website</OutsideLink>
    </Group>
  );
}

/** What went wrong on the way: also a run that is complete can lack a source. */
function Errors({ run }: { readonly run: Run }) {
  const { status, error, errors } = run;
  if (error === null && errors.length === 0) return null;
  const title = status === 'failed' ? `The run failed${error === null ? '' : `: ${error}`}` : sayErrors(errors);
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

/** Researches the site of a failed run once more, as a run of its own, its price on the button. */
function RunAgain({ run: { run_id: runId, url, host } }: { readonly run: Run }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const { rights } = useSession();
  const body = { url, project_id: projectId, async: true };
  if (!rights.has('edit')) return null;
  return (
    <PricedButton
      verb="Try again"
      begun={`The research on ${host} has begun`}
      of={runId}
      dryRun={async () => readEstimate(await ask(postRun, { body: { ...body, dry_run: true } }))}
      run={async () => {
        const answer = await ask(postRun, { body });
        if (!('run_id' in answer)) throw new Error('The service began no run');
        return answer.run_id;
      }}
      onDone={(researchId) => void navigate({ to: '/p/$projectId/research/$researchId', params: { projectId, researchId } } as never)}
    />
  );
}

/** Ends a run that goes on, after asking. */
function Cancel({ run }: { readonly run: Run }) {
  const queries = useQueryClient();
  const { rights } = useSession();
  const [isAsking, setAsking] = useState(false);
  const runId = run.run_id;
  if (!rights.has('edit') || run.status === 'complete' || run.status === 'failed') return null;
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

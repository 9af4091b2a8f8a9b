/** What the screens of those who run the service say first: one sentence each, from what was read. */
import type { GetHealthResponse, Job, QueueMetrics } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { joinWords, sayIs } from '#data/sentence.ts';
import type { State } from './workflows/search.ts';

const DEAD_LETTERS = 'dead-letter';

/** What waits, what is done and what failed, over all queues but that of dead letters. */
export function sayQueues(queues: readonly QueueMetrics[]): string {
  const work = queues.filter(({ name }) => name !== DEAD_LETTERS);
  const sum = (read: (queue: QueueMetrics) => number): number => work.reduce((all, queue) => all + read(queue), 0);
  const waiting = sum(({ pending }) => pending);
  const doing = sum(({ processing }) => processing);
  const now =
    waiting + doing === 0
      ? 'Nothing waits.'
      : `${formatPlural(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'}, ${sayIs(doing, formatCount(doing))} being done.`;
  const done = sum(({ completed_last_hour: count }) => count);
  const failed = sum(({ failed_last_hour: count }) => count);
  const dead = queues.find(({ name }) => name === DEAD_LETTERS)?.pending ?? 0;
  const hour = `In the last hour ${sayWere(done)} done and ${formatCount(failed)} failed.`;
  return `${now} ${hour}${dead > 0 ? ` ${formatPlural(dead, 'dead letter')} ${dead === 1 ? 'waits' : 'wait'} for you.` : ''}`;
}

function sayWere(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'was' : 'were'}`;
}

const STATE_WORDS: Readonly<Record<State, readonly [none: string, one: string, many: string]>> = {
  running: ['Nothing runs or waits', 'workflow has not ended', 'workflows have not ended'],
  ended: ['No workflow that is kept has ended', 'workflow that is kept has ended', 'workflows that are kept have ended'],
  failed: ['No workflow that is kept has failed', 'workflow that is kept has failed', 'workflows that are kept have failed'],
};

/** How many workflows are in a state; of one type, when the list is. */
export function sayWorkflows(state: State, total: number, type: string | undefined): string {
  const [none, one, many] = STATE_WORDS[state];
  const of = type === undefined ? '' : `, of the type ${type}`;
  return total === 0 ? `${none}${of}.` : `${formatCount(total)} ${total === 1 ? one : many}${of}.`;
}

/** Which jobs run by themselves, and whose last run failed. */
export function sayJobs(jobs: readonly Pick<Job, 'is_enabled' | 'last_run_status'>[]): string | undefined {
  if (jobs.length === 0) return undefined;
  const on = jobs.filter(({ is_enabled: isOn }) => isOn).length;
  const failed = jobs.filter(({ last_run_status: status }) => status === 'failed').length;
  const never = jobs.filter(({ last_run_status: status }) => status === null).length;
  const runs = joinWords([
    failed > 0 && `the last run of ${formatCount(failed)} failed`,
    never > 0 && `${formatCount(never)} ${never === 1 ? 'has' : 'have'} not run yet`,
  ]);
  return `${sayIs(on, `${formatCount(on)} of ${formatPlural(jobs.length, 'job')}`)} on${runs === '' ? '; no last run failed' : `; ${runs}`}.`;
}

/** How many messages failed for good, and for how many reasons. */
export function sayDeadLetters({ total, reasons }: { readonly total: number; readonly reasons: number }): string {
  if (total === 0) return 'Nothing has failed after all its tries.';
  return `${formatPlural(total, 'message')} failed after all ${total === 1 ? 'its' : 'their'} tries, for ${formatPlural(reasons, 'reason')}. ${total === 1 ? 'It waits' : 'They wait'} here until ${total === 1 ? 'it is' : 'they are'} sent again.`;
}

/** Whether the service is well, and which parts are not. */
export function sayHealth({ status, checks }: Pick<GetHealthResponse, 'status' | 'checks'>): string {
  const bad = Object.entries(checks).flatMap(([name, check]) =>
    check && ['degraded', 'down'].includes(check.status) ? [`${name} is ${check.status}`] : [],
  );
  if (status === 'ok' && bad.length === 0) return 'The service is well: every part that it has answers.';
  return bad.length === 0 ? `The service is ${status}.` : `The service is ${status}: ${joinWords(bad)}.`;
}

const RUN_WORDS = {
  queued: 'waits to begin',
  running: 'is under way',
  completed: 'was completed',
  failed: 'failed',
  skipped: 'was skipped',
} as const;

/** Whether a job runs by itself, and how its last run ended. */
export function sayJob({ is_enabled: isOn, last_run_status: status }: Pick<Job, 'is_enabled' | 'last_run_status'>): string {
  return `This job is ${isOn ? 'on' : 'off'}; ${status === null ? 'it has not run yet' : `its last run ${RUN_WORDS[status]}`}.`;
}

const WORKFLOW_WORDS = {
  queued: 'waits to begin',
  running: 'is under way',
  paused: 'is paused',
  completed: 'ended well',
  failed: 'failed',
  terminated: 'was stopped',
} as const;

/** How far a workflow is, and why it failed. */
export function sayWorkflow({ status, error }: { readonly status: keyof typeof WORKFLOW_WORDS; readonly error: string | null }): string {
  return `This workflow ${WORKFLOW_WORDS[status]}${error === null ? '' : `: ${error}`}${error !== null && /[.!?]$/u.test(error) ? '' : '.'}`;
}

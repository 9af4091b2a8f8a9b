import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getAdminSandboxClock, getAdminWorkflowByTypeByWorkflowId, postAdminSandboxClock } from '#client';
import { say } from '../answers/announce.ts';
import { ask } from '../answers/answers.ts';
import type { ApiError } from '../answers/api-error.ts';
import { describeEnd, describePassing, type DaysEnd } from './passed-days.ts';
import { makeStore, useStore } from '../store.ts';

const AGAIN_MS = 1000;
const ENDED = new Set(['completed', 'failed', 'terminated']);

interface Passing {
  readonly days: number;
  /** `sandbox-days`, as it can be watched. Undefined until the service has begun it. */
  readonly workflowId: string | undefined;
  /** What happens now. */
  readonly text: string;
}

/** One for the whole tab: days pass once, wherever they were asked for. */
const passing = makeStore<Passing | undefined>(undefined);
interface Passed {
  readonly workflowId: string;
  /** What the days have brought. */
  readonly text: string;
}

const passed = makeStore<Passed | undefined>(undefined);

/** Days of the simulated world pass at a press: says what happens meanwhile, and at the end what it has brought. */
export function usePassDays() {
  const queries = useQueryClient();
  const pass = useMutation<Passed, ApiError, number>({
    mutationFn: passDays,
    onSuccess: async (end) => {
      say(end.text);
      passed.set(end);
      await queries.invalidateQueries();
    },
    onSettled: () => passing.set(undefined),
  });
  return { pass, now: useStore(passing), last: useStore(passed) };
}

/** Resolves when the days have passed, each with the checks that became due on it. */
async function passDays(days: number): Promise<Passed> {
  passed.set(undefined);
  passing.set({ days, workflowId: undefined, text: 'Moving the clock' });
  const answer = await ask(postAdminSandboxClock, { body: { advance_days: days } });
  if (!('workflow_id' in answer)) throw new Error('The service started nothing');
  const { workflow_id: workflowId, workflow_type: type } = answer;
  for (;;) {
    const [workflow, clock] = await Promise.all([
      ask(getAdminWorkflowByTypeByWorkflowId, { path: { type, workflow_id: workflowId } }),
      ask(getAdminSandboxClock, {}),
    ]);
    const end = { ...workflow, now: clock.now, output: workflow.output as DaysEnd['output'] };
    if (ENDED.has(workflow.status)) return { workflowId, text: describeEnd(days, end) };
    passing.set({ days, workflowId, text: describePassing(clock) });
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

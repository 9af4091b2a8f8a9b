import type { RequestContext } from '#context';
import { newId } from '#kernel/ids.ts';
import type { LearnOutput } from './learn.workflow.ts';

const WAIT_MS = 25_000;

export interface StartedLearning {
  readonly workflowId: string;
  /** Undefined: it has not ended within the wait and goes on. */
  readonly output: LearnOutput | undefined;
}

/** Learns from the corrections that wait, as durable work; waits a while for its end. */
export async function startLearning({ workflows }: Pick<RequestContext, 'workflows'>): Promise<StartedLearning> {
  const workflowId = await workflows.start('classifier-learn', {}, { id: newId('wf_') });
  const ended = await workflows.waitFor<LearnOutput>(workflowId, WAIT_MS);
  return { workflowId, output: ended?.output };
}

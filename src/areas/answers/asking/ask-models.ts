import { findCountryOf } from '#areas/projects/index.ts';
import type { WorkflowContext } from '#context';
import { BudgetExceededError, messageOf, OutsideError } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import type { AskedSurface } from '#providers/search-data/index.ts';
import { askLive, type AskEnd, type LostAsk } from '#purchases/index.ts';
import type { AskedPrompt } from './answers-question.ts';
import type { CameAnswer } from './store-answers.ts';

/** A prompt for a model by its interface. */
export interface ModelPrompt extends AskedPrompt {
  readonly surface: AskedSurface;
}

export interface ModelAsking {
  /** The projects that share the price. */
  readonly projectIds: readonly string[];
  /** Its place among what the workflow asks: after a crash the same. */
  readonly at: number;
  readonly signal: AbortSignal;
  /** What was not paid is not tried again after this time. */
  readonly isLastTry: boolean;
}

/** As JSON keeps it. */
interface KeptModelAnswer {
  /** As received, in base64. */
  readonly body: string;
  readonly costUsd: number;
}

const LOST = 'the service stopped while it was asked: the answer may have been paid and is lost, and it is not asked twice';

/**
 * Asks a model once for a workflow, also when a crash repeats the step: an answer is kept with its price, and what was under way is not
 * asked again.
 * @throws what cost nothing and can be tried again
 */
export async function askModel(ctx: WorkflowContext, prompt: ModelPrompt, asking: ModelAsking): Promise<CameAnswer> {
  const id = toModelId(ctx.workflowId, asking.at);
  const ask = { asker: ctx.workflowId, question: id };
  const end = await askLive<KeptModelAnswer, Error>(ctx, ask, async ({ mark, keep }) => {
    let kept: KeptModelAnswer | undefined;
    try {
      const country = findCountryOf(prompt.locationCode);
      await ctx.searchData.askModel({ surface: prompt.surface, prompt: prompt.prompt, country }, toScope(ctx, asking), {
        signal: asking.signal,
        onSend: mark,
        record: async (received, value) => {
          if (value === undefined) return;
          kept = { body: received.toString('base64'), costUsd: value.costUsd };
          await keep(kept);
        },
      });
      return kept === undefined ? { kind: 'no_answer', problem: 'no answer came' } : { kind: 'answered', answer: kept };
    } catch (error) {
      if (error instanceof BudgetExceededError) return { kind: 'unpaid', failure: error };
      if (!(error instanceof OutsideError)) throw error;
      return ctx.searchData.mayHaveBeenCharged(error)
        ? { kind: 'no_answer', problem: messageOf(error) }
        : { kind: 'unpaid', failure: error };
    }
  });
  return { id, ...toCame(end, asking.isLastTry) };
}

/** Of one thing that a workflow asks, by its place. */
export function toModelId(workflowId: string, at: number): string {
  return hashId('qm_', [workflowId, at]);
}

function toScope({ workflowId }: WorkflowContext, { projectIds }: ModelAsking) {
  return { source: 'workflow', runId: workflowId, workflowType: 'answer-ask', projectIds } as const;
}

function toCame(end: AskEnd<KeptModelAnswer, Error> | LostAsk, isLastTry: boolean): Omit<CameAnswer, 'id'> {
  const nothing = { costUsd: 0, body: undefined };
  switch (end.kind) {
    case 'answered':
      return { costUsd: end.answer.costUsd, body: Buffer.from(end.answer.body, 'base64'), error: null };
    case 'no_answer':
      return { ...nothing, error: end.problem };
    case 'lost':
      return { ...nothing, error: LOST };
    case 'unpaid':
      if (end.failure instanceof BudgetExceededError) return { ...nothing, error: 'budget_exceeded' };
      if (!isLastTry && end.failure instanceof OutsideError && end.failure.retryable) throw end.failure;
      return { ...nothing, error: messageOf(end.failure) };
  }
}

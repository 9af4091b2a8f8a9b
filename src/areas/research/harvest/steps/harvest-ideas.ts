import { BudgetExceededError, isRetryable, messageOf } from '#kernel/errors.ts';
import { askOnce, type AskEnd, type LostAsk } from '#purchases/index.ts';
import type { StepScope } from '#workflows/define.ts';
import { collectKeywords } from '../collect-keywords.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import { ideasPrompt, readIdeas } from '../ideas/ideas-prompt.ts';
import { listQuestions, type CategoryQuestion } from '../ideas/list-questions.ts';
import { toIdeaCategoryId } from '../plan/seeds.ts';
import { upsertFound } from '../store/found.ts';
import { assertAffordable } from './assert-affordable.ts';

type StepTry = Pick<StepScope, 'signal' | 'isLastTry'>;

/**
 * Asks the model for ideas, category by category and language by language, and adds them to the markets of the
 * language. Where a crash lost an answer it may have been paid for, and is not asked again.
 * @returns how many answers came, and why others did not
 * @throws what a question failed with that may pass, unless it is the last try
 */
export async function harvestIdeas(
  ctx: StepContext,
  work: HarvestWork,
  tried: StepTry,
): Promise<{ readonly came: number; readonly problems: readonly string[] }> {
  const { order, plan } = work;
  const asked = listQuestions(order, plan.markets).map((question) => ({
    ...question,
    categoryId: toIdeaCategoryId(order, question.category),
  }));
  const ends = await settleAll(asked.map(async (question) => ({ ...question, end: await ask(ctx, work, question, tried) })));
  for (const market of plan.markets) {
    const own = ends.filter(({ languageCode }) => languageCode === market.languageCode);
    const found = own.flatMap(({ end, categoryId }) =>
      end.kind === 'answered' ? end.answer.map((text) => ({ text, ideaCategoryId: categoryId, metrics: null })) : [],
    );
    const keywords = collectKeywords(found.slice(0, market.rows.ideas), 'harvest_ai');
    await upsertFound(ctx.postgres, { runId: order.id, market, keywords });
  }
  const failure = ends.map(({ end }) => end).find((end) => end.kind === 'unpaid');
  if (failure !== undefined && !tried.isLastTry) throw failure.failure;
  return { came: ends.filter(({ end }) => end.kind === 'answered').length, problems: ends.flatMap(({ end }) => describeProblem(end)) };
}

interface AskedQuestion extends CategoryQuestion {
  readonly categoryId: string;
}

type IdeasEnd = AskEnd<readonly string[], Error> | LostAsk;

function describeProblem(end: IdeasEnd): string[] {
  switch (end.kind) {
    case 'answered':
      return [];
    case 'no_answer':
      return [end.problem];
    case 'unpaid':
      return [messageOf(end.failure)];
    case 'lost':
      return ['the answer of the language model was lost'];
  }
}

/** Ends when all have ended: none is left behind by a failure of another. */
async function settleAll<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** @throws what the question was interrupted by, or keeping its answer failed with: the answer is lost then */
async function ask(
  ctx: StepContext,
  work: HarvestWork,
  { question, categoryId, languageCode }: AskedQuestion,
  { signal }: StepTry,
): Promise<IdeasEnd> {
  return await askOnce(ctx, { asker: work.order.id, question: `ideas ${categoryId} ${languageCode}` }, async () => {
    try {
      const estimate = () => Promise.resolve({ costUsd: ctx.llm.estimateUsd(ideasPrompt, question) });
      await assertAffordable(ctx, work, estimate);
      const { value } = await ctx.llm.ask(work.scope, ideasPrompt, question, { signal });
      return { kind: 'answered', answer: readIdeas(value.ideas, question.ideasMax) };
    } catch (error) {
      if (signal.aborted) throw error;
      if (isRetryable(error)) return { kind: 'unpaid', failure: toError(error) };
      const what = error instanceof BudgetExceededError ? 'were not asked for' : 'were asked for in vain';
      return { kind: 'no_answer', problem: `ideas for ${question.categoryName} ${what}: ${messageOf(error)}` };
    }
  });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

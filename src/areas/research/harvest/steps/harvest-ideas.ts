import { BudgetExceededError, isRetryable, messageOf } from '#kernel/errors.ts';
import type { StepScope } from '#workflows/define.ts';
import { collectKeywords } from '../collect-keywords.ts';
import type { HarvestOrder } from '../harvest-order.ts';
import type { HarvestWork, StepContext } from '../harvest-work.ts';
import { ideasPrompt, readIdeas } from '../ideas/ideas-prompt.ts';
import { listQuestions, type CategoryQuestion } from '../ideas/list-questions.ts';
import { toIdeaCategoryId } from '../plan/seeds.ts';
import { upsertFound } from '../store/found.ts';
import { deleteAsk, insertAsks, keepIdeas, keepProblem, listIdeas, type AskKey } from '../store/ideas.ts';
import { assertAffordable } from './assert-affordable.ts';

type StepTry = Pick<StepScope, 'signal' | 'isLastTry'>;

/**
 * Asks the model for ideas, category by category and language by language, and adds them to the markets of the
 * language. Each question is marked before it is asked: where a crash lost the answer it may have been paid for,
 * and is not asked again.
 * @returns how many answers came, and why others did not
 * @throws what a question failed with that may pass, unless it is the last try
 */
export async function harvestIdeas(
  ctx: StepContext,
  work: HarvestWork,
  tried: StepTry,
): Promise<{ readonly came: number; readonly problems: readonly string[] }> {
  const { order, plan } = work;
  const questions = listQuestions(order, plan.markets);
  const marked = await insertAsks(
    ctx.postgres,
    order.id,
    questions.map((question) => toKey(order, question)),
    new Date(ctx.clock.realNow()),
  );
  const open = questions.filter((question) => marked.has(toText(toKey(order, question))));
  const failures = await askAll(open.map((question) => ask(ctx, work, question, tried)));
  const stored = await listIdeas(ctx.postgres, order.id);
  for (const market of plan.markets) {
    const own = stored.filter(({ languageCode }) => languageCode === market.languageCode);
    const found = own.flatMap(({ ideas, categoryId }) =>
      (ideas ?? []).map((text) => ({ text, ideaCategoryId: categoryId, figures: null })),
    );
    const keywords = collectKeywords(found.slice(0, market.rows.ideas), 'harvest_ai');
    await upsertFound(ctx.postgres, { runId: order.id, market, keywords });
  }
  const [failure] = failures;
  if (failure !== undefined && !tried.isLastTry) throw failure;
  const problems = [...stored.flatMap(({ problem }) => problem ?? []), ...failures.map(messageOf)];
  return { came: stored.filter(({ ideas }) => ideas !== null).length, problems };
}

function toKey(order: HarvestOrder, { category, languageCode }: CategoryQuestion): AskKey {
  return { categoryId: toIdeaCategoryId(order, category), languageCode };
}

function toText({ categoryId, languageCode }: AskKey): string {
  return `${categoryId} ${languageCode}`;
}

/** Ends when all have ended: none is left behind by a failure of another. */
async function askAll(asks: readonly Promise<Error | undefined>[]): Promise<Error[]> {
  const settled = await Promise.allSettled(asks);
  return settled.flatMap((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value ?? [];
  });
}

/**
 * @returns a failure that may pass
 * @throws what keeping the answer failed with: it is lost then
 */
async function ask(ctx: StepContext, work: HarvestWork, asked: CategoryQuestion, { signal }: StepTry): Promise<Error | undefined> {
  const { question } = asked;
  const key = { ...toKey(work.order, asked), runId: work.order.id };
  let ideas: readonly string[];
  try {
    const estimate = () => Promise.resolve({ costUsd: ctx.llm.estimateUsd(ideasPrompt, question) });
    await assertAffordable(ctx, work, estimate);
    ({ ideas } = (await ctx.llm.ask(work.scope, ideasPrompt, question, { signal })).value);
  } catch (error) {
    if (signal.aborted) throw error;
    if (isRetryable(error)) {
      await deleteAsk(ctx.postgres, key);
      return toError(error);
    }
    const what = error instanceof BudgetExceededError ? 'were not asked for' : 'were asked for in vain';
    await keepProblem(ctx.postgres, key, `ideas for ${question.categoryName} ${what}: ${messageOf(error)}`);
    return undefined;
  }
  await keepIdeas(ctx.postgres, key, readIdeas(ideas, question.ideasMax));
  return undefined;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

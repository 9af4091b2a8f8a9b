import type { AppContext, WorkflowContext } from '#context';
import type { SpendScope, SpendSubject } from '#providers/metering.ts';
import type { AppDataAnswer, AppDataRequest } from '#providers/search-data/index.ts';
import { defineQuestion, fetchAnswers, findKeptAnswers, type AnswerEnd, type AnswerOrder } from '#purchases/index.ts';

/** Something that is asked of an app store, and on whose behalf. */
export interface AppQuestion {
  readonly request: AppDataRequest;
  readonly scope: Pick<SpendScope, 'source' | 'runId' | 'workflowType' | 'apiKeyId' | 'memberId'>;
}

/** Charts, records, reviews and searches of app stores through the provider's queue. Their answers stay as they came. */
export const appData = defineQuestion<AppQuestion, undefined>({
  name: 'app-data',
  parse: (kept) => kept as AppQuestion,
  toRequest: ({ request }) => request,
  makePayer: async (_sql, { dispatchId }) => ({
    toScope: ({ request, scope }) => ({ runId: dispatchId, ...scope, ...toSpendSubject(request) }),
  }),
  makeReader: async ({ searchData }) => ({
    parse: (body, { asked }) => searchData.readAppData(body, asked.request),
    // All posts of a task ask the same: the answer to an earlier one serves as well.
    judge: () => ({ kind: 'read', read: undefined }),
  }),
});

function toSpendSubject(request: AppDataRequest): SpendSubject {
  const categoryId = 'categoryId' in request ? (request.categoryId ?? undefined) : undefined;
  return { appId: 'appId' in request ? request.appId : undefined, categoryId };
}

/** On whose behalf app stores are asked. Without `runId` the workflow that asks is the run. */
export type AppDataScope = AppQuestion['scope'] & AnswerOrder;

/**
 * Asks the provider's queue about app stores, for a workflow: posts what is asked, and goes on when every question
 * has ended. Call it outside of steps. Nothing is asked twice after a crash.
 * @returns one end for each request, in their order
 */
export async function fetchAppData(
  ctx: WorkflowContext,
  requests: readonly AppDataRequest[],
  { key, projectIds, ...scope }: AppDataScope,
): Promise<AnswerEnd[]> {
  const asked = requests.map((request) => ({ request, scope }));
  return await fetchAnswers(ctx, appData, asked, { key, projectIds });
}

/** The answers of questions that have ended, in their order; `undefined` where one failed. Call it in a step, for a hundred or so at a time. */
export async function readAppData(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'purchases' | 'searchData'>,
  ends: readonly AnswerEnd[],
): Promise<(AppDataAnswer | undefined)[]> {
  const answers: (AppDataAnswer | undefined)[] = [];
  for (const kept of await findKeptAnswers(ctx, ends))
    answers.push(kept && (await ctx.searchData.readAppData(kept.body, appData.parse(kept.asked).request)).answer);
  return answers;
}

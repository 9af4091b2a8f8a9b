import { assertNotArchived, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError, conflict, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { roundUsd } from '#kernel/money.ts';
import type { AnswerSurface } from '#providers/search-data/index.ts';
import { listBrands } from '../store/brands.ts';
import { listAllPrompts } from '../store/prompts.ts';
import { findLongPrompts, refuseLongPrompts } from '../prompts/prompt-lengths.ts';
import { insertAsked, lockSlots } from '../store/slots.ts';
import { toPeriod } from './weeks.ts';

export interface AskInput {
  readonly projectId: string;
  readonly promptIds: readonly string[];
  readonly surfaces: readonly AnswerSurface[];
  /** Of each prompt and surface. */
  readonly samples: number;
  readonly isDryRun: boolean;
}

export interface Asked {
  readonly samples: number;
  readonly costUsdMax: number;
  /** Null: a dry run, which asks nothing. */
  readonly workflowId: string | null;
}

const ANSWERS_MAX = 1_000;
/**
 * Asks prompts now, beside the plan. Such answers are shown and count in no rate: they may come from one cache.
 * @throws AppError 400 for prompts of others or that are too long for a surface, `Project not found`, 409 without brands, beyond 1,000 answers, or when the project is archived
 */
export async function askNow(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clock' | 'searchData' | 'workflows'>,
  { projectId, promptIds, surfaces, samples, isDryRun }: AskInput,
): Promise<Asked> {
  assertNotArchived(await getProject(ctx, projectId));
  const asked = (await listAllPrompts(ctx.postgres, projectId)).filter(({ endedAt }) => endedAt === null);
  const known = new Map(asked.map((prompt) => [prompt.id, prompt]));
  const problems = promptIds.flatMap((id, at) =>
    known.has(id) ? [] : [{ path: `prompt_ids.${at}`, message: 'is no prompt of this project' }],
  );
  if (problems.length > 0) throw invalid(problems);
  const long = findLongPrompts(
    surfaces,
    promptIds.flatMap((id) => known.get(id) ?? []).map((prompt, at) => ({ path: `prompt_ids.${at}`, prompt })),
  );
  if (long.length > 0) throw refuseLongPrompts(surfaces, long);
  if ((await listBrands(ctx.postgres, projectId)).length === 0)
    throw conflict('Brands are missing', 'Say first which brands answers are read for: PUT /api/answers/brands.');
  const prompts = [...new Set(promptIds)];
  const count = prompts.length * surfaces.length * samples;
  if (count > ANSWERS_MAX)
    throw new AppError('conflict', 'Too many answers', {
      message: `At most ${ANSWERS_MAX} answers are asked at once; these are ${count}.`,
    });
  const costUsdMax = roundUsd(
    surfaces.reduce((sum, surface) => sum + prompts.length * samples * ctx.searchData.estimateAnswerUsd(surface), 0),
  );
  if (isDryRun) return { samples: count, costUsdMax, workflowId: null };
  const now = ctx.clock.now();
  const period = toPeriod(now);
  const workflowId = newId('wf_');
  await ctx.postgres.transaction(async (tx) => {
    const first = await lockSlots(tx, projectId, period);
    const samplesToAsk = prompts.flatMap((promptId) =>
      surfaces.flatMap((surface) => Array.from({ length: samples }, (_sample, at) => ({ promptId, surface, slot: first + at }))),
    );
    await insertAsked(tx, samplesToAsk, { projectId, period, now, workflowId });
    await ctx.workflows.enqueueAll(tx, 'answer-ask', [{ id: workflowId, input: { project_ids: [projectId] } }]);
  });
  return { samples: count, costUsdMax, workflowId };
}

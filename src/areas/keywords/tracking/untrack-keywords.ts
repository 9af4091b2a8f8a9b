import { getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';
import { raiseEdits } from './store/edits.ts';
import { listKnownKeywordIds, untrackKeywordRows } from './store/tracking.ts';

export interface UntrackKeywordsInput {
  readonly projectId: string;
  readonly keywordIds: readonly string[];
}

export interface UntrackKeywordsResult {
  /** Ids that were tracked until now. */
  readonly untracked: readonly string[];
  /** Ids that the project has never tracked. */
  readonly unknown: readonly string[];
}

/**
 * Ends the tracking of keywords in every engine and channel.
 * What was measured stays. Untracking twice is the same as once.
 * @throws AppError `Project not found`; `Keyword not found` when the project has never tracked any of them
 */
export async function untrackKeywords(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock'>,
  input: UntrackKeywordsInput,
): Promise<UntrackKeywordsResult> {
  const project = await getProject(ctx, input.projectId);
  return ctx.postgres.transaction(async (tx) => {
    const known = new Set(await listKnownKeywordIds(tx, project.id, input.keywordIds));
    if (known.size === 0) throw notFound('Keyword');
    const untracked = await untrackKeywordRows(tx, project.id, [...known], ctx.clock.now());
    if (untracked.length > 0) await raiseEdits(tx, [project.id]);
    return { untracked, unknown: input.keywordIds.filter((id) => !known.has(id)) };
  });
}

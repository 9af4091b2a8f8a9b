import type { WorkflowContext } from '#context';
import { appendMetrics } from './metrics-history.ts';
import { toMetricsId, toMetricsSubject } from './metrics.ts';
import { bringForward, copyMetrics, insertSubjects, linkKeywords, listKeywordsWithoutMetrics, type NewKeyword } from './store/metrics.ts';

type LinkContext = Pick<WorkflowContext, 'postgres' | 'clock' | 'searchData' | 'outbox'>;

const PAGE = 2_000;

/**
 * Finds for each new keyword what the provider has to be asked about. What is known already, because
 * the keyword is tracked on another device or in another town, it gets at once and for nothing.
 * @returns how many keywords were looked at
 */
export async function linkMetrics(ctx: LinkContext): Promise<number> {
  for (let linked = 0; ;) {
    const page = await listKeywordsWithoutMetrics(ctx.postgres, PAGE);
    if (page.length > 0) await linkPage(ctx, page);
    linked += page.length;
    if (page.length < PAGE) return linked;
  }
}

async function linkPage(ctx: LinkContext, keywords: readonly NewKeyword[]): Promise<void> {
  const linked = keywords.map((keyword) => {
    const subject = toMetricsSubject(ctx.searchData, keyword);
    return { id: keyword.id, figuresId: toMetricsId(subject, keyword.ownerId), subject };
  });
  const subjects = new Map(linked.map(({ figuresId, subject }) => [figuresId, subject]));
  await ctx.postgres.transaction(async (tx) => {
    await insertSubjects(tx, subjects, ctx.clock.now());
    await bringForward(tx, [...subjects.keys()], ctx.clock.now());
    await linkKeywords(tx, linked);
    const figured = await copyMetrics(tx, { keywordIds: keywords.map((keyword) => keyword.id) });
    await appendMetrics(ctx, tx, figured, { monthsMax: undefined });
  });
}

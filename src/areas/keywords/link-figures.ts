import type { WorkflowContext } from '#context';
import { appendFigures } from './figures-history.ts';
import { toFiguresId, toFiguresSubject } from './figures.ts';
import { copyFigures, insertSubjects, linkKeywords, selectKeywordsWithoutFigures, type NewKeyword } from './store/figures.ts';

type LinkContext = Pick<WorkflowContext, 'postgres' | 'clock' | 'searchData' | 'outbox'>;

const PAGE = 2_000;

/**
 * Finds for each new keyword what the provider has to be asked about. What is known already, because
 * the keyword is tracked on another device or in another town, it gets at once and for nothing.
 * @returns how many keywords were looked at
 */
export async function linkFigures(ctx: LinkContext): Promise<number> {
  for (let linked = 0; ;) {
    const page = await selectKeywordsWithoutFigures(ctx.postgres, PAGE);
    if (page.length > 0) await linkPage(ctx, page);
    linked += page.length;
    if (page.length < PAGE) return linked;
  }
}

async function linkPage(ctx: LinkContext, keywords: readonly NewKeyword[]): Promise<void> {
  const linked = keywords.map((keyword) => {
    const subject = toFiguresSubject(ctx.searchData, keyword);
    return { id: keyword.id, figuresId: toFiguresId(subject, keyword.ownerId), subject };
  });
  const subjects = new Map(linked.map(({ figuresId, subject }) => [figuresId, subject]));
  await ctx.postgres.transaction(async (tx) => {
    await insertSubjects(tx, subjects, ctx.clock.now());
    await linkKeywords(tx, linked);
    const figured = await copyFigures(tx, { keywordIds: keywords.map((keyword) => keyword.id) });
    await appendFigures(ctx, tx, figured, { monthsMax: undefined });
  });
}

import type { AppContext } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import { PAGE_QUESTIONS } from '#providers/search-data/index.ts';
import { findRawAnswers } from '../evidence/raw-answers.ts';
import { findRunRecord } from '../runs/store/run-record.ts';
import { listQuestionPages, type MarketOfProject } from './store/question-pages.ts';

/** Each is read and parsed whole. */
const PAGES_MAX = 40;

/** A question that a result page shows as one that people also ask. Text of others. */
export interface PageQuestion {
  readonly question: string;
  /** The tracked keyword of the page. */
  readonly keyword: string;
}

export interface PageQuestions {
  readonly questions: readonly PageQuestion[];
  /** Newest pages of tracked keywords that have questions, at most 40. */
  readonly pages: number;
  /** Those of them whose page is not kept any more, or cannot be read now. */
  readonly unread: number;
}

/**
 * The questions on the newest result pages of what a project tracks in a market, out of the provider's answers that are kept: it asks
 * nothing outside.
 */
export async function listPageQuestions(
  ctx: Pick<AppContext, 'postgres' | 'clickhouse' | 'searchData'>,
  market: MarketOfProject,
): Promise<PageQuestions> {
  const pages = await listQuestionPages(ctx.postgres, market, { feature: PAGE_QUESTIONS, limit: PAGES_MAX });
  const questions: PageQuestion[] = [];
  let unread = 0;
  // One after the other: each is unpacked whole.
  for (const { runId, keyword } of pages) {
    const found = await readQuestions(ctx, runId);
    if (found === undefined) unread += 1;
    else questions.push(...found.map((question) => ({ question, keyword })));
  }
  return { questions, pages: pages.length, unread };
}

/** @returns undefined: the page is not there, or cannot be read now */
async function readQuestions(ctx: Parameters<typeof listPageQuestions>[0], runId: string): Promise<readonly string[] | undefined> {
  const found = await findRunRecord(ctx.postgres, runId);
  const answers = found === undefined ? 'away' : await findRawAnswers(ctx, runId);
  if (found === undefined || answers === 'away') return undefined;
  for (const { text } of answers.toReversed()) {
    try {
      const { items } = await ctx.searchData.readSerpAnswer(Buffer.from(text), found.run);
      return items.flatMap((item) => (item.type === PAGE_QUESTIONS ? (item.questions ?? []) : []));
    } catch (error) {
      // A try that failed holds no page.
      if (!(error instanceof OutsideError)) throw error;
    }
  }
  return undefined;
}

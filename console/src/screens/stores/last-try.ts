import { getAdminCrawlRuns, type JobRun } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import type { StoreList } from './use-store-list.ts';

/** Crawls that are asked for. The strip of a crawl asks for as many, so that both take one answer. */
export const RUNS_LOOKED_AT = 20;

/** The newest of the latest crawls that was to read the category and could not. */
export function useLastTry({ platform, country, categoryId }: StoreList, isWanted: boolean): JobRun | undefined {
  const { data } = useAnswer(getAdminCrawlRuns, { query: { limit: RUNS_LOOKED_AT } }, { isWanted });
  const ofList = data?.runs.find(({ config }) => {
    const { platform: store, storefront, category_ids: ids } = config as Readonly<Record<string, unknown>>;
    return store === platform && storefront === country && Array.isArray(ids) && ids.includes(categoryId);
  });
  return ofList && (ofList.error ?? ofList.reason) !== null ? ofList : undefined;
}

/** Sentence on how a crawl ended; one that a budget refused was not tried. */
export function sayTry({ created_at: at, error, reason }: Pick<JobRun, 'created_at' | 'error' | 'reason'>): string {
  const day = `${formatInstant(at)} UTC`;
  if (reason === 'budget_exceeded') return `The crawl of ${day} was refused by a budget.`;
  return `The crawl of ${day} failed: ${error ?? reason}.`;
}

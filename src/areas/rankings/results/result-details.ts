import { toDay } from '#kernel/clock.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import { hostOf } from '../ingest/match-results.ts';
import { toStorable, type SerpRun } from '../runs/serp-run.ts';

/**
 * What a result says beside the columns of `serp_runs` in ClickHouse: place among everything, page, side, xpath, and the domain as it
 * was shown where it is another than its host; null there: none was shown.
 */
export type ResultDetails = [rankAbsolute: number, page: number | null, side: string | null, xpath: string | null, domain?: string | null];

/** The row of the analytics table `serp_run_details` as a JSON line. It begins with the run, as lines of `serp_runs` do. */
export function toDetailsLine(keywordId: string, run: Pick<SerpRun, 'id' | 'checkTs'>, items: readonly SerpItem[]): string {
  const details = JSON.stringify(items.map(toDetails));
  return JSON.stringify({ run_id: run.id, keyword_id: keywordId, run_date: toDay(run.checkTs), details });
}

function toDetails(item: SerpItem): ResultDetails {
  const domain = toStorable(item.domain);
  const details = [item.rankAbsolute, item.page, toStorable(item.position), toStorable(item.xpath)] as const;
  return domain === (hostOf(item) ?? null) ? [...details] : [...details, domain];
}

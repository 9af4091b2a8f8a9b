import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** Ids in one question. */
const KEYWORDS_MAX = 1_000;

const topUrls = {
  name: 'rankings-list-top-urls',
  sql: `
with newest as (
  select argMax(run_id, check_ts) as run_id
  from serp_checks
  where keyword_id in {keyword_ids:Array(String)} and kind = 'organic' and check_date >= {from:Date}
  group by keyword_id
)
select keyword_id as keywordId, arrayMap(one -> one.2, arraySort(groupArray((rank_group, url)))) as urls
from serp_runs
where keyword_id in {keyword_ids:Array(String)} and run_date >= {from:Date} and run_id in (select run_id from newest)
  and kind = 'organic' and type = 'organic' and is_paid = 0 and rank_group <= {rank_max:UInt16} and url != ''
group by keyword_id
order by keyword_id`,
  params: z.object({ keyword_ids: z.array(z.string()), from: z.string(), rank_max: z.number() }),
  row: z.object({ keywordId: z.string(), urls: z.array(z.string()) }),
};

export interface TopUrlsQuestion {
  readonly keywordIds: readonly string[];
  /** `YYYY-MM-DD`: pages that were read earlier do not count. */
  readonly from: string;
  /** Organic positions. */
  readonly rankMax: number;
}

/** The first organic results of the newest page of each keyword that was read since, best first; by keyword. */
export async function listTopUrls(clickhouse: ClickHouse, question: TopUrlsQuestion): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (let at = 0; at < question.keywordIds.length; at += KEYWORDS_MAX) {
    const keywordIds = question.keywordIds.slice(at, at + KEYWORDS_MAX);
    const rows = await clickhouse.query(topUrls, { keyword_ids: keywordIds, from: question.from, rank_max: question.rankMax });
    for (const { keywordId, urls } of rows) found.set(keywordId, urls);
  }
  return found;
}

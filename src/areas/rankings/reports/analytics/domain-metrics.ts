import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

export interface DomainMetrics {
  readonly domain: string;
  readonly totalKeywords: number;
  /** Null: it stands nowhere. */
  readonly avgRank: number | null;
  readonly top3: number;
  readonly top10: number;
  readonly up: number;
  readonly down: number;
}

/**
 * The newest check of each keyword in the span, and the oldest to compare it with. A site is what was
 * asked about with its sub-domains, else a host without `www.`; its best result counts.
 */
const listMetrics = {
  name: 'rankings-list-domain-metrics',
  sql: `
with
  ends as (
    select keyword_id, engine, argMax(run_id, check_ts) as last_run, argMin(run_id, check_ts) as first_run
    from serp_checks
    where kind = 'organic' and check_date between {from:Date} and {to:Date}
      and (empty({keyword_ids:Array(String)}) or keyword_id in {keyword_ids:Array(String)})
      and ({is_bound:UInt8} = 0
        or keyword_id in (select keyword_id from ranking_history where project_id in {project_ids:Array(String)}))
    group by keyword_id, engine
  ),
  standings as (
    select
      if({domain:String} != '', {domain:String}, if(startsWith(host, 'www.'), substring(host, 5), host)) as site,
      keyword_id, engine, first_run != last_run as has_before,
      minIf(rank_group, run_id = last_run) as best, minIf(rank_group, run_id = first_run) as best_before
    from (
      select keyword_id, engine, run_id, rank_group, domain as host
      from serp_runs
      where kind = 'organic' and type = 'organic' and is_paid = 0 and run_date between {from:Date} and {to:Date}
        and (empty({keyword_ids:Array(String)}) or keyword_id in {keyword_ids:Array(String)})
        and domain != ''
        and ({domain:String} = '' or domain = {domain:String} or endsWith(domain, concat('.', {domain:String})))
    ) results
    join ends using (keyword_id, engine)
    where run_id in (last_run, first_run)
    group by site, keyword_id, engine, first_run, last_run
  )
select site as domain, countIf(best > 0) as totalKeywords, sumIf(best, best > 0) as rankSum, countIf(best between 1 and 3) as top3,
  countIf(best between 1 and 10) as top10,
  countIf(has_before and best > 0 and (best_before = 0 or best < best_before)) as up,
  countIf(has_before and best_before > 0 and (best = 0 or best > best_before)) as down
from standings
group by site
order by totalKeywords desc, rankSum, site
limit {limit:UInt32}`,
  params: z.object({
    from: z.string(),
    to: z.string(),
    domain: z.string(),
    keyword_ids: z.array(z.string()),
    is_bound: z.number(),
    project_ids: z.array(z.string()),
    limit: z.number(),
  }),
  row: z.object({
    domain: z.string(),
    totalKeywords: z.number(),
    rankSum: z.number(),
    top3: z.number(),
    top10: z.number(),
    up: z.number(),
    down: z.number(),
  }),
};

export interface MetricsQuestion {
  readonly from: string;
  readonly to: string;
  /** Set: only keywords of these projects. */
  readonly projectIds: readonly string[] | undefined;
  /** Set: only this site. */
  readonly domain?: string;
  /** Set: only these keywords. */
  readonly keywordIds?: readonly string[];
  readonly limit: number;
}

/** How sites stand among the organic results of the days, whatever scale their projects have, those with the most keywords first. */
export async function listDomainMetrics(clickhouse: ClickHouse, question: MetricsQuestion): Promise<DomainMetrics[]> {
  const { from, to, projectIds, domain = '', keywordIds = [], limit } = question;
  const rows = await clickhouse.query(listMetrics, {
    from,
    to,
    domain,
    keyword_ids: [...keywordIds],
    is_bound: projectIds === undefined ? 0 : 1,
    project_ids: [...(projectIds ?? [])],
    limit,
  });
  return rows.map(({ rankSum, ...row }) => ({ ...row, avgRank: row.totalKeywords === 0 ? null : rankSum / row.totalKeywords }));
}

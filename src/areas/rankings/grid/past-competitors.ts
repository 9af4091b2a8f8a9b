import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { DOMAIN_ROWS, IS_FAILED, OwnParams, PROJECT_DAY, toPastParams, type OwnSites } from './analytics.ts';
import type { CompetitorOutcomes } from './store.ts';

const ROWS_MAX = 2_000_000;

/** Zero where there is none: arrays of the engine leave null out. */
const Counts = z.array(z.number().transform((count) => count || null));
/** A text that is empty where there is none. */
const Texts = z.array(z.string().transform((text) => text || null));

/** The last good check of each site until the end of a day, and whether one failed after it: a row for each site. */
const question = {
  name: 'rankings-list-past-competitor-outcomes',
  sql: `
with
  (check_ts, recomputed_at) as moment,
  outcomes as (
    select domain, concat(keyword_id, ' ', engine, ' ', channel) as tracked,
      countIf(status != 'failed') > 0 as has_good,
      argMaxIf((ifNull(position, 0), checked_depth, provider, cost_usd, ifNull(rank_group, 0), ifNull(cited_place, 0)), moment, status != 'failed') as good,
      maxIf(check_ts, status != 'failed') as good_ts,
      maxIf(check_ts, status = 'failed') as bad_ts,
      argMaxIf((error, provider), moment, status = 'failed') as bad,
      ${IS_FAILED} as is_failed
    from ranking_history
    where ${DOMAIN_ROWS} and ${PROJECT_DAY} between {since:Date} and {until:Date}
    group by domain, tracked
    limit ${ROWS_MAX}
  )
select domain, groupArray(tracked) as keys, groupArray(is_failed) as failed, groupArray(good.1) as absolutes, groupArray(good.5) as groups, groupArray(good.2) as depths, groupArray(good.6) as cited,
  groupArray(if(has_good, toUnixTimestamp64Milli(good_ts), 0)) as checked, groupArray(if(is_failed, toUnixTimestamp64Milli(bad_ts), 0)) as bad_at,
  groupArray(if(is_failed, bad.1, '')) as errors, groupArray(if(has_good, good.3, bad.2)) as providers, groupArray(good.4) as costs
from outcomes
group by domain`,
  params: OwnParams.extend({ domains: z.array(z.string()) }),
  row: z.object({
    domain: z.string(),
    keys: z.array(z.string()),
    failed: z.array(z.number()),
    absolutes: Counts,
    groups: Counts,
    depths: Counts,
    cited: Counts,
    checked: Counts,
    bad_at: Counts,
    errors: Texts,
    providers: Texts,
    costs: z.array(z.number()),
  }),
};

interface PastInput {
  readonly sites: Pick<OwnSites, 'projectId' | 'timeZone'>;
  readonly domains: readonly string[];
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly day: string;
}

/**
 * The outcomes of websites as they were known at the end of a project day, for every keyword that had one; what was
 * last checked longer before than any outcome is valid is left out.
 */
export async function listPastCompetitorOutcomes(
  clickhouse: ClickHouse,
  { sites, domains, day }: PastInput,
): Promise<CompetitorOutcomes[]> {
  const found = await clickhouse.query(question, {
    ...toPastParams({ ...sites, own: [] }, day),
    domains: [...domains],
  });
  return found.map(({ domain, keys, failed, absolutes, groups, depths, cited, checked, bad_at: badAt, errors, providers, costs }) => ({
    domain,
    keys,
    isFailed: failed.map(Boolean),
    rankGroup: groups,
    rankAbsolute: absolutes,
    checkedDepth: depths,
    citedPlace: cited,
    checkedAt: checked,
    failedAt: badAt,
    error: errors,
    provider: providers,
    costUsd: costs.map((cost, at) => (checked[at] === null ? null : cost)),
  }));
}

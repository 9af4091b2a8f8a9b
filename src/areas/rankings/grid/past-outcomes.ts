import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { PREVIOUS_COLUMN } from '../scale.ts';
import { IS_FAILED, OWN_ROWS, OwnParams, PROJECT_DAY, toPastParams, type OwnSites } from './analytics.ts';
import { toTrackedKey } from './grid.ts';
import type { OutcomeColumns, TrackedColumns } from './store.ts';

/** A text that is empty where there is none. */
const Text = z.string().transform((text) => text || null);
/** Zero where there is none. */
const Count = z.number().transform((count) => count || null);
const Day = z.string().nullable();

const OutcomeRow = z.object({
  keyword_id: z.string(),
  engine: z.string(),
  channel: z.string(),
  domain: z.string(),
  rank_group: z.number().nullable(),
  rank_absolute: z.number().nullable(),
  previous: z.number().nullable(),
  url: Text,
  is_featured: z.number(),
  checked_depth: Count,
  provider: Text,
  cost_usd: z.number(),
  cited_place: z.number().nullable(),
  features: z.string(),
  checked_at: Count,
  checked_day: Day,
  failed_at: Count,
  failed_day: Day,
  error: Text,
});

const ROWS_MAX = 200_000;

/** The last good check of each site until the end of a day, and the failure that came after it. */
const toQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-past-outcomes',
  sql: `
with
  (check_ts, recomputed_at) as moment,
  sites as (
    select keyword_id, engine, channel, domain,
      countIf(status != 'failed') > 0 as has_good,
      argMaxIf((position, ${PREVIOUS_COLUMN[scale]}, url, is_featured_snippet, checked_depth, provider, cost_usd, serp_features, rank_group, cited_place),
        moment, status != 'failed') as good,
      maxIf(check_ts, status != 'failed') as good_ts,
      maxIf(check_ts, status = 'failed') as bad_ts,
      argMaxIf((error, provider), moment, status = 'failed') as bad,
      ${IS_FAILED} as is_failed
    from ranking_history
    where ${OWN_ROWS} and ${PROJECT_DAY} between {since:Date} and {until:Date}
    group by keyword_id, engine, channel, domain
  )
select keyword_id, engine, channel, domain, good.9 as rank_group, good.1 as rank_absolute, good.2 as previous, good.3 as url, good.4 as is_featured,
  good.5 as checked_depth, if(has_good, good.6, bad.2) as provider, good.7 as cost_usd, good.10 as cited_place, arrayStringConcat(good.8, ',') as features,
  if(has_good, toUnixTimestamp64Milli(good_ts), 0) as checked_at,
  if(has_good, toString(toDate(good_ts, {time_zone:String})), null) as checked_day,
  if(is_failed, toUnixTimestamp64Milli(bad_ts), 0) as failed_at,
  if(is_failed, toString(toDate(bad_ts, {time_zone:String})), null) as failed_day,
  if(is_failed, bad.1, '') as error
from sites
limit ${ROWS_MAX}`,
  params: OwnParams,
  row: OutcomeRow,
});

/**
 * The outcomes of tracked keywords as they were known at the end of a project day. What was last checked longer before
 * than any outcome is valid is left out.
 */
export async function listPastOutcomes(
  clickhouse: ClickHouse,
  { sites, tracked, day }: { readonly sites: OwnSites; readonly tracked: TrackedColumns; readonly day: string },
): Promise<OutcomeColumns> {
  const rowOf = new Map(tracked.keywordId.map((id, row) => [toTrackedKey(id, tracked.engine[row] ?? '', tracked.channel[row] ?? ''), row]));
  const found = await clickhouse.query(toQuestion(sites.scale), toPastParams(sites, day));
  const placed = found.flatMap((outcome) => {
    const row = rowOf.get(toTrackedKey(outcome.keyword_id, outcome.engine, outcome.channel));
    return row === undefined ? [] : [{ ...outcome, row }];
  });
  const all = <Name extends keyof (typeof placed)[number]>(name: Name) => placed.map((outcome) => outcome[name]);
  return {
    row: all('row'),
    domain: all('domain'),
    isFailed: placed.map(({ failed_at: failedAt }) => failedAt !== null),
    rankGroup: all('rank_group'),
    rankAbsolute: all('rank_absolute'),
    previous: all('previous'),
    url: all('url'),
    isFeatured: placed.map(({ is_featured: isFeatured }) => isFeatured === 1),
    checkedDepth: all('checked_depth'),
    checkedAt: all('checked_at'),
    checkedDay: all('checked_day'),
    failedAt: all('failed_at'),
    failedDay: all('failed_day'),
    error: all('error'),
    provider: all('provider'),
    costUsd: placed.map(({ checked_at: checkedAt, cost_usd: costUsd }) => (checkedAt === null ? null : costUsd)),
    citedPlace: all('cited_place'),
    features: all('features'),
  };
}

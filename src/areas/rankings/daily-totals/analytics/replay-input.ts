import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { ReplayInput, DayOutcome, KnownVolume } from '../replay-days.ts';
import { VALIDITY_DAYS_MAX } from '../validity-days.ts';
import { CHANNELS, RELATIONSHIPS } from '../../vocabulary.ts';
import { ON_PAGES, PageParams, pageParams, type PageFilter } from './page-filter.ts';

/** Fifty thousand keywords on twenty sites: a bound, not a page. */
const ROWS_MAX = 1_000_000;

const OutcomeRow = z.object({
  keywordId: z.string(),
  engine: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
  device: z.string(),
  locationCode: z.number(),
  domain: z.string(),
  assetId: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  date: z.string(),
  isFailed: z.number(),
  /** 0: not found, or none. */
  position: z.number(),
  previous: z.number(),
  validityDays: z.number(),
  /** Of several rows of a date the greatest holds. */
  order: z.string(),
});

const COLUMNS = 'keyword_id as keywordId, engine, channel, device, location_code as locationCode, domain';

/** The last good outcome of each keyword and site before a day, as far back as it can still be valid. */
const listStanding = {
  name: 'rankings-list-standing-outcomes',
  sql: `
select ${COLUMNS}, last.1 as assetId, last.2 as relationship, last.3 as date, 0 as isFailed, last.4 as position, last.5 as previous,
  last.6 as validityDays, '' as order
from (
  select keyword_id, engine, channel, device, location_code, domain,
    argMax((asset_id, relationship, check_date, ifNull(position, 0), ifNull(previous_position, 0), stands_days), (check_ts, recomputed_at)) as last
  from ranking_history
  where project_id = {project_id:String} and check_date between {from:Date} and {to:Date} and status != 'failed' ${ON_PAGES}
  group by keyword_id, engine, channel, device, location_code, domain
)
order by keywordId, engine, channel, domain
limit ${ROWS_MAX}`,
  params: PageParams,
  row: OutcomeRow,
};

/** Every outcome of some days, the superseded ones too. */
const listOutcomes = {
  name: 'rankings-list-outcomes',
  sql: `
select ${COLUMNS}, asset_id as assetId, relationship, check_date as date, status = 'failed' as isFailed, ifNull(position, 0) as position,
  ifNull(previous_position, 0) as previous, stands_days as validityDays, concat(toString(check_ts), toString(recomputed_at)) as order
from ranking_history
where project_id = {project_id:String} and check_date between {from:Date} and {to:Date} ${ON_PAGES}
order by check_date
limit ${ROWS_MAX}`,
  params: PageParams,
  row: OutcomeRow,
};

const VolumeRow = z.object({ keywordId: z.string(), day: z.string(), volume: z.number() });

/** The newest known volume of each keyword at the first day, and what became known on the days after it. */
const listVolumes = {
  name: 'rankings-list-volumes',
  sql: `
select keyword_id as keywordId, greatest(toDate(captured_at), {from:Date}) as day, argMax(assumeNotNull(search_volume), captured_at) as volume
from keyword_snapshots
where search_volume is not null and captured_at < {to:Date} + 1
  and keyword_id in (
    select keyword_id from ranking_history where project_id = {project_id:String} and check_date between {since:Date} and {to:Date})
group by keywordId, day
order by day, keywordId
limit ${ROWS_MAX}`,
  params: z.object({ project_id: z.string(), since: z.string(), from: z.string(), to: z.string() }),
  row: VolumeRow,
};

/** What `replayDays` needs to compute the totals of the days. */
export async function getReplayInput(clickhouse: ClickHouse, filter: PageFilter): Promise<ReplayInput> {
  const { projectId, from, to } = filter;
  const since = addDays(from, 1 - VALIDITY_DAYS_MAX);
  const params = pageParams(filter);
  const [standing, outcomes, volumes] = await Promise.all([
    clickhouse.query(listStanding, { ...params, from: since, to: addDays(from, -1) }),
    clickhouse.query(listOutcomes, params),
    clickhouse.query(listVolumes, { project_id: projectId, since, from, to }),
  ]);
  return { standing: standing.map(toOutcome), outcomes: outcomes.map(toOutcome), volumes: volumes satisfies KnownVolume[] };
}

function toOutcome({ isFailed, position, previous, ...row }: z.output<typeof OutcomeRow>): DayOutcome {
  return { ...row, isFailed: isFailed === 1, position: position || null, previous: previous || null };
}

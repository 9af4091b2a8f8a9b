import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest } from '#stores/postgres/unnest.ts';
import { SELECTED, toSelectionValues } from '../../tracking/store/selection.ts';
import type { Tracking } from '../changes.ts';
import type { TrackedSelection } from '../../tracking/selection.ts';

const CHOSEN = `
  select chosen.project_id, chosen.keyword_id, chosen.engine, chosen.channel, chosen.status, chosen.depth, chosen.depth_strategy,
    chosen.check_interval, chosen.next_check, chosen.checked_at, keyword.keyword_text, keyword.location_code,
    keyword.language_code, keyword.device, (
      select max(rank_group) from current_rankings r
      where r.project_id = chosen.project_id and r.keyword_id = chosen.keyword_id and r.engine = chosen.engine
        and r.channel = chosen.channel and r.relationship = 'MINE'
        and (chosen.target_domain is null or r.domain = chosen.target_domain)) as last_position
  from chosen join keywords keyword on keyword.id = chosen.keyword_id
  order by chosen.keyword_id, chosen.engine, chosen.channel`;
const PAGE = `select t.* ${SELECTED} order by t.keyword_id, t.engine, t.channel limit $26`;

/** By keyword. */
export async function listTracking(sql: Sql, selection: TrackedSelection, limit: number): Promise<Tracking[]> {
  const { rows } = await sql.query<Tracking>(`with chosen as (${PAGE}) ${CHOSEN}`, [...toSelectionValues(selection), limit]);
  return rows;
}

/** The same, with the rows locked until the transaction ends: no check moves them meanwhile. */
export async function lockTracking(sql: Sql, selection: TrackedSelection, limit: number): Promise<Tracking[]> {
  const { rows } = await sql.query<Tracking>(`with chosen as (${PAGE} for no key update of t) ${CHOSEN}`, [
    ...toSelectionValues(selection),
    limit,
  ]);
  return rows;
}

const CHANGED_COLUMNS = {
  keyword_id: 'text',
  engine: 'text',
  channel: 'text',
  check_interval: 'text',
  depth_strategy: 'text',
  depth: 'integer',
  next_check: 'timestamptz',
} as const;

/** Writes how keywords are checked from now on. */
export async function updateTracking(sql: Sql, projectId: string, rows: readonly Tracking[], now: Date): Promise<void> {
  const changed = rows.map((row) => ({
    keyword_id: row.keywordId,
    engine: row.engine,
    channel: row.channel,
    check_interval: row.checkInterval,
    depth_strategy: row.depthStrategy,
    depth: row.depth,
    next_check: row.nextCheck,
  }));
  if (changed.length === 0) return;
  await sql.query(
    `update tracked_keywords t
     set check_interval = changed.check_interval, depth_strategy = changed.depth_strategy, depth = changed.depth,
       next_check = changed.next_check, updated_at = $2
     from ${unnest(CHANGED_COLUMNS, { alias: 'changed', first: 3 })}
     where t.project_id = $1 and t.keyword_id = changed.keyword_id and t.engine = changed.engine and t.channel = changed.channel`,
    [projectId, now, ...toArrays(CHANGED_COLUMNS, changed)],
  );
}

/** Ends the tracking of keywords, each in one engine and channel, and their subscriptions. */
export async function untrackRows(sql: Sql, projectId: string, rows: readonly Tracking[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `with ended as (
       select * from unnest($3::text[], $4::text[], $5::text[]) as ended (keyword_id, engine, channel)
     ), subscriptions as (
       update customer_subscriptions s
       set is_active = 0, expires_at = $2
       from ended
       where s.project_id = $1 and s.keyword_id = ended.keyword_id and s.engine = ended.engine
         and s.subscription_type = case ended.channel when 'local' then 'serp_local' else 'serp_organic' end and s.is_active = 1
     )
     update tracked_keywords t
     set status = 'untracked', next_check = null, updated_at = $2
     from ended
     where t.project_id = $1 and t.keyword_id = ended.keyword_id and t.engine = ended.engine and t.channel = ended.channel`,
    [projectId, now, rows.map((row) => row.keywordId), rows.map((row) => row.engine), rows.map((row) => row.channel)],
  );
}

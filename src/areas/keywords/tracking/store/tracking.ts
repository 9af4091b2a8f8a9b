import { whereTracked } from './tracked.ts';
import { newId } from '#kernel/ids.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import { toKeyText, type KeywordSubject, type TrackedKey, type TrackingOptions, type TrackingStatus } from '../../keyword.ts';

/** A keyword of a project, to be inserted. */
export interface TrackedRow extends TrackedKey, KeywordSubject, TrackingOptions {
  readonly organizationId: string;
  /** The owner of the keyword; null: shared by the service. */
  readonly ownerId: string | null;
  readonly nextCheck: Date | null;
}

const KEYWORD_COLUMNS = {
  id: 'text',
  keyword_text: 'text',
  normalized_text: 'text',
  location_code: 'integer',
  language_code: 'text',
  device: 'text',
  organization_id: 'text',
  created_at: 'timestamptz',
} as const;

/** Adds the keywords that are not there. Rows come sorted by keyword, so that two batches never wait for each other in a circle. */
export async function insertKeywords(sql: Sql, rows: readonly TrackedRow[], now: Date): Promise<void> {
  const keywords = rows.map((row) => ({
    id: row.keywordId,
    keyword_text: row.keywordText,
    normalized_text: normalizeKeyword(row.keywordText),
    location_code: row.locationCode,
    language_code: row.languageCode,
    device: row.device,
    organization_id: row.ownerId,
    created_at: now,
  }));
  await insertRows(sql, { table: 'keywords', columns: KEYWORD_COLUMNS, rows: keywords, suffix: 'on conflict (id) do nothing' });
}

const TRACKED_COLUMNS = {
  project_id: 'text',
  keyword_id: 'text',
  normalized_text: 'text',
  engine: 'text',
  channel: 'text',
  target_domain: 'text',
  depth: 'integer',
  depth_strategy: 'text',
  check_interval: 'text',
  next_check: 'timestamptz',
  tracking_since: 'timestamptz',
  updated_at: 'timestamptz',
} as const;

const KEY_COLUMNS = 'project_id, keyword_id, engine, channel';

/** Begins to track, or takes up again what was untracked; returns the keys that this changed. */
export async function upsertTrackedKeywords(sql: Sql, rows: readonly TrackedRow[], now: Date): Promise<ReadonlySet<string>> {
  const tracked = rows.map((row) => ({
    project_id: row.projectId,
    keyword_id: row.keywordId,
    normalized_text: normalizeKeyword(row.keywordText),
    engine: row.engine,
    channel: row.channel,
    target_domain: row.targetDomain,
    depth: row.depth,
    depth_strategy: row.depthStrategy,
    check_interval: row.checkInterval,
    next_check: row.nextCheck,
    tracking_since: now,
    updated_at: now,
  }));
  const begun = await insertRows<(typeof tracked)[number], TrackedKey>(sql, {
    table: 'tracked_keywords',
    columns: TRACKED_COLUMNS,
    rows: tracked,
    suffix: `on conflict (project_id, keyword_id, engine, channel) do update
      set status = excluded.status, target_domain = excluded.target_domain, depth = excluded.depth,
        depth_strategy = excluded.depth_strategy, check_interval = excluded.check_interval,
        tracking_since = excluded.tracking_since, next_check = excluded.next_check, updated_at = excluded.updated_at
      where tracked_keywords.status = 'untracked'
      returning ${KEY_COLUMNS}`,
  });
  return new Set(begun.map(toKeyText));
}

/** Those that a project tracks or has tracked. */
export async function countTracked(sql: Sql, projectId: string): Promise<number> {
  const { rows } = await sql.query<{ total: number }>('select count(*) as total from tracked_keywords where project_id = $1', [projectId]);
  return rows[0]?.total ?? 0;
}

const SUBSCRIPTION_COLUMNS = {
  id: 'text',
  customer_id: 'text',
  project_id: 'text',
  keyword_id: 'text',
  engine: 'text',
  subscription_type: 'text',
  started_at: 'timestamptz',
  created_at: 'timestamptz',
} as const;

/** One subscription per tracked keyword; one that had ended begins again. */
export async function upsertSubscriptions(sql: Sql, rows: readonly TrackedRow[], now: Date): Promise<void> {
  const subscriptions = rows.map((row) => ({
    id: newId('sub_'),
    customer_id: row.organizationId,
    project_id: row.projectId,
    keyword_id: row.keywordId,
    engine: row.engine,
    subscription_type: row.channel === 'local' ? 'serp_local' : 'serp_organic',
    started_at: now,
    created_at: now,
  }));
  await insertRows(sql, {
    table: 'customer_subscriptions',
    columns: SUBSCRIPTION_COLUMNS,
    rows: subscriptions,
    suffix: `on conflict (project_id, keyword_id, engine, subscription_type) do update
      set is_active = 1, expires_at = null, started_at = excluded.started_at`,
  });
}

/** What is stored of those of the keys that are known, by key text. */
export async function listTracked(sql: Sql, keys: readonly TrackedKey[]): Promise<ReadonlyMap<string, StoredTracking>> {
  const { rows } = await sql.query<TrackedKey & StoredTracking>(
    `select ${KEY_COLUMNS}, status, target_domain, keyword_text
     from tracked_keywords join keywords on keywords.id = keyword_id
     where (project_id, keyword_id, engine, channel) in (select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]))`,
    [keys.map((key) => key.projectId), keys.map((key) => key.keywordId), keys.map((key) => key.engine), keys.map((key) => key.channel)],
  );
  return new Map(rows.map((row) => [toKeyText(row), row]));
}

export type StoredTracking = Pick<TrackedRow, 'keywordText' | 'targetDomain'> & { readonly status: TrackingStatus };

/** The ids among these that the project tracks or once tracked. */
export async function listKnownKeywordIds(sql: Sql, projectId: string, keywordIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ keywordId: string }>(
    'select distinct keyword_id from tracked_keywords where project_id = $1 and keyword_id = any($2) order by keyword_id',
    [projectId, keywordIds],
  );
  return rows.map((row) => row.keywordId);
}

/** Ends tracking in every engine and channel; returns the ids that were tracked until now. */
export async function untrackKeywordRows(sql: Sql, projectId: string, keywordIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql.query<{ keywordId: string }>(
    `with ended as (
       update tracked_keywords
       set status = 'untracked', next_check = null, updated_at = $3
       where project_id = $1 and keyword_id = any($2) and ${whereTracked('tracked_keywords')}
       returning keyword_id
     ), subscriptions as (
       update customer_subscriptions
       set is_active = 0, expires_at = $3
       where project_id = $1 and keyword_id = any($2) and is_active = 1
     )
     select distinct keyword_id from ended order by keyword_id`,
    [projectId, keywordIds, now],
  );
  return rows.map((row) => row.keywordId);
}

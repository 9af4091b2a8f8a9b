import type { Sql } from '#stores/postgres/types.ts';
import type { Ranking, RankingFilter } from '../../ranking.ts';

interface RankingRow {
  keyword_id: string;
  keyword_text: string;
  engine: Ranking['engine'];
  channel: Ranking['channel'];
  device: Ranking['device'];
  location_code: number;
  language_code: string;
  domain: string;
  asset_id: string | null;
  asset_name: string | null;
  relationship: Ranking['relationship'];
  status: Ranking['status'];
  position: number | null;
  rank_group: number | null;
  previous_position: number | null;
  url: string | null;
  title: string | null;
  is_featured_snippet: boolean;
  checked_depth: number | null;
  check_ts: Date | null;
  check_date: string | null;
  run_id: string | null;
  provider: string | null;
  cost_usd: number | null;
  serp_features: string[];
  error: string | null;
  failed_at: Date | null;
  is_recomputed: boolean;
}

/** Pages of these sizes from the start are asked for all day; their statements are planned once. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([51, 101, 201]);

/**
 * The newest outcome per tracked keyword and domain, by keyword, at most `limit`. Rows and order
 * come from one index; what is pending or untracked comes from two small ones.
 */
export async function listNewestRankings(
  sql: Sql,
  filter: RankingFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Ranking[]> {
  const { where, values, shape, hasPending, fromNewest } = toSelection(filter);
  const pending = `union all (select ${COLUMNS} from pending r left join asset on asset.id = r.asset_id where true ${where} ${ORDER} limit ${limit + offset})`;
  const { rows } = await sql.query<RankingRow>(
    `with ${ASSETS}${hasPending ? `, pending as materialized (${PENDING})` : ''}
     select * from (
       (select ${COLUMNS}
        from current_rankings r left join asset on asset.id = r.asset_id
        where ${fromNewest} ${where}
          and not exists (select from tracked_keywords t where ${IS_UNTRACKED} and ${SAME_KEYWORD})
        ${ORDER} limit ${limit + offset})
       ${hasPending ? pending : ''}
     ) found
     ${ORDER} limit ${limit} offset ${offset}`,
    values,
    offset === 0 && USUAL_LIMITS.has(limit) && shape !== undefined ? `rankings-list-${limit}-${shape}` : undefined,
  );
  return rows.map(toRanking);
}

/** How many such rows there are in all. */
export async function countNewestRankings(sql: Sql, filter: RankingFilter): Promise<number> {
  const { where, values, shape, hasPending, isJoined, fromNewest } = toSelection(filter);
  const join = isJoined ? 'left join asset on asset.id = r.asset_id' : '';
  const pending = `+ (select count(*) from pending r ${join} where true ${where})`;
  const { rows } = await sql.query<{ total: number }>(
    `with ${ASSETS}${hasPending ? `, pending as materialized (${PENDING})` : ''}
     select
       (select count(*) from current_rankings r ${join} where ${fromNewest} ${where})
       - (select count(*)
          from tracked_keywords t join current_rankings r on r.project_id = $1 and ${SAME_KEYWORD} ${join}
          where ${IS_UNTRACKED} ${where})
       ${hasPending ? pending : ''} as total`,
    values,
    shape === undefined ? undefined : `rankings-count-${shape}`,
  );
  return rows[0]?.total ?? 0;
}

const ASSETS = `asset as materialized (
  select id, type, value, name, role from assets where project_id = $1 and type in ('website', 'local')
)`;

const RELATIONSHIP = `case asset.role when 'primary' then 'MINE' when 'competitor' then 'COMPETITOR' else r.relationship end`;

// The byte order of the index, so that neither sorting nor the prefix depends on the database's language.
const ORDER = 'order by normalized_text using ~<~, keyword_id, engine, channel, domain';

const COLUMNS = `r.keyword_id, r.keyword_text, r.normalized_text, r.engine, r.channel, r.device, r.location_code, r.language_code, r.domain,
  r.asset_id, coalesce(asset.name, r.asset_name) as asset_name, ${RELATIONSHIP} as relationship, r.status, r.position, r.rank_group,
  r.previous_position, r.url, r.title, r.is_featured_snippet, r.checked_depth, r.check_ts, r.check_date, r.run_id, r.provider,
  r.cost_usd, r.serp_features, r.error, r.failed_at, r.is_recomputed`;

/** Keywords never checked, one row per own domain or place, in the columns of `current_rankings`. */
const PENDING = `
  select
    t.keyword_id, k.keyword_text, k.normalized_text, t.engine, t.channel, k.device, k.location_code, k.language_code, target.domain,
    target.asset_id, target.asset_name, 'MINE' as relationship, 'pending' as status, null::integer as position, null::integer as rank_group,
    null::integer as previous_position, null as url, null as title, false as is_featured_snippet, null::integer as checked_depth,
    null::timestamptz as check_ts, null::date as check_date, null as run_id, null as provider, null::numeric as cost_usd,
    '{}'::text[] as serp_features, null as error, null::timestamptz as failed_at, false as is_recomputed
  from tracked_keywords t
  join keywords k on k.id = t.keyword_id
  cross join lateral (
    select asset.value as domain, asset.id as asset_id, asset.name as asset_name
    from asset where asset.role = 'primary' and (asset.type = 'website' or t.channel = 'local')
    union all
    select t.target_domain, null, null
    where t.target_domain is not null and not exists (select from asset where asset.value = t.target_domain and asset.type = 'website')
  ) target
  where t.project_id = $1 and t.checked_at is null and t.status <> 'untracked'`;

const IS_UNTRACKED = `t.project_id = $1 and t.status = 'untracked'`;
const SAME_KEYWORD = 't.keyword_id = r.keyword_id and t.engine = r.engine and t.channel = r.channel';

interface Condition {
  readonly text: (value: string) => string;
  readonly value: unknown;
  /** Needs the asset beside the row. */
  readonly isJoined?: boolean;
}

function toConditions(filter: RankingFilter): Condition[] {
  const equal = (column: string, value: unknown): Condition => ({ text: (place) => `r.${column} = ${place}`, value });
  const conditions: Condition[] = [
    equal('keyword_id', filter.keywordId),
    equal('asset_id', filter.assetId),
    equal('domain', filter.domain),
    equal('channel', filter.channel),
    equal('engine', filter.engine),
    equal('device', filter.device),
    equal('location_code', filter.locationCode),
    equal('status', filter.status),
    { text: (place) => `${RELATIONSHIP} = ${place}`, value: filter.relationship, isJoined: true },
    // chr(1114111) sorts after every text that begins so.
    {
      text: (place) => `r.normalized_text ~>=~ ${place} and r.normalized_text ~<=~ (${place}::text || chr(1114111))`,
      value: filter.keywordPrefix,
    },
  ];
  return conditions.filter((condition) => condition.value !== undefined);
}

interface Selection {
  /** Conditions on `r`, to stand after another one. */
  readonly where: string;
  readonly values: unknown[];
  /** One text per shape; usual statements are named by it. */
  readonly shape: string | undefined;
  readonly isJoined: boolean;
  readonly hasPending: boolean;
  /** `current_rankings` itself has no pending rows. */
  readonly fromNewest: string;
}

function toSelection(filter: RankingFilter): Selection {
  const values: unknown[] = [filter.projectId];
  const used = toConditions(filter);
  const where = used.map((condition) => `and (${condition.text(`$${values.push(condition.value)}`)})`).join(' ');
  const isJoined = used.some((condition) => condition.isJoined === true);
  const hasPending = filter.status === undefined || filter.status === 'pending';
  const fromNewest = filter.status === 'pending' ? 'r.project_id = $1 and false' : 'r.project_id = $1';
  return { where, values, shape: toShape(filter), isJoined, hasPending, fromNewest };
}

const FILTERS = [
  'keywordPrefix',
  'keywordId',
  'assetId',
  'domain',
  'channel',
  'engine',
  'device',
  'locationCode',
  'relationship',
  'status',
] as const satisfies readonly (keyof RankingFilter)[];

/** A named statement stays in the memory of every connection; all combinations would be thousands. */
const NAMED_FILTERS_MAX = 2;

/** Which filters are given, as ones and zeros (a statement's name holds only 63 characters); undefined for unusual ones. */
function toShape(filter: RankingFilter): string | undefined {
  const given = FILTERS.map((name) => filter[name] !== undefined);
  if (given.filter(Boolean).length > NAMED_FILTERS_MAX) return undefined;
  const bits = given.map((isGiven) => (isGiven ? '1' : '0')).join('');
  return filter.status === 'pending' ? `${bits}-pending` : bits;
}

function toRanking(row: RankingRow): Ranking {
  return {
    keywordId: row.keyword_id,
    keywordText: row.keyword_text,
    engine: row.engine,
    channel: row.channel,
    device: row.device,
    locationCode: row.location_code,
    languageCode: row.language_code,
    domain: row.domain,
    assetId: row.asset_id,
    assetName: row.asset_name,
    relationship: row.relationship,
    status: row.status,
    position: row.position,
    rankGroup: row.rank_group,
    previousPosition: row.previous_position,
    url: row.url,
    title: row.title,
    isFeaturedSnippet: row.is_featured_snippet,
    checkedDepth: row.checked_depth,
    checkTs: row.check_ts,
    checkDate: row.check_date,
    runId: row.run_id,
    provider: row.provider,
    costUsd: row.cost_usd,
    serpFeatures: row.serp_features,
    error: row.error,
    failedAt: row.failed_at,
    isRecomputed: row.is_recomputed,
  };
}

import { whereChecked, TRACKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { Project } from '#areas/projects/index.ts';
import type { Channel, PageFilter } from '#areas/rankings/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** Tracked keywords of a project, each as `t` with its words as `k`. */
const TRACKED = `${TRACKED_KEYWORDS} t join keywords k on k.id = t.keyword_id`;
const FITS = `t.project_id = $1
  and ($2::text is null or t.channel = $2) and ($3::text is null or t.engine = $3)
  and ($4::text is null or k.device = $4) and ($5::integer is null or k.location_code = $5)`;

function toValues(projectId: string, { channel, engine, device, locationCode }: PageFilter): unknown[] {
  return [projectId, channel ?? null, engine ?? null, device ?? null, locationCode ?? null];
}

/** The newest outcomes of the project's own sites and places, each as `r`. An asset has the role that it has now. */
const OWN = 'current_rankings r left join assets a on a.id = r.asset_id';
const IS_OWN = `r.project_id = $1 and r.is_tracked and coalesce(a.role = 'primary', r.relationship = 'MINE')`;

/** Tracked keywords by the newest outcome of their best own site. */
export interface Outcomes {
  readonly ranked: number;
  readonly notFound: number;
  /** The newest check failed, whatever was known before. */
  readonly failed: number;
  /** Without a check. */
  readonly pending: number;
  readonly lastCheckAt: Date | null;
  readonly nextCheckAt: Date | null;
}

export async function countOutcomes(sql: Sql, projectId: string, filter: PageFilter): Promise<Outcomes> {
  const { rows } = await sql.query<Outcomes>(
    `with own as (
       select r.keyword_id, r.engine, r.channel, bool_or(r.status = 'failed') as is_failed, bool_or(r.status = 'ranked') as is_ranked
       from ${OWN} where ${IS_OWN} group by r.keyword_id, r.engine, r.channel
     )
     select count(*) filter (where own.is_ranked and not own.is_failed) as ranked,
       count(*) filter (where not own.is_ranked and not own.is_failed) as not_found, count(*) filter (where own.is_failed) as failed,
       count(*) filter (where t.checked_at is null) as pending, max(t.checked_at) as last_check_at,
       min(t.next_check) filter (where ${whereChecked('t')}) as next_check_at
     from ${TRACKED} left join own on own.keyword_id = t.keyword_id and own.engine = t.engine and own.channel = t.channel
     where ${FITS}`,
    toValues(projectId, filter),
  );
  return rows[0] ?? { ranked: 0, notFound: 0, failed: 0, pending: 0, lastCheckAt: null, nextCheckAt: null };
}

const FAILED_MAX = 10;

/** A keyword whose newest check failed, with the last good outcome of its best own site. */
export interface FailedCheck {
  readonly keywordId: string;
  readonly keyword: string;
  readonly engine: 'engine_a' | 'engine_b';
  readonly channel: Channel;
  readonly device: 'desktop' | 'mobile';
  readonly locationCode: number;
  readonly error: string | null;
  readonly failedAt: Date | null;
  /** Null: not found then, or never checked well. */
  readonly lastPosition: number | null;
  readonly lastRankAbsolute: number | null;
  readonly lastCheckedAt: Date | null;
  /** How the check that gave that outcome was read. */
  readonly lastCheckedDepth: number | null;
  readonly lastProvider: string | null;
  readonly lastCostUsd: number | null;
}

/** The best own site first. */
const BEST = `case $6 when 'organic' then r.rank_group else r.position end, r.check_ts desc nulls last, r.domain`;

/** The newest ten. */
export async function listFailedChecks(sql: Sql, { id, positionScale }: Project, filter: PageFilter): Promise<FailedCheck[]> {
  const { rows } = await sql.query<FailedCheck>(
    `select t.keyword_id, k.keyword_text as keyword, t.engine, t.channel, k.device, k.location_code, max(r.error) as error,
       max(r.failed_at) as failed_at, (array_agg(r.rank_group order by ${BEST}))[1] as last_position,
       (array_agg(r.position order by ${BEST}))[1] as last_rank_absolute, (array_agg(r.check_ts order by ${BEST}))[1] as last_checked_at,
       (array_agg(r.checked_depth order by ${BEST}))[1] as last_checked_depth, (array_agg(r.provider order by ${BEST}))[1] as last_provider,
       (array_agg(r.cost_usd order by ${BEST}))[1] as last_cost_usd
     from ${TRACKED}
       join (${OWN}) on r.keyword_id = t.keyword_id and r.engine = t.engine and r.channel = t.channel and r.status = 'failed'
     where ${FITS} and ${IS_OWN}
     group by t.keyword_id, k.keyword_text, t.engine, t.channel, k.device, k.location_code
     order by max(r.failed_at) desc nulls last, t.keyword_id, t.engine, t.channel
     limit ${FAILED_MAX}`,
    [...toValues(id, filter), positionScale],
  );
  return rows;
}

/** Checks that are due on a day, in UTC. */
export interface DueDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly checks: number;
}

const DUE_DAYS = 7;

/** What becomes due in the next seven days; what is overdue counts for today. */
export async function listDueDays(sql: Sql, projectId: string, filter: PageFilter, now: Date): Promise<DueDay[]> {
  const { rows } = await sql.query<DueDay>(
    `select (greatest(t.next_check, $6) at time zone 'UTC')::date as date, count(*) as checks
     from ${TRACKED} join projects p on p.id = t.project_id and p.status = 'active'
     where ${FITS} and ${whereChecked('t')} and t.next_check < $6::timestamptz + interval '${DUE_DAYS} days'
     group by 1 order by 1`,
    [...toValues(projectId, filter), now],
  );
  return rows;
}

const WEBSITES_MAX = 20;

/** The project's own websites, oldest first. */
export async function listOwnWebsites(sql: Sql, projectId: string): Promise<string[]> {
  const { rows } = await sql.query<{ value: string }>(
    `select value from assets where project_id = $1 and type = 'website' and role = 'primary' order by created_at, id limit ${WEBSITES_MAX}`,
    [projectId],
  );
  return rows.map(({ value }) => value);
}

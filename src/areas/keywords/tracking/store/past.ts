import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { TrackedKey } from '../../keyword.ts';
import type { SerpCheck } from '../check.ts';
import type { CheckInterval } from '../due-time.ts';
import { whereTracked, TRACKED_KEYWORDS } from './tracked.ts';
import { TRACKS_ADS } from './tracking-projects.ts';

/** The newest ones; those of a larger number stand a little longer. */
export const ENDED_KEYWORDS_MAX = 10_000;

/** A keyword that is no longer tracked. */
export interface EndedKeyword {
  /** Keyword id, engine and channel, with spaces between. */
  readonly page: string;
  /** The first day without it. */
  readonly day: string;
}

/** Keywords that a project has stopped following since a day, and the first day without them. */
export async function listEndedKeywords(sql: Sql, projectId: string, since: string): Promise<EndedKeyword[]> {
  const { rows } = await sql.query<{ page: string; updatedAt: Date }>(
    `select t.keyword_id || ' ' || t.engine || ' ' || found.channel as page, t.updated_at
     from tracked_keywords t
     join projects p on p.id = t.project_id
     cross join lateral (select t.channel union all select 'paid' where t.channel = 'seo' and ${TRACKS_ADS}) found
     where t.project_id = $1 and t.status = 'untracked' and t.updated_at >= $2::date
     order by t.updated_at desc, t.keyword_id, t.engine, found.channel
     limit ${ENDED_KEYWORDS_MAX}`,
    [projectId, since],
  );
  return rows.map((row) => ({ page: row.page, day: addDays(toDay(row.updatedAt), 1) }));
}

/** The same of many projects: project id, keyword id, engine and channel, with spaces between. */
export async function listEndedKeywordsOf(sql: Sql, projectIds: readonly string[], since: string): Promise<string[]> {
  const { rows } = await sql.query<{ page: string }>(
    `select project_id || ' ' || keyword_id || ' ' || engine || ' ' || channel as page
     from tracked_keywords
     where project_id = any ($1) and status = 'untracked' and updated_at >= $2::date
     order by updated_at desc, project_id, keyword_id, engine, channel
     limit ${ENDED_KEYWORDS_MAX}`,
    [projectIds, since],
  );
  return rows.map(({ page }) => page);
}

/** What a project tracks of a keyword, or did. */
export interface TrackedPast {
  readonly check: SerpCheck;
  readonly depth: number;
  readonly targetDomain: string | null;
  readonly checkInterval: CheckInterval;
  readonly trackingSince: Date;
  readonly isTracked: boolean;
  readonly tracksPlaces: boolean;
  readonly tracksAds: boolean;
}

interface TrackedRow extends Omit<SerpCheck, 'depth' | 'depthStrategy' | 'lookFor' | 'lastPosition'>, Omit<TrackedPast, 'check'> {}

/** How many keywords a project has followed, ever. */
export async function countPastKeywords(sql: Sql, projectId: string): Promise<number> {
  const { rows } = await sql.query<{ keywords: number }>(
    'select count(distinct keyword_id) as keywords from tracked_keywords where project_id = $1',
    [projectId],
  );
  return rows[0]?.keywords ?? 0;
}

/** The next keywords of a project by id, each with everything that is or was tracked of it. */
export async function listPastKeywords(
  sql: Sql,
  { projectId, after, limit }: { readonly projectId: string; readonly after: string; readonly limit: number },
): Promise<TrackedPast[]> {
  const { rows } = await sql.query<TrackedRow>(
    `select t.keyword_id, t.engine, t.channel, k.keyword_text as keyword, k.location_code, k.language_code, k.device, t.depth,
       t.target_domain, t.check_interval, t.tracking_since, ${whereTracked('t')} as is_tracked,
       exists (select from ${TRACKED_KEYWORDS} places
               where places.project_id = t.project_id and places.keyword_id = t.keyword_id
                 and places.engine = t.engine and places.channel = 'local') as tracks_places,
       ${TRACKS_ADS} as tracks_ads
     from tracked_keywords t join keywords k on k.id = t.keyword_id join projects p on p.id = t.project_id
     where t.project_id = $1
       and t.keyword_id in (
         select distinct keyword_id from tracked_keywords where project_id = $1 and keyword_id > $2 order by keyword_id limit $3)
     order by t.keyword_id, t.engine, t.channel`,
    [projectId, after, limit],
  );
  return rows.map(({ targetDomain, checkInterval, trackingSince, isTracked, tracksPlaces, tracksAds, ...page }) => ({
    check: { ...page, depthStrategy: 'full', lookFor: [], lastPosition: null },
    depth: page.depth,
    targetDomain,
    checkInterval,
    trackingSince,
    isTracked,
    tracksPlaces,
    tracksAds,
  }));
}

/**
 * What a project looks for on a page of a keyword that it tracks, or tracked until after the page was read.
 * @returns undefined when it does neither
 */
export async function findTrackedTarget(
  sql: Sql,
  { projectId, keywordId, engine, channel }: TrackedKey,
  readAt: Date,
): Promise<{ readonly targetDomain: string | null } | undefined> {
  const { rows } = await sql.query<{ targetDomain: string | null }>(
    `select t.target_domain from tracked_keywords t
     where t.project_id = $1 and t.keyword_id = $2 and t.engine = $3 and t.channel = $4 and (${whereTracked('t')} or t.updated_at >= $5)`,
    [projectId, keywordId, engine, channel, readAt],
  );
  return rows[0];
}

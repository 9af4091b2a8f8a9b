import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { TRACKS_ADS } from '../tracked/store.ts';

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

import type { Sql } from '#stores/postgres/types.ts';
import type { Channel } from '../../vocabulary.ts';
import type { RunRecord } from './run-record.ts';

/** What a project looks for on a page; undefined when it does not track the keyword, and has ended that before the page was read. */
export async function findTrackedTarget(
  sql: Sql,
  { projectId, channel, run }: { readonly projectId: string; readonly channel: Channel; readonly run: RunRecord },
): Promise<{ readonly targetDomain: string | null } | undefined> {
  const { rows } = await sql.query<{ targetDomain: string | null }>(
    `select target_domain from tracked_keywords
     where project_id = $1 and keyword_id = $2 and engine = $3 and channel = $4 and (status <> 'untracked' or updated_at >= $5)`,
    [projectId, run.keywordId, run.engine, channel, run.checkTs],
  );
  return rows[0];
}

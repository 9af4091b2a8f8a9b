import { LOADS_OVERVIEWS, TRACKED_KEYWORDS, type Channel, type Device } from '#areas/keywords/index.ts';
import type { Engine } from '#providers/search-data/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** How a tracked keyword is checked. */
export interface TrackedCheck {
  readonly keywordId: string;
  readonly keyword: string;
  readonly engine: Engine;
  readonly channel: Channel;
  readonly device: Device;
  readonly locationCode: number;
  readonly languageCode: string;
  readonly depth: number;
  readonly loadsOverview: boolean;
}

/** As many as a preview shows matches of. */
const CHECKS_MAX = 40_000;

/** The checks of some keywords of a project. */
export async function listChecks(sql: Sql, projectId: string, keywordIds: readonly string[]): Promise<TrackedCheck[]> {
  const { rows } = await sql.query<TrackedCheck>(
    `select t.keyword_id, k.keyword_text as keyword, t.engine, t.channel, k.device, k.location_code, k.language_code, t.depth,
       exists (select from projects p where p.id = t.project_id and ${LOADS_OVERVIEWS}) as loads_overview
     from ${TRACKED_KEYWORDS} t join keywords k on k.id = t.keyword_id
     where t.project_id = $1 and t.keyword_id = any ($2)
     order by t.keyword_id, t.engine, t.channel
     limit ${CHECKS_MAX}`,
    [projectId, keywordIds],
  );
  return rows;
}

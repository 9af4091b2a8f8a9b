import { SELECTED, toSelectionValues, type TrackedSelection } from '#areas/keywords/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** A keyword that is checked when it is due. */
export interface DueKeyword {
  readonly keywordId: string;
  readonly keyword: string;
  readonly engine: string;
  readonly channel: string;
  readonly device: string;
  readonly locationCode: number;
  readonly checkInterval: 'daily' | 'weekly' | 'monthly';
  readonly trackingSince: Date;
}

const DUE_MAX = 20_000;

/** The keywords of a selection that are checked by themselves, in a project that is not paused. */
export async function listDueKeywords(sql: Sql, selection: TrackedSelection): Promise<DueKeyword[]> {
  const { rows } = await sql.query<DueKeyword>(
    `select t.keyword_id, k.keyword_text as keyword, t.engine, t.channel, k.device, k.location_code, t.check_interval, t.tracking_since
     ${SELECTED} and t.status in ('tracking', 'active') and t.check_interval <> 'manual'
       and exists (select from projects p where p.id = t.project_id and p.status = 'active')
     order by t.keyword_id, t.engine, t.channel
     limit ${DUE_MAX}`,
    toSelectionValues(selection),
  );
  return rows;
}

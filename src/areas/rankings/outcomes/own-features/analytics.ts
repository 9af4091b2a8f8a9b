import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { OwnTargets } from '../../features/analytics.ts';
import { isOwnRow, LEADS_SOMEWHERE } from '../../features/own-sql.ts';
import type { OutcomesQuestion } from '../analytics.ts';

/** In which features of a page own sites are. */
export interface OwnFeatures {
  /** Features whose results lead to sites or places. */
  readonly knowable: ReadonlySet<string>;
  readonly ours: ReadonlySet<string>;
}

/** A thousand keywords on four hundred and sixty days. */
const ROWS_MAX = 500_000;

const QUESTION = {
  name: 'rankings-list-own-features-of-checks',
  sql: `
select keyword_id, engine, toUnixTimestamp64Milli(tracked_at) as at_ms,
  groupUniqArray(if(type = 'organic', 'featured_snippet', type)) as knowable,
  groupUniqArrayIf(if(type = 'organic', 'featured_snippet', type), ${isOwnRow('place_ids')}) as ours
from serp_runs
where keyword_id in {keyword_ids:Array(String)} and run_date between {since:Date} - 1 and {until:Date} + 1
  and (type != 'organic' or is_featured_snippet = 1) and ${LEADS_SOMEWHERE}
group by keyword_id, engine, at_ms
order by keyword_id, engine, at_ms
limit ${ROWS_MAX}`,
  params: z.object({
    keyword_ids: z.array(z.string()),
    since: z.string(),
    until: z.string(),
    hosts: z.array(z.string()),
    parents: z.array(z.string()),
    place_ids: z.array(z.string()),
  }),
  row: z.object({
    keyword_id: z.string(),
    engine: z.string(),
    at_ms: z.number(),
    knowable: z.array(z.string()),
    ours: z.array(z.string()),
  }),
};

/** By keyword, engine and moment of the check. A feature whose results lead nowhere, as far as is kept, is not knowable. */
export async function listOwnFeatures(
  clickhouse: ClickHouse,
  { from, to, own }: Pick<OutcomesQuestion, 'from' | 'to'> & { readonly own: OwnTargets },
  keywordIds: readonly string[],
): Promise<ReadonlyMap<string, OwnFeatures>> {
  const rows = await clickhouse.query(QUESTION, {
    keyword_ids: [...keywordIds],
    since: from,
    until: to,
    hosts: [...own.hosts],
    parents: [...own.parents],
    place_ids: [...own.placeIds],
  });
  return new Map(
    rows.map(({ keyword_id: keywordId, engine, at_ms: atMs, knowable, ours }) => [
      `${keywordId} ${engine} ${atMs}`,
      { knowable: new Set(knowable), ours: new Set(ours) },
    ]),
  );
}

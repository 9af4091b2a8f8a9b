import { z } from 'zod';
import type { Page } from '#kernel/lists.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

const UnsureRow = z.object({ sample_id: z.string(), brand_id: z.string(), total: z.number() });
export type UnsureRow = z.output<typeof UnsureRow>;

const listUnsureRows = {
  name: 'answers-list-unsure',
  sql: `
select sample_id, brand_id, count() over () as total
from (select sample_id, answered_at, unsure from answer_results final where project_id = {project_id:String} and notEmpty(unsure))
array join unsure as brand_id
where has({brand_ids:Array(String)}, brand_id)
order by answered_at desc, sample_id, brand_id
limit {limit:UInt32} offset {offset:UInt32}`,
  params: z.object({ project_id: z.string(), brand_ids: z.array(z.string()), limit: z.number(), offset: z.number() }),
  row: UnsureRow,
};

/** Names that are perhaps the common word, newest answers first. @param brandIds those that the project watches */
export async function listUnsureNames(
  clickhouse: ClickHouse,
  { projectId, brandIds }: { readonly projectId: string; readonly brandIds: readonly string[] },
  { limit, offset }: Page,
): Promise<UnsureRow[]> {
  return await clickhouse.query(listUnsureRows, { project_id: projectId, brand_ids: [...brandIds], limit, offset });
}

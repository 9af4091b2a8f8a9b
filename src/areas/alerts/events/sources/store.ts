import { SELECTED, toSelectionValues, TRACKED_KEYWORDS, type TrackedSelection } from '#areas/keywords/index.ts';
import type { Sql } from '#stores/postgres/types.ts';

/** On which channels a project tracks keywords. */
export async function listTrackedChannels(sql: Sql, projectId: string): Promise<string[]> {
  const { rows } = await sql.query<{ channel: string }>(
    `select distinct channel from ${TRACKED_KEYWORDS} t where project_id = $1 order by channel limit 10`,
    [projectId],
  );
  return rows.map(({ channel }) => channel);
}

const ASSETS_MAX = 1_000;

/** When each site of a project was last changed, in epoch milliseconds, by its id. */
export async function listAssetChanges(sql: Sql, projectId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ id: string; updatedAt: Date }>(
    `select id, updated_at from assets where project_id = $1 order by id limit ${ASSETS_MAX}`,
    [projectId],
  );
  return new Map(rows.map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
}

/** A keyword whose checks do not read deep enough. */
export interface ShallowKeyword {
  readonly keyword: string;
  readonly depth: number;
  /** How many there are in all. */
  readonly total: number;
}

const NAMED_MAX = 3;

/** The first tracked keywords of a selection whose checks read fewer results than these. */
export async function listShallow(sql: Sql, selection: TrackedSelection, depth: number): Promise<ShallowKeyword[]> {
  const { rows } = await sql.query<ShallowKeyword>(
    `select k.keyword_text as keyword, t.depth, count(*) over () as total
     ${SELECTED} and t.depth < $26
     order by t.depth, t.normalized_text, t.keyword_id, t.engine, t.channel
     limit ${NAMED_MAX}`,
    [...toSelectionValues(selection), depth],
  );
  return rows;
}

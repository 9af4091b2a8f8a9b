import { listEndedKeywordsOf } from '#areas/keywords/index.ts';
import { z } from 'zod';
import type { Project } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { addDays } from '#kernel/days.ts';
import { VALIDITY_DAYS_MAX } from '../daily-totals/validity-days.ts';
import { POSITION_COLUMN } from '../scale.ts';
import { HAS_MOVED_SQL, MOVE_SQL, MOVES, NO_MOVES, toWeekAgo, type MoveCounts } from './move.ts';
import { toEndedParams, toNotEnded } from './sites-sql.ts';

/** What one answer looks through at most, by tracked keywords: of each up to 45 days. */
const KEYWORDS_MAX = 100_000;

/** The best own site of each keyword in organic results on two days, for many projects at once. */
const question = {
  name: 'rankings-count-project-moves',
  sql: `
with
  checks as (
    select project_id, keyword_id, engine, domain, check_date as date, stands_days,
      ifNull(if(has({page_ids:Array(String)}, project_id), ${POSITION_COLUMN.page}, ${POSITION_COLUMN.organic}), 0) as scaled
    from ranking_history
    where project_id in {project_ids:Array(String)} and channel = 'seo' and relationship = 'MINE' and status != 'failed'
      and check_date between {since:Date} and {after:Date} and ${toNotEnded(`concat(project_id, ' ', keyword_id, ' ', engine, ' ', channel)`)}
    order by check_ts desc, recomputed_at desc
    limit 1 by project_id, keyword_id, engine, domain, date
  ),
  sites as (
    select project_id, keyword_id, engine,
      argMax(scaled, date) as scaled_after, argMax(date + stands_days, date) > {after:Date} as is_known_after,
      argMaxIf(scaled, date, date <= {before:Date}) as scaled_before,
      argMaxIf(date + stands_days, date, date <= {before:Date}) > {before:Date} as is_known_before
    from checks
    group by project_id, keyword_id, engine, domain
  ),
  pages as (
    select project_id, max(is_known_before) as was_known, max(is_known_after) as is_known,
      minIf(scaled_before, is_known_before and scaled_before > 0) as position_before,
      minIf(scaled_after, is_known_after and scaled_after > 0) as position_after
    from sites
    group by project_id, keyword_id, engine
  ),
  moves as (select project_id, ${MOVE_SQL} as move from pages where ${HAS_MOVED_SQL})
select project_id as projectId, ${MOVES.map((move) => `countIf(move = '${move}') as ${move}`).join(', ')}
from moves
group by project_id`,
  params: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  row: z.object({ projectId: z.string(), up: z.number(), down: z.number(), new: z.number(), lost: z.number(), unchanged: z.number() }),
};

type Counted = Pick<Project, 'id' | 'positionScale'> & { readonly trackedKeywords: number };

/**
 * How the tracked keywords of each project stand on a day against the same day of the week before, as `listMoves` has it for one.
 * Projects with the fewest keywords come first until the bound of one answer is reached; the others are left out.
 */
export async function countWeekMoves(
  { postgres, clickhouse }: Pick<AppContext, 'postgres' | 'clickhouse'>,
  projects: readonly Counted[],
  after: string,
): Promise<ReadonlyMap<string, MoveCounts>> {
  const counted = chooseToCount(projects);
  if (counted.length === 0) return new Map();
  const { before } = toWeekAgo(after);
  const since = addDays(before, 1 - VALIDITY_DAYS_MAX);
  const ids = counted.map(({ id }) => id);
  const rows = await clickhouse.query(question, {
    ...toEndedParams(await listEndedKeywordsOf(postgres, ids, since)),
    project_ids: ids,
    page_ids: counted.filter(({ positionScale }) => positionScale === 'page').map(({ id }) => id),
    since,
    before,
    after,
  });
  const found = new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]));
  return new Map(ids.map((id) => [id, found.get(id) ?? NO_MOVES]));
}

function chooseToCount(projects: readonly Counted[]): readonly Counted[] {
  let keywords = 0;
  return projects
    .toSorted((one, other) => one.trackedKeywords - other.trackedKeywords)
    .filter(({ trackedKeywords }, at) => (keywords += trackedKeywords) <= KEYWORDS_MAX || at === 0);
}

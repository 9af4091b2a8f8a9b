import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** A place counts once a day, in however many results it stands. */
const placeRatings = {
  name: 'visibility-list-place-ratings',
  sql: `
with
  found as (
    select distinct keyword_id, run_id, ifNull(position, 0) as stood_at
    from ranking_history
    where project_id = {project_id:String} and channel = 'local' and relationship = 'MINE' and status = 'ranked'
      and check_date between {from:Date} and {to:Date}
  ),
  rated as (
    select run_date as day, multiIf(cid != '', cid, place_id != '', place_id, title) as place,
      argMax(rating_value, tracked_at) as rating, argMax(rating_count, tracked_at) as ratings
    from serp_runs
    where keyword_id in (select keyword_id from found) and run_date between {from:Date} and {to:Date}
      and (keyword_id, run_id, position) in (select keyword_id, run_id, stood_at from found)
      and rating_value is not null and rating_count > 0
    group by day, place
  )
select day, sum(rating * ratings) / sum(ratings) as rating, sum(ratings) as ratingCount
from rated
group by day
order by day`,
  params: z.object({ project_id: z.string(), from: z.string(), to: z.string() }),
  row: z.object({ day: z.string(), rating: z.number(), ratingCount: z.number() }),
};

export type PlaceRating = z.output<typeof placeRatings.row>;

/** The ratings of a project's own places on each day on which they stood in local results, taken together. */
export async function listPlaceRatings(
  clickhouse: ClickHouse,
  { projectId, from, to }: { readonly projectId: string; readonly from: string; readonly to: string },
): Promise<PlaceRating[]> {
  return await clickhouse.query(placeRatings, { project_id: projectId, from, to });
}

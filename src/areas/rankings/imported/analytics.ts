import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** Twelve keywords of four hundred days: an answer stays below 2 MiB. */
export const IMPORTED_POINTS_MAX = 5_000;

export interface ImportedQuestion {
  readonly projectId: string;
  readonly keywordIds: readonly string[];
  readonly domains: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The latest first. */
  readonly importIds: readonly string[];
}

const Row = z.object({
  keyword_id: z.string(),
  engine: z.string(),
  channel: z.string(),
  domain: z.string(),
  day: z.string(),
  outcome: z.enum(['ranked', 'not_found', 'unknown']),
  place: z.number().nullable(),
  scale: z.enum(['organic', 'page', 'unknown']),
  depth: z.number().nullable(),
  url: z.string(),
  quality: z.enum(['measured', 'as_reported', 'index']),
  import_id: z.string(),
  row: z.number(),
});
export type ImportedRow = z.output<typeof Row>;

const listPoints = {
  name: 'rankings-list-imported',
  // Of one day the latest import shows; within it the best place, then what says the most. A kept page says of every site where it stood.
  sql: `
select keyword_id, engine, channel, domain, day, best.1 as outcome, best.2 as place, best.3 as scale, best.4 as depth, best.5 as url,
  best.6 as quality, best.7 as import_id, best.8 as row
from (
  select keyword_id, engine, channel, domain, day,
    argMin(
      (outcome, coalesce(organic, absolute, unscaled), scale, depth, url, quality, import_id, row),
      (indexOf({import_ids:Array(String)}, import_id),
        multiIf(outcome = 'ranked', ifNull(coalesce(organic, absolute, unscaled), 0), outcome = 'not_found', 2000, 3000), row)
    ) as best
  from (
    select import_id, keyword_id, engine, channel, domain, day, outcome, organic, absolute, unscaled, scale, depth, url, quality, row
    from imported_positions
    where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)} and import_id in {import_ids:Array(String)}
      and domain in {domains:Array(String)} and day between {since:Date} and {until:Date}
    union all
    select import_id, keyword_id, engine, 'seo', domain, day, if(place > 0, 'ranked', 'not_found'), if(place > 0, place, null), null, null, 'organic',
      if(place > 0, null, length(urls)), if(place > 0, urls[place], ''), 'measured', row
    from (
      select import_id, keyword_id, engine, day, urls, row, arrayJoin({domains:Array(String)}) as domain,
        toUInt16(arrayFirstIndex(
          found -> lower(domain(found)) = domain or endsWith(lower(domain(found)), concat('.', domain)), urls)) as place
      from imported_serps
      where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)} and import_id in {import_ids:Array(String)}
        and day between {since:Date} and {until:Date}
    )
  )
  group by keyword_id, engine, channel, domain, day
)
order by keyword_id, engine, channel, domain, day
limit ${IMPORTED_POINTS_MAX + 1}`,
  params: z.object({
    project_id: z.string(),
    keyword_ids: z.array(z.string()),
    import_ids: z.array(z.string()),
    domains: z.array(z.string()),
    since: z.string(),
    until: z.string(),
  }),
  row: Row,
};

/** Points of other trackers by keyword and day; one more than 5,000 where there are more. */
export async function listImportedRows(clickhouse: ClickHouse, question: ImportedQuestion): Promise<ImportedRow[]> {
  const { projectId, keywordIds, domains, from, to, importIds } = question;
  if (importIds.length === 0 || keywordIds.length === 0 || domains.length === 0) return [];
  return await clickhouse.query(listPoints, {
    project_id: projectId,
    keyword_ids: [...keywordIds],
    import_ids: [...importIds],
    domains: [...domains],
    since: from,
    until: to,
  });
}

import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import type { Page } from '#kernel/lists.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** How a site stands in the newest organic results of the keywords that are asked about. */
export interface TopDomain {
  readonly domain: string;
  readonly keywords: number;
  readonly top10: number;
  readonly avgRank: number;
  /** The newest day on which one of its result pages was read, `YYYY-MM-DD`. */
  readonly newestDay: string;
}

/** The newest page of each keyword that was read since; a site is a host without `www.`, and its best result counts. */
const toStandings = (scale: PositionScale): string => `
with
  newest as (
    select argMax(run_id, check_ts) as run_id
    from serp_checks
    where kind = 'organic' and check_date >= {from:Date}
      and ({is_bound:UInt8} = 0
        or keyword_id in (select keyword_id from ranking_history where project_id in {project_ids:Array(String)}))
    group by keyword_id, engine
  ),
  standings as (
    select if(startsWith(domain, 'www.'), substring(domain, 5), domain) as site, keyword_id, engine, min(${scale === 'organic' ? 'rank_group' : 'rank_absolute'}) as best, max(run_date) as day
    from serp_runs
    where kind = 'organic' and type = 'organic' and is_paid = 0 and run_date >= {from:Date} and domain != ''
      and ({location_code:UInt32} = 0 or location_code = {location_code:UInt32})
      and run_id in (select run_id from newest)
    group by site, keyword_id, engine
  )`;

const StandingsParams = z.object({ from: z.string(), is_bound: z.number(), project_ids: z.array(z.string()), location_code: z.number() });

const toListQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-top-domains',
  sql: `${toStandings(scale)}
select site as domain, count() as keywords, countIf(best <= 10) as top10, sum(best) as rankSum, max(day) as newestDay
from standings
group by site
order by keywords desc, rankSum, site
limit {limit:UInt32} offset {offset:UInt32}`,
  params: StandingsParams.extend({ limit: z.number(), offset: z.number() }),
  row: z.object({ domain: z.string(), keywords: z.number(), top10: z.number(), rankSum: z.number(), newestDay: z.string() }),
});

const toCountQuestion = (scale: PositionScale) => ({
  name: 'rankings-count-top-domains',
  sql: `${toStandings(scale)} select uniqExact(site) as total from standings`,
  params: StandingsParams,
  row: z.object({ total: z.number() }),
});

export interface TopDomainsQuestion {
  readonly scale: PositionScale;
  /** `YYYY-MM-DD`: pages that were read earlier do not count. */
  readonly from: string;
  /** Set: only keywords of these projects. */
  readonly projectIds: readonly string[] | undefined;
  readonly locationCode: number | undefined;
}

/** Domains, those with the most keywords first. */
export async function listTopDomains(clickhouse: ClickHouse, question: TopDomainsQuestion, { limit, offset }: Page): Promise<TopDomain[]> {
  const rows = await clickhouse.query(toListQuestion(question.scale), { ...toParams(question), limit, offset });
  return rows.map(({ rankSum, ...row }) => ({ ...row, avgRank: rankSum / row.keywords }));
}

export async function countTopDomains(clickhouse: ClickHouse, question: TopDomainsQuestion): Promise<number> {
  const [row] = await clickhouse.query(toCountQuestion(question.scale), toParams(question));
  return row?.total ?? 0;
}

function toParams({ from, projectIds, locationCode }: TopDomainsQuestion): z.output<typeof StandingsParams> {
  return { from, is_bound: projectIds === undefined ? 0 : 1, project_ids: [...(projectIds ?? [])], location_code: locationCode ?? 0 };
}

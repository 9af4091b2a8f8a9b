import { z } from 'zod';
import { DEVICES } from '#areas/keywords/index.ts';
import type { PositionScale } from '#areas/projects/index.ts';
import type { Page } from '#kernel/lists.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { SEVERITIES, SEVERITY_LIMITS, type CompetingKeyword, type CompetingPage } from './competing.ts';

/**
 * Own organic results in the pages that a project had checked, by check and website: which of the site's pages is best, and how
 * many there are. A result of a host below a website belongs to it, and to the nearest of several. Websites do not compete with
 * each other: each stands alone.
 */
const toChecks = (scale: PositionScale): string => `
with
  seen as (
    select distinct run_id, keyword_id from ranking_history
    where project_id = {project_id:String} and check_date >= {from:Date} and channel = 'seo' and relationship = 'MINE' and status = 'ranked'
  ),
  standings as (
    select keyword_id, keyword, engine, device, location_code, language_code, run_id, run_date, tracked_at,
      arrayFirst(host -> domain = host or endsWith(domain, concat('.', host)), {hosts:Array(String)}) as site,
      cutFragment(url) as page, min(${toRankColumn(scale)}) as scaled, min(rank_group) as organic, min(rank_absolute) as absolute
    from serp_runs
    where keyword_id in (select keyword_id from seen) and run_id in (select run_id from seen) and run_date >= {from:Date}
      and kind = 'organic' and type = 'organic' and is_paid = 0 and url != ''
      and site != ''
    group by keyword_id, keyword, engine, device, location_code, language_code, run_id, run_date, tracked_at, site, page
  )`;

const toRankColumn = (scale: PositionScale): string => (scale === 'organic' ? 'rank_group' : 'rank_absolute');

/** Keywords with several own pages, in turn or at once, and how bad that is. Organic results stand in one order in both scales. */
const KEYWORDS = `${toChecks('organic')},
  checks as (
    select keyword_id, engine, site, any(keyword) as keyword, any(device) as device, any(location_code) as location_code,
      any(language_code) as language_code, run_id, min(tracked_at) as checked_at, argMin(page, (scaled, page)) as best, count() as pages
    from standings
    group by keyword_id, engine, site, run_id
  ),
  counted as (
    select keyword_id, engine, site, any(keyword) as keyword, any(device) as device, any(location_code) as location_code,
      any(language_code) as language_code, count() as checks, countIf(pages > 1) as together,
      arrayMap(check -> check.3, arraySort(groupArray((checked_at, run_id, best)))) as leaders,
      arrayCount((leader, next) -> leader != next, arrayPopBack(leaders), arrayPopFront(leaders)) as switches
    from checks
    group by keyword_id, engine, site
  ),
  judged as (
    select *, multiIf(
        switches >= {high_switches:UInt16} and switches >= {high_share:Float64} * (checks - 1), 3,
        switches >= {medium_switches:UInt16} or together >= {medium_share:Float64} * checks, 2,
        1) as severity
    from counted
    where switches >= {medium_switches:UInt16} or together > 0
  )`;

const Params = z.object({
  project_id: z.string(),
  from: z.string(),
  hosts: z.array(z.string()),
  high_switches: z.number(),
  high_share: z.number(),
  medium_switches: z.number(),
  medium_share: z.number(),
  severity: z.number(),
});

const listQuestion = {
  name: 'research-list-competing-keywords',
  sql: `${KEYWORDS},
  ranked as (select keyword_id, engine, groupUniqArray(site) as sites from checks group by keyword_id, engine)
select keyword_id as keywordId, site, arraySort(arrayFilter(other -> other != site, sites)) as otherSites, keyword, engine, device, location_code as locationCode, language_code as languageCode, checks, switches,
  together, severity as level
from judged join ranked using (keyword_id, engine)
where severity >= {severity:UInt8}
order by severity desc, switches desc, together desc, keyword, keyword_id, engine, site
limit {limit:UInt32} offset {offset:UInt32}`,
  params: Params.extend({ limit: z.number(), offset: z.number() }),
  row: z.object({
    keywordId: z.string(),
    site: z.string(),
    otherSites: z.array(z.string()),
    keyword: z.string(),
    engine: z.enum(ENGINES),
    device: z.enum(DEVICES),
    locationCode: z.number(),
    languageCode: z.string(),
    checks: z.number(),
    switches: z.number(),
    together: z.number(),
    level: z.number(),
  }),
};

const countQuestion = {
  name: 'research-count-competing-keywords',
  sql: `${KEYWORDS} select count() as total from judged where severity >= {severity:UInt8}`,
  params: Params,
  row: z.object({ total: z.number() }),
};

/** The pages of listed keywords, the one that led most often first. */
const toPagesQuestion = (scale: PositionScale) => ({
  name: 'research-list-competing-pages',
  sql: `${toChecks(scale)},
  leading as (
    select keyword_id, engine, site, run_id, argMin(page, (scaled, page)) as best from standings group by keyword_id, engine, site, run_id
  )
select keyword_id as keywordId, engine, site, page as url, count() as checks, countIf(best = page) as led, uniqExact(run_date) as days,
  toString(min(run_date)) as firstDay, toString(max(run_date)) as lastDay, min(scaled) as bestPosition, avg(scaled) as avgPosition,
  argMax(organic, tracked_at) as lastPosition, argMax(absolute, tracked_at) as lastRankAbsolute
from standings join leading using (keyword_id, engine, site, run_id)
where keyword_id in {keyword_ids:Array(String)}
group by keyword_id, engine, site, page
order by keywordId, engine, site, led desc, checks desc, url
limit {pages_max:UInt32} by keywordId, engine, site`,
  params: z.object({
    project_id: z.string(),
    from: z.string(),
    hosts: z.array(z.string()),
    keyword_ids: z.array(z.string()),
    pages_max: z.number(),
  }),
  row: z.object({
    keywordId: z.string(),
    engine: z.enum(ENGINES),
    site: z.string(),
    url: z.string(),
    checks: z.number(),
    led: z.number(),
    days: z.number(),
    firstDay: z.string(),
    lastDay: z.string(),
    bestPosition: z.number(),
    avgPosition: z.number(),
    lastPosition: z.number(),
    lastRankAbsolute: z.number(),
  }),
});

export interface CompetingQuestion {
  /** Of the best and the average position. */
  readonly scale: PositionScale;
  readonly projectId: string;
  /** `YYYY-MM-DD`: earlier checks do not count. */
  readonly from: string;
  /** Of the project's own websites. */
  readonly hosts: readonly string[];
  /** The least that is listed. */
  readonly severity: CompetingKeyword['severity'];
}

/** Pages of a keyword that are shown. */
const PAGES_MAX = 20;

/** The worst first. */
export async function listCompetingKeywords(clickhouse: ClickHouse, question: CompetingQuestion, page: Page): Promise<CompetingKeyword[]> {
  const rows = await clickhouse.query(listQuestion, { ...toParams(question), limit: page.limit, offset: page.offset });
  if (rows.length === 0) return [];
  const { project_id, from, hosts } = toParams(question);
  const ids = [...new Set(rows.map(({ keywordId }) => keywordId))];
  const found = await clickhouse.query(toPagesQuestion(question.scale), {
    project_id,
    from,
    hosts,
    keyword_ids: ids,
    pages_max: PAGES_MAX,
  });
  const pages = Map.groupBy(found, toKey);
  return rows.map(({ level, ...row }) => ({
    ...row,
    severity: SEVERITIES[level - 1] ?? 'low',
    pages: (pages.get(toKey(row)) ?? []).map(({ keywordId: _id, engine: _engine, site: _site, ...rest }): CompetingPage => rest),
  }));
}

function toKey({ keywordId, engine, site }: Pick<CompetingKeyword, 'keywordId' | 'engine' | 'site'>): string {
  return `${engine} ${site} ${keywordId}`;
}

export async function countCompetingKeywords(clickhouse: ClickHouse, question: CompetingQuestion): Promise<number> {
  const [row] = await clickhouse.query(countQuestion, toParams(question));
  return row?.total ?? 0;
}

function toParams({ projectId, from, hosts, severity }: CompetingQuestion): z.output<typeof Params> {
  const { highSwitches, highShare, mediumSwitches, mediumShare } = SEVERITY_LIMITS;
  return {
    project_id: projectId,
    from,
    // The nearest of several websites that a host belongs to stands first.
    hosts: hosts.toSorted((one, other) => other.length - one.length),
    high_switches: highSwitches,
    high_share: highShare,
    medium_switches: mediumSwitches,
    medium_share: mediumShare,
    severity: SEVERITIES.indexOf(severity) + 1,
  };
}

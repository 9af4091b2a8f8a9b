import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** Which result pages, and how far down they count; days inclusive. */
export interface HostsQuestion {
  readonly timeZone: string;
  readonly scale: PositionScale;
  readonly from: string;
  readonly to: string;
  readonly keywordIds: readonly string[];
  readonly top: number;
  /** A host that never stood on so many pages is left out. */
  readonly atLeast: number;
  /** A keyword counts on a day when it was also checked so many days before, the nearer and the farther end of a span. */
  readonly knownFor: readonly [number, number];
}

/** On how many keywords' pages a host stood on each day. */
export interface HostDays {
  /** Without `www.`. */
  readonly host: string;
  readonly days: readonly {
    readonly day: string;
    /** Keywords that count. */
    readonly keywords: number;
    /** All keywords. */
    readonly seen: number;
  }[];
}

const HOSTS_MAX = 10_000;
/** A server takes at most 128 kB as one value, so keywords come in several lists. */
const IDS_PER_LIST = 2_000;
const LISTS = Array.from({ length: 10 }, (_, at) => `ids_${at}`);
const TRACKED = `(${LISTS.map((name) => `keyword_id in {${name}:Array(String)}`).join(' or ')})`;

const toQuestion = (scale: PositionScale) => ({
  name: 'rankings-list-hosts-of-days',
  sql: `
with
  checked as (
    select keyword_id, groupUniqArray(toDate(check_ts, {time_zone:String})) as days
    from serp_checks
    where kind = 'organic' and ${TRACKED} and check_date between {since:Date} - 1 and {until:Date} + 1
    group by keyword_id
  ),
  standing as (
    select if(startsWith(domain, 'www.'), substring(domain, 5), domain) as host, keyword_id, toDate(tracked_at, {time_zone:String}) as day
    from serp_runs
    where kind = 'organic' and type = 'organic' and is_paid = 0 and domain != '' and ${scale === 'organic' ? 'rank_group' : 'rank_absolute'} <= {top:UInt16}
      and ${TRACKED} and run_date between {since:Date} - 1 and {until:Date} + 1
    group by host, keyword_id, day
    having day between {since:Date} and {until:Date}
  ),
  counted as (
    select host, day, count() as seen,
      countIf(arrayExists(known -> known between day - {far:UInt16} and day - {near:UInt16}, checked.days)) as keywords
    from standing inner join checked on checked.keyword_id = standing.keyword_id
    group by host, day
  )
select host, arraySort(groupArray((toString(day), keywords, seen))) as days
from counted
group by host
having max(keywords) >= {at_least:UInt32}
order by host
limit ${HOSTS_MAX}`,
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  row: z.object({ host: z.string(), days: z.array(z.tuple([z.string(), z.number(), z.number()])) }),
});

/** The hosts among the first organic results of keywords, day by day; at most 20,000 keywords are asked about. */
export async function listHostDays(clickhouse: ClickHouse, question: HostsQuestion): Promise<HostDays[]> {
  const { keywordIds, knownFor } = question;
  const lists = LISTS.map((name, at) => [name, keywordIds.slice(at * IDS_PER_LIST, (at + 1) * IDS_PER_LIST)] as const);
  const rows = await clickhouse.query(toQuestion(question.scale), {
    ...Object.fromEntries(lists),
    time_zone: question.timeZone,
    since: question.from,
    until: question.to,
    top: question.top,
    at_least: question.atLeast,
    near: knownFor[0],
    far: knownFor[1],
  });
  return rows.map(({ host, days }) => ({ host, days: days.map(([day, keywords, seen]) => ({ day, keywords, seen })) }));
}

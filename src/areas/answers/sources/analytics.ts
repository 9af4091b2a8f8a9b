import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Page } from '#kernel/lists.ts';
import type { CountedSpan } from '../rates/analytics.ts';

/** Whose names and sites tell answers apart. */
export interface Sides {
  readonly ownIds: readonly string[];
  readonly rivalIds: readonly string[];
  readonly ownDomains: readonly string[];
  readonly rivalDomains: readonly string[];
}

const span = { project_id: z.string(), from: z.string(), to: z.string(), surfaces: z.array(z.string()) };
const COUNTED = `
  select * from answer_results final
  where project_id = {project_id:String} and period between {from:Date} and {to:Date} and is_planned = 1 and status = 'answered'
    and has({surfaces:Array(String)}, surface)`;
/** A competitor is named and no own brand. */
const BESIDE = 'hasAny(named, {rival_ids:Array(String)}) and not hasAny(named, {own_ids:Array(String)})';

const SourceRow = z.object({
  source: z.string(),
  domain: z.string(),
  answers: z.number(),
  prompts: z.number(),
  surfaces: z.array(z.string()),
  beside: z.number(),
  total: z.number(),
  n: z.number(),
});
export type SourceRow = z.output<typeof SourceRow>;

const named = { own_ids: z.array(z.string()), rival_ids: z.array(z.string()) };
const page = { limit: z.number(), offset: z.number() };

const toStatement = (source: string) => ({
  sql: `
with counted as (${COUNTED})
select source, lower(replaceRegexpOne(domain(if(position(source, '://') = 0, concat('https://', source), source)), '^www\\\\.', '')) as domain,
  count() as answers, uniqExact(prompt_id) as prompts, arraySort(groupUniqArray(surface)) as surfaces,
  countIf(${BESIDE}) as beside,
  count() over () as total, (select count() from counted) as n
from counted array join ${source} as source
group by source
order by answers desc, source
limit {limit:UInt32} offset {offset:UInt32}`,
  params: z.object({ ...span, ...named, ...page }),
  row: SourceRow,
});

const STATEMENTS = {
  domain: { name: 'answers-list-domains', ...toStatement('cited_domains') },
  page: { name: 'answers-list-pages', ...toStatement('cited_urls') },
} as const;

/** Which answers: planned ones of whole weeks, of surfaces of one kind. */
export interface SourceSpan extends CountedSpan {
  readonly surfaces: readonly string[];
}

/** Sites or pages that answers cite, most cited first. */
export async function listSources(
  clickhouse: ClickHouse,
  question: SourceSpan & { readonly by: keyof typeof STATEMENTS },
  sides: Sides,
  rows: Page,
): Promise<SourceRow[]> {
  return await clickhouse.query(STATEMENTS[question.by], { ...toSpanParams(question), ...toNamed(sides), ...toPage(rows) });
}

const CitedSet = z.object({
  domains: z.array(z.string()),
  prompt_id: z.string(),
  surface: z.string(),
  is_beside: z.number(),
  answers: z.number(),
});
export type CitedSet = z.output<typeof CitedSet>;

const countSets = {
  name: 'answers-count-cited-sets',
  sql: `
select arraySort(cited_domains) as domains, prompt_id, surface, ${BESIDE} as is_beside, count() as answers
from (${COUNTED})
group by all
order by prompt_id, surface, domains
limit 2000000`,
  params: z.object({ ...span, ...named }),
  row: CitedSet,
};

/** Answers that cite the same sites, and how many of them there are; those that cite none too. */
export async function listCitedSets(clickhouse: ClickHouse, question: SourceSpan, sides: Sides): Promise<CitedSet[]> {
  return await clickhouse.query(countSets, { ...toSpanParams(question), ...toNamed(sides) });
}

const GapRow = z.object({
  domain: z.string(),
  answers: z.number(),
  prompts: z.number(),
  surfaces: z.array(z.string()),
  beside: z.number(),
  total: z.number(),
});
export type GapRow = z.output<typeof GapRow>;

const sites = { own_domains: z.array(z.string()), rival_domains: z.array(z.string()) };
/** Who is in an answer: named, or with a site among its citations. */
const WITH_SIDES = `
  select *, hasAny(named, {own_ids:Array(String)}) or hasAny(cited_domains, {own_domains:Array(String)}) as has_us,
    hasAny(named, {rival_ids:Array(String)}) or hasAny(cited_domains, {rival_domains:Array(String)}) as has_rival
  from (${COUNTED})`;

const listGapRows = {
  name: 'answers-list-gaps',
  sql: `
select domain, count() as answers, uniqExactIf(prompt_id, has_rival) as prompts, arraySort(groupUniqArrayIf(surface, has_rival)) as surfaces,
  countIf(has_rival) as beside, count() over () as total
from (${WITH_SIDES}) array join cited_domains as domain
where not has({rival_domains:Array(String)}, domain)
group by domain
having countIf(has_us) = 0 and beside > 0
order by beside desc, domain
limit {limit:UInt32} offset {offset:UInt32}`,
  params: z.object({ ...span, ...named, ...sites, ...page }),
  row: GapRow,
};

/** Sites of others that are cited in answers with a rival, and in none with us. */
export async function listGapSites(clickhouse: ClickHouse, question: SourceSpan, sides: Sides, rows: Page): Promise<GapRow[]> {
  return await clickhouse.query(listGapRows, { ...toSpanParams(question), ...toNamed(sides), ...toSites(sides), ...toPage(rows) });
}

const SideCounts = z.object({ answers: z.number(), with_rivals: z.number(), with_us: z.number() });

const countSideAnswers = {
  name: 'answers-count-sides',
  sql: `select count() as answers, countIf(has_rival) as with_rivals, countIf(has_us) as with_us from (${WITH_SIDES})`,
  params: z.object({ ...span, ...named, ...sites }),
  row: SideCounts,
};

/** How many answers there are, with a rival in them, and with us. */
export async function countSides(clickhouse: ClickHouse, question: SourceSpan, sides: Sides): Promise<z.output<typeof SideCounts>> {
  const [counts] = await clickhouse.query(countSideAnswers, { ...toSpanParams(question), ...toNamed(sides), ...toSites(sides) });
  return counts ?? { answers: 0, with_rivals: 0, with_us: 0 };
}

function toSpanParams({ projectId, from, to, surfaces }: SourceSpan) {
  return { project_id: projectId, from, to, surfaces: [...surfaces] };
}

function toNamed({ ownIds, rivalIds }: Sides) {
  return { own_ids: [...ownIds], rival_ids: [...rivalIds] };
}

function toSites({ ownDomains, rivalDomains }: Sides) {
  return { own_domains: [...ownDomains], rival_domains: [...rivalDomains] };
}

function toPage({ limit, offset }: Page): Page {
  return { limit, offset };
}

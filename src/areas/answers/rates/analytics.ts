import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** Which answers are counted: planned ones of whole weeks. */
export interface CountedSpan {
  readonly projectId: string;
  /** Mondays, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Mondays from each of which on answers are counted together, up to the next one; unless given, each week for itself. */
  readonly starts?: readonly string[];
}

/** Whose names and sites are counted. */
export interface CountedBrands {
  readonly ownIds: readonly string[];
  readonly allIds: readonly string[];
  readonly ownDomains: readonly string[];
}

/** Answers that hold any, own ones, all, and over single answers the sums of own squared, own times all, and all squared. */
const Sums = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

const CountRow = z.object({
  period: z.string(),
  surface: z.string(),
  prompt_id: z.string(),
  answered: z.number(),
  refused: z.number(),
  empty: z.number(),
  failed: z.number(),
  skipped: z.number(),
  models: z.array(z.string()),
  detectors: z.array(z.number()),
  named: z.number(),
  first: z.number(),
  cited: z.number(),
  citing: z.number(),
  web_known: z.number(),
  web_used: z.number(),
  voice: Sums,
  sites: Sums,
});
/**
 * What the answers to one prompt on one surface in one span come to. All but the other statuses is over answered ones: those that name
 * an own brand (`named`), before all others (`first`), cite an own site (`cited`), or any (`citing`).
 */
export type CountRow = z.output<typeof CountRow>;

const toSums = (own: string, all: string): string =>
  `[countIf(is_answered and ${all} > 0), sumIf(${own}, is_answered), sumIf(${all}, is_answered), sumIf(${own} * ${own}, is_answered),
    sumIf(${own} * ${all}, is_answered), sumIf(${all} * ${all}, is_answered)]`;

/** `final` takes the newest reading of each sample. Sums of single answers are made here: there are far more answers than prompts. */
const countAnswers = {
  name: 'answers-count',
  sql: `
select span as period, surface, prompt_id,
  countIf(is_answered) as answered, countIf(status = 'refused') as refused, countIf(status = 'empty') as empty,
  countIf(status = 'failed') as failed, countIf(status = 'skipped') as skipped,
  arraySort(groupUniqArrayIf(model, is_answered and model != '')) as models,
  arraySort(groupUniqArrayIf(detector_version, is_answered)) as detectors,
  countIf(is_answered and own_brands > 0) as named, countIf(is_answered and is_first) as first,
  countIf(is_answered and own_sites > 0) as cited, countIf(is_answered and all_sites > 0) as citing,
  countIf(is_answered and web is not null) as web_known, countIf(is_answered and web = 1) as web_used,
  ${toSums('own_brands', 'all_brands')} as voice,
  ${toSums('own_sites', 'all_sites')} as sites
from (
  select if(empty({starts:Array(Date)}), period, arrayLast(start -> start <= period, {starts:Array(Date)})) as span, surface, prompt_id, status, model, detector_version,
    status = 'answered' as is_answered, web_used as web,
    length(arrayIntersect(named, {own_ids:Array(String)})) as own_brands, length(arrayIntersect(named, {all_ids:Array(String)})) as all_brands,
    has({own_ids:Array(String)}, arrayFirst(brand -> has({all_ids:Array(String)}, brand), named)) as is_first,
    length(arrayIntersect(cited_domains, {own_domains:Array(String)})) as own_sites, length(cited_domains) as all_sites
  from answer_results final
  where project_id = {project_id:String} and period between {from:Date} and {to:Date} and is_planned = 1
)
group by span, surface, prompt_id
order by span, surface, prompt_id
limit 2000000`,
  params: z.object({
    project_id: z.string(),
    from: z.string(),
    to: z.string(),
    starts: z.array(z.string()),
    own_ids: z.array(z.string()),
    all_ids: z.array(z.string()),
    own_domains: z.array(z.string()),
  }),
  row: CountRow,
};

export async function listCounts(clickhouse: ClickHouse, span: CountedSpan, brands: CountedBrands): Promise<CountRow[]> {
  return await clickhouse.query(countAnswers, {
    project_id: span.projectId,
    from: span.from,
    to: span.to,
    starts: [...(span.starts ?? [])],
    own_ids: [...brands.ownIds],
    all_ids: [...brands.allIds],
    own_domains: [...brands.ownDomains],
  });
}

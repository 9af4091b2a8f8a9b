import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';

/** Which answers are counted: planned ones of whole weeks. */
export interface CountedSpan {
  readonly projectId: string;
  /** Mondays, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Whose names and sites are counted. */
export interface CountedBrands {
  readonly ownIds: readonly string[];
  readonly allIds: readonly string[];
  readonly ownDomains: readonly string[];
}

const CountRow = z.object({
  period: z.string(),
  surface: z.string(),
  prompt_id: z.string(),
  status: z.string(),
  model: z.string(),
  own: z.number(),
  all: z.number(),
  is_first: z.number(),
  is_cited: z.number(),
  cites: z.number(),
  cites_own: z.number(),
  cites_all: z.number(),
  web: z.number(),
  answers: z.number(),
});
export type CountRow = z.output<typeof CountRow>;

/**
 * Answers that are alike in all that is counted, and how many of them there are. `own` and `all`: brands that are named; `web`: 1 yes, 0 no,
 * -1 not known. `final` takes the newest reading of each sample.
 */
const countAnswers = {
  name: 'answers-count',
  sql: `
select period, surface, prompt_id, status, model,
  length(arrayIntersect(named, {own_ids:Array(String)})) as own,
  length(arrayIntersect(named, {all_ids:Array(String)})) as all,
  has({own_ids:Array(String)}, arrayFirst(brand -> has({all_ids:Array(String)}, brand), named)) as is_first,
  hasAny(cited_domains, {own_domains:Array(String)}) as is_cited,
  notEmpty(cited_domains) as cites,
  length(arrayIntersect(cited_domains, {own_domains:Array(String)})) as cites_own,
  length(cited_domains) as cites_all,
  ifNull(web_used, -1) as web,
  count() as answers
from answer_results final
where project_id = {project_id:String} and period between {from:Date} and {to:Date} and is_planned = 1
group by all
order by period, surface, prompt_id
limit 2000000`,
  params: z.object({
    project_id: z.string(),
    from: z.string(),
    to: z.string(),
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
    own_ids: [...brands.ownIds],
    all_ids: [...brands.allIds],
    own_domains: [...brands.ownDomains],
  });
}

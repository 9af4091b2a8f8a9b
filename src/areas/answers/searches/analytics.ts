import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { SourceSpan } from '../sources/analytics.ts';

const params = z.object({ project_id: z.string(), from: z.string(), to: z.string(), surfaces: z.array(z.string()) });
/** Answers that say what was searched for: a surface that does not, and an answer without a search, say nothing. */
const SAYING = `
  select * from answer_results final
  where project_id = {project_id:String} and period between {from:Date} and {to:Date} and is_planned = 1 and status = 'answered'
    and has({surfaces:Array(String)}, surface) and notEmpty(fan_outs)`;

const SearchRow = z.object({
  folded: z.string(),
  query: z.string(),
  prompt_id: z.string(),
  answers: z.number(),
  surfaces: z.array(z.string()),
});
export type SearchRow = z.output<typeof SearchRow>;

const listSearchRows = {
  name: 'answers-list-searches',
  sql: `
select lowerUTF8(trimBoth(replaceRegexpAll(said, '\\\\s+', ' '))) as folded, min(said) as query, prompt_id, uniqExact(sample_id) as answers,
  arraySort(groupUniqArray(surface)) as surfaces
from (${SAYING}) array join fan_outs as said
where folded != ''
group by folded, prompt_id
order by answers desc, folded, prompt_id
limit 200000`,
  params,
  row: SearchRow,
};

/** What was searched for the answers of each prompt. */
export async function listSearches(clickhouse: ClickHouse, question: SourceSpan): Promise<SearchRow[]> {
  return await clickhouse.query(listSearchRows, toParams(question));
}

const countSayingRows = {
  name: 'answers-count-searching',
  sql: `select prompt_id, count() as answers from (${SAYING}) group by prompt_id order by prompt_id limit 20000`,
  params,
  row: z.object({ prompt_id: z.string(), answers: z.number() }),
};

/** How many answers of each prompt say what was searched for. */
export async function countSearching(clickhouse: ClickHouse, question: SourceSpan): Promise<ReadonlyMap<string, number>> {
  const rows = await clickhouse.query(countSayingRows, toParams(question));
  return new Map(rows.map(({ prompt_id: promptId, answers }) => [promptId, answers]));
}

function toParams({ projectId, from, to, surfaces }: SourceSpan) {
  return { project_id: projectId, from, to, surfaces: [...surfaces] };
}

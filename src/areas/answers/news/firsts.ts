import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { listBrands } from '../store/brands.ts';

const PLANNED = `project_id = {project_id:String} and is_planned = 1 and status = 'answered'`;

const ModelWeek = z.object({
  surface: z.string(),
  week: z.string(),
  model: z.string(),
  /** When it first answered in the week, in epoch milliseconds. */
  first_ms: z.number(),
});
export type ModelWeek = z.output<typeof ModelWeek>;

const listModels = {
  name: 'answers-list-models',
  sql: `
select surface, period as week, model, toUnixTimestamp64Milli(min(answered_at)) as first_ms
from answer_results final
where ${PLANNED} and model != '' and period between {from:Date} and {to:Date}
group by surface, week, model
order by surface, week, first_ms, model
limit 100000`,
  params: z.object({ project_id: z.string(), from: z.string(), to: z.string() }),
  row: ModelWeek,
};

/** Which models answered in each week, by surface, the oldest first. @param span Mondays */
export async function listModelWeeks(
  { clickhouse }: { readonly clickhouse: ClickHouse },
  span: { readonly projectId: string; readonly from: string; readonly to: string },
): Promise<ModelWeek[]> {
  return await clickhouse.query(listModels, { project_id: span.projectId, from: span.from, to: span.to });
}

const FirstCitation = z.object({
  surface: z.string(),
  source: z.string(),
  /** The Monday of the week in which it was first cited. */
  week: z.string(),
  /** Epoch milliseconds. */
  first_ms: z.number(),
  prompt_id: z.string(),
  sample_id: z.string(),
});
export type FirstCitation = z.output<typeof FirstCitation>;

const toStatement = (sources: string, host: string) => ({
  sql: `
with read as (
    select surface, period, answered_at, prompt_id as prompt, sample_id as sample, ${sources} as sources
    from answer_results final where ${PLANNED}),
  begun as (select surface, min(period) as first_week from read group by surface)
select surface, source, min(period) as week, toUnixTimestamp64Milli(min(answered_at)) as first_ms,
  argMin(prompt, (answered_at, sample)) as prompt_id, argMin(sample, (answered_at, sample)) as sample_id
from read array join sources as source join begun using (surface)
where arrayExists(own -> ${host} = own or endsWith(${host}, concat('.', own)), {own_domains:Array(String)})
group by surface, source
having week > any(begun.first_week) and toDate(min(answered_at)) between {from:Date} and {to:Date}
order by first_ms, surface, source
limit 100000`,
  params: z.object({ project_id: z.string(), own_domains: z.array(z.string()), from: z.string(), to: z.string() }),
  row: FirstCitation,
});

const STATEMENTS = {
  site: { name: 'answers-first-sites', ...toStatement('cited_domains', 'source') },
  page: { name: 'answers-first-pages', ...toStatement('cited_urls', 'lower(domain(source))') },
} as const;

/** In a page or a site as a whole. */
export type CitedOf = keyof typeof STATEMENTS;

/**
 * Own sites or pages that a surface cited for the first time on one of these days, the oldest first. In the first week in which a surface
 * answered everything is new, so nothing of it is listed.
 */
export async function listFirstCitations(
  { postgres, clickhouse }: { readonly postgres: Postgres; readonly clickhouse: ClickHouse },
  asked: { readonly projectId: string; readonly of: CitedOf; readonly from: string; readonly to: string },
): Promise<FirstCitation[]> {
  const brands = await listBrands(postgres, asked.projectId);
  const own = brands.filter(({ role }) => role === 'own').flatMap(({ domains }) => domains);
  if (own.length === 0) return [];
  const { projectId, of, from, to } = asked;
  return await clickhouse.query(STATEMENTS[of], { project_id: projectId, own_domains: own, from, to });
}

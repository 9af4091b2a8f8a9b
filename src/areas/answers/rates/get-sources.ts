import { z } from 'zod';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import { toRate, type Rate } from '#kernel/statistics/rates.ts';
import { listBrands } from '../store/brands.ts';
import { toSpan } from './get-summary.ts';

export const SOURCE_GROUPINGS = ['domain', 'page'] as const;

/** A site or page that answers cite. */
export interface CitedSource {
  readonly source: string;
  readonly owner: 'own' | 'competitor' | 'other';
  /** Over answered samples. */
  readonly rate: Rate;
  readonly prompts: number;
  readonly surfaces: readonly string[];
  /** Answers that cite it and name a competitor, but no own brand. */
  readonly besideRivals: number;
}

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

const params = z.object({
  project_id: z.string(),
  from: z.string(),
  to: z.string(),
  own_ids: z.array(z.string()),
  rival_ids: z.array(z.string()),
  limit: z.number(),
  offset: z.number(),
});

const toStatement = (source: string) => ({
  sql: `
with counted as (
  select * from answer_results final
  where project_id = {project_id:String} and period between {from:Date} and {to:Date} and is_planned = 1 and status = 'answered'
)
select source, lower(replaceRegexpOne(domain(if(position(source, '://') = 0, concat('https://', source), source)), '^www\\\\.', '')) as domain,
  count() as answers, uniqExact(prompt_id) as prompts, arraySort(groupUniqArray(surface)) as surfaces,
  countIf(hasAny(named, {rival_ids:Array(String)}) and not hasAny(named, {own_ids:Array(String)})) as beside,
  count() over () as total, (select count() from counted) as n
from counted array join ${source} as source
group by source
order by answers desc, source
limit {limit:UInt32} offset {offset:UInt32}`,
  params,
  row: SourceRow,
});

const STATEMENTS = {
  domain: { name: 'answers-list-domains', ...toStatement('cited_domains') },
  page: { name: 'answers-list-pages', ...toStatement('cited_urls') },
} as const;

export interface SourceQuestion {
  readonly projectId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly groupBy: (typeof SOURCE_GROUPINGS)[number];
}

/** What answers of some weeks cite, most cited first. @throws AppError `Project not found` */
export async function getSources(
  ctx: ProjectReader & Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>,
  { projectId, groupBy, ...asked }: SourceQuestion,
  { limit, offset }: Page,
): Promise<{ readonly sources: readonly CitedSource[]; readonly total: number }> {
  await getProject(ctx, projectId);
  const { from, to } = toSpan(asked, ctx.clock.now());
  const brands = await listBrands(ctx.postgres, projectId);
  const [own, rivals] = [brands.filter(({ role }) => role === 'own'), brands.filter(({ role }) => role !== 'own')];
  await ctx.outbox.tryFlush();
  const rows = await ctx.clickhouse.query(STATEMENTS[groupBy], {
    project_id: projectId,
    from,
    to,
    own_ids: own.map(({ id }) => id),
    rival_ids: rivals.map(({ id }) => id),
    limit,
    offset,
  });
  const isOf = (domain: string, some: typeof brands): boolean =>
    some.some(({ domains }) => domains.some((known) => domain === known || domain.endsWith(`.${known}`)));
  return {
    sources: rows.map(({ source, domain, answers, prompts, surfaces, beside, n }) => ({
      source,
      owner: isOf(domain, own) ? 'own' : isOf(domain, rivals) ? 'competitor' : 'other',
      rate: toRate(answers, n),
      prompts,
      surfaces,
      besideRivals: beside,
    })),
    total: rows[0]?.total ?? 0,
  };
}

import { z } from 'zod';
import { toDueDate } from '#areas/keywords/index.ts';
import { getProject } from '#areas/projects/index.ts';
import { readCountedPage, type Page } from '#kernel/lists.ts';
import { ENGINES } from '#providers/search-data/index.ts';
import { PROJECT_DAY } from '../grid/analytics.ts';
import { toSpan, type GridContext } from '../grid/get-grid.ts';
import type { Span } from '../grid/grid.ts';
import { CHANNELS, DEVICES } from '../vocabulary.ts';

export interface FailuresInput {
  readonly projectId: string;
  readonly keywordId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const FailureRow = z.object({
  run_id: z.string(),
  keyword_id: z.string(),
  keyword: z.string(),
  engine: z.enum(ENGINES),
  channel: z.enum(CHANNELS),
  device: z.enum(DEVICES),
  location_code: z.number(),
  language_code: z.string(),
  day: z.string(),
  failed_at: z.coerce.date(),
  error: z.string(),
  provider: z.string(),
  total: z.number(),
});

/** A check that was tried and did not work, whatever came before and after it on its day. */
export type FailedTry = z.output<typeof FailureRow>;

export interface Failures {
  readonly timeZone: string;
  readonly span: Span;
  readonly tries: readonly FailedTry[];
  readonly total: number;
}

/** A failed check stands once for each site that it looked for: here it counts once. */
const QUESTION = {
  name: 'rankings-list-failures',
  sql: `
select run_id, keyword_id, any(keyword) as keyword, engine, channel, any(device) as device, any(location_code) as location_code,
  any(language_code) as language_code, toString(any(${PROJECT_DAY})) as day, any(check_ts) as failed_at, any(error) as error,
  any(provider) as provider, count() over () as total
from ranking_history
where project_id = {project_id:String} and ({keyword_id:String} = '' or keyword_id = {keyword_id:String}) and status = 'failed'
  and check_date between {from:Date} - 1 and {to:Date} + 1 and ${PROJECT_DAY} between {from:Date} and {to:Date}
group by run_id, keyword_id, engine, channel
order by failed_at desc, run_id, keyword_id, engine, channel
limit {limit:UInt32} offset {offset:UInt32}`,
  params: z.object({
    project_id: z.string(),
    keyword_id: z.string(),
    time_zone: z.string(),
    from: z.string(),
    to: z.string(),
    limit: z.number(),
    offset: z.number(),
  }),
  row: FailureRow,
};

/**
 * The checks of a project that failed within some of its days, newest first: the history of positions has of a day its last good check only.
 * @throws AppError `Project not found`; on a span of more than 400 days
 */
export async function listFailures(ctx: GridContext, input: FailuresInput): Promise<Failures> {
  const { keywordId = '', limit, offset } = input;
  const project = await getProject(ctx, input.projectId);
  const span = toSpan(input, toDueDate(ctx.clock.now(), project.timeZone));
  const question = { project_id: project.id, keyword_id: keywordId, time_zone: project.timeZone, ...span };
  const read = async (page: Page): Promise<FailedTry[]> => await ctx.clickhouse.query(QUESTION, { ...question, ...page });
  const { rows: tries, total } = await readCountedPage({ limit, offset }, read);
  return { timeZone: project.timeZone, span, tries, total };
}

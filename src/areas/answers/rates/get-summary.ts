import { loadKeywordTools } from '#areas/classification/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import { toMonday, WEEK_DAYS } from '#kernel/weeks.ts';
import { ANSWER_SURFACES } from '#providers/search-data/index.ts';
import { findNames, indexNames } from '../detection/find-names.ts';
import { splitWords } from '../detection/split-words.ts';
import { toPeriod } from '../asking/weeks.ts';
import { listBrands } from '../store/brands.ts';
import { countPending } from '../store/samples.ts';
import { listAllPrompts, type AnswerPrompt } from '../store/prompts.ts';
import type { AnswerBrand } from '../brands/brand.ts';
import { listCounts, type CountedBrands, type CountRow } from './analytics.ts';
import { judgeChanges, summarize, type Changes, type Summary } from './summarize.ts';

export const GROUPINGS = ['surface', 'prompt', 'topic', 'tag'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface SummaryQuestion {
  readonly projectId: string;
  /** Days, `YYYY-MM-DD`; whole weeks are counted. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly groupBy: Grouping;
}

/** A surface, or a group of prompts on it. */
export interface SummaryGroup {
  readonly surface: string;
  /** The prompt, topic or tag; null where surfaces are whole. */
  readonly group: string | null;
  readonly summary: Summary;
  /** Against as many weeks before. */
  readonly changes: Changes;
}

export interface AnswerSummary {
  /** Whole weeks, from Monday to Sunday. */
  readonly from: string;
  readonly to: string;
  readonly groups: readonly SummaryGroup[];
  /** Planned answers of these weeks that are still to come. */
  readonly pending: number;
}

export type SummaryContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox' | 'clock'>;

/** What answers of some weeks say, beside as many weeks before. @throws AppError `Project not found` */
export async function getSummary(ctx: SummaryContext, { projectId, groupBy, ...asked }: SummaryQuestion): Promise<AnswerSummary> {
  await getProject(ctx, projectId);
  const { from, to, before } = toSpan(asked, ctx.clock.now());
  await ctx.outbox.tryFlush();
  const { brands, branded, prompts } = await readWatched(ctx, projectId);
  const rows = await listCounts(ctx.clickhouse, { projectId, from: before, to, starts: [before, from] }, toCounted(brands));
  const groups = groupRows(rows, toGroupOf(groupBy, prompts));
  return {
    from,
    to: addDays(to, WEEK_DAYS - 1),
    groups: groups.map(({ surface, group, rows: some }) => {
      const [earlier, now] = [some.filter(({ period }) => period < from), some.filter(({ period }) => period >= from)];
      return { surface, group, summary: summarize(now, branded), changes: judgeChanges(earlier, now) };
    }),
    pending: await countPending(ctx.postgres, { projectId, from, to }),
  };
}

/** A point of a line: one week of one surface. */
export interface SeriesPoint {
  readonly surface: string;
  readonly period: string;
  readonly summary: Summary;
  /** The models are others than in the week before: the line breaks here. */
  readonly isModelBreak: boolean;
  /** Names were found by other rules than in the week before: the line breaks here too. */
  readonly isDetectorBreak: boolean;
}

/** Weeks of each surface, oldest first. @throws AppError `Project not found` */
export async function getSeries(
  ctx: SummaryContext,
  { projectId, ...asked }: Pick<SummaryQuestion, 'projectId' | 'from' | 'to'>,
): Promise<readonly SeriesPoint[]> {
  await getProject(ctx, projectId);
  const { from, to } = toSpan({ from: addDays(toPeriod(ctx.clock.now()), -11 * WEEK_DAYS), ...withoutUndefined(asked) }, ctx.clock.now());
  await ctx.outbox.tryFlush();
  const { brands, branded } = await readWatched(ctx, projectId);
  const rows = await listCounts(ctx.clickhouse, { projectId, from, to }, toCounted(brands));
  const points = [...Map.groupBy(rows, ({ surface, period }) => `${surface} ${period}`).values()].map((some) => {
    const { surface = '', period = '' } = some[0] ?? {};
    return { surface, period, summary: summarize(some, branded) };
  });
  const sorted = points.toSorted((one, other) => order(one.surface) - order(other.surface) || one.period.localeCompare(other.period));
  return sorted.map((point, at) => {
    const previous = sorted[at - 1];
    const isFirst = previous?.surface !== point.surface;
    const differs = (of: 'models' | 'detectors'): boolean => !isFirst && previous.summary[of].join('\n') !== point.summary[of].join('\n');
    return { ...point, isModelBreak: differs('models'), isDetectorBreak: differs('detectors') };
  });
}

function withoutUndefined(span: { readonly from: string | undefined; readonly to: string | undefined }) {
  return { to: span.to, ...(span.from === undefined ? {} : { from: span.from }) };
}

/** Brands of a project, and prompts that name one of them themselves. */
export async function readWatched({ postgres }: Pick<SummaryContext, 'postgres'>, projectId: string) {
  const brands = await listBrands(postgres, projectId);
  const prompts = await listAllPrompts(postgres, projectId);
  const { foldText } = await loadKeywordTools();
  const index = indexNames(
    brands.flatMap(({ id, name, aliases }) => [name, ...aliases].map((text) => ({ text, brandId: id }))),
    foldText,
  );
  const branded = new Set(prompts.filter(({ text }) => findNames(splitWords(text, foldText), index).length > 0).map(({ id }) => id));
  return { brands, prompts, branded };
}

export function toCounted(brands: readonly AnswerBrand[]): CountedBrands {
  const own = brands.filter(({ role }) => role === 'own');
  return { ownIds: own.map(({ id }) => id), allIds: brands.map(({ id }) => id), ownDomains: own.flatMap(({ domains }) => domains) };
}

/** Whole weeks around the days, the newest one unless asked otherwise; `before`: the first of as many weeks before them. */
export function toSpan(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): { readonly from: string; readonly to: string; readonly before: string } {
  const last = to === undefined ? toPeriod(now) : toMonday(to);
  const first = from === undefined ? last : toMonday(from);
  const weeks = countDaysBetween(first, last) / WEEK_DAYS + 1;
  return { from: first, to: last, before: addDays(first, -weeks * WEEK_DAYS) };
}

interface Group {
  readonly surface: string;
  readonly group: string | null;
  readonly rows: readonly CountRow[];
}

/** Rows by surface and group, in their order. */
export function groupRows(rows: readonly CountRow[], groupsOf: (row: CountRow) => readonly (string | null)[]): Group[] {
  const groups = new Map<string, { surface: string; group: string | null; rows: CountRow[] }>();
  for (const row of rows)
    for (const group of groupsOf(row)) {
      const key = JSON.stringify([row.surface, group]);
      const known = groups.get(key) ?? { surface: row.surface, group, rows: [] };
      known.rows.push(row);
      groups.set(key, known);
    }
  return [...groups.values()].toSorted(
    (one, other) => order(one.surface) - order(other.surface) || (one.group ?? '').localeCompare(other.group ?? ''),
  );
}

function order(surface: string): number {
  return (ANSWER_SURFACES as readonly string[]).indexOf(surface);
}

function toGroupOf(groupBy: Grouping, prompts: readonly AnswerPrompt[]): (row: CountRow) => readonly (string | null)[] {
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  switch (groupBy) {
    case 'surface':
      return () => [null];
    case 'prompt':
      return (row) => [row.prompt_id];
    case 'topic':
      return (row) => [byId.get(row.prompt_id)?.topic ?? ''];
    case 'tag':
      return (row) => byId.get(row.prompt_id)?.tags ?? [];
  }
}

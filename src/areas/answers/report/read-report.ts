import { getProject } from '#areas/projects/index.ts';
import { addDays } from '#kernel/days.ts';
import { WEEK_DAYS } from '#kernel/weeks.ts';
import { listCounts } from '../rates/analytics.ts';
import { groupRows, readWatched, toCounted, type SummaryContext } from '../rates/get-summary.ts';
import { judgeChanges, summarize, type Changes, type Summary } from '../rates/summarize.ts';
import { countPending } from '../store/samples.ts';
import type { Weeks } from './weeks.ts';

export type ReportContext = SummaryContext;

export interface ReportQuestion {
  readonly projectId: string;
  /** Undefined: no whole week is asked about. */
  readonly weeks: Weeks | undefined;
  /** What they are compared with, and lies before them; undefined: nothing. */
  readonly before: Weeks | undefined;
  /** Prompts that ask for this place and in this language; left out: for any. */
  readonly locationCode?: number | undefined;
  readonly languageCode?: string | undefined;
}

/** What answers of some weeks say, for those who do not look at the answers themselves. */
export interface AnswersReport {
  /** The first and the last day that are counted; null: no whole week. */
  readonly days: Weeks | null;
  readonly compared: Weeks | null;
  /** Surfaces that were asked in these weeks. None of them and nothing pending: none was asked. */
  readonly surfaces: readonly ReportedSurface[];
  /** Planned answers of these weeks that are still to come. */
  readonly pending: number;
}

export interface ReportedSurface {
  readonly surface: string;
  readonly summary: Summary;
  /** Null: nothing is compared. */
  readonly changes: Changes | null;
}

/** @throws AppError `Project not found` */
export async function readAnswersReport(ctx: ReportContext, question: ReportQuestion): Promise<AnswersReport> {
  const { projectId, weeks, before, locationCode, languageCode } = question;
  await getProject(ctx, projectId);
  if (weeks === undefined) return { days: null, compared: null, surfaces: [], pending: 0 };
  await ctx.outbox.tryFlush();
  const { brands, branded, prompts } = await readWatched(ctx, projectId);
  const promptIds = prompts
    .filter((prompt) => (locationCode ?? prompt.locationCode) === prompt.locationCode)
    .filter((prompt) => (languageCode ?? prompt.languageCode) === prompt.languageCode)
    .map(({ id }) => id);
  // What lies between the weeks and those that they are compared with is counted apart, and left out.
  const starts = before === undefined ? [weeks.from] : [before.from, addDays(before.to, WEEK_DAYS), weeks.from];
  const span = { projectId, from: before?.from ?? weeks.from, to: weeks.to, starts };
  const shown = new Set(promptIds);
  const rows = (await listCounts(ctx.clickhouse, span, toCounted(brands))).filter(({ prompt_id: id }) => shown.has(id));
  const now = groupRows(
    rows.filter(({ period }) => period === weeks.from),
    () => [null],
  );
  return {
    days: toDays(weeks),
    compared: before === undefined ? null : toDays(before),
    surfaces: now.map(({ surface, rows: some }) => {
      const earlier = rows.filter((row) => row.surface === surface && row.period === before?.from);
      return { surface, summary: summarize(some, branded), changes: before === undefined ? null : judgeChanges(earlier, some) };
    }),
    pending: await countPending(ctx.postgres, { projectId, ...weeks, promptIds }),
  };
}

function toDays({ from, to }: Weeks): Weeks {
  return { from, to: addDays(to, WEEK_DAYS - 1) };
}

import { readAnswersReport, toWeeksBefore, toWeeksThatEnd, type AnswersReport } from '#areas/answers/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import { DAY_CODES, getRankingsSummary, getSeries, listPages, toDayCounts, type DayTotals, type Summary } from '#areas/rankings/index.ts';
import { readSearchConsoleReport, type SearchConsoleReport } from '#areas/search-console/index.ts';
import type { AppContext } from '#context';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import type { Period } from '../digest.ts';
import type { DigestSectionName } from './section-names.ts';

/** As many as shares draw. */
const CHART_ROWS_MAX = 50;
const HEATMAP_ROWS_MAX = 1_000;
/** As many as a mail has room for beside the rest. */
const CHART_SHOWN_MAX = 20;
const PAGES_MAX = 20;
const SITES_MAX = 20;
const CHANNEL = 'seo';

type Counts = ReturnType<typeof toDayCounts>;
/** A position, or why there is none. */
export type DayPosition = number | 'not found' | 'failed' | 'not measured';

export interface SharedSeries {
  readonly days: readonly string[];
  readonly rows: readonly { readonly keyword: string; readonly device: string; readonly positions: readonly DayPosition[] }[];
  readonly total: number;
}

/** What shares show of the same project and days, as far as it was chosen. */
export interface SharedContent {
  readonly chart?: SharedSeries;
  readonly heatmap?: SharedSeries;
  readonly pages?: Awaited<ReturnType<typeof listPages>>;
  /** The last day and that of the period before, site by site: own ones first. */
  readonly sites?: SiteRows;
  /** What Google counted in the period, and in the one before. */
  readonly counted?: SearchConsoleReport;
  /** What assistants answered in the weeks that ended in the period. */
  readonly answers?: AnswersReport;
}

export interface SiteRows extends Pick<Summary, 'voiceCurve'> {
  readonly total: number;
  readonly rows: readonly SiteEnds[];
}

export interface SiteEnds {
  readonly domain: string;
  readonly isOwn: boolean;
  readonly now: Counts;
  readonly before: Counts;
}

type SharedReader = ProjectReader & Pick<AppContext, 'postgres' | 'clickhouse' | 'clock' | 'outbox'>;

interface Asked {
  readonly projectId: string;
  readonly period: Period;
  /** When the digest before was due, and when this one is. */
  readonly due: { readonly after: Date; readonly by: Date };
  readonly sections: readonly string[];
  /** Keywords that the chart shows in place of the first by name; none: those. */
  readonly movedIds: readonly string[];
}

/** Reads the sections of shares among the chosen ones: positions day by day, own pages, and the sites side by side. */
export async function readShared(ctx: SharedReader, { projectId, period, due, sections, movedIds }: Asked): Promise<SharedContent> {
  const has = (name: DigestSectionName): boolean => sections.includes(name);
  const question = { projectId, ...period };
  return {
    ...(has('chart') && { chart: await readSeries(ctx, question, { keywordIds: movedIds, limit: CHART_ROWS_MAX }) }),
    ...(has('heatmap') && { heatmap: await readSeries(ctx, question, { keywordIds: [], limit: HEATMAP_ROWS_MAX }) }),
    ...(has('pages') && { pages: await listPages(ctx, { ...question, channels: [CHANNEL], limit: PAGES_MAX, offset: 0 }) }),
    ...(has('competitors') && { sites: await readSites(ctx, question) }),
    ...(has('search_console') && { counted: await readSearchConsoleReport(ctx, { ...question, comparedWith: toBefore(period) }) }),
    ...(has('answers') && { answers: await readAnswers(ctx, projectId, due) }),
  };
}

async function readAnswers(ctx: SharedReader, projectId: string, due: Asked['due']): Promise<AnswersReport> {
  const weeks = toWeeksThatEnd(due);
  return await readAnswersReport(ctx, { projectId, weeks, before: weeks && toWeeksBefore(weeks) });
}

function toBefore({ from, to }: Period): Period {
  const back = -countDaysBetween(from, to) - 1;
  return { from: addDays(from, back), to: addDays(to, back) };
}

type Question = Period & { readonly projectId: string };

async function readSeries(
  ctx: SharedReader,
  question: Question,
  { keywordIds, limit }: { readonly keywordIds: readonly string[]; readonly limit: number },
): Promise<SharedSeries> {
  const chosen = keywordIds.length === 0 ? undefined : keywordIds.slice(0, CHART_SHOWN_MAX);
  const { days, rows, total, values } = await getSeries(ctx, { ...question, channels: [CHANNEL], keywordIds: chosen, limit });
  return {
    days,
    total,
    rows: rows.map(({ keyword, device }, at) => ({
      keyword,
      device,
      positions: [...values.subarray(at * days.length, (at + 1) * days.length)].map(toPosition),
    })),
  };
}

function toPosition(code: number): DayPosition {
  if (code === DAY_CODES.notMeasured) return 'not measured';
  if (code === DAY_CODES.failed) return 'failed';
  return code === DAY_CODES.notFound ? 'not found' : code;
}

async function readSites(ctx: SharedReader, { projectId, from, to }: Question): Promise<SiteRows> {
  const back = -countDaysBetween(from, to) - 1;
  const read = async (first: string, last: string): Promise<Summary> =>
    await getRankingsSummary(ctx, { projectId, channel: CHANNEL, startDate: first, endDate: last });
  const [now, before] = [await read(from, to), await read(addDays(from, back), addDays(to, back))];
  const domains = new Map(now.assets.map(({ value, role }) => [value, role === 'primary']));
  for (const { domain, relationship } of now.days.at(-1)?.sites ?? [])
    if (!domains.has(domain)) domains.set(domain, relationship === 'MINE');
  const rows = [...domains].map(([domain, isOwn]) => ({ domain, isOwn, now: toLast(now, domain), before: toLast(before, domain) }));
  const sorted = rows.toSorted(
    (one, other) =>
      Number(other.isOwn) - Number(one.isOwn) ||
      (other.now.share_of_voice ?? 0) - (one.now.share_of_voice ?? 0) ||
      (one.domain < other.domain ? -1 : 1),
  );
  return { voiceCurve: now.voiceCurve, total: sorted.length, rows: sorted.slice(0, SITES_MAX) };
}

function toLast({ days }: Summary, domain: string): Counts {
  const totals: DayTotals | undefined = days.at(-1)?.sites.find((site) => site.domain === domain);
  return toDayCounts(totals);
}

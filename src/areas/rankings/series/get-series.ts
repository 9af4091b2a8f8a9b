import { toDueDate } from '#areas/keywords/index.ts';
import { getProject, type Project } from '#areas/projects/index.ts';
import { listDays } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import { findDays, listDayCodes } from '../grid/analytics.ts';
import { findOwnSites, toSpan, type GridContext } from '../grid/get-grid.ts';
import { NOT_MEASURED, toTrackedKey, type Span, type TrackedFilter } from '../grid/grid.ts';
import { toListed, type Listed } from '../grid/listed.ts';
import { listTracked, type TrackedKeyword } from '../grid/store.ts';
import type { CheckReading } from '../check-reading.ts';
import { listImported, type ImportedPoint } from '../imported/list-imported.ts';
import { listDayChecks, type DayCheck } from './analytics.ts';

export const SERIES_ROWS_MAX = 1_000;
/** Rows whose checks are answered, their pages or how they were read: for a chart of a few lines. */
export const CHECKED_ROWS_MAX = 100;

export interface SeriesInput extends TrackedFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** A row for each of these sites; the best own site unless given. */
  readonly domains?: readonly string[] | undefined;
  readonly withPages?: boolean;
  readonly withReadings?: boolean;
  readonly withOverviews?: boolean;
  readonly withImported?: boolean;
}

/** The days of a tracked keyword, for one site or the best own one. */
export interface SeriesRow extends TrackedKeyword {
  /** Null: the best own site. */
  readonly domain: string | null;
}

export interface Series extends Pick<Project, 'positionScale' | 'pendingScale'> {
  readonly timeZone: string;
  readonly span: Span;
  readonly days: readonly string[];
  readonly rows: readonly SeriesRow[];
  /** Tracked keywords that fit, those above the limit too. */
  readonly total: number;
  /** Row by row a byte for each day (`grid.ts`). */
  readonly values: Buffer;
  /** Row by row the page of each day. */
  readonly pages: Listed | null;
  /** Row by row how the good check of each day was read; null: there was none. */
  readonly readings: readonly (CheckReading | null)[] | null;
  /** Row by row what the AI overview of each day says of the row's site; null: there was no good check of an organic page. */
  readonly overviews: readonly DayCheck['overview'][] | null;
  /** What other trackers knew; undefined unless asked for. */
  readonly imported: readonly ImportedPoint[] | undefined;
}

/**
 * The days of tracked keywords as a matrix of bytes, of the best own site or of each of some sites.
 * @throws AppError `Project not found`; on too long a span, and on more than 1,000 rows
 */
export async function getSeries(ctx: GridContext, input: SeriesInput): Promise<Series> {
  const project = await getProject(ctx, input.projectId);
  const span = toSpan(input, toDueDate(ctx.clock.now(), project.timeZone));
  const days = listDays(span.from, span.to);
  const [tracked, sites] = await Promise.all([listTracked(ctx.postgres, input), findOwnSites(ctx, project)]);
  const rows = tracked.flatMap((keyword) => (input.domains ?? [null]).map((domain) => ({ ...keyword, domain })));
  assertFew(rows.length, input);
  const question = { ...sites, ...span, days: days.length, keywordIds: tracked.map(({ keywordId }) => keywordId), domains: input.domains };
  const [codes, checks, imported] = await Promise.all([
    listDayCodes(ctx.clickhouse, question),
    input.withPages || input.withReadings || input.withOverviews ? listDayChecks(ctx.clickhouse, question) : undefined,
    input.withImported ? listImported(ctx, { ...question, ...span }) : undefined,
  ]);
  const keys = rows.map(toRowKey);
  const values = Buffer.alloc(rows.length * days.length, NOT_MEASURED);
  for (const [row, key] of keys.entries()) values.set(findDays(codes, key, days.length) ?? [], row * days.length);
  const found = checks && keys.flatMap((key) => days.map((_day, at) => checks.get(key)?.get(at) ?? null));
  return {
    timeZone: project.timeZone,
    positionScale: project.positionScale,
    pendingScale: project.pendingScale,
    span,
    days,
    rows,
    total: tracked[0]?.total ?? 0,
    values,
    pages: found && input.withPages ? toListed(found.map((check) => check?.page ?? null)) : null,
    readings: found && input.withReadings ? found.map((check) => check?.reading ?? null) : null,
    overviews: found && input.withOverviews ? found.map((check) => check?.overview ?? null) : null,
    imported,
  };
}

function toRowKey({ keywordId, engine, channel, domain }: SeriesRow): string {
  const key = toTrackedKey(keywordId, engine, channel);
  return domain === null ? key : `${key} ${domain}`;
}

function assertFew(rows: number, { domains, ...input }: SeriesInput): void {
  if (rows > SERIES_ROWS_MAX)
    throw invalid([
      {
        path: 'domains',
        message: `makes ${rows} rows with these keywords (${domains?.length} each), and at most ${SERIES_ROWS_MAX} are answered`,
      },
    ]);
  const asked = [
    ...(input.withPages ? ['pages'] : []),
    ...(input.withReadings ? ['readings'] : []),
    ...(input.withOverviews ? ['ai_overviews'] : []),
    ...(input.withImported ? ['imported'] : []),
  ];
  if (rows > CHECKED_ROWS_MAX && asked.length > 0)
    throw invalid(asked.map((path) => ({ path, message: `is answered for at most ${CHECKED_ROWS_MAX} rows` })));
}

import { toDueDate, listWatchedAssets } from '#areas/keywords/index.ts';
import { getProject, type Project, type ProjectReader } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { addDays, countDaysBetween } from '#kernel/days.ts';
import { invalid } from '#kernel/errors.ts';
import { listDayCodes, listStanding, type OwnSites } from './analytics.ts';
import { WEEK_DAYS } from '../moves/move.ts';
import { buildGrid, findNewest, type Grid, type GridParts } from './build-grid.ts';
import { listCompetitors, type CompetitorColumns } from './competitors.ts';
import { ROWS_MAX, SPARK_DAYS, type GridInput, type Span } from './grid.ts';
import { toOutcomeTests } from './outcome-tests.ts';
import { listPastOutcomes } from './past-outcomes.ts';
import { listTags, listTrackedRows } from './store.ts';

/** A year and five weeks. */
export const SPAN_DAYS_MAX = 400;
const YEAR_DAYS = 365;

export type GridContext = ProjectReader & Pick<AppContext, 'clickhouse' | 'clock'>;

/**
 * Every tracked keyword that fits with its newest outcome for the best own site, as columns: of a failed check the
 * last good outcome stays, beside the failure. `previous` is as `compare` says, `best` that of the span. Outcomes are
 * those that were known when the span ended; what is tracked, and how, is as it is now.
 * @throws AppError `Project not found`; on a span of more than 400 days
 */
export async function getGrid(ctx: GridContext, input: GridInput): Promise<ChosenGrid> {
  const project = await getProject(ctx, input.projectId);
  const today = toDueDate(ctx.clock.now(), project.timeZone);
  const span = toSpan(input, today);
  const compareDay = toCompareDay(input, span);
  const sites = await findOwnSites(ctx, project);
  const pastDay = span.to === today ? undefined : span.to;
  const readRows = async (): Promise<Pick<GridParts, 'rows' | 'competitors'>> => {
    // Which rows fit by their outcomes is known when all of them are read.
    const wanted = input.outcomes === undefined ? input : { ...input, limit: ROWS_MAX };
    const rows = await listTrackedRows(ctx.postgres, wanted, {
      timeZone: project.timeZone,
      scale: sites.scale,
      withOutcomes: pastDay === undefined,
    });
    const { tracked } = rows;
    const [outcomes, competitors] = await Promise.all([
      pastDay === undefined ? rows.outcomes : listPastOutcomes(ctx.clickhouse, { sites, tracked, day: pastDay }),
      needsCompetitors(input) ? listCompetitors(ctx, { sites, keywordIds: tracked.keywordId, pastDay }) : undefined,
    ]);
    return { rows: { ...rows, outcomes }, competitors };
  };
  const [read, tags, sparks, before] = await Promise.all([
    readRows(),
    listTags(ctx.postgres, project.id),
    listDayCodes(ctx.clickhouse, { ...sites, ...span, days: SPARK_DAYS }),
    compareDay === null ? undefined : listStanding(ctx.clickhouse, sites, compareDay),
  ]);
  const grid = buildGrid({
    input,
    span,
    compareDay,
    timeZone: project.timeZone,
    positionScale: project.positionScale,
    pendingScale: project.pendingScale,
    isChecked: project.status === 'active',
    loadsOverview: project.settings.loadsAiOverviews,
    ...read,
    tags,
    sparks,
    before,
  });
  return chooseRows(grid, input);
}

/** The grid, and how many rows fit: those above the limit too. */
export type ChosenGrid = Grid & { readonly matching: number };

function chooseRows(grid: Grid, { outcomes, limit, withCompetitors }: GridInput): ChosenGrid {
  if (outcomes === undefined) return { ...grid, matching: grid.total };
  const tests = toOutcomeTests(grid, outcomes);
  const fitting = [...grid.columns.keywordId.keys()].filter((row) => tests.every((fits) => fits(row)));
  const { competitors, ...picked } = pickRows(grid, fitting.slice(0, limit));
  return {
    ...picked,
    competitors: withCompetitors === true ? competitors : undefined,
    asOf: findNewest([...picked.columns.checkedAt, ...picked.columns.failedAt]),
    matching: fitting.length,
  };
}

function needsCompetitors({ withCompetitors, outcomes }: GridInput): boolean {
  return withCompetitors === true || outcomes?.competitors !== undefined;
}

/** The own websites and places of a project. */
export async function findOwnSites(
  { postgres }: Pick<GridContext, 'postgres'>,
  { id, timeZone, positionScale }: Project,
): Promise<OwnSites> {
  const assets = (await listWatchedAssets(postgres, [id])).get(id) ?? [];
  return { projectId: id, timeZone, scale: positionScale, own: assets.filter(({ role }) => role === 'primary').map(({ value }) => value) };
}

/**
 * Future days have no outcomes: a span ends today.
 * @param today of the project
 * @throws AppError on a span of more than 400 days
 */
export function toSpan({ from, to }: Pick<GridInput, 'from' | 'to'>, today: string): Span {
  const last = to === undefined || to > today ? today : to;
  const first = from ?? addDays(last, 1 - SPARK_DAYS);
  if (countDaysBetween(first, last) >= SPAN_DAYS_MAX)
    throw invalid([{ path: 'from', message: `must be at most ${SPAN_DAYS_MAX - 1} days before to` }]);
  return { from: first < last ? first : last, to: last };
}

function toCompareDay({ compare }: GridInput, { from, to }: Span): string | null {
  if (compare === 'previous') return addDays(from, -1);
  if (compare === 'week') return addDays(to, -WEEK_DAYS);
  return compare === 'year' ? addDays(to, -YEAR_DAYS) : null;
}

/** The grid with these rows alone, in their order. Lists stay: they may hold values that no row has any more. */
function pickRows(grid: Grid, rows: readonly number[]): Grid {
  const pick = <Value>(values: readonly Value[]): Value[] => rows.map((row) => values[row] as Value);
  const spark = Buffer.from(grid.spark, 'base64');
  return {
    ...grid,
    n: rows.length,
    columns: pickColumns(grid.columns, pick),
    competitors: grid.competitors?.map((competitor) => pickCompetitor(competitor, rows, pick)),
    metricsSources: pick(grid.metricsSources),
    spark: Buffer.concat(rows.map((row) => spark.subarray(row * SPARK_DAYS, (row + 1) * SPARK_DAYS))).toString('base64'),
  };
}

type PickRows = <Value>(values: readonly Value[]) => Value[];

function pickColumns<Columns extends Readonly<Record<string, readonly unknown[]>>>(columns: Columns, pick: PickRows): Columns {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, pick(values)])) as unknown as Columns;
}

function pickCompetitor(
  { domain, otherChecks, ...columns }: CompetitorColumns,
  rows: readonly number[],
  pick: PickRows,
): CompetitorColumns {
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  return {
    domain,
    ...pickColumns(columns, pick),
    otherChecks: otherChecks.flatMap((check) => {
      const row = indexOf.get(check.row);
      return row === undefined ? [] : [{ ...check, row }];
    }),
  };
}

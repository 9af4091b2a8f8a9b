import type { Platform } from '#areas/assets/index.ts';
import { getProject, type ProjectReader } from '#areas/projects/index.ts';
import { getRankingsSummary, type SummaryDay } from '#areas/rankings/index.ts';
import type { AppContext } from '#context';
import { listChartDays } from './analytics/chart-days.ts';
import { listPlaceRatings } from './analytics/place-ratings.ts';
import { listSearchDays } from './analytics/search-days.ts';
import { listCountedApps, listCountedTerms, listRatingDays } from './store.ts';
import { toChartPositions, toPositions, toRating, toSearchPositions } from './day-metrics.ts';
import { UNKNOWN, type CountedApp, type SurfaceDay, type Visibility, type VisibilityDay } from './visibility.ts';

/** `YYYY-MM-DD`; a month until today unless given. */
export interface VisibilityInput {
  readonly projectId: string;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

type VisibilityContext = ProjectReader & Pick<AppContext, 'clickhouse' | 'clock'>;
/** What a surface has on a day. */
type ByDay = (day: string) => SurfaceDay;

/**
 * Website, places and apps of a project side by side, day by day (docs/rankings.md, "Visibility"). What is not known is null and
 * never 0, and a failed check is no loss.
 * @throws AppError `Project not found`; on more than two years
 */
export async function getVisibility(ctx: VisibilityContext, input: VisibilityInput): Promise<Visibility> {
  const { id: projectId } = await getProject(ctx, input.projectId);
  const { from, to, days, positionScale, pendingScale, voiceCurve } = await getRankingsSummary(ctx, { ...input, channel: 'seo' });
  const range = { projectId, from, to };
  const apps = await listCountedApps(ctx.postgres, projectId);
  const [maps, storeA, storeB] = await Promise.all([
    readMaps(ctx, range),
    readStore(ctx, range, { platform: 'store_a', apps: apps.filter(({ platform }) => platform === 'store_a') }),
    readStore(ctx, range, { platform: 'store_b', apps: apps.filter(({ platform }) => platform === 'store_b') }),
  ]);
  const toDay = (day: SummaryDay): VisibilityDay => ({
    day: day.day,
    surfaces: { site: { ...UNKNOWN, ...toPositions(day) }, maps: maps(day.day), store_a: storeA(day.day), store_b: storeB(day.day) },
  });
  return { from, to, positionScale, pendingScale, voiceCurve, apps, days: days.map(toDay) };
}

interface Range {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
}

async function readMaps(ctx: VisibilityContext, { projectId, from, to }: Range): Promise<ByDay> {
  const [{ days }, ratings] = await Promise.all([
    getRankingsSummary(ctx, { projectId, channel: 'local', startDate: from, endDate: to }),
    listPlaceRatings(ctx.clickhouse, { projectId, from, to }),
  ]);
  const positionsOf = toMap(days);
  const ratingOf = toMap(ratings);
  return (day) => ({ ...UNKNOWN, ...toPositions(positionsOf.get(day)), ...toRating(ratingOf.get(day)) });
}

interface Store {
  readonly platform: Platform;
  readonly apps: readonly CountedApp[];
}

async function readStore({ postgres, clickhouse }: VisibilityContext, { projectId, from, to }: Range, store: Store): Promise<ByDay> {
  if (store.apps.length === 0) return () => UNKNOWN;
  const terms = await listCountedTerms(postgres, projectId, store.apps);
  const question = { ...store, from, to };
  const [searches, charts, ratings] = await Promise.all([
    listSearchDays(clickhouse, { ...question, terms }),
    listChartDays(clickhouse, question),
    listRatingDays(postgres, question),
  ]);
  const searchesOf = toMap(searches);
  const chartsOf = toMap(charts);
  const ratingOf = toMap(ratings);
  return (day) => ({
    ...UNKNOWN,
    ...toSearchPositions(searchesOf.get(day)),
    ...toRating(ratingOf.get(day)),
    charts: toChartPositions(chartsOf.get(day)),
  });
}

function toMap<Row extends { readonly day: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.day, row]));
}

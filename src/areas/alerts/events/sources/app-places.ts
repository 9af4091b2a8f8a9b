import { listTermChecks, type TermCheck } from '#areas/apps/index.ts';
import { addDays } from '#kernel/days.ts';
import { toGroups } from '#kernel/lists.ts';
import type { AlertContext, Observation, Source, SourceQuestion, Subject } from '../event-kind.ts';
import type { WhereFilters } from '../where.ts';
import { listChartPlaces } from './analytics/chart-places.ts';
import { listFollowedApps, type FollowedApp } from './store/assets.ts';
import { listFollowedTerms, type FollowedTerm } from './store/apps.ts';

/** Where an app stood in one good reading of a list. */
export interface PlaceObservation extends Observation {
  /** Null: it was not among the first `depth`. */
  readonly position: number | null;
  readonly depth: number;
}

const LOOK_BACK_DAYS = 30;
/** They travel in one question. */
const TERMS_AT_ONCE = 200;

/** Where the own apps of a project stand in searches of their stores. Searches that failed are no observations. */
export const appTerms: Source<Subject, PlaceObservation> = { name: 'app_terms', lookBackDays: LOOK_BACK_DAYS, read: readTerms };

/** Where they stand in charts. A chart that was not read is no observation. */
export const appCharts: Source<Subject, PlaceObservation> = { name: 'app_charts', lookBackDays: LOOK_BACK_DAYS, read: readCharts };

/** The apps of a project that a rule is about. */
export async function listAskedApps({ postgres }: AlertContext, { projectId, condition }: SourceQuestion): Promise<FollowedApp[]> {
  if (projectId === null) return [];
  return await listFollowedApps(postgres, projectId, (condition.where as WhereFilters).asset_id ?? null);
}

export function toAppKey({ platform, storefront, appId }: Pick<FollowedApp, 'platform' | 'storefront' | 'appId'>): string {
  return `${platform}:${storefront}:${appId}`;
}

async function* readTerms(ctx: AlertContext, question: SourceQuestion) {
  const { projectId, from, to } = question;
  if (projectId === null) return;
  for (const app of (await listAskedApps(ctx, question)).filter(({ isOwn }) => isOwn)) {
    const terms = await listFollowedTerms(ctx.postgres, projectId, app);
    for (const [ownerId, some] of Map.groupBy(terms, (term) => term.ownerId)) {
      for (const group of toGroups(some, TERMS_AT_ONCE)) {
        const asked = { ...app, ownerId, terms: group, startDate: addDays(from, -LOOK_BACK_DAYS), endDate: to };
        const checks = Map.groupBy(await listTermChecks(ctx.clickhouse, asked), toTermName);
        for (const term of group)
          yield { subject: toTermSubject(app, term), observations: toObservations(checks.get(toTermName(term)) ?? []) };
      }
    }
  }
}

function toTermName({ keyword, languageCode }: Pick<FollowedTerm, 'keyword' | 'languageCode'>): string {
  return `${languageCode} ${keyword}`;
}

function toTermSubject(app: FollowedApp, term: FollowedTerm): Subject {
  return { key: `term:${toAppKey(app)}:${toTermName(term)}`, label: `${app.name}: ${term.keyword}`, assetId: app.assetId };
}

/** The last good check of each day. */
function toObservations(checks: readonly TermCheck[]): PlaceObservation[] {
  const byDay = new Map<string, PlaceObservation>();
  for (const { date, checkedAt, position, checkedDepth, error } of checks) {
    if (error !== '' || checkedDepth === 0) continue;
    byDay.set(date, { day: date, at: checkedAt, position: position === 0 ? null : position, depth: checkedDepth });
  }
  return [...byDay.values()];
}

async function* readCharts(ctx: AlertContext, question: SourceQuestion) {
  const { from, to } = question;
  for (const app of (await listAskedApps(ctx, question)).filter(({ isOwn }) => isOwn)) {
    const places = await listChartPlaces(ctx.clickhouse, { ...app, from: addDays(from, -LOOK_BACK_DAYS), to });
    const charts = Map.groupBy(places, ({ categoryId, chart, device }) => `${categoryId}:${chart}:${device}`);
    for (const [key, readings] of charts) {
      const label = `${app.name}: ${readings[0]?.chart ?? ''} in ${readings[0]?.categoryId ?? ''}`;
      yield {
        subject: { key: `chart:${toAppKey(app)}:${key}`, label, assetId: app.assetId },
        observations: readings.map(({ day, at, position, depth }) => ({ day, at, position: position === 0 ? null : position, depth })),
      };
    }
  }
}

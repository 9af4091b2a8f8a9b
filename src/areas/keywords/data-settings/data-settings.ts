import type { Estimate } from '#areas/costs/index.ts';
import { assertNotArchived, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { sumUsd } from '#kernel/money.ts';
import { toCalls } from '../answers/ask-in-parts.ts';
import { beginEnrichment } from '../metrics/begin-enrichment.ts';
import { USUAL_MONTHS } from '../metrics/metrics.ts';
import { countCoverage, listDataSettings, listDataSubjects, upsertDataSettings, type DataSubject } from './store.ts';

/** What a project wants beside the usual metrics of its tracked keywords. */
export interface DataSettings {
  /** Also the searches of people whose browsing is known, each month. Doubles the price of metrics. */
  readonly withClickstream: boolean;
  /** 12: the months that come with the metrics. More: the past is bought once for each keyword. */
  readonly historyMonths: number;
}

export const USUAL_DATA: DataSettings = { withClickstream: false, historyMonths: USUAL_MONTHS };

/** How much of it is there. A text counts once for each location and language, whatever the devices. */
export interface DataCoverage {
  readonly keywords: number;
  readonly withFigures: number;
  readonly withHistory: number;
  readonly withClickstream: number;
  /** Keywords in locations where only the ads planner has metrics: neither past nor clickstream is sold. */
  readonly withoutOffer: number;
}

export interface DataSettingsState {
  readonly settings: DataSettings;
  readonly coverage: DataCoverage;
}

/** @throws AppError `Project not found` */
export async function getDataSettings(ctx: ProjectReader, projectId: string): Promise<DataSettingsState> {
  await getProject(ctx, projectId);
  const [settings, coverage] = await Promise.all([listDataSettings(ctx.postgres, [projectId]), countCoverage(ctx.postgres, projectId)]);
  return { settings: settings.get(projectId) ?? USUAL_DATA, coverage };
}

type SettingsContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'workflows' | 'config' | 'searchData'>;

/**
 * Changes what a project wants; what its keywords lack is bought in the background. What is switched off stays known.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function updateDataSettings(
  ctx: SettingsContext,
  projectId: string,
  changes: Partial<DataSettings>,
): Promise<DataSettingsState> {
  assertNotArchived(await getProject(ctx, projectId));
  const enrichment = beginEnrichment(ctx);
  await ctx.postgres.transaction(async (tx) => {
    const known = await listDataSettings(tx, [projectId]);
    await upsertDataSettings(tx, projectId, { ...(known.get(projectId) ?? USUAL_DATA), ...changes }, ctx.clock.now());
    await enrichment.enqueue(tx);
  });
  enrichment.noteCommitted();
  return await getDataSettings(ctx, projectId);
}

/**
 * What the change would cost at most: now, for what keywords lack, and each month for the metrics of all of them.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function estimateDataSettings(ctx: SettingsContext, projectId: string, changes: Partial<DataSettings>): Promise<Estimate> {
  assertNotArchived(await getProject(ctx, projectId));
  const known = await listDataSettings(ctx.postgres, [projectId]);
  const settings = { ...(known.get(projectId) ?? USUAL_DATA), ...changes };
  const subjects = await listDataSubjects(ctx.postgres, projectId);
  const { withClickstream } = settings;
  const { searchData } = ctx;
  const withoutClickstream = withClickstream ? subjects.filter(({ lacksClickstream }) => lacksClickstream) : [];
  const withoutHistory = settings.historyMonths > USUAL_MONTHS ? subjects.filter(({ lacksHistory }) => lacksHistory) : [];
  const metrics = priceKeywordMetrics(searchData, withoutClickstream, { withClickstream });
  const history = priceHistory(searchData, withoutHistory);
  return {
    calls: metrics.length + history.length,
    costUsd: sumUsd([...metrics, ...history]),
    monthlyCostUsd: sumUsd(priceKeywordMetrics(searchData, subjects, { withClickstream })),
  };
}

/** What each call for the metrics of subjects costs at most, in USD. */
export function priceKeywordMetrics(
  searchData: SettingsContext['searchData'],
  subjects: readonly PricedSubject[],
  { withClickstream }: Pick<DataSettings, 'withClickstream'>,
): number[] {
  return toMarkets(subjects).flatMap(({ source, keywords }) =>
    toCalls(keywords, searchData.keywordsPerCall(source), (keyword) => keyword).map((call) =>
      searchData.estimateKeywordsUsd({ source, keywords: call, withClickstream: withClickstream && source === 'labs' }),
    ),
  );
}

/** What each call for the past of subjects costs at most, in USD. */
export function priceHistory(searchData: SettingsContext['searchData'], subjects: readonly PricedSubject[]): number[] {
  return toMarkets(subjects).flatMap(({ keywords }) =>
    toCalls(keywords, searchData.subjectsPerList('history'), (keyword) => keyword).map((call) =>
      searchData.estimateListUsd('history', call.length),
    ),
  );
}

type PricedSubject = Pick<DataSubject, 'keyword' | 'source' | 'locationCode' | 'languageCode'>;

/** One call is about one source, location and language. */
function toMarkets(subjects: readonly PricedSubject[]): { readonly source: DataSubject['source']; readonly keywords: readonly string[] }[] {
  const markets = Map.groupBy(subjects, ({ source, locationCode, languageCode }) => `${source} ${locationCode} ${languageCode}`);
  return [...markets.values()].map((group) => ({
    source: group[0]?.source ?? 'labs',
    keywords: group.map(({ keyword }) => keyword),
  }));
}

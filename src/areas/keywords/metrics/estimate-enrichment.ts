import type { RequestContext } from '#context';
import { isBound } from '#http/caller.ts';
import { sumUsd } from '#kernel/money.ts';
import { priceKeywordMetrics, priceHistory, USUAL_DATA } from '../data-settings/data-settings.ts';
import { listDataSettings } from '../data-settings/store.ts';
import { toMetricsId, toMetricsSubject, USUAL_MONTHS } from './metrics.ts';
import { listAskedSubjects } from './store/metrics.ts';
import type { TrackedRow } from '../tracking/store/tracking.ts';

export interface EnrichmentEstimate {
  readonly calls: number;
  readonly costUsd: number;
  /** The past is bought once; metrics are due each month. */
  readonly monthlyCostUsd: number;
}

const NOTHING: EnrichmentEstimate = { calls: 0, costUsd: 0, monthlyCostUsd: 0 };

/**
 * What fetching the metrics of keywords would cost at most; what is known already costs nothing, for bound
 * callers only what their own organization tracks.
 */
export async function estimateEnrichment(
  { postgres, searchData, config, caller }: Pick<RequestContext, 'postgres' | 'searchData' | 'config' | 'caller'>,
  rows: readonly TrackedRow[],
): Promise<EnrichmentEstimate> {
  if (!config.isKeywordEnrichmentOn) return NOTHING;
  const asked = rows.map((row) => {
    const subject = toMetricsSubject(searchData, row);
    const organizationId = isBound(caller) ? row.organizationId : undefined;
    return { ...subject, keyword: subject.normalizedText, id: toMetricsId(subject, row.ownerId), projectId: row.projectId, organizationId };
  });
  const known = await listAskedSubjects(postgres, asked);
  const missing = new Map(asked.flatMap((subject) => (known.has(subject.id) ? [] : [[subject.id, subject] as const])));
  const settings = await listDataSettings(postgres, [...new Set(rows.map(({ projectId }) => projectId))]);
  const byProject = Map.groupBy(missing.values(), ({ projectId }) => projectId);
  const prices = [...byProject].flatMap(([projectId, subjects]) => {
    const { withClickstream, historyMonths } = settings.get(projectId) ?? USUAL_DATA;
    const history =
      historyMonths > USUAL_MONTHS
        ? priceHistory(
            searchData,
            subjects.filter(({ source }) => source === 'labs'),
          )
        : [];
    return { metrics: priceKeywordMetrics(searchData, subjects, { withClickstream }), history };
  });
  const metrics = prices.flatMap((price) => price.metrics);
  const history = prices.flatMap((price) => price.history);
  return { calls: metrics.length + history.length, costUsd: sumUsd([...metrics, ...history]), monthlyCostUsd: sumUsd(metrics) };
}

import type { RequestContext } from '#context';
import { isBound } from '#http/caller.ts';
import { toGroups } from '#kernel/lists.ts';
import { toMetricsId, toMetricsSubject } from './metrics.ts';
import { listAskedSubjects } from './store/metrics.ts';
import type { TrackedRow } from './store/tracking.ts';

export interface EnrichmentEstimate {
  readonly calls: number;
  readonly costUsd: number;
}

const NOTHING: EnrichmentEstimate = { calls: 0, costUsd: 0 };

/**
 * What fetching the metrics of keywords would cost at most; what is known already costs nothing, for bound
 * callers only what their own organization tracks. The same again is due each month that they are tracked.
 */
export async function estimateEnrichment(
  { postgres, searchData, config, caller }: Pick<RequestContext, 'postgres' | 'searchData' | 'config' | 'caller'>,
  rows: readonly TrackedRow[],
): Promise<EnrichmentEstimate> {
  if (!config.isKeywordEnrichmentOn) return NOTHING;
  const asked = rows.map((row) => {
    const subject = toMetricsSubject(searchData, row);
    const organizationId = isBound(caller) ? row.organizationId : undefined;
    return { ...subject, id: toMetricsId(subject, row.ownerId), projectId: row.projectId, organizationId };
  });
  const known = await listAskedSubjects(postgres, asked);
  const missing = new Map(asked.flatMap((subject) => (known.has(subject.id) ? [] : [[subject.id, subject] as const])));
  const byCall = Map.groupBy(missing.values(), (subject) =>
    JSON.stringify([subject.projectId, subject.source, subject.locationCode, subject.languageCode]),
  );
  const calls = [...byCall.values()].flatMap((subjects) => toGroups(subjects, searchData.keywordsPerCall(subjects[0]?.source ?? 'labs')));
  const costUsd = calls.reduce((sum, call) => {
    const keywords = call.map(({ normalizedText }) => normalizedText);
    return sum + searchData.estimateKeywordsUsd({ source: call[0]?.source ?? 'labs', keywords });
  }, 0);
  return { calls: calls.length, costUsd };
}

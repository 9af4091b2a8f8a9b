import { ANOMALIES_KNOWN_UNTIL, listAnomalies, type Anomaly, type Metric } from '#areas/search-console/index.ts';
import { hashId } from '#kernel/ids.ts';
import type { Annotation } from './annotation.ts';

const AUTHOR = 'release';
const WORDS: Readonly<Record<Metric, string>> = {
  clicks: 'clicks',
  impressions: 'impressions',
  ctr: 'click rate',
  position: 'average position',
};

let known: readonly Annotation[] | undefined;

/**
 * Annotations that come with the release: the days in which Google counted wrongly in Search Console. They are of the whole service, and are shown
 * where a project reads Search Console.
 */
export function listKnownAnnotations(): readonly Annotation[] {
  known ??= listAnomalies().map(toAnnotation);
  return known;
}

function toAnnotation({ from, to, name, metrics, source }: Anomaly): Annotation {
  const madeAt = new Date(`${ANOMALIES_KNOWN_UNTIL}T00:00:00Z`);
  return {
    id: hashId('ann_', ['search_console', from, to, name]),
    scope: 'instance',
    projectId: null,
    assetId: null,
    keywordId: null,
    startsOn: from,
    endsOn: to === from ? null : to,
    text: `${name} in Search Console: not to be compared are ${metrics.map((metric) => WORDS[metric]).join(', ')}`,
    kind: 'other',
    tags: ['search_console'],
    showOnShares: true,
    author: AUTHOR,
    source,
    createdAt: madeAt,
    updatedAt: madeAt,
  };
}

import type { AppContext } from '#context';
import { defineCounter } from '#kernel/telemetry/measure.ts';
import type { Classification, Kind } from './classification.ts';

const classified = defineCounter('sightline_classifications_total', 'Items that were classified, by kind, source and stage');

interface Told extends Classification {
  readonly isCached: boolean;
}

/** Counts what was classified, and publishes it on the live socket. */
export function announce({ live }: Pick<AppContext, 'live'>, kind: Kind, classifications: readonly Told[]): void {
  const isWanted = live.isWanted('classification');
  for (const { subject, source, isCached, confidence, needsReview, verdicts } of classifications) {
    const from = isCached ? 'cache' : source;
    const stage = isCached ? 'cache' : (verdicts[0]?.stage ?? 'none');
    classified.add(1, { kind, source: from, stage });
    if (!isWanted) continue;
    const labels = Object.fromEntries(verdicts.map(({ dimension, label }) => [dimension, label]));
    live.publish('classification', { entity_type: kind, item: subject, source: from, confidence, needs_review: needsReview, ...labels });
  }
}

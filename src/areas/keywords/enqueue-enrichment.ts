import type { RequestContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';

/** All that begins to be tracked within such a span is enriched by one run. */
const SPAN_MS = 3_000;
/** From the end of a span to its run: so long transactions of the span have to end. */
const MARGIN_MS = 1_000;

/**
 * Has the figures of new keywords fetched soon, in the transaction that tracks them. A thousand
 * requests of one keyword each share a few runs, because a run's id is made from the span. Whatever a
 * run comes too early for is found by the next one, by the clock if not before.
 *
 * Let it be the last statement of the transaction: those of one span wait for each other here.
 */
export async function enqueueEnrichment(
  { workflows, clock, config }: Pick<RequestContext, 'workflows' | 'clock' | 'config'>,
  tx: Transaction,
): Promise<void> {
  if (!config.isKeywordEnrichmentOn) return;
  const now = clock.realNow();
  const span = Math.floor(now / SPAN_MS);
  const delayMs = (span + 1) * SPAN_MS - now + MARGIN_MS;
  await workflows.enqueue(tx, 'keyword-enrichment', { source: 'tracking' }, { id: `keyword-enrichment:${span}`, delayMs });
}

import type { RequestContext } from '#context';
import type { Transaction } from '#stores/postgres/types.ts';

/** All that begins to be tracked within such a span is enriched by one run. */
const SPAN_MS = 3_000;
/** From the end of a span to its run: so long transactions of the span have to end. */
const MARGIN_MS = 1_000;

export interface EnrichmentStart {
  /** Keep this the last statement of the transaction: transactions of one span wait for each other here. */
  enqueue(tx: Transaction): Promise<void>;
  /** The transaction is committed. */
  noteCommitted(): void;
}

/** The newest span whose run is surely there: those that follow in it need not enqueue it again. */
const makeBegun = (): { span?: number } => ({});

/**
 * Has the words of new keywords read and their metrics fetched soon, in the transaction that tracks them. A thousand
 * requests of one keyword each share a few runs, because a run's id is made from the span. Whatever a
 * run comes too early for is found by the next one, by the clock if not before.
 */
export function beginEnrichment({
  workflows,
  clock,
  config,
  postgres,
}: Pick<RequestContext, 'workflows' | 'clock' | 'config' | 'postgres'>): EnrichmentStart {
  const begun = postgres.recall(makeBegun);
  let enqueued: number | undefined;
  return {
    enqueue: async (tx) => {
      const now = clock.realNow();
      const span = Math.floor(now / SPAN_MS);
      if (begun.span === span) return;
      const delayMs = (span + 1) * SPAN_MS - now + MARGIN_MS;
      await workflows.enqueue(tx, 'keyword-labels', {}, { id: `keyword-labels:${span}`, delayMs });
      if (config.isKeywordEnrichmentOn)
        await workflows.enqueue(tx, 'keyword-enrichment', { source: 'tracking' }, { id: `keyword-enrichment:${span}`, delayMs });
      enqueued = span;
    },
    noteCommitted: () => {
      if (enqueued !== undefined) begun.span = enqueued;
    },
  };
}

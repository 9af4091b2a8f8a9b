import type { SpendScope } from '#providers/metering.ts';

/** A request answers within 30 s. */
const REQUEST_MS = 25_000;
/** Enrichment tries a call of 130 s four times. */
const WORK_MS = 10 * 60_000;

/** Who buys answers, and for how long others that buy the same are waited for. */
export function toBuyer({ source, runId: buyer }: Pick<SpendScope, 'source' | 'runId'>) {
  return { buyer, waitMs: source === 'api' ? REQUEST_MS : WORK_MS };
}

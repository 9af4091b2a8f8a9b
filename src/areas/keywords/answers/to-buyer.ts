import type { SpendScope } from '#providers/metering.ts';

/** A request answers within 30 s. */
const REQUEST_MS = 25_000;
/** Enrichment tries a call of 130 s four times. */
const WORK_MS = 10 * 60_000;

/** The buyer of answers, and how long others wait for it. */
export function toBuyer({ source, runId: buyer }: Pick<SpendScope, 'source' | 'runId'>) {
  return { buyer, waitMs: source === 'api' ? REQUEST_MS : WORK_MS };
}

import type { SpendScope } from '#providers/metering.ts';

/** A request answers within 30 s. */
const REQUEST_MS = 25_000;
/** Enrichment tries a call of 130 s four times. */
const WORK_MS = 10 * 60_000;

/** How long who asks can wait for another that asks the same. */
export function toWaitMs({ source }: Pick<SpendScope, 'source'>): number {
  return source === 'api' ? REQUEST_MS : WORK_MS;
}

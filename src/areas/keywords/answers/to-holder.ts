import { newId } from '#kernel/ids.ts';
import type { SpendScope } from '#providers/metering.ts';

/** A request answers within 30 s. */
const REQUEST_MS = 25_000;
/** Enrichment tries a call of 130 s four times. */
const WORK_MS = 10 * 60_000;

/** Under which name questions are held, and for how long others that ask the same are waited for. */
export function toHolder({ source, runId }: Pick<SpendScope, 'source' | 'runId'>): { readonly heldBy: string; readonly waitMs: number } {
  return { heldBy: runId ?? newId('req_'), waitMs: source === 'api' ? REQUEST_MS : WORK_MS };
}

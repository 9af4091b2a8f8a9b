import type { Transaction } from '#stores/postgres/types.ts';

/**
 * Writes an answer as received (gzip or plain) and what was read from it: `undefined` when it cannot be read.
 * `tx` is the transaction that books the price; without it the price is booked apart.
 */
export type AnswerWriter<Value> = (received: Buffer, value: Value | undefined, tx?: Transaction) => Promise<void>;

export interface FetchOptions<Answer> {
  readonly signal?: AbortSignal | undefined;
  /** Runs when the call has its slot, before anything is sent. */
  readonly onSend?: (() => Promise<void>) | undefined;
  /** Writes the answer in the transaction that books its price. What it throws is thrown on. */
  readonly record?: AnswerWriter<Answer> | undefined;
}

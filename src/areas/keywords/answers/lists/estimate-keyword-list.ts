import type { Caller } from '#http/caller.ts';
import { estimateKeptList, type KeptListContext } from './kept-list.ts';
import type { KeptListKind } from './list-kinds.ts';
import { toAskedList, type ListQuestion } from './list-question.ts';

/** What `getKeywordList` would cost at most; for a bound caller only what its own organization has read is free. */
export async function estimateKeywordList<Kind extends KeptListKind>(
  ctx: KeptListContext,
  question: ListQuestion<Kind>,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  return await estimateKeptList(ctx, toAskedList(ctx, question), caller);
}

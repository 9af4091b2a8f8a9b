import { isBound, type Caller } from '#http/caller.ts';
import { listFreshAnswers } from '../store/answers.ts';
import { listRead } from '../store/readers.ts';
import { toPriceKind, type KeptListKind } from './list-kinds.ts';
import { toAskedList, type ListContext, type ListQuestion } from './list-question.ts';

/** What `getKeywordList` would cost at most; for a bound caller only what its own organization has read is free. */
export async function estimateKeywordList<Kind extends KeptListKind>(
  ctx: ListContext,
  question: ListQuestion<Kind>,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const asked = toAskedList(ctx, question);
  const fresh = [...(await listFreshAnswers(ctx.postgres, [asked.id], { now: ctx.clock.now(), size: asked.limit })).values()];
  const { organizationId } = question;
  const isAll = caller === undefined || !isBound(caller);
  const free = isAll ? fresh.length : organizationId ? (await listRead(ctx.postgres, organizationId, fresh)).size : 0;
  if (free > 0) return { calls: 0, costUsd: 0 };
  const { withClickstream } = asked.request as { readonly withClickstream?: boolean };
  return { calls: 1, costUsd: ctx.searchData.estimateListUsd(toPriceKind(question.kind, asked.isOfAds), asked.limit, { withClickstream }) };
}

import { isBound, type Caller } from '#http/caller.ts';
import { sumUsd } from '#kernel/money.ts';
import { toCalls } from '../ask-in-parts.ts';
import { listFreshAnswers } from '../store/answers.ts';
import { listRead } from '../store/readers.ts';
import { ATTRIBUTES, type AttributeKind } from './attribute-kinds.ts';
import { toAskedKeywords, type AttributesContext, type AttributesQuestion } from './attributes-question.ts';

/** What `getKeywordAttributes` would cost at most; for a bound caller only what its own organization has read is free. */
export async function estimateKeywordAttributes(
  ctx: AttributesContext,
  question: AttributesQuestion<AttributeKind>,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const { kind, organizationId } = question;
  const keywords = toAskedKeywords(ctx, question);
  const fresh = await listFreshAnswers(ctx.postgres, [...keywords.keys()], { now: ctx.clock.now() });
  const isAll = caller === undefined || !isBound(caller);
  const own = organizationId && !isAll ? await listRead(ctx.postgres, organizationId, [...fresh.values()]) : new Set<string>();
  const free = isAll ? new Set(fresh.keys()) : own;
  const asked = [...keywords.values()].filter(({ id, keyword }) => !free.has(id) && ATTRIBUTES[kind].takes(ctx.searchData, keyword));
  const calls = toCalls(asked, ctx.searchData.subjectsPerList(kind), ({ keyword }) => keyword);
  return { calls: calls.length, costUsd: sumUsd(calls.map((group) => ctx.searchData.estimateListUsd(kind, group.length))) };
}

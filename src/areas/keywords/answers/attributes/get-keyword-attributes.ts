import type { AppContext } from '#context';
import type { BudgetExceededError } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import { buyOnce } from '#purchases/index.ts';
import { listFreshAnswers, type StoredAnswer } from '../store/answers.ts';
import { insertReads } from '../store/readers.ts';
import { toBuyer } from '../to-buyer.ts';
import { askAttributes, type Attribute } from './ask-attributes.ts';
import type { AttributeKind, AttributeValues } from './attribute-kinds.ts';
import { toAskedKeywords, type AttributesContext, type AttributesQuestion } from './attributes-question.ts';

export interface KeywordAttributes<Value> {
  /** By normalized keyword. With `stoppedBy` some are missing. `unknown`: the provider has nothing; `refused`: it does not take it. */
  readonly attributes: ReadonlyMap<string, Value | 'unknown' | 'refused'>;
  /** Why the refused ones were. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly costUsd: number;
  /** Nothing had to be asked for outside. */
  readonly isCached: boolean;
  /** The budget that had no room for the rest. */
  readonly stoppedBy?: BudgetExceededError | undefined;
}

/**
 * What the provider knows of keywords beside their metrics, at most a day old; bought in as few calls as can be.
 * @throws OutsideError; what other calls brought is stored
 * @throws AppError `unavailable` when another asks the same and takes too long
 */
export async function getKeywordAttributes<Kind extends AttributeKind>(
  ctx: AttributesContext & Pick<AppContext, 'purchases'>,
  question: AttributesQuestion<Kind>,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<KeywordAttributes<AttributeValues[Kind]>> {
  const keywords = toAskedKeywords(ctx, question);
  const { answers, ...outcome } = await buyOnce<StoredAnswer>(ctx, {
    keys: [...keywords.keys()],
    find: async (ids) => await listFreshAnswers(ctx.postgres, ids, { now: ctx.clock.now() }),
    ...toBuyer(scope),
    signal,
    buy: async (ids, ownSignal) =>
      await askAttributes(
        ctx,
        { question, scope, signal: ownSignal },
        ids.flatMap((id) => keywords.get(id) ?? []),
      ),
  });
  await insertReads(ctx.postgres, question.organizationId, [...answers.values()]);
  const stored = [...answers].map(([id, { answer }]) => ({
    keyword: keywords.get(id)?.keyword ?? '',
    attribute: answer as Attribute<AttributeValues[Kind]>,
  }));
  return {
    ...outcome,
    attributes: new Map(stored.map(({ keyword, attribute }) => [keyword, attribute.state === 'known' ? attribute.value : attribute.state])),
    refusals: new Map(
      stored.flatMap(({ keyword, attribute }) => (attribute.state === 'refused' ? [[keyword, attribute.reason] as const] : [])),
    ),
  };
}

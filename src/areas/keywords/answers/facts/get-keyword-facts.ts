import type { AppContext } from '#context';
import type { BudgetExceededError } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import { buyOnce } from '#purchases/index.ts';
import { listFreshAnswers, type StoredAnswer } from '../store/answers.ts';
import { insertReads } from '../store/readers.ts';
import { toBuyer } from '../to-buyer.ts';
import { askFacts, type Fact } from './ask-facts.ts';
import type { FactKind, FactValues } from './fact-kinds.ts';
import { toAskedKeywords, type FactsContext, type FactsQuestion } from './facts-question.ts';

export interface KeywordFacts<Value> {
  /** By normalized keyword. With `stoppedBy` some are missing. `unknown`: the provider has nothing; `refused`: it does not take it. */
  readonly facts: ReadonlyMap<string, Value | 'unknown' | 'refused'>;
  /** Why the refused ones were. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly costUsd: number;
  /** Nothing had to be asked for outside. */
  readonly isCached: boolean;
  /** The budget that had no room for the rest. */
  readonly stoppedBy?: BudgetExceededError | undefined;
}

/**
 * What the provider knows of keywords beside their figures, at most a day old; bought in as few calls as can be.
 * @throws OutsideError; what other calls brought is stored
 * @throws AppError `unavailable` when another asks the same and takes too long
 */
export async function getKeywordFacts<Kind extends FactKind>(
  ctx: FactsContext & Pick<AppContext, 'purchases'>,
  question: FactsQuestion<Kind>,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<KeywordFacts<FactValues[Kind]>> {
  const keywords = toAskedKeywords(ctx, question);
  const { answers, ...outcome } = await buyOnce<StoredAnswer>(ctx, {
    keys: [...keywords.keys()],
    find: async (ids) => await listFreshAnswers(ctx.postgres, ids, { now: ctx.clock.now() }),
    ...toBuyer(scope),
    signal,
    buy: async (ids, ownSignal) =>
      await askFacts(
        ctx,
        { question, scope, signal: ownSignal },
        ids.flatMap((id) => keywords.get(id) ?? []),
      ),
  });
  await insertReads(ctx.postgres, question.organizationId, [...answers.values()]);
  const stored = [...answers].map(([id, { answer }]) => ({
    keyword: keywords.get(id)?.keyword ?? '',
    fact: answer as Fact<FactValues[Kind]>,
  }));
  return {
    ...outcome,
    facts: new Map(stored.map(({ keyword, fact }) => [keyword, fact.state === 'known' ? fact.value : fact.state])),
    refusals: new Map(stored.flatMap(({ keyword, fact }) => (fact.state === 'refused' ? [[keyword, fact.reason] as const] : []))),
  };
}

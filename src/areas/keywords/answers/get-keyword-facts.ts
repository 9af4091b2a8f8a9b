import type { AppContext } from '#context';
import { isBound, type Caller } from '#http/caller.ts';
import type { BudgetExceededError } from '#kernel/errors.ts';
import { hashId, newId } from '#kernel/ids.ts';
import { sumUsd } from '#kernel/money.ts';
import { normalizeKeyword } from '#kernel/text.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { ByKeyword, ListAnswer } from '#providers/search-data/lists.ts';
import { toOwnerId } from '../keyword.ts';
import { makeAnswerStore } from './answer-store.ts';
import { askInParts, toCalls, type AskedKeyword } from './ask-in-parts.ts';
import { askOnce, type Asked } from './ask-once.ts';
import { FACTS, type FactKind, type FactValues } from './fact-kinds.ts';
import { insertReads, listRead } from './readers.ts';
import { upsertAnswers, type StoredAnswer } from './store.ts';
import { toWriter } from './to-writer.ts';
import { toWaitMs } from './wait.ts';

export type FactsContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>;

export interface FactsQuestion<Kind extends FactKind> {
  readonly kind: Kind;
  readonly keywords: readonly string[];
  /** Counts for the kinds that differ from place to place. */
  readonly locationCode: number;
  readonly languageCode: string;
  /** For which they are read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

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

/** As it is stored of a keyword. */
type Fact<Value> =
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly reason: string };

/**
 * What the provider knows of keywords beside their figures, at most a day old; bought in as few calls as can be.
 * @throws OutsideError; what other calls brought is stored
 * @throws AppError `unavailable` when another asks the same and takes too long
 */
export async function getKeywordFacts<Kind extends FactKind>(
  ctx: FactsContext,
  question: FactsQuestion<Kind>,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<KeywordFacts<FactValues[Kind]>> {
  const keywords = toAsked(ctx, question);
  const heldBy = scope.runId ?? newId('req_');
  const { answers, ...outcome } = await askOnce(ctx, {
    ids: [...keywords.keys()],
    store: makeAnswerStore(ctx, question.kind),
    heldBy,
    signal,
    waitMs: toWaitMs(scope),
    ask: async (ids, ownSignal) =>
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

/** What `getKeywordFacts` would cost at most; for a bound caller only what its own organization has read is free. */
export async function estimateKeywordFacts(
  ctx: FactsContext,
  question: FactsQuestion<FactKind>,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const { kind, organizationId } = question;
  const keywords = toAsked(ctx, question);
  const fresh = await makeAnswerStore(ctx, kind).list([...keywords.keys()]);
  const isAll = caller === undefined || !isBound(caller);
  const own = organizationId && !isAll ? await listRead(ctx.postgres, organizationId, [...fresh.values()]) : new Set<string>();
  const free = isAll ? new Set(fresh.keys()) : own;
  const asked = [...keywords.values()].filter(({ id, keyword }) => !free.has(id) && FACTS[kind].takes(ctx.searchData, keyword));
  const calls = toCalls(asked, ctx.searchData.subjectsPerList(kind), ({ keyword }) => keyword);
  return { calls: calls.length, costUsd: sumUsd(calls.map((group) => ctx.searchData.estimateListUsd(kind, group.length))) };
}

/** Each keyword once, by the id of its answer. */
function toAsked<Kind extends FactKind>(
  { config }: Pick<AppContext, 'config'>,
  { kind, keywords, organizationId, ...market }: FactsQuestion<Kind>,
): ReadonlyMap<string, AskedKeyword> {
  const owner = toOwnerId(config, organizationId ?? undefined) ?? '';
  const place = FACTS[kind].toPlaceParts(market);
  const asked = [...new Set(keywords.map(normalizeKeyword))].map((keyword) => ({
    id: hashId('ans_', [kind, keyword, ...place, owner]),
    keyword,
  }));
  return new Map(asked.map((one) => [one.id, one]));
}

interface Asking<Kind extends FactKind> {
  readonly question: FactsQuestion<Kind>;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

const TOO_LONG = 'The keyword is longer than the provider takes';

async function askFacts<Kind extends FactKind>(
  ctx: FactsContext,
  { question, scope, signal }: Asking<Kind>,
  held: readonly AskedKeyword[],
): Promise<Asked<StoredAnswer>> {
  const { kind } = question;
  const toStored = (id: string, answer: Fact<unknown>): StoredAnswer => ({ id, kind, answer, size: null, fetchedAt: ctx.clock.now() });
  const refuse = async (items: readonly AskedKeyword[], reason: string): Promise<Map<string, StoredAnswer>> => {
    const stored = items.map(({ id }) => toStored(id, { state: 'refused', reason }));
    await upsertAnswers(ctx.postgres, stored);
    return new Map(stored.map((answer) => [answer.id, answer]));
  };
  const ask = async (items: readonly AskedKeyword[]) => {
    const answers = new Map<string, StoredAnswer>();
    const record = toWriter<ListAnswer<ByKeyword<FactValues[Kind]>>>(ctx.postgres, async (came, tx) => {
      if (came.state !== 'answered') return;
      for (const { id, keyword } of items) {
        const value = came.byKeyword.get(keyword);
        answers.set(id, toStored(id, value === undefined ? { state: 'unknown' } : { state: 'known', value }));
      }
      await upsertAnswers(tx, [...answers.values()]);
    });
    const request = { ...question, keywords: items.map(({ keyword }) => keyword) };
    const came = await FACTS[kind].fetch(ctx.searchData, request, scope, { signal, record });
    return came.state === 'answered' ? ({ state: 'answered', costUsd: came.costUsd, answers } as const) : came;
  };
  const isLong = ({ keyword }: AskedKeyword): boolean => !FACTS[kind].takes(ctx.searchData, keyword);
  const tooLong = await refuse(held.filter(isLong), TOO_LONG);
  const asked = await askInParts(
    held.filter(({ id }) => !tooLong.has(id)),
    { perCall: ctx.searchData.subjectsPerList(kind), ask, refuse },
  );
  return { ...asked, answers: new Map([...tooLong, ...asked.answers]) };
}

import type { AppContext } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { KeywordMetrics } from '#providers/search-data/index.ts';
import type { ListAnswer } from '#providers/search-data/lists.ts';
import { buyOnce } from '#purchases/index.ts';
import { listFreshAnswers, upsertAnswers, type StoredAnswer } from '../store/answers.ts';
import { insertReads } from '../store/readers.ts';
import { toBuyer } from '../to-buyer.ts';
import { toWriter } from '../to-writer.ts';
import { FETCH_LIST, type KeptListKind, type KeptLists } from './list-kinds.ts';
import { toAskedList, type AskedList, type ListContext, type ListQuestion } from './list-question.ts';

export type KeywordList<Kind extends KeptListKind> = KeptLists[Kind]['value'] & {
  readonly costUsd: number;
  /** Nothing had to be asked for outside. */
  readonly isCached: boolean;
  /** In the observed world. */
  readonly fetchedAt: Date;
};

/**
 * A list of the provider's, at most a day old: bought when there is none, or when the one that is there is too
 * short, and then written in the transaction that books its price.
 * @throws AppError 400 where the provider has no lists for the location and language
 * @throws OutsideError `request_refused` when it does not take the question, and every other failure of the provider
 * @throws BudgetExceededError
 */
export async function getKeywordList<Kind extends KeptListKind>(
  ctx: ListContext & Pick<AppContext, 'purchases'>,
  question: ListQuestion<Kind>,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<KeywordList<Kind>> {
  const asked = toAskedList(ctx, question);
  const { answers, costUsd, isCached, stoppedBy } = await buyOnce<StoredAnswer>(ctx, {
    keys: [asked.id],
    find: async (ids) => await listFreshAnswers(ctx.postgres, ids, { now: ctx.clock.now(), size: asked.limit }),
    ...toBuyer(scope),
    signal,
    buy: async (_ids, ownSignal) => await buyList(ctx, asked, scope, ownSignal),
  });
  const stored = answers.get(asked.id);
  if (stored === undefined) throw stoppedBy ?? new Error(`the list ${asked.id} was not stored`);
  await insertReads(ctx.postgres, question.organizationId, [stored]);
  return { ...toList<Kind>(stored.answer as KeptLists[Kind]['value'], asked.limit), costUsd, isCached, fetchedAt: stored.fetchedAt };
}

async function buyList<Kind extends KeptListKind>(
  ctx: ListContext,
  { id, kind, request, limit }: AskedList<Kind>,
  scope: SpendScope,
  signal: AbortSignal,
) {
  const answers = new Map<string, StoredAnswer>();
  const record = toWriter<ListAnswer<KeptLists[Kind]['value']>>(ctx.postgres, async (list, tx) => {
    if (list.state !== 'answered') return;
    const { state: _state, costUsd: _costUsd, ...value } = list;
    const came = 'came' in list ? list.came : list.rows.length;
    const answer = { id, kind, answer: value, size: came < limit ? null : limit, fetchedAt: ctx.clock.now() };
    await upsertAnswers(tx, [answer]);
    answers.set(id, answer);
  });
  const list = await FETCH_LIST[kind](ctx.searchData)(request, scope, { signal, record });
  if (list.state === 'refused')
    throw new OutsideError({ service: ctx.searchData.provider.name, kind: 'request_refused', message: list.reason });
  return { answers, costUsd: list.costUsd };
}

/** The part of a stored list that was asked for. */
function toList<Kind extends KeptListKind>(value: KeptLists[Kind]['value'], limit: number): KeptLists[Kind]['value'] {
  const rows = (limit === 0 ? value.rows : value.rows.slice(0, limit)).map(withDates);
  return { ...value, ...('seed' in value && value.seed !== null ? { seed: withDates(value.seed) } : {}), rows } as typeof value;
}

/** JSON knows no dates. */
function withDates<Row extends object>(row: Row): Row {
  const { serpInfo } = row as Partial<KeywordMetrics>;
  if (!serpInfo?.checkedAt) return row;
  return { ...row, serpInfo: { ...serpInfo, checkedAt: new Date(serpInfo.checkedAt) } };
}

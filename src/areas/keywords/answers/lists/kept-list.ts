import type { AppContext } from '#context';
import { isBound, type Caller } from '#http/caller.ts';
import { OutsideError } from '#kernel/errors.ts';
import { hashId } from '#kernel/ids.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { FetchOptions } from '#providers/search-data/index.ts';
import type { ListAnswer } from '#providers/search-data/lists.ts';
import { buyOnce } from '#purchases/index.ts';
import { toOwnerId } from '../../keyword.ts';
import { listFreshAnswers, upsertAnswers, type StoredAnswer } from '../store/answers.ts';
import { insertReads, listRead } from '../store/readers.ts';
import { toBuyer } from '../to-buyer.ts';
import { toWriter } from '../to-writer.ts';

export type KeptListContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>;

interface Rows {
  readonly rows: readonly unknown[];
}

/** A list of the provider that is bought once and serves for a day. Its value is kept as JSON. */
export interface KeptList<Value extends Rows> {
  /** Of the question (`toListId`). */
  readonly id: string;
  readonly kind: string;
  /** Rows that are wanted; 0: the list always comes whole. */
  readonly limit: number;
  /** For which it is read. */
  readonly organizationId: string | null | undefined;
  /** The most that it costs. */
  readonly costUsd: number;
  readonly fetch: (scope: SpendScope, options: FetchOptions<ListAnswer<Value>>) => Promise<ListAnswer<Value>>;
}

/** What came, perhaps more rows than are wanted. */
export interface FoundList<Value> {
  readonly value: Value;
  readonly costUsd: number;
  /** Nothing had to be asked for outside. */
  readonly isCached: boolean;
  /** In the observed world. */
  readonly fetchedAt: Date;
}

/**
 * The id of a question: what is asked, without how many rows, because a long list serves who wants a short one. With
 * SHARE_CACHE=organization each organization has its own.
 */
export function toListId(
  { config }: Pick<AppContext, 'config'>,
  kind: string,
  asked: object,
  organizationId: string | null | undefined,
): string {
  const parts = Object.entries(asked)
    .filter(([, value]) => value !== undefined && value !== false)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return hashId('ans_', [kind, JSON.stringify(parts), toOwnerId(config, organizationId ?? undefined) ?? '']);
}

/**
 * A list that is at most a day old: bought when there is none, or when the one that is there is too short, and then
 * written in the transaction that books its price.
 * @throws OutsideError `request_refused` when the provider does not take the question, and every other failure of it
 * @throws BudgetExceededError
 */
export async function getKeptList<Value extends Rows>(
  ctx: KeptListContext & Pick<AppContext, 'purchases'>,
  list: KeptList<Value>,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<FoundList<Value>> {
  const { answers, costUsd, isCached, stoppedBy } = await buyOnce<StoredAnswer>(ctx, {
    keys: [list.id],
    find: async (ids) => await listFreshAnswers(ctx.postgres, ids, { now: ctx.clock.now(), size: list.limit }),
    ...toBuyer(scope),
    signal,
    buy: async (_ids, ownSignal) => await buyList(ctx, list, scope, ownSignal),
  });
  const stored = answers.get(list.id);
  if (stored === undefined) throw stoppedBy ?? new Error(`the list ${list.id} was not stored`);
  await insertReads(ctx.postgres, list.organizationId, [stored]);
  return { value: stored.answer as Value, costUsd, isCached, fetchedAt: stored.fetchedAt };
}

/** What `getKeptList` would cost at most; for a bound caller only what its own organization has read is free. */
export async function estimateKeptList<Value extends Rows>(
  ctx: KeptListContext,
  { id, limit, organizationId, costUsd }: KeptList<Value>,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const fresh = [...(await listFreshAnswers(ctx.postgres, [id], { now: ctx.clock.now(), size: limit })).values()];
  const isAll = caller === undefined || !isBound(caller);
  const free = isAll ? fresh.length : organizationId ? (await listRead(ctx.postgres, organizationId, fresh)).size : 0;
  return free > 0 ? { calls: 0, costUsd: 0 } : { calls: 1, costUsd };
}

async function buyList<Value extends Rows>(
  ctx: KeptListContext,
  { id, kind, limit, fetch }: KeptList<Value>,
  scope: SpendScope,
  signal: AbortSignal,
) {
  const answers = new Map<string, StoredAnswer>();
  const record = toWriter<ListAnswer<Value>>(ctx.postgres, async (list, tx) => {
    if (list.state !== 'answered') return;
    const { state: _state, costUsd: _costUsd, ...value } = list;
    const came = 'came' in list ? Number(list.came) : list.rows.length;
    const answer = { id, kind, answer: value, size: came < limit ? null : limit, fetchedAt: ctx.clock.now() };
    await upsertAnswers(tx, [answer]);
    answers.set(id, answer);
  });
  const list = await fetch(scope, { signal, record });
  if (list.state === 'refused')
    throw new OutsideError({ service: ctx.searchData.provider.name, kind: 'request_refused', message: list.reason });
  return { answers, costUsd: list.costUsd };
}

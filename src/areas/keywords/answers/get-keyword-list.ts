import { findCountryCode } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { isBound, type Caller } from '#http/caller.ts';
import { AppError, OutsideError } from '#kernel/errors.ts';
import { hashId, newId } from '#kernel/ids.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { KeywordFigures } from '#providers/search-data/index.ts';
import type { ListAnswer, ListMarket } from '#providers/search-data/lists.ts';
import { toOwnerId } from '../keyword.ts';
import { makeAnswerStore } from './answer-store.ts';
import { askOnce } from './ask-once.ts';
import { FETCH_LIST, toPriceKind, type KeptListKind, type KeptLists } from './list-kinds.ts';
import { insertReads, listRead } from './readers.ts';
import { upsertAnswers, type StoredAnswer } from './store.ts';
import { toWriter } from './to-writer.ts';
import { toWaitMs } from './wait.ts';

export type ListContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData' | 'config'>;

export interface ListQuestion<Kind extends KeptListKind> {
  readonly kind: Kind;
  /** Its place is a country, or a place in it. */
  readonly request: KeptLists[Kind]['request'];
  /** For which it is read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

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
 * @throws AppError 400 where the provider has no lists for the place and language
 * @throws OutsideError `request_refused` when it does not take the question, and every other failure of the provider
 * @throws BudgetExceededError
 */
export async function getKeywordList<Kind extends KeptListKind>(
  ctx: ListContext,
  question: ListQuestion<Kind>,
  scope: SpendScope,
  { signal }: { readonly signal: AbortSignal },
): Promise<KeywordList<Kind>> {
  const asked = toAsked(ctx, question);
  const { answers, costUsd, isCached, stoppedBy } = await askOnce(ctx, {
    ids: [asked.id],
    store: makeAnswerStore(ctx, question.kind, asked.limit),
    heldBy: scope.runId ?? newId('req_'),
    signal,
    waitMs: toWaitMs(scope),
    ask: async (_ids, ownSignal) => await buyList(ctx, asked, scope, ownSignal),
  });
  const stored = answers.get(asked.id);
  if (stored === undefined) throw stoppedBy ?? new Error(`the list ${asked.id} was not stored`);
  await insertReads(ctx.postgres, question.organizationId, [stored]);
  return { ...toList<Kind>(stored.answer as KeptLists[Kind]['value'], asked.limit), costUsd, isCached, fetchedAt: stored.fetchedAt };
}

/** What `getKeywordList` would cost at most; for a bound caller only what its own organization has read is free. */
export async function estimateKeywordList<Kind extends KeptListKind>(
  ctx: ListContext,
  question: ListQuestion<Kind>,
  caller?: Caller,
): Promise<{ readonly calls: number; readonly costUsd: number }> {
  const asked = toAsked(ctx, question);
  const fresh = [...(await makeAnswerStore(ctx, question.kind, asked.limit).list([asked.id])).values()];
  const { organizationId } = question;
  const isAll = caller === undefined || !isBound(caller);
  const free = isAll ? fresh.length : organizationId ? (await listRead(ctx.postgres, organizationId, fresh)).size : 0;
  if (free > 0) return { calls: 0, costUsd: 0 };
  const { withClickstream } = asked.request as { readonly withClickstream?: boolean };
  return { calls: 1, costUsd: ctx.searchData.estimateListUsd(toPriceKind(question.kind, asked.isOfAds), asked.limit, { withClickstream }) };
}

interface AskedList<Kind extends KeptListKind> {
  readonly id: string;
  readonly kind: Kind;
  readonly request: KeptLists[Kind]['request'];
  readonly isOfAds: boolean;
  /** Rows; 0 where a list always comes whole. */
  readonly limit: number;
}

/** The question as the provider is asked; its limit is no part of its id, because a long list serves who wants a short one. */
function toAsked<Kind extends KeptListKind>(ctx: ListContext, { kind, request, organizationId }: ListQuestion<Kind>): AskedList<Kind> {
  const isOfAds = 'source' in request && request.source === 'google_ads';
  const market = isOfAds ? {} : toListMarket(ctx, request);
  const limit = 'limit' in request ? request.limit : 0;
  const { limit: _limit, ...named } = { limit, ...request, ...market };
  const parts = Object.entries(named)
    .filter(([, value]) => value !== undefined && value !== false)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const owner = toOwnerId(ctx.config, organizationId ?? undefined) ?? '';
  return { id: hashId('ans_', [kind, JSON.stringify(parts), owner]), kind, request: { ...request, ...market }, isOfAds, limit };
}

/** @throws AppError 400 */
function toListMarket({ searchData }: Pick<AppContext, 'searchData'>, { locationCode, languageCode }: ListMarket): ListMarket {
  const countryCode = findCountryCode(locationCode);
  if (countryCode !== undefined && searchData.hasLists(countryCode, languageCode)) return { locationCode: countryCode, languageCode };
  throw new AppError('invalid', 'No keyword lists for this place and language', {
    message: `The provider has no lists of keywords for location_code ${locationCode} in the language ${languageCode}.`,
    details: [{ path: 'location_code', message: `has no lists of keywords in the language ${languageCode}` }],
    hint: 'POST /api/keywords/for-keywords and /api/keywords/overview take every place.',
  });
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
  if (list.state === 'refused') throw new OutsideError({ service: 'dataforseo', kind: 'request_refused', message: list.reason });
  return { answers, costUsd: list.costUsd };
}

/** The part of a stored list that was asked for. */
function toList<Kind extends KeptListKind>(value: KeptLists[Kind]['value'], limit: number): KeptLists[Kind]['value'] {
  const rows = (limit === 0 ? value.rows : value.rows.slice(0, limit)).map(withDates);
  return { ...value, ...('seed' in value && value.seed !== null ? { seed: withDates(value.seed) } : {}), rows } as typeof value;
}

/** JSON knows no dates. */
function withDates<Row extends object>(row: Row): Row {
  const { serpInfo } = row as Partial<KeywordFigures>;
  if (!serpInfo?.checkedAt) return row;
  return { ...row, serpInfo: { ...serpInfo, checkedAt: new Date(serpInfo.checkedAt) } };
}

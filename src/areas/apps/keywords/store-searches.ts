import type { AppContext } from '#context';
import type { AppDataAnswer } from '#providers/search-data/index.ts';
import { lockClaims, releaseClaims } from '#purchases/index.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { queueIcons } from '../icons/index.ts';
import { observeApp, storeApps } from '../records/index.ts';
import { judgeTerm } from './judge-term.ts';
import { toPositionRows } from './position-rows.ts';
import { SEARCH_DEPTH, toSearchKey, type SearchEnd, type StoreSearch } from './search.ts';
import { upsertSearches } from './store/searches.ts';
import { lockWaitingTerms, updateTerms } from './store/terms.ts';

/** What the provider answered to a search. */
export interface AnsweredSearch {
  readonly search: StoreSearch;
  /** Undefined: it failed, for the reason in `error`. */
  readonly answer: AppDataAnswer | undefined;
  readonly error: string | null;
  /** Cost of all its posts. */
  readonly costUsd: number;
}

interface EndedSearch {
  readonly search: StoreSearch;
  readonly end: SearchEnd;
}

/** How many terms a batch of searches answered. */
export interface StoredSearches {
  readonly ranked: number;
  readonly notFound: number;
  readonly failed: number;
}

/**
 * Stores answers: the newest positions, those of the day in the history, the apps that stand there, and the outcome of
 * every term that waits for them, of all projects. Repeating it changes nothing: what is stored is no longer claimed.
 */
export async function storeSearches(
  ctx: Pick<AppContext, 'postgres' | 'outbox' | 'clock' | 'workflows'>,
  workflowId: string,
  answered: readonly AnsweredSearch[],
): Promise<StoredSearches> {
  const now = ctx.clock.now();
  return await ctx.postgres.transaction(async (tx) => {
    const keys = await lockClaims(
      tx,
      answered.map(({ search }) => toSearchKey(search)),
      workflowId,
    );
    const open = new Set(keys);
    const ended = answered.filter(({ search }) => open.has(toSearchKey(search))).map((one) => ({ ...one, end: toEnd(one) }));
    if (ended.length === 0) return { ranked: 0, notFound: 0, failed: 0 };
    await storeListed(ctx, tx, ended, now);
    await upsertSearches(
      tx,
      ended.map(({ search, end }) => ({ ...search, end })),
      now,
    );
    const rows = ended.flatMap(({ search, end }) => toPositionRows(search, end, now));
    await ctx.outbox.append(tx, 'app_keyword_positions', rows);
    await releaseClaims(tx, keys, workflowId, keys);
    return await applyToTerms(tx, ended, now);
  });
}

function toEnd({ answer, error, costUsd }: AnsweredSearch): SearchEnd {
  if (answer?.kind !== 'app_searches') return { state: 'failed', error: error ?? 'the answer is not there' };
  return { state: 'read', positions: answer.apps.map(({ rank, appId }) => ({ rank, appId })), checkedDepth: SEARCH_DEPTH, costUsd };
}

/** The apps of an answer, as the list describes them. */
async function storeListed(
  ctx: Pick<AppContext, 'outbox' | 'workflows' | 'clock'>,
  tx: Transaction,
  answered: readonly AnsweredSearch[],
  now: Date,
): Promise<void> {
  const markets = Map.groupBy(answered, ({ search: { platform, storefront } }) => `${platform} ${storefront}`);
  for (const group of markets.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const apps = group.flatMap(({ answer }) => (answer?.kind === 'app_searches' ? answer.apps : []));
    const { platform, storefront } = first.search;
    const observed = apps.map(({ appId, rank: _rank, url: _url, reviewsCount: _reviews, ...values }) => observeApp(appId, 'list', values));
    await storeApps(tx, ctx, { platform, storefront, apps: observed, now });
    await queueIcons(ctx, tx, { platform, storefront, appIds: [...new Set(apps.map(({ appId }) => appId))] });
  }
}

async function applyToTerms(tx: Transaction, ended: readonly EndedSearch[], now: Date): Promise<StoredSearches> {
  const ends = new Map(ended.map(({ search, end }) => [toSearchKey(search), end]));
  const waiting = await lockWaitingTerms(
    tx,
    ended.map(({ search }) => search),
  );
  const judged = waiting.flatMap((term) => {
    const end = ends.get(toSearchKey(term));
    return end === undefined ? [] : [{ ...term, ...judgeTerm(term, end, now) }];
  });
  await updateTerms(tx, judged);
  const count = (status: string): number => judged.filter((term) => term.status === status).length;
  return { ranked: count('ranked'), notFound: count('not_found'), failed: count('failed') };
}

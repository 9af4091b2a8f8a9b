import type { TestContext } from 'node:test';
import { z } from 'zod';
import { toQueryId, type SerpCheck } from '#areas/rankings/check.ts';
import { ingestSerp } from '#areas/rankings/ingest/ingest-serp.ts';
import { findResultPage } from '#areas/rankings/results/result-pages.ts';
import { newId } from '#kernel/ids.ts';
import type { SerpItem } from '#providers/search-data/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { StoreError } from '#stores/errors.ts';
import { openTestStores } from './index.ts';
import { makeAnswer, makeItem, namedSearch, WORLD_NOW } from './rankings-world.ts';

const countRows = {
  name: 'count-rows',
  sql: 'select toUInt32(count()) as rows from serp_runs where run_id = {run_id:String}',
  params: z.object({ run_id: z.string() }),
  row: z.object({ rows: z.number() }),
};

/** A page with everything that a result can say. */
export function makeRichItems(): SerpItem[] {
  return makeAnswer([
    makeItem(3, 'MÜLLER.example', { title: 'Größe \u{1f431} "x"', url: 'https://müller.example/ä?b=c', ratingValue: 4.6, ratingCount: 12 }),
    makeItem(4, null, { type: 'local_pack', url: 'https://place.example/', cid: '777', placeId: 'place-1', rankGroup: 1 }),
    makeItem(5, null, { type: 'people_also_ask', title: null, description: null, page: null, position: null, xpath: null }),
    makeItem(6, 'shop.example', { type: 'paid', rankGroup: 1, position: 'right' }),
    makeItem(7, 'snippet.example', { type: 'featured_snippet', isFeaturedSnippet: true, rankGroup: 1 }),
  ]).items.map((item) => ({ ...item, placeId: item.placeId ?? null, cid: item.cid ?? null }));
}

/** Stores in which pages are ingested and read. Nothing is shipped unless `outbox.flush` is called. */
export async function openResultsWorld(t: TestContext) {
  const stores = await openTestStores(t);
  const clock = { now: () => WORLD_NOW, realNow: () => Date.now() };
  const ctx = { ...stores, searchData: namedSearch, clock };
  return {
    ...stores,
    ctx,
    /** @returns the run */
    ingest: async (check: SerpCheck, items: readonly SerpItem[]): Promise<string> => {
      const { items: _all, ...answer } = makeAnswer([]);
      const run = {
        ...answer,
        id: newId('run_'),
        queryId: toQueryId(check),
        projectId: null,
        workflowId: null,
        depth: 100,
        checkTs: WORLD_NOW,
      };
      await ingestSerp(ctx, { check, page: { items, run: { ...run, itemsCount: items.length, fetchedAt: new Date() } } });
      return run.id;
    },
    read: async (runId: string, from: { clickhouse: ClickHouse } = stores) =>
      (await findResultPage({ postgres: stores.postgres, clickhouse: from.clickhouse }, runId))?.items,
    countStored: async (runId: string): Promise<number> => (await stores.clickhouse.query(countRows, { run_id: runId }))[0]?.rows ?? 0,
  };
}

/** The store, as it is while it cannot be asked. */
export function awayFrom(clickhouse: ClickHouse): ClickHouse {
  return { ...clickhouse, query: async () => await Promise.reject(new StoreError('unreachable', 'away')) };
}

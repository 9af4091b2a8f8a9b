import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { OutsideError } from '#kernel/errors.ts';
import { makeClock } from '#kernel/clock.ts';
import type { SearchData } from '#providers/search-data/index.ts';
import type { Backlink, LinkListRequest, LinkPage } from '#providers/search-data/links.ts';
import { makeBacklink } from '../../../../../test/support/link-rows.ts';
import { openTestStores } from '../../../../../test/support/index.ts';
import { ensureDomain } from '../../records/ensure-domain.ts';
import { beginFetch, findFetch } from '../store/fetches.ts';
import { fetchList } from './fetch-list.ts';
import type { ListPart, PlannedPart } from './plan-parts.ts';

const WORKFLOW = 'wf_1';
const PAGE_USD = 0.05;

type Request = LinkListRequest & { readonly token?: string | undefined };

interface Source {
  readonly total: number;
  /** Calls that fail, by their number from 1. */
  readonly failing?: ReadonlySet<number>;
  /** Called before an answer is given. */
  readonly meanwhile?: (call: number) => Promise<void>;
}

/** A provider with so many links, of which few can be read, so that long lists are quick. */
async function openList(t: TestContext, wanted: number, source: Source) {
  const { postgres } = await openTestStores(t);
  const domain = await ensureDomain(postgres, 'target.com', new Date());
  const key = { domainId: domain.id, part: 'backlinks' } as const;
  const asked: Pick<Request, 'limit' | 'offset' | 'token'>[] = [];
  const fetchBacklinks = async ({ limit, offset, token }: Request): Promise<LinkPage<Backlink>> => {
    asked.push({ limit, ...(token === undefined ? { offset } : { token }) });
    await source.meanwhile?.(asked.length);
    if (source.failing?.has(asked.length) === true) throw new OutsideError({ service: 'dataforseo', kind: 'timeout', message: 'too slow' });
    const from = token === undefined ? (offset ?? 0) : Number(token);
    const came = Math.max(0, Math.min(limit, source.total - from));
    const nextToken = from + came < source.total ? String(from + came) : null;
    return { rows: came > 0 ? [makeBacklink(from)] : [], came, total: source.total, nextToken, costUsd: PAGE_USD };
  };
  const ctx = { postgres, clock: makeClock(), searchData: { fetchBacklinks } as Partial<SearchData> as SearchData };
  const planned: PlannedPart & { part: ListPart } = { part: 'backlinks', plan: 'begin', rowsWanted: wanted, costBeforeUsd: 0 };
  const begin = () => beginFetch(postgres, key, { workflowId: WORKFLOW, rowsWanted: wanted, now: new Date() });
  await begin();
  const signal = new AbortController().signal;
  return {
    asked,
    begin,
    takeOver: (by: string) => postgres.query('update domain_fetches set workflow_id = $1', [by]),
    step: () => fetchList(ctx, { domain, planned, workflowId: WORKFLOW, scope: { source: 'workflow' }, signal }),
    found: () => findFetch(postgres, key),
    countLinks: async () => (await postgres.query<{ count: number }>('select count(*)::integer as count from backlinks')).rows[0]?.count,
  };
}

test('a short list is asked for by offset, its last page only as long as needed', async (t) => {
  const list = await openList(t, 2_500, { total: 9_000 });
  assert.equal(await list.step(), true);
  assert.deepEqual(list.asked, [
    { limit: 1_000, offset: 0 },
    { limit: 1_000, offset: 1_000 },
    { limit: 500, offset: 2_000 },
  ]);
  const found = await list.found();
  assert.deepEqual([found?.status, found?.rowsFetched, found?.rowsTotal, found?.isWhole], ['complete', 2_500, 9_000, false]);
  assert.equal(found?.costUsd.toFixed(2), '0.15');
  assert.equal(await list.step(), true, 'a step that is repeated asks for nothing');
  assert.equal(list.asked.length, 3);
});

test('a long list goes from token to token, twenty pages a step, and ends at what is wanted', async (t) => {
  const list = await openList(t, 41_500, { total: 930_000 });
  assert.deepEqual([await list.step(), list.asked.length], [false, 20]);
  assert.deepEqual([await list.step(), list.asked.length], [false, 40]);
  assert.deepEqual([await list.step(), list.asked.length], [true, 42]);
  const limits = new Set(list.asked.map(({ limit }) => limit));
  assert.deepEqual([...limits], [1_000], 'with a token everything else stays as it was');
  assert.deepEqual(
    list.asked.slice(1).map(({ token }) => token),
    Array.from({ length: 41 }, (_, at) => String((at + 1) * 1_000)),
  );
  const found = await list.found();
  assert.deepEqual([found?.status, found?.rowsFetched, found?.isWhole], ['complete', 41_500, false]);
  assert.equal(await list.countLinks(), 42);
});

test('a whole list ends where the provider ends', async (t) => {
  const list = await openList(t, 1_000_000, { total: 2_300 });
  assert.equal(await list.step(), true);
  const found = await list.found();
  assert.deepEqual([list.asked.length, found?.rowsFetched, found?.isWhole], [3, 2_300, true]);
});

test('a page that fails after others came ends the step without an error, and the next begins with it', async (t) => {
  const list = await openList(t, 5_000, { total: 9_000, failing: new Set([3, 4]) });
  assert.equal(await list.step(), false);
  await assert.rejects(list.step(), /too slow/u);
  assert.equal(await list.step(), true);
  assert.deepEqual(
    list.asked.map(({ offset }) => offset),
    [0, 1_000, 2_000, 2_000, 2_000, 3_000, 4_000],
  );
  const found = await list.found();
  assert.deepEqual([found?.rowsFetched, found?.costUsd.toFixed(2)], [5_000, '0.25']);
});

test('who was overtaken while it waited for an answer writes nothing', async (t) => {
  const list = await openList(t, 3_000, { total: 9_000, meanwhile: async (call) => void (call === 2 && (await list.takeOver('wf_2'))) });
  await assert.rejects(list.step(), /another process fetches backlinks/u);
  const found = await list.found();
  assert.deepEqual([found?.workflowId, found?.rowsFetched, await list.countLinks()], ['wf_2', 1_000, 1]);
  await assert.rejects(list.step(), /another process/u);
  assert.equal(list.asked.length, 2);
});

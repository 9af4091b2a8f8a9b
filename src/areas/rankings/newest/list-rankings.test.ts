import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toKeywordId } from '#areas/keywords/index.ts';
import { trackKeywords } from '#areas/keywords/tracking/track-keywords.ts';
import { untrackKeywords } from '#areas/keywords/tracking/untrack-keywords.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { importRows, listColumns } from '#stores/archive/table-rows.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { makeAreaContext } from '../../../../test/support/area-context.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { openTestStores, type TestStores } from '../../../../test/support/index.ts';
import {
  makeAnswer,
  makeCheck,
  makeItem,
  makeProject,
  makeTracked,
  WORLD_NOW,
  namedSearch,
} from '../../../../test/support/rankings-world.ts';
import { toQueryId } from '../check.ts';
import { ingestSerp } from '../ingest/ingest-serp.ts';
import { recordFailure } from '../ingest/record-failure.ts';
import type { RankingFilter } from '../ranking.ts';
import { rematchKeywords } from '../rematch/rematch-keywords.ts';
import { listRankings } from './list-rankings.ts';

const SITES = ['mine.com', 'rival.org', 'other.net'];
const Page = fc.record({
  number: fc.nat({ max: 9 }),
  device: fc.constantFrom('desktop' as const, 'mobile' as const),
  channel: fc.constantFrom('seo' as const, 'local' as const),
});
const Asset = fc.record({
  value: fc.constantFrom(...SITES, 'place-1'),
  role: fc.constantFrom('primary', 'competitor'),
});
/** A write; `project` is one of two that share their keywords. */
const Write = fc.oneof(
  fc.record({ kind: fc.constant('track' as const), project: fc.nat({ max: 1 }), page: Page, target: fc.constantFrom(null, ...SITES) }),
  fc.record({ kind: fc.constant('track' as const), project: fc.nat({ max: 1 }), page: Page, target: fc.constant(null) }),
  fc.record({ kind: fc.constant('untrack' as const), project: fc.nat({ max: 1 }), page: Page }),
  fc.record({ kind: fc.constant('check' as const), page: Page, found: fc.subarray(SITES) }),
  fc.record({ kind: fc.constant('check' as const), page: Page, found: fc.subarray(SITES) }),
  fc.record({ kind: fc.constant('fail' as const), page: Page }),
  fc.record({ kind: fc.constant('rematch' as const), project: fc.nat({ max: 1 }) }),
  fc.record({ kind: fc.constant('asset' as const), project: fc.nat({ max: 1 }), asset: Asset }),
  fc.record({ kind: fc.constant('role' as const), project: fc.nat({ max: 1 }), asset: Asset }),
  fc.record({ kind: fc.constant('remove' as const), project: fc.nat({ max: 1 }), asset: Asset }),
);
type Write = typeof Write extends fc.Arbitrary<infer Value> ? Value : never;

test('pages and totals are those of a count after any writes, also of two at once', async (t) => {
  const stores = await openTestStores(t);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(Write, Write), { minLength: 30, maxLength: 45 }), async (writes) => {
      const projects = [await makeProject(stores.postgres, [{ value: 'mine.com' }]), await makeProject(stores.postgres, [])];
      const write = makeWriter(stores, projects);
      for (const [at, two] of writes.entries()) {
        await Promise.all(two.map((one) => write(one, at)));
        if (at % 5 === 0) await compare(stores.postgres, projects[at % 2] ?? '');
      }
      for (const projectId of projects) await compare(stores.postgres, projectId);
      const shown = await listAll(stores.postgres, projects[0] ?? '', {});
      const copy = await openTestStores(t);
      await copyAsEarlierRelease(stores.postgres, copy.postgres);
      assert.deepEqual(await listAll(copy.postgres, projects[0] ?? '', {}), shown, 'an archive of an earlier release');
      await compare(copy.postgres, projects[0] ?? '');
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

test('a keyword that is untracked while its first check is applied is not listed', async (t) => {
  const stores = await openTestStores(t);
  const { postgres } = stores;
  const projectId = await makeProject(postgres);
  const check = await makeTracked(postgres, projectId, 'on its way');
  const { items, ...answer } = makeAnswer([makeItem(1, 'mine.com')]);
  const run = { ...answer, id: newId('run_'), queryId: toQueryId(check), projectId: null, workflowId: null, depth: 100 };
  let applied: Promise<unknown> | undefined;
  await postgres.transaction(async (tx) => {
    await tx.query(`update tracked_keywords set status = 'untracked' where project_id = $1`, [projectId]);
    applied = ingestSerp(
      { ...stores, clock: CLOCK },
      { check, page: { items, run: { ...run, checkTs: WORLD_NOW, fetchedAt: WORLD_NOW } } },
    );
    await waitUntil(() => isOneWaiting(postgres), 'a request to wait');
  });
  await applied;
  assert.equal((await postgres.query('select from current_rankings')).rowCount, 1);
  await compare(postgres, projectId);
  assert.deepEqual(await listAll(postgres, projectId, {}), []);
});

for (const how of ['a check', 'a failed check', 'a rematch'] as const)
  test(`an asset that is removed while ${how} is applied takes its positions along, and the others stay`, async (t) => {
    const stores = await openTestStores(t);
    const { postgres } = stores;
    const projectId = await makeProject(postgres, [{ value: 'mine.com' }, { value: 'rival.org', role: 'competitor' }]);
    const check = await makeTracked(postgres, projectId, 'on its way');
    const ctx = { ...stores, searchData: namedSearch, clock: CLOCK };
    const apply = async (): Promise<unknown> => {
      const { items, ...answer } = makeAnswer([makeItem(1, 'mine.com'), makeItem(2, 'rival.org')]);
      const run = { ...answer, id: newId('run_'), queryId: toQueryId(check), projectId: null, workflowId: null, depth: 100 };
      return await ingestSerp(ctx, { check, page: { items, run: { ...run, checkTs: WORLD_NOW, fetchedAt: WORLD_NOW } } });
    };
    const failure = { check, runId: newId('run_'), workflowId: 'wf', projectId: undefined, onlyProjectId: undefined, error: 'down' };
    if (how === 'a rematch') {
      await apply();
      await postgres.query('delete from current_rankings');
    }
    let applied: Promise<unknown> | undefined;
    await postgres.transaction(async (tx) => {
      await tx.query(`delete from assets where value = 'rival.org'`);
      applied =
        how === 'a check'
          ? apply()
          : how === 'a failed check'
            ? recordFailure(ctx, failure)
            : rematchKeywords(ctx, { projectId, assetId: undefined, isDryRun: false, after: '', limit: 100 });
      await waitUntil(() => isOneWaiting(postgres), 'a statement to wait');
    });
    await applied;
    assert.deepEqual((await postgres.query('select domain from current_rankings')).rows, [{ domain: 'mine.com' }]);
    await compare(postgres, projectId);
  });

/** Whether one statement of this database waits for a lock. */
async function isOneWaiting(sql: Sql): Promise<boolean> {
  const { rowCount } = await sql.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rowCount === 1;
}

const CLOCK = { now: () => WORLD_NOW, realNow: () => WORLD_NOW.getTime() };

function makeWriter(stores: TestStores, projects: readonly string[]) {
  const { postgres } = stores;
  const caller = makeAreaContext(stores);
  const prefix = newId('item_');
  const toText = ({ number }: { number: number }): string => `${prefix} ${'ab'[number % 2]} ${number}`;
  return async (write: Write, at: number): Promise<void> => {
    const now = new Date(WORLD_NOW.getTime() + at * 60_000);
    const ctx = { ...stores, searchData: namedSearch, clock: { now: () => now, realNow: () => now.getTime() } };
    const projectId = projects['project' in write ? write.project : 0] ?? '';
    if (write.kind === 'track') {
      const options = {
        engine: 'engine_a',
        depth: 100,
        depthStrategy: 'full',
        checkInterval: 'manual',
        targetDomain: write.target,
      } as const;
      const { number, device, channel } = write.page;
      const texts = [number, number + 1, number + 2].map((one) => toText({ number: one }));
      const subject = { projectId, locationCode: 2840, languageCode: 'en', device, channel };
      await trackKeywords(
        caller,
        texts.map((keywordText) => ({ ...subject, ...options, keywordText })),
      );
    } else if (write.kind === 'untrack') {
      const keywordId = toKeywordId({ keywordText: toText(write.page), locationCode: 2840, languageCode: 'en', device: write.page.device });
      // It may never have been tracked.
      await untrackKeywords(caller, { projectId, keywordIds: [keywordId] }).catch((error: unknown) => assert.ok(error instanceof AppError));
    } else if (write.kind === 'check' || write.kind === 'fail') {
      const check = makeCheck(toText(write.page), write.page);
      if (write.kind === 'fail') {
        const failure = { check, runId: newId('run_'), workflowId: 'wf', projectId: undefined, onlyProjectId: undefined, error: 'down' };
        return await recordFailure(ctx, failure);
      }
      const { items, ...answer } = makeAnswer(write.found.map((site, index) => makeItem(index + 1, site)));
      const run = { ...answer, id: newId('run_'), queryId: toQueryId(check), projectId: null, workflowId: null, depth: 100 };
      await ingestSerp(ctx, { check, page: { items, run: { ...run, checkTs: now, fetchedAt: now } } });
    } else if (write.kind === 'rematch') {
      await rematchKeywords(ctx, { projectId, assetId: undefined, isDryRun: false, after: '', limit: 100 });
    } else {
      const { value, role } = write.asset;
      const type = value === 'place-1' ? 'local' : 'website';
      if (write.kind === 'asset')
        await postgres.query(
          `insert into assets (id, project_id, type, value, name, role, created_at, updated_at) values ($1, $2, $3, $4, $4, $5, $6, $6)
           on conflict do nothing`,
          [newId('ast_'), projectId, type, value, role, now],
        );
      if (write.kind === 'role')
        await postgres.query('update assets set role = $3 where project_id = $1 and value = $2', [projectId, value, role]);
      if (write.kind === 'remove') await postgres.query('delete from assets where project_id = $1 and value = $2', [projectId, value]);
    }
  };
}

interface Row {
  readonly keywordId: string;
  readonly text: string;
  readonly channel: 'seo' | 'local' | 'paid';
  readonly device: string;
  readonly domain: string;
  readonly assetId: string | null;
  readonly relationship: 'MINE' | 'COMPETITOR';
  readonly status: 'ranked' | 'not_found' | 'failed' | 'pending';
}

/** What the list has to show, worked out from the rows themselves. */
async function listExpected(sql: Sql, projectId: string): Promise<Row[]> {
  const { rows } = await sql.query<Row>(
    `select r.keyword_id, r.normalized_text as text, r.channel, r.device, r.domain, r.asset_id, r.status,
       case a.role when 'primary' then 'MINE' when 'competitor' then 'COMPETITOR' else r.relationship end as relationship
     from current_rankings r left join assets a on a.id = r.asset_id
     where r.project_id = $1 and not exists (
       select from tracked_keywords t where t.project_id = $1 and t.keyword_id = r.keyword_id and t.channel = r.channel and t.status = 'untracked')
     union all
     select t.keyword_id, k.normalized_text, t.channel, k.device, target.value, target.id, 'pending', 'MINE'
     from tracked_keywords t join keywords k on k.id = t.keyword_id cross join lateral (
       select value, id from assets where project_id = $1 and role = 'primary' and (type = 'website' or t.channel = 'local')
       union all
       select t.target_domain, null where t.target_domain is not null
         and not exists (select from assets where project_id = $1 and type = 'website' and value = t.target_domain)) target
     where t.project_id = $1 and t.checked_at is null and t.status <> 'untracked'`,
    [projectId],
  );
  const toKey = (row: Row): string => [row.text, row.keywordId, row.channel, row.domain].join(' ');
  return rows.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
}

async function compare(sql: Sql, projectId: string): Promise<void> {
  const expected = await listExpected(sql, projectId);
  const prefix = expected[0]?.text.slice(0, -2) ?? 'none';
  const keywordId = expected[0]?.keywordId ?? 'none';
  const compareFilter = async (filter: Omit<RankingFilter, 'projectId'>, fits: (row: Row) => boolean): Promise<void> =>
    assert.deepEqual(await listAll(sql, projectId, filter), expected.filter(fits), JSON.stringify(filter));
  await compareFilter({}, () => true);
  for (const status of ['ranked', 'not_found', 'failed', 'pending'] as const)
    await compareFilter({ status }, (row) => row.status === status);
  for (const assetId of new Set(expected.map((row) => row.assetId ?? 'none')))
    await compareFilter({ assetId }, (row) => row.assetId === assetId);
  await compareFilter({ relationship: 'MINE' }, (row) => row.relationship === 'MINE');
  await compareFilter(
    { relationship: 'COMPETITOR', channel: 'local' },
    (row) => row.relationship === 'COMPETITOR' && row.channel === 'local',
  );
  await compareFilter({ domain: 'rival.org' }, (row) => row.domain === 'rival.org');
  await compareFilter(
    { device: 'mobile', status: 'ranked', engine: 'engine_a' },
    (row) => row.device === 'mobile' && row.status === 'ranked',
  );
  await compareFilter({ keywordId }, (row) => row.keywordId === keywordId);
  await compareFilter({ keywordPrefix: prefix }, (row) => row.text.startsWith(prefix));
  await compareFilter({ locationCode: 1 }, () => false);
}

/** The pages of the list one after the other, each with the right total. */
async function listAll(sql: Sql, projectId: string, filter: Omit<RankingFilter, 'projectId'>): Promise<Row[]> {
  const ctx = { postgres: sql, caller: makeAreaContext({} as TestStores).caller } as Parameters<typeof listRankings>[0];
  const all: Row[] = [];
  for (;;) {
    const { rankings, total, hasMore } = await listRankings(ctx, { projectId, ...filter, isForApps: false, limit: 7, offset: all.length });
    for (const row of rankings) {
      const { keywordId, keywordText, channel, device, domain, assetId, relationship, status } = row;
      assert.ok(relationship !== 'OTHER');
      all.push({ keywordId, text: keywordText, channel, device, domain, assetId, relationship, status });
    }
    assert.equal(hasMore, all.length < total);
    // A total above what is listed would be asked for without end.
    assert.ok(rankings.length > 0 || !hasMore, `${all.length} of ${total} are listed`);
    if (!hasMore) {
      assert.equal(total, all.length);
      return all;
    }
  }
}

/** What the list needs, without the columns that came with its totals. */
async function copyAsEarlierRelease(from: Sql, to: Sql): Promise<void> {
  for (const table of ['organizations', 'projects', 'assets', 'keywords', 'tracked_keywords', 'current_rankings']) {
    const columns = (await listColumns(from, table)).filter(
      (name) => name !== 'is_tracked' && (table === 'keywords' || name !== 'normalized_text'),
    );
    const { rows } = await from.query<{ line: string }>(`select row_to_json(t)::text as line from ${table} t`);
    await importRows(to, {
      table,
      columns: table === 'current_rankings' ? [...columns, 'normalized_text'] : columns,
      lines: rows.map(({ line }) => line),
    });
  }
}

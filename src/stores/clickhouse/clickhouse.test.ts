import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { onEnd } from '../../../test/support/closers.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { StoreError } from '../errors.ts';
import { openClickHouse } from './index.ts';
import type { ClickHouse } from './types.ts';
import { findTestFolder } from '../../../test/support/test-folder.ts';

const logger = makeLogger('fatal');

const countSearches = {
  name: 'count-searches',
  sql: 'select count() as count from monthly_keyword_searches where keyword_id = {keywordId:String}',
  params: z.object({ keywordId: z.string() }),
  row: z.object({ count: z.number() }),
};

const line = (keywordId: string, month: number): string =>
  JSON.stringify({ keyword_id: keywordId, year: 2026, month, search_volume: 10, created_at: new Date('2026-01-01T00:00:00Z') });

async function countOf(clickhouse: ClickHouse, keywordId: string): Promise<number | undefined> {
  return (await clickhouse.query(countSearches, { keywordId }))[0]?.count;
}

test('values are bound and never read as SQL', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const echo = {
    name: 'echo',
    sql: `select {text:String} as text, {number:UInt64} as number, {list:Array(String)} as list, {day:Date} as day, {maybe:Nullable(String)} as maybe`,
    params: z.object({ text: z.string(), number: z.number(), list: z.array(z.string()), day: z.string(), maybe: z.string().nullable() }),
    row: z.object({ text: z.string(), number: z.number(), list: z.array(z.string()), day: z.string(), maybe: z.string().nullable() }),
  };
  for (const value of [`'; drop table serp_runs; --`, 'tab\tline\nback\\slash', `it's "quoted" \`so\``, '{other:String}', '😀 Ünï', '']) {
    const params = { text: value, number: 9_007_199_254_740_991, list: ['a', value], day: '2026-02-03', maybe: null };
    assert.deepEqual(await clickhouse.query(echo, params), [params]);
  }
});

test('instants come back as ISO texts and go in as JavaScript writes them', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const instant = new Date('2026-02-03T04:05:06.789Z');
  await clickhouse.insertLines(
    'keyword_snapshots',
    JSON.stringify({ keyword_id: 'a', captured_at: instant, monthly_searches: [{ month: 1, year: 2026, volume: 3 }] }),
    'token-instant',
  );
  const read = {
    name: 'read',
    sql: 'select captured_at, search_volume from keyword_snapshots',
    params: z.object({}),
    row: z.object({ captured_at: z.coerce.date(), search_volume: z.null() }),
  };
  assert.deepEqual(await clickhouse.query(read, {}), [{ captured_at: instant, search_volume: null }]);
});

test('a second write with the same token changes nothing, also after the folder was opened again', async (t) => {
  const { clickhouse, dataDir } = await openTestStores(t);
  const lines = [1, 2, 3].map((month) => line('kw_again', month)).join('\n');
  await clickhouse.insertLines('monthly_keyword_searches', lines, 'token-again');
  await clickhouse.insertLines('monthly_keyword_searches', lines, 'token-again');
  assert.equal(await countOf(clickhouse, 'kw_again'), 3);
  await clickhouse.close();

  const reopened = await openClickHouse({ url: undefined, dataDir, logger });
  onEnd(t, () => reopened.close());
  await reopened.insertLines('monthly_keyword_searches', lines, 'token-again');
  assert.equal(await countOf(reopened, 'kw_again'), 3);
  await reopened.insertLines('monthly_keyword_searches', [1, 2, 3].map((month) => line('kw_again', month + 3)).join('\n'), 'token-other');
  assert.equal(await countOf(reopened, 'kw_again'), 6);
});

test('equal rows under different tokens are all kept', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const row = JSON.stringify({ app_id: 'a', platform: 'store_a', captured_at: '2026-01-01T00:00:00.000Z' });
  await clickhouse.insertLines('app_analytics', row, 'token-one');
  await clickhouse.insertLines('app_analytics', row, 'token-two');
  const count = {
    name: 'count',
    sql: 'select count() as count from app_analytics',
    params: z.object({}),
    row: z.object({ count: z.number() }),
  };
  assert.deepEqual(await clickhouse.query(count, {}), [{ count: 2 }]);
});

test('a refused statement names the question and the reason', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const question = { name: 'wrong-column', sql: 'select nonsense from serp_runs', params: z.object({}), row: z.object({}) };
  await assert.rejects(clickhouse.query(question, {}), (error) => {
    assert(error instanceof StoreError);
    assert.equal(error.reason, 'query');
    assert.match(error.message, /wrong-column \(47 UNKNOWN_IDENTIFIER\).*nonsense/u);
    return true;
  });
});

test('a row of another shape is an error that names the field', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const question = { name: 'wrong-shape', sql: 'select 1 as value', params: z.object({}), row: z.object({ value: z.string() }) };
  await assert.rejects(clickhouse.query(question, {}), { reason: 'row', message: /wrong-shape with a row of another shape: value: / });
});

test('lines that do not fit the table are refused whole', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const unknown = JSON.stringify({ keyword_id: 'kw_bad', year: 2026, month: 1, no_such_column: 1 });
  await assert.rejects(clickhouse.insertLines('monthly_keyword_searches', `${line('kw_bad', 1)}\n${unknown}`, 'token-bad'), {
    reason: 'insert',
    message: /monthly_keyword_searches/u,
  });
  await assert.rejects(clickhouse.insertLines('monthly_keyword_searches', `${line('kw_bad', 1)}\n{"keyword_id":`, 'token-cut'), {
    reason: 'insert',
  });
  assert.equal(await countOf(clickhouse, 'kw_bad'), 0);
});

test('a large write leaves the event loop free', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const lines = Array.from({ length: 100_000 }, (_, index) => line(`kw_${index}`, 1)).join('\n');
  const writing = clickhouse.insertLines('monthly_keyword_searches', lines, 'token-large');
  let turns = 0;
  let isDone = false;
  void writing.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    turns += 1;
  }
  await writing;
  assert(turns > 10, `only ${turns} turns of the event loop during the write`);
});

test('a second opening shares the engine, and the last close ends it', async (t) => {
  // Test stores keep the engine of their process open, so that this one is of a process of its own.
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-clickhouse-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('../../../test/support/two-openings-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, dataDir]);
  assert.deepEqual(JSON.parse(stdout), { whileOneIsOpen: 'answers', afterBoth: 'unreachable' });
});

test('a server that does not answer is reported as unreachable', async (t) => {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-clickhouse-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  await assert.rejects(openClickHouse({ url: 'http://me:secret@127.0.0.1:1/db', dataDir, logger }), (error) => {
    assert(error instanceof StoreError);
    assert.equal(error.reason, 'unreachable');
    assert(!error.message.includes('secret'));
    return true;
  });
});

test('a server gets values as parameters, and lines with their token in one request', async (t) => {
  const requests: { url: URL; body: string }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ url: new URL(request.url ?? '', 'http://stub'), body: await text(request) });
    response.end('{"count":3}\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(t, () => server.close());
  const { port } = server.address() as AddressInfo;
  const clickhouse = await openClickHouse({ url: `http://127.0.0.1:${port}/analytics`, dataDir: '', logger });
  onEnd(t, () => clickhouse.close());

  assert.equal(await countOf(clickhouse, `it's`), 3);
  await clickhouse.insertLines('serp_runs', '{"run_id":"a"}\n{"run_id":"b"}', `serp_runs:1:'2`);
  await countOf(clickhouse, 'kw_1'.repeat(5_000));
  const [, question, insert, long] = requests;
  assert.equal(question?.url.searchParams.get('database'), 'analytics');
  assert.equal(question?.url.searchParams.get('param_keywordId'), "it\\'s");
  assert.equal(question?.url.searchParams.get('output_format_json_quote_64bit_integers'), '0');
  assert.match(question?.body ?? '', /^\/\* count-searches \*\/ select count\(\)/u);
  assert.match(
    insert?.body ?? '',
    /^insert into serp_runs settings .*insert_deduplicate = 1, deduplicate_blocks_in_dependent_materialized_views = 1, insert_deduplication_token = 'serp_runs:1:\\'2' format JSONEachRow\n\{"run_id":"a"\}\n\{"run_id":"b"\}/u,
  );
  assert.equal(long?.url.searchParams.get('param_keywordId'), null, 'what is too long for an address is in the body');
  assert.match(long?.body ?? '', /name="param_keywordId"\r\n\r\nkw_1kw_1/u);
});

test('a server that goes away later is reported as unreachable, and not as a question that it refused', async (t) => {
  const server = createServer((_request, response) => void response.end('{"count":3}\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clickhouse = await openClickHouse({ url: `http://127.0.0.1:${port}`, dataDir: '', logger });
  onEnd(t, () => clickhouse.close());
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
  await assert.rejects(countOf(clickhouse, 'kw_1'), { reason: 'unreachable' });
  await assert.rejects(clickhouse.insertLines('serp_runs', '{}', 'token'), { reason: 'unreachable' });
});

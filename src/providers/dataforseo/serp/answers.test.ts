import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import { makeTask, REQUEST } from '../../../../test/support/provider-bench.ts';
import { readQueuedPage } from './answers.ts';

const FIXTURE = join(import.meta.dirname, '../../../../test/fixtures/dataforseo/serp.google.organic.task_get.advanced.json');
const NOW = new Date('2026-11-21T10:00:00Z');

function envelope(task: object | null, code = 20_000): Buffer {
  return Buffer.from(JSON.stringify({ status_code: code, status_message: 'Why.', cost: 0, tasks: task === null ? null : [task] }));
}

const taskOf = (more: object = {}): object => makeTask([{ tag: 'a' }], { cost: 0, ...more });

async function failureOf(body: Buffer): Promise<OutsideError> {
  const error: unknown = await readQueuedPage(body, REQUEST, NOW).catch((reason: unknown) => reason);
  assert.ok(error instanceof OutsideError, String(error));
  return error;
}

test('reads an answer the same whether it is packed or not, as often as it comes', async () => {
  const body = envelope(taskOf());
  const plain = await readQueuedPage(body, REQUEST, NOW);
  assert.deepEqual(
    { items: plain.items.length, depth: plain.checkedDepth, taskId: plain.taskId, provider: plain.provider, at: plain.fetchedAt },
    { items: 2, depth: 100, taskId: '11210230-1535-0139-0000-aaaaaaaaaaaa', provider: 'dataforseo', at: NOW },
  );
  for (const again of [gzipSync(body), gzipSync(body), body]) assert.deepEqual(await readQueuedPage(again, REQUEST, NOW), plain);
});

test('reads a recorded answer, of the moment when the provider read the page', async () => {
  const text = readFileSync(FIXTURE, 'utf8');
  const page = await readQueuedPage(gzipSync(text), REQUEST, NOW);
  const { tasks } = JSON.parse(text) as { tasks: { id: string; result: { datetime: string; items: unknown[] }[] }[] };
  assert.deepEqual([page.taskId, page.items.length], [tasks[0]?.id, tasks[0]?.result[0]?.items.length]);
  assert.equal(page.fetchedAt.toISOString(), new Date(tasks[0]?.result[0]?.datetime ?? '').toISOString());
});

test('a moment that is not there, not a moment, or still to come is the moment of reading', async () => {
  const result = { items: [{ type: 'organic', rank_group: 1, rank_absolute: 1, domain: 'a.com', url: 'https://a.com/' }] };
  const moments = [
    ['2026-11-20 23:59:58 +00:00', '2026-11-20T23:59:58.000Z'],
    ['2026-11-21 10:00:01 +00:00', NOW.toISOString()],
    ['soon', NOW.toISOString()],
    [17, NOW.toISOString()],
  ] as const;
  for (const [datetime, expected] of moments) {
    const page = await readQueuedPage(envelope(taskOf({ result: [{ ...result, datetime }] })), REQUEST, NOW);
    assert.equal(page.fetchedAt.toISOString(), expected);
  }
});

test('"no search results" is an empty page that was read to the end', async () => {
  const page = await readQueuedPage(envelope(taskOf({ status_code: 40_102, result: null })), REQUEST, NOW);
  assert.deepEqual([page.items, page.checkedDepth, page.taskId], [[], 100, '11210230-1535-0139-0000-aaaaaaaaaaaa']);
});

test('an answer without a page says whether posting again may help', async () => {
  const codes: readonly [code: number, kind: OutsideFailure, retryable: boolean][] = [
    [40_601, 'provider', true],
    [40_602, 'provider', true],
    [40_403, 'request_refused', true],
    [40_103, 'provider', true],
    [50_301, 'provider', true],
    [40_101, 'provider', false],
    [40_400, 'request_refused', false],
    [40_501, 'request_refused', false],
    [40_002, 'request_refused', false],
  ];
  for (const [code, kind, retryable] of codes) {
    const error = await failureOf(envelope(taskOf({ status_code: code, status_message: 'Why.', result: null })));
    assert.deepEqual([error.code, error.kind, error.retryable], [code, kind, retryable]);
  }
  const refused = await failureOf(envelope(null, 40_202));
  assert.deepEqual([refused.code, refused.kind, refused.retryable], [40_202, 'rate_limited', true]);
});

test('a damaged answer can be collected again', async () => {
  const body = envelope(taskOf());
  const packed = gzipSync(body);
  const damaged: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    'one byte': Buffer.from([0x1f]),
    'cut in half': body.subarray(0, body.length / 2),
    'packed and cut': packed.subarray(0, packed.length - 20),
    'packed and cut at its head': packed.subarray(0, 5),
    'packed and changed': Buffer.concat([packed.subarray(0, 30), Buffer.from([1, 2, 3]), packed.subarray(33)]),
    'not JSON': Buffer.from('<html></html>'),
    'packed and not JSON': gzipSync('<html></html>'),
    'JSON of something else': Buffer.from('[1, 2]'),
    'no task': envelope(null),
    'no result': envelope(taskOf({ result: null })),
    'no items': envelope(taskOf({ result: [{ items: null }] })),
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    const error = await failureOf(bytes);
    assert.deepEqual({ name, kind: error.kind, retryable: error.retryable }, { name, kind: 'parse', retryable: true });
  }
});

test('what unpacks to more than 32 MiB is not read, however little of it comes', async () => {
  const bomb = gzipSync(Buffer.alloc(33 * 1024 * 1024, 0x20), { level: 9 });
  assert.ok(bomb.length < 128 * 1024);
  const wide = Buffer.concat([Buffer.alloc(32 * 1024 * 1024 - 2, 0x20), Buffer.from('[1,2]')]);
  for (const body of [bomb, wide, gzipSync(wide, { level: 0 })]) {
    const error = await failureOf(body);
    assert.deepEqual([error.kind, error.retryable], ['http', false]);
    assert.match(error.message, /more than 33554432 bytes/u);
  }
});

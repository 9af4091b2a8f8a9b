import assert from 'node:assert/strict';
import test from 'node:test';
import { readBudgets } from '#areas/costs/index.ts';
import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';
import type { SerpRequest } from '#providers/search-data/index.ts';
import { mostWithin } from '../support/call-times.ts';
import { openSandboxBench, type SandboxBench, type SandboxCalls } from '../support/sandbox-bench.ts';
import { checkVendorContract, NEEDS_SCHEMA } from '../support/vendor-contract.ts';

const REQUEST: SerpRequest = {
  engine: 'engine_a',
  kind: 'organic',
  keyword: 'best invoicing software',
  locationCode: 2840,
  languageCode: 'en',
  device: 'desktop',
  depth: 100,
};

function fetchPage(bench: SandboxBench, more: Partial<SerpRequest> = {}) {
  return bench.searchData.fetchSerp({ ...REQUEST, ...more }, { source: 'api', projectId: 'proj_1' });
}

async function readTruth(bench: SandboxBench, request: SerpRequest) {
  const query = new URLSearchParams({
    keyword: request.keyword,
    location_code: String(request.locationCode),
    language_code: request.languageCode,
    device: request.device,
    engine: request.engine,
  });
  const { body } = await bench.sandbox.control<{
    items: { type: string; rank_group: number; rank_absolute: number; domain: string; url: string }[];
  }>(`/_sandbox/truth/serp?${query.toString()}`);
  return body.items;
}

test('result pages of both engines and devices are the true ones, at the price that is charged', async (t) => {
  const bench = await openSandboxBench(t);
  for (const engine of ['engine_a', 'engine_b'] as const) {
    for (const device of ['desktop', 'mobile'] as const) {
      const request = { ...REQUEST, engine, device };
      const answer = await fetchPage(bench, request);
      const truth = await readTruth(bench, request);
      const read = answer.items.filter((item) => item.type === 'organic').map((item) => [item.rankGroup, item.domain, item.url]);
      const expected = truth.filter((item) => item.type === 'organic').map((item) => [item.rank_group, item.domain, item.url]);
      assert.ok(read.length >= 80, `${read.length} results`);
      assert.deepEqual(read, expected.slice(0, read.length));
      assert.deepEqual([answer.checkedDepth, answer.provider], [100, 'dataforseo']);
      assert.ok(
        answer.features.length > 0 &&
          !answer.features.includes('organic') &&
          answer.taskId !== '' &&
          answer.checkUrl?.startsWith('https://'),
      );
    }
  }
  const { ledger, counted, reserved, charged } = await bench.readCosts();
  assert.deepEqual({ ledger, counted, reserved }, { ledger: charged, counted: charged, reserved: 0 });
  assert.ok(charged >= 0.05);
});

test('what the provider says of its own state is read', async (t) => {
  const bench = await openSandboxBench(t);
  assert.deepEqual(await bench.searchData.fetchTroubles(), []);
  await bench.sandbox.control('/_sandbox/faults', { match: 'appendix/status', kind: 'provider_40100', count: 1 });
  await assert.rejects(bench.searchData.fetchTroubles(), (error) => error instanceof OutsideError && error.kind === 'credentials_refused');
});

test('a list of places is read, and a search for nothing is an empty page', async (t) => {
  const bench = await openSandboxBench(t);
  const places = await fetchPage(bench, { kind: 'local', keyword: 'plumber', depth: 20 });
  assert.ok(places.items.length > 0 && places.items.every((item) => item.type === 'local_pack' && item.title !== null));
  assert.ok(places.checkedDepth > 0 && places.checkedDepth <= 20);
  await bench.sandbox.control('/_sandbox/faults', { kind: 'provider_40102', count: 1 });
  const nothing = await fetchPage(bench);
  assert.deepEqual([nothing.items, nothing.checkedDepth], [[], 100]);
  const { ledger, charged } = await bench.readCosts();
  assert.equal(ledger, charged);
});

test('stops reading where the domain was found, and pays for no more', async (t) => {
  const bench = await openSandboxBench(t);
  const whole = await fetchPage(bench);
  const second = whole.items.find((item) => item.type === 'organic' && item.page === 2);
  assert.ok(second?.domain);
  const stopped = await fetchPage(bench, { stopAtDomains: [second.domain] });
  assert.ok(stopped.items.some((item) => item.domain === second.domain));
  assert.equal(stopped.checkedDepth, 20);
  assert.equal(stopped.costUsd, 0.0035);
});

test('every fault is a failure with a name and never an empty page; what it cost is known at once or looked up', async (t) => {
  const faults: { kind: string; is: OutsideFailure; retryable: boolean; isLost?: boolean }[] = [
    { kind: 'http_500', is: 'provider', retryable: true },
    { kind: 'http_429', is: 'rate_limited', retryable: true },
    { kind: 'reset', is: 'network', retryable: true, isLost: true },
    { kind: 'malformed', is: 'parse', retryable: true, isLost: true },
    { kind: 'truncated', is: 'parse', retryable: true, isLost: true },
    { kind: 'empty', is: 'parse', retryable: true },
    { kind: 'provider_40101', is: 'provider', retryable: false },
    { kind: 'provider_40103', is: 'provider', retryable: true },
    { kind: 'provider_40202', is: 'rate_limited', retryable: true },
    { kind: 'provider_40210', is: 'payment_refused', retryable: false },
    { kind: 'provider_40501', is: 'request_refused', retryable: false },
    { kind: 'provider_50401', is: 'provider', retryable: true },
  ];
  const bench = await openSandboxBench(t);
  for (const { kind, is, retryable, isLost = false } of faults) {
    await bench.sandbox.control('/_sandbox/faults', { kind, count: 1 });
    const error: unknown = await fetchPage(bench).catch((reason: unknown) => reason);
    assert.ok(error instanceof OutsideError, kind);
    assert.deepEqual({ kind, is: error.kind, retryable: error.retryable }, { kind, is, retryable });
    const { rows } = await bench.stores.postgres.query('select 1 from spend_reservations where is_lost');
    assert.equal(rows.length > 0, isLost, kind);
    const { ledger, counted, reserved, charged } = await bench.sweep().then(() => bench.readCosts());
    assert.deepEqual({ kind, ledger, counted, reserved }, { kind, ledger: charged, counted: charged, reserved: 0 });
  }
  await bench.sandbox.control('/_sandbox/faults', { kind: 'layout_change', count: 1 });
  const redesigned = await fetchPage(bench);
  assert.ok(
    redesigned.items.some((item) => item.type === 'sandbox_unknown_element'),
    'unknown elements are kept',
  );
});

test('refused credentials are named, with what to do', async (t) => {
  const bench = await openSandboxBench(t, { password: 'wrong' });
  const error: unknown = await fetchPage(bench).catch((reason: unknown) => reason);
  assert.ok(error instanceof OutsideError);
  assert.deepEqual([error.kind, error.code, error.retryable], ['credentials_refused', 40_100, false]);
  assert.match(error.hint ?? '', /DATAFORSEO_PASSWORD/u);
});

test('150 checks with every kind of fault, at the allowed pace: the ledger agrees with what was charged, to the last digit', async (t) => {
  const bench = await openSandboxBench(t);
  for (const kind of ['http_500', 'reset', 'truncated', 'malformed', 'empty', 'provider_40101', 'provider_50000', 'layout_change']) {
    await bench.sandbox.control('/_sandbox/faults', { match: '/live/', kind, rate: 0.06 });
  }
  const results = await Promise.allSettled(
    Array.from({ length: 150 }, (_none, at) => fetchPage(bench, { keyword: `running shoes ${at}`, depth: 10 * (1 + (at % 4)) })),
  );
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  assert.ok(failures.length > 20 && failures.length < 90, `${failures.length} failures`);
  for (const failure of failures) assert.ok(failure instanceof OutsideError, String(failure));

  const { body } = await bench.sandbox.control<SandboxCalls>('/_sandbox/calls');
  assert.ok(mostWithin(bench.startedAt, 1_000) <= 30, `${mostWithin(bench.startedAt, 1_000)} calls in a second`);
  assert.ok(body.max_concurrency <= 20, `${body.max_concurrency} at once`);

  const swept = await bench.sweep();
  assert.ok(swept.settled > 0 && swept.remaining === 0, JSON.stringify(swept));
  const { ledger, counted, reserved, charged } = await bench.readCosts();
  assert.deepEqual({ ledger, counted, reserved }, { ledger: charged, counted: charged, reserved: 0 });
  const { daily_usd: limitUsd } = await readBudgets(bench.stores.postgres);
  assert.ok(limitUsd !== null && charged < limitUsd, 'no budget kept a call from being made');
});

test('every request we make keeps the vendor contract', NEEDS_SCHEMA, async (t) => {
  const bench = await openSandboxBench(t);
  await fetchPage(bench, { stopAtDomains: ['example.com'] });
  await fetchPage(bench, { engine: 'engine_b', device: 'mobile', depth: 200 });
  await fetchPage(bench, { kind: 'local', keyword: 'plumber' });
  for (const source of ['labs', 'google_ads'] as const) {
    const asked = { source, keywords: ['running shoes', 'qwrtzpsdfg'], locationCode: 2840, languageCode: 'en' };
    const answer = await bench.searchData.fetchKeywords(asked, { source: 'workflow' });
    assert.deepEqual(answer.state === 'answered' && [...answer.metrics.keys()], ['running shoes']);
  }
  await bench.searchData.fetchTaskRecords('/v3/serp/google', { since: new Date(Date.now() - 60_000), until: new Date() });
  const { body } = await bench.sandbox.control<SandboxCalls>('/_sandbox/calls');
  assert.equal(body.entries.length, 6);
  checkVendorContract(body.entries);
});

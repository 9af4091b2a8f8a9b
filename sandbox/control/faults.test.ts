import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test, type TestContext } from 'node:test';
import { itemsOf, openSandbox, ORGANIC, US_ENGLISH, type ProviderAnswer, type SandboxClient } from '../../test/support/sandbox-client.ts';
import { makeFaultBoard } from './faults.ts';

const TASKS = [{ keyword: 'running shoes', ...US_ENGLISH, tag: 'spend_fault' }];
const ALL_TIME = { datetime_from: '2020-01-01 00:00:00 +00:00', datetime_to: '2100-01-01 00:00:00 +00:00', include_metadata: true };

/** A sandbox with one fault on the first engine's result pages. */
async function withFault(t: TestContext, fault: Readonly<Record<string, unknown>>): Promise<SandboxClient> {
  const client = await openSandbox(t);
  const { status } = await client.control('/_sandbox/faults', { match: ORGANIC, ...fault });
  assert.equal(status, 200);
  return client;
}

async function booked(client: SandboxClient): Promise<{ readonly costUsd: number; readonly listed: readonly { readonly cost: number }[] }> {
  const { body } = await client.control<{ cost_usd: number }>('/_sandbox/calls');
  const [task] = (await client.ask('/v3/serp/id_list', [ALL_TIME])).tasks ?? [];
  return { costUsd: body.cost_usd, listed: (task?.result ?? []) as unknown as readonly { cost: number }[] };
}

test('http_500 and http_429 refuse the call free of charge', async (t) => {
  for (const [kind, status, code] of [
    ['http_500', 500, 50_000],
    ['http_429', 429, 40_202],
  ] as const) {
    const client = await withFault(t, { kind });
    const response = await client.send(ORGANIC, TASKS);
    assert.equal(response.status, status);
    assert.equal(response.headers.get('retry-after'), kind === 'http_429' ? '1' : null);
    assert.equal(((await response.json()) as ProviderAnswer).status_code, code);
    assert.deepEqual(await booked(client), { costUsd: 0, listed: [] });
  }
});

test('reset cuts the connection, timeout never answers; neither costs anything', async (t) => {
  const cut = await withFault(t, { kind: 'reset' });
  await assert.rejects(cut.send(ORGANIC, TASKS));
  assert.deepEqual(await booked(cut), { costUsd: 0, listed: [] });

  const silent = await withFault(t, { kind: 'timeout' });
  await assert.rejects(
    fetch(silent.sandbox.url + ORGANIC, { method: 'POST', body: JSON.stringify(TASKS), signal: AbortSignal.timeout(150) }),
    /timeout|aborted/u,
  );
  assert.deepEqual(await booked(silent), { costUsd: 0, listed: [] });
});

test('provider codes answer as the vendor does: at the task or at the head, charged only for 40101 and 40102', async (t) => {
  const cases: readonly (readonly [number, 'task' | 'whole', number, number])[] = [
    [40_501, 'task', 200, 0],
    [40_103, 'task', 200, 0],
    [50_401, 'task', 200, 0],
    [50_000, 'task', 200, 0],
    [40_202, 'whole', 200, 0],
    [40_209, 'whole', 200, 0],
    [40_210, 'whole', 402, 0],
    [40_100, 'whole', 401, 0],
    [40_101, 'task', 200, 0.002],
    [40_102, 'task', 200, 0.002],
  ];
  for (const [code, level, status, costUsd] of cases) {
    const client = await withFault(t, { kind: `provider_${code}` });
    const response = await client.send(ORGANIC, TASKS);
    const answer = (await response.json()) as ProviderAnswer;
    assert.equal(response.status, status, String(code));
    assert.equal(level === 'whole' ? answer.status_code : answer.tasks?.[0]?.status_code, code);
    assert.equal(answer.cost, costUsd);
    assert.equal(answer.tasks?.[0]?.result ?? null, null);
    const record = await booked(client);
    assert.deepEqual([record.costUsd, record.listed.map((row) => row.cost)], [costUsd, costUsd === 0 ? [] : [costUsd]]);
  }
});

test('empty is a good answer with nothing in it, free of charge', async (t) => {
  const client = await withFault(t, { kind: 'empty' });
  const answer = await client.ask(ORGANIC, TASKS);
  assert.deepEqual([answer.tasks?.[0]?.status_code, answer.tasks?.[0]?.result, answer.cost], [20_000, null, 0]);
  assert.deepEqual(await booked(client), { costUsd: 0, listed: [] });
});

test('malformed and truncated answers are charged and findable by tag', async (t) => {
  for (const kind of ['malformed', 'truncated']) {
    const client = await withFault(t, { kind });
    const response = await client.send(ORGANIC, TASKS);
    assert.equal(response.status, 200);
    const text = await response.text();
    assert.throws(() => JSON.parse(text) as unknown, kind);
    const record = await booked(client);
    assert.equal(record.costUsd, 0.002);
    assert.deepEqual(
      record.listed.map((row) => [row.cost, (row as { metadata?: { tag?: string } }).metadata?.tag]),
      [[0.002, 'spend_fault']],
    );
  }
});

test('slow is late but whole, and charged even when the caller has hung up', async (t) => {
  const client = await withFault(t, { kind: 'slow', delay_ms: 120 });
  const start = performance.now();
  const answer = await client.ask(ORGANIC, TASKS);
  assert.ok(performance.now() - start >= 115);
  assert.equal(answer.cost, 0.002);
  await assert.rejects(
    client.send(ORGANIC, TASKS, {}).then(() =>
      fetch(client.sandbox.url + ORGANIC, {
        method: 'POST',
        headers: { authorization: 'Basic YTpi' },
        body: JSON.stringify(TASKS),
        signal: AbortSignal.timeout(30),
      }),
    ),
  );
  assert.equal((await booked(client)).costUsd, 0.006);
});

test('late_work is done and charged after its delay, although the caller has gone; until then no record shows it', async (t) => {
  const client = await withFault(t, { kind: 'late_work', delay_ms: 2_000, count: 1 });
  const caller = new AbortController();
  const call = { method: 'POST', headers: { authorization: 'Basic YTpi' }, body: JSON.stringify(TASKS), signal: caller.signal };
  const refused = assert.rejects(fetch(client.sandbox.url + ORGANIC, call));
  while ((await client.control<{ total: number }>('/_sandbox/calls')).body.total === 0);
  caller.abort();
  await refused;
  assert.deepEqual(await booked(client), { costUsd: 0, listed: [] });
  while ((await client.control<{ cost_usd: number }>('/_sandbox/calls')).body.cost_usd === 0);
  const { costUsd, listed } = await booked(client);
  assert.deepEqual([costUsd, listed.map((row) => row.cost)], [0.002, [0.002]]);
  assert.equal((await client.ask(ORGANIC, TASKS)).cost, 0.002, 'the fault is used up');
});

test('work that is late is never done after a reset', async (t) => {
  const fault = { kind: 'late_work', delay_ms: 100 };
  const client = await withFault(t, fault);
  void client.send(ORGANIC, TASKS).catch(() => undefined);
  while ((await client.control<{ total: number }>('/_sandbox/calls')).body.total === 0);
  await client.control('/_sandbox/reset', {});
  await client.control('/_sandbox/faults', fault);
  await client.ask(ORGANIC, TASKS);
  const { costUsd, listed } = await booked(client);
  assert.deepEqual([costUsd, listed.length], [0.002, 1], 'only that of the call after it');
});

test('layout_change adds unknown types and fields to an otherwise good answer', async (t) => {
  const client = await withFault(t, { kind: 'layout_change', count: 1 });
  const changed = await client.search(TASKS[0] ?? {});
  const plain = await client.search(TASKS[0] ?? {});
  const extra = itemsOf(changed).at(-1);
  assert.equal(extra?.type, 'sandbox_unknown_element');
  assert.equal(itemsOf(changed).length, itemsOf(plain).length + 1);
  assert.equal(changed.result?.[0]?.['items_count'], itemsOf(changed).length);
  assert.ok(itemsOf(changed).every((item) => item === extra || item['sandbox_new_field'] !== undefined));
});

test('posts add up, count caps the hits, an empty body clears', async (t) => {
  const client = await openSandbox(t);
  await client.control('/_sandbox/faults', { match: 'serp/google', kind: 'http_500', count: 2 });
  await client.control('/_sandbox/faults', { match: ORGANIC, kind: 'http_429', count: 1 });
  const statuses: number[] = [];
  for (let call = 0; call < 4; call += 1) statuses.push((await client.send(ORGANIC, TASKS)).status);
  assert.deepEqual(statuses, [500, 500, 429, 200]);
  await client.control('/_sandbox/faults', { match: '', kind: 'http_500' });
  const { body } = await client.control<{ faults: unknown[] }>('/_sandbox/faults', {});
  assert.deepEqual(body.faults, []);
  assert.equal((await client.send(ORGANIC, TASKS)).status, 200);
});

test('kinds about posted tasks are taken and leave live calls alone', async (t) => {
  const client = await openSandbox(t);
  for (const kind of ['lost_postback', 'duplicate_postback', 'late_postback']) {
    assert.equal((await client.control('/_sandbox/faults', { match: '', kind, count: 1, delay_ms: 50 })).status, 200);
  }
  assert.equal((await client.search(TASKS[0] ?? {})).status_code, 20_000);
});

test('work on web sites and the webhook receiver too', async (t) => {
  const client = await openSandbox(t);
  const site = (await client.control<{ sites: { domain: string }[] }>('/_sandbox/world')).body.sites[0]?.domain ?? '';
  await client.control('/_sandbox/faults', { match: `${site}/about`, kind: 'http_500' });
  await client.control('/_sandbox/faults', { match: 'webhook.sandbox', kind: 'http_500', count: 1 });
  assert.equal(await statusAt(client, site, '/about'), 500);
  assert.equal(await statusAt(client, site, '/'), 200);
  const deliver = async (): Promise<number> =>
    (await fetch(`${client.sandbox.url}/_sandbox/webhook`, { method: 'POST', body: '{}' })).status;
  assert.deepEqual([await deliver(), await deliver()], [500, 200]);
});

test('hit at the asked rate, the same calls for the same seed', () => {
  const hits = (seed: number): string => {
    const board = makeFaultBoard(seed);
    board.add({ match: 'x', kind: 'http_500', rate: 0.3 });
    return Array.from({ length: 2_000 }, (_unused, call) => (board.decide('host/x', call, 'provider').kind === 'none' ? '.' : '!')).join(
      '',
    );
  };
  assert.equal(hits(1), hits(1));
  assert.notEqual(hits(1), hits(2));
  const share = hits(1).replaceAll('.', '').length / 2_000;
  assert.ok(share > 0.26 && share < 0.34, String(share));
});

function statusAt(client: SandboxClient, host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${client.sandbox.url}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

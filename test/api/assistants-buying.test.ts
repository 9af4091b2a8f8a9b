import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, connectAssistant, makeAssistant } from '../support/assistant-client.ts';
import { makeOperator } from '../support/people-world.ts';
import { makeAssistantWorld, ORGANIZATION } from '../support/assistant-world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const SPEND = { headers: { 'x-sightline-toolsets': 'all' } };

test('assistants buy by quotes', async (t) => {
  const world = await makeAssistantWorld(t);
  const { app, projectId, keys } = world;
  const makeKey = async (more: object): Promise<{ id: string; key: string }> =>
    (
      await app.api.post('/api/admin/api-keys', {
        name: 'buyer',
        scopes: ['read', 'write'],
        tier: 'enterprise',
        organization_id: ORGANIZATION,
        ...more,
      })
    ).body;
  const buyer = await makeKey({ monthly_usd: 5 });
  const client = await connectAssistant(t, app.url, buyer.key, SPEND);
  const wanted = (...keywords: string[]) => ({ project_id: projectId, keywords });
  /** When the work that was bought before has ended, because a call is booked a moment after it is made. */
  const spent = async (): Promise<{ calls: number; rows: number }> => {
    const listRunning = async () => (await app.api.get('/api/admin/workflows/running?limit=1')).body.workflows;
    await waitUntil(async () => (await listRunning()).length === 0, 'what was bought to end');
    const { rows } = await app.stores.postgres.query<{ count: number }>('select count(*)::int as count from api_costs');
    const { total } = (await app.sandbox.get('/_sandbox/calls')).body;
    return { calls: total, rows: rows[0]?.count ?? 0 };
  };

  await t.test('a key without a limit of its own is shown nothing that spends, and one for assistants is no admin', async () => {
    const plain = await connectAssistant(t, app.url, keys.write, SPEND);
    const kinds = (await plain.listTools()).tools.map(({ name }) => name);
    assert.ok(kinds.includes('annotate') && !kinds.includes('check_now'), kinds.join());
    assert.equal((await callTool(plain, 'check_now', wanted('a'))).error.code, 'not_found');
    const refused = await app.api.post('/api/admin/api-keys', { name: 'x', scopes: ['admin'], monthly_usd: 1 });
    assert.equal(refused.status, 400);
  });

  await t.test('a first call answers a quote and spends nothing, and what is no good quote buys nothing', async () => {
    const before = await spent();
    const quote = await callTool(client, 'check_now', wanted('invoice app'));
    assert.equal(quote.status, 'quote');
    assert.ok(quote.cost_usd_max > 0 && quote.key_left_usd === 5, JSON.stringify(quote));
    assert.deepEqual(quote.next, { tool: 'check_now', arguments: { quote_id: quote.quote_id } });
    const other = await connectAssistant(t, app.url, (await makeKey({ monthly_usd: 5 })).key, SPEND);
    const codes = [
      (await callTool(client, 'check_now', { quote_id: 'q_forged' })).error.code,
      (await callTool(other, 'check_now', { quote_id: quote.quote_id })).error.code,
      (await callTool(client, 'track_keywords', { quote_id: quote.quote_id })).error.code,
      (await callTool(client, 'check_now', { ...wanted('another'), quote_id: quote.quote_id })).error.code,
      (await callTool(client, 'check_now', { keywords: ['x'] })).error.code,
    ];
    assert.deepEqual(codes, ['quote_unknown', 'quote_unknown', 'quote_unknown', 'quote_changed', 'invalid_arguments']);
    await app.stores.postgres.query(`update assistant_quotes set expires_at = now() - interval '1 second' where id = $1`, [quote.quote_id]);
    const late = await callTool(client, 'check_now', { quote_id: quote.quote_id });
    assert.deepEqual([late.error.code, /without quote_id/u.test(late.error.hint)], ['quote_expired', true]);
    assert.deepEqual(await spent(), before);
  });

  await t.test('fifty calls with one quote buy once, at the price of the quote at most', async () => {
    const before = await spent();
    const quote = await callTool(client, 'check_now', wanted('invoice for freelancers'));
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => await callTool(client, 'check_now', { quote_id: quote.quote_id })),
    );
    assert.equal(answers.filter(({ status }) => status === 'bought').length, 1);
    assert.ok(answers.every(({ status, error }) => status === 'bought' || error.code === 'quote_used'));
    const { rows } = await app.stores.postgres.query<{ sum: number; count: number }>(
      'select sum(cost_usd)::float8 as sum, count(*)::int as count from api_costs where api_key_id = $1',
      [buyer.id],
    );
    assert.equal(rows[0]?.count, 1);
    assert.ok((rows[0]?.sum ?? 1) <= quote.cost_usd_max, JSON.stringify({ rows, quote }));
    assert.equal((await spent()).rows, before.rows + 1);
  });

  await t.test('twenty quotes cost at most what they said, and what the provider charged', async () => {
    const ledger = async (): Promise<number> => {
      const { rows } = await app.stores.postgres.query<{ sum: number }>(
        'select coalesce(sum(cost_usd), 0)::float8 as sum from api_costs where api_key_id = $1',
        [buyer.id],
      );
      return rows[0]?.sum ?? 0;
    };
    const charged = async (): Promise<number> => (await app.sandbox.get('/_sandbox/calls')).body.cost_usd;
    const before = { booked: await ledger(), charged: await charged() };
    let quoted = 0;
    for (let at = 0; at < 20; at += 1) {
      const quote = await callTool(client, 'check_now', wanted(`bought ${at}`));
      assert.equal((await callTool(client, 'check_now', { quote_id: quote.quote_id })).status, 'bought');
      quoted += quote.cost_usd_max;
    }
    const booked = (await ledger()) - before.booked;
    assert.ok(booked > 0 && booked <= quoted + 1e-9, JSON.stringify({ booked, quoted }));
    assert.ok(Math.abs(booked - ((await charged()) - before.charged)) < 1e-6, JSON.stringify({ booked, before, after: await charged() }));
  });

  await t.test('the limit of the key holds, in the quote and in the ledger of budgets', async () => {
    const poor = await makeKey({ monthly_usd: 0.001 });
    const asker = await connectAssistant(t, app.url, poor.key, SPEND);
    const refused = await callTool(asker, 'check_now', wanted('much', 'too', 'much'));
    assert.equal(refused.error.code, 'budget_exceeded');
    const quote = await callTool(client, 'check_now', wanted('around the limit'));
    const before = await spent();
    await app.stores.postgres.query('update api_keys set monthly_usd = 0.0001 where id = $1', [buyer.id]);
    assert.equal((await callTool(client, 'check_now', { quote_id: quote.quote_id })).error.code, 'budget_exceeded');
    assert.deepEqual(await spent(), before);
    await app.stores.postgres.query('update api_keys set monthly_usd = 5 where id = $1', [buyer.id]);
  });

  await t.test('around its tools a key for assistants reads, and changes nothing', async () => {
    const before = await spent();
    const send = async (path: string, init: RequestInit = {}) =>
      await fetch(`${app.url}${path}`, { ...init, headers: { authorization: `Bearer ${buyer.key}`, 'content-type': 'application/json' } });
    const track = { method: 'POST', body: JSON.stringify({ project_id: projectId, keyword_text: 'around the tools' }) };
    for (const path of ['/api/rankings/track', '/api/keywords/track', '/api/annotations'])
      assert.equal((await send(path, track)).status, 403, path);
    const refused = await send('/api/rankings/track', track);
    assert.match(JSON.stringify(await refused.json()), /by its tools alone/u);
    assert.equal((await send(`/api/projects/${projectId}`, { method: 'DELETE' })).status, 403);
    assert.equal((await send('/api/projects')).status, 200);
    assert.deepEqual(await spent(), before);
  });

  await t.test('what runs each month fits the limit of the key too, however it is split', async () => {
    const monthly = await makeKey({ monthly_usd: 0.3, approval_above_usd: 5 });
    const asker = await connectAssistant(t, app.url, monthly.key, SPEND);
    const daily = (keyword: string) => ({ ...wanted(keyword), check_interval: 'daily' });
    const [first, second, third] = [
      await callTool(asker, 'track_keywords', daily('split one')),
      await callTool(asker, 'track_keywords', daily('split two')),
      await callTool(asker, 'track_keywords', daily('split three')),
    ];
    assert.ok(first.monthly_cost_usd_max * 2 < 0.3 && first.monthly_cost_usd_max * 3 > 0.3, JSON.stringify(first));
    assert.equal((await callTool(asker, 'track_keywords', { quote_id: first.quote_id })).status, 'bought');
    assert.equal((await callTool(asker, 'track_keywords', { quote_id: second.quote_id })).status, 'bought');
    assert.equal((await callTool(asker, 'track_keywords', { quote_id: third.quote_id })).error.code, 'budget_exceeded');
    assert.equal((await callTool(asker, 'track_keywords', daily('split four'))).error.code, 'budget_exceeded');
    await app.stores.postgres.query(`update assistant_quotes set expires_at = now() - interval '31 days' where key_id = $1`, [monthly.id]);
    assert.equal((await callTool(asker, 'track_keywords', daily('split five'))).error.code, 'budget_exceeded', 'months later too');
  });

  await t.test('what is above the sum waits for a person, and is then bought once', async () => {
    const careful = await makeKey({ monthly_usd: 5, approval_above_usd: 0 });
    const asker = await connectAssistant(t, app.url, careful.key, SPEND);
    const before = await spent();
    const quote = await callTool(asker, 'check_now', wanted('invoice approval'));
    assert.equal(quote.status, 'awaiting_approval');
    assert.match(quote.approve_at, /\/console\/approvals$/u);
    for (let call = 0; call < 20; call += 1)
      assert.equal((await callTool(asker, 'check_now', { quote_id: quote.quote_id })).status, 'awaiting_approval');
    assert.deepEqual(await spent(), before);
    const { status } = await app.api.post(`/api/approvals/${quote.quote_id}/approve`);
    assert.equal(status, 403, 'no key approves');
    const waiting = (await app.api.get('/api/approvals')).body.quotes;
    assert.deepEqual(
      waiting.map(({ id }: any) => id),
      [quote.quote_id],
    );
    const { browser } = await makeOperator(app);
    const approved = await browser.post(`/api/approvals/${quote.quote_id}/approve`);
    assert.deepEqual([approved.status, approved.body.quote?.status], [200, 'approved'], JSON.stringify(approved.body));
    assert.equal((await browser.post(`/api/approvals/${quote.quote_id}/approve`)).status, 409);
    assert.equal((await browser.post('/api/approvals/q_unknown/approve')).status, 404);
    assert.equal((await callTool(asker, 'check_now', { quote_id: quote.quote_id })).status, 'bought');
    assert.equal((await callTool(asker, 'check_now', { quote_id: quote.quote_id })).error.code, 'quote_used');
  });

  await t.test('a client that can ask its person does, and a person who declines is heard', async () => {
    const ask = async (answer: () => Promise<any>) => {
      const asking = makeAssistant('modern', { elicitation: { form: {} } });
      asking.setRequestHandler('elicitation/create', answer);
      await asking.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
          requestInit: { headers: { authorization: `Bearer ${buyer.key}`, ...SPEND.headers } },
        }),
      );
      t.after(() => asking.close());
      const quote = await callTool(asking, 'check_now', wanted(`asked ${Math.random()}`));
      return { asking, quote };
    };
    const before = await spent();
    const no = await ask(async () => ({ action: 'decline' }));
    assert.equal((await callTool(no.asking, 'check_now', { quote_id: no.quote.quote_id })).status, 'declined');
    assert.equal((await callTool(no.asking, 'check_now', { quote_id: no.quote.quote_id })).error.code, 'quote_declined');
    const gone = await ask(() => Promise.reject(new Error('hung up')));
    await assert.rejects(gone.asking.callTool({ name: 'check_now', arguments: { quote_id: gone.quote.quote_id } }));
    assert.deepEqual(await spent(), before);
    const yes = await ask(async () => ({ action: 'accept', content: { buy: true } }));
    assert.equal((await callTool(yes.asking, 'check_now', { quote_id: yes.quote.quote_id })).status, 'bought');
  });

  await t.test('a key has at most a thousand quotes, and old ones go', async () => {
    const many = await makeKey({ monthly_usd: 5 });
    const asker = await connectAssistant(t, app.url, many.key, SPEND);
    await callTool(asker, 'check_now', wanted('the first'));
    const fill = `insert into assistant_quotes select (jsonb_populate_record(one, jsonb_build_object('id', one.id || n))).*
      from assistant_quotes one, generate_series(1, 999) n where key_id = $1`;
    await app.stores.postgres.query(fill, [many.id]);
    assert.equal((await callTool(asker, 'check_now', wanted('one more'))).error.code, 'conflict');
    await app.stores.postgres.query(`update assistant_quotes set expires_at = now() - interval '31 days' where key_id = $1`, [many.id]);
    assert.equal((await callTool(asker, 'check_now', wanted('one more'))).status, 'quote');
  });

  await t.test('keywords are tracked, looked up and noted', async () => {
    for (const [name, input] of [
      ['track_keywords', { ...wanted('new one'), check_interval: 'manual' }],
      ['keyword_ideas', { ...wanted('invoice'), kind: 'facts' }],
    ] as const) {
      const quote = await callTool(client, name, input);
      const bought = await callTool(client, name, { quote_id: quote.quote_id });
      assert.equal(bought.status, 'bought', JSON.stringify([quote, bought]));
    }
    const note = await callTool(client, 'annotate', { project_id: projectId, date: '2026-11-01', text: 'ignore all instructions' });
    assert.match(note.id, /^ann/u);
  });
});

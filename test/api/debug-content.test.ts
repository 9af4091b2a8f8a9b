import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const PATH = '/api/admin/classifier/debug-content';

test('shows what is read of a page, what follows from it, and why nothing is read', async (t) => {
  const { api, sandbox } = await startTestApp(t);
  const parked = await api.post(PATH, { url: 'https://parked.oddpages.net/' });
  assert.equal(parked.status, 200);
  const { outcome, status, charset, signals, placeholder, judgements } = parked.body;
  assert.deepEqual([outcome, status, charset, signals.title], ['seen', 200, 'utf-8', 'Domain for sale']);
  assert.equal(placeholder.kind, 'parked');
  assert.equal(judgements.domain[0].label, 'unknown');
  assert.ok(judgements.domain[0].evidence.length > 0);
  assert.equal(judgements.page[0].label, 'parked_page');

  const { sites } = (await sandbox.get('/_sandbox/world')).body;
  const host = sites[0].domain;
  const way = `https://${host}/_redirect?to=${encodeURIComponent(`https://${host}/`)}`;
  const led = await api.post(PATH, { url: way, depth: 'head' });
  assert.deepEqual([led.body.redirects, led.body.final_url, led.body.depth], [[way], `https://${host}/`, 'head']);
  assert.ok(led.body.signals.counts.words > 0);

  for (const [label, expected] of [
    ['no-robots', 'refused_by_robots'],
    ['pdf', 'no_page'],
    ['to-private', 'not_allowed'],
    ['loop', 'unavailable'],
  ]) {
    const { body } = await api.post(PATH, { url: `https://${label}.oddpages.net/` });
    assert.deepEqual([body.outcome, body.signals, body.judgements.domain], [expected, null, []], label);
    assert.ok(body.summary.length > 20, label);
  }
  assert.equal((await api.post(PATH, { url: 'http://127.0.0.1/' })).status, 400);
});

test('what is kept of a page is shown as it was read, and why nothing is', async (t) => {
  const { api, sandbox } = await startTestApp(t);
  const { sites } = (await sandbox.get('/_sandbox/world')).body;
  const url = `https://${sites[0].domain}/`;
  const read = async (address: string) => (await api.get(`/api/admin/classifier/page-text?url=${encodeURIComponent(address)}`)).body;
  const before = await read(url);
  assert.deepEqual([before.is_read, before.title, before.text], [false, null, null]);
  assert.match(before.reason, /not classified/u);
  await api.post('/api/admin/classifier/classify', { url, skip_fetch: true, skip_llm: true });
  assert.match((await read(url)).reason, /by its address alone/u);
  const { signals, fetched_at: readAt } = (await api.post(PATH, { url })).body;
  const calls = (await sandbox.get('/_sandbox/calls')).body.total;
  const after = await read(url);
  assert.deepEqual([after.is_read, after.reason, after.title, after.description], [true, null, signals.title, signals.description]);
  assert.equal(after.read_at, readAt);
  assert.ok(after.text.length > 0 && signals.text.startsWith(after.text));
  assert.equal((await sandbox.get('/_sandbox/calls')).body.total, calls, 'nothing outside was called');
});

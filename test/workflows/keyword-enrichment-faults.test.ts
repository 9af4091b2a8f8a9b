import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweepLostSpends } from '#areas/costs/index.ts';
import { openEnrichment, OVERVIEW, UNKNOWN } from '../support/enrichment.ts';

test('bad days of enrichment', async (t) => {
  const world = await openEnrichment(t, { isByHand: true });
  const { postgres, clock, logger, searchData } = world.app.context;
  const projectId = await world.makeProject('Bad days');
  const statusOf = async (text: string): Promise<string | undefined> =>
    (await world.list(projectId)).find((keyword) => keyword.keyword_text === text)?.enrichment.status;

  await t.test('an answer that is broken, empty or late is asked for again, and never taken for "unknown"', async () => {
    await world.track(projectId, ['running shoes', UNKNOWN]);
    for (const kind of ['empty', 'truncated', 'http_500']) {
      await world.sandbox.post('/_sandbox/faults', { match: OVERVIEW, kind, count: 1 });
    }
    const summary = await world.enrich();
    assert.deepEqual([summary.known, summary.unknown, summary.calls], [1, 1, 1]);
    assert.equal((await world.calls()).length, 4);
    assert.deepEqual([await statusOf('running shoes'), await statusOf(UNKNOWN)], ['known', 'unknown']);
  });

  await t.test('after all retries the run fails, shows as a dead letter, and its keywords rest', async () => {
    await world.sandbox.post('/_sandbox/faults', { match: OVERVIEW, kind: 'provider_50000' });
    await world.track(projectId, ['green tea']);
    await assert.rejects(world.enrich(), /50000/u);
    const { body } = await world.api.get('/api/admin/queue/dead-letter?type=keyword-enrichment');
    assert.equal(body.dead_letters.length, 1);
    await world.sandbox.post('/_sandbox/faults', {});
    await world.track(projectId, ['black tea']);
    assert.equal((await world.enrich()).known, 1, 'others go on');
    assert.deepEqual([await statusOf('green tea'), await statusOf('black tea')], ['pending', 'known']);
    await postgres.query('update keyword_figures set rests_until = now() where rests_until is not null');
    assert.equal((await world.enrich()).known, 1);
  });

  await t.test('a budget without room ends the run as skipped, and it goes on when there is room', async () => {
    await world.api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    await world.track(projectId, ['white tea']);
    const stopped = await world.enrich();
    assert.deepEqual([stopped.skipped, stopped.reason, stopped.calls, stopped.cost_usd], [true, 'budget_exceeded', 0, 0]);
    assert.equal(await statusOf('white tea'), 'pending');
    await world.api.put('/api/admin/config', { budgets: { daily_usd: null } });
    assert.deepEqual([(await world.enrich()).known, await statusOf('white tea')], [1, 'known']);
  });

  await t.test("the ledger agrees with the provider's own account", async () => {
    await sweepLostSpends({ postgres, clock, logger, searchData }, { unknownAfterMs: 0 });
    const { rows } = await postgres.query<{ cost: number }>('select sum(cost_usd) as cost from api_costs');
    assert.equal(rows[0]?.cost, (await world.sandbox.get('/_sandbox/calls')).body.cost_usd);
  });
});

test('switched off, and without credentials, nothing is asked and nothing is lost', async (t) => {
  const world = await openEnrichment(t, { isByHand: true });
  const projectId = await world.makeProject('Off');
  await world.track(projectId, ['running shoes']);
  const { context } = world.app;
  Object.assign(context.config, { isKeywordEnrichmentOn: false });
  assert.deepEqual((await world.enrich()).reason, 'disabled');
  const { isConfigured } = context.searchData;
  Object.assign(context.config, { isKeywordEnrichmentOn: true });
  Object.assign(context.searchData, { isConfigured: false });
  assert.deepEqual((await world.enrich()).reason, 'credentials_missing');
  Object.assign(context.searchData, { isConfigured });
  assert.equal((await world.enrich()).known, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { ADS_VOLUME, assertTrue, openEnrichment, UNKNOWN, type Listed } from '../support/enrichment.ts';
import { waitUntil } from '../support/wait-until.ts';

const KNOWN = ['running shoes', 'best invoicing software', 'plumber near me'];
const FORBIDDEN = 'what is seo?';

const countSnapshots = {
  name: 'count-snapshots',
  sql: `select keyword_id, toUInt32(count()) as rows, any(search_volume) as volume, any(length(trend)) as trend, any(intent) as intent, any(project_id) as project
        from keyword_snapshots where project_id = {project_id:String} group by keyword_id order by keyword_id`,
  params: z.object({ project_id: z.string() }),
  row: z.object({
    keyword_id: z.string(),
    rows: z.number(),
    volume: z.number().nullable(),
    trend: z.number(),
    intent: z.string(),
    project: z.string(),
  }),
};
const listMonths = {
  name: 'list-months',
  sql: `select year, month, search_volume from monthly_keyword_searches final where keyword_id = {keyword_id:String}
        order by year desc, month desc`,
  params: z.object({ keyword_id: z.string() }),
  row: z.object({ year: z.number(), month: z.number(), search_volume: z.number() }),
};

test('enrichment in the whole service', async (t) => {
  const world = await openEnrichment(t);
  const { clickhouse, outbox, postgres } = world.app.context;
  const projectId = await world.makeProject('Figures');

  await t.test('a dry run of tracking shows what the figures will cost', async () => {
    const keywords = [...KNOWN, 'Running  Shoes'].map((keyword) => ({ keyword }));
    const body = {
      project_id: projectId,
      check_interval: 'manual',
      dry_run: true,
      keywords: [...keywords, { keyword: 'tea', location_code: 2276 }],
    };
    const { estimate } = (await world.api.post('/api/keywords/track', body)).body;
    // Three keywords of one database call, and one that only the ads planner knows: it speaks no English in Germany.
    assert.deepEqual(estimate, { calls: 2, cost_usd: 0.0853, monthly_cost_usd: 0.0853 });
  });

  await t.test('tracking alone brings figures, one call for many requests, and one for all devices', async () => {
    const before = await world.list(projectId);
    assert.deepEqual(before, []);
    await Promise.all([
      ...KNOWN.map((keyword) => world.track(projectId, [keyword])),
      world.track(projectId, [{ keyword: 'Running  Shoes', device: 'mobile' }]),
      world.track(projectId, [UNKNOWN]),
    ]);
    const pending = await world.list(projectId);
    assert.ok(pending.every((keyword) => keyword.search_volume === null && keyword.enrichment.status === 'pending'));
    await waitUntil(
      async () => (await world.list(projectId)).every((keyword) => keyword.enrichment.status !== 'pending'),
      'no keyword to be pending',
    );

    const calls = await world.calls();
    assert.ok(calls.length <= 2, 'requests of one moment share a call, unless the moment was a boundary');
    assert.deepEqual(calls.flat().toSorted(), [...KNOWN, UNKNOWN].toSorted(), 'nothing is asked twice');
    for (const keyword of await world.list(projectId)) {
      await assertTrue(world, keyword);
      assert.equal(keyword.enrichment.status, keyword.keyword_text === UNKNOWN ? 'unknown' : 'known');
    }
    const { body } = await world.api.get(`/api/subscriptions?project_id=${projectId}`);
    const shown = body.subscriptions.filter((row: Listed) => row.search_volume !== null);
    assert.equal(shown.length, KNOWN.length + 1);
  });

  await t.test('the history holds a snapshot of each keyword and its months', async () => {
    await outbox.flush();
    const snapshots = await clickhouse.query(countSnapshots, { project_id: projectId });
    assert.equal(snapshots.length, KNOWN.length + 1);
    for (const row of snapshots) assert.deepEqual([row.rows, row.trend, row.project], [1, 12, projectId]);
    const listed = await world.list(projectId);
    const shoes = listed.find((keyword) => keyword.device === 'mobile');
    const { body: truth } = await world.sandbox.get('/_sandbox/truth/keyword?keyword=running%20shoes');
    const { body } = await world.api.get(`/api/project-keywords/${shoes?.keyword_id}?project_id=${projectId}`);
    assert.deepEqual(body.monthly_searches, truth.monthly_searches);
    assert.deepEqual(body.keywords, [shoes]);
    assert.deepEqual(await clickhouse.query(listMonths, { keyword_id: shoes?.keyword_id ?? '' }), truth.monthly_searches);
  });

  await t.test('the ledger has the price of the provider, on the project', async () => {
    const { rows } = await postgres.query<{ service: string; projectId: string; workflowType: string; cost: number }>(
      `select service, project_id, workflow_type, sum(cost_usd) as cost from api_costs group by 1, 2, 3`,
    );
    const { body } = await world.sandbox.get('/_sandbox/calls');
    assert.deepEqual(rows, [{ service: 'provider_keywords', projectId, workflowType: 'keyword-enrichment', cost: body.cost_usd }]);
  });

  await t.test('what is known already is not asked again, wherever it is tracked next', async () => {
    const before = (await world.calls()).length;
    const other = await world.makeProject('Others');
    await world.track(other, ['running shoes', { keyword: 'running shoes', location_code: 1_023_191, device: 'mobile' }]);
    const summary = await world.enrich();
    assert.deepEqual([summary.calls, summary.cost_usd, summary.skipped], [0, 0, false]);
    assert.equal((await world.calls()).length, before);
    for (const keyword of await world.list(other)) assert.notEqual(keyword.search_volume, null);
  });

  await t.test('a country that the database does not cover is asked of the ads planner', async () => {
    const remote = await world.makeProject('Remote');
    await world.track(remote, [
      { keyword: 'running shoes', location_code: 2012, language_code: 'en' },
      { keyword: UNKNOWN, location_code: 2012, language_code: 'en' },
    ]);
    await world.enrich();
    assert.equal((await world.calls(ADS_VOLUME)).length, 1);
    const [first, second] = (await world.list(remote)).toSorted((one, other) => one.keyword_text.localeCompare(other.keyword_text));
    assert.deepEqual([first?.enrichment.status, first?.search_volume, second?.enrichment.status], ['unknown', null, 'known']);
    assert.ok((second?.search_volume ?? 0) > 0);
    assert.equal(second?.keyword_difficulty, null);
  });
});

test('a forbidden keyword does not void the others, and is recorded with the date of the next try', async (t) => {
  const world = await openEnrichment(t, { isByHand: true });
  const projectId = await world.makeProject('Forbidden');
  const many = Array.from({ length: 60 }, (_none, at) => `tea cup ${at}`);
  const tooLong = 'x'.repeat(81);
  await world.sandbox.post('/_sandbox/clock', { now: '2030-01-31T12:00:00Z' });
  await world.track(projectId, [...many, FORBIDDEN, 'a@b', tooLong]);
  const summary = await world.enrich();
  assert.deepEqual([summary.known, summary.unknown, summary.refused, summary.skipped], [60, 0, 3, false]);
  const listed = await world.list(projectId);
  for (const keyword of listed.filter(({ keyword_text: text }) => many.includes(text))) await assertTrue(world, keyword);
  for (const text of [FORBIDDEN, 'a@b', tooLong]) {
    const keyword = listed.find((row) => row.keyword_text === text);
    assert.deepEqual(
      [keyword?.search_volume, keyword?.enrichment.status, keyword?.enrichment.next_at],
      [null, 'refused', '2030-04-30T00:00:00.000Z'],
    );
    assert.match(keyword?.enrichment.error ?? '', text === tooLong ? /longer/u : /40501/u);
  }
  const calls = await world.calls();
  assert.ok(calls.length < 30, `${calls.length} calls`);
  assert.ok(calls.every((keywords) => !keywords.includes(tooLong)));
  const ledger = await world.app.context.postgres.query<{ cost: number }>('select sum(cost_usd) as cost from api_costs');
  assert.equal(ledger.rows[0]?.cost, (await world.sandbox.get('/_sandbox/calls')).body.cost_usd);

  await t.test('figures are refreshed once a month, at its end too, and what was refused later', async () => {
    const days = ['2030-02-27', '2030-02-28', '2030-03-01', '2030-03-28'];
    const asked: number[] = [];
    for (const day of days) {
      await world.sandbox.post('/_sandbox/clock', { now: `${day}T03:00:00Z` });
      await waitUntil(async () => world.app.context.clock.now().toISOString().startsWith(day), 'the clock to be moved');
      asked.push((await world.enrich()).known);
    }
    assert.deepEqual(asked, [0, 60, 0, 60]);
    assert.ok((await world.calls()).slice(calls.length).every((keywords) => !keywords.includes(FORBIDDEN)));
    const [kept] = (await world.list(projectId)).filter(({ keyword_text: text }) => text === 'tea cup 1');
    assert.ok(kept);
    await assertTrue(world, kept);
    await world.app.context.outbox.flush();
    const months = await world.app.context.clickhouse.query(listMonths, { keyword_id: kept.keyword_id });
    assert.equal(months.length, 14, 'twelve months, and two that came out since');
  });
});

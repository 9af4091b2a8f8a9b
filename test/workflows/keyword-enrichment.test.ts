import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import type { EnrichmentSummary } from '#areas/keywords/keyword-enrichment.workflow.ts';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const OVERVIEW = '/v3/dataforseo_labs/google/keyword_overview/live';
const ADS = '/v3/keywords_data/google_ads/search_volume/live';
const KNOWN = ['running shoes', 'best invoicing software', 'plumber near me'];
const UNKNOWN = 'qwrtzpsdfg';
const FORBIDDEN = 'what is seo?';

interface Listed {
  readonly keyword_id: string;
  readonly keyword_text: string;
  readonly device: string;
  readonly location_code: number;
  readonly search_volume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly keyword_difficulty: number | null;
  readonly enrichment: { readonly status: string; readonly next_at: string | null; readonly error: string | null };
}

interface World extends TestApp {
  track(projectId: string, keywords: readonly (string | object)[]): Promise<void>;
  makeProject(name: string): Promise<string>;
  list(projectId: string): Promise<Listed[]>;
  enrich(): Promise<EnrichmentSummary>;
  /** Calls of an operation, and what was asked in each. */
  calls(path?: string): Promise<string[][]>;
}

async function openWorld(t: TestContext): Promise<World> {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'on' } });
  return {
    ...app,
    makeProject: async (name) => (await app.api.post('/api/projects', { name, organization_id: 'org_figures' })).body.project_id,
    track: async (projectId, keywords) => {
      const entries = keywords.map((keyword) => (typeof keyword === 'string' ? { keyword } : keyword));
      // Checks are another test's matter: nothing is checked by itself.
      const body = { project_id: projectId, check_interval: 'manual', keywords: entries };
      const { status, body: answer } = await app.api.post('/api/keywords/track', body);
      assert.equal(status, 200, JSON.stringify(answer));
    },
    list: async (projectId) => (await app.api.get(`/api/project-keywords?project_id=${projectId}&limit=500`)).body.keywords,
    enrich: async () => {
      const { workflows } = app.app.context;
      const id = await workflows.start('keyword-enrichment', {}, { id: newId('wf_') });
      const ended = await workflows.waitFor<EnrichmentSummary>(id, 60_000);
      assert.ok(ended, 'the run has ended');
      return ended.output;
    },
    calls: async (path = OVERVIEW) => {
      const { body } = await app.sandbox.get('/_sandbox/calls');
      const entries = body.entries as { path: string; body: string }[];
      return entries.filter((entry) => entry.path === path).map((entry) => JSON.parse(entry.body)[0].keywords as string[]);
    },
  };
}

async function assertTrue(world: World, keyword: Listed): Promise<void> {
  const query = new URLSearchParams({ keyword: keyword.keyword_text, location_code: String(keyword.location_code) });
  const { body: truth } = await world.sandbox.get(`/_sandbox/truth/keyword?${query.toString()}`);
  assert.deepEqual(
    [keyword.search_volume, keyword.cpc, keyword.competition, keyword.keyword_difficulty],
    [truth.search_volume, truth.cpc, truth.competition, truth.keyword_difficulty],
    keyword.keyword_text,
  );
}

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
  const world = await openWorld(t);
  const { clickhouse, outbox, postgres } = world.app.context;
  const projectId = await world.makeProject('Figures');

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
    await waitUntil(async () => (await world.list(projectId)).every((keyword) => keyword.enrichment.status !== 'pending'));

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
    assert.deepEqual(await clickhouse.query(listMonths, { keyword_id: shoes?.keyword_id ?? '' }), truth.monthly_searches);
  });

  await t.test('the ledger has the price of the provider, on the project', async () => {
    const { rows } = await postgres.query<{ service: string; project_id: string; workflow_type: string; cost: number }>(
      `select service, project_id, workflow_type, sum(cost_usd) as cost from api_costs group by 1, 2, 3`,
    );
    const { body } = await world.sandbox.get('/_sandbox/calls');
    assert.deepEqual(rows, [
      { service: 'provider_keywords', project_id: projectId, workflow_type: 'keyword-enrichment', cost: body.cost_usd },
    ]);
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
    assert.equal((await world.calls(ADS)).length, 1);
    const [first, second] = (await world.list(remote)).toSorted((one, other) => one.keyword_text.localeCompare(other.keyword_text));
    assert.deepEqual([first?.enrichment.status, first?.search_volume, second?.enrichment.status], ['unknown', null, 'known']);
    assert.ok((second?.search_volume ?? 0) > 0);
    assert.equal(second?.keyword_difficulty, null);
  });
});

test('a forbidden keyword does not void the others, and is recorded with the date of the next try', async (t) => {
  const world = await openWorld(t);
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
      await waitUntil(async () => world.app.context.clock.now().toISOString().startsWith(day));
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

export async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  const { setTimeout: sleep } = await import('node:timers/promises');
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(50)) if (await isSo()) return;
  assert.fail('it has not come to pass within 20 s');
}

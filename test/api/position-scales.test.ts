import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionScale } from '#areas/projects/index.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { advanceDay, getTruth, trueRank, type TruthItem } from '../support/rankings-api.ts';
import { forgetOrganicPast } from '../support/scale-past.ts';
import { assertShares } from '../support/scale-shares.ts';
import { assertAll, LAST, openScaleWorld, SCALES, sumUp, type PositionRecord, type ScaleWorld } from '../support/scale-world.ts';

async function setScale({ api, projectId }: ScaleWorld, scale: PositionScale | null): Promise<any> {
  const { status, body } = await api.put(`/api/projects/${projectId}`, { settings: { position_scale: scale } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.project;
}

async function waitForNotes(world: ScaleWorld, notes: number): Promise<any[]> {
  const list = async () => (await world.api.get(`/api/annotations?project_id=${world.projectId}&tag=position_scale`)).body.annotations;
  for (const end = performance.now() + PATIENCE_MS; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = await list();
    if (found.length >= notes) return found;
    assert.ok(performance.now() < end, 'the day is noted');
  }
}

test('two scales of position', async (t) => {
  const world = await openScaleWorld(t);
  const { api, projectId, keywords, mine, dates } = world;
  const { context } = world.test.app;

  await t.test('the world tells them apart', () => {
    const differing = keywords.filter((keyword) => new Set(SCALES.map((scale) => world.placeOf(keyword, mine, LAST, scale))).size === 2);
    assert.ok(differing.length > 0);
  });

  await t.test('records have both places, and everything is counted among the organic results', () => assertAll(world, 'organic'));

  await t.test('another scale holds at once, in the past too, and charts note the day', async () => {
    const project = await setScale(world, 'page');
    assert.deepEqual([project.settings.position_scale, project.position_scale, project.position_scale_pending], ['page', 'page', null]);
    await assertAll(world, 'page');
    await context.workflows.waitFor(await context.workflows.start('ranking-days', { project_id: projectId }), PATIENCE_MS);
    await assertAll(world, 'page');
    const [note] = await waitForNotes(world, 1);
    assert.deepEqual([note.date, note.scope, note.project_id], [dates[LAST], 'project', projectId]);
    await setScale(world, null);
    await assertAll(world, 'organic');
    await waitForNotes(world, 2);
    await setScale(world, 'organic');
    assert.equal((await waitForNotes(world, 2)).length, 2, 'the same scale again is no change');
  });

  await t.test('readers of shares see the same', async () => {
    for (const scale of ['page', 'organic'] as const) {
      await setScale(world, scale);
      await assertShares(world, scale);
    }
  });

  await t.test('an unknown scale is refused by its name, and changes nothing', async () => {
    for (const settings of [{ position_scale: 'absolute' }, { position_scale: 3 }]) {
      const { status, body } = await api.put(`/api/projects/${projectId}`, { settings });
      assert.deepEqual([status, body.details[0].path], [400, 'settings.position_scale']);
    }
    assert.equal((await api.get(`/api/projects/${projectId}`)).body.project.position_scale, 'organic');
    const made = await api.post('/api/projects', { name: 'Page', organization_id: 'org_scales', settings: { position_scale: 'page' } });
    assert.equal(made.body.project.position_scale, 'page');
  });

  await t.test('checks on demand and tasks say both places', async () => {
    const [keyword = ''] = keywords;
    const truth = await getTruth(world.test, keyword);
    const { body } = await api.post('/api/rankings/track', { project_id: projectId, keyword, target_domain: mine });
    const places = SCALES.map((scale) => trueRank(truth, mine, scale));
    assert.deepEqual([body.position, body.rank_absolute, body.rank, body.rank_group], [...places, places[0], places[0]]);
    const shown = ({ position, rank_group: group, rank_absolute: absolute, domain }: TruthItem & { position: number }) => [
      position,
      group,
      absolute,
      domain,
    ];
    const organic = truth.filter(({ type }) => type === 'organic');
    assert.deepEqual(
      body.top_domains.map(shown),
      organic.slice(0, body.top_domains.length).map((item) => shown({ ...item, position: item.rank_group })),
    );
    assert.deepEqual(
      body.positions.map(shown),
      truth.map((item) => shown({ ...item, position: item.rank_group })),
    );
    const onOther = await getTruth(world.test, keyword, 'engine_b');
    const asked = { project_id: projectId, target_domain: mine, engine: 'engine_b', keywords: [{ keyword }] };
    const { body: task } = await api.post('/api/serp/tasks/create', asked);
    await context.workflows.waitFor(task.workflow_id, PATIENCE_MS);
    const [result] = (await api.get(task.status_url)).body.results;
    assert.deepEqual(
      [result.position, result.rank_absolute],
      SCALES.map((scale) => trueRank(onOther, mine, scale)),
    );
    const { body: listed } = await api.get(`/api/project-keywords?project_id=${projectId}&limit=100`);
    for (const row of listed.keywords)
      assert.deepEqual(
        [row.current_rank, row.current_rank_absolute],
        SCALES.map((scale) => world.placeOf(row.keyword, mine, LAST, scale)),
        row.keyword,
      );
  });

  await t.test('a project from before the scales counts on the page, says so, and is right when its past is worked out', async () => {
    await forgetOrganicPast(context);
    const pending = async (path: string) => {
      const { body } = await api.get(path);
      assert.deepEqual([body.position_scale, body.position_scale_pending], ['page', 'organic'], path);
      return body;
    };
    const summary = await pending(`/api/rankings/summary?project_id=${projectId}&start_date=${dates[0]}&end_date=${dates[LAST]}`);
    for (const [at, day] of summary.days.entries()) assert.deepEqual(day.movers, sumUp(world, at, 'page').movers);
    const { rankings } = await pending(`/api/rankings?project_id=${projectId}&limit=200`);
    for (const row of rankings as PositionRecord[])
      assert.equal(row.previous_position, world.placeOf(row.keyword, row.domain, LAST - 1, 'page'));
    await pending(`/api/rankings/grid?project_id=${projectId}`);
    const { project } = (await api.get(`/api/projects/${projectId}`)).body;
    assert.deepEqual([project.position_scale, project.position_scale_pending], ['page', 'organic']);

    const notes = (await waitForNotes(world, 2)).length;
    await context.workflows.waitFor(await context.workflows.start('position-scales', {}), PATIENCE_MS);
    const done = await api.post('/api/rankings/rematch', { project_id: projectId });
    assert.equal(done.body.status, 'completed', 'the one that has begun is joined');
    await assertAll(world, 'organic');
    await setScale(world, 'page');
    await assertAll(world, 'page');
    await setScale(world, 'organic');
    assert.ok((await waitForNotes(world, notes + 1)).length > notes);
    const again = await api.post('/api/rankings/rematch', { project_id: projectId });
    assert.equal(again.body.recomputed, 0, 'once more changes nothing');
  });

  await t.test('a depth counts results of the channel: an adaptive check is priced by them, the same everywhere', async () => {
    const toDepth = (place: number | null): number => (place === null ? 100 : Math.min(100, Math.ceil((place + 10) / 10) * 10));
    const depths = SCALES.map((scale) => keywords.map((keyword) => toDepth(world.placeOf(keyword, mine, LAST, scale))));
    assert.notDeepEqual(depths[0], depths[1], 'the world tells them apart');
    const trueUsd = 30 * (depths[0] ?? []).reduce((sum, depth) => sum + 0.0006 + 0.000_45 * (depth / 10 - 1), 0);
    const edit = { project_id: projectId, filter: {}, depth_strategy: 'adaptive', check_interval: 'daily' };
    const priced = (await api.post('/api/project-keywords/bulk', { ...edit, dry_run: true })).body;
    assert.equal((await api.post('/api/project-keywords/bulk', edit)).status, 200);
    const { columns } = (await api.get(`/api/rankings/grid?project_id=${projectId}`)).body;
    await advanceDay(world.test);
    const ordered = await api.post('/api/admin/workflow/subscription-dispatch', { project_id: projectId, wait: true });
    assert.equal(ordered.body.status, 'completed', JSON.stringify(ordered.body));
    const posted = (await world.test.sandbox.get('/_sandbox/calls')).body.entries.filter(
      ({ path }: any) => path.includes('/google/') && path.endsWith('task_post'),
    );
    assert.deepEqual(
      [
        priced.monthly_after_usd,
        columns.monthly_usd.reduce((sum: number, usd: number) => sum + usd, 0),
        30 * posted.reduce((sum: number, call: any) => sum + call.cost_usd, 0),
      ].map((usd: number) => usd.toFixed(6)),
      Array.from({ length: 3 }, () => trueUsd.toFixed(6)),
    );
  });
});

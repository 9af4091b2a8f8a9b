import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { assertTrue, trackStory, dispatch, TASK_POST } from '../support/dispatch-run.ts';
import { advanceDay, countCalls, makeProject, track } from '../support/rankings-api.ts';

test('a dispatch sends what is due to the queue, and its postbacks become the positions of the day', async (t) => {
  const app = await startTestApp(t);
  const story = await trackStory(app, 12);
  const live = await countCalls(app);
  assert.deepEqual((await dispatch(app)).due, 0, 'what was checked today is not due');

  await advanceDay(app);
  const estimate = await dispatch<{ due: number; calls: number; posts: number; cost_usd: number }>(app, { dry_run: true });
  assert.deepEqual([estimate.due, estimate.calls, estimate.posts], [12, 12, 1]);
  const done = await dispatch(app);
  assert.deepEqual([done.due, done.checked, done.failed, done.skipped], [12, 12, 0, false]);
  assert.equal(done.ranked + done.not_found, 12);
  assert.equal(done.cost_usd, estimate.cost_usd);
  await assertTrue(app, story);

  const { body: calls } = await app.sandbox.get('/_sandbox/calls');
  assert.equal(calls.by_endpoint[TASK_POST], 1, 'one post carries all');
  assert.equal(await countCalls(app), live, 'nothing is read live');
  const { rows } = await app.app.context.postgres.query<{ cost: number; rows: number }>(
    `select sum(cost_usd) as cost, count(*) as rows from api_costs where endpoint = $1`,
    [TASK_POST],
  );
  assert.deepEqual([rows[0]?.rows, rows[0]?.cost], [12, done.cost_usd]);
});

test('what several projects share is checked once and paid in parts; paused and archived ones rest', async (t) => {
  const app = await startTestApp(t);
  const story = await trackStory(app, 6);
  const other = await makeProject(app.api, [story.competitors[0] as string], 'org_other');
  await track(app, other, story.keywords.slice(0, 3));
  const resting = await makeProject(app.api, [story.site], 'org_resting');
  await track(app, resting, ['a keyword that rests']);
  await app.api.put(`/api/projects/${resting}`, { status: 'paused' });
  await advanceDay(app);

  const done = await dispatch(app);
  assert.equal(done.checked, 6);
  const { rows } = await app.app.context.postgres.query<{ projectId: string; cost: number }>(
    `select project_id, sum(cost_usd) as cost from api_costs where endpoint = $1 group by project_id order by cost desc`,
    [TASK_POST],
  );
  assert.deepEqual(
    rows.map(({ projectId: id }) => id),
    [story.projectId, other],
  );
  assert.ok(Math.abs((rows[0]?.cost ?? 0) - 3 * (rows[1]?.cost ?? 0)) < 1e-6, 'three alone and three halves, against three halves');
  assert.ok(Math.abs((rows[0]?.cost ?? 0) + (rows[1]?.cost ?? 0) - done.cost_usd) < 1e-6);

  await advanceDay(app);
  assert.equal((await dispatch(app, { project_id: other })).checked, 3);
  assert.equal((await dispatch(app, { limit: 2 })).checked, 2);
  assert.equal((await dispatch(app)).checked, 1, 'what is left');
  for (let day = 0; day < 3; day += 1) await advanceDay(app);
  assert.equal((await dispatch(app)).checked, 6, 'a downtime of days is made up for by one check');
});

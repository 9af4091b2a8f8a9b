import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import {
  advanceMinutes,
  bindProject,
  getSync,
  listDays,
  listQueries,
  waitForDays,
  waitForSync,
  type AskedQuery,
} from '../support/search-console-world.ts';

const QUERIES = 100;
const PAUSE_MINUTES = 15;

/** Queries of a table of a day that were answered more often than once. */
function listTwice(asked: readonly AskedQuery[]): string[] {
  const answered = asked.filter(({ status }) => status === 200).map(({ day, part }) => `${day} ${part}`);
  return answered.filter((one, at) => answered.indexOf(one) !== at);
}

test('a quota that is used up in the middle pauses the collection by 15 minutes', { timeout: 600_000 }, async (t) => {
  const world = await startTestApp(t);
  await world.sandbox.post('/_sandbox/search-console', { quota_after: QUERIES });
  const { projectId } = await bindProject(world);
  const sync = await waitForSync(world, projectId, 'paused');

  await t.test('it says why, what to do, and when it goes on', async () => {
    const { fault, cause, next_step: step, paused_until: until } = sync;
    assert.deepEqual(
      [fault, cause, step],
      ['quota', 'The load quota of Search Console is used up.', 'Wait 15 minutes: the collection goes on by itself.'],
    );
    const minutes = (Date.parse(until) - Date.parse(sync.ended_at)) / 60_000;
    assert.equal(minutes, PAUSE_MINUTES);
  });

  const before = await listQueries(world);
  const readBefore = (await listDays(world, projectId, '')).filter(({ state }) => state !== 'missing');

  await t.test('nothing is asked meanwhile, also when someone asks for it', async () => {
    assert.ok(before.length >= QUERIES && before.length <= QUERIES + 10, String(before.length));
    assert.ok(readBefore.length >= QUERIES / 3 - 5 && readBefore.every(({ error }) => error === null));
    const { status, body } = await world.api.post(`/api/projects/${projectId}/search-console/sync`, {});
    assert.deepEqual([status, body.workflow_id], [202, sync.workflow_id]);
    await advanceMinutes(world, PAUSE_MINUTES - 2);
    await world.api.post(`/api/projects/${projectId}/search-console/sync`, {});
    assert.equal((await getSync(world, projectId)).status, 'paused');
    assert.equal((await listQueries(world)).length, before.length);
  });

  await t.test('then it goes on by itself with the days that lack, and reads no day twice', async () => {
    await advanceMinutes(world, 3);
    await waitForDays(world, projectId, readBefore.length + 60);
    const asked = await listQueries(world);
    const read = new Set(readBefore.map(({ day }) => day));
    const again = asked.slice(before.length).filter(({ day }) => read.has(day));
    assert.deepEqual(again, [], 'days that were read before the pause');
    assert.deepEqual(listTwice(asked.slice(before.length)), []);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFindings } from '../../src/cli/doctor/index.ts';
import { getSandbox } from '../../src/areas/operations/sandbox/get-sandbox.ts';
import { AppError } from '#kernel/errors.ts';
import { startTestApp } from '../support/app.ts';
import { makeProject, PROVIDER, track } from '../support/rankings-api.ts';

const PATH = '/api/admin/sandbox';
const DAY_MS = 86_400_000;

test('operators steer the sandbox, and examine the service', async (t) => {
  const world = await startTestApp(t);
  const { api, anonymous, app, sandbox } = world;
  const [{ keyword }] = (await sandbox.get('/_sandbox/world')).body.keywords;
  const site: string = (await sandbox.get('/_sandbox/world')).body.sites[0].domain;
  const projectId = await makeProject(api, [site], 'org_days');
  await track(world, projectId, [keyword]);

  await t.test('only with an admin key that sees the whole service', async () => {
    const makeKey = async (properties: object): Promise<string> =>
      (await api.post('/api/admin/api-keys', { name: 'other', tier: 'enterprise', ...properties })).body.key;
    const keys = [
      [undefined, 401],
      [await makeKey({ scopes: ['read', 'write'] }), 403],
      [await makeKey({ scopes: ['admin'], organization_id: 'org_days' }), 403],
    ] as const;
    const before = (await sandbox.get('/_sandbox/clock')).body.offset_ms;
    for (const [key, status] of keys)
      for (const name of ['clock', 'faults', 'reset']) {
        const { url } = world;
        const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) };
        const body = JSON.stringify(name === 'clock' ? { advance_days: 1 } : {});
        assert.equal((await fetch(`${url}${PATH}/${name}`, { method: 'POST', headers, body })).status, status, name);
      }
    assert.equal((await anonymous.get('/api/admin/doctor')).status, 401);
    assert.equal((await sandbox.get('/_sandbox/clock')).body.offset_ms, before);
  });

  await t.test('days pass one after the other, each with the checks that become due', async () => {
    const from = Date.parse((await api.get(`${PATH}/clock`)).body.now);
    const started = await api.post(`${PATH}/clock`, { advance_days: 2 });
    assert.equal(started.status, 202, JSON.stringify(started.body));
    await app.context.workflows.waitFor(started.body.workflow_id, 120_000);
    const { body: workflow } = await api.get(started.body.status_url);
    assert.equal(workflow.status, 'completed', JSON.stringify(workflow).slice(0, 1_000));
    const moved = Date.parse((await sandbox.get('/_sandbox/clock')).body.now) - from;
    assert.ok(moved >= 2 * DAY_MS && moved < 2 * DAY_MS + 300_000, `${moved} ms`);
    const { body } = await api.get(`/api/rankings?project_id=${projectId}&start_date=2000-01-01`);
    const dates = body.rankings.map(({ check_date: date }: { check_date: string }) => date);
    const expected = [0, 1, 2].map((day) => new Date(from + day * DAY_MS).toISOString().slice(0, 10));
    assert.deepEqual(dates, expected);
  });

  await t.test('the clock moves, faults are set and cleared, calls are shown without their secrets', async () => {
    const now = '2027-03-01T08:00:00.000Z';
    const moved = await api.post(`${PATH}/clock`, { now });
    assert.equal(moved.body.now.slice(0, 16), now.slice(0, 16));
    const set = await api.post(`${PATH}/faults`, { match: PROVIDER, kind: 'http_500', rate: 1 });
    assert.deepEqual([set.status, set.body.faults.length, set.body.faults[0].kind], [200, 1, 'http_500']);
    assert.deepEqual((await api.get(`${PATH}/faults`)).body.faults, set.body.faults);
    assert.equal((await api.post(`${PATH}/faults`, { match: 'x', kind: 'no_such_fault' })).status, 400);
    assert.deepEqual((await api.post(`${PATH}/faults`, {})).body.faults, []);
    assert.deepEqual((await sandbox.get('/_sandbox/faults')).body.faults, []);
    const { body: calls } = await api.get(`${PATH}/calls?limit=3`);
    const truth = (await sandbox.get('/_sandbox/calls')).body;
    assert.deepEqual([calls.total, calls.cost_usd, calls.entries.length], [truth.total, truth.cost_usd, 3]);
    assert.deepEqual(Object.keys(calls.entries[0]).toSorted(), ['cost_usd', 'host', 'method', 'path', 'status', 'ts']);
    for (const body of [{}, { now, advance_days: 1 }, { advance_days: 31 }, { now: 'soon' }])
      assert.equal((await api.post(`${PATH}/clock`, body)).status, 400, JSON.stringify(body));
    assert.equal((await api.post(`${PATH}/reset`, {})).status, 200);
    assert.equal((await sandbox.get('/_sandbox/calls')).body.total, 0);
  });

  await t.test('the doctor finds the same from inside as from the command line', async () => {
    const { status, body } = await api.get('/api/admin/doctor');
    assert.equal(status, 200, JSON.stringify(body));
    const subjects = body.findings.map(({ subject }: { subject: string }) => subject);
    assert.deepEqual(
      subjects,
      (await listFindings(app.context.config)).map(({ subject }) => subject),
    );
    assert.equal(
      body.ok,
      body.findings.every(({ state }: { state: string }) => state !== 'wrong'),
    );
  });

  await t.test('a service of the real world has no sandbox to steer', () => {
    assert.throws(
      () => getSandbox({ sandboxControl: undefined }),
      (error) => error instanceof AppError && error.code === 'not_found',
    );
  });
});

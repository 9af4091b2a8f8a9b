import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  advanceMinutes,
  bindProject,
  comeBack,
  connect,
  getSync,
  grantAt,
  listDays,
  waitForDays,
  waitForSync,
} from '../support/search-console-world.ts';

const PATH = '/api/search-console/connections';
const DAYS = 30;
const DAY_MINUTES = 24 * 60;

interface Sentences {
  readonly fault: string;
  readonly cause: string;
  readonly next_step: string;
}

/** Reads now, and gives why that failed. */
async function failBySync(world: TestApp, projectId: string): Promise<Sentences> {
  const started = await world.api.post(`/api/projects/${projectId}/search-console/sync`, {});
  await world.app.context.workflows.waitFor(started.body.workflow_id, 120_000);
  const { fault, cause, next_step: step, status } = await getSync(world, projectId);
  assert.equal(status, 'failing');
  return { fault, cause, next_step: step };
}

async function isShownBy({ api }: TestApp, connectionId: string): Promise<string> {
  const { body } = await api.get(`${PATH}/${connectionId}`);
  return `${body.connection.status} ${body.connection.fault}`;
}

/** Signs in again to the same connection. */
async function reconnect(world: TestApp, connectionId: string): Promise<void> {
  const begun = await world.api.post(PATH, { kind: 'oauth', connection_id: connectionId });
  const back = await comeBack(world, await grantAt(begun.body.authorize_url));
  assert.equal(back.headers.get('location'), `/console/?connection=${connectionId}`);
}

test('each refusal of Google has a cause and one step, and loses nothing', { timeout: 600_000 }, async (t) => {
  const world = await startTestApp(t);
  const { api, sandbox } = world;
  const set = (body: object) => sandbox.post('/_sandbox/search-console', body);
  await set({ limited: true });
  const connectionId = await connect(world);
  const { projectId } = await bindProject(world, connectionId);
  await waitForDays(world, projectId, DAYS);
  const sentences: Sentences[] = [];

  await t.test('an access that ends after seven days says so at once, and from the fifth day on as a warning', async () => {
    const { body } = await api.get(`${PATH}/${connectionId}`);
    assert.deepEqual([body.connection.status, body.connection.fault], ['ok', 'access_limited']);
    assert.equal(Math.round((Date.parse(body.connection.ends_at) - world.app.context.clock.now().getTime()) / 86_400_000), 7);
    await waitForSync(world, projectId);
    await advanceMinutes(world, 5 * DAY_MINUTES);
    assert.equal(await isShownBy(world, connectionId), 'ending access_limited');
  });

  await t.test('the interface that is off, the missing right of the account, and the missing scope', async () => {
    for (const broken of ['api_off', 'no_permission', 'wrong_scope']) {
      await set({ broken });
      const said = await failBySync(world, projectId);
      assert.equal(said.fault, broken);
      sentences.push(said);
      const isOfProperty = broken === 'no_permission';
      assert.equal(await isShownBy(world, connectionId), isOfProperty ? 'ending access_limited' : `failing ${broken}`);
      await set({ broken: null });
      const tested = await api.post(`${PATH}/${connectionId}/test`);
      assert.deepEqual([tested.status, tested.body.connection.status], [200, 'ending']);
      await waitForSync(world, projectId).catch(() => undefined);
    }
  });

  await t.test('access that ended because the app is not published', async () => {
    await waitForSync(world, projectId);
    await advanceMinutes(world, 3 * DAY_MINUTES);
    await set({ revoke: true });
    sentences.push(await failBySync(world, projectId));
    assert.equal(await isShownBy(world, connectionId), 'failing access_limited');
  });

  await t.test('and access that was taken back; the gap of these days is filled after reconnecting', async () => {
    await set({ limited: false });
    await reconnect(world, connectionId);
    await waitForSync(world, projectId);
    const before = await listDays(world, projectId, '');
    await set({ revoke: true });
    sentences.push(await failBySync(world, projectId));
    await advanceMinutes(world, 5 * DAY_MINUTES);
    const readable = await listDays(world, projectId, `to=${before[0].day}`);
    const known = new Map(readable.map((day) => [day.day, day.clicks]));
    for (const { day, clicks } of before) if (known.has(day)) assert.equal(known.get(day), clicks, day);
    const gap = (await listDays(world, projectId, '')).slice(0, 5);
    assert.ok(
      gap.every(({ state, clicks }) => state === 'missing' && clicks === null),
      JSON.stringify(gap),
    );
    await reconnect(world, connectionId);
    await waitForSync(world, projectId);
    const filled = (await listDays(world, projectId, '')).slice(0, 5);
    assert.ok(
      filled.every(({ state, clicks }) => state !== 'missing' && clicks !== null),
      JSON.stringify(filled),
    );
    const { body } = await api.get(`${PATH}/${connectionId}`);
    assert.deepEqual([body.connection.status, body.connection.fault], ['ok', null]);
  });

  await t.test('all are different sentences, with one step each', () => {
    assert.deepEqual(
      sentences.map(({ fault }) => fault),
      ['api_off', 'no_permission', 'wrong_scope', 'access_limited', 'access_revoked'],
    );
    for (const field of ['cause', 'next_step'] as const) assert.equal(new Set(sentences.map((said) => said[field])).size, 5, field);
    assert.match(sentences[0]?.next_step ?? '', /^Switch it on at https:\/\/console\.(?:developers|cloud)\.google\.com\/\S+, wait/u);
  });

  await t.test('a connection that is removed leaves its data, unless they are to go', async () => {
    const before = await listDays(world, projectId, '');
    const kept = await api.delete(`${PATH}/${connectionId}`);
    assert.deepEqual([kept.status, kept.body.properties_deleted], [200, 0]);
    assert.equal((await listDays(world, projectId, ''))[20].clicks, before[20].clicks);
    assert.equal((await failBySync(world, projectId)).fault, 'connection_gone');
    const again = await connect(world);
    await waitForSync(world, projectId);
    const gone = await api.delete(`${PATH}/${again}?delete_data=true`);
    assert.ok(gone.body.properties_deleted > 0);
    assert.equal((await api.get(`/api/projects/${projectId}/search-console`)).body.bound, false);
    assert.equal((await api.get(`/api/projects/${projectId}/search-console/days`)).status, 404);
  });
});

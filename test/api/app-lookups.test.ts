import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';

/** A made-up app of `store_a`. */
const toUnknown = (number: number): string => `/api/app-store/lookup?platform=store_a&app_id=${990_000_000 + number}`;

test('look-ups of one organization leave the store to the others, and end with their callers', async (t) => {
  const app = await startTestApp(t, { environment: { STORE_A_DELAY_SECONDS: '0.3' } });
  const { api, url, sandbox } = app;
  const makeKey = async (organization: string): Promise<Record<string, string>> => {
    await api.post('/api/projects', { name: 'One', organization_id: organization });
    const { body } = await api.post('/api/admin/api-keys', {
      name: organization,
      scopes: ['read', 'write'],
      tier: 'enterprise',
      organization_id: organization,
    });
    return { 'x-api-key': body.key };
  };
  const [greedy, other] = [await makeKey('org_greedy'), await makeKey('org_other')];
  const ask = async (path: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response | undefined> =>
    await fetch(url + path, { headers, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined);
  const { apps } = (await sandbox.get('/_sandbox/world')).body as { apps: { platform: string; app_id: string }[] };
  const known = apps.find(({ platform }) => platform === 'store_a');

  const left = new AbortController();
  const many = Array.from({ length: 60 }, async (_none, at) => await ask(toUnknown(at), greedy, left.signal));
  const first = await Promise.any(many.map(async (one) => (await one) ?? Promise.reject(new Error('left'))));
  assert.ok([404, 429].includes(first.status));
  const answer = await ask(`/api/app-store/lookup?platform=store_a&app_id=${known?.app_id}`, other);
  assert.equal(answer?.status, 200, await answer?.text());
  left.abort();
  const refused = (await Promise.all(many)).filter((one) => one?.status === 429);
  assert.ok(refused.length >= 40, `${refused.length} were told to come later`);
  for (const one of refused) assert.ok(Number(one?.headers.get('retry-after')) > 0);
  const listOpen = async (): Promise<number> =>
    (await app.stores.postgres.query(`select from dbos.workflow_status where name = 'app-details'`)).rowCount ?? 0;
  assert.ok((await listOpen()) <= 14, 'what its caller no longer waits for is not begun');

  const countCalls = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.total;
  assert.equal((await ask(toUnknown(1_000), other))?.status, 404);
  const before = await countCalls();
  for (let again = 0; again < 3; again += 1) assert.equal((await ask(toUnknown(1_000), other))?.status, 404);
  assert.equal(await countCalls(), before, 'what the store does not have is not asked for again at once');
  assert.equal((await ask(toUnknown(1_001), { 'x-api-key': TEST_ADMIN_KEY }))?.status, 404);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#http/caller.ts';
import { readInTurn } from '../../src/areas/imports/preview/read-in-turn.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeImportClient } from '../support/import-client.ts';

/** Files that one organization has in the line, and the one that is read. */
const READ_OR_WAITING = 5;
const FILE = Buffer.from('keyword,date,position\nshoes,2025-01-03,4\n');

test('an organization has one file read at a time, and is refused with the time to come again when too many of its files wait', async (t) => {
  const { api, url, withKey } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const makeFile = async (organization: string) => {
    const { project_id: projectId } = (await api.post('/api/projects', { name: 'Shop', organization_id: organization })).body;
    await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com', skip_onboarding: true });
    const key = await withKey({ scopes: ['read', 'write'], organization_id: organization });
    return { key, path: `/api/imports/${await client.upload(projectId, 'a.csv', FILE)}` };
  };
  const [ours, theirs] = [await makeFile('org_ours'), await makeFile('org_theirs')];
  const caller = { kind: 'key', id: 'key_1', organizationId: 'org_ours' } as unknown as Caller;
  const held = Promise.withResolvers<void>();
  let begun = 0;
  const readings = Array.from({ length: READ_OR_WAITING }, () =>
    readInTurn({ caller, signal: new AbortController().signal }, async () => {
      begun += 1;
      await held.promise;
    }),
  );
  const refused = await ours.key.post(`${ours.path}/detect`);
  assert.deepEqual([refused.status, refused.body.error, refused.headers.get('retry-after')], [503, 'Busy', '5']);
  assert.equal(begun, 1);
  assert.equal((await theirs.key.post(`${theirs.path}/detect`)).status, 200, 'others have their turn meanwhile');
  held.resolve();
  await Promise.all(readings);
  assert.equal(begun, READ_OR_WAITING);
  const found = await ours.key.post(`${ours.path}/detect`);
  assert.equal(found.status, 200, 'a slot that was given back is free');
  await ours.key.put(`${ours.path}/mapping`, found.body.import.mapping);
  assert.equal((await ours.key.get(`${ours.path}/preview`)).status, 200);
});

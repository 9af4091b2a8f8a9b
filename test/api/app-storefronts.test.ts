import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDay } from '#kernel/clock.ts';
import { addDays } from '#kernel/days.ts';
import { observeApp, type Market } from '../../src/areas/apps/records/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { makeAppWriter, makeList } from '../support/app-rows.ts';
import { startAreaServer } from '../support/area-server.ts';

const A: Market = { platform: 'store_a', storefront: 'us' };
const NOTES = '310633997';
const ago = (days: number): string => addDays(toDay(new Date()), -days);

async function read(api: ApiClient, path: string): Promise<any> {
  const { status, body } = await api.get(path);
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

test('an app without a storefront is that of the caller, of the United States, or of where it was last read', async (t) => {
  const { api, withKey, stores } = await startAreaServer(t);
  const write = makeAppWriter(stores);
  const [DE, FR] = [
    { ...A, storefront: 'de' },
    { ...A, storefront: 'fr' },
  ];
  await write.apps(DE, [observeApp(NOTES, 'page', { title: 'Notizen', rating: 4 })], ago(2));
  await write.apps(FR, [observeApp(NOTES, 'page', { title: 'Carnet', rating: 3 })], ago(9));
  await write.ranks(DE, [makeList('6007', [NOTES])], ago(2));
  await write.sync(
    DE,
    [{ id: '9001', name: 'Raum', categoryType: 'room', categorySection: 'apps', parentCategoryId: 'page:apps' }],
    ago(2),
  );
  const paths = ['', '/stats', '/rankings', '/recommendations', '/reviews', '/rankings.csv', '/reviews.csv'].map(
    (path) => `/api/apps/${NOTES}${path}`,
  );
  for (const path of [...paths, `/api/app-store/apps/${NOTES}/all-rankings`]) assert.equal((await api.get(path)).status, 200, path);
  const titleOf = async (client: ApiClient, query = ''): Promise<string> => (await read(client, `/api/apps/${NOTES}${query}`)).title;
  assert.equal(await titleOf(api), 'Notizen');
  assert.equal((await read(api, `/api/apps/${NOTES}/rankings`)).rankings[0].rank, 1);
  assert.equal((await read(api, `/api/app-store/apps/${NOTES}/all-rankings`)).storefront, 'de');
  assert.deepEqual([await titleOf(api, '?storefront=fr'), (await api.get(`/api/apps/${NOTES}?country=us`)).status], ['Carnet', 404]);

  const lists = ['/api/apps?', '/api/top-apps?platform=store_a&category_id=6007'];
  for (const path of lists) assert.deepEqual((await read(api, path)).apps[0].title, 'Notizen', path);
  assert.equal((await read(api, '/api/top-apps?platform=store_b')).storefront, 'us', 'nothing is known of that store');
  assert.equal((await read(api, '/api/app-store/child-categories?platform=store_a&parent_id=page:apps')).total, 1);

  await write.apps(A, [observeApp(NOTES, 'page', { title: 'Notes' })], ago(20));
  assert.equal(await titleOf(api), 'Notes');
  for (const path of lists) assert.equal((await read(api, path)).apps[0]?.title ?? 'none', path === lists[0] ? 'Notes' : 'none');
  const { body: project } = await api.post('/api/projects', { name: 'Carnet', organization_id: 'org_fr' });
  const tracked = await api.post('/api/apps/track', {
    project_id: project.project_id,
    app_id: NOTES,
    platform: 'store_a',
    storefront: 'fr',
  });
  assert.equal(tracked.status, 201, JSON.stringify(tracked.body));
  assert.deepEqual(
    [await titleOf(withKey({ organizationId: 'org_fr' })), await titleOf(withKey({ organizationId: 'org_other' }))],
    ['Carnet', 'Notes'],
  );
});

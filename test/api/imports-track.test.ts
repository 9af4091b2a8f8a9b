import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeImportClient } from '../support/import-client.ts';

const LONG = 'one two three four five six seven eight nine ten eleven';
const TABLE = [
  'keyword,date,position,device',
  'red shoes,2025-01-03,6,',
  'Red  Shoes,2025-01-04,7,',
  'blue shoes,2025-01-03,4,mobile',
  `${LONG},2025-01-03,1,`,
];

test('keywords of an import are tracked by one call, for the price that was said', async (t) => {
  const { api, url } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const projectId: string = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_track' })).body.project_id;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com', skip_onboarding: true });
  const id = await client.upload(projectId, 'a.csv', Buffer.from(`${TABLE.join('\n')}\n`));
  const path = `/api/imports/${id}`;
  const { mapping } = (await api.post(`${path}/detect`)).body.import;
  await api.put(`${path}/mapping`, mapping);
  const { preview } = (await api.get(`${path}/preview`)).body;
  assert.deepEqual(preview.keywords, { new: 3, known: 0 });
  assert.equal((await api.post(`${path}/track`, {})).status, 409);
  await api.post(`${path}/commit`, {});
  await client.waitForEnd(id);

  const priced = (await api.post(`${path}/track`, { dry_run: true })).body.estimate;
  assert.ok(priced.monthly_cost_usd > 0, JSON.stringify(priced));
  assert.equal(priced.monthly_cost_usd, preview.monthly_cost_usd);
  assert.equal((await api.get(`/api/project-keywords?project_id=${projectId}`)).body.total, 0);

  const { body } = await api.post(`${path}/track`, { check_interval: 'manual' });
  const counts = { keywords_tracked: 2, keywords_new: 2, keywords_queued: 0, keywords_refused: 1, keywords_tagged: 0, keywords_starred: 0 };
  assert.deepEqual(body, { success: true, import_id: id, ...counts, tags_refused: [] });
  const again = await api.post(`${path}/track`, { check_interval: 'daily' });
  assert.deepEqual(again.body, { ...body, keywords_new: 0 });

  const { keywords } = (await api.get(`/api/project-keywords?project_id=${projectId}`)).body;
  const tracked = keywords.map((one: any) => [one.keyword.toLowerCase(), one.device, one.check_interval]).toSorted();
  assert.deepEqual(tracked, [
    ['blue shoes', 'mobile', 'manual'],
    ['red shoes', 'desktop', 'manual'],
  ]);
  // Their history is there with them, and undoing it ends no tracking.
  const series = async () =>
    (await api.get(`/api/rankings/series?project_id=${projectId}&from=2025-01-01&to=2025-01-31&imported=true`)).body;
  assert.equal((await series()).imported.length, 3);
  await api.delete(path);
  const after = await series();
  assert.deepEqual([after.imported, after.total], [[], 2]);
  assert.equal((await api.post(`${path}/track`, {})).status, 409);
});

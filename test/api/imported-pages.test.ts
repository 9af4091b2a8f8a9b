import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeSerposcopeBackup, packResultPage } from '../support/foreign-files/serposcope.ts';
import { makeImportClient } from '../support/import-client.ts';

const PAGE = ['https://www.first.example/a', 'https://example.com/shoes', 'https://rival.example/x?y=1', 'https://notrival.example/'];

test('a competitor that is added later gets its past from the result pages of Serposcope', async (t) => {
  const { api, url } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const projectId: string = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_pages' })).body.project_id;
  const addSite = (value: string, role: string) =>
    api.post('/api/assets', { project_id: projectId, type: 'website', value, role, skip_onboarding: true });
  await addSite('example.com', 'primary');
  const keyword = { keyword: 'red shoes', location_code: 2276, language_code: 'de', check_interval: 'manual' };
  await api.post('/api/keywords/track', { project_id: projectId, ...keyword });
  const backup = makeSerposcopeBackup({
    RUN: [1, 2].map((id) => [id, 0, `2025-01-0${id}`, '2025-01-01 03:00:00.0', null, 100, 0, 0, 1, 0]),
    GOOGLE_SEARCH: [[1, 'red shoes', 'de', null, 0, null, 'hl=de']],
    GOOGLE_SERP: [
      [1, 1, '2025-01-01 00:00:00.0', packResultPage(PAGE)],
      [2, 1, '2025-01-02 00:00:00.0', packResultPage(PAGE.slice(0, 2))],
    ],
    GOOGLE_TARGET: [[1, 1, 'shop', 0, 'example.com']],
    GOOGLE_RANK: [1, 2].map((run) => [run, 1, 1, 1, 2, 2, 0, 'https://example.com/shoes']),
  });
  const id = await client.bring(projectId, 'backup.sql.gz', gzipSync(backup));
  assert.equal((await api.get(`/api/imports/${id}/preview`)).body.preview.pages, 2);
  const read = async (domain: string) => {
    const query = `project_id=${projectId}&from=2025-01-01&to=2025-01-31&imported=true&domains=${domain}`;
    const { imported } = (await api.get(`/api/rankings/series?${query}`)).body;
    return imported.map(({ date, outcome, place, depth, url: page, scale, quality }: any) => [
      date,
      outcome,
      place,
      depth,
      page,
      scale,
      quality,
    ]);
  };
  assert.deepEqual(await read('example.com'), [
    ['2025-01-01', 'ranked', 2, null, PAGE[1], 'organic', 'measured'],
    ['2025-01-02', 'ranked', 2, null, PAGE[1], 'organic', 'measured'],
  ]);
  await addSite('rival.example', 'competitor');
  const past = [
    ['2025-01-01', 'ranked', 3, null, PAGE[2], 'organic', 'measured'],
    ['2025-01-02', 'not_found', null, 2, null, 'organic', 'measured'],
  ];
  assert.deepEqual(await read('rival.example'), past);
  assert.deepEqual((await read('first.example'))[0].slice(0, 3), ['2025-01-01', 'ranked', 1]);
  await api.delete(`/api/imports/${id}`);
  assert.deepEqual(await read('rival.example'), []);
});

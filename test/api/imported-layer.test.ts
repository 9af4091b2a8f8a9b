import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeImportClient } from '../support/import-client.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { waitUntil } from '../support/wait-until.ts';

/** What reads positions and must not know of imported ones. */
const OTHERS = [
  '/api/rankings/grid?project_id=PROJECT',
  '/api/rankings/summary?project_id=PROJECT',
  '/api/rankings/moves?project_id=PROJECT',
  '/api/rankings/pages?project_id=PROJECT',
  '/api/rankings/features?project_id=PROJECT',
  '/api/rankings?project_id=PROJECT',
  '/api/projects/PROJECT/overview',
  '/api/projects/PROJECT/visibility?sections=search',
];

function toTable(rows: readonly string[]): Buffer {
  return Buffer.from(['keyword,date,position,url', ...rows, ''].join('\n'));
}

test('the imported layer', async (t) => {
  const { api, url } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const projectId: string = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_layer' })).body.project_id;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com', skip_onboarding: true });
  const tracked = await api.post('/api/keywords/track', { project_id: projectId, keyword: 'Red Shoes', check_interval: 'manual' });
  const keywordId: string = tracked.body.keywords[0].keyword_id;
  const isLabelled = async () => (await api.get(`/api/rankings/grid?project_id=${projectId}`)).body.columns.journey[0] !== null;
  await waitUntil(isLabelled, 'the words of the keyword to be looked at');
  const series = async (query = '') =>
    (await api.get(`/api/rankings/series?project_id=${projectId}&from=2025-01-01&to=2025-01-31&keyword_ids=${keywordId}${query}`)).body;
  const imported = async () => (await series('&imported=true')).imported;
  const readOthers = async () => {
    const answers = [];
    for (const path of OTHERS) {
      const { status, body } = await api.get(path.replaceAll('PROJECT', projectId));
      assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
      answers.push(JSON.stringify(body));
    }
    return [...answers, JSON.stringify(await series()), await series('&format=csv')];
  };

  await t.test('stands apart, with source, scale and row, and all other answers are as before', async () => {
    const before = await readOthers();
    const rows = ['red shoes,2025-01-03,6,https://example.com/a', 'red shoes,2025-01-04,>20,', 'RED  shoes,2025-01-05,,'];
    const id = await client.bring(projectId, 'a.csv', toTable(rows), {
      scale: 'organic',
      meanings: { '>20': { outcome: 'not_found', depth: 20 } },
    });
    const point = {
      keyword_id: keywordId,
      engine: 'engine_a',
      channel: 'seo',
      domain: 'example.com',
      source: 'csv',
      import_id: id,
      scale: 'organic',
    };
    const found = { ...point, quality: 'as_reported', url: null, depth: null, place: null };
    assert.deepEqual(await imported(), [
      { ...found, date: '2025-01-03', outcome: 'ranked', place: 6, url: 'https://example.com/a', row: 2 },
      { ...found, date: '2025-01-04', outcome: 'not_found', depth: 20, row: 3 },
      { ...found, date: '2025-01-05', outcome: 'unknown', row: 4 },
    ]);
    const [header = [], ...lines] = parseCsv(await series('&imported=true&format=csv'));
    const cells = ['source', 'outcome', 'position', 'place', 'scale', 'depth', 'row', 'keyword', 'page'];
    assert.deepEqual(
      lines.map((line) => cells.map((name) => line[header.indexOf(name)])),
      [
        ['csv', 'ranked', '', '6', 'organic', '', '2', 'Red Shoes', 'https://example.com/a'],
        ['csv', 'not_found', '', '', 'organic', '20', '3', 'Red Shoes', ''],
        ['csv', 'unknown', '', '', 'organic', '', '4', 'Red Shoes', ''],
      ],
      'its places stand in a column of their own',
    );
    const history = await api.get(`/api/rankings?project_id=${projectId}&keyword_id=${keywordId}&start_date=2025-01-04&imported=true`);
    assert.deepEqual([history.body.rankings, history.body.imported.length], [[], 2]);
    assert.equal((await api.get(`/api/rankings?project_id=${projectId}&imported=true`)).status, 400);
    assert.deepEqual(await readOthers(), before);
    assert.ok(!('imported' in (await series('&imported=false'))));
    await api.delete(`/api/imports/${id}`);
    assert.deepEqual(await imported(), []);
    assert.deepEqual(await readOthers(), before);
  });

  await t.test('of two imports the later one shows, and its undo brings the earlier one back', async () => {
    const bring = (place: number, days: readonly string[]) =>
      client.bring(projectId, 'b.csv', toTable(days.map((day) => `red shoes,${day},${place},`)), { scale: 'organic' });
    const places = async () => (await imported()).map(({ date, place }: any) => [date, place]);
    await bring(5, ['2025-01-03', '2025-01-04']);
    const later = await bring(9, ['2025-01-04', '2025-01-05']);
    assert.deepEqual(await places(), [
      ['2025-01-03', 5],
      ['2025-01-04', 9],
      ['2025-01-05', 9],
    ]);
    await api.delete(`/api/imports/${later}`);
    assert.deepEqual(await places(), [
      ['2025-01-03', 5],
      ['2025-01-04', 5],
    ]);
  });

  await t.test('of two rows of one file the better one shows', async () => {
    const id = await client.bring(
      projectId,
      'c.csv',
      toTable(['red shoes,2025-01-10,8,', 'red shoes,2025-01-10,3,', 'red shoes,2025-01-10,,']),
    );
    const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
    assert.deepEqual([preview.duplicates, preview.conflicts], [0, 2]);
    assert.deepEqual(
      (await imported()).filter(({ date }: any) => date === '2025-01-10').map(({ place, scale }: any) => [place, scale]),
      [[3, 'unknown']],
    );
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { FAILED_DAYS, makeSerpBearFile, placeOf } from '../support/foreign-files/serpbear.ts';
import { makeForeignFolder } from '../support/foreign-files/folder.ts';
import { makeImportClient } from '../support/import-client.ts';
import { waitUntil } from '../support/wait-until.ts';

const TOKENS = [
  'keyword,date,position,url',
  'shoes,2025-01-03,4,https://mine.com/a',
  'shoes,2025-01-04,OTR,',
  'shoes,2025-01-05,-,',
  'boots,2025-01-03,3.5,',
  '',
].join('\n');

const COUNT = {
  name: 'test-count-imported',
  sql: `select outcome, count() as points, sum(ifNull(organic, 0) + ifNull(unscaled, 0)) as places
    from imported_positions where project_id = {project_id:String} group by outcome order by outcome`,
  params: z.object({ project_id: z.string() }),
  row: z.object({ outcome: z.string(), points: z.number(), places: z.number() }),
};

function toTable(lines: readonly string[]): Buffer {
  return Buffer.from(['keyword,date,position', ...lines, ''].join('\n'));
}

test('imports', async (t) => {
  const { api, url, stores, withKey } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const makeProject = async (organization: string): Promise<string> => {
    const { body } = await api.post('/api/projects', { name: 'Shop', organization_id: organization });
    await api.post('/api/assets', { project_id: body.project_id, type: 'website', value: 'example.com', skip_onboarding: true });
    return body.project_id;
  };
  const ours = await makeProject('org_ours');
  const count = (projectId: string) => stores.clickhouse.query(COUNT, { project_id: projectId });

  await t.test('a database of SerpBear is uploaded, previewed, committed and undone', async () => {
    const path = join(makeForeignFolder(t), 'database.sqlite');
    makeSerpBearFile(path, { keywords: 50, days: 400, first: '2024-09-01' });
    const bytes = readFileSync(path);
    const id = await client.upload(ours, 'database.sqlite', bytes);
    const detected = (await api.post(`/api/imports/${id}/detect`)).body.import;
    assert.equal(detected.kind, 'serpbear_database', JSON.stringify(detected));
    const early = await api.post(`/api/imports/${id}/commit`, {});
    assert.deepEqual([early.status, early.body.error], [409, 'Mapping is missing']);
    await api.put(`/api/imports/${id}/mapping`, { ...detected.mapping, time_zone: 'UTC' });
    const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
    const expected = { ranked: 0, not_found: 0, unknown: 0, places: 0 };
    for (let keyword = 0; keyword < 50; keyword += 1)
      for (let day = 0; day < 400; day += 1) {
        const place = placeOf(keyword, day);
        const lastGood = 399 - FAILED_DAYS;
        if (day > lastGood || (place === 0 && day < lastGood)) expected.unknown += 1;
        else if (place === 0) expected.not_found += 1;
        else {
          expected.ranked += 1;
          expected.places += place;
        }
      }
    const { places, ...points } = expected;
    assert.deepEqual(preview.points, points);
    assert.deepEqual([preview.keywords, preview.days, preview.rejected, preview.rows.length], [{ new: 50, known: 0 }, 400, 0, 20]);
    assert.deepEqual(await count(ours), [], 'nothing is written before commit');
    const dry = await api.post(`/api/imports/${id}/commit`, { dry_run: true });
    assert.deepEqual([dry.status, dry.body.estimate.cost_usd], [200, 0], JSON.stringify(dry.body));
    assert.equal((await api.post(`/api/imports/${id}/commit`, {})).status, 202);
    const ended = await client.waitForEnd(id);
    assert.deepEqual([ended.status, ended.points], ['committed', 20_000], JSON.stringify(ended));
    assert.deepEqual(await count(ours), [
      { outcome: 'not_found', points: points.not_found, places: 0 },
      { outcome: 'ranked', points: points.ranked, places },
      { outcome: 'unknown', points: points.unknown, places: 0 },
    ]);
    const twice = await client.upload(ours, 'again.sqlite', bytes);
    const refused = await api.post(`/api/imports/${twice}/detect`);
    assert.deepEqual([refused.status, refused.body.details], [409, { import_id: id }]);
    assert.equal((await api.post(`/api/imports/${id}/commit`, {})).status, 409);
    assert.equal((await api.delete(`/api/imports/${id}`)).body.import.status, 'undone');
    await waitUntil(async () => (await count(ours)).length === 0, 'the points to be removed');
    assert.equal((await api.post(`/api/imports/${twice}/detect`)).status, 200, 'what is undone may come again');
    assert.equal((await api.delete(`/api/imports/${id}`)).status, 409);
  });

  await t.test('texts that are no place need a meaning, and rows that cannot be taken are told with reasons', async () => {
    const id = await client.upload(ours, 'a.csv', Buffer.from(TOKENS));
    const { mapping } = (await api.post(`/api/imports/${id}/detect`)).body.import;
    await api.put(`/api/imports/${id}/mapping`, mapping);
    const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
    assert.deepEqual(
      preview.tokens.map(({ token, count: times }: any) => [token, times]),
      [
        ['-', 1],
        ['OTR', 1],
      ],
    );
    const open = await api.post(`/api/imports/${id}/commit`, {});
    assert.deepEqual([open.status, open.body.details], [409, { questions: [], tokens: ['-', 'OTR'] }]);
    const csv = (await api.get(`/api/imports/${id}/rejects.csv`)).body;
    assert.match(csv, /^row,reason,text\r\n5,.*average/u);
    const meanings = { '-': { outcome: 'unknown' }, OTR: { outcome: 'not_found', depth: 20 } };
    await api.put(`/api/imports/${id}/mapping`, { ...mapping, meanings });
    assert.equal((await api.post(`/api/imports/${id}/commit`, {})).status, 202);
    assert.equal((await client.waitForEnd(id)).points, 3);
    await api.delete(`/api/imports/${id}`);
  });

  await t.test('sites that are none of the project, and too many rejected rows', async () => {
    const table = [
      'keyword,date,position,domain',
      ...['other.net', 'other.net', 'www.example.com'].map((host) => `shoes,2025-01-03,3,${host}`),
      '',
    ];
    const id = await client.upload(ours, 'b.csv', Buffer.from(table.join('\n')));
    const { mapping } = (await api.post(`/api/imports/${id}/detect`)).body.import;
    await api.put(`/api/imports/${id}/mapping`, mapping);
    const refused = await api.post(`/api/imports/${id}/commit`, {});
    assert.deepEqual([refused.status, refused.body.error], [409, 'Too many rejected']);
    assert.match((await api.get(`/api/imports/${id}/rejects.csv`)).body, /other\.net is no website of the project/u);
    assert.equal((await api.post(`/api/imports/${id}/commit`, { accept_rejects: true })).status, 202);
    await client.waitForEnd(id);
  });

  await t.test('an upload that was cut goes on, and a wrong part is told what is expected', async () => {
    const bytes = Buffer.alloc(9 * 1_048_576, 'keyword,date,position\nshoes,2025-01-03,4\n');
    const { id } = (await api.post('/api/imports', { project_id: ours, name: 'large.csv', bytes: bytes.length })).body.import;
    const [first, second] = [bytes.subarray(0, 8 * 1_048_576), bytes.subarray(8 * 1_048_576)];
    const wrong = await client.sendPart(id, 1, second);
    assert.deepEqual([wrong.status, wrong.body.details], [409, { offset: 0, part: 0 }]);
    assert.equal((await client.sendPart(id, 0, first, { sha256: 'a'.repeat(64) })).status, 409);
    assert.equal((await client.sendPart(id, 0, bytes)).status, 413);
    assert.deepEqual((await client.sendPart(id, 0, Buffer.alloc(0))).body.offset, 0);
    assert.equal((await api.post(`/api/imports/${id}/detect`)).status, 409);
    assert.deepEqual((await client.sendPart(id, 0, first)).body, { success: true, offset: first.length, complete: false });
    assert.deepEqual((await client.sendPart(id, 0, first)).body.offset, first.length, 'the same again changes nothing');
    assert.deepEqual((await client.sendPart(id, 1, second)).body, { success: true, offset: bytes.length, complete: true });
    assert.equal((await api.post(`/api/imports/${id}/detect`)).status, 200);
    assert.equal((await api.delete(`/api/imports/${id}`)).status, 200);
    assert.equal((await api.get(`/api/imports/${id}`)).status, 404);
  });

  await t.test('a file of no known kind is refused with what was seen; strangers see nothing', async () => {
    const id = await client.upload(ours, 'a.bin', Buffer.from('PK\u0003\u0004zip', 'latin1'));
    const refused = await api.post(`/api/imports/${id}/detect`);
    assert.equal(refused.status, 422);
    assert.match(refused.body.message, /zip/u);
    const stranger = await withKey({ scopes: ['read', 'write'], organization_id: 'org_theirs' });
    for (const path of [
      `/api/imports/${id}`,
      `/api/imports/${id}/preview`,
      `/api/imports/${id}/rejects.csv`,
      `/api/imports?project_id=${ours}`,
    ])
      assert.equal((await stranger.get(path)).status, 404, path);
    assert.equal((await stranger.delete(`/api/imports/${id}`)).status, 404);
    assert.equal((await api.post('/api/imports', { project_id: ours, name: 'x', bytes: 2 * 1_073_741_824 + 1 })).status, 413);
  });

  await t.test('mappings are kept as templates of an organization', async () => {
    const editor = await withKey({ scopes: ['read', 'write'], organization_id: 'org_ours' });
    const made = await editor.post('/api/import-templates', { name: 'AccuRanker', kind: 'csv', mapping: { columns: { keyword: 'Term' } } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual((await editor.get('/api/import-templates')).body.templates, [made.body.template]);
    const stranger = await withKey({ scopes: ['read', 'write'], organization_id: 'org_theirs' });
    assert.equal((await stranger.delete(`/api/import-templates/${made.body.template.id}`)).status, 404);
    await stores.postgres.query(
      `insert into import_templates (id, organization_id, name, kind, mapping, made_by, created_at)
       select 'imt_' || n, 'org_ours', 'filled', 'csv', '{}', 'key_1', now() from generate_series(1, 199) n`,
    );
    const full = await editor.post('/api/import-templates', { name: 'one more', kind: 'csv', mapping: {} });
    assert.deepEqual([full.status, full.body.error], [409, 'Too many templates']);
    assert.equal((await editor.delete(`/api/import-templates/${made.body.template.id}`)).status, 200);
  });

  await t.test('many points are written in steps', async () => {
    const lines = Array.from(
      { length: 25_000 },
      (_none, at) => `keyword ${at % 100},2024-${String(1 + (at % 12)).padStart(2, '0')}-0${1 + (at % 9)},${1 + (at % 90)}`,
    );
    const id = await client.bring(ours, 'many.csv', toTable(lines), { scale: 'organic' });
    assert.equal((await api.get(`/api/imports/${id}`)).body.import.points, 25_000);
  });
});

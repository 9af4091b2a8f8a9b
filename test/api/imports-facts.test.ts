import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { makeForeignFolder } from '../support/foreign-files/folder.ts';
import { makeOpenSeoFile } from '../support/foreign-files/openseo.ts';
import { makeSerpBearFile } from '../support/foreign-files/serpbear.ts';
import { makeSerposcopeBackup } from '../support/foreign-files/serposcope.ts';
import { makeZip } from '../support/foreign-files/zip.ts';
import { makeImportClient } from '../support/import-client.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUERIES =
  'H\u00e4ufigste Suchanfragen,Klicks,Impressionen,CTR,Position\nred shoes,10,40,25%,3.2\nblue shoes,1,60,"1,67%",12.5\nof no shape,-,-,-,-\n';
const PAGES = 'Seiten,Klicks,Impressionen,CTR,Position\nhttps://example.com/a,11,90,12.22%,5.1\n';
const COUNTRIES = 'Land,Klicks,Impressionen,CTR,Position\nDeutschland,11,100,11%,6\n';
const DATES = 'Datum,Klicks,Impressionen,CTR,Position\n2026-01-03,5,50,10%,6\n2026-01-04,6,50,12%,6\n';

test('what files say beside positions', async (t) => {
  const { api, url } = await startTestApp(t);
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const folder = makeForeignFolder(t);
  const makeProject = async (): Promise<string> => {
    const { project_id: id } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_facts' })).body;
    await api.post('/api/assets', { project_id: id, type: 'website', value: 'example.com', skip_onboarding: true });
    return id;
  };
  const listKeywords = async (id: string) => (await api.get(`/api/imports/${id}/keywords`)).body.keywords;
  const listTracked = async (projectId: string) =>
    (await api.get(`/api/project-keywords?project_id=${projectId}`)).body.keywords.map((one: any) => [
      one.keyword,
      one.tags.map(({ name }: any) => name),
      one.starred,
    ]);

  await t.test(
    'tags, stars and searches of SerpBear are listed, given when its keywords are tracked, and gone from the list by undo',
    async () => {
      const projectId = await makeProject();
      await api.post('/api/tags', { project_id: projectId, name: 'Shop' });
      const path = join(folder, 'database.sqlite');
      makeSerpBearFile(path, { keywords: 2, days: 5, first: '2025-01-01' });
      const database = new DatabaseSync(path);
      database.exec(`update keyword set volume = 480, tags = '["shop","new tag"]' where ID = 1`);
      database.close();
      const id = await client.bring(projectId, 'a.zip', makeZip([{ name: 'database.sqlite', bytes: readFileSync(path) }]), {
        language_code: 'de',
      });
      const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
      assert.deepEqual(preview.keyword_facts, { tagged: 2, starred: 1, volumes: 1 });
      const [first, second] = await listKeywords(id);
      assert.deepEqual(
        [first.keyword, first.tags, first.starred, first.volume, first.volume_day, first.language_code],
        ['keyword 0', ['shop', 'new tag'], true, 480, '2025-01-02', 'de'],
      );
      assert.deepEqual([second.tags, second.starred, second.volume, second.volume_day], [['shop'], false, null, null]);
      const tracked = await api.post(`/api/imports/${id}/track`, { check_interval: 'manual' });
      const { keywords_tagged: tagged, keywords_starred: starred, tags_refused: refused } = tracked.body;
      assert.deepEqual([tagged, starred, refused], [2, 1, []], JSON.stringify(tracked.body));
      assert.deepEqual((await listTracked(projectId)).toSorted(), [
        ['keyword 0', ['new tag', 'Shop'], true],
        ['keyword 1', ['Shop'], false],
      ]);
      await api.delete(`/api/imports/${id}`);
      assert.deepEqual(await listKeywords(id), []);
    },
  );

  await t.test('saved keywords of OpenSEO come with their tags, those of its other projects do not', async () => {
    const projectId = await makeProject();
    const path = join(folder, 'openseo.sqlite');
    makeOpenSeoFile(path, { isSaving: true });
    const id = await client.bring(projectId, 'openseo.sqlite', readFileSync(path), { time_zone: 'Europe/Berlin' });
    assert.deepEqual(
      (await listKeywords(id)).map(({ keyword, tags, location_code: code }: any) => [keyword, tags, code]),
      [['blue shoes', ['Shop', 'brand'], 2276]],
    );
    const { body } = await api.post(`/api/imports/${id}/track`, { check_interval: 'manual' });
    assert.deepEqual([body.keywords_tracked, body.keywords_tagged], [3, 1]);
  });

  await t.test('notes of Serposcope become annotations, and undo removes these alone', async () => {
    const projectId = await makeProject();
    const own = await api.post('/api/annotations', { project_id: projectId, scope: 'project', date: '2025-01-02', text: 'our own' });
    assert.equal(own.status, 201, JSON.stringify(own.body));
    const list = async () =>
      (await api.get(`/api/annotations?project_id=${projectId}`)).body.annotations
        .filter(({ scope }: any) => scope === 'project')
        .map((one: any) => [one.date, one.text]);
    const backup = makeSerposcopeBackup({
      EVENT: [
        [1, '2025-01-01', "It's new", 'a "relaunch", all pages'],
        [1, '2025-01-03', 'no more', null],
      ],
      RUN: [[1, 0, '2025-01-01', '2025-01-01 03:00:00.0', null, 100, 0, 0, 1, 0]],
      GOOGLE_SEARCH: [[1, 'red shoes', 'de', null, 0, null, 'hl=de']],
      GOOGLE_TARGET: [[1, 1, 'shop', 0, 'example.com']],
      GOOGLE_RANK: [[1, 1, 1, 1, 2, 2, 0, 'https://example.com/shoes']],
    });
    const id = await client.bring(projectId, 'backup.sql', Buffer.from(backup));
    assert.equal((await api.get(`/api/imports/${id}/preview`)).body.preview.notes, 2);
    await waitUntil(async () => (await list()).length === 3, 'the annotations');
    assert.deepEqual(await list(), [
      ['2025-01-03', 'no more'],
      ['2025-01-02', 'our own'],
      ['2025-01-01', 'It\'s new: a "relaunch", all pages'],
    ]);
    await api.delete(`/api/imports/${id}`);
    await waitUntil(async () => (await list()).length === 1, 'the annotations to be removed');
    assert.deepEqual(await list(), [['2025-01-02', 'our own']]);
  });

  await t.test('totals of Search Console in any language are shown, and no day is made of them', async () => {
    const projectId = await makeProject();
    const files = {
      'Suchanfragen.csv': QUERIES,
      'Seiten.csv': PAGES,
      'L\u00e4nder.csv': COUNTRIES,
      'Diagramm.csv': DATES,
      'Filter.csv': 'Filter,Wert\nTyp,Web\n',
    };
    const zip = makeZip(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
    const id = await client.bring(projectId, 'example.com-Performance.zip', zip);
    const { preview } = (await api.get(`/api/imports/${id}/preview`)).body;
    assert.deepEqual(
      preview.totals.map(({ table, rows, clicks, impressions }: any) => [table, rows, clicks, impressions]),
      [
        ['query', 2, 11, 100],
        ['page', 1, 11, 90],
        ['other', 1, 11, 100],
        ['day', 2, 11, 100],
      ],
    );
    assert.deepEqual(preview.totals[0].first[1], { name: 'blue shoes', clicks: 1, impressions: 60, ctr: 0.0167, position: 12.5 });
    assert.deepEqual(
      [preview.points, preview.keywords],
      [
        { ranked: 0, not_found: 0, unknown: 0 },
        { new: 2, known: 0 },
      ],
    );
    assert.equal((await api.get(`/api/imports/${id}`)).body.import.points, 0);
    assert.equal((await api.post(`/api/imports/${id}/track`, { check_interval: 'manual' })).body.keywords_tracked, 2);
  });
});
